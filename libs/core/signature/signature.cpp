#include "core/signature/signature.h"

namespace weft::signature {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// Numbers that only the first stage is given, and those that mean something to the rasteriser alone: between
// stages they travel as data. (A pixel shader may ask the rasteriser for the latter; then nothing reads the
// data.)
bool is_data_between_stages(SystemValue value) {
    switch (value) {
    case SystemValue::none:
    case SystemValue::vertex_id:
    case SystemValue::instance_id:
    case SystemValue::render_target_array_index:
    case SystemValue::viewport_array_index: return true;
    default: return false;
    }
}

} // namespace

bool same_name(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

void Element::set_indices(const uint32_t *indices) {
    semantic_index = rows ? indices[0] : 0;
    row_indices = nullptr;
    for (uint32_t i = 1; i < rows; ++i)
        if (indices[i] != semantic_index + i) row_indices = indices;
}

Signature by_row(std::span<const Element> elements, Arena &arena) {
    Vec<Element> rows(arena, elements.size());
    for (const Element &e : elements)
        for (uint32_t r = 0; r < e.rows; ++r) {
            Element row = e;
            row.rows = 1;
            row.semantic_index = e.index_of_row(r);
            row.row_indices = nullptr;
            if (row.register_index != no_register) row.register_index += r;
            // An isoline has its number of lines first, their segments second.
            if (r && row.system_value == SystemValue::tess_factor_line_density)
                row.system_value = SystemValue::tess_factor_line_detail;
            if (row.system_value >= SystemValue::first_internal) row.system_value = SystemValue::none;
            row.scan_index = static_cast<uint32_t>(rows.size());
            rows.push(row);
        }
    return rows.span();
}

const Element *find(std::span<const Element> signature, std::string_view name, uint32_t index,
                    uint32_t stream) {
    for (const Element &e : signature)
        if (e.semantic_index == index && e.stream == stream && same_name(e.name, name)) return &e;
    return nullptr;
}

uint32_t next_register(std::span<const Element> signature) {
    uint32_t next = 0;
    for (const Element &e : signature)
        if (e.register_index != no_register && e.register_index + e.rows > next)
            next = e.register_index + e.rows;
    return next;
}

void number_streams(std::span<Element> outputs) {
    constexpr uint32_t stream_count = 4, max_registers = 64;
    uint32_t next = 0;
    for (const Element &e : outputs)
        if (!e.stream && e.register_index < max_registers) next = std::max(next, e.register_index + e.rows);
    for (uint32_t stream = 1; stream < stream_count; ++stream) {
        uint32_t location[max_registers];
        std::fill(std::begin(location), std::end(location), no_register);
        for (Element &e : outputs) {
            if (e.stream != stream || e.register_index >= max_registers) continue;
            e.system_value = SystemValue::none;
            uint32_t &at = location[e.register_index];
            if (at == no_register) {
                at = next;
                next += e.rows;
            }
            e.location = at;
        }
    }
}

Element fog_element(std::span<const Element> signature) {
    Element e;
    e.name = "FOG";
    e.mask = e.used_mask = 1;
    e.register_index = next_register(signature);
    e.scan_index = static_cast<uint32_t>(signature.size());
    return e;
}

bool defaults_to_one(const Element &element) {
    return element.semantic_index == 0 && same_name(element.name, "COLOR");
}

bool limit_registers(std::span<Element> elements, uint32_t limit) {
    constexpr unsigned max_registers = 64; // signatures of all languages lie below
    uint8_t taken[max_registers] = {};
    if (limit > max_registers) limit = max_registers;
    auto counts = [](const Element &e) {
        return e.register_index != no_register && is_data_between_stages(e.system_value);
    };
    bool beyond = false;
    for (const Element &e : elements) {
        if (!counts(e)) continue;
        if (e.register_index >= limit)
            beyond = true;
        else if (uint64_t{e.register_index} + e.rows > limit)
            return false;
        for (uint64_t r = e.register_index; r < uint64_t{e.register_index} + e.rows && r < limit; ++r)
            taken[r] |= contiguous_mask(e.mask);
    }
    if (!beyond) return true;

    // In the order of the registers, so that the order of the elements does not matter.
    struct Move {
        uint32_t from, to;
    };
    Move moves[max_registers];
    unsigned move_count = 0;
    for (uint64_t done = limit;;) {
        uint64_t from = ~uint64_t{0};
        uint8_t mask = 0;
        for (const Element &e : elements) {
            if (!counts(e) || e.register_index < done) continue;
            if (e.rows != 1) return false;
            if (e.register_index < from) {
                from = e.register_index;
                mask = 0;
            }
            if (e.register_index == from) mask |= contiguous_mask(e.mask);
        }
        if (from == ~uint64_t{0}) break;
        uint32_t to = 0;
        while (to < limit && taken[to])
            ++to;
        if (to == limit)
            for (to = 0; to < limit && taken[to] & mask;)
                ++to;
        if (to == limit || move_count == max_registers) return false;
        taken[to] |= mask ? mask : 0xf;
        moves[move_count++] = {static_cast<uint32_t>(from), to};
        done = from + 1;
    }
    for (Element &e : elements)
        for (unsigned i = 0; i < move_count; ++i)
            if (counts(e) && e.register_index == moves[i].from) {
                e.register_index = moves[i].to;
                break;
            }
    return true;
}

size_t build_varying_map(std::span<const Element> outputs, std::span<const Element> inputs,
                         std::span<VaryingMapEntry> map) {
    size_t count = 0;
    const auto output_count = static_cast<uint32_t>(outputs.size());
    for (const Element &input : inputs) {
        if (!is_data_between_stages(input.system_value)) continue;
        VaryingMapEntry &entry = map[count++];
        entry.input_register = input.register_index;
        entry.input_mask = input.mask;
        if (const Element *output = find(outputs, input.name, input.semantic_index))
            entry.output_index = static_cast<uint32_t>(output - outputs.data());
        else
            entry.output_index = output_count + (defaults_to_one(input) ? 1 : 0);
    }
    return count;
}

} // namespace weft::signature
