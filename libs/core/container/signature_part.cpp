#include <algorithm>
#include <bit>

#include "core/container/component_type.h"
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

namespace {

// Names by where they stand in a part, each once.
class NameTable {
  public:
    NameTable(ByteWriter &w, size_t base, Arena &arena, size_t count)
        : w_(w), base_(base), slots_(arena.zeroed<Slot>(std::bit_ceil(2 * count + 1))) {}

    uint32_t add(std::string_view name) {
        size_t hash = 14695981039346656037u;
        for (char c : name)
            hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
        for (size_t i = hash ^ hash >> 29;; ++i) {
            Slot &slot = slots_[i & (slots_.size() - 1)];
            if (slot.at && slot.name != name) continue;
            if (!slot.at) {
                slot = {name, static_cast<uint32_t>(base_ + w_.size())};
                w_.string(name);
            }
            return slot.at;
        }
    }

  private:
    struct Slot {
        std::string_view name;
        uint32_t at; // 0: empty; parts begin with their header
    };
    ByteWriter &w_;
    size_t base_; // of the first name
    std::span<Slot> slots_;
};

} // namespace

std::span<const uint8_t> write_signature(uint32_t part_tag, std::span<const Element> elements,
                                         bool invert_used_mask, Arena &arena, SignatureStyle style) {
    const Layout *layout = find_layout(part_tag);
    if (!layout) return {};
    struct Row {
        const Element *element;
        uint32_t row, name;
        uint32_t register_index() const {
            return element->register_index == signature::no_register ? signature::no_register
                                                                     : element->register_index + row;
        }
    };
    Vec<Row> rows(arena, elements.size());
    for (const Element &e : elements)
        for (uint32_t row = 0; row < e.rows; ++row)
            rows.push({&e, row, 0});
    const auto count = static_cast<uint32_t>(rows.size());
    const size_t names_at = 8 + count * layout->element_size();
    ByteWriter text(arena, 16 * count);
    NameTable names(text, names_at, arena, elements.size());
    for (Row &row : rows)
        row.name = row.row ? (&row)[-1].name : names.add(row.element->name);
    if (style == SignatureStyle::dxil)
        std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
            if (a.element->stream != b.element->stream) return a.element->stream < b.element->stream;
            if (a.register_index() != b.register_index()) return a.register_index() < b.register_index();
            return a.name < b.name;
        });

    ByteWriter w(arena, names_at + text.size() + 4);
    w.u32(count);
    w.u32(8);
    for (const Row &row : rows) {
        const Element &e = *row.element;
        // The inverse of what reading does, and what Microsoft's compiler writes before DXIL.
        const bool named =
            layout->output && style == SignatureStyle::tpf && output_value(e.name) == e.system_value;
        if (layout->stream) w.u32(e.stream);
        w.u32(row.name);
        w.u32(e.index_of_row(row.row));
        w.u32(named || !has_number(e.system_value) ? 0 : static_cast<uint32_t>(e.system_value));
        w.u32(style == SignatureStyle::dxil ? stored_dxil_type(e) : stored_component_type(e.component_type));
        w.u32(row.register_index());
        w.u8(e.mask);
        w.u8(invert_used_mask ? static_cast<uint8_t>(0xf & ~e.used_mask) : e.used_mask);
        w.u16(0);
        if (layout->min_precision) w.u32(static_cast<uint32_t>(e.min_precision));
    }
    w.bytes(text.data());
    w.align(4, style == SignatureStyle::dxil ? 0 : 0xab);
    return w.data();
}

signature::Signature declaration_order(const Part &part, std::span<const Element> elements, Arena &arena) {
    const signature::Signature sorted = arena.copy(elements);
    const auto offset = [&part](const Element &e) {
        return reinterpret_cast<const uint8_t *>(e.name.data()) - part.data.data();
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Element &a, const Element &b) { return offset(a) < offset(b); });
    return sorted;
}

} // namespace weft::container
