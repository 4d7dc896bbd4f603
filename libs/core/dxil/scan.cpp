#include "core/dxil/scan.h"

#include <algorithm>
#include <tuple>

#include "core/dxil/resources.h"

namespace weft::dxil {

namespace {

// Numbers of dx.op.
enum Op : uint32_t {
    op_create_handle = 57,
    op_sample = 60,
    op_sample_cmp_level_zero = 65,
    op_texture_load = 66,
    op_buffer_load = 68,
    op_texture_gather = 73,
    op_texture_gather_cmp = 74,
    op_atomic = 78,
    op_atomic_compare_exchange = 79,
    op_calculate_lod = 81,
    op_raw_buffer_load = 139,
    op_create_handle_for_lib = 160,
    op_write_feedback = 174,
    op_write_feedback_grad = 177,
    op_annotate_handle = 216,
    op_create_handle_from_binding = 217,
    op_texture_gather_raw = 223,
    op_sample_cmp_level = 224,
    op_sample_cmp_grad = 254,
    op_sample_cmp_bias = 255,
};

driver::ResourceType resource_type(ResourceKind kind) {
    using enum ResourceKind;
    switch (kind) {
    case texture_1d: return driver::ResourceType::texture_1d;
    case texture_2d:
    case feedback_2d: return driver::ResourceType::texture_2d;
    case texture_2dms: return driver::ResourceType::texture_2dms;
    case texture_3d: return driver::ResourceType::texture_3d;
    case texture_cube: return driver::ResourceType::texture_cube;
    case texture_1d_array: return driver::ResourceType::texture_1darray;
    case texture_2d_array:
    case feedback_2d_array: return driver::ResourceType::texture_2darray;
    case texture_2dms_array: return driver::ResourceType::texture_2dmsarray;
    case texture_cube_array: return driver::ResourceType::texture_cubearray;
    case typed_buffer:
    case raw_buffer:
    case structured_buffer:
    case constant_buffer:
    case texture_buffer: return driver::ResourceType::buffer;
    default: return driver::ResourceType::none;
    }
}

// By component type of the metadata.
constexpr driver::ResourceDataType data_types[] = {
    driver::ResourceDataType::uint,   driver::ResourceDataType::uint,    driver::ResourceDataType::int_,
    driver::ResourceDataType::uint,   driver::ResourceDataType::int_,    driver::ResourceDataType::uint,
    driver::ResourceDataType::int_,   driver::ResourceDataType::uint,    driver::ResourceDataType::float_,
    driver::ResourceDataType::float_, driver::ResourceDataType::double_, driver::ResourceDataType::snorm,
    driver::ResourceDataType::unorm,  driver::ResourceDataType::snorm,   driver::ResourceDataType::unorm,
    driver::ResourceDataType::snorm,  driver::ResourceDataType::unorm,
};

class Scanner {
  public:
    Scanner(const Module &module, const Resources &resources, Arena &arena, Diagnostics &diag)
        : m_(module),
          resources_(resources),
          diag_(diag),
          descriptors_(arena, resources.all.size()),
          pairs_(arena),
          handles_(arena) {}

    void run(const driver::ScanRequest &request, driver::ScanResult *out);

  private:
    // What a value of type handle stands for.
    struct Handle {
        const Resource *resource = nullptr;
        uint32_t index = 0;
        bool constant = false; // the index is known
    };

    void declare(const Resource &r);
    void call(const Function &f, const Instruction &ins);
    Handle create(const Function &f, uint32_t op, const uint32_t *arguments, uint32_t count);
    void pair(const Handle &resource, const Handle *sampler);
    std::span<const driver::ResourceSamplerPair> distinct_pairs();
    void mark(const Handle &h, uint32_t flags);
    bool integer(const Function &f, uint32_t value, uint32_t *out) const;
    Handle handle(uint32_t value) const {
        const auto globals = static_cast<uint32_t>(m_.global_values.size());
        return value < globals ? Handle{} : handles_[value - globals];
    }

    const Module &m_;
    const Resources &resources_;
    Diagnostics &diag_;
    Vec<driver::Descriptor> descriptors_;
    Vec<driver::ResourceSamplerPair> pairs_;
    Vec<Handle> handles_; // by value of the function's own
    bool warned_ = false;
    bool wants_pairs_ = false;
};

void Scanner::declare(const Resource &r) {
    driver::Descriptor d{};
    d.register_space = r.space;
    d.register_index = r.lower;
    d.count = r.count;
    d.resource_type = resource_type(r.kind);
    switch (r.type) {
    case ResourceClass::srv:
    case ResourceClass::uav: {
        d.type = r.type == ResourceClass::uav ? driver::DescriptorType::uav : driver::DescriptorType::srv;
        d.data_type = r.component_type < std::size(data_types) ? data_types[r.component_type]
                                                               : driver::ResourceDataType::uint;
        if (r.kind == ResourceKind::raw_buffer) d.flags |= driver::descriptor_raw_buffer;
        if (r.counter) d.flags |= driver::descriptor_uav_counter;
        break;
    }
    case ResourceClass::cbv:
        d.type = driver::DescriptorType::cbv;
        d.data_type = driver::ResourceDataType::uint;
        break;
    case ResourceClass::sampler:
        d.type = driver::DescriptorType::sampler;
        if (r.sampler_mode == 1) d.flags |= driver::descriptor_sampler_comparison;
        break;
    }
    descriptors_.push(d);
}

bool Scanner::integer(const Function &f, uint32_t value, uint32_t *out) const {
    const Value &v = m_.value(&f, value);
    if (v.kind != ValueKind::constant) return false;
    const Constant &c = m_.constants[v.index];
    if (m_.types[c.type].kind != TypeKind::integer) return false;
    if (c.kind != ConstantKind::integer && c.kind != ConstantKind::null) return false;
    *out = static_cast<uint32_t>(c.bits);
    return true;
}

Scanner::Handle Scanner::create(const Function &f, uint32_t op, const uint32_t *arguments, uint32_t count) {
    Handle h;
    uint32_t resource_class, id;
    if (op == op_create_handle) {
        if (count < 4 || !integer(f, arguments[1], &resource_class) || !integer(f, arguments[2], &id))
            return h;
        h.resource = resources_.find(static_cast<ResourceClass>(resource_class & 0xff), id);
        h.constant = integer(f, arguments[3], &h.index);
    } else if (op == op_create_handle_from_binding) {
        if (count < 3) return h;
        const Value &v = m_.value(&f, arguments[1]);
        if (v.kind != ValueKind::constant) return h;
        const Constant &binding = m_.constants[v.index];
        uint32_t fields[4] = {}; // lower, upper, space, class; all zero is written as such
        if (binding.kind == ConstantKind::aggregate && binding.count == 4) {
            for (uint32_t i = 0; i < 4; ++i)
                if (!integer(f, m_.operands[binding.first + i], &fields[i])) return h;
        } else if (binding.kind != ConstantKind::null) {
            return h;
        }
        h.resource = resources_.find(static_cast<ResourceClass>(fields[3] & 0xff), fields[2], fields[0]);
        h.constant = integer(f, arguments[2], &h.index);
    } else if (op == op_create_handle_for_lib) {
        if (count < 2) return h;
        const Value &v = m_.value(&f, arguments[1]);
        if (v.kind != ValueKind::instruction || m_.instructions[v.index].opcode != Opcode::load) return h;
        const uint32_t symbol = m_.operands[m_.instructions[v.index].first];
        for (const Resource &r : resources_.all)
            if (r.symbol == symbol) h = {&r, r.lower, r.count == 1};
    } else if (count >= 2) {
        h = handle(arguments[1]); // annotateHandle
    }
    return h;
}

// Each once, in the order of first use.
std::span<const driver::ResourceSamplerPair> Scanner::distinct_pairs() {
    struct Numbered {
        driver::ResourceSamplerPair pair;
        uint32_t number;
    };
    const auto key = [](const driver::ResourceSamplerPair &p) {
        return std::tie(p.resource_space, p.resource_index, p.sampler_space, p.sampler_index);
    };
    Vec<Numbered> all(pairs_.arena(), pairs_.size());
    for (const auto &p : pairs_)
        all.push({p, static_cast<uint32_t>(all.size())});
    std::sort(all.begin(), all.end(), [&](const Numbered &a, const Numbered &b) {
        return key(a.pair) != key(b.pair) ? key(a.pair) < key(b.pair) : a.number < b.number;
    });
    Numbered *end = std::unique(all.begin(), all.end(), [&](const Numbered &a, const Numbered &b) {
        return key(a.pair) == key(b.pair);
    });
    std::sort(all.begin(), end, [](const Numbered &a, const Numbered &b) { return a.number < b.number; });
    pairs_.clear();
    for (const Numbered *n = all.begin(); n != end; ++n)
        pairs_.push(n->pair);
    return pairs_.span();
}

void Scanner::mark(const Handle &h, uint32_t flags) {
    if (h.resource && h.resource->type == ResourceClass::uav)
        descriptors_[static_cast<size_t>(h.resource - resources_.all.data())].flags |= flags;
}

void Scanner::pair(const Handle &resource, const Handle *sampler) {
    if (!wants_pairs_ || (resource.resource && resource.resource->type != ResourceClass::srv)) return;
    if (!resource.resource || !resource.constant || (sampler && (!sampler->resource || !sampler->constant))) {
        if (!warned_)
            diag_.warning({}, 9300,
                          "Resources and samplers with a dynamic index are left out of the combined list.");
        warned_ = true;
        return;
    }
    const driver::ResourceSamplerPair p{resource.resource->space, resource.index,
                                        sampler ? sampler->resource->space : 0,
                                        sampler ? sampler->index : driver::dummy_sampler};
    pairs_.push(p);
}

void Scanner::call(const Function &f, const Instruction &ins) {
    const uint32_t *operands = m_.operands.data() + ins.first;
    const Value &callee = m_.value(&f, operands[0]);
    uint32_t op;
    if (callee.kind != ValueKind::function || !m_.name(callee).starts_with("dx.op.") || ins.count < 2 ||
        !integer(f, operands[1], &op))
        return;
    const uint32_t *arguments = operands + 1; // the opcode first
    const uint32_t count = ins.count - 1;
    const auto set = [&](const Handle &h) {
        if (ins.value != none) handles_[ins.value - m_.global_values.size()] = h;
    };
    const auto sampled = [&](uint32_t resource) {
        if (count < resource + 2) return;
        const Handle sampler = handle(arguments[resource + 1]);
        pair(handle(arguments[resource]), &sampler);
    };
    switch (op) {
    case op_create_handle:
    case op_create_handle_for_lib:
    case op_create_handle_from_binding:
    case op_annotate_handle: set(create(f, op, arguments, count)); break;
    case op_texture_load:
    case op_buffer_load:
    case op_raw_buffer_load:
        if (count < 2) break;
        mark(handle(arguments[1]), driver::descriptor_uav_read);
        pair(handle(arguments[1]), nullptr);
        break;
    case op_atomic:
    case op_atomic_compare_exchange:
        if (count < 2) break;
        mark(handle(arguments[1]), driver::descriptor_uav_read | driver::descriptor_uav_atomics);
        break;
    case op_texture_gather:
    case op_texture_gather_cmp:
    case op_texture_gather_raw:
    case op_calculate_lod:
    case op_sample_cmp_level:
    case op_sample_cmp_grad:
    case op_sample_cmp_bias: sampled(1); break;
    default:
        if (op >= op_sample && op <= op_sample_cmp_level_zero) sampled(1);
        if (op >= op_write_feedback && op <= op_write_feedback_grad) sampled(2);
        break;
    }
}

void Scanner::run(const driver::ScanRequest &request, driver::ScanResult *out) {
    wants_pairs_ = request.combined_samplers;
    for (const Resource &r : resources_.all)
        declare(r);
    for (const Function &f : m_.functions) {
        if (f.is_declaration) continue;
        handles_.clear();
        handles_.resize(f.values.count);
        for (uint32_t i = 0; i < f.instructions.count; ++i) {
            const Instruction &ins = m_.instructions[f.instructions.first + i];
            if (ins.opcode == Opcode::call) call(f, ins);
        }
    }
    if (request.descriptors) out->descriptors = descriptors_.span();
    if (request.combined_samplers) out->combined_samplers = distinct_pairs();
}

} // namespace

Result scan(const Module &module, const Interface &interface, const driver::ScanRequest &request,
            Arena &arena, Diagnostics &diag, driver::ScanResult *out) {
    out->inputs = signature::by_row(interface.inputs, arena);
    out->outputs = signature::by_row(interface.outputs, arena);
    out->patch_constants = signature::by_row(interface.patch_constants, arena);
    for (unsigned i = 0; i < 3; ++i)
        out->thread_group_size[i] = interface.thread_group_size[i];
    if (interface.output_primitive <= static_cast<uint32_t>(driver::TessellatorOutput::triangle_ccw))
        out->tessellator_output = static_cast<driver::TessellatorOutput>(interface.output_primitive);
    if (interface.partitioning <= static_cast<uint32_t>(driver::TessellatorPartitioning::fractional_even))
        out->tessellator_partitioning = static_cast<driver::TessellatorPartitioning>(interface.partitioning);
    out->denormal_f32 = static_cast<driver::DenormalMode>(interface.denormals_f32);
    if (!request.descriptors && !request.combined_samplers) return Result::ok;
    Resources resources;
    if (Result r = read_resources(module, arena, diag, &resources); failed(r)) return r;
    Scanner(module, resources, arena, diag).run(request, out);
    return Result::ok;
}

} // namespace weft::dxil
