// RDEF: constant buffers, their variables and the resources of a shader.
#include <iterator>

#include "vkd3d-dxbc/dump.h"

namespace weft::dxbc {

namespace {

constexpr const char *bindings[] = {"cbuffer",
                                    "tbuffer",
                                    "texture",
                                    "sampler",
                                    "UAV",
                                    "structured SRV",
                                    "structured UAV",
                                    "raw SRV",
                                    "raw UAV",
                                    "append UAV",
                                    "consume UAV",
                                    "structured UAV with counter",
                                    "acceleration structure",
                                    "feedback"};
constexpr const char *returns[] = {"",      "unorm", "snorm",  "sint",     "uint",
                                   "float", "mixed", "double", "continued"};
constexpr const char *dimensions[] = {"",     "buffer",     "1D", "1D array", "2D",         "2D array",
                                      "2DMS", "2DMS array", "3D", "cube",     "cube array", "raw buffer"};
constexpr const char *buffer_kinds[] = {"cbuffer", "tbuffer", "interface pointers", "resource layout"};
constexpr const char *classes[] = {"scalar", "vector", "row-major matrix", "column-major matrix",
                                   "object", "struct", "interface class",  "interface pointer"};
// Base types that constants have; the rest by number.
constexpr const char *base_types[] = {"void", "bool", "int", "float"};

std::string type_name(Fields &f, size_t at) {
    const unsigned cls = f.u16(at), base = f.u16(at + 2), rows = f.u16(at + 4), columns = f.u16(at + 6),
                   count = f.u16(at + 8);
    std::string text = base == 19   ? "uint"
                       : base == 39 ? "double"
                                    : name_of(base_types, std::size(base_types), base);
    if (cls == 1) text += std::to_string(columns);
    if (cls == 2 || cls == 3) text += std::to_string(rows) + "x" + std::to_string(columns);
    if (cls == 5) text = "struct";
    if (cls == 2) text.insert(0, "row_major ");
    if (cls == 4 || cls > 5) text = name_of(classes, std::size(classes), cls);
    if (count) text.append("[").append(std::to_string(count)).append("]");
    return text;
}

} // namespace

Value dump_resource_definitions(cli::ByteView part) {
    Fields f(part);
    constexpr size_t header_size = 28, header_size_5 = 60;
    const uint32_t buffer_count = f.u32(0), buffers_at = f.u32(4), binding_count = f.u32(8),
                   bindings_at = f.u32(12);
    const unsigned minor = f.u8(16), major = f.u8(17);
    if (!f.ok() || part.size() < (major >= 5 ? header_size_5 : header_size))
        return Value::object().add("error", "The part is too short for its header.");
    // From 5.0 on the header tells how long records are.
    size_t buffer_size = 24, binding_size = 32, variable_size = 24;
    if (major >= 5) {
        buffer_size = f.u32(36);
        binding_size = f.u32(40);
        variable_size = f.u32(44);
    }
    if (buffer_size < 24 || binding_size < 32 || variable_size < 24 || buffers_at > part.size() ||
        bindings_at > part.size() || buffer_count > (part.size() - buffers_at) / buffer_size ||
        binding_count > (part.size() - bindings_at) / binding_size)
        return Value::object().add("error", "The part has more records than bytes.");
    Value out = Value::object();
    out.add("version", std::to_string(major) + "." + std::to_string(minor)).add("flags", hex(f.u32(20)));
    out.add("creator", f.string(f.u32(24)));
    Value list = Value::list();
    for (uint32_t i = 0; i < binding_count; ++i) {
        const size_t at = bindings_at + i * binding_size;
        Value row = Value::object();
        row.add("name", f.string(f.u32(at)));
        row.add("kind", name_of(bindings, std::size(bindings), f.u32(at + 4)));
        row.add("type", name_of(returns, std::size(returns), f.u32(at + 8)));
        row.add("dimension", name_of(dimensions, std::size(dimensions), f.u32(at + 12)));
        row.add("first", f.u32(at + 20)).add("count", f.u32(at + 24));
        row.add("flags", hex(f.u32(at + 28)));
        row.add("space", binding_size >= 40 ? f.u32(at + 32) : 0u);
        list.add(row);
    }
    out.add("resources", list);
    // Buffers may point at the same variables; what a part of this size can say is bounded by it.
    size_t budget = part.size();
    Value buffers = Value::list();
    for (uint32_t i = 0; i < buffer_count; ++i) {
        const size_t at = buffers_at + i * buffer_size;
        const uint32_t count = f.u32(at + 4), variables_at = f.u32(at + 8);
        Value buffer = Value::object();
        buffer.add("name", f.string(f.u32(at)))
            .add("kind", name_of(buffer_kinds, std::size(buffer_kinds), f.u32(at + 20)));
        buffer.add("size", f.u32(at + 12)).add("flags", hex(f.u32(at + 16)));
        Value variables = Value::list();
        if (variables_at > part.size() || count > (part.size() - variables_at) / variable_size ||
            count > budget) {
            buffer.add("error", "The buffer has more variables than the part has bytes.");
            buffers.add(buffer);
            continue;
        }
        budget -= count;
        for (uint32_t k = 0; k < count; ++k) {
            const size_t v = variables_at + k * variable_size;
            variables.add(Value::object()
                              .add("name", f.string(f.u32(v)))
                              .add("type", type_name(f, f.u32(v + 16)))
                              .add("offset", f.u32(v + 4))
                              .add("size", f.u32(v + 8))
                              .add("used", bool(f.u32(v + 12) & 2)));
        }
        buffer.add("variables", variables);
        buffers.add(buffer);
    }
    out.add("buffers", buffers);
    if (!f.ok()) out.add("error", "Some records lie outside the part.");
    return out;
}

} // namespace weft::dxbc
