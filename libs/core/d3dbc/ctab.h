// The constant table comment: names, registers and types of what the application sets.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/d3dbc/model.h"
#include "core/support/arena.h"

namespace weft::d3dbc {

enum class RegisterSet : uint16_t { boolean = 0, int4 = 1, float4 = 2, sampler = 3 };
enum class TypeClass : uint16_t { scalar, vector, matrix_rows, matrix_columns, object, structure };

// Names of the base types, as the format numbers them.
enum class BaseType : uint16_t {
    void_,
    boolean,
    integer,
    real,
    string,
    texture,
    texture1d,
    texture2d,
    texture3d,
    texture_cube,
    sampler,
    sampler1d,
    sampler2d,
    sampler3d,
    sampler_cube,
    pixel_shader,
    vertex_shader,
    pixel_fragment,
    vertex_fragment,
    unsupported,
};

struct ConstantType {
    TypeClass type_class = TypeClass::scalar;
    BaseType base = BaseType::void_;
    uint16_t rows = 0, columns = 0;
    uint16_t elements = 0;      // 1 for what is no array
    uint16_t members = 0;       // of a structure
    uint32_t member_offset = 0; // into ConstantTable::data; see read_member()
};

struct Constant {
    std::string_view name;
    RegisterSet set = RegisterSet::float4;
    uint16_t register_index = 0;
    uint16_t register_count = 0;
    ConstantType type;
    std::span<const uint8_t> default_value; // register layout; empty when there is none
};

struct Member {
    std::string_view name;
    ConstantType type;
};

struct ConstantTable {
    std::string_view creator, target;
    uint32_t version = 0; // the shader's version token
    uint32_t flags = 0;
    std::span<const Constant> constants;
    std::span<const uint8_t> data; // offsets count from here
};

// False when the shader has no constant table or the table is damaged: names are a convenience, so neither is
// an error. Strings point into the input.
bool read_constant_table(const Program &program, Arena &arena, ConstantTable *table);
bool read_constant_table(std::span<const uint8_t> data, Arena &arena, ConstantTable *table);

// Member `index` of a structure type; false when it lies outside the table.
bool read_member(const ConstantTable &table, const ConstantType &type, unsigned index, Member *member);

constexpr char register_set_letter(RegisterSet set) {
    return set == RegisterSet::boolean  ? 'b'
           : set == RegisterSet::int4   ? 'i'
           : set == RegisterSet::float4 ? 'c'
                                        : 's';
}

} // namespace weft::d3dbc
