#include "core/passes/lower_exits.h"

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;

// Constructs and what leaves them, in the order of the code, which holds much else.
void collect(const Module &m, const Function &f, Vec<Value> &flow) {
    flow.clear();
    for (Value v = f.head; v; v = m[v].next) {
        const Op op = m[v].op;
        m.fetch_ahead(v, Module::forwards);
        if (is_begin(op) || is_end(op) || op == Op::break_ || op == Op::continue_) flow.push(v);
    }
}

class Lowering {
  public:
    // `flow`: what collect() finds.
    Lowering(Module &m, unsigned function, Vec<Value> &flow)
        : m_(m),
          b_(m, function),
          f_(m.functions[function]),
          flow_(flow),
          stack_(*m.arena),
          targets_(*m.arena),
          hops_(*m.arena) {}

    void run() {
        if (wrap_ifs()) collect(m_, f_, flow_);
        targets_.push({});
        hops_.push({});
        constexpr size_t ahead = 8;
        for (size_t k = 0; k < flow_.size(); ++k) {
            if (k + ahead < flow_.size()) m_.fetch_ahead(flow_[k + ahead], 0);
            const Value v = flow_[k];
            Inst &i = m_[v];
            if (is_begin(i.op)) {
                i.arg[3] = 0;
                if (i.op == Op::loop) i.arg[1] = 0;
                stack_.push(v);
            } else if (is_end(i.op)) {
                Value c = stack_.back();
                stack_.pop();
                close(c, v);
            } else {
                if (i.arg[1] < wrapped_.size() && wrapped_[i.arg[1]]) i.arg[1] = wrapped_[i.arg[1]];
                if (sayable(i.arg[1], stack_.size()))
                    chain(v);
                else
                    reroute(v);
            }
        }
    }

  private:
    // Only an arm itself can leave an if. One that is left from further inside gets a block around it, whose
    // results take the place of its own. Says whether there is one.
    bool wrap_ifs() {
        Vec<Value> wrap(*m_.arena);
        for (Value v : flow_) {
            const Inst &i = m_[v];
            if (is_begin(i.op)) {
                stack_.push(v);
            } else if (is_end(i.op)) {
                stack_.pop();
            } else if (i.op == Op::break_ && m_[i.arg[1]].op == Op::if_ && stack_.back() != i.arg[1] &&
                       (wrapped_.empty() || !wrapped_[i.arg[1]])) {
                if (wrapped_.empty()) wrapped_.resize(m_.insts.size());
                wrapped_[i.arg[1]] = 1;
                wrap.push(i.arg[1]);
            }
        }
        for (Value c : wrap) {
            Value marker = m_[c].arg[2];
            Inst block;
            block.op = Op::block;
            b_.set_cursor_before(c);
            Value outer = b_.insert(block);
            b_.set_cursor(marker);
            Inst end;
            if (m_[c].arg[1]) {
                end.op = Op::unreachable;
            } else {
                end.op = Op::break_;
                end.arg[0] = static_cast<uint32_t>(m_.pool.size());
                end.arg[1] = outer;
            }
            b_.insert(end);
            end = {};
            end.op = Op::end_block;
            end.arg[0] = outer;
            Value outer_end = b_.insert(end);
            m_[outer].arg[2] = outer_end;
            for (Value r = m_[outer_end].next; r && m_[r].op == Op::result; r = m_[r].next)
                m_[r].arg[0] = outer;
            wrapped_[c] = outer;
        }
        return !wrap.empty();
    }

    // A construct that is left by way of flags.
    struct Target {
        Value construct;
        uint32_t flag;      // local
        uint32_t values[2]; // first local of the values of a break, of a continue; 0: none yet
    };

    // Behind the construct that lists it, the way goes on to `target`.
    struct Hop {
        uint32_t target;
        Op op;
        uint32_t next;
    };

    void chain(Value v) {
        Inst &i = m_[v];
        uint32_t &head = m_[i.arg[1]].arg[i.op == Op::break_ ? 3 : 1];
        i.arg[3] = head;
        head = v;
    }

    // Whether code with the first `depth` constructs of the stack around it can branch out of `target`.
    bool sayable(Value target, size_t depth) const {
        Op to = m_[target].op;
        for (size_t k = depth; k--;) {
            Value c = stack_[k];
            if (c == target) return true;
            Op crossed = m_[c].op;
            bool is_switch = crossed == Op::switch_ || crossed == Op::block;
            if (to == Op::if_ || crossed == Op::loop || (to != Op::loop && is_switch)) return false;
        }
        return false;
    }

    // The outermost construct inside `target` that can be left from here. There is one: what stands in the
    // way is a loop or a switch.
    Value step(Value target, size_t depth) const {
        Value best = 0;
        for (size_t k = depth; k-- && stack_[k] != target;)
            if (m_[stack_[k]].op != Op::if_ && sayable(stack_[k], depth)) best = stack_[k];
        return best;
    }

    Value first_merge(Value target, Op op) const {
        return m_[op == Op::break_ ? m_[target].arg[2] : target].next;
    }

    uint32_t target(Value construct) {
        if (!target_of_[construct]) {
            target_of_[construct] = static_cast<uint32_t>(targets_.size());
            targets_.push({construct, local(i32()), {0, 0}});
        }
        return target_of_[construct];
    }

    uint32_t local(Type t) {
        m_.locals.push({1, t});
        return static_cast<uint32_t>(m_.locals.size() - 1);
    }

    static Type stored(Type t) { return t.is_bool() ? t.with_kind(Kind::i32) : t; }
    static constexpr uint32_t code(Op op) { return op == Op::break_ ? 1 : 2; }

    // In place of exit `v`: notes where it wants to go and takes the first step.
    void reroute(Value v) {
        // Few shaders have need of these. No construct comes in that is a target or a step.
        if (target_of_.empty()) {
            target_of_.resize(m_.insts.size());
            hops_of_.resize(m_.insts.size());
        }
        const Inst i = m_[v];
        uint32_t t = target(i.arg[1]);
        uint32_t &base = targets_[t].values[code(i.op) - 1];
        auto values = m_.values(i);
        if (!base && !values.empty()) {
            base = static_cast<uint32_t>(m_.locals.size());
            for (Value o : values)
                local(stored(m_[o].type));
        }
        b_.set_cursor_before(v);
        for (uint32_t k = 0; k < i.count; ++k) {
            Value o = m_.pool[i.arg[0] + k];
            if (m_[o].type.is_bool()) o = b_.to_mask(o);
            b_.emit(Op::store_local, void_type, b_.i32c(0), o, base + k, 0);
        }
        b_.emit(Op::store_local, void_type, b_.i32c(0), b_.i32c(code(i.op)), targets_[t].flag, 0);
        hop(t, i.op, stack_.size());
        m_.unlink(f_, v);
    }

    // One step towards the target from the cursor, and what goes on from there.
    void hop(uint32_t t, Op op, size_t depth) {
        Value to = step(targets_[t].construct, depth);
        leave(b_.break_(to), m_[m_[to].arg[2]].next, Op::result,
              [&](uint32_t, Type type) { return b_.zero(type); });
        for (uint32_t h = hops_of_[to]; h; h = hops_[h].next)
            if (hops_[h].target == t && hops_[h].op == op) return;
        hops_.push({t, op, hops_of_[to]});
        hops_of_[to] = static_cast<uint32_t>(hops_.size() - 1);
    }

    // Gives an exit one value for each result or param from `merge` on.
    template <typename F>
    void leave(Value exit, Value merge, Op op, F value) {
        Vec<Value> values(*m_.arena);
        uint32_t cursor = b_.cursor();
        for (; merge && m_[merge].op == op; merge = m_[merge].next) {
            b_.set_cursor_before(exit);
            values.push(value(static_cast<uint32_t>(values.size()), m_[merge].type));
        }
        b_.set_cursor(cursor);
        b_.set_values(exit, values.span());
    }

    void close(Value c, Value marker) {
        if (m_[c].op == Op::block) to_switch(c, marker);
        if (hops_of_.empty() || !hops_of_[c]) return;
        Value last = marker;
        while (m_[last].next && m_[m_[last].next].op == Op::result)
            last = m_[last].next;
        b_.set_cursor(last);
        for (uint32_t h = hops_of_[c]; h; h = hops_[h].next) {
            const Hop way = hops_[h];
            const Target t = targets_[way.target];
            Value flag = b_.emit(Op::load_local, i32(), b_.i32c(0), t.flag, 0);
            Value construct = b_.begin_if(b_.compare(Op::ieq, flag, b_.i32c(code(way.op))));
            stack_.push(construct);
            if (sayable(t.construct, stack_.size())) {
                b_.emit(Op::store_local, void_type, b_.i32c(0), b_.i32c(0), t.flag, 0);
                Value exit = way.op == Op::break_ ? b_.break_(t.construct) : b_.continue_(t.construct);
                leave(exit, first_merge(t.construct, way.op), way.op == Op::break_ ? Op::result : Op::param,
                      [&](uint32_t k, Type type) {
                          uint32_t base = t.values[code(way.op) - 1];
                          Value v = b_.emit(Op::load_local, stored(type), b_.i32c(0), base + k, 0);
                          return type.is_bool() ? b_.nonzero(v) : v;
                      });
            } else {
                hop(way.target, way.op, stack_.size());
            }
            stack_.pop();
            b_.end_if(construct);
        }
    }

    void to_switch(Value c, Value marker) {
        uint32_t cursor = b_.cursor();
        Value selector = b_.i32c(0);
        Inst k;
        k.op = Op::case_;
        k.arg[0] = static_cast<uint32_t>(m_.pool.size());
        k.arg[1] = 1u << 31;
        k.arg[2] = c;
        b_.set_cursor(c);
        Value case_value = b_.insert(k);
        b_.set_cursor(cursor);
        Inst &i = m_[c];
        i.op = Op::switch_;
        i.arg[0] = selector;
        i.arg[1] = case_value;
        m_[marker].op = Op::end_switch;
    }

    Module &m_;
    Builder b_;
    Function &f_;
    Vec<Value> &flow_;
    Vec<Value> stack_;
    Vec<Target> targets_;
    Vec<Hop> hops_;
    // By construct, empty where there is none.
    ScopedVec<uint32_t> target_of_{*m_.arena}, hops_of_{*m_.arena}, wrapped_{*m_.arena};
};

} // namespace

Result lower_exits(Module &m, Diagnostics &) {
    for (unsigned f = 0; f < 2; ++f) {
        ScopedVec<Value> flow(*m.arena);
        collect(m, m.functions[f], flow);
        if (!flow.empty()) Lowering(m, f, flow).run();
    }
    return Result::ok;
}

} // namespace weft::passes
