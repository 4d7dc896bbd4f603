// fuzz-smoke: a short run of damaged shaders through the public interface, with whatever compiler built the
// project. It has no coverage feedback (the libFuzzer targets do); it shows that the release build survives
// hostile input.

#include <vkd3d_shader.h>
#include <weft.h>

#ifdef WEFT_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>
#endif

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;
using Clock = std::chrono::steady_clock;

// xorshift: the same damage in every run.
struct Random {
    uint64_t state = 0x9e3779b97f4a7c15u;
    uint32_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return uint32_t(state >> 32);
    }
    uint32_t below(size_t limit) { return limit ? uint32_t(next() % limit) : 0; }
};

bool is_container(const Bytes &bytes) {
    return bytes.size() >= 32 && memcmp(bytes.data(), "DXBC", 4) == 0;
}

bool has_dxil(const Bytes &bytes) {
    constexpr char tag[] = {'D', 'X', 'I', 'L'};
    return std::search(bytes.begin(), bytes.end(), std::begin(tag), std::end(tag)) != bytes.end();
}

bool is_d3dbc(const Bytes &bytes) {
    if (bytes.size() < 8) return false;
    uint32_t word;
    memcpy(&word, bytes.data(), 4);
    return word >> 16 == 0xfffe || word >> 16 == 0xffff;
}

void damage(Bytes &bytes, Random &random) {
    constexpr uint32_t words[] = {0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0xffff, 0x10000, 0x40000000};
    for (unsigned count = 1 + random.below(4); count > 0 && !bytes.empty(); --count) {
        const size_t word = random.below(bytes.size() / 4) * size_t(4);
        switch (random.below(7)) {
        case 0: bytes[random.below(bytes.size())] ^= uint8_t(1u << random.below(8)); break;
        case 1: bytes[random.below(bytes.size())] = uint8_t(random.next()); break;
        case 2:
            if (word + 4 <= bytes.size()) memcpy(&bytes[word], &words[random.below(std::size(words))], 4);
            break;
        case 3: bytes.resize(random.below(bytes.size() + 1)); break;
        case 4: { // a stretch of words moves somewhere else
            const size_t length = std::min<size_t>(4 + 4 * random.below(16), bytes.size() - word);
            const size_t target = random.below((bytes.size() - length) / 4 + 1) * size_t(4);
            memmove(&bytes[target], &bytes[word], length);
            break;
        }
        case 5: { // a stretch is doubled
            const size_t length = std::min<size_t>(4 + 4 * random.below(16), bytes.size() - word);
            const Bytes copy(bytes.begin() + ptrdiff_t(word), bytes.begin() + ptrdiff_t(word + length));
            bytes.insert(bytes.begin() + ptrdiff_t(word), copy.begin(), copy.end());
            break;
        }
        case 6: { // a stretch is lost
            const size_t length = std::min<size_t>(4 + 4 * random.below(8), bytes.size() - word);
            bytes.erase(bytes.begin() + ptrdiff_t(word), bytes.begin() + ptrdiff_t(word + length));
            break;
        }
        }
    }
}

// Damage inside the chunks of a container, under a checksum that fits.
Bytes damage_container(const Bytes &seed, Random &random) {
    const vkd3d_shader_code code = {seed.data(), seed.size()};
    vkd3d_shader_dxbc_desc desc{};
    Bytes result = seed;
    if (random.below(16) == 0 || vkd3d_shader_parse_dxbc(&code, 0, &desc, nullptr) < 0) {
        damage(result, random);
        return result;
    }
    std::vector<Bytes> chunks;
    for (size_t i = 0; i < desc.section_count; ++i) {
        const auto *data = static_cast<const uint8_t *>(desc.sections[i].data.code);
        chunks.emplace_back(data, data + desc.sections[i].data.size);
    }
    if (!chunks.empty()) damage(chunks[random.below(chunks.size())], random);
    for (size_t i = 0; i < chunks.size(); ++i)
        desc.sections[i].data = {chunks[i].data(), chunks[i].size()};
    vkd3d_shader_code out{};
    if (vkd3d_shader_serialize_dxbc(desc.section_count, desc.sections, &out, nullptr) >= 0) {
        const auto *data = static_cast<const uint8_t *>(out.code);
        result.assign(data, data + out.size);
        vkd3d_shader_free_shader_code(&out);
    }
    vkd3d_shader_free_dxbc(&desc);
    return result;
}

constexpr vkd3d_shader_spirv_environment environments[] = {
    VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0,
    VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1,
    vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2),
    vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3),
    VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5,
};

// How a shader is compiled; drawn anew for each, so that every form of a module comes up.
struct Target {
    explicit Target(uint32_t draw) {
        spirv.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        spirv.environment = environments[draw % std::size(environments)];
        auto bit = [&draw] { return (draw >>= 1) & 1; };
        draw >>= 4;
        spirv.extensions = extensions;
        spirv.extension_count = bit() ? std::size(extensions) : 0;
        spirv.dual_source_blending = bit();
        options[0] = {VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV, bit()};
        options[1] = {VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV, bit()};
        options[2] = {VKD3D_SHADER_COMPILE_OPTION_FEATURE, bit() ? ~0u : 0u};
        options[3] = {VKD3D_SHADER_COMPILE_OPTION_API_VERSION,
                      unsigned(bit() ? VKD3D_SHADER_API_VERSION_2_0 : VKD3D_SHADER_API_VERSION_1_2)};
        options[4] = {VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG, bit()};
        options[6] = {vkd3d_shader_compile_option_name(WEFT_COMPILE_OPTION_FEATURE), bit() ? 0x1fu : 0u};
        options[5] = {static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_FETCH4_SAMPLERS),
                      bit() ? 5u : 0u};
        options[7] = {static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_FLOAT64_EMULATION),
                      bit()};
        const bool state = bit();
        if (bit()) bind(bit(), bit(), bit(), draw >> 1);
        if (state) set_state(draw);
    }

    // Fixed-function state, in any form it may have.
    void set_state(uint32_t draw) {
        constexpr struct {
            vkd3d_shader_parameter_name name;
            vkd3d_shader_parameter_data_type type;
            bool selects; // small numbers
        } known[] = {
            {VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_FUNC, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, true},
            {VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_REF, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32, false},
            {VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, true},
            {VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_MASK, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, true},
            {VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_1, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4, false},
            {VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32, false},
            {VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE_MAX, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32, false},
            {VKD3D_SHADER_PARAMETER_NAME_POINT_SPRITE, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, true},
            {VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, true},
            {VKD3D_SHADER_PARAMETER_NAME_FOG_COLOUR, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4, false},
            {VKD3D_SHADER_PARAMETER_NAME_FOG_SOURCE, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, true},
            {VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_1, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4, false},
            {VKD3D_SHADER_PARAMETER_NAME_PROJECTED_TEXTURE_MASK, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32,
             true},
            {static_cast<vkd3d_shader_parameter_name>(WEFT_PARAMETER_NAME_POSITION_OFFSET),
             VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4, false},
        };
        static_assert(std::size(known) <= std::size(decltype(parameters){}));
        for (unsigned i = 0; i < std::size(known); ++i) {
            const uint32_t own = draw * (2 * i + 1) >> 7;
            if (own & 1) continue;
            vkd3d_shader_parameter1 &p = parameters[list.parameter_count++];
            p.name = known[i].name;
            p.data_type = known[i].type;
            // Flat interpolation has to be known.
            p.type = p.name == VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION
                         ? VKD3D_SHADER_PARAMETER_TYPE_IMMEDIATE_CONSTANT
                         : static_cast<vkd3d_shader_parameter_type>(1 + (own >> 1) % 3);
            if (p.type == VKD3D_SHADER_PARAMETER_TYPE_SPECIALIZATION_CONSTANT)
                p.u.specialization_constant.id = i * 4;
            else if (p.type == VKD3D_SHADER_PARAMETER_TYPE_BUFFER)
                p.u.buffer = {3, 0, i * 16};
            else
                p.u.immediate_constant.u.u32 = known[i].selects ? own >> 3 & 15 : 0x3f000000 + own;
        }
        list.type = VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO;
        list.parameters = parameters;
        list.next = spirv.next;
        spirv.next = &list;
    }
    Target(const Target &) = delete;
    Target &operator=(const Target &) = delete;

    // Every kind of register in one binding: with or without a bound, at offsets, the first constant buffer
    // pushed, the first texture combined with the first sampler.
    void bind(bool bounded, bool pushes, bool combines, uint32_t draw) {
        constexpr struct {
            vkd3d_shader_descriptor_type type;
            unsigned flags;
        } kinds[] = {{VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, VKD3D_SHADER_BINDING_FLAG_BUFFER},
                     {VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, VKD3D_SHADER_BINDING_FLAG_IMAGE},
                     {VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, VKD3D_SHADER_BINDING_FLAG_BUFFER},
                     {VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, VKD3D_SHADER_BINDING_FLAG_IMAGE},
                     {VKD3D_SHADER_DESCRIPTOR_TYPE_CBV, VKD3D_SHADER_BINDING_FLAG_BUFFER},
                     {VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER, 0}};
        const unsigned count = bounded ? 128 : ~0u;
        for (unsigned i = 0; i < std::size(kinds); ++i) {
            bindings[i] = {kinds[i].type, 0, 0, VKD3D_SHADER_VISIBILITY_ALL, kinds[i].flags, {0, i, count}};
            offsets[i] = {draw >> i & 1, draw >> (i + 6) & 1 ? i & 1 : ~0u};
        }
        counter = {0, 0, VKD3D_SHADER_VISIBILITY_ALL, {1, 0, count}, 0};
        pushed = {0, 0, VKD3D_SHADER_VISIBILITY_ALL, 16 + (draw >> 12 & 3) * 4, (draw >> 14 & 31) * 4};
        pair = {0, 0, 0, 0, VKD3D_SHADER_VISIBILITY_ALL, VKD3D_SHADER_BINDING_FLAG_IMAGE, {2, 0, 1}};
        table.type = VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO;
        table.descriptor_table_count = 2;
        table.binding_offsets = offsets;
        table.uav_counter_offsets = offsets;
        interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
        interface.next = &table;
        interface.bindings = bindings;
        interface.binding_count = std::size(bindings);
        interface.uav_counters = &counter;
        interface.uav_counter_count = 1;
        interface.push_constant_buffers = &pushed;
        interface.push_constant_buffer_count = pushes;
        interface.combined_samplers = &pair;
        interface.combined_sampler_count = combines;
        spirv.next = &interface;
    }

    static constexpr vkd3d_shader_spirv_extension extensions[] = {
        VKD3D_SHADER_SPIRV_EXTENSION_EXT_DEMOTE_TO_HELPER_INVOCATION,
        VKD3D_SHADER_SPIRV_EXTENSION_EXT_DESCRIPTOR_INDEXING,
        VKD3D_SHADER_SPIRV_EXTENSION_EXT_STENCIL_EXPORT,
        VKD3D_SHADER_SPIRV_EXTENSION_EXT_VIEWPORT_INDEX_LAYER,
        VKD3D_SHADER_SPIRV_EXTENSION_EXT_FRAGMENT_SHADER_INTERLOCK,
        VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS,
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_MULTIVIEW),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_INTEGER_DOT_PRODUCT),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADER_BARYCENTRIC),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADING_RATE),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_FRAGMENT_FULLY_COVERED),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_MESH_SHADER),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_RAY_QUERY),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_NV_COMPUTE_SHADER_DERIVATIVES),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_SHADER_IMAGE_INT64),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_SHADER_ATOMIC_FLOAT_ADD),
        vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_SHADER_CLOCK)};
    vkd3d_shader_spirv_target_info spirv{};
    vkd3d_shader_compile_option options[8];
    vkd3d_shader_resource_binding bindings[6];
    vkd3d_shader_descriptor_offset offsets[6];
    vkd3d_shader_uav_counter_binding counter;
    vkd3d_shader_push_constant_buffer pushed;
    vkd3d_shader_combined_resource_sampler pair;
    vkd3d_shader_descriptor_offset_info table{};
    vkd3d_shader_interface_info interface {};
    vkd3d_shader_parameter1 parameters[16] = {};
    vkd3d_shader_parameter_info list{};

    std::string text() const {
        std::string all = "environment " + std::to_string(unsigned(spirv.environment)) + ", " +
                          std::to_string(spirv.extension_count) + " extensions, dual source " +
                          std::to_string(spirv.dual_source_blending);
        for (const auto &option : options)
            all += ", option " + std::to_string(unsigned(option.name)) + "=" + std::to_string(option.value);
        if (interface.bindings) all += ", bindings";
        if (list.parameters) all += ", state";
        return all;
    }
};

// Whatever the library emits must be valid, also for input that no compiler would write.
std::string validate([[maybe_unused]] const vkd3d_shader_code &module,
                     [[maybe_unused]] vkd3d_shader_spirv_environment environment) {
    std::string text;
#ifdef WEFT_HAVE_SPIRV_TOOLS
    static std::map<unsigned, spv_context> contexts;
    spv_context &context = contexts[environment];
    if (!context) {
        constexpr spv_target_env targets[] = {SPV_ENV_VULKAN_1_0, SPV_ENV_VULKAN_1_1, SPV_ENV_VULKAN_1_2,
                                              SPV_ENV_VULKAN_1_3, SPV_ENV_OPENGL_4_5};
        const auto *place = std::find(std::begin(environments), std::end(environments), environment);
        context = spvContextCreate(targets[place - environments]);
    }
    spv_diagnostic diagnostic = nullptr;
    if (spvValidateBinary(context, static_cast<const uint32_t *>(module.code), module.size / 4,
                          &diagnostic) != SPV_SUCCESS)
        text = diagnostic && diagnostic->error ? diagnostic->error : "invalid module";
    spvDiagnosticDestroy(diagnostic);
#endif
    return text;
}

// The first line of a validator's text without the numbers and names that tell modules apart.
std::string kind_of(const std::string &text) {
    std::string kind;
    bool quoted = false;
    for (const char c : text.substr(0, text.find('\n'))) {
        if (c == '\'') quoted = !quoted;
        if (!quoted && !(c >= '0' && c <= '9')) kind += c;
    }
    return kind;
}

// What is wrong with a module that came out, or nothing.
std::string run_all(const Bytes &bytes, vkd3d_shader_source_type source, const Target &choice,
                    bool check_modules) {
    std::string invalid;
    vkd3d_shader_scan_descriptor_info descriptors{};
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    vkd3d_shader_scan_signature_info signatures{};
    signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    signatures.next = &descriptors;
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.next = &signatures;
    info.source = {bytes.data(), bytes.size()};
    info.source_type = source;
    info.log_level = VKD3D_SHADER_LOG_INFO;
    char *messages = nullptr;
    if (vkd3d_shader_scan(&info, &messages) >= 0) {
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
        vkd3d_shader_free_scan_signature_info(&signatures);
    }
    vkd3d_shader_free_messages(messages);
    info.next = &choice.spirv;
    info.options = choice.options;
    info.option_count = std::size(choice.options);
    for (const auto target : {VKD3D_SHADER_TARGET_D3D_ASM, VKD3D_SHADER_TARGET_SPIRV_BINARY}) {
        info.target_type = target;
        vkd3d_shader_code out{};
        messages = nullptr;
        if (vkd3d_shader_compile(&info, &out, &messages) >= 0) {
            if (check_modules && target == VKD3D_SHADER_TARGET_SPIRV_BINARY)
                invalid = validate(out, choice.spirv.environment);
            vkd3d_shader_free_shader_code(&out);
        }
        vkd3d_shader_free_messages(messages);
    }
    return invalid;
}

// Byte code from all files below a folder.
void collect(const std::string &folder, std::vector<Bytes> &seeds) {
    namespace fs = std::filesystem;
    std::error_code error;
    std::vector<fs::path> paths;
    for (auto it = fs::recursive_directory_iterator(folder, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error))
        if (it->is_regular_file()) paths.push_back(it->path());
    std::sort(paths.begin(), paths.end());
    for (const auto &path : paths) {
        std::ifstream file(path, std::ios::binary);
        Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        if (is_container(bytes) || is_d3dbc(bytes)) seeds.push_back(std::move(bytes));
    }
}

// What is in work, for the handler below.
constexpr char finding_file[] = "fuzz-smoke-finding.bin";
constexpr unsigned hang_seconds = 10;
const uint8_t *current_data;
size_t current_size;

// Whatever kills the process leaves the input that did it.
void on_fatal(int number) {
    const int file = open(finding_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, current_data, current_size) < 0) _exit(3);
    constexpr char hang[] = "fuzz-smoke: HANG, the input is in fuzz-smoke-finding.bin\n";
    constexpr char crash[] = "fuzz-smoke: CRASH, the input is in fuzz-smoke-finding.bin\n";
    const ssize_t ignored =
        number == SIGALRM ? write(2, hang, sizeof(hang) - 1) : write(2, crash, sizeof(crash) - 1);
    (void)ignored;
    _exit(1);
}

void catch_fatal_signals() {
    // A stack overflow leaves no stack to handle it on.
    static uint8_t stack[65536];
    stack_t alternative{};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof(stack);
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_handler = on_fatal;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM})
        sigaction(number, &action, nullptr);
}

} // namespace

int main(int argc, char **argv) {
    unsigned seconds = 10;
    bool check_modules = false;
    std::vector<Bytes> seeds;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            seconds = unsigned(atoi(argv[++i]));
        else if (strcmp(argv[i], "--validate") == 0)
            check_modules = true;
        else
            collect(argv[i], seeds);
    }
    if (seeds.empty()) {
        fprintf(stderr, "Usage: fuzz-smoke [--seconds N] [--validate] FOLDER...   (no shader found)\n");
        return 2;
    }
    catch_fatal_signals();
    Random random;
    const auto start = Clock::now();
    uint64_t runs = 0, invalid_modules = 0;
    std::map<std::string, uint64_t> kinds;
    double slowest = 0;
    while (Clock::now() - start < std::chrono::seconds(seconds)) {
        const Bytes &seed = seeds[random.below(seeds.size())];
        Bytes bytes = seed;
        vkd3d_shader_source_type source = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
        if (is_container(seed)) {
            bytes = damage_container(seed, random);
            source = has_dxil(seed) ? VKD3D_SHADER_SOURCE_DXBC_DXIL : VKD3D_SHADER_SOURCE_DXBC_TPF;
        } else {
            damage(bytes, random);
        }
        current_data = bytes.data();
        current_size = bytes.size();
        alarm(hang_seconds);
        const auto before = Clock::now();
        const Target target(random.next());
        const std::string invalid = run_all(bytes, source, target, check_modules);
        if (!invalid.empty()) {
            ++invalid_modules;
            auto &count = kinds[kind_of(invalid)];
            if (count++ == 0) {
                const std::string path = "fuzz-smoke-invalid-" + std::to_string(kinds.size()) + ".bin";
                std::ofstream(path, std::ios::binary)
                    .write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
                printf("invalid module from %s (%s): %s\n", path.c_str(), target.text().c_str(),
                       invalid.c_str());
            }
        }
        slowest = std::max(slowest, std::chrono::duration<double, std::milli>(Clock::now() - before).count());
        ++runs;
    }
    printf("%llu damaged shaders from %zu seeds in %u s, slowest %.1f ms, no crash, %llu invalid modules\n",
           (unsigned long long)runs, seeds.size(), seconds, slowest, (unsigned long long)invalid_modules);
    for (const auto &[kind, count] : kinds)
        printf("%8llu  %s\n", (unsigned long long)count, kind.c_str());
    return invalid_modules ? 1 : 0;
}
