#include "corpus-check/check.h"

#include <weft.h>

#ifdef WEFT_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

namespace weft::corpus {
namespace {

#ifdef WEFT_HAVE_SPIRV_TOOLS
constexpr int env_opengl = SPV_ENV_OPENGL_4_5, env_vulkan_1_0 = SPV_ENV_VULKAN_1_0,
              env_vulkan_1_1 = SPV_ENV_VULKAN_1_1, env_vulkan_1_2 = SPV_ENV_VULKAN_1_2,
              env_vulkan_1_3 = SPV_ENV_VULKAN_1_3;
#else
constexpr int env_opengl = 0, env_vulkan_1_0 = 0, env_vulkan_1_1 = 0, env_vulkan_1_2 = 0, env_vulkan_1_3 = 0;
#endif

// The default of DXIL comes first, then that of the others.
constexpr Environment environments[] = {
    {"vulkan-1.3", vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3), env_vulkan_1_3},
    {"vulkan-1.1", VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1, env_vulkan_1_1},
    {"vulkan-1.0", VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0, env_vulkan_1_0},
    {"opengl-4.5", VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5, env_opengl},
    {"vulkan-1.2", vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2), env_vulkan_1_2},
};

constexpr vkd3d_shader_compile_option options[] = {
    {VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17},
    {VKD3D_SHADER_COMPILE_OPTION_FEATURE, VKD3D_SHADER_COMPILE_OPTION_FEATURE_INT64 |
                                              VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64 |
                                              VKD3D_SHADER_COMPILE_OPTION_FEATURE_WAVE_OPS},
    {vkd3d_shader_compile_option_name(WEFT_COMPILE_OPTION_FEATURE),
     WEFT_FEATURE_FLOAT16 | WEFT_FEATURE_INT16 | WEFT_FEATURE_STORAGE_16BIT | WEFT_FEATURE_INT64_ATOMICS |
         WEFT_FEATURE_SUBGROUP_EXTENDED_TYPES},
};

// What a corpus may need beyond the core; a driver with these is the common case.
constexpr vkd3d_shader_spirv_extension extensions[] = {
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_DESCRIPTOR_INDEXING,
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_STENCIL_EXPORT,
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_VIEWPORT_INDEX_LAYER,
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_FRAGMENT_SHADER_INTERLOCK,
    vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADER_BARYCENTRIC),
    vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADING_RATE),
    vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_FRAGMENT_FULLY_COVERED),
    vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_MESH_SHADER),
    vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_KHR_RAY_QUERY),
    vkd3d_shader_spirv_extension(WEFT_SPIRV_EXTENSION_EXT_SHADER_IMAGE_INT64),
};

uint64_t now_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000u + uint64_t(time.tv_nsec);
}

constexpr uint8_t bit(Step step) {
    return uint8_t(1u << unsigned(step));
}

class Checker {
  public:
    Checker(cli::ByteView bytes, vkd3d_shader_source_type type, const char *name, const Plan &plan,
            Record &record)
        : bytes_(bytes), type_(type), name_(name), plan_(plan), record_(record) {}

    void run() {
        if (!step(Step::parse, 0, [&] { return parse(); })) return;
        step(Step::scan, 0, [&] { return scan(true); });
        step(Step::disassemble, 0, [&] {
            vkd3d_shader_code out{};
            return compile(VKD3D_SHADER_TARGET_D3D_ASM, nullptr, out);
        });
        unsigned target_count = 0;
        const auto *targets = vkd3d_shader_get_supported_target_types(type_, &target_count);
        record_.translates = std::find(targets, targets + target_count, VKD3D_SHADER_TARGET_SPIRV_BINARY) !=
                             targets + target_count;
        if (!record_.translates) return;
        // Several environments count as one step that needs them all.
        const auto wanted = plan_.environments_of(type_);
        size_t compiled = 0, valid = 0;
        for (size_t i = 0; i < wanted.size(); ++i) {
            vkd3d_shader_code out{};
            keep_output_ = true;
            const bool ok = step(Step::compile, i,
                                 [&] { return compile(VKD3D_SHADER_TARGET_SPIRV_BINARY, &wanted[i], out); });
            keep_output_ = false;
            if (!ok) {
                record_.not_implemented = result_ == VKD3D_ERROR_NOT_IMPLEMENTED;
                continue;
            }
            ++compiled;
            if (plan_.can_validate && step(Step::validate, i, [&] { return validate(wanted[i], out); }))
                ++valid;
            vkd3d_shader_free_shader_code(&out);
        }
        if (compiled != wanted.size()) record_.passed &= uint8_t(~bit(Step::compile));
        if (valid != wanted.size()) record_.passed &= uint8_t(~bit(Step::validate));
        record_.invalid = plan_.can_validate && valid != compiled;
    }

  private:
    template <typename F>
    bool step(Step which, size_t environment, F &&action) {
        record_.step = which;
        environment_ = environment;
        if (action()) {
            record_.passed |= bit(which);
            return true;
        }
        set_message(nullptr);
        return false;
    }

    void set_message(const char *text) {
        auto &message = record_.messages[size_t(record_.step)];
        if (message[0]) return;
        std::string line = cli::first_line(text);
        if (line.empty()) line = "result " + std::to_string(result_) + " without a diagnostic";
        const std::string prefix = std::string(name_) + ":";
        if (line.compare(0, prefix.size(), prefix) == 0)
            line.erase(0, prefix.size() + (line[prefix.size()] == ' '));
        const auto wanted = plan_.environments_of(type_);
        const bool name_environment = wanted.size() > 1 && record_.step >= Step::compile;
        snprintf(message, sizeof(message), "%s%s%s", name_environment ? wanted[environment_].name : "",
                 name_environment ? ": " : "", line.c_str());
    }

    // Slow calls are repeated: on a busy machine the first time says little.
    template <typename F>
    int timed(F &&call) {
        uint64_t best = UINT64_MAX;
        int result = 0;
        for (int attempt = 0; attempt < 3; ++attempt) {
            const uint64_t start = now_ns();
            result = call(attempt > 0);
            best = std::min(best, now_ns() - start);
            if (best < 5'000'000 || best > 2'000'000'000) break;
        }
        record_.worst_ns = std::max(record_.worst_ns, best);
        result_ = result;
        return result;
    }

    bool finish(int result, char *messages) {
        if (result < 0) set_message(messages);
        vkd3d_shader_free_messages(messages);
        return result >= 0;
    }

    vkd3d_shader_compile_info make_info(vkd3d_shader_target_type target, const void *next) const {
        vkd3d_shader_compile_info info{};
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        info.next = next;
        info.source = cli::as_code(bytes_);
        info.source_type = type_;
        info.target_type = target;
        info.options = options;
        info.option_count = std::size(options);
        info.log_level = VKD3D_SHADER_LOG_ERROR;
        info.source_name = name_;
        return info;
    }

    bool parse() {
        // Byte code of shader models 1 to 3 has no container; a bare scan reads it.
        if (type_ == VKD3D_SHADER_SOURCE_D3D_BYTECODE) return scan(false);
        const vkd3d_shader_code code = cli::as_code(bytes_);
        vkd3d_shader_dxbc_desc desc{};
        char *messages = nullptr;
        result_ = vkd3d_shader_parse_dxbc(&code, 0, &desc, &messages);
        if (result_ < 0 && repair()) {
            vkd3d_shader_free_messages(messages);
            record_.repaired = true;
            return parse();
        }
        if (!finish(result_, messages)) return false;
        vkd3d_shader_free_dxbc(&desc);
        vkd3d_shader_signature signature{};
        messages = nullptr;
        result_ = vkd3d_shader_parse_input_signature(&code, &signature, &messages);
        if (!finish(result_, messages)) return false;
        vkd3d_shader_free_shader_signature(&signature);
        return true;
    }

    // A container that is sound but for its stored checksum gets the right one: what lies behind is worth a
    // check.
    bool repair() {
        if (record_.repaired) return false;
        const vkd3d_shader_code code = cli::as_code(bytes_);
        vkd3d_shader_dxbc_desc desc{};
        if (vkd3d_shader_parse_dxbc(&code, VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM, &desc, nullptr) < 0)
            return false;
        vkd3d_shader_code whole{};
        const int result = vkd3d_shader_serialize_dxbc(desc.section_count, desc.sections, &whole, nullptr);
        vkd3d_shader_free_dxbc(&desc);
        if (result < 0) return false;
        const auto *begin = static_cast<const uint8_t *>(whole.code);
        repaired_.assign(begin, begin + whole.size);
        vkd3d_shader_free_shader_code(&whole);
        bytes_ = repaired_;
        return true;
    }

    bool scan(bool with_outputs) {
        char *messages = nullptr;
        const int result = timed([&](bool again) {
            if (again) vkd3d_shader_free_messages(messages);
            vkd3d_shader_scan_descriptor_info descriptors{};
            descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
            vkd3d_shader_scan_signature_info signatures{};
            signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
            signatures.next = &descriptors;
            vkd3d_shader_scan_combined_resource_sampler_info pairs{};
            pairs.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO;
            pairs.next = &signatures;
            const auto info = make_info(VKD3D_SHADER_TARGET_NONE, with_outputs ? &pairs : nullptr);
            const int code = vkd3d_shader_scan(&info, &messages);
            if (code >= 0 && with_outputs) {
                vkd3d_shader_free_scan_descriptor_info(&descriptors);
                vkd3d_shader_free_scan_signature_info(&signatures);
                vkd3d_shader_free_scan_combined_resource_sampler_info(&pairs);
            }
            return code;
        });
        return finish(result, messages);
    }

    bool compile(vkd3d_shader_target_type target, const Environment *environment, vkd3d_shader_code &out) {
        vkd3d_shader_spirv_target_info spirv{};
        spirv.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        if (environment) {
            spirv.environment = environment->value;
            if (environment->value != VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5) {
                spirv.extensions = extensions;
                spirv.extension_count = std::size(extensions);
            }
        }
        const auto info = make_info(target, environment ? &spirv : nullptr);
        char *messages = nullptr;
        bool have_output = false;
        const int result = timed([&](bool again) {
            if (again) vkd3d_shader_free_messages(messages);
            if (have_output) vkd3d_shader_free_shader_code(&out);
            out = {};
            const int code = vkd3d_shader_compile(&info, &out, &messages);
            have_output = code >= 0;
            return code;
        });
        if (have_output && !keep_output_) vkd3d_shader_free_shader_code(&out);
        return finish(result, messages);
    }

    bool validate([[maybe_unused]] const Environment &environment,
                  [[maybe_unused]] const vkd3d_shader_code &module) {
#ifdef WEFT_HAVE_SPIRV_TOOLS
        spv_context context = spvContextCreate(spv_target_env(environment.validator));
        spv_diagnostic diagnostic = nullptr;
        const spv_result_t result = spvValidateBinary(context, static_cast<const uint32_t *>(module.code),
                                                      module.size / 4, &diagnostic);
        result_ = result;
        if (result != SPV_SUCCESS) set_message(diagnostic ? diagnostic->error : nullptr);
        spvDiagnosticDestroy(diagnostic);
        spvContextDestroy(context);
        return result == SPV_SUCCESS;
#else
        return true;
#endif
    }

    cli::ByteView bytes_;
    std::vector<uint8_t> repaired_;
    vkd3d_shader_source_type type_;
    const char *name_;
    const Plan &plan_;
    Record &record_;
    int result_ = 0;
    size_t environment_ = 0;
    bool keep_output_ = false;
};

} // namespace

const char *step_name(Step step) {
    constexpr const char *names[step_count] = {"parse", "scan", "disassemble", "compile", "validate"};
    return names[size_t(step)];
}

std::span<const Environment> all_environments() {
    return environments;
}

std::span<const Environment> Plan::environments_of(vkd3d_shader_source_type type) const {
    if (one) return {one, 1};
    const std::span<const Environment> all = environments;
    if (type == VKD3D_SHADER_SOURCE_DXBC_DXIL) return all.first(1);
    return every ? all.subspan(1, 3) : all.subspan(1, 1);
}

bool validation_available() {
#ifdef WEFT_HAVE_SPIRV_TOOLS
    return true;
#else
    return false;
#endif
}

void check_blob(cli::ByteView bytes, vkd3d_shader_source_type type, const char *name, const Plan &plan,
                Record &record) {
    Checker(bytes, type, name, plan, record).run();
}

} // namespace weft::corpus
