#include "shader/signature_convert.h"

#include <cstring>

using namespace weft;

namespace weft::shader {

using signature::Element;

namespace {

constexpr unsigned row_limit = 32, column_limit = 4, register_limit = 255;

bool element_to_core(const weft_signature_element &c, unsigned index, Arena &arena, Diagnostics &diag,
                     Element *e) {
    const char *fault = nullptr;
    const bool has_row = c.start_row != WEFT_SIGNATURE_UNALLOCATED,
               has_column = c.start_column != WEFT_SIGNATURE_UNALLOCATED;
    if (!c.semantic_name)
        fault = "has no name";
    else if (!c.row_count || c.row_count > row_limit || !c.column_count || c.column_count > column_limit)
        fault = "has more or fewer rows or columns than there can be";
    else if (has_row != has_column)
        fault = "has a row or a column, but not both";
    else if (has_row && (c.start_row > register_limit || c.start_column > column_limit - c.column_count))
        fault = "is outside the registers";
    else if (static_cast<unsigned>(c.semantic_kind) >= WEFT_SEMANTIC_UNKNOWN ||
             static_cast<unsigned>(c.sysval_semantic) >= 0x80)
        fault = "is of an unknown kind";
    else if (static_cast<unsigned>(c.component_type) > VKD3D_SHADER_COMPONENT_INT16 ||
             static_cast<unsigned>(c.min_precision) > VKD3D_SHADER_MINIMUM_PRECISION_UINT_16 ||
             static_cast<unsigned>(c.normalisation) > WEFT_NORMALISATION_UNORM ||
             static_cast<unsigned>(c.interpolation) > WEFT_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE)
        fault = "has an unknown type, precision or interpolation";
    else if (c.usage_mask > 0xf || c.dynamic_index_mask > 0xf || c.stream_index > 3)
        fault = "has a mask or a stream out of range";
    if (fault) {
        diag.bare_error(Result::invalid_argument, code::dxil_signature, "Signature element %u %s.", index,
                        fault);
        return false;
    }
    const unsigned column = has_column ? c.start_column : 0;
    e->name = c.semantic_name;
    e->scan_index = index;
    e->rows = static_cast<uint8_t>(c.row_count);
    e->mask = static_cast<uint8_t>(((1u << c.column_count) - 1) << column);
    if (has_row) e->register_index = c.start_row;
    e->used_mask = static_cast<uint8_t>(c.usage_mask);
    e->dynamic_index_mask = static_cast<uint8_t>(c.dynamic_index_mask << column & 0xf);
    e->stream = static_cast<uint8_t>(c.stream_index);
    e->component_type = static_cast<signature::ComponentType>(c.component_type);
    e->min_precision = static_cast<signature::MinPrecision>(c.min_precision);
    e->normalisation = static_cast<signature::Normalisation>(c.normalisation);
    e->interpolation = static_cast<signature::Interpolation>(c.interpolation);
    const auto kind = static_cast<signature::SemanticKind>(c.semantic_kind);
    const auto value = static_cast<signature::SystemValue>(c.sysval_semantic);
    // The container's number where it fits the kind: it knows the domain of tessellation factors.
    e->system_value = c.sysval_semantic != VKD3D_SHADER_SV_NONE && signature::semantic_kind(value) == kind
                          ? value
                          : signature::system_value(kind);
    if (c.semantic_indices) {
        uint32_t *indices = arena.array<uint32_t>(c.row_count);
        for (unsigned r = 0; r < c.row_count; ++r)
            indices[r] = c.semantic_indices[r];
        e->set_indices(indices);
    }
    return true;
}

void element_from_core(const Element &e, weft_signature_element *c) {
    const bool has_register = e.register_index != signature::no_register;
    const unsigned column = signature::start_column(e.mask);
    c->semantic_name = copy_text(e.name);
    unsigned *indices = allocate<unsigned>(e.rows);
    c->semantic_indices = indices;
    for (unsigned r = 0; r < e.rows; ++r)
        indices[r] = e.index_of_row(r);
    c->semantic_kind = static_cast<weft_semantic_kind>(signature::semantic_kind(e.system_value));
    c->sysval_semantic = e.system_value < signature::SystemValue::first_internal
                             ? static_cast<vkd3d_shader_sysval_semantic>(e.system_value)
                             : VKD3D_SHADER_SV_NONE;
    c->component_type = static_cast<vkd3d_shader_component_type>(e.component_type);
    c->min_precision = static_cast<vkd3d_shader_minimum_precision>(e.min_precision);
    c->normalisation = static_cast<weft_normalisation>(e.normalisation);
    c->interpolation = static_cast<weft_interpolation_mode>(e.interpolation);
    c->row_count = e.rows;
    c->column_count = signature::column_count(e.mask);
    c->start_row = has_register ? e.register_index : WEFT_SIGNATURE_UNALLOCATED;
    c->start_column = has_register ? column : WEFT_SIGNATURE_UNALLOCATED;
    c->usage_mask = e.used_mask;
    c->dynamic_index_mask = e.dynamic_index_mask >> column;
    c->stream_index = e.stream;
}

} // namespace

char *copy_text(std::string_view text) {
    char *copy = allocate<char>(text.size() + 1);
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    return copy;
}

bool to_core(const weft_signature &signature, Arena &arena, Diagnostics &diag, signature::Signature *out) {
    *out = {arena.array<Element>(signature.element_count), signature.element_count};
    for (unsigned i = 0; i < signature.element_count; ++i) {
        (*out)[i] = Element{};
        if (!element_to_core(signature.elements[i], i, arena, diag, &(*out)[i])) return false;
    }
    return true;
}

bool to_core(const weft_module_signatures &module, Arena &arena, Diagnostics &diag,
             signature::MetadataSignatures *out) {
    out->native_16_bit = module.native_16_bit;
    out->entries = {arena.array<signature::EntrySignatures>(module.entry_count), module.entry_count};
    for (unsigned i = 0; i < module.entry_count; ++i) {
        const weft_entry_signatures &c = module.entries[i];
        signature::EntrySignatures e;
        e.function = c.function ? c.function : "";
        e.stage = static_cast<signature::Stage>(c.stage);
        e.has_inputs = c.has_inputs;
        e.has_outputs = c.has_outputs;
        e.has_patch_constants = c.has_patch_constants;
        if (!to_core(c.inputs, arena, diag, &e.inputs) || !to_core(c.outputs, arena, diag, &e.outputs) ||
            !to_core(c.patch_constants, arena, diag, &e.patch_constants))
            return false;
        out->entries[i] = e;
    }
    return true;
}

void from_core(std::span<const Element> elements, weft_signature *out) {
    *out = {};
    if (elements.empty()) return;
    out->elements = allocate<weft_signature_element>(elements.size());
    try {
        for (const Element &e : elements)
            element_from_core(e, &out->elements[out->element_count++]);
    } catch (...) {
        weft_free_signature(out);
        throw;
    }
}

void from_core(const signature::MetadataSignatures &signatures, weft_module_signatures *out) {
    *out = {};
    out->native_16_bit = signatures.native_16_bit;
    if (signatures.entries.empty()) return;
    out->entries = allocate<weft_entry_signatures>(signatures.entries.size());
    try {
        for (const signature::EntrySignatures &e : signatures.entries) {
            weft_entry_signatures &c = out->entries[out->entry_count++];
            c.function = copy_text(e.function);
            c.stage = static_cast<weft_shader_stage>(e.stage);
            c.has_inputs = e.has_inputs;
            c.has_outputs = e.has_outputs;
            c.has_patch_constants = e.has_patch_constants;
            from_core(e.inputs, &c.inputs);
            from_core(e.outputs, &c.outputs);
            from_core(e.patch_constants, &c.patch_constants);
        }
    } catch (...) {
        weft_free_module_signatures(out);
        throw;
    }
}

} // namespace weft::shader

extern "C" {

VKD3D_SHADER_API void weft_free_signature(weft_signature *signature) {
    if (!signature) return;
    for (unsigned i = 0; i < signature->element_count; ++i) {
        std::free(const_cast<char *>(signature->elements[i].semantic_name));
        std::free(const_cast<unsigned *>(signature->elements[i].semantic_indices));
    }
    std::free(signature->elements);
    *signature = {};
}

VKD3D_SHADER_API void weft_free_module_signatures(weft_module_signatures *module) {
    if (!module) return;
    for (unsigned i = 0; i < module->entry_count; ++i) {
        std::free(const_cast<char *>(module->entries[i].function));
        weft_free_signature(&module->entries[i].inputs);
        weft_free_signature(&module->entries[i].outputs);
        weft_free_signature(&module->entries[i].patch_constants);
    }
    std::free(module->entries);
    *module = {};
}
}
