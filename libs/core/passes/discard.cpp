#include "core/passes/discard.h"

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;

// Reads the neighbours of its quad, or could tell a helper from a lane that has ended.
bool needs_quad(const Inst &i) {
    switch (i.op) {
    case Op::ddx:
    case Op::ddy:
    case Op::query_lod:
    case Op::quad_read:
    case Op::quad_swap:
    case Op::quad_any:
    case Op::quad_all:
    case Op::is_helper: return true;
    case Op::sample:
    case Op::sample_cmp: return !(i.arg[3] & (tex_flag::explicit_lod | tex_flag::gradient));
    default: return false;
    }
}

bool has_effect_outside(const Inst &i) {
    switch (i.op) {
    case Op::store_buffer:
    case Op::tex_store:
    case Op::atomic_buffer:
    case Op::counter: return true;
    default: return false;
    }
}

class Lowering {
  public:
    Lowering(Module &m, const Profile &profile, unsigned function)
        : m_(m), profile_(profile), b_(m, function), f_(m.functions[function]) {}

    void run() {
        if (!profile_.demote) find_needs();
        if (flag_used_) {
            local_ = static_cast<uint32_t>(m_.locals.size());
            m_.locals.push({1, i32()});
        }
        for (Value v = f_.head; v;) {
            Value next = m_[v].next;
            const Inst i = m_[v];
            if (i.op == Op::demote)
                demote(v, i);
            else if (i.op == Op::is_helper && flag_used_)
                helper(v);
            else if (has_effect_outside(i) && flag_used_)
                guard(v);
            else if (i.op == Op::return_ && flag_used_)
                kill_if(v, flag(v, Op::ine));
            v = next;
        }
    }

  private:
    // Marks every demote that something which needs the quad may follow: behind it, or anywhere in an outer
    // loop.
    void find_needs() {
        Vec<Value> loops(*m_.arena);
        bool needed = false;
        auto loop_needs = m_.arena->zeroed<uint8_t>(m_.insts.size());
        for (Value v = f_.head; v; v = m_[v].next) {
            if (m_[v].op == Op::loop)
                loops.push(v);
            else if (m_[v].op == Op::end_loop)
                loops.pop();
            else if (!loops.empty() && needs_quad(m_[v]))
                loop_needs[loops[0]] = 1;
        }
        unsigned depth = 0;
        for (Value v = f_.tail; v; v = m_[v].prev) {
            Inst &i = m_[v];
            if (i.op == Op::end_loop) {
                if (depth++ == 0) needed |= loop_needs[i.arg[0]]; // on the next turn
            } else if (i.op == Op::loop) {
                --depth;
            }
            if (i.op == Op::demote) {
                i.mark = needed;
                flag_used_ |= needed;
            }
            needed |= needs_quad(i);
        }
    }

    void demote(Value v, const Inst &i) {
        Value c = m_.resolve(i.arg[0]);
        if (b_.is_splat(c, 0)) {
            m_.unlink(f_, v);
            return;
        }
        bool always = b_.is_splat(c, 1);
        if (profile_.demote) {
            if (always) return;
            b_.set_cursor_before(v);
            Value construct = b_.begin_if(c);
            b_.emit(Op::demote, void_type, b_.boolc(true));
            b_.break_(construct);
            b_.end_if(construct);
            m_.unlink(f_, v);
            return;
        }
        if (!i.mark) {
            kill_if(v, c);
        } else {
            b_.set_cursor_before(v);
            Value set = b_.i32c(1);
            if (!always) {
                Value before = b_.emit(Op::load_local, i32(), b_.i32c(0), local_, 0);
                set = b_.select(c, set, b_.i32c(0));
                set = b_.emit(Op::or_, i32(), before, set);
            }
            b_.emit(Op::store_local, void_type, b_.i32c(0), set, local_, 0);
        }
        m_.unlink(f_, v);
    }

    // Whether this lane has been discarded (ine) or not (ieq), as a bool in front of `v`.
    Value flag(Value v, Op comparison) {
        b_.set_cursor_before(v);
        Value flag = b_.emit(Op::load_local, i32(), b_.i32c(0), local_, 0);
        return b_.compare(comparison, flag, b_.i32c(0));
    }

    void kill_if(Value before, Value c) {
        b_.set_cursor_before(before);
        Value construct = b_.begin_if(c);
        b_.emit(Op::kill, void_type);
        b_.end_if(construct);
    }

    void helper(Value v) {
        Inst copy = m_[v];
        Value set = flag(v, Op::ine);
        Value real = b_.insert(copy);
        Inst &i = m_[v];
        i.op = Op::or_;
        i.arg[0] = real;
        i.arg[1] = set;
    }

    void guard(Value v) {
        const Inst copy = m_[v];
        Value construct = b_.begin_if(flag(v, Op::ieq));
        Value inner = b_.insert(copy);
        Value exit = b_.break_(construct);
        if (!info(copy.op).has_result) {
            b_.end_if(construct);
            m_.unlink(f_, v);
            return;
        }
        b_.set_values(exit, {&inner, 1});
        b_.begin_else(construct);
        exit = b_.break_(construct);
        Value zero = b_.zero(copy.type);
        b_.set_values(exit, {&zero, 1});
        b_.end_if(construct);
        Inst &i = m_[v];
        i.op = Op::result;
        i.flags = 0;
        i.count = 0;
        i.arg[0] = construct;
        i.arg[1] = i.arg[2] = i.arg[3] = 0;
    }

    Module &m_;
    const Profile &profile_;
    Builder b_;
    Function &f_;
    bool flag_used_ = false;
    uint32_t local_ = 0;
};

} // namespace

Result lower_discard(Module &m, const Profile &profile, Diagnostics &) {
    for (unsigned f = 0; f < 2; ++f)
        if (m.functions[f].head) Lowering(m, profile, f).run();
    return Result::ok;
}

} // namespace weft::passes
