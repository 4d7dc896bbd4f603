// From a call to the operation that it is: checks, operands, results.
#include "core/dxil/calls.h"

#include <algorithm>
#include <cstdio>

namespace weft::dxil {

using ir::Op;
using ir::RayState;
using signature::SystemValue;

const Calls::Form Calls::forms[operation_count] = {
#define DXIL_OP(number, name, function_class, overloads, result, operands, stages, model, lower, parameter)  \
    {&Calls::lower, static_cast<uint32_t>(parameter)},
#define DXIL_REFUSED(number, name, function_class, stages, model, why) {&Calls::refused, 0},
#include "core/dxil/operations.def"
};

Calls::Calls(Lowering &lowering)
    : l_(lowering),
      m_(lowering.module_),
      interface_(lowering.interface_),
      b_(lowering.b_),
      diag_(lowering.diag_),
      stage_(stage_bit(lowering.interface_.kind)),
      inputs_(*lowering.m_.arena),
      outputs_(*lowering.m_.arena),
      patch_(*lowering.m_.arena),
      query_flags_(*lowering.m_.arena) {
}

bool Calls::begin() {
    checked_ = {arena().array<Checked>(m_.functions.size()), m_.functions.size()};
    std::fill(checked_.begin(), checked_.end(), Checked{});
    for (unsigned i = 0; i < 3; ++i)
        ir().workgroup_size[i] = interface_.thread_group_size[i] ? interface_.thread_group_size[i] : 1;
    ir().early_fragment_tests =
        interface_.kind == ShaderKind::pixel && interface_.flags & shader_early_depth_stencil;
    ir().wave_helpers = interface_.wave_helpers;
    survey_uses();
    return begin_signatures() && begin_resources();
}

bool Calls::begin_function(unsigned which) {
    which_ = which;
    const uint32_t patch = interface_.patch_function;
    for (Side *side : {&inputs_, &outputs_, &patch_}) {
        std::fill(side->local.begin(), side->local.end(), none);
        std::fill(side->current.begin(), side->current.end(), Lane());
    }
    for (uint32_t i = 0; i < m_.functions.size(); ++i) {
        const Function &f = m_.functions[i];
        if (f.is_declaration || (which ? i == interface_.entry : i == patch)) continue;
        survey(f, i == (which ? patch : interface_.entry) ? l_.frame_.cfg : nullptr, which);
    }
    begin_arrays(inputs_, false);
    if (interface_.kind == ShaderKind::domain) begin_arrays(patch_, false);
    if (which)
        begin_arrays(patch_, true);
    else
        begin_arrays(outputs_, true);
    return true;
}

// Elements that only code knows have been added meanwhile.
void Calls::finish() {
    ir().inputs = inputs_.elements.span();
    ir().outputs = outputs_.elements.span();
    ir().patch_constants = patch_.elements.span();
}

bool Calls::fail(unsigned code, const char *what) {
    const char *name = op_ == DxOp::count_ ? "The shader" : operations[static_cast<size_t>(op_)].name.data();
    return l_.fail(code, "%s: %s", name, what);
}

bool Calls::unsupported(const char *what) {
    return l_.unsupported("%s", what);
}

bool Calls::refused() {
    const Operation &op = operations[static_cast<size_t>(op_)];
    diag_.error({}, Result::not_implemented, code::dxil_intrinsic, "%s %s.", op.name.data(), op.refusal);
    return false;
}

namespace {

// The letter of a scalar type in operations.def.
char letter_of(const Type &t) {
    switch (t.kind) {
    case TypeKind::half: return 'x';
    case TypeKind::float_: return 'f';
    case TypeKind::double_: return 'd';
    case TypeKind::integer:
        switch (t.size) {
        case 1: return 'c';
        case 8: return 'b';
        case 16: return 's';
        case 32: return 'i';
        case 64: return 'l';
        default: return 0;
        }
    case TypeKind::pointer: return 'u';
    default: return 0;
    }
}

} // namespace

bool Calls::matches(char letter, uint32_t type) const {
    const Type &t = m_.types[type];
    const auto members = [&](uint32_t count, uint32_t member) {
        if (t.kind != TypeKind::structure || t.count != count) return false;
        for (uint32_t i = 0; i < count; ++i)
            if (m_.element(t, i) != member) return false;
        return true;
    };
    const auto all_of = [&](uint32_t count, char member) {
        return t.kind == TypeKind::structure && t.count == count &&
               letter_of(m_.types[m_.element(t)]) == member && members(count, m_.element(t));
    };
    switch (letter) {
    case '-': return t.kind == TypeKind::void_;
    case 'T': return type == overload_;
    case 'h':
        return t.kind == TypeKind::structure && t.count == 1 &&
               m_.types[m_.element(t)].kind == TypeKind::pointer;
    case 'B':
        return t.kind == TypeKind::structure && t.count == 4 &&
               letter_of(m_.types[m_.element(t, 0)]) == 'i' && letter_of(m_.types[m_.element(t, 3)]) == 'b';
    case 'P': return all_of(2, 'i');
    case 'R':
        return t.kind == TypeKind::structure && t.count == 5 && m_.element(t, 0) == overload_ &&
               m_.element(t, 1) == overload_ && m_.element(t, 2) == overload_ &&
               m_.element(t, 3) == overload_ && letter_of(m_.types[m_.element(t, 4)]) == 'i';
    case 'C': {
        const bool half = l_.scalar_type(overload_).bits() == 16;
        return members(half ? 8 : l_.scalar_type(overload_).bits() == 64 ? 2 : 4, overload_);
    }
    case 'D':
    case '4': return all_of(4, 'i');
    case 'q': return members(4, overload_);
    case '2': return all_of(2, 'i');
    case 'p': return all_of(2, 'f');
    case 'y':
        return t.kind == TypeKind::structure && t.count == 2 &&
               letter_of(m_.types[m_.element(t, 0)]) == 'i' && letter_of(m_.types[m_.element(t, 1)]) == 'c';
    default: return letter_of(t) == letter;
    }
}

// The type that the operation is made for: of an operand, of the result or of the result's members.
bool Calls::find_overload(const Operation &op, const Type &function, uint32_t *out) const {
    const size_t at = op.operands.find('T');
    if (at != std::string_view::npos) {
        *out = m_.element(function, static_cast<uint32_t>(at) + 2);
    } else {
        const uint32_t type = m_.element(function);
        const Type &t = m_.types[type];
        const bool is_struct = op.result != 'T';
        if (is_struct && (t.kind != TypeKind::structure || !t.count)) return false;
        *out = is_struct ? m_.element(t) : type;
    }
    const char letter = letter_of(m_.types[*out]);
    return letter && op.overloads.find(letter) != std::string_view::npos;
}

bool Calls::check(const dxil::Value &callee, const Operation &op) {
    if (!(op.stages & stage_)) return fail(code::dxil_intrinsic, "this kind of shader has no such operation");
    if ((interface_.major << 4 | interface_.minor) < op.model)
        return fail(code::dxil_intrinsic, "the shader model has no such operation");
    const Function &function = m_.functions[callee.index];
    const Type &type = m_.types[function.type];
    if (m_.parameter_count(type) != op.operands.size() + 1)
        return fail(code::dxil_operand, "wrong number of operands");
    overload_ = m_.element(type);
    if (!op.overloads.empty() && !find_overload(op, type, &overload_))
        return fail(code::dxil_type, "there is no operation for this type");
    for (uint32_t i = 0; i < op.operands.size(); ++i)
        if (!matches(op.operands[i], m_.element(type, i + 2)))
            return fail(code::dxil_type, "an operand is of a wrong type");
    if (!matches(op.result, m_.element(type))) return fail(code::dxil_type, "the result is of a wrong type");
    checked_[callee.index] = {static_cast<uint32_t>(op_), overload_};
    return true;
}

#ifdef WEFT_DXIL_MUTATION
// tests/mutation: the operation that every translation forgets. Its results are zero and its effects do not
// happen. No library has this.
extern unsigned forgotten_operation;

bool Calls::forget(uint32_t type) {
    const Type &t = m_.types[type];
    if (t.kind == TypeKind::void_) return true;
    if (t.kind == TypeKind::pointer || matches('h', type)) return fail(code::dxil_handle, "forgotten");
    if (t.kind != TypeKind::structure) {
        result(b_.zero(l_.scalar_type(type)));
        return true;
    }
    Value zeros[8] = {};
    for (uint32_t i = 0; i < t.count && i < 8; ++i)
        zeros[i] = b_.zero(l_.scalar_type(m_.element(t, i)));
    l_.set_members(*ins_, {zeros, std::min<size_t>(t.count, 8)});
    return true;
}
#endif

bool Calls::call(const Instruction &ins) {
    ins_ = &ins;
    op_ = DxOp::count_;
    const dxil::Value &callee = l_.llvm_value(m_.operands[ins.first]);
    uint64_t number;
    if (ins.count < 2 || !l_.literal(m_.operands[ins.first + 1], &number) || number >= operation_count)
        return fail(code::dxil_intrinsic, "a call of dx.op names no operation that exists");
    op_ = static_cast<DxOp>(number);
    const Operation &op = operations[number];
    if (op.refusal) return refused();
    const Checked &known = checked_[callee.index];
    overload_ = known.overload;
    if (known.operation != number && !check(callee, op)) return false;
    const Type &function = m_.types[m_.functions[callee.index].type];
    if (argument_count() != op.operands.size()) return fail(code::dxil_operand, "wrong number of operands");
    for (unsigned i = 0; i < op.operands.size(); ++i)
        if (l_.type_of(argument_number(i)) != m_.element(function, i + 2))
            return fail(code::dxil_type, "an operand is not of the type that the function declares");
    parameter_ = forms[number].parameter;
    flags_ = static_cast<uint8_t>(precision() | (used() & precise_bit ? ir::flag::precise : 0));
    failed_ = false;
#ifdef WEFT_DXIL_MUTATION
    if (number == forgotten_operation) return forget(m_.element(function));
#endif
    return (this->*forms[number].lower)() && !failed_;
}

ir::Value Calls::argument(unsigned i) {
    Value v = 0;
    if (l_.value(argument_number(i), &v)) return v;
    failed_ = true;
    return b_.zero(l_.scalar_type(l_.type_of(argument_number(i))));
}

bool Calls::literal_below(unsigned i, uint32_t limit, const char *what, uint32_t *out) {
    uint64_t v;
    if (!literal(i, &v) || v >= limit) {
        char message[96];
        std::snprintf(message, sizeof(message), "%s is no literal from 0 to %u", what, limit - 1);
        return fail(code::dxil_operand, message);
    }
    *out = static_cast<uint32_t>(v);
    return true;
}

bool Calls::handle(unsigned i, Handle *out) {
    Slot s;
    if (!l_.slot(argument_number(i), &s)) return false;
    if (s.kind != SlotKind::handle) return fail(code::dxil_operand, "an operand is no handle");
    *out = l_.handles_[s.index];
    if (out->heap) return fail(code::dxil_operand, "a handle of a heap is used before it is annotated");
    return true;
}

ir::Value Calls::vector(unsigned first, unsigned count) {
    Lane lanes[4];
    for (unsigned i = 0; i < count; ++i)
        lanes[i] = {argument(first + i), 0};
    const Kind kind = b_.type(lanes[0].value()).kind();
    return b_.gather(lanes, count, kind);
}

void Calls::result_texel(Value v) {
    const Value read = v;
    v = to_overload(v);
    const bool single = b_.type(v).is_scalar();
    Value out[5] = {};
    for (unsigned i = 0; i < 4; ++i)
        if (used() >> i & 1) out[i] = single ? v : b_.extract(v, i);
    if (status_flag()) out[4] = b_.emit(Op::resident, ir::i32(), read);
    l_.set_members(*ins_, out);
}

void Calls::result(std::initializer_list<Value> members) {
    l_.set_members(*ins_, {members.begin(), members.size()});
}

ir::Value Calls::to_overload(Value v) {
    const ir::Type from = b_.type(v), to = l_.scalar_type(overload_).with_count(from.count());
    if (from == to) return v;
    if (to.bits() == from.bits()) return b_.cast(v, to.kind());
    if (to.is_float() && from.is_float()) return b_.emit(Op::fconvert, to, v);
    if (to.is_float()) v = b_.cast(v, Kind::f32);
    return to.is_float() ? b_.emit(Op::fconvert, to, v) : b_.emit(Op::uconvert, to, b_.cast(v, Kind::i32));
}

ir::Value Calls::from_overload(Value v) {
    const ir::Type t = b_.type(v);
    if (t.bits() != 16) return v;
    if (t.is_float()) return b_.emit(Op::fconvert, ir::f32(t.count()), v);
    return b_.emit(Op::sconvert, ir::i32(t.count()), v);
}

bool Lowering::begin_operations() {
    calls_ = m_.arena->make<Calls>(*this);
    return calls_->begin();
}

bool Lowering::enter_operations(unsigned ir_function) {
    return calls_->begin_function(ir_function);
}

bool Lowering::operation(const Instruction &ins) {
    return calls_->call(ins);
}

bool Lowering::end_operations(unsigned) {
    return calls_->before_return();
}

void Lowering::finish_operations() {
    calls_->finish();
}

} // namespace weft::dxil
