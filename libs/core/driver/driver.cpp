#include "core/driver/driver.h"

#include <cstdlib>
#include <iterator>
#include <string_view>

#include "core/cross/cross.h"
#include "core/d3dbc/reader.h"
#include "core/driver/languages.h"
#include "core/driver/parameters.h"
#include "core/driver/profile.h"
#include "core/passes/pipeline.h"
#include "core/spirv/text.h"
#include "core/spirv/writer.h"

namespace weft::driver {

namespace {

const char *name(SourceType type) {
    switch (type) {
    case SourceType::none: return "none";
    case SourceType::dxbc_tpf: return "dxbc-tpf";
    case SourceType::hlsl: return "hlsl";
    case SourceType::d3d_bytecode: return "d3dbc";
    case SourceType::dxbc_dxil: return "dxbc-dxil";
    case SourceType::fx: return "fx";
    case SourceType::tx: return "tx";
    }
    return "unknown";
}

const char *name(TargetType type) {
    switch (type) {
    case TargetType::none: return "none";
    case TargetType::spirv_binary: return "spirv-binary";
    case TargetType::spirv_text: return "spirv-text";
    case TargetType::d3d_asm: return "d3d-asm";
    case TargetType::d3d_bytecode: return "d3dbc";
    case TargetType::dxbc_tpf: return "dxbc-tpf";
    case TargetType::glsl: return "glsl";
    case TargetType::fx: return "fx";
    case TargetType::msl: return "msl";
    }
    return "unknown";
}

Result unsupported(const Options &options, Diagnostics &diag) {
    diag.bare_error(Result::not_implemented, code::ir_not_implemented,
                    "Translating %s to %s is not implemented.", name(options.source_type),
                    name(options.target_type));
    return diag.result();
}

Result lower(Arena &arena, std::span<const uint8_t> source, Options &options, Diagnostics &diag,
             ir::Module *module) {
    switch (options.source_type) {
    case SourceType::d3d_bytecode: return lower_d3dbc(arena, source, options, diag, module);
    case SourceType::dxbc_tpf: return lower_tpf(arena, source, options, diag, module);
    case SourceType::dxbc_dxil:
        return lower_dxil(arena, source, options, diag, module, &options.denormal_f32);
    default: return unsupported(options, diag);
    }
}

Result print(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
             Output *out) {
    switch (options.source_type) {
    case SourceType::d3d_bytecode: return print_d3dbc(arena, source, options, diag, out);
    case SourceType::dxbc_tpf: return print_tpf(arena, source, options, diag, out);
    case SourceType::dxbc_dxil: return print_dxil(arena, source, options, diag, out);
    default: return unsupported(options, diag);
    }
}

// What a compilation adds to the interface; a scan for a target reports it, too. Ahead of the limit on
// varyings, which counts it.
void add_fog(const Options &options, ir::Stage stage, Arena &arena, signature::Signature *inputs,
             signature::Signature *outputs) {
    auto append = [&](signature::Signature *side, const std::optional<signature::Element> &element) {
        if (!element) return;
        Vec<signature::Element> elements(arena, side->size() + 1);
        elements.append(*side);
        elements.push(*element);
        *side = elements.span();
    };
    switch (stage) {
    case ir::Stage::pixel:
        if (options.find_parameter(ParameterName::fog_fragment_mode))
            append(inputs, passes::added_fog_input(*inputs));
        break;
    case ir::Stage::vertex:
    case ir::Stage::domain:
    case ir::Stage::geometry:
        append(outputs, passes::added_fog_output(*outputs, fixed_function(options).fog_source));
        break;
    default: break;
    }
}

// Refuses a shader whose stage is not the one that the caller asked for.
Result check_stage(const Options &options, ir::Stage stage, Diagnostics &diag) {
    static constexpr const char *names[] = {"vertex", "hull", "domain", "geometry", "pixel", "compute"};
    const auto own = static_cast<uint32_t>(stage);
    const Visibility found =
        stage == ir::Stage::compute ? Visibility::compute : static_cast<Visibility>(own + 1);
    if (options.stage == Visibility::all || options.stage == found) return Result::ok;
    const auto asked = static_cast<uint32_t>(options.stage);
    diag.bare_error(Result::invalid_argument, code::ir_parameter,
                    "A %s shader was asked for, and this is a %s shader.",
                    options.stage == Visibility::compute ? "compute"
                    : asked <= std::size(names)          ? names[asked - 1]
                                                         : "different",
                    names[own]);
    return diag.result();
}

// Keeps the varyings of a shader below the limit that the caller stated. The one function of the signature
// and the limit decides for scans and compilations, so both sides of a link agree.
Result limit_side(signature::Signature elements, const char *side, const Options &options,
                  Diagnostics &diag) {
    if (!options.max_varyings || signature::limit_registers(elements, options.max_varyings))
        return Result::ok;
    diag.bare_error(Result::invalid_shader, code::spirv_register,
                    "The shader's %s need more than %u varyings.", side, options.max_varyings);
    return diag.result();
}

Result limit_varyings(const Options &options, Diagnostics &diag, ir::Module *module) {
    if (!options.max_varyings || module->stage >= ir::Stage::compute) return Result::ok;
    if (module->stage != ir::Stage::vertex)
        if (Result r = limit_side(module->inputs, "inputs", options, diag); failed(r)) return r;
    if (module->stage == ir::Stage::pixel) return Result::ok;
    if (!options.has_varying_map) return limit_side(module->outputs, "outputs", options, diag);
    for (const signature::VaryingMapEntry &entry : options.varying_map)
        if (entry.input_register >= options.max_varyings) {
            diag.bare_error(
                Result::invalid_argument, code::spirv_register,
                "The varying map names location %u, where there are %u: it stems from a scan with "
                "another limit.",
                entry.input_register, options.max_varyings);
            return diag.result();
        }
    return Result::ok;
}

// VKD3D_SHADER_CONFIG is a list of options, of which there is one: force_validation checks the module after
// every step and the SPIR-V at the end.
bool forced_validation() {
    static const bool forced = [] {
        const char *config = std::getenv("VKD3D_SHADER_CONFIG");
        for (std::string_view list = config ? config : ""; !list.empty();) {
            const size_t end = list.find_first_of(",;");
            if (list.substr(0, end) == "force_validation") return true;
            list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
        }
        return false;
    }();
    return forced;
}

// What Direct3D says of 32-bit denormals, whatever the shader: arithmetic flushes them. Callers of older API
// versions get neither the report nor the mode.
DenormalMode implied_denormal_f32(const Options &options) {
    const bool reported = options.api_version >= api_version_2_0;
    const bool flushed =
        options.source_type == SourceType::dxbc_tpf || options.source_type == SourceType::d3d_bytecode;
    return reported && flushed ? DenormalMode::flush_to_zero : DenormalMode::any;
}

bool emulates_float64(const Options &options) {
    return options.emulate_float64 == EmulateFloat64::always ||
           (options.emulate_float64 == EmulateFloat64::where_missing &&
            !(options.features & feature_float64));
}

Result make_spirv(Arena &arena, std::span<const uint8_t> source, Options options, Diagnostics &diag,
                  std::span<const uint32_t> *words) {
    if (!options.denormal_f32.present) options.denormal_f32 = {true, implied_denormal_f32(options), true};
    // A guess that saves growing: two or three instructions for each 24 bytes of Direct3D code, more where
    // control flow is dense. Room for a long program costs no memory until it is used.
    const size_t guess = source.size() / (source.size() >= 4 * 1024 ? 4 : 8) + 64;
    auto *module = arena.make<ir::Module>(arena, guess);
    module->next_spec_id = free_specialization_id(options);
    if (Result r = lower(arena, source, options, diag, module); failed(r)) return r;
    if (Result r = check_stage(options, module->stage, diag); failed(r)) return r;
    add_fog(options, module->stage, arena, &module->inputs, &module->outputs);
    if (Result r = limit_varyings(options, diag, module); failed(r)) return r;
    // Only the hull shader knows; its caller may hand that on.
    if (module->stage == ir::Stage::domain && options.has_domain_info) {
        module->tessellation.output = static_cast<ir::TessOutput>(options.domain_output);
        module->tessellation.partitioning = static_cast<ir::TessPartitioning>(options.domain_partitioning);
    }
    const passes::FixedFunction state = fixed_function(options);
    passes::PassOptions pass;
    pass.fixed_function = &state;
    pass.columns_are_fixed = options.source_type == SourceType::d3d_bytecode;
    pass.has_varying_map = options.has_varying_map;
    pass.varying_map = options.varying_map;
    Vec<passes::KeptOutput> captured(arena);
    // Nothing captures what a hull shader puts out.
    for (const TransformFeedbackElement &e : options.interface.transform_feedback.elements)
        if (!e.semantic_name.empty() && module->stage != ir::Stage::hull)
            captured.push({e.semantic_name, e.semantic_index, e.stream});
    pass.kept_outputs = captured.span();
    pass.point_size = options.write_tess_geom_point_size && options.environment != Environment::opengl_4_5;
    pass.trim_inputs = options.environment == Environment::vulkan_1_3;
    pass.lower_doubles = emulates_float64(options);
    pass.profile = profile(options);
    pass.verify |= forced_validation();
    if (Result r = passes::run(*module, pass, diag); failed(r)) return r;
    if (Result r = spirv::write(*module, options, arena, diag, words); failed(r)) return r;
    return forced_validation() ? spirv::validate(*words, options, diag) : Result::ok;
}

Result compile_to_spirv(Arena &arena, std::span<const uint8_t> source, const Options &options,
                        Diagnostics &diag, Output *out) {
    std::span<const uint32_t> words;
    if (Result r = make_spirv(arena, source, options, diag, &words); failed(r)) return r;
    if (options.target_type == TargetType::spirv_text) {
        std::string_view text;
        if (Result r = spirv::disassemble(words, options, arena, diag, &text); failed(r)) return r;
        out->code = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
        return Result::ok;
    }
    out->code = {reinterpret_cast<const uint8_t *>(words.data()), words.size_bytes()};
    return Result::ok;
}

// GLSL and MSL.
Result compile_to_text(Arena &arena, std::span<const uint8_t> source, const Options &options,
                       Diagnostics &diag, Output *out) {
    std::span<const uint32_t> words;
    if (Result r = make_spirv(arena, source, cross::spirv_options(options), diag, &words); failed(r))
        return r;
    std::string_view text;
    if (Result r = cross::translate(words, options, arena, diag, &text); failed(r)) return r;
    out->code = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
    return Result::ok;
}

} // namespace

Result compile(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
               Output *out) {
    switch (options.target_type) {
    case TargetType::d3d_asm:
        // A listing needs no stage of itself.
        if (options.stage != Visibility::all) {
            ScanResult about;
            if (Result r = scan(arena, source, options, {}, diag, &about); failed(r)) return r;
        }
        return print(arena, source, options, diag, out);
    case TargetType::spirv_binary:
    case TargetType::spirv_text: return compile_to_spirv(arena, source, options, diag, out);
    case TargetType::glsl:
    case TargetType::msl: return compile_to_text(arena, source, options, diag, out);
    default: return unsupported(options, diag);
    }
}

Result scan(Arena &arena, std::span<const uint8_t> source, const Options &options, const ScanRequest &request,
            Diagnostics &diag, ScanResult *out) {
    out->denormal_f32 = implied_denormal_f32(options);
    switch (options.source_type) {
    case SourceType::d3d_bytecode:
        if (Result r = scan_d3dbc(arena, source, options, diag, out); failed(r)) return r;
        break;
    case SourceType::dxbc_tpf:
        if (Result r = scan_tpf(arena, source, options, request, diag, out); failed(r)) return r;
        break;
    case SourceType::dxbc_dxil:
        if (Result r = scan_dxil(arena, source, request, diag, out); failed(r)) return r;
        break;
    default:
        diag.bare_error(Result::not_implemented, code::ir_not_implemented, "Scanning %s is not implemented.",
                        name(options.source_type));
        return diag.result();
    }
    if (Result r = check_stage(options, out->stage, diag); failed(r)) return r;
    if (!request.signatures) return Result::ok;
    if (options.target_type != TargetType::none && options.target_type != TargetType::d3d_asm)
        add_fog(options, out->stage, arena, &out->inputs, &out->outputs);
    if (!options.max_varyings) return Result::ok;
    if (out->stage != ir::Stage::vertex && out->stage < ir::Stage::compute)
        if (Result r = limit_side(out->inputs, "inputs", options, diag); failed(r)) return r;
    // Outputs may exceed the limit as long as nobody asks for all of them: a map drops what is not read.
    if (out->stage != ir::Stage::pixel) signature::limit_registers(out->outputs, options.max_varyings);
    return Result::ok;
}

size_t d3dbc_extent(const void *code) {
    return d3dbc::extent(code);
}

} // namespace weft::driver
