#include "core/ir/verify.h"

#include <vector>

#include "core/ir/print.h"
#include "core/ir/verify_instructions.h"

namespace weft::ir {

namespace {

Op end_of(Op begin) {
    switch (begin) {
    case Op::if_: return Op::end_if;
    case Op::loop: return Op::end_loop;
    case Op::switch_: return Op::end_switch;
    default: return Op::end_block;
    }
}

class Verifier : InstructionVerifier {
  public:
    using InstructionVerifier::InstructionVerifier;

    bool run(std::string *message) {
        bool ok = true;
        if (m_.insts.size() == 0 || m_[0].op != Op::none) ok = fail(0, "value 0 is in use");
        state_.assign(m_.insts.size(), {});
        for (unsigned f = 0; ok && f < 2; ++f)
            ok = function(m_.functions[f]);
        for (size_t c = 0; ok && c < m_.callees.size(); ++c) {
            callee_ = &m_.callees[c];
            ok = function(callee_->code);
        }
        if (!ok && message) *message = std::move(message_);
        return ok;
    }

  private:
    struct State {
        uint32_t region = 0; // where it stands, +1; 0: not seen yet
        uint32_t params = 0; // of constructs: params or results; of case_: params
        uint32_t exits = 0;  // breaks that name this construct
        uint32_t continues = 0;
    };

    struct Open {
        Value construct;
        uint32_t region; // the region that holds the construct
        Value last_case; // switch_: the case_ that is open
        bool in_else;
    };

    // --- values ---

    bool usable(Value user, Value v) {
        for (unsigned hops = 0; v && v < m_.insts.size() && m_[v].op == Op::alias; ++hops) {
            if (hops == 1000) return fail(user, "aliases in a circle");
            v = m_[v].arg[0];
        }
        if (!v || v >= m_.insts.size()) return fail(user, "operand %u does not exist", v);
        const Inst &i = m_[v];
        if (!info(i.op).has_result) return fail(user, "operand %%%u is no value", v);
        if (i.op == Op::constant) return true;
        uint32_t region = state_[v].region;
        if (!region) return fail(user, "operand %%%u is used before its definition", v);
        if (!open_[region - 1]) return fail(user, "operand %%%u stands in a region that is closed", v);
        return true;
    }

    // --- structure ---

    bool function(const Function &f) {
        if (!f.head != !f.tail) return fail(f.head | f.tail, "function has a head or a tail only");
        if (!f.head) return true;
        open_.clear();
        stack_.clear();
        regions_.clear();
        constructs_.clear();
        enter();
        bool ended = false; // the current region has had its exit
        Value before = 0;
        Value expects = 0; // construct whose params or results may stand here
        size_t left = m_.insts.size();
        for (Value v = f.head; v; v = m_[v].next) {
            if (v >= m_.insts.size()) return fail(before, "next instruction %u does not exist", v);
            if (!left--) return fail(v, "instruction list is circular");
            const Inst &i = m_[v];
            if (i.prev != before) return fail(v, "broken list: previous is %u, not %u", i.prev, before);
            if (i.op >= Op::count_ || i.op == Op::none || i.op == Op::constant)
                return fail(v, "this operation has no place in code");
            if (state_[v].region) return fail(v, "instruction stands in two places");
            before = v;
            bool separates = i.op == Op::else_ || i.op == Op::case_ || is_end(i.op);
            if (ended && !separates) return fail(v, "instruction behind the exit of its region");
            if (!ended && separates && !region_less(i))
                return fail(v, "the region before this does not end in an exit");
            if (i.op == Op::param || i.op == Op::result) {
                if (!expects || i.arg[0] != expects || (i.op == Op::param) != param_place_)
                    return fail(v, "stands away from its construct's marker");
                if (i.arg[1] != state_[expects].params++) return fail(v, "out of order");
                if (i.type.is_void()) return fail(v, "has no type");
                mark(v);
                continue;
            }
            expects = 0;
            if (!operands(v, i)) return false;
            const OpInfo &op = info(i.op);
            if (callee_ && !op.pure && !op.structure && !op.exit && i.op != Op::argument)
                return fail(v, "operation has no place in a callee");
            if (op.has_result == i.type.is_void())
                return fail(v, op.has_result ? "result has no type" : "result type without a result");
            if (i.type.count() > 4) return fail(v, "more than four components");
            if (op.structure) {
                if (!structure(v, i, &ended, &expects)) return false;
            } else if (op.exit) {
                if (!exit(v, i)) return false;
                ended = true;
            } else if (!types(v, i)) {
                return false;
            }
            if (state_[v].region == 0) mark(v);
        }
        if (before != f.tail) return fail(before, "function's tail is %u", f.tail);
        if (!stack_.empty()) return fail(stack_.back().construct, "construct is never closed");
        if (!ended) return fail(before, "function does not end in an exit");
        return chains();
    }

    void mark(Value v) { state_[v].region = regions_.back() + 1; }

    void enter() {
        regions_.push_back(static_cast<uint32_t>(open_.size()));
        open_.push_back(true);
    }

    void leave() {
        open_[regions_.back()] = false;
        regions_.pop_back();
    }

    // A switch_ before its first case_ holds no region to end.
    bool region_less(const Inst &i) const {
        return (i.op == Op::case_ || i.op == Op::end_switch) && !stack_.empty() &&
               m_[stack_.back().construct].op == Op::switch_ && !stack_.back().last_case;
    }

    bool structure(Value v, const Inst &i, bool *ended, Value *expects) {
        switch (i.op) {
        case Op::if_:
            if (type(i.arg[0]) != boolean()) return fail(v, "condition must be a bool scalar");
            break;
        case Op::switch_:
            if (type(i.arg[0]) != i32()) return fail(v, "selector must be an i32 scalar");
            break;
        default: break;
        }
        if (is_begin(i.op)) {
            if (options_.exits_lowered && i.op == Op::block)
                return fail(v, "block is left after lowering of exits");
            if (stack_.size() >= max_nesting) return fail(v, "constructs nest too deeply");
            mark(v);
            constructs_.push_back(v);
            stack_.push_back({v, regions_.back(), 0, false});
            *ended = false;
            if (i.op == Op::switch_) {
                if (i.arg[1] >= m_.insts.size() || (i.arg[1] && m_[i.arg[1]].op != Op::case_))
                    return fail(v, "first case is none");
                if (i.next != i.arg[1] && i.next != i.arg[2]) return fail(v, "code before the first case");
            } else {
                enter();
            }
            if (i.op == Op::loop) {
                *expects = v;
                param_place_ = true;
            }
            return true;
        }
        if (stack_.empty()) return fail(v, "marker without a construct");
        Open &open = stack_.back();
        const Inst &c = m_[open.construct];
        if (i.op == Op::else_) {
            if (c.op != Op::if_ || i.arg[0] != open.construct || c.arg[1] != v || open.in_else)
                return fail(v, "else does not belong here");
            open.in_else = true;
            leave();
            mark(v);
            enter();
            *ended = false;
            return true;
        }
        if (i.op == Op::case_) {
            if (c.op != Op::switch_ || i.arg[2] != open.construct)
                return fail(v, "case does not belong here");
            if (open.last_case ? m_[open.last_case].arg[3] != v : c.arg[1] != v)
                return fail(v, "case is not linked to the one before it");
            if (open.last_case) leave();
            open.last_case = v;
            uint64_t labels = i.arg[1] & 0x7fffffff;
            if (i.arg[0] + uint64_t{i.count} + labels > m_.pool.size())
                return fail(v, "labels outside the pool");
            mark(v);
            enter();
            *ended = false;
            *expects = v;
            param_place_ = true;
            cases_.push_back(v);
            return true;
        }
        // End markers.
        if (i.op != end_of(c.op) || i.arg[0] != open.construct)
            return fail(v, "end marker of another construct");
        if (c.arg[2] != v) return fail(open.construct, "construct does not name its end %u", v);
        if (c.op == Op::if_ && (c.arg[1] != 0) != open.in_else)
            return fail(open.construct, "else is missing");
        if (c.op == Op::switch_) {
            if (open.last_case ? m_[open.last_case].arg[3] != 0 : c.arg[1] != 0)
                return fail(open.construct, "a linked case is missing");
            if (open.last_case) leave();
        } else {
            leave();
        }
        uint32_t params = state_[open.construct].params;
        if (c.op == Op::loop) {
            if (params != c.count)
                return fail(open.construct, "%u initial values for %u params", c.count, params);
            loop_params_.push_back({open.construct, params});
            state_[open.construct].params = 0; // counts results from here on
        }
        *expects = open.construct;
        param_place_ = false;
        *ended = false;
        stack_.pop_back();
        return true;
    }

    bool exit(Value v, const Inst &i) {
        switch (i.op) {
        case Op::return_value:
            if (!callee_) return fail(v, "only a callee returns a value");
            return type(i.arg[0]) == callee_->result || fail(v, "returns another type than the callee's");
        case Op::return_:
            if (callee_) return fail(v, "a callee returns a value");
            // What follows the control point function is the patch function.
            return m_.stage != Stage::hull || stack_.empty() ||
                   fail(v, "a hull shader's function returns before its end");
        case Op::kill: return !callee_ || fail(v, "a callee cannot end the lane");
        case Op::unreachable: return true;
        case Op::break_:
        case Op::continue_: {
            Value target = i.arg[1];
            size_t at = stack_.size();
            while (at && stack_[at - 1].construct != target)
                --at;
            if (!at) return fail(v, "target is not open here");
            if (i.op == Op::continue_ && m_[target].op != Op::loop) return fail(v, "target is no loop");
            ++(i.op == Op::continue_ ? state_[target].continues : state_[target].exits);
            return !options_.exits_lowered || sayable(v, i, at - 1);
        }
        default: {
            if (stack_.empty() || stack_.back().construct != i.arg[1] || m_[i.arg[1]].op != Op::switch_)
                return fail(v, "falls through outside its switch's case");
            if (!i.arg[2] || m_[stack_.back().last_case].arg[3] != i.arg[2])
                return fail(v, "does not enter the next case");
            fallthroughs_.push_back(v);
            return true;
        }
        }
    }

    // Which exits SPIR-V has: an if's own arm to its merge; the innermost switch or loop through ifs; the
    // innermost loop through switches, too.
    bool sayable(Value v, const Inst &i, size_t at) {
        Op target = m_[i.arg[1]].op;
        for (size_t k = stack_.size(); k-- > at + 1;) {
            Op crossed = m_[stack_[k].construct].op;
            if (target == Op::if_ || crossed == Op::loop || crossed == Op::block ||
                (target == Op::switch_ && crossed == Op::switch_))
                return fail(v, "SPIR-V has no such exit");
        }
        return true;
    }

    // Chains are complete and every exit brings as many values as its target takes.
    bool chains() {
        for (const auto &[loop, params] : loop_params_)
            if (!chain(loop, m_[loop].arg[1], Op::continue_, state_[loop].continues, params)) return false;
        loop_params_.clear();
        for (Value c : constructs_) {
            if (m_[c].op == Op::if_ && !m_[c].arg[1] && state_[c].params)
                return fail(c, "if without else has results");
            if (!chain(c, m_[c].arg[3], Op::break_, state_[c].exits, state_[c].params)) return false;
        }
        for (Value c : cases_) {
            if (m_[c].count != state_[c].params)
                return fail(c, "%u values for %u params", m_[c].count, state_[c].params);
            if (!same_types(c, c)) return false;
        }
        for (Value v : fallthroughs_) {
            Value target = m_[v].arg[2];
            if (m_[v].count != state_[target].params) return fail(v, "wrong number of values");
            if (!same_types(v, target)) return false;
        }
        fallthroughs_.clear();
        cases_.clear();
        return true;
    }

    bool chain(Value construct, Value first, Op op, uint32_t expected, uint32_t values) {
        uint32_t seen = 0;
        for (Value e = first; e; e = m_[e].arg[3]) {
            if (e >= m_.insts.size() || m_[e].op != op || m_[e].arg[1] != construct || !state_[e].region)
                return fail(construct, "exit chain leads to %u", e);
            if (++seen > expected) return fail(construct, "exit chain is longer than there are exits");
            if (m_[e].count != values) return fail(e, "%u values where %u are taken", m_[e].count, values);
            if (!same_types(e, op == Op::continue_ ? construct : m_[construct].arg[2])) return false;
        }
        if (seen != expected) return fail(construct, "exit chain has %u of %u exits", seen, expected);
        return op != Op::continue_ || same_types(construct, construct);
    }

    // The values of `from` against the params or results that stand behind `marker`.
    bool same_types(Value from, Value marker) {
        auto values = m_.values(m_[from]);
        Value p = m_[marker].next;
        for (Value v : values) {
            if (!p || type(p) != type(v)) return fail(from, "%%%u has another type than %%%u", v, p);
            p = m_[p].next;
        }
        return true;
    }

    // --- operands ---

    bool optional(const Inst &i, unsigned k) const {
        switch (i.op) {
        case Op::construct: return k > 0;
        case Op::load_input:
        case Op::eval_input:
        case Op::load_output:
        case Op::load_patch: return true;
        case Op::load_attribute: return k == 0;
        case Op::store_output:
        case Op::store_patch: return k > 0;
        case Op::store_primitive: return k == 1;
        case Op::ray_query_start: return k < 2;
        case Op::ray_query_proceed:
        case Op::ray_query_abort:
        case Op::ray_query_commit_triangle:
        case Op::ray_query_commit_procedural:
        case Op::ray_query_get: return k == 0;
        case Op::atomic_shared: return k == 2;
        case Op::load_cbuffer:
        case Op::load_buffer: return k == 1;
        case Op::store_buffer: return k == 2;
        case Op::atomic_buffer: return k > 1;
        case Op::call:
        case Op::counter:
        case Op::query_buffer: return true;
        default: return text::has_tex_args(i.op);
        }
    }

    bool operands(Value v, const Inst &i) {
        if (info(i.op).variadic && uint64_t{i.arg[0]} + i.count > m_.pool.size())
            return fail(v, "operands outside the pool");
        if (i.op == Op::param || i.op == Op::result) return true;
        unsigned k = 0;
        for (Value o : m_.values(i)) {
            if (o ? !usable(v, o) : !optional(i, k)) return o ? false : fail(v, "operand %u is missing", k);
            ++k;
        }
        return true;
    }

    std::vector<State> state_;
    std::vector<bool> open_;
    std::vector<uint32_t> regions_;
    std::vector<Open> stack_;
    std::vector<Value> constructs_, cases_, fallthroughs_;
    std::vector<std::pair<Value, uint32_t>> loop_params_;
    bool param_place_ = false;
};

} // namespace

bool verify(const Module &module, std::string *message, const VerifyOptions &options) {
    return Verifier(module, options).run(message);
}

} // namespace weft::ir
