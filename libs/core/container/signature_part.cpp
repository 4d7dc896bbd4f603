#include <algorithm>

#include "core/container/container.h"
#include "core/support/bytes.h"

namespace weft::container {

using signature::ComponentType;
using signature::Element;
using signature::MinPrecision;
using signature::SystemValue;

namespace {

// What a part's tag says about its elements.
struct Layout {
    uint32_t tag;
    bool output;
    bool stream;        // elements start with the geometry stream
    bool min_precision; // elements end with the minimum precision

    constexpr size_t element_size() const { return 24 + (stream ? 4 : 0) + (min_precision ? 4 : 0); }
};

constexpr Layout layouts[] = {
    {tag("ISGN"), false, false, false}, {tag("OSGN"), true, false, false}, {tag("PCSG"), false, false, false},
    {tag("OSG5"), true, true, false},   {tag("ISG1"), false, true, true},  {tag("OSG1"), true, true, true},
    {tag("PSG1"), false, true, true},
};

const Layout *find_layout(uint32_t part_tag) {
    for (const Layout &layout : layouts)
        if (layout.tag == part_tag) return &layout;
    return nullptr;
}

// Component types by the number in the container. Those from 4 on came with DXIL, in the parts that it
// writes.
constexpr ComponentType component_types[] = {
    ComponentType::none,   ComponentType::uint,    ComponentType::int_,    ComponentType::float_,
    ComponentType::uint16, ComponentType::int16,   ComponentType::float16, ComponentType::uint64,
    ComponentType::int64,  ComponentType::double_,
};
constexpr uint32_t tpf_component_types = 4;

uint32_t stored_component_type(ComponentType type) {
    if (type == ComponentType::boolean) type = ComponentType::uint;
    for (uint32_t i = 0; i < std::size(component_types); ++i)
        if (component_types[i] == type) return i;
    return 0;
}

// Pixel shader outputs before DXIL have no system value in the container; their names tell it.
struct NamedValue {
    std::string_view name;
    SystemValue value;
};
constexpr NamedValue named_outputs[] = {
    {"sv_target", SystemValue::target},
    {"sv_depth", SystemValue::depth},
    {"sv_coverage", SystemValue::coverage},
    {"sv_depthgreaterequal", SystemValue::depth_greater_equal},
    {"sv_depthlessequal", SystemValue::depth_less_equal},
    {"sv_stencilref", SystemValue::stencil_ref},
};

SystemValue output_value(std::string_view name) {
    for (const NamedValue &v : named_outputs)
        if (signature::same_name(v.name, name)) return v.value;
    return SystemValue::none;
}

bool has_number(SystemValue value) {
    return value < SystemValue::first_internal;
}

MinPrecision precision(uint32_t stored) {
    switch (stored) {
    case 1: return MinPrecision::float_16;
    case 2: return MinPrecision::fixed_8_2;
    case 4: return MinPrecision::int_16;
    case 5: return MinPrecision::uint_16;
    default: return MinPrecision::none;
    }
}

} // namespace

Result read_signature(const Part &part, bool invert_used_mask, Arena &arena, Diagnostics &diag,
                      signature::Signature *out) {
    const auto refuse = [&diag](unsigned code, const char *what, uint32_t index) {
        diag.error({}, Result::invalid_argument, code, what, index);
        return Result::invalid_argument;
    };
    const Layout *layout = find_layout(part.tag);
    ByteReader r(part.data);
    const uint32_t count = r.u32();
    const uint32_t offset = r.u32();
    if (!layout || r.failed() || offset < 8 || offset % 4 || offset > part.data.size())
        return refuse(code::signature_header, "The signature has a bad header (elements at offset 0x%x).",
                      offset);
    if (count > (part.data.size() - offset) / layout->element_size())
        return refuse(code::signature_header, "%u signature elements do not fit into the section.", count);
    r.seek(offset);

    std::span<Element> elements{arena.array<Element>(count), count};
    // Elements may share a name. Copies of the signature do not, so a long name must not be shared too often.
    size_t name_budget = 64 * 1024 + 8 * part.data.size();
    for (uint32_t i = 0; i < count; ++i) {
        Element e;
        const uint32_t stream = layout->stream ? r.u32() : 0;
        const uint32_t name = r.u32();
        e.semantic_index = r.u32();
        const uint32_t value = r.u32();
        const uint32_t type = r.u32();
        e.register_index = r.u32();
        e.mask = r.u8() & 0xf;
        const uint8_t used = r.u8();
        r.u16();
        if (layout->min_precision) e.min_precision = precision(r.u32());

        bool terminated;
        e.name = r.string_at(name, &terminated);
        if (!terminated || e.name.size() > name_budget)
            return refuse(code::signature_string,
                          "The name of signature element %u is not inside the section.", i);
        name_budget -= e.name.size();
        if (type >= (layout->min_precision ? std::size(component_types) : tpf_component_types))
            return refuse(code::signature_component_type, "Signature component type %u is unknown.", type);
        e.component_type = component_types[type];
        if (stream > 3) return refuse(code::signature_header, "Geometry stream %u does not exist.", stream);
        e.stream = static_cast<uint8_t>(stream);
        if (value < static_cast<uint32_t>(SystemValue::first_internal))
            e.system_value = static_cast<SystemValue>(value);
        if (layout->output && e.system_value == SystemValue::none) e.system_value = output_value(e.name);
        e.used_mask = invert_used_mask ? static_cast<uint8_t>(e.mask & ~used) : used;
        e.scan_index = i;
        elements[i] = e;
    }
    *out = elements;
    return Result::ok;
}

std::span<const uint8_t> write_signature(uint32_t part_tag, std::span<const Element> elements,
                                         bool invert_used_mask, Arena &arena) {
    const Layout *layout = find_layout(part_tag);
    if (!layout) return {};
    uint32_t count = 0;
    for (const Element &e : elements)
        count += e.rows;
    ByteWriter w(arena, 8 + count * (layout->element_size() + 16));
    w.u32(count);
    w.u32(8);
    Vec<size_t> name_fields(arena, elements.size());
    for (const Element &e : elements) {
        name_fields.push(w.size() + (layout->stream ? 4 : 0));
        for (uint32_t row = 0; row < e.rows; ++row) {
            if (layout->stream) w.u32(e.stream);
            w.u32(0);
            w.u32(e.semantic_index + row);
            // The inverse of what reading does, and what Microsoft's compiler writes before DXIL.
            const bool named =
                layout->output && !layout->min_precision && output_value(e.name) == e.system_value;
            w.u32(named || !has_number(e.system_value) ? 0 : static_cast<uint32_t>(e.system_value));
            w.u32(stored_component_type(e.component_type));
            w.u32(e.register_index == signature::no_register ? e.register_index : e.register_index + row);
            w.u8(e.mask);
            w.u8(invert_used_mask ? static_cast<uint8_t>(0xf & ~e.used_mask) : e.used_mask);
            w.u16(0);
            if (layout->min_precision) w.u32(static_cast<uint32_t>(e.min_precision));
        }
    }
    for (size_t i = 0; i < elements.size(); ++i) {
        uint32_t at = 0;
        for (size_t j = 0; j < i && !at; ++j)
            if (elements[j].name == elements[i].name && elements[j].rows)
                at = load_u32(w.data().data() + name_fields[j]);
        if (!elements[i].rows) continue;
        if (!at) {
            at = static_cast<uint32_t>(w.size());
            w.string(elements[i].name);
        }
        for (uint32_t row = 0; row < elements[i].rows; ++row)
            w.patch_u32(name_fields[i] + row * layout->element_size(), at);
    }
    w.align(4, 0xab);
    return w.data();
}

} // namespace weft::container
