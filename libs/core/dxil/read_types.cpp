#include <algorithm>

#include "core/dxil/module_reader.h"

namespace weft::dxil {

namespace {

enum TypeCode : uint32_t {
    code_entry_count = 1,
    code_void = 2,
    code_float = 3,
    code_double = 4,
    code_label = 5,
    code_opaque = 6,
    code_integer = 7,
    code_pointer = 8,
    code_half = 10,
    code_array = 11,
    code_vector = 12,
    code_metadata = 16,
    code_anonymous_structure = 18,
    code_structure_name = 19,
    code_named_structure = 20,
    code_function = 21,
};

// What follows types down (sizes, names, element walks) may recurse so far.
constexpr uint8_t max_type_depth = 64;

constexpr bool is_first_class(TypeKind kind) {
    return kind != TypeKind::void_ && kind != TypeKind::function && kind != TypeKind::label &&
           kind != TypeKind::metadata;
}

} // namespace

bool ModuleReader::types() {
    if (has_types_) return fail(code::dxil_type_table, "The module has two type tables");
    has_types_ = true;
    return each([this](const Record &r) { return type(r); }) && finish_types();
}

bool ModuleReader::valid_type(uint64_t id) {
    return id < m_.types.size() ||
           fail(code::dxil_type, "Type %llu does not exist", static_cast<unsigned long long>(id));
}

bool ModuleReader::add_type(const Record &r, Type type, size_t first_operand) {
    type.first = static_cast<uint32_t>(m_.type_lists.size());
    type.count = static_cast<uint32_t>(r.size() - first_operand);
    unsigned depth = 0;
    for (size_t i = first_operand; i < r.size(); ++i) {
        const uint64_t id = r[i];
        // Only a pointer may look ahead, which is how a structure comes to hold pointers to itself.
        if (id < m_.types.size()) {
            const TypeKind kind = m_.types[id].kind;
            const bool is_result = type.kind == TypeKind::function && i == first_operand;
            const bool fits =
                type.kind == TypeKind::pointer
                    ? kind != TypeKind::void_ && kind != TypeKind::label && kind != TypeKind::metadata
                : type.kind == TypeKind::function
                    ? kind != TypeKind::function && (is_result || kind != TypeKind::void_)
                    : is_first_class(kind);
            if (!fits)
                return fail(code::dxil_type_table, "Type %zu cannot be made from type %llu", m_.types.size(),
                            static_cast<unsigned long long>(id));
            depth = std::max<unsigned>(depth, type_depth_[id] + 1u);
        } else if (type.kind != TypeKind::pointer || id >= none) {
            return fail(code::dxil_type_table, "Type %zu is made from type %llu, which comes later",
                        m_.types.size(), static_cast<unsigned long long>(id));
        }
        m_.type_lists.push(static_cast<uint32_t>(id));
    }
    if (depth > max_type_depth)
        return fail(code::dxil_type_table, "Types are nested deeper than %u", max_type_depth);
    type_depth_.push(static_cast<uint8_t>(depth));
    m_.types.push(type);
    return true;
}

bool ModuleReader::type(const Record &r) {
    Type t;
    size_t first = r.size(); // no operand is a type
    switch (r.code) {
    case code_entry_count: return true;
    case code_structure_name: pending_name_ = text(r.ops); return true;
    case code_void: t.kind = TypeKind::void_; break;
    case code_half: t.kind = TypeKind::half; break;
    case code_float: t.kind = TypeKind::float_; break;
    case code_double: t.kind = TypeKind::double_; break;
    case code_label: t.kind = TypeKind::label; break;
    case code_metadata: t.kind = TypeKind::metadata; break;
    case code_opaque:
        t.kind = TypeKind::opaque;
        t.name = pending_name_;
        pending_name_ = {};
        break;
    case code_integer:
        t.kind = TypeKind::integer;
        if (!take(&t.size)) return false;
        if (t.size != 1 && t.size != 8 && t.size != 16 && t.size != 32 && t.size != 64)
            return fail(code::dxil_type_table, "An integer type has %llu bits",
                        static_cast<unsigned long long>(t.size));
        break;
    case code_pointer: {
        t.kind = TypeKind::pointer;
        if (r.size() < 1 || r.size() > 2)
            return fail(code::dxil_type_table, "A pointer type has %zu operands", r.size());
        if (r.size() == 2) t.size = r[1];
        if (t.size >= address_spaces)
            return fail(code::dxil_type_table, "A pointer type has an impossible address space");
        const Record pointee{r.code, r.ops.first(1), {}, r.bit};
        return add_type(pointee, t, 0);
    }
    case code_array:
    case code_vector:
        t.kind = r.code == code_array ? TypeKind::array : TypeKind::vector;
        if (r.size() != 2) return fail(code::dxil_type_table, "An array type has %zu operands", r.size());
        t.size = r[0];
        if (t.size > UINT32_MAX || (t.kind == TypeKind::vector && !t.size))
            return fail(code::dxil_type_table, "An array type has an impossible number of elements");
        first = 1;
        break;
    case code_anonymous_structure:
    case code_named_structure:
        t.kind = TypeKind::structure;
        if (r.size() < 1) return fail(code::dxil_type_table, "A structure type has no operands");
        t.flag = r[0];
        if (r.code == code_named_structure) {
            t.name = pending_name_;
            pending_name_ = {};
        }
        first = 1;
        break;
    case code_function:
        t.kind = TypeKind::function;
        if (r.size() < 2) return fail(code::dxil_type_table, "A function type has no result type");
        t.flag = r[0];
        first = 1;
        break;
    default: return fail(code::dxil_type_table, "Type record %u is not allowed", r.code);
    }
    return add_type(r, t, first);
}

bool ModuleReader::finish_types() {
    const auto count = static_cast<uint32_t>(m_.types.size());
    pointers_.resize(count * address_spaces, none);
    pair_with_bool_.resize(count, none);
    for (uint32_t i = 0; i < count; ++i) {
        const Type &t = m_.types[i];
        if (t.kind == TypeKind::integer && t.size == 1 && bool_ == none) bool_ = i;
        if (t.kind == TypeKind::void_ && void_ == none) void_ = i;
        if (t.kind == TypeKind::vector) vectors_.push(i);
        if (t.kind != TypeKind::pointer) continue;
        const uint32_t pointee = m_.element(t);
        if (pointee >= count)
            return fail(code::dxil_type_table, "Type %u points to a type that does not exist", i);
        // A name ends the walk down a type that contains itself.
        if (pointee >= i && (m_.types[pointee].kind != TypeKind::structure || m_.types[pointee].name.empty()))
            return fail(code::dxil_type_table, "Type %u points to a later type without a name", i);
        pointers_[pointee * address_spaces + t.size] = i;
    }
    std::sort(vectors_.begin(), vectors_.end(),
              [this](uint32_t a, uint32_t b) { return vector_key(a) < vector_key(b); });
    for (uint32_t i = 0; i < count; ++i) {
        const Type &t = m_.types[i];
        if (t.kind == TypeKind::structure && t.count == 2 && t.name.empty() && m_.element(t, 1) == bool_)
            pair_with_bool_[m_.element(t)] = i;
    }
    return true;
}

uint32_t ModuleReader::pointer_to(uint32_t pointee, uint64_t address_space) const {
    return address_space < address_spaces ? pointers_[pointee * address_spaces + address_space] : none;
}

uint64_t ModuleReader::vector_key(uint32_t type) const {
    const Type &t = m_.types[type];
    return uint64_t{m_.element(t)} << 32 | t.size;
}

uint32_t ModuleReader::vector_of(uint32_t element, uint64_t size) const {
    const uint64_t key = uint64_t{element} << 32 | size;
    const uint32_t *found = std::lower_bound(vectors_.begin(), vectors_.end(), key,
                                             [this](uint32_t a, uint64_t k) { return vector_key(a) < k; });
    return found != vectors_.end() && vector_key(*found) == key ? *found : none;
}

uint32_t ModuleReader::boolean_like(uint32_t type) const {
    const Type &t = m_.types[type];
    return t.kind == TypeKind::vector ? vector_of(bool_, t.size) : bool_;
}

uint32_t ModuleReader::walk(uint32_t type, uint32_t index) const {
    const Type &t = m_.types[type];
    switch (t.kind) {
    case TypeKind::structure: return index < t.count ? m_.element(t, index) : none;
    case TypeKind::array:
    case TypeKind::vector: return m_.element(t);
    default: return none;
    }
}

} // namespace weft::dxil
