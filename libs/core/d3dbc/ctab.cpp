#include "core/d3dbc/ctab.h"

#include "core/support/bytes.h"

namespace weft::d3dbc {

namespace {

constexpr size_t header_size = 28, constant_size = 20, type_size = 16, member_size = 8;

bool inside(std::span<const uint8_t> data, size_t offset, size_t size) {
    return offset <= data.size() && size <= data.size() - offset;
}

bool read_type(std::span<const uint8_t> data, size_t offset, ConstantType *type) {
    if (!inside(data, offset, type_size)) return false;
    const uint8_t *p = data.data() + offset;
    uint16_t type_class = load_u16(p), base = load_u16(p + 2);
    if (type_class > static_cast<uint16_t>(TypeClass::structure) ||
        base > static_cast<uint16_t>(BaseType::unsupported))
        return false;
    *type = {static_cast<TypeClass>(type_class),
             static_cast<BaseType>(base),
             load_u16(p + 4),
             load_u16(p + 6),
             load_u16(p + 8),
             load_u16(p + 10),
             load_u32(p + 12)};
    return true;
}

// Bytes that the default value of a constant takes, or 0 for sets without values.
size_t value_size(const Constant &c) {
    switch (c.set) {
    case RegisterSet::boolean: return size_t(4) * c.register_count;
    case RegisterSet::int4:
    case RegisterSet::float4: return size_t(16) * c.register_count;
    default: return 0;
    }
}

} // namespace

bool read_constant_table(std::span<const uint8_t> data, Arena &arena, ConstantTable *table) {
    ByteReader r(data);
    uint32_t size = r.u32(), creator = r.u32(), version = r.u32(), count = r.u32(), constants = r.u32(),
             flags = r.u32(), target = r.u32();
    if (r.failed() || size != header_size || !inside(data, constants, 0) ||
        count > (data.size() - constants) / constant_size)
        return false;
    bool ok;
    table->creator = r.string_at(creator, &ok);
    table->target = target ? r.string_at(target, &ok) : std::string_view();
    table->version = version;
    table->flags = flags;
    table->data = data;
    std::span<Constant> list(arena.array<Constant>(count), count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint8_t *p = data.data() + constants + i * constant_size;
        Constant c;
        c.name = r.string_at(load_u32(p), &ok);
        uint16_t set = load_u16(p + 4);
        if (!ok || set > static_cast<uint16_t>(RegisterSet::sampler)) return false;
        c.set = static_cast<RegisterSet>(set);
        c.register_index = load_u16(p + 6);
        c.register_count = load_u16(p + 8);
        if (!read_type(data, load_u32(p + 12), &c.type)) return false;
        uint32_t value = load_u32(p + 16);
        if (value && inside(data, value, value_size(c))) c.default_value = data.subspan(value, value_size(c));
        list[i] = c;
    }
    table->constants = list;
    return true;
}

bool read_constant_table(const Program &program, Arena &arena, ConstantTable *table) {
    auto data = program.find_comment(comment_tag("CTAB"));
    return !data.empty() && read_constant_table(data, arena, table);
}

bool read_member(const ConstantTable &table, const ConstantType &type, unsigned index, Member *member) {
    if (index >= type.members || !inside(table.data, type.member_offset, size_t(type.members) * member_size))
        return false;
    const uint8_t *p = table.data.data() + type.member_offset + size_t(index) * member_size;
    bool ok;
    member->name = ByteReader(table.data).string_at(load_u32(p), &ok);
    return ok && read_type(table.data, load_u32(p + 4), &member->type);
}

} // namespace weft::d3dbc
