// weft_signature_*: packing, parts and metadata.
#include <cstring>

#include "core/signature/packing.h"
#include "shader/signature_convert.h"

using namespace weft;

namespace {

Result refuse(Diagnostics &diag, const char *what) {
    diag.bare_error(Result::invalid_argument, shader::code_argument, "%s", what);
    return Result::invalid_argument;
}

// Shader models of 0 are any.
uint32_t model_of(unsigned shader_model) {
    return shader_model ? shader_model : signature::any_shader_model;
}

bool pack_mode(const weft_signature_pack_info &info, signature::PackMode *mode) {
    const auto point = static_cast<signature::Point>(info.point);
    switch (info.mode) {
    case WEFT_SIGNATURE_PACK_DEFAULT: return signature::default_mode(point, mode);
    case WEFT_SIGNATURE_PACK_PREFIX_STABLE: *mode = signature::PackMode::prefix_stable; return true;
    case WEFT_SIGNATURE_PACK_OPTIMIZED: *mode = signature::PackMode::optimized; return true;
    case WEFT_SIGNATURE_PACK_STACKED: *mode = signature::PackMode::stacked; return true;
    case WEFT_SIGNATURE_PACK_INDEXED: *mode = signature::PackMode::indexed; return true;
    default: return false;
    }
}

Result check_info(const weft_signature_pack_info &info, Diagnostics &diag, signature::PackMode *mode) {
    if (info.type != WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO) return refuse(diag, "This is no pack info.");
    if (static_cast<unsigned>(info.point) >= static_cast<unsigned>(signature::Point::count))
        return refuse(diag, "There is no such point.");
    if (!pack_mode(info, mode))
        return refuse(diag, "There is no such mode, or none by default at this point.");
    return Result::ok;
}

// Names the elements that failed, and hands the failures over.
Result report(std::span<const signature::Element> elements, std::span<const signature::PackFailure> failures,
              Diagnostics &diag, weft_signature_pack_result *result) {
    for (const signature::PackFailure &f : failures) {
        const signature::Element &e = elements[f.element];
        const std::string_view rule = signature::rule_text(f.rule);
        diag.bare_error(Result::invalid_shader, code::dxil_signature, "%.*s%u has no place: %.*s.",
                        static_cast<int>(std::min<size_t>(e.name.size(), 64)), e.name.data(),
                        e.semantic_index, static_cast<int>(rule.size()), rule.data());
    }
    if (result && !failures.empty()) {
        result->failures = shader::allocate<weft_signature_pack_failure>(failures.size());
        for (const signature::PackFailure &f : failures)
            result->failures[result->failure_count++] = {f.element,
                                                         static_cast<weft_signature_pack_rule>(f.rule)};
    }
    return failures.empty() ? Result::ok : Result::invalid_shader;
}

bool stores_unused(const weft_signature_part_info &info) {
    switch (info.tag) {
    case container::tag("OSGN"):
    case container::tag("OSG5"):
    case container::tag("OSG1"): return true;
    case container::tag("PCSG"):
    case container::tag("PSG1"): return !info.domain_shader;
    default: return false;
    }
}

} // namespace

extern "C" {

VKD3D_SHADER_API weft_semantic_kind weft_signature_find_semantic(const char *name) {
    if (!name || !signature::is_system_name(name)) return WEFT_SEMANTIC_ARBITRARY;
    const signature::Semantic *s = signature::find_semantic(name);
    return s ? static_cast<weft_semantic_kind>(s->kind) : WEFT_SEMANTIC_UNKNOWN;
}

VKD3D_SHADER_API const char *weft_signature_get_semantic_name(weft_semantic_kind kind) {
    // The names are literals.
    if (static_cast<unsigned>(kind) >= WEFT_SEMANTIC_UNKNOWN) return "";
    return signature::semantic(static_cast<signature::SemanticKind>(kind)).name.data();
}

VKD3D_SHADER_API weft_semantic_interpretation weft_signature_interpret(weft_semantic_kind kind,
                                                                       weft_signature_point point,
                                                                       unsigned int shader_model) {
    if (static_cast<unsigned>(kind) >= WEFT_SEMANTIC_UNKNOWN ||
        static_cast<unsigned>(point) >= static_cast<unsigned>(signature::Point::count))
        return WEFT_SEMANTIC_INTERPRETATION_NOT_ALLOWED;
    return static_cast<weft_semantic_interpretation>(
        signature::interpret(static_cast<signature::SemanticKind>(kind), static_cast<signature::Point>(point),
                             model_of(shader_model)));
}

VKD3D_SHADER_API int weft_signature_get_element_masks(const weft_signature_element *element,
                                                      bool native_16_bit, unsigned int validator_version,
                                                      weft_signature_element_masks *masks) {
    if (masks->type != WEFT_STRUCTURE_TYPE_SIGNATURE_ELEMENT_MASKS) return VKD3D_ERROR_INVALID_ARGUMENT;
    constexpr unsigned first_with_masks = 0x105;
    const bool has_row = element->start_row != WEFT_SIGNATURE_UNALLOCATED,
               has_column = element->start_column != WEFT_SIGNATURE_UNALLOCATED;
    if (!element->column_count || element->column_count > 4 || has_row != has_column ||
        (has_column && element->start_column > 4 - element->column_count))
        return VKD3D_ERROR_INVALID_ARGUMENT;
    const bool has_masks = !validator_version || validator_version >= first_with_masks;
    masks->allocated = has_row;
    masks->declared_mask = has_row ? ((1u << element->column_count) - 1) << element->start_column : 0;
    masks->always_reads = has_masks ? element->usage_mask & 0xf : 0;
    masks->never_writes = has_masks ? ~element->usage_mask & 0xf : 0;
    masks->min_precision = native_16_bit ? VKD3D_SHADER_MINIMUM_PRECISION_NONE : element->min_precision;
    return VKD3D_OK;
}

VKD3D_SHADER_API int weft_signature_pack(const weft_signature_pack_info *info, weft_signature *signature,
                                         weft_signature_pack_result *result, char **messages) {
    if (result) *result = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        signature::PackMode mode;
        if (Result r = check_info(*info, diag, &mode); failed(r)) return r;
        signature::Signature elements;
        if (!shader::to_core(*signature, arena, diag, &elements)) return diag.result();
        const signature::Packing packing = signature::pack(
            elements, static_cast<signature::Point>(info->point), mode, arena, model_of(info->shader_model));
        const Result r = report(elements, packing.failures, diag, result);
        for (unsigned i = 0; i < signature->element_count; ++i) {
            const signature::Element &e = elements[i];
            const bool has_register = e.register_index != signature::no_register;
            weft_signature_element &c = signature->elements[i];
            c.start_row = has_register ? e.register_index : WEFT_SIGNATURE_UNALLOCATED;
            c.start_column = has_register ? signature::start_column(e.mask) : WEFT_SIGNATURE_UNALLOCATED;
            c.usage_mask = e.used_mask;
        }
        if (result) std::memcpy(result->row_counts, packing.rows, sizeof(result->row_counts));
        return r;
    });
}

VKD3D_SHADER_API int weft_signature_check(const weft_signature_pack_info *info,
                                          const weft_signature *signature, weft_signature_pack_result *result,
                                          char **messages) {
    if (result) *result = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        signature::PackMode mode;
        if (Result r = check_info(*info, diag, &mode); failed(r)) return r;
        signature::Signature elements;
        if (!shader::to_core(*signature, arena, diag, &elements)) return diag.result();
        const auto failures = signature::check_places(elements, static_cast<signature::Point>(info->point),
                                                      mode, arena, model_of(info->shader_model));
        if (result)
            for (const signature::Element &e : elements)
                if (e.register_index != signature::no_register)
                    result->row_counts[e.stream] =
                        std::max(result->row_counts[e.stream], e.register_index + e.rows);
        return report(elements, failures, diag, result);
    });
}

VKD3D_SHADER_API const char *weft_signature_get_pack_rule_text(weft_signature_pack_rule rule) {
    return signature::rule_text(static_cast<unsigned>(rule) <
                                        static_cast<unsigned>(signature::PackRule::count)
                                    ? static_cast<signature::PackRule>(rule)
                                    : signature::PackRule::none)
        .data();
}

VKD3D_SHADER_API void weft_free_signature_pack_result(weft_signature_pack_result *result) {
    if (!result) return;
    std::free(result->failures);
    *result = {};
}

VKD3D_SHADER_API int weft_signature_parse_part(const weft_signature_part_info *info,
                                               const vkd3d_shader_code *code, weft_signature *signature,
                                               char **messages) {
    *signature = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        if (info->type != WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO)
            return refuse(diag, "This is no part info.");
        Arena arena;
        const container::Part part = {info->tag, shader::bytes_of(*code)};
        signature::Signature elements;
        if (Result r = container::read_signature(part, stores_unused(*info), arena, diag, &elements);
            failed(r))
            return r;
        if (info->dxil) elements = container::declaration_order(part, elements, arena);
        shader::from_core(elements, signature);
        return Result::ok;
    });
}

VKD3D_SHADER_API int weft_signature_serialize_part(const weft_signature_part_info *info,
                                                   const weft_signature *signature, vkd3d_shader_code *code,
                                                   char **messages) {
    *code = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        if (info->type != WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO)
            return refuse(diag, "This is no part info.");
        Arena arena;
        signature::Signature elements;
        if (!shader::to_core(*signature, arena, diag, &elements)) return diag.result();
        const auto bytes = container::write_signature(
            info->tag, signature::by_row(elements, arena), stores_unused(*info), arena,
            info->dxil ? container::SignatureStyle::dxil : container::SignatureStyle::tpf);
        if (bytes.empty()) return refuse(diag, "No signature has this tag.");
        *code = shader::copy_code(bytes);
        return Result::ok;
    });
}

VKD3D_SHADER_API int weft_signature_parse_dxbc(const vkd3d_shader_code *dxbc, weft_module_signatures *module,
                                               char **messages) {
    *module = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        container::ShaderSignatures s;
        if (Result r = container::read_signatures(shader::bytes_of(*dxbc), arena, diag, &s); failed(r))
            return r;
        signature::EntrySignatures entry;
        entry.function = s.entry_name.empty() ? "main" : s.entry_name;
        entry.stage = static_cast<signature::Stage>(s.stage);
        entry.has_inputs = s.has_inputs;
        entry.has_outputs = s.has_outputs;
        entry.has_patch_constants = s.has_patch_constants;
        entry.inputs = s.inputs;
        entry.outputs = s.outputs;
        entry.patch_constants = s.patch_constants;
        shader::from_core({{&entry, 1}, s.native_16_bit}, module);
        return Result::ok;
    });
}

VKD3D_SHADER_API int weft_signature_replace_in_dxbc(const vkd3d_shader_code *dxbc,
                                                    const weft_module_signatures *module,
                                                    vkd3d_shader_code *out, char **messages) {
    *out = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        signature::MetadataSignatures signatures;
        if (!shader::to_core(*module, arena, diag, &signatures)) return diag.result();
        if (signatures.entries.size() != 1)
            return refuse(diag, "A container has the signatures of one entry point.");
        const signature::EntrySignatures &entry = signatures.entries[0];
        container::ShaderSignatures s;
        s.has_inputs = entry.has_inputs;
        s.has_outputs = entry.has_outputs;
        s.has_patch_constants = entry.has_patch_constants;
        s.inputs = entry.inputs;
        s.outputs = entry.outputs;
        s.patch_constants = entry.patch_constants;
        std::span<const uint8_t> bytes;
        if (Result r = container::replace_signatures(shader::bytes_of(*dxbc), s, arena, diag, &bytes);
            failed(r))
            return r;
        *out = shader::copy_code(bytes);
        return Result::ok;
    });
}

VKD3D_SHADER_API int weft_signature_parse_metadata(const weft_signature_metadata_info *info,
                                                   const vkd3d_shader_code *text,
                                                   weft_module_signatures *module, char **messages) {
    if (module) *module = {};
    return shader::guarded(messages, LogLevel::info, info->source_name, [&](Diagnostics &diag) {
        if (info->type != WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO)
            return refuse(diag, "This is no metadata info.");
        Arena arena;
        const auto bytes = shader::bytes_of(*text);
        signature::MetadataSignatures signatures;
        if (Result r = signature::read_metadata({reinterpret_cast<const char *>(bytes.data()), bytes.size()},
                                                static_cast<signature::Stage>(info->stage), arena, diag,
                                                &signatures);
            failed(r))
            return r;
        if (module) shader::from_core(signatures, module);
        return Result::ok;
    });
}

VKD3D_SHADER_API int weft_signature_serialize_metadata(const weft_module_signatures *module,
                                                       vkd3d_shader_code *text, char **messages) {
    *text = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        signature::MetadataSignatures signatures;
        if (!shader::to_core(*module, arena, diag, &signatures)) return diag.result();
        const std::string_view written = signature::write_metadata(signatures, arena);
        *text = shader::copy_code({reinterpret_cast<const uint8_t *>(written.data()), written.size()});
        return Result::ok;
    });
}
}
