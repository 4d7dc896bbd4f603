#include "vkd3d-dxbc/picture.h"

#include <algorithm>
#include <vector>

namespace weft::dxbc {

namespace {

struct Points {
    weft_shader_stage stage;
    const char *name;
    int inputs, outputs, patch_constants; // -1: none
};
constexpr Points points[] = {
    {WEFT_SHADER_STAGE_VERTEX, "vertex", WEFT_SIGNATURE_POINT_VERTEX_INPUT,
     WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, -1},
    {WEFT_SHADER_STAGE_HULL, "hull", WEFT_SIGNATURE_POINT_HULL_CONTROL_POINT_INPUT,
     WEFT_SIGNATURE_POINT_HULL_CONTROL_POINT_OUTPUT, WEFT_SIGNATURE_POINT_PATCH_CONSTANT_OUTPUT},
    {WEFT_SHADER_STAGE_DOMAIN, "domain", WEFT_SIGNATURE_POINT_DOMAIN_CONTROL_POINT_INPUT,
     WEFT_SIGNATURE_POINT_DOMAIN_OUTPUT, WEFT_SIGNATURE_POINT_DOMAIN_INPUT},
    {WEFT_SHADER_STAGE_GEOMETRY, "geometry", WEFT_SIGNATURE_POINT_GEOMETRY_VERTEX_INPUT,
     WEFT_SIGNATURE_POINT_GEOMETRY_OUTPUT, -1},
    {WEFT_SHADER_STAGE_PIXEL, "pixel", WEFT_SIGNATURE_POINT_PIXEL_INPUT, WEFT_SIGNATURE_POINT_PIXEL_OUTPUT,
     -1},
    {WEFT_SHADER_STAGE_MESH, "mesh", -1, WEFT_SIGNATURE_POINT_MESH_OUTPUT,
     WEFT_SIGNATURE_POINT_MESH_PRIMITIVE_OUTPUT},
    // Where nobody says what it is: between two stages.
    {WEFT_SHADER_STAGE_UNKNOWN, "unknown", WEFT_SIGNATURE_POINT_DOMAIN_CONTROL_POINT_INPUT,
     WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, WEFT_SIGNATURE_POINT_PATCH_CONSTANT_OUTPUT},
};

const char *mode_name(weft_signature_pack_mode mode) {
    switch (mode) {
    case WEFT_SIGNATURE_PACK_OPTIMIZED: return "optimized";
    case WEFT_SIGNATURE_PACK_STACKED: return "stacked";
    case WEFT_SIGNATURE_PACK_INDEXED: return "indexed";
    default: return "prefix-stable";
    }
}

// Inputs of vertex shaders are always stacked and outputs of pixel shaders indexed, unless asked for by name.
weft_signature_pack_mode mode_at(int point, weft_signature_pack_mode mode) {
    if (mode == WEFT_SIGNATURE_PACK_STACKED || mode == WEFT_SIGNATURE_PACK_INDEXED) return mode;
    if (point == WEFT_SIGNATURE_POINT_VERTEX_INPUT) return WEFT_SIGNATURE_PACK_STACKED;
    if (point == WEFT_SIGNATURE_POINT_PIXEL_OUTPUT) return WEFT_SIGNATURE_PACK_INDEXED;
    return mode == WEFT_SIGNATURE_PACK_DEFAULT ? WEFT_SIGNATURE_PACK_PREFIX_STABLE : mode;
}

std::string label(const weft_signature_element &e, unsigned row) {
    return std::string(e.semantic_name) + std::to_string(e.semantic_indices ? e.semantic_indices[row] : row);
}

// Elements that are side by side have different colours.
std::string painted(const std::string &text, unsigned element, bool colour) {
    constexpr unsigned first_colour = 31, colour_count = 6;
    if (!colour) return text;
    return std::string("\33[") + std::to_string(first_colour + element % colour_count) + "m" + text + "\33[m";
}

void draw(const weft_signature &signature, unsigned stream, unsigned rows, bool colour, std::string &out) {
    constexpr unsigned column_count = 4;
    std::vector<int> owner(rows * column_count, -1);
    std::vector<std::string> text(rows * column_count);
    size_t width = 1;
    for (unsigned i = 0; i < signature.element_count; ++i) {
        const weft_signature_element &e = signature.elements[i];
        if (e.start_row == WEFT_SIGNATURE_UNALLOCATED || e.stream_index != stream) continue;
        for (unsigned r = 0; r < e.row_count; ++r)
            for (unsigned c = 0; c < e.column_count; ++c) {
                const unsigned at = (e.start_row + r) * column_count + e.start_column + c;
                owner[at] = static_cast<int>(i);
                text[at] = label(e, r);
                width = std::max(width, text[at].size());
            }
    }
    const auto pad = [&](size_t size) { return std::string(width - size, ' '); };
    out += "      ";
    for (unsigned c = 0; c < column_count; ++c)
        out += std::string(1, "xyzw"[c]) + pad(1) + "   ";
    while (out.back() == ' ')
        out.pop_back();
    out += "\n";
    for (unsigned r = 0; r < rows; ++r) {
        const std::string name = std::string("r") + std::to_string(r);
        out += name + std::string(4 - name.size(), ' ') + "| ";
        for (unsigned c = 0; c < column_count; ++c) {
            const unsigned at = r * column_count + c;
            if (owner[at] < 0)
                out += std::string(".") + pad(1);
            else
                out += painted(text[at], static_cast<unsigned>(owner[at]), colour) + pad(text[at].size());
            out += " | ";
        }
        out.pop_back();
        out += "\n";
    }
}

bool draw_signature(const char *stage, const char *list, weft_signature &signature, int point,
                    weft_signature_pack_mode mode, bool colour, std::string &out) {
    weft_signature_pack_info info{};
    info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO;
    info.point = static_cast<weft_signature_point>(point);
    info.mode = mode_at(point, mode);
    weft_signature_pack_result result;
    const int packed = weft_signature_pack(&info, &signature, &result, nullptr);
    for (unsigned stream = 0; stream < 4; ++stream) {
        const unsigned rows = result.row_counts[stream];
        if (!rows && stream) continue;
        out += std::string(stage) + " " + list;
        if (stream) out += std::string(", stream ") + std::to_string(stream);
        out += std::string(", ") + mode_name(info.mode) + ": " + std::to_string(rows) +
               (rows == 1 ? " register\n" : " registers\n");
        if (rows) draw(signature, stream, rows, colour, out);
    }
    std::vector<bool> failed(signature.element_count);
    for (unsigned i = 0; i < result.failure_count; ++i) {
        const unsigned index = result.failures[i].element_index;
        failed[index] = true;
        out += label(signature.elements[index], 0) +
               " has no place: " + weft_signature_get_pack_rule_text(result.failures[i].rule) + "\n";
    }
    for (unsigned i = 0; i < signature.element_count; ++i)
        if (signature.elements[i].start_row == WEFT_SIGNATURE_UNALLOCATED && !failed[i])
            out += label(signature.elements[i], 0) + " needs no register\n";
    weft_free_signature_pack_result(&result);
    return packed >= 0;
}

} // namespace

bool draw_packing(weft_module_signatures &module, weft_signature_pack_mode mode, bool colour,
                  std::string &out) {
    bool ok = true;
    for (unsigned i = 0; i < module.entry_count; ++i) {
        weft_entry_signatures &entry = module.entries[i];
        const Points *p = std::find_if(std::begin(points), std::end(points),
                                       [&](const Points &row) { return row.stage == entry.stage; });
        if (p == std::end(points)) p = std::end(points) - 1;
        if (module.entry_count > 1) out += std::string(entry.function) + ":\n";
        struct {
            const char *name;
            bool has;
            weft_signature *signature;
            int point;
        } const lists[] = {{"inputs", entry.has_inputs, &entry.inputs, p->inputs},
                           {"outputs", entry.has_outputs, &entry.outputs, p->outputs},
                           {entry.stage == WEFT_SHADER_STAGE_MESH ? "primitives" : "patch constants",
                            entry.has_patch_constants, &entry.patch_constants, p->patch_constants}};
        for (const auto &list : lists)
            if (list.has && list.point >= 0)
                ok &= draw_signature(p->name, list.name, *list.signature, list.point, mode, colour, out);
    }
    return ok;
}

} // namespace weft::dxbc
