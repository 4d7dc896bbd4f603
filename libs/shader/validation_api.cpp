// weft_*_pipeline_validation(): the PSV0 part.
#include <cstring>

#include "shader/signature_convert.h"

using namespace weft;

namespace {

weft_component_mask copy_mask(std::span<const uint32_t> words) {
    weft_component_mask mask{};
    if (words.empty()) return mask;
    uint32_t *copy = shader::allocate<uint32_t>(words.size());
    std::memcpy(copy, words.data(), words.size_bytes());
    return {copy, static_cast<unsigned>(words.size())};
}

std::span<const uint32_t> span_of(const weft_component_mask &mask) {
    return {mask.words, mask.words ? mask.word_count : 0};
}

void fill(const container::Validation &v, weft_pipeline_validation *c) {
    c->version = v.version;
    c->stage = static_cast<weft_shader_stage>(v.stage);
    std::memcpy(c->stage_words, v.stage_words, sizeof(c->stage_words));
    c->minimum_wave_lanes = v.wave_lanes[0];
    c->maximum_wave_lanes = v.wave_lanes[1];
    c->uses_view_id = v.uses_view_id;
    c->max_vertex_count = v.max_vertex_count;
    c->patch_constant_vectors = v.patch_constant_vectors;
    c->mesh_topology = v.mesh_topology;
    c->input_vectors = v.input_vectors;
    std::memcpy(c->thread_group_size, v.thread_group_size, sizeof(c->thread_group_size));
    c->entry_name = shader::copy_text(v.entry_name);
    c->group_shared_bytes = v.group_shared_bytes;
    if (!v.later.empty()) {
        char *later = shader::allocate<char>(v.later.size());
        std::memcpy(later, v.later.data(), v.later.size());
        c->later = later;
        c->later_size = v.later.size();
    }
    if (!v.resources.empty()) {
        c->resources = shader::allocate<weft_validation_resource>(v.resources.size());
        for (const container::ValidationResource &r : v.resources)
            c->resources[c->resource_count++] = {r.type, r.space, r.lower, r.upper, r.kind, r.flags};
    }
    shader::from_core(v.inputs, &c->inputs);
    shader::from_core(v.outputs, &c->outputs);
    shader::from_core(v.patch_constants, &c->patch_constants);
    for (unsigned s = 0; s < container::validation_streams; ++s) {
        c->output_vectors[s] = v.output_vectors[s];
        c->view_outputs[s] = copy_mask(v.view_outputs[s]);
        c->input_outputs[s] = copy_mask(v.input_outputs[s]);
    }
    c->view_patch_constants = copy_mask(v.view_patch_constants);
    c->input_patch_constants = copy_mask(v.input_patch_constants);
    c->patch_constant_outputs = copy_mask(v.patch_constant_outputs);
}

Result to_core(const weft_pipeline_validation &c, Arena &arena, Diagnostics &diag, container::Validation *v) {
    bool fits = c.max_vertex_count <= 0xffff && c.patch_constant_vectors <= 0xff && c.mesh_topology <= 0xff &&
                c.input_vectors <= 0xff && static_cast<unsigned>(c.stage) <= 0xff;
    for (unsigned vectors : c.output_vectors)
        fits &= vectors <= 0xff;
    if (!fits) {
        diag.bare_error(Result::invalid_argument, shader::code_argument,
                        "A number is larger than PSV0 can hold.");
        return Result::invalid_argument;
    }
    v->version = c.version;
    v->stage = static_cast<container::ValidationStage>(c.stage);
    std::memcpy(v->stage_words, c.stage_words, sizeof(v->stage_words));
    v->wave_lanes[0] = c.minimum_wave_lanes;
    v->wave_lanes[1] = c.maximum_wave_lanes;
    v->uses_view_id = c.uses_view_id;
    v->max_vertex_count = static_cast<uint16_t>(c.max_vertex_count);
    v->patch_constant_vectors = static_cast<uint8_t>(c.patch_constant_vectors);
    v->mesh_topology = static_cast<uint8_t>(c.mesh_topology);
    v->input_vectors = static_cast<uint8_t>(c.input_vectors);
    std::memcpy(v->thread_group_size, c.thread_group_size, sizeof(v->thread_group_size));
    if (c.entry_name) v->entry_name = c.entry_name;
    v->group_shared_bytes = c.group_shared_bytes;
    if (c.later) v->later = {static_cast<const uint8_t *>(c.later), c.later_size};
    v->resources = {arena.array<container::ValidationResource>(c.resource_count), c.resource_count};
    for (unsigned i = 0; i < c.resource_count; ++i) {
        const weft_validation_resource &r = c.resources[i];
        v->resources[i] = {r.resource_type, r.space, r.lower_bound, r.upper_bound, r.kind, r.flags};
    }
    if (!shader::to_core(c.inputs, arena, diag, &v->inputs) ||
        !shader::to_core(c.outputs, arena, diag, &v->outputs) ||
        !shader::to_core(c.patch_constants, arena, diag, &v->patch_constants))
        return diag.result();
    for (unsigned s = 0; s < container::validation_streams; ++s) {
        v->output_vectors[s] = static_cast<uint8_t>(c.output_vectors[s]);
        v->view_outputs[s] = span_of(c.view_outputs[s]);
        v->input_outputs[s] = span_of(c.input_outputs[s]);
    }
    v->view_patch_constants = span_of(c.view_patch_constants);
    v->input_patch_constants = span_of(c.input_patch_constants);
    v->patch_constant_outputs = span_of(c.patch_constant_outputs);
    return Result::ok;
}

void free_mask(weft_component_mask &mask) {
    std::free(const_cast<uint32_t *>(mask.words));
}

} // namespace

extern "C" {

VKD3D_SHADER_API int weft_parse_pipeline_validation(const vkd3d_shader_code *part,
                                                    weft_pipeline_validation *validation, char **messages) {
    const weft_structure_type type = validation->type;
    const void *next = validation->next;
    *validation = {};
    validation->type = type;
    validation->next = next;
    const int result = shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        if (type != WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION) {
            diag.bare_error(Result::invalid_argument, shader::code_argument,
                            "This is no pipeline validation.");
            return Result::invalid_argument;
        }
        Arena arena;
        container::Validation v;
        if (Result r = container::read_validation(shader::bytes_of(*part), arena, diag, &v); failed(r))
            return r;
        fill(v, validation);
        return Result::ok;
    });
    if (result < 0) weft_free_pipeline_validation(validation);
    return result;
}

VKD3D_SHADER_API int weft_serialize_pipeline_validation(const weft_pipeline_validation *validation,
                                                        vkd3d_shader_code *part, char **messages) {
    *part = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        if (validation->type != WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION) {
            diag.bare_error(Result::invalid_argument, shader::code_argument,
                            "This is no pipeline validation.");
            return Result::invalid_argument;
        }
        Arena arena;
        container::Validation v;
        if (Result r = to_core(*validation, arena, diag, &v); failed(r)) return r;
        std::span<const uint8_t> bytes;
        if (Result r = container::write_validation(v, arena, diag, &bytes); failed(r)) return r;
        *part = shader::copy_code(bytes);
        return Result::ok;
    });
}

VKD3D_SHADER_API void weft_free_pipeline_validation(weft_pipeline_validation *validation) {
    if (!validation) return;
    std::free(const_cast<char *>(validation->entry_name));
    std::free(const_cast<void *>(validation->later));
    std::free(validation->resources);
    weft_free_signature(&validation->inputs);
    weft_free_signature(&validation->outputs);
    weft_free_signature(&validation->patch_constants);
    for (unsigned s = 0; s < container::validation_streams; ++s) {
        free_mask(validation->view_outputs[s]);
        free_mask(validation->input_outputs[s]);
    }
    free_mask(validation->view_patch_constants);
    free_mask(validation->input_patch_constants);
    free_mask(validation->patch_constant_outputs);
    const weft_structure_type type = validation->type;
    const void *next = validation->next;
    *validation = {};
    validation->type = type;
    validation->next = next;
}
}
