// What is known of each dx.op without looking at a shader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/dxil/interface.h"

namespace weft::dxil {

enum class DxOp : uint16_t {
#define DXIL_OP(number, name, ...) name = number,
#define DXIL_REFUSED(number, name, ...) name = number,
#include "core/dxil/operations.def"
    count_
};

// Letters of `result` and `operands` are explained in operations.def.
struct Operation {
    std::string_view name;
    std::string_view function_class; // "dx.op." and this, then the overload, name the function
    std::string_view overloads;
    char result = 0;
    std::string_view operands;     // behind the opcode
    uint16_t stages = 0;           // 1 << ShaderKind
    uint8_t model = 0;             // first shader model, major in the high half
    const char *refusal = nullptr; // why there is no translation; null where there is one
};

inline constexpr size_t operation_count = static_cast<size_t>(DxOp::count_);
extern const Operation operations[operation_count];

// Null where there is no such operation.
inline const Operation *find_operation(uint64_t number) {
    return number < operation_count ? &operations[number] : nullptr;
}

constexpr uint16_t stage_bit(ShaderKind kind) {
    return static_cast<uint16_t>(1u << static_cast<unsigned>(kind));
}

} // namespace weft::dxil
