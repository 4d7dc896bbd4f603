// Signature parts and PSV0.
#include <iterator>

#include "vkd3d-dxbc/dump.h"

namespace weft::dxbc {

namespace {

constexpr const char *component_types[] = {"none",   "uint",  "int",     "float",  "bool", "double",
                                           "uint64", "int64", "float16", "uint16", "int16"};
constexpr const char *precisions[] = {"", "float16", "fixed 8.2", "", "int16", "uint16"};
constexpr const char *interpolations[] = {"",
                                          "constant",
                                          "linear",
                                          "centroid",
                                          "noperspective",
                                          "noperspective centroid",
                                          "sample",
                                          "noperspective sample"};
constexpr const char *stages[] = {"pixel",        "vertex",  "geometry",      "hull",
                                  "domain",       "compute", "library",       "ray generation",
                                  "intersection", "any hit", "closest hit",   "miss",
                                  "callable",     "mesh",    "amplification", "node"};
constexpr const char *resource_types[] = {"",
                                          "sampler",
                                          "CBV",
                                          "SRV",
                                          "raw SRV",
                                          "structured SRV",
                                          "UAV",
                                          "raw UAV",
                                          "structured UAV",
                                          "structured UAV with counter"};
constexpr const char *resource_kinds[] = {"",
                                          "1D",
                                          "2D",
                                          "2DMS",
                                          "3D",
                                          "cube",
                                          "1D array",
                                          "2D array",
                                          "2DMS array",
                                          "cube array",
                                          "buffer",
                                          "raw",
                                          "structured",
                                          "cbuffer",
                                          "sampler",
                                          "tbuffer",
                                          "acceleration structure",
                                          "feedback",
                                          "feedback array"};

std::string sysval_name(unsigned value) {
    switch (value) {
    case VKD3D_SHADER_SV_NONE: return "";
    case VKD3D_SHADER_SV_TESS_FACTOR_QUADEDGE: return "quad edge factor";
    case VKD3D_SHADER_SV_TESS_FACTOR_QUADINT: return "quad inner factor";
    case VKD3D_SHADER_SV_TESS_FACTOR_TRIEDGE: return "triangle edge factor";
    case VKD3D_SHADER_SV_TESS_FACTOR_TRIINT: return "triangle inner factor";
    case VKD3D_SHADER_SV_TESS_FACTOR_LINEDET: return "line detail factor";
    case VKD3D_SHADER_SV_TESS_FACTOR_LINEDEN: return "line density factor";
    default: return "";
    }
}

std::string meaning(const weft_signature_element &e) {
    const std::string factor = sysval_name(e.sysval_semantic);
    return factor.empty() ? weft_signature_get_semantic_name(e.semantic_kind) : factor;
}

std::string indices(const weft_signature_element &e) {
    std::string text;
    for (unsigned r = 0; r < e.row_count; ++r)
        text += std::string(r ? " " : "") + std::to_string(e.semantic_indices ? e.semantic_indices[r] : r);
    return text;
}

Value place(unsigned n) {
    return n == WEFT_SIGNATURE_UNALLOCATED ? Value() : Value(n);
}

unsigned declared(const weft_signature_element &e) {
    return ((1u << e.column_count) - 1)
           << (e.start_column == WEFT_SIGNATURE_UNALLOCATED ? 0 : e.start_column);
}

Value elements(const weft_signature &signature) {
    Value list = Value::list();
    for (unsigned i = 0; i < signature.element_count; ++i) {
        const weft_signature_element &e = signature.elements[i];
        list.add(
            Value::object()
                .add("id", i)
                .add("name", e.semantic_name)
                .add("indices", indices(e))
                .add("register", place(e.start_row))
                .add("rows", e.row_count)
                .add("mask", mask_text(declared(e)))
                .add("meaning", meaning(e))
                .add("type", name_of(component_types, std::size(component_types), e.component_type))
                .add("interpolation", name_of(interpolations, std::size(interpolations), e.interpolation))
                .add("dynamic", mask_text(e.dynamic_index_mask))
                .add("stream", e.stream_index));
    }
    return list;
}

Value words(const weft_component_mask &mask) {
    Value list = Value::list();
    for (unsigned i = 0; i < mask.word_count; ++i)
        list.add(hex(mask.words[i], 8));
    return list;
}

// What the words of a stage mean.
void stage_words(const weft_pipeline_validation &v, Value &out) {
    const uint32_t *w = v.stage_words;
    const auto position = [&](uint32_t word) { out.add("writes position", bool(word & 0xff)); };
    switch (v.stage) {
    case WEFT_SHADER_STAGE_VERTEX: position(w[0]); break;
    case WEFT_SHADER_STAGE_HULL:
        out.add("input control points", w[0]).add("output control points", w[1]).add("domain", w[2]);
        out.add("output primitive", w[3]).add("patch constant vectors", v.patch_constant_vectors);
        break;
    case WEFT_SHADER_STAGE_DOMAIN:
        out.add("input control points", w[0]).add("domain", w[2]);
        out.add("patch constant vectors", v.patch_constant_vectors);
        position(w[1]);
        break;
    case WEFT_SHADER_STAGE_GEOMETRY:
        out.add("input primitive", w[0]).add("output topology", w[1]).add("streams", w[2]);
        out.add("vertices at most", v.max_vertex_count);
        position(w[3]);
        break;
    case WEFT_SHADER_STAGE_PIXEL:
        out.add("writes depth", bool(w[0] & 0xff)).add("runs per sample", bool(w[0] >> 8 & 0xff));
        break;
    case WEFT_SHADER_STAGE_MESH:
        out.add("shared bytes", w[0]).add("shared bytes by view", w[1]).add("payload bytes", w[2]);
        out.add("vertices at most", w[3] & 0xffff).add("primitives at most", w[3] >> 16);
        out.add("topology", v.mesh_topology).add("primitive vectors", v.patch_constant_vectors);
        break;
    case WEFT_SHADER_STAGE_AMPLIFICATION: out.add("payload bytes", w[0]); break;
    default: break;
    }
}

} // namespace

bool is_signature_tag(uint32_t tag) {
    switch (tag) {
    case cli::fourcc("ISGN"):
    case cli::fourcc("OSGN"):
    case cli::fourcc("PCSG"):
    case cli::fourcc("OSG5"):
    case cli::fourcc("ISG1"):
    case cli::fourcc("OSG1"):
    case cli::fourcc("PSG1"): return true;
    default: return false;
    }
}

Value dump_signature(const File &file, const vkd3d_shader_dxbc_section_desc &section) {
    weft_signature_part_info info{};
    info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO;
    info.tag = section.tag;
    info.domain_shader = file.program_kind() == WEFT_SHADER_STAGE_DOMAIN;
    weft_signature signature;
    char *messages = nullptr;
    const int result = weft_signature_parse_part(&info, &section.data, &signature, &messages);
    const std::string text = take_messages(messages);
    if (result < 0) return Value::object().add("error", text);
    Value list = Value::list();
    for (unsigned i = 0; i < signature.element_count; ++i) {
        const weft_signature_element &e = signature.elements[i];
        list.add(Value::object()
                     .add("name", e.semantic_name)
                     .add("index", e.semantic_indices[0])
                     .add("register", place(e.start_row))
                     .add("mask", mask_text(declared(e)))
                     .add("used", mask_text(e.usage_mask))
                     .add("meaning", meaning(e))
                     .add("type", name_of(component_types, std::size(component_types), e.component_type))
                     .add("precision", name_of(precisions, std::size(precisions), e.min_precision))
                     .add("stream", e.stream_index));
    }
    weft_free_signature(&signature);
    return list;
}

Value dump_validation(const File &, const vkd3d_shader_dxbc_section_desc &section) {
    weft_pipeline_validation v{};
    v.type = WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION;
    char *messages = nullptr;
    const int result = weft_parse_pipeline_validation(&section.data, &v, &messages);
    const std::string text = take_messages(messages);
    if (result < 0) return Value::object().add("error", text);
    Value out = Value::object();
    out.add("version", v.version);
    if (v.version >= 1) out.add("stage", name_of(stages, std::size(stages), v.stage));
    if (v.version >= 3) out.add("entry point", v.entry_name);
    stage_words(v, out);
    out.add("wave lanes", Value::list().add(v.minimum_wave_lanes).add(v.maximum_wave_lanes));
    if (v.version >= 2)
        out.add("threads", Value::list()
                               .add(v.thread_group_size[0])
                               .add(v.thread_group_size[1])
                               .add(v.thread_group_size[2]));
    if (v.version >= 4) out.add("group shared bytes", v.group_shared_bytes);
    if (v.version >= 1) {
        out.add("uses view id", v.uses_view_id).add("input vectors", v.input_vectors);
        Value vectors = Value::list();
        for (unsigned n : v.output_vectors)
            vectors.add(n);
        out.add("output vectors", vectors);
    }
    Value resources = Value::list();
    for (unsigned i = 0; i < v.resource_count; ++i) {
        const weft_validation_resource &r = v.resources[i];
        resources.add(Value::object()
                          .add("type", name_of(resource_types, std::size(resource_types), r.resource_type))
                          .add("space", r.space)
                          .add("first", r.lower_bound)
                          .add("last", r.upper_bound == ~0u ? Value("unbounded") : Value(r.upper_bound))
                          .add("kind", name_of(resource_kinds, std::size(resource_kinds), r.kind))
                          .add("flags", hex(r.flags)));
    }
    out.add("resources", resources);
    if (v.version >= 1) {
        out.add("inputs", elements(v.inputs)).add("outputs", elements(v.outputs));
        out.add("patch constants", elements(v.patch_constants));
        Value tables = Value::object();
        const auto table = [&](std::string name, const weft_component_mask &mask) {
            if (mask.word_count) tables.add(name, words(mask));
        };
        for (unsigned s = 0; s < 4; ++s) {
            const std::string stream = s ? std::string(" ") + std::to_string(s) : std::string();
            table("outputs by view" + stream, v.view_outputs[s]);
            table("outputs by input component" + stream, v.input_outputs[s]);
        }
        table("patch constants by view", v.view_patch_constants);
        table("patch constants by input component", v.input_patch_constants);
        table("outputs by patch constant component", v.patch_constant_outputs);
        out.add("dependencies", tables);
    }
    weft_free_pipeline_validation(&v);
    return out;
}

} // namespace weft::dxbc
