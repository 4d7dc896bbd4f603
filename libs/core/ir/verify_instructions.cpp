#include "core/ir/verify_instructions.h"

#include <cstdarg>
#include <cstdio>

#include "core/ir/print.h"

namespace weft::ir {

namespace {

// What operands must be. T is the type of the result.
enum class Form : uint8_t {
    special,   // checked by hand
    same,      // every operand is T
    compare,   // two operands of one type, T is bool of their count
    predicate, // one operand, T is bool of its count
    convert,   // one operand of T's count
    dot,       // two operands of one vector type, T is their scalar
};

// Which kinds: of the operands for compare, predicate and dot, of the result otherwise.
enum : uint8_t { k_bool = 1, k_int = 2, k_float = 4, k_f32 = 8, k_i32 = 16, k_f64 = 32 };

struct Rule {
    Form form = Form::special;
    uint8_t kinds = 0;
    uint8_t from = 0; // convert: kinds of the operand
};

constexpr Rule rule_of(Op op) {
    switch (op) {
    case Op::ftoi:
    case Op::ftou: return {Form::convert, k_int, k_float};
    case Op::itof:
    case Op::utof: return {Form::convert, k_float, k_int};
    case Op::fconvert: return {Form::convert, k_float, k_float};
    case Op::sconvert:
    case Op::uconvert: return {Form::convert, k_int, k_int};
    case Op::f32_to_f16: return {Form::convert, k_i32, k_f32};
    case Op::f16_to_f32: return {Form::convert, k_f32, k_i32};
    case Op::fadd:
    case Op::fsub:
    case Op::fmul:
    case Op::fdiv:
    case Op::fmad:
    case Op::ffma:
    case Op::fneg:
    case Op::fabs:
    case Op::fmin:
    case Op::fmax:
    case Op::fsat:
    case Op::ffloor:
    case Op::fceil:
    case Op::ftrunc:
    case Op::fround:
    case Op::ffract:
    case Op::fsqrt:
    case Op::frsq:
    case Op::frcp:
    case Op::fexp2:
    case Op::flog2:
    case Op::fsin:
    case Op::fcos:
    case Op::ftan:
    case Op::fasin:
    case Op::facos:
    case Op::fatan:
    case Op::fsinh:
    case Op::fcosh:
    case Op::ftanh:
    case Op::fpow:
    case Op::fsign: return {Form::same, k_float};
    case Op::fdot: return {Form::dot, k_float};
    case Op::feq:
    case Op::fne:
    case Op::flt:
    case Op::fge: return {Form::compare, k_float};
    case Op::ieq:
    case Op::ine: return {Form::compare, k_int | k_bool};
    case Op::ilt:
    case Op::ige:
    case Op::ult:
    case Op::uge: return {Form::compare, k_int};
    case Op::fisnan:
    case Op::fisinf: return {Form::predicate, k_float};
    case Op::iadd:
    case Op::isub:
    case Op::imul:
    case Op::smul_hi:
    case Op::umul_hi:
    case Op::udiv:
    case Op::umod:
    case Op::sdiv:
    case Op::smod:
    case Op::ineg:
    case Op::iabs:
    case Op::imin:
    case Op::imax:
    case Op::umin:
    case Op::umax:
    case Op::shl:
    case Op::ushr:
    case Op::sshr:
    case Op::add_carry:
    case Op::sub_borrow:
    case Op::bit_count:
    case Op::bit_reverse:
    case Op::first_bit_low:
    case Op::first_bit_high:
    case Op::first_bit_shi:
    case Op::find_umsb:
    case Op::find_smsb: return {Form::same, k_int};
    case Op::ubfe:
    case Op::ibfe:
    case Op::bfi:
    case Op::msad: return {Form::same, k_i32};
    case Op::dot4add_i8:
    case Op::dot4add_u8: return {Form::same, k_i32};
    case Op::and_:
    case Op::or_:
    case Op::xor_:
    case Op::not_: return {Form::same, k_int | k_bool};
    case Op::ddx:
    case Op::ddy: return {Form::same, k_f32};
    default: return {};
    }
}

bool kind_in(Kind kind, uint8_t set) {
    return (set & k_bool && kind == Kind::boolean) || (set & k_int && is_int(kind)) ||
           (set & k_float && is_float(kind)) || (set & k_f32 && kind == Kind::f32) ||
           (set & k_i32 && kind == Kind::i32) || (set & k_f64 && kind == Kind::f64);
}

constexpr uint32_t kind_bit(ResourceKind k) {
    return 1u << static_cast<unsigned>(k);
}
constexpr uint32_t buffers_srv = 1u << static_cast<unsigned>(ResourceKind::raw_buffer) |
                                 1u << static_cast<unsigned>(ResourceKind::structured_buffer);
constexpr uint32_t buffers_uav = 1u << static_cast<unsigned>(ResourceKind::rw_raw_buffer) |
                                 1u << static_cast<unsigned>(ResourceKind::rw_structured_buffer);

bool bytes(Type t) {
    return t == i32(4) || t == Type{Kind::i16, 4};
}

Kind texel_kind(SampledType t) {
    switch (t) {
    case SampledType::sint:
    case SampledType::uint:
    case SampledType::sint64:
    case SampledType::uint64: return Kind::i32;
    case SampledType::double_: return Kind::f64;
    default: return Kind::f32;
    }
}

} // namespace

bool InstructionVerifier::fail(Value v, const char *what, ...) {
    char text[200];
    va_list args;
    va_start(args, what);
    std::vsnprintf(text, sizeof(text), what, args);
    va_end(args);
    message_ = text;
    if (v && v < m_.insts.size()) message_ += "\n  " + print_inst(m_, v);
    return false;
}

bool InstructionVerifier::is_scalar_i32(Value user, Value v, const char *what) {
    if (!v || type(v) == i32()) return true;
    return fail(user, "%s must be an i32 scalar", what);
}

// What legalise leaves (see there).
bool InstructionVerifier::legal(Value v, const Inst &i) {
    switch (i.op) {
    case Op::frcp:
    case Op::first_bit_high:
    case Op::first_bit_shi:
    case Op::f32_to_f16:
    case Op::msad:
    case Op::add_carry:
    case Op::sub_borrow:
    case Op::dot2add:
    case Op::unpack_4x8:
    case Op::pack_4x8:
    case Op::quad_any:
    case Op::quad_all:
    case Op::wave_multi_prefix_bit_count: return fail(v, "operation is left after legalisation");
    case Op::bit_count:
    case Op::bit_reverse:
    case Op::first_bit_low:
    case Op::find_umsb:
    case Op::find_smsb: return i.type.bits() == 32 || fail(v, "width is left after legalisation");
    case Op::fdot: return !(i.flags & flag::precise) || fail(v, "precise dot product is left");
    case Op::f16_to_f32: return i.type.is_scalar() || fail(v, "vector of halves is left");
    case Op::demote: return m_.is_constant(m_.resolve(i.arg[0])) || fail(v, "conditional demote is left");
    case Op::ubfe:
    case Op::ibfe: return uniform(v, i, 1) && uniform(v, i, 2);
    case Op::bfi: return uniform(v, i, 2) && uniform(v, i, 3);
    default: return true;
    }
}

// Equal in every lane, as far as SPIR-V's scalar operands need it.
bool InstructionVerifier::uniform(Value v, const Inst &i, unsigned k) {
    const Inst &o = m_[m_.resolve(i.arg[k])];
    if (o.type.is_scalar()) return true;
    for (unsigned c = 0; c < o.type.count(); ++c)
        if (o.op != Op::constant || o.arg[c] != o.arg[0])
            return fail(v, "operand %u differs between lanes", k);
    return true;
}

bool InstructionVerifier::types(Value v, const Inst &i) {
    const OpInfo &op = info(i.op);
    if (options_.legalised && !legal(v, i)) return false;
    Type t = i.type;
    Rule rule = rule_of(i.op);
    switch (rule.form) {
    case Form::same:
        if (!kind_in(t.kind(), rule.kinds)) return fail(v, "wrong kind of result");
        for (unsigned k = 0; k < op.values; ++k)
            if (type(i.arg[k]) != t) return fail(v, "operand %u has another type than the result", k);
        return i.op < Op::ddx || i.op > Op::ddy || i.arg[1] < 3 || fail(v, "precision out of range");
    case Form::compare:
        if (type(i.arg[0]) != type(i.arg[1])) return fail(v, "operands differ in type");
        [[fallthrough]];
    case Form::predicate:
        if (!kind_in(type(i.arg[0]).kind(), rule.kinds)) return fail(v, "wrong kind of operand");
        return t == boolean(type(i.arg[0]).count()) || fail(v, "result must be bool of the operands' count");
    case Form::convert:
        if (!kind_in(t.kind(), rule.kinds) || !kind_in(type(i.arg[0]).kind(), rule.from))
            return fail(v, "wrong kinds");
        return t.count() == type(i.arg[0]).count() || fail(v, "count changes");
    case Form::dot:
        if (type(i.arg[0]) != type(i.arg[1])) return fail(v, "operands differ in type");
        if (!type(i.arg[0]).is_vector()) return fail(v, "operands must be vectors");
        return t == type(i.arg[0]).scalar() || fail(v, "result must be the operands' scalar");
    case Form::special: break;
    }
    switch (i.op) {
    case Op::bitcast: {
        Type from = type(i.arg[0]);
        if (t.is_bool() || from.is_bool()) return fail(v, "bool has no bits");
        return t.bits() * t.count() == from.bits() * from.count() || fail(v, "size changes");
    }
    case Op::argument:
        if (!callee_ || i.arg[0] > 2 || (i.prev ? m_[i.prev].op != Op::argument : i.arg[0]) ||
            (i.prev && m_[i.prev].arg[0] + 1 != i.arg[0]))
            return fail(v, "stands elsewhere than first in a callee, or out of order");
        return t == callee_->arguments[i.arg[0]] || fail(v, "type differs from the callee's");
    case Op::call: {
        const size_t known = callee_ ? static_cast<size_t>(callee_ - m_.callees.data()) : m_.callees.size();
        if (i.arg[3] >= known) return fail(v, "no such callee, or none in front of this one");
        const Callee &c = m_.callees[i.arg[3]];
        for (unsigned k = 0; k < 3; ++k)
            if ((i.arg[k] ? type(i.arg[k]) : void_type) != c.arguments[k])
                return fail(v, "argument %u does not fit the callee", k);
        return t == c.result || fail(v, "type differs from the callee's");
    }
    case Op::alias: return t == type(i.arg[0]) || fail(v, "type changes");
    case Op::spec_constant: return i.arg[0] < m_.parameters.size() || fail(v, "no such parameter");
    case Op::select: {
        Type c = type(i.arg[0]);
        if (!c.is_bool() || (c.count() != 1 && c.count() != t.count())) return fail(v, "wrong condition");
        return (type(i.arg[1]) == t && type(i.arg[2]) == t) || fail(v, "arms differ in type");
    }
    case Op::any_:
    case Op::all_:
        return (t == boolean() && type(i.arg[0]).is_bool() && type(i.arg[0]).is_vector()) ||
               fail(v, "takes a bool vector, gives a bool");
    case Op::extract:
        if (type(i.arg[0]).scalar() != t) return fail(v, "result must be the vector's scalar");
        return i.arg[1] < type(i.arg[0]).count() || fail(v, "no such lane");
    case Op::extract_dyn:
        if (type(i.arg[0]).scalar() != t) return fail(v, "result must be the vector's scalar");
        return is_scalar_i32(v, i.arg[1], "index");
    case Op::insert:
        if (type(i.arg[0]) != t || type(i.arg[1]) != t.scalar()) return fail(v, "wrong operands");
        return (t.is_vector() && i.arg[2] < t.count()) || fail(v, "no such lane");
    case Op::construct: {
        unsigned lanes = 0;
        bool done = false;
        for (unsigned k = 0; k < 4; ++k) {
            if (!i.arg[k]) {
                done = true;
                continue;
            }
            if (done) return fail(v, "gap between constituents");
            if (type(i.arg[k]).kind() != t.kind()) return fail(v, "constituent %u has another kind", k);
            lanes += type(i.arg[k]).count();
        }
        return (t.is_vector() && lanes == t.count() && i.arg[1]) || fail(v, "constituents do not add up");
    }
    case Op::shuffle: {
        if (!t.is_vector()) return fail(v, "result must be a vector");
        for (unsigned k = 0; k < 2; ++k)
            if (type(i.arg[k]).kind() != t.kind() || !type(i.arg[k]).is_vector())
                return fail(v, "operand %u must be a vector of the result's kind", k);
        for (unsigned k = 0; k < t.count(); ++k) {
            unsigned s = i.arg[2] >> (8 * k) & 0xff;
            if (s > 7 || (s & 3) >= type(i.arg[s >> 2]).count()) return fail(v, "no such lane");
        }
        return true;
    }
    case Op::load_input:
        if (!access(v, i, t, i.arg[2], m_.inputs, i.arg[0], i.arg[1])) return false;
        if (m_.per_vertex(m_.inputs[Access::unpack(i.arg[2]).element]) != (i.arg[1] != 0))
            return fail(v, "vertex is missing, or the input belongs to none");
        return true;
    case Op::eval_input:
        if (i.arg[3] > 2) return fail(v, "no such mode");
        if ((i.arg[0] != 0) != (i.arg[3] != 0)) return fail(v, "mode and operand disagree");
        if (i.arg[3] == 1 && type(i.arg[0]) != i32()) return fail(v, "sample index must be an i32 scalar");
        if (i.arg[3] == 2 && type(i.arg[0]) != f32(2)) return fail(v, "offset must be f32x2");
        if (i.arg[1]) return fail(v, "second operand must be absent");
        return access(v, i, t, i.arg[2], m_.inputs, 0, 0);
    case Op::load_attribute:
        if (m_.stage != Stage::pixel) return fail(v, "only a pixel shader reads attributes of vertices");
        return access(v, i, t, i.arg[2], m_.inputs, i.arg[0], i.arg[1]);
    case Op::store_output:
        // SPIR-V lets an invocation write its own control point only, and so do the languages.
        if ((i.arg[2] != 0) != (m_.stage == Stage::mesh))
            return fail(v, "vertex is missing, or an output of another vertex is written");
        return literal_row(v, i) && access(v, i, type(i.arg[0]), i.arg[3], m_.outputs, 0, i.arg[2]);
    case Op::store_primitive:
        if (m_.stage != Stage::mesh) return fail(v, "only a mesh shader makes primitives");
        return literal_row(v, i) && access(v, i, type(i.arg[0]), i.arg[3], m_.patch_constants, 0, i.arg[2]);
    case Op::load_output:
        if (m_.stage != Stage::hull) return fail(v, "only a hull shader reads outputs back");
        return access(v, i, t, i.arg[2], m_.outputs, i.arg[0], i.arg[1]);
    case Op::load_patch:
        if (m_.stage != Stage::domain) return fail(v, "only a domain shader reads patch constants");
        return access(v, i, t, i.arg[1], m_.patch_constants, i.arg[0], 0);
    case Op::store_patch:
        if (m_.stage != Stage::hull) return fail(v, "only a hull shader makes patch constants");
        return literal_row(v, i) && access(v, i, type(i.arg[0]), i.arg[2], m_.patch_constants, 0, 0);
    case Op::emit_vertex:
    case Op::cut_strip:
        if (m_.stage != Stage::geometry) return fail(v, "this stage has no vertices to emit");
        return i.arg[0] < 4 || fail(v, "no such stream");
    case Op::load_local:
    case Op::store_local: {
        const bool load = i.op == Op::load_local;
        const uint32_t local = load ? i.arg[1] : i.arg[2], column = load ? i.arg[2] : i.arg[3];
        Type value = load ? t : type(i.arg[1]);
        if (local >= m_.locals.size()) return fail(v, "no such local");
        Type row = m_.locals[local].row_type;
        if (value.kind() != row.kind()) return fail(v, "kind differs from the local's");
        if (column + uint64_t{value.count()} > row.count()) return fail(v, "components out of range");
        return is_scalar_i32(v, i.arg[0], "row index");
    }
    case Op::load_icb:
        if (i.arg[1] >= m_.constant_arrays.size()) return fail(v, "no such constant array");
        return icb(v, t, m_.constant_arrays[i.arg[1]], i.arg[2]) && is_scalar_i32(v, i.arg[0], "row index");
    case Op::load_shared: return shared(v, i.arg[1], t) && is_scalar_i32(v, i.arg[0], "index");
    case Op::store_shared: return shared(v, i.arg[2], type(i.arg[1])) && is_scalar_i32(v, i.arg[0], "index");
    case Op::atomic_shared:
        return shared(v, i.arg[3] & 0xffff, t) && atomic(v, t, i.arg[3] >> 16, i.arg[1], i.arg[2]) &&
               is_scalar_i32(v, i.arg[0], "index");
    case Op::load_cbuffer:
        if (!resource(v, i.arg[2], 1u << static_cast<unsigned>(ResourceKind::constant_buffer))) return false;
        if (t.kind() != Kind::f32 && t.kind() != Kind::i32) return fail(v, "must be f32 or i32");
        if (i.arg[3] + uint64_t{t.count()} > 4) return fail(v, "components out of range");
        return is_scalar_i32(v, i.arg[0], "row") && is_scalar_i32(v, i.arg[1], "array index");
    case Op::load_buffer:
        if (!resource(v, i.arg[2], buffers_srv | buffers_uav)) return false;
        if (t.bits() < 16) return fail(v, "must have 16 bits or more");
        return is_scalar_i32(v, i.arg[0], "index") && is_scalar_i32(v, i.arg[1], "array index");
    case Op::store_buffer:
        if (!resource(v, i.arg[3], buffers_uav)) return false;
        if (type(i.arg[1]).bits() < 16) return fail(v, "must have 16 bits or more");
        return is_scalar_i32(v, i.arg[0], "index") && is_scalar_i32(v, i.arg[2], "array index");
    case Op::atomic_buffer: {
        if (!resource(v, i.arg[1], buffers_uav | kind_bit(ResourceKind::image))) return false;
        auto values = m_.values(i);
        if (values.size() != 4) return fail(v, "takes four operand slots");
        if (!atomic(v, t, i.arg[2], values[1], values[2])) return false;
        bool image = m_.resources[i.arg[1]].kind == ResourceKind::image;
        unsigned n = image ? coordinate_count(m_.resources[i.arg[1]].dim) : 1;
        if (type(values[0]) != i32(n)) return fail(v, "address must be i32 with %u components", n);
        return is_scalar_i32(v, values[3], "array index");
    }
    case Op::counter:
        if (!resource(v, i.arg[1], buffers_uav)) return false;
        if (t != i32() || i.arg[2] > 1) return fail(v, "wrong type or mode");
        return is_scalar_i32(v, i.arg[0], "array index");
    case Op::query_buffer:
        if (!resource(v, i.arg[1],
                      buffers_uav | buffers_srv | kind_bit(ResourceKind::texture) |
                          kind_bit(ResourceKind::image)))
            return false;
        if (t != i32()) return fail(v, "must be i32");
        return is_scalar_i32(v, i.arg[0], "array index");
    case Op::resident:
        return (t == i32() && m_[i.arg[0]].flags & flag::sparse) || fail(v, "operand is no sparse read");
    case Op::demote: return type(i.arg[0]) == boolean() || fail(v, "condition must be a bool scalar");
    case Op::is_helper: return t == boolean() || fail(v, "must be bool");
    case Op::barrier: return true;
    case Op::read_clock: return t == i32(2) || fail(v, "must be i32 x 2");
    case Op::dot2add:
        return (t == f32() && type(i.arg[0]) == t && type(i.arg[1]) == Type{Kind::f16, 2} &&
                type(i.arg[2]) == type(i.arg[1])) ||
               fail(v, "takes an f32 and two f16 x 2");
    case Op::unpack_4x8:
        if (type(i.arg[0]) != i32() || !bytes(t)) return fail(v, "takes i32, gives i32 x 4 or i16 x 4");
        return i.arg[1] < 2 || fail(v, "no such mode");
    case Op::pack_4x8:
        if (t != i32() || !bytes(type(i.arg[0]))) return fail(v, "takes i32 x 4 or i16 x 4, gives i32");
        return i.arg[1] <= static_cast<uint32_t>(PackMode::clamp_signed) || fail(v, "no such mode");
    case Op::set_mesh_outputs:
        if (m_.stage != Stage::mesh) return fail(v, "only a mesh shader has counts to set");
        return is_scalar_i32(v, i.arg[0], "count") && is_scalar_i32(v, i.arg[1], "count");
    case Op::store_indices:
        if (m_.stage != Stage::mesh) return fail(v, "only a mesh shader makes primitives");
        if (type(i.arg[1]) != i32(m_.mesh.output == Primitive::line ? 2 : 3))
            return fail(v, "number of vertices does not fit the primitive");
        return is_scalar_i32(v, i.arg[0], "primitive");
    case Op::load_payload:
        if (m_.stage != Stage::mesh) return fail(v, "only a mesh shader reads the payload");
        return t.kind() == Kind::i32 ? is_scalar_i32(v, i.arg[0], "dword index") : fail(v, "must be i32");
    case Op::store_payload:
        if (m_.stage != Stage::amplification) return fail(v, "only an amplification shader has a payload");
        return type(i.arg[1]).kind() == Kind::i32 ? is_scalar_i32(v, i.arg[0], "dword index")
                                                  : fail(v, "must be i32");
    case Op::copy_payload:
        if (m_.stage != Stage::amplification) return fail(v, "only an amplification shader has a payload");
        if (i.arg[0] >= m_.shared.size()) return fail(v, "no such shared array");
        return uint64_t{m_.shared[i.arg[0]].elements} * kind_bits(m_.shared[i.arg[0]].kind) / 32 >=
                   m_.mesh.payload_dwords ||
               fail(v, "shared array is smaller than the payload");
    case Op::dispatch_mesh:
        if (m_.stage != Stage::amplification) return fail(v, "only an amplification shader starts groups");
        return is_scalar_i32(v, i.arg[0], "count") && is_scalar_i32(v, i.arg[1], "count") &&
               is_scalar_i32(v, i.arg[2], "count");
    default: break;
    }
    if (text::has_tex_args(i.op)) return texture(v, i, t);
    if (i.op >= Op::wave_lane_index && i.op <= Op::quad_all) return wave(v, i, t);
    if (i.op >= Op::ray_query_start && i.op <= Op::ray_query_get) return ray_query(v, i, t);
    return fail(v, "operation has no rule");
}

bool InstructionVerifier::icb(Value v, Type t, const ConstantArray &array, uint32_t first) {
    if (first + uint64_t{t.count()} > array.row_type.count()) return fail(v, "components out of range");
    return (t.bits() == array.row_type.bits() && !t.is_bool()) || fail(v, "width differs from the array's");
}

bool InstructionVerifier::shared(Value v, uint32_t index, Type t) {
    if (index >= m_.shared.size()) return fail(v, "no such shared array");
    return (t.bits() == kind_bits(m_.shared[index].kind) && !t.is_bool()) ||
           fail(v, "width differs from the array's");
}

bool InstructionVerifier::wave(Value v, const Inst &i, Type t) {
    constexpr Type lanes = i32(4);
    const Type a = info(i.op).values ? type(i.arg[0]) : t;
    switch (i.op) {
    case Op::wave_lane_index:
    case Op::wave_lane_count: return t == i32() || fail(v, "must be i32");
    case Op::wave_is_first: return t == boolean() || fail(v, "must be bool");
    case Op::wave_any:
    case Op::wave_all:
    case Op::quad_any:
    case Op::quad_all: return (t == boolean() && a == t) || fail(v, "takes a bool, gives a bool");
    case Op::wave_all_equal:
        return (t == boolean() && a.is_scalar()) || fail(v, "takes a scalar, gives a bool");
    case Op::wave_ballot: return (t == lanes && a == boolean()) || fail(v, "takes a bool, gives i32 x 4");
    case Op::wave_match: return (t == lanes && a.is_scalar()) || fail(v, "takes a scalar, gives i32 x 4");
    case Op::wave_lowest: return (t == i32() && a == lanes) || fail(v, "takes a mask, gives i32");
    case Op::wave_bit_count:
    case Op::wave_prefix_bit_count:
        return (t == i32() && a == boolean()) || fail(v, "takes a bool, gives i32");
    case Op::wave_multi_prefix_bit_count:
        return (t == i32() && a == boolean() && type(i.arg[1]) == lanes) ||
               fail(v, "takes a bool and a mask, gives i32");
    default: break;
    }
    if (a != t || !t.is_scalar()) return fail(v, "takes and gives a scalar");
    switch (i.op) {
    case Op::wave_read_lane:
    case Op::quad_read: return is_scalar_i32(v, i.arg[1], "lane");
    case Op::quad_swap: return i.arg[1] < 3 || fail(v, "no such direction");
    case Op::wave_reduce:
    case Op::wave_prefix: return wave_op(v, t, i.arg[1]);
    case Op::wave_multi_prefix:
        return type(i.arg[1]) == lanes ? wave_op(v, t, i.arg[2]) : fail(v, "mask must be i32 x 4");
    default: return true;
    }
}

bool InstructionVerifier::wave_op(Value v, Type t, uint32_t op) {
    if (op > static_cast<uint32_t>(WaveOp::xor_)) return fail(v, "no such operation of a wave");
    if (t.is_float() ? op <= static_cast<uint32_t>(WaveOp::max) : t.is_int()) return true;
    return fail(v, "operation does not fit the kind");
}

bool InstructionVerifier::ray_query(Value v, const Inst &i, Type t) {
    const uint32_t query = i.op == Op::ray_query_commit_procedural ? i.arg[2] : i.arg[1];
    if (query >= m_.ray_queries.size()) return fail(v, "no such ray query");
    const auto values = m_.values(i);
    if (!is_scalar_i32(v, values.empty() ? 0 : values[0], "object")) return false;
    switch (i.op) {
    case Op::ray_query_start:
        if (!resource(v, i.arg[2], kind_bit(ResourceKind::acceleration_structure))) return false;
        if (values.size() != 8) return fail(v, "takes eight operand slots");
        if (type(values[4]) != f32(3) || type(values[5]) != f32() || type(values[6]) != f32(3) ||
            type(values[7]) != f32())
            return fail(v, "wrong type of the ray");
        return is_scalar_i32(v, values[1], "array index") && is_scalar_i32(v, values[2], "flags") &&
               is_scalar_i32(v, values[3], "mask");
    case Op::ray_query_proceed: return t == boolean() || fail(v, "must be bool");
    case Op::ray_query_commit_procedural: return type(i.arg[1]) == f32() || fail(v, "t must be f32");
    case Op::ray_query_get: {
        if (i.arg[2] >= static_cast<uint32_t>(RayState::count)) return fail(v, "no such state");
        const auto state = static_cast<RayState>(i.arg[2]);
        if (i.arg[3] && (!is_matrix(state) || i.arg[3] > 3)) return fail(v, "no such column");
        return t == type_of(state) || fail(v, "type does not fit the state");
    }
    default: return true;
    }
}

bool InstructionVerifier::resource(Value v, uint32_t index, uint32_t kinds) {
    if (index >= m_.resources.size()) return fail(v, "no such resource");
    return kinds >> static_cast<unsigned>(m_.resources[index].kind) & 1 ||
           fail(v, "resource is of another kind");
}

bool InstructionVerifier::atomic(Value v, Type t, uint32_t op, Value value, Value comparator) {
    if (op > static_cast<uint32_t>(AtomicOp::fadd)) return fail(v, "no such atomic operation");
    if ((comparator != 0) != (op == static_cast<uint32_t>(AtomicOp::compare_exchange)))
        return fail(v, "comparator does not fit the atomic operation");
    if (type(value) != t || (comparator && type(comparator) != t)) return fail(v, "operands differ in type");
    const bool adds_floats = op == static_cast<uint32_t>(AtomicOp::fadd);
    return (adds_floats ? t == f32() : t == i32() || t == Type{Kind::i64}) ||
           fail(v, adds_floats ? "must be an f32 scalar" : "must be an i32 or i64 scalar");
}

// Of a store. Rows may lie in different variables, which no index reaches.
bool InstructionVerifier::literal_row(Value v, const Inst &i) {
    return !i.arg[1] || fail(v, "the row of what is put out must be literal");
}

bool InstructionVerifier::access(Value v, const Inst &i, Type t, uint32_t packed,
                                 const signature::Signature &signature, Value row, Value vertex) {
    Access a = Access::unpack(packed);
    if (a.element >= signature.size()) return fail(v, "no such element");
    const signature::Element &e = signature[a.element];
    if (!row && a.row >= e.rows) return fail(v, "no such row");
    unsigned columns = t.count() * (t.bits() == 64 ? 2 : 1);
    unsigned limit = e.mask ? signature::column_count(e.mask) : 4;
    if (a.column + columns > limit) return fail(v, "columns out of the element's %u", limit);
    if (t.is_bool()) return fail(v, "bool never crosses the interface");
    return is_scalar_i32(v, row, "row") && is_scalar_i32(v, vertex, "vertex");
}

bool InstructionVerifier::texture(Value v, const Inst &i, Type t) {
    if (!resource(v, i.arg[1], kind_bit(ResourceKind::texture) | kind_bit(ResourceKind::image))) return false;
    const Resource &r = m_.resources[i.arg[1]];
    bool samples = i.op == Op::sample || i.op == Op::sample_cmp || i.op == Op::gather ||
                   i.op == Op::gather_cmp || i.op == Op::query_lod;
    if (samples != (i.arg[2] != no_resource))
        return fail(v, samples ? "sampler is missing" : "takes no sampler");
    if (samples && !resource(v, i.arg[2], kind_bit(ResourceKind::sampler))) return false;
    if (i.count > tex_arg::count) return fail(v, "more operands than slots");
    auto values = m_.values(i);
    auto slot = [&](unsigned s) { return s < values.size() ? values[s] : 0; };
    bool queries = i.op >= Op::query_lod;
    Kind kind = texel_kind(r.sampled);
    unsigned n = coordinate_count(r.dim);
    if (i.op == Op::query_lod && is_array(r.dim)) --n;
    unsigned spatial = n - (is_array(r.dim) ? 1 : 0);
    if (i.op == Op::query_lod) spatial = n;
    bool integer = i.op == Op::tex_load || i.op == Op::tex_store;
    if (i.arg[3] & tex_flag::projected && !integer) ++n;
    Value coord = slot(tex_arg::coord);
    if (!queries || i.op == Op::query_lod) {
        Type want{integer ? Kind::i32 : Kind::f32, n};
        if (!coord || type(coord) != want)
            return fail(v, "coordinate must be %s with %u components", integer ? "i32" : "f32", n);
    } else if (coord) {
        return fail(v, "takes no coordinate");
    }
    bool compares = i.op == Op::sample_cmp || i.op == Op::gather_cmp;
    if (compares != (slot(tex_arg::reference) != 0)) return fail(v, "reference does not fit");
    if (compares && type(slot(tex_arg::reference)) != f32()) return fail(v, "reference must be f32");
    if (Value lod = slot(tex_arg::lod)) {
        bool sampling = i.op == Op::sample || i.op == Op::sample_cmp || i.op == Op::gather;
        if (type(lod) != (sampling ? f32() : i32())) return fail(v, "wrong type of level");
        if (sampling && !(i.arg[3] & (tex_flag::bias | tex_flag::explicit_lod)))
            return fail(v, "level without its flag");
    } else if (i.arg[3] & (tex_flag::bias | tex_flag::explicit_lod) && !queries) {
        return fail(v, "level is missing");
    }
    bool gradient = i.arg[3] & tex_flag::gradient;
    for (unsigned s : {unsigned{tex_arg::ddx}, unsigned{tex_arg::ddy}}) {
        if ((slot(s) != 0) != gradient) return fail(v, "gradients and flag disagree");
        if (gradient && type(slot(s)) != f32(spatial)) return fail(v, "gradient must be f32 x %u", spatial);
    }
    if (slot(tex_arg::offset) && type(slot(tex_arg::offset)) != i32(spatial))
        return fail(v, "offset must be i32 with %u components", spatial);
    if (slot(tex_arg::sample) && type(slot(tex_arg::sample)) != i32()) return fail(v, "sample must be i32");
    if (slot(tex_arg::min_lod) && type(slot(tex_arg::min_lod)) != f32())
        return fail(v, "min_lod must be f32");
    if (!is_scalar_i32(v, slot(tex_arg::resource_index), "resource index") ||
        !is_scalar_i32(v, slot(tex_arg::sampler_index), "sampler index"))
        return false;
    if ((slot(tex_arg::value) != 0) != (i.op == Op::tex_store)) return fail(v, "stored value does not fit");
    switch (i.op) {
    case Op::sample:
    case Op::gather:
    case Op::tex_load:
        return t == Type{kind, 4} || fail(v, "result must be %s x 4", text::kinds[unsigned(kind)]);
    case Op::gather_cmp: return t == f32(4) || fail(v, "result must be f32 x 4");
    case Op::sample_cmp: return t == f32() || fail(v, "result must be f32");
    case Op::tex_store:
        if (r.kind != ResourceKind::image) return fail(v, "only images are written");
        return type(slot(tex_arg::value)) == Type{kind, 4} || fail(v, "value must have 4 components");
    case Op::query_lod: return t == f32(2) || fail(v, "result must be f32 x 2");
    case Op::query_size: {
        unsigned c = r.dim == Dim::cube ? 2 : r.dim == Dim::cube_array ? 3 : coordinate_count(r.dim);
        return t == i32(c) || fail(v, "result must be i32 x %u", c);
    }
    default: return t == i32() || fail(v, "result must be i32");
    }
}

} // namespace weft::ir
