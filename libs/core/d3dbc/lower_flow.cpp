// Control flow: static and dynamic conditions, loops, inlined subroutines.
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Value;

namespace {

constexpr uint32_t max_iterations = 255; // what the count of rep and loop can say

} // namespace

bool Lowering::run_range(uint32_t begin, uint32_t end, unsigned depth) {
    unsigned loops = 0, blocks = 0;
    for (uint32_t i = begin; i < end; ++i) {
        const Instruction &ins = program_.instructions[i];
        line_ = ins.line;
        if (ins.info->flags & op_flow) {
            if (!flow(i, depth, &loops, &blocks)) return false;
            continue;
        }
        if (ins.is_declaration() || !r_.live()) continue;
        if (!budget_--)
            return fail(code::d3dbc_not_implemented, "The subroutines expand to too many instructions.");
        // Pairs are of two.
        pairing_ = !pending_ && i + 1 < end && program_.instructions[i + 1].coissue;
        if (!lower(ins)) return false;
        if (!pairing_ && pending_) {
            const Instruction *first = pending_;
            pending_ = nullptr;
            if (!commit(*first, pending_value_)) return false;
        }
    }
    return true;
}

bool Lowering::flow(uint32_t index, unsigned depth, unsigned *loops, unsigned *blocks) {
    const Instruction &ins = program_.instructions[index];
    if (!r_.within_limits()) return fail(code::d3dbc_not_implemented, "The control flow is too complex.");
    switch (ins.op) {
    case Op::if_:
    case Op::ifc: {
        Value c = b_.boolc(false);
        if (r_.live() && !condition(ins, 0, &c)) return false;
        uint32_t last = plan_.match[index];
        if (program_.instructions[last].op == Op::else_) last = plan_.match[last];
        r_.begin_if(c, plan_.written(index, last));
        ++*blocks;
        return true;
    }
    case Op::else_: r_.begin_else(); return true;
    case Op::endif:
        r_.end_if();
        --*blocks;
        return true;
    case Op::rep:
    case Op::loop:
        ++*loops;
        ++*blocks;
        return begin_loop(index);
    case Op::endrep:
    case Op::endloop:
        --*loops;
        --*blocks;
        end_loop();
        return true;
    case Op::break_:
    case Op::breakc:
    case Op::breakp: {
        if (!*loops) return fail(code::ir_control_flow, "A break stands outside any loop.");
        if (!r_.live()) return true;
        if (ins.op == Op::break_) {
            r_.break_loop();
            return true;
        }
        Value c;
        if (!condition(ins, 0, &c)) return false;
        break_if(c);
        return true;
    }
    case Op::call:
        if (!r_.live()) return true;
        return call(ins, depth);
    case Op::callnz: {
        if (!r_.live()) return true;
        Value c;
        if (!condition(ins, 1, &c)) return false;
        r_.begin_if(c, plan_.written(index, index + 1));
        if (!call(ins, depth)) return false;
        r_.end_if();
        return true;
    }
    case Op::ret: // one outside any block ends the range instead
        if (!r_.live()) return true;
        if (depth) {
            r_.break_block();
        } else {
            store_outputs();
            r_.return_();
        }
        return true;
    default: return fail(code::d3dbc_opcode, "Unexpected flow control.");
    }
}

bool Lowering::call(const Instruction &ins, unsigned depth) {
    const Subroutine &s = plan_.subroutines[ins.src[0].number()];
    if (!budget_--)
        return fail(code::d3dbc_not_implemented, "The subroutines expand to too many instructions.");
    if (s.early_return) r_.begin_block(plan_.written(s.begin, s.end));
    if (!run_range(s.begin, s.end, depth + 1)) return false;
    if (s.early_return) r_.end_block();
    return true;
}

bool Lowering::begin_loop(uint32_t index) {
    const Instruction &ins = program_.instructions[index];
    Loop loop{plan_.loop_slot[index], 0, ins.op == Op::loop};
    if (r_.live()) {
        const Source &operand = ins.src[loop.has_index ? 1 : 0];
        if (!operand.is(RegisterType::constant_int) || operand.relative())
            return fail(code::d3dbc_register_type, "The count of a loop must be an integer constant.");
        Value count, start;
        if (!integer_constant(operand, 0, &count)) return false;
        // Counting down keeps a step of zero from looping forever.
        count = b_.binary(ir::Op::umin, count, b_.i32c(max_iterations));
        r_.write(loop.slot, 1, count);
        if (loop.has_index) {
            if (!integer_constant(operand, 1, &start) || !integer_constant(operand, 2, &loop.step))
                return false;
            r_.write(loop.slot, 2, start);
        }
    }
    loops_.push(loop);
    r_.begin_loop(plan_.written(index, plan_.match[index]));
    if (r_.live()) {
        constexpr uint8_t x[] = {0};
        Value count = r_.read(loop.slot, x, 1, ir::Kind::i32);
        break_if(b_.compare(ir::Op::ieq, count, b_.i32c(0)));
    }
    return true;
}

void Lowering::end_loop() {
    Loop loop = loops_.back();
    loops_.pop();
    if (r_.live()) {
        constexpr uint8_t xy[] = {0, 1};
        Value count = r_.read(loop.slot, xy, 1, ir::Kind::i32);
        r_.write(loop.slot, 1, b_.binary(ir::Op::iadd, count, b_.i32c(~0u)));
        if (loop.has_index) {
            Value al = r_.read(loop.slot, xy + 1, 1, ir::Kind::i32);
            r_.write(loop.slot, 2, b_.binary(ir::Op::iadd, al, loop.step));
        }
    }
    r_.end_loop();
}

void Lowering::break_if(Value condition) {
    r_.begin_if(condition, {});
    r_.break_loop();
    r_.end_if();
}

// The condition of if, ifc, breakc, breakp and callnz; `first` is its first source.
bool Lowering::condition(const Instruction &ins, unsigned first, Value *out) {
    if (ins.info->flags & op_compares) {
        Value a, b;
        if (!scalar(ins, first, &a) || !scalar(ins, first + 1, &b)) return false;
        *out = comparison(ins.control, a, b);
        return true;
    }
    const Source &src = ins.src[first];
    switch (src.type()) {
    case RegisterType::constant_bool:
        if (!boolean_constant(src, out)) return false;
        if (src.modifier() == SourceModifier::not_) *out = b_.not_(*out);
        return true;
    case RegisterType::predicate: *out = predicate(src, Components(1)); return true;
    default:
        return fail(code::d3dbc_register_type, "A condition must be a boolean constant or the predicate.");
    }
}

Value Lowering::comparison(unsigned control, Value a, Value b) {
    using ir::Op;
    switch (static_cast<Comparison>(control & 7)) {
    case Comparison::gt: return b_.compare(Op::flt, b, a);
    case Comparison::eq: return b_.compare(Op::feq, a, b);
    case Comparison::ge: return b_.compare(Op::fge, a, b);
    case Comparison::lt: return b_.compare(Op::flt, a, b);
    case Comparison::ne: return b_.compare(Op::fne, a, b);
    case Comparison::le: return b_.compare(Op::fge, b, a);
    case Comparison::never:
    case Comparison::always: break;
    }
    return b_.splat(ir::boolean(b_.type(a).count()),
                    static_cast<Comparison>(control & 7) == Comparison::always);
}

} // namespace weft::d3dbc
