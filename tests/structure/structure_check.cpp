// structure-check: functions of random control flow, many to a compute shader, run on a device and compared
// with what their blocks say.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/driver/options.h"
#include "core/dxil/to_ir.h"
#include "core/passes/pipeline.h"
#include "core/spirv/writer.h"
#include "random_cfg.h"
#include "shader-runner/device.h"

namespace {

using namespace weft;
using dxil::Opcode;
using structure_test::Model;
using structure_test::RandomFunction;
using structure_test::Reference;
using structure_test::Shape;

constexpr char usage_text[] =
    "Usage: structure-check [OPTION]...\n"
    "Runs functions of random reducible control flow, made as DXIL, on a Vulkan device.\n"
    "\n"
    "  -n, --functions N    how many (default 2000)\n"
    "  -s, --seed N         of the first one; the others count on (default 1)\n"
    "  -p, --per-shader N   functions in one shader (default 10)\n"
    "  -o, --output FILE    writes the last shader's SPIR-V\n"
    "      --validate       with the Khronos validation layer; its messages are failures\n"
    "  -h, --help           print this help\n";

// Lanes of the group take different ways.
constexpr uint32_t lanes = 8;

constexpr uint32_t input(uint32_t lane) {
    return lane * 0x9e3779b9u;
}

Shape shape_of(uint32_t seed) {
    Shape shape;
    shape.values_leave_loops = false;
    shape.blocks = 3 + seed % 13;
    shape.back_edges = seed % 5;
    shape.switches = seed % 3 != 0;
    shape.early_returns = seed % 4 != 0;
    shape.shuffled = seed & 1;
    return shape;
}

// A shader that stores what each function makes of each lane's input.
struct Batch {
    Arena arena;
    Model model{arena};
    Diagnostics diag;
    std::vector<RandomFunction> functions;
    uint32_t main = 0;

    Batch(uint32_t first_seed, uint32_t count) {
        Model &m = model;
        for (uint32_t i = 0; i < count; ++i)
            functions.emplace_back(first_seed + i, shape_of(first_seed + i));
        // Calls of dx.op: handle, lane, store.
        const uint32_t byte_pointer = m.pointer(m.i8);
        const uint32_t handle = m.structure({byte_pointer});
        const uint32_t create_type = m.function_type(handle, std::vector{m.i32, m.i8, m.i32, m.i32, m.i1});
        const uint32_t lane_type = m.function_type(m.i32, std::vector{m.i32, m.i32});
        const uint32_t store_type = m.function_type(
            m.void_, std::vector{m.i32, handle, m.i32, m.i32, m.i32, m.i32, m.i32, m.i32, m.i8});
        const uint32_t create = m.function("dx.op.createHandle", create_type);
        const uint32_t thread = m.function("dx.op.threadIdInGroup.i32", lane_type);
        const uint32_t store = m.function("dx.op.bufferStore.i32", store_type);
        main = m.function("main", m.function_type(m.void_, {}));
        for (uint32_t c : {0u, 1u, 4u, 57u, 69u, 95u, 0x9e3779b9u})
            m.i32c(c);
        const uint32_t uav_class = m.constant(m.i8, 1), mask = m.constant(m.i8, 1), no = m.constant(m.i1, 0);
        const uint32_t undefined = m.undefined(m.i32);
        for (uint32_t i = 0; i < count; ++i) {
            m.i32c(i * lanes * 4);
            functions[i].declare(m, std::to_string(i));
        }
        declare_buffer();
        for (RandomFunction &f : functions)
            f.define(m);
        m.begin(main);
        m.begin_block();
        const uint32_t buffer = m.add(
            Opcode::call, handle, {create, m.i32c(57), uav_class, m.i32c(0), m.i32c(0), no}, 0, create_type);
        const uint32_t lane = m.add(Opcode::call, m.i32, {thread, m.i32c(95), m.i32c(0)}, 0, lane_type);
        const uint32_t x = m.add(Opcode::binary, m.i32, {lane, m.i32c(0x9e3779b9u)}, 2);
        const uint32_t at = m.add(Opcode::binary, m.i32, {lane, m.i32c(4)}, 2);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t f = functions[i].value();
            const uint32_t r = m.add(Opcode::call, m.i32, {f, x}, 0, m.of(f).type);
            const uint32_t offset = m.add(Opcode::binary, m.i32, {at, m.i32c(i * lanes * 4)}, 0);
            m.add(Opcode::call, m.void_,
                  {store, m.i32c(69), buffer, offset, undefined, r, undefined, undefined, undefined, mask}, 0,
                  store_type);
        }
        m.add(Opcode::ret, m.void_, {});
    }

    // RWByteAddressBuffer at u0.
    void declare_buffer() {
        Model &m = model;
        const uint32_t zero = m.metadata_value(m.i32c(0)), one = m.metadata_value(m.i32c(1));
        const uint32_t raw = m.metadata_value(m.i32c(11));
        const uint32_t no = m.metadata_value(m.constant(m.i1, 0));
        const uint32_t name = m.metadata_string("results");
        const uint32_t uav = m.node(std::vector{zero, zero, name, zero, zero, one, raw, no, no, no, 0u});
        const uint32_t uavs = m.node(std::vector{uav});
        const uint32_t all = m.node(std::vector{0u, uavs, 0u, 0u});
        m.name("dx.resources", std::vector{all});
    }

    bool compile(std::span<const uint32_t> *words) {
        dxil::Interface interface;
        interface.kind = dxil::ShaderKind::compute;
        interface.major = 6;
        interface.entry = model.module().global_values[main].index;
        interface.thread_group_size[0] = lanes;
        interface.thread_group_size[1] = interface.thread_group_size[2] = 1;
        auto *ir = arena.make<ir::Module>(arena);
        if (failed(dxil::to_ir(model.module(), interface, {}, diag, ir))) return false;
        passes::PassOptions pass;
        pass.verify = true;
        if (failed(passes::run(*ir, pass, diag))) return false;
        driver::Options options;
        options.environment = driver::Environment::vulkan_1_1;
        options.buffer_uav_storage_buffer = true;
        return !failed(spirv::write(*ir, options, arena, diag, words));
    }
};

class Runner {
  public:
    explicit Runner(runner::Device &device) : device_(device) {
        buffer_ = device.create_buffer(max_words * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        const VkDescriptorSetLayoutBinding binding{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                   VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
        VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        set.bindingCount = 1;
        set.pBindings = &binding;
        vkCreateDescriptorSetLayout(device.handle(), &set, nullptr, &set_layout_);
        VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        layout.setLayoutCount = 1;
        layout.pSetLayouts = &set_layout_;
        vkCreatePipelineLayout(device.handle(), &layout, nullptr, &layout_);
        const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
        VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        pool.maxSets = 1;
        pool.poolSizeCount = 1;
        pool.pPoolSizes = &size;
        vkCreateDescriptorPool(device.handle(), &pool, nullptr, &pool_);
        VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
        allocate.descriptorPool = pool_;
        allocate.descriptorSetCount = 1;
        allocate.pSetLayouts = &set_layout_;
        vkAllocateDescriptorSets(device.handle(), &allocate, &set_);
        const VkDescriptorBufferInfo info{buffer_.handle, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set_;
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &info;
        vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    }
    ~Runner() {
        vkDestroyDescriptorPool(device_.handle(), pool_, nullptr);
        vkDestroyPipelineLayout(device_.handle(), layout_, nullptr);
        vkDestroyDescriptorSetLayout(device_.handle(), set_layout_, nullptr);
        device_.destroy(buffer_);
    }

    const uint32_t *run(std::span<const uint32_t> words) {
        std::memset(buffer_.mapped, 0xee, buffer_.size);
        VkShaderModuleCreateInfo code{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        code.codeSize = words.size_bytes();
        code.pCode = words.data();
        VkShaderModule module = VK_NULL_HANDLE;
        if (vkCreateShaderModule(device_.handle(), &code, nullptr, &module)) return nullptr;
        VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
        info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.module = module;
        info.stage.pName = "main";
        info.layout = layout_;
        VkPipeline pipeline = VK_NULL_HANDLE;
        bool ok = !vkCreateComputePipelines(device_.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
        if (ok) {
            VkCommandBuffer commands = device_.begin();
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0,
                                    nullptr);
            vkCmdDispatch(commands, 1, 1, 1);
            ok = device_.finish();
        }
        vkDestroyPipeline(device_.handle(), pipeline, nullptr);
        vkDestroyShaderModule(device_.handle(), module, nullptr);
        return ok ? reinterpret_cast<const uint32_t *>(buffer_.mapped) : nullptr;
    }

    static constexpr uint32_t max_words = 1 << 16;

  private:
    runner::Device &device_;
    runner::Buffer buffer_;
    VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    VkDescriptorPool pool_ = VK_NULL_HANDLE;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
};

} // namespace

int main(int argc, char **argv) {
    uint32_t count = 2000, seed = 1, per_shader = 10;
    const char *output = nullptr;
    runner::DeviceOptions device_options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto number = [&](uint32_t *out) {
            *out = static_cast<uint32_t>(strtoul(argv[++i], nullptr, 10));
        };
        const bool last = i + 1 == argc;
        if (word == "-h" || word == "--help") {
            fputs(usage_text, stdout);
            return 0;
        } else if ((word == "-n" || word == "--functions") && !last) {
            number(&count);
        } else if ((word == "-s" || word == "--seed") && !last) {
            number(&seed);
        } else if ((word == "-p" || word == "--per-shader") && !last) {
            number(&per_shader);
        } else if ((word == "-o" || word == "--output") && !last) {
            output = argv[++i];
        } else if (word == "--validate") {
            device_options.validate = true;
        } else {
            fputs(usage_text, stderr);
            return 2;
        }
    }
    if (!per_shader || per_shader * lanes > Runner::max_words) {
        fputs(usage_text, stderr);
        return 2;
    }
    // What llvmpipe spends on optimising grows faster than shaders do.
    setenv("GALLIVM_PERF", "nopt", 0);
    std::string error;
    const std::unique_ptr<runner::Device> device = runner::Device::create(device_options, error);
    if (!device) {
        fprintf(stderr, "structure-check: %s\n", error.c_str());
        return 77; // skipped
    }
    Runner run(*device);
    unsigned wrong = 0, done = 0;
    size_t words_made = 0;
    for (uint32_t first = 0; first < count && wrong < 10; first += per_shader) {
        const uint32_t here = std::min(per_shader, count - first);
        const uint32_t base = seed + first;
        Batch batch(base, here);
        std::span<const uint32_t> words;
        if (!batch.compile(&words)) {
            printf("seeds %u and on: %s\n", base, batch.diag.text().c_str());
            ++wrong;
            continue;
        }
        words_made += words.size();
        if (output)
            if (FILE *f = fopen(output, "wb")) {
                fwrite(words.data(), 4, words.size(), f);
                fclose(f);
            }
        const uint32_t *results = run.run(words);
        for (const std::string &message : device->take_messages()) {
            printf("seeds %u and on: %s\n", base, message.c_str());
            ++wrong;
        }
        if (!results) {
            printf("seeds %u and on: the device fails\n", base);
            ++wrong;
            continue;
        }
        for (uint32_t i = 0; i < here; ++i, ++done) {
            for (uint32_t lane = 0; lane < lanes; ++lane) {
                const uint32_t x = input(lane);
                uint32_t expected = 0;
                const bool ends =
                    Reference(batch.model.module()).run(batch.functions[i].value(), {&x, 1}, &expected);
                if (ends && results[i * lanes + lane] == expected) continue;
                printf("seed %u, lane %u: 0x%08x instead of 0x%08x\n%s", base + i, lane,
                       results[i * lanes + lane], expected, batch.functions[i].text().c_str());
                ++wrong;
                break;
            }
        }
    }
    printf("%u functions on %u lanes, %zu words of SPIR-V, %u wrong\n", done, lanes, words_made, wrong);
    return wrong || done < count;
}
