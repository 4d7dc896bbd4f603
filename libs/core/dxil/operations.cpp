#include "core/dxil/operations.h"

namespace weft::dxil {

namespace {

constexpr uint16_t ps = stage_bit(ShaderKind::pixel), vs = stage_bit(ShaderKind::vertex),
                   gs = stage_bit(ShaderKind::geometry), hs = stage_bit(ShaderKind::hull),
                   ds = stage_bit(ShaderKind::domain), cs = stage_bit(ShaderKind::compute),
                   ms = stage_bit(ShaderKind::mesh), as = stage_bit(ShaderKind::amplification);
constexpr uint16_t nowhere = 0, groups = cs | ms | as, quads = ps | groups,
                   graphics = vs | hs | ds | gs | ps | ms, all = graphics | groups;

} // namespace

const Operation operations[operation_count] = {
#define DXIL_OP(number, name, function_class, overloads, result, operands, stages, model, lower, parameter)  \
    {#name, function_class, overloads, result[0], operands, stages, model, nullptr},
#define DXIL_REFUSED(number, name, function_class, stages, model, why)                                       \
    {#name, function_class, "", 0, "", stages, model, why},
#include "core/dxil/operations.def"
};

} // namespace weft::dxil
