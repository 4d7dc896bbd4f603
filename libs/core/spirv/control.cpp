// Regions and exits -> blocks, merges and phis.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

// Whether the arm that begins behind `after` only leaves `construct` again.
bool Writer::only_break(Value after, Value construct) const {
    Value next = m_[after].next;
    return next && m_[next].op == Op::break_ && m_[next].arg[1] == construct;
}

void Writer::begin_if(Value v, const Inst &inst) {
    OpenConstruct c{};
    c.inst = v;
    c.merge = label();
    c.header = block_;
    const Value else_value = inst.arg[1];
    const bool then_empty = only_break(v, v);
    const bool else_empty = !else_value || only_break(else_value, v);
    Id then_label = then_empty ? c.merge : label();
    c.else_label = else_empty ? c.merge : label();
    if (then_empty && else_empty) then_label = label(); // both ways to one block is no selection
    auto hint = inst.flags & ir::flag::flatten        ? spv::SelectionControlMask::Flatten
                : inst.flags & ir::flag::dont_flatten ? spv::SelectionControlMask::DontFlatten
                                                      : spv::SelectionControlMask::MaskNone;
    Id condition = id(inst.arg[0]);
    f_.emit(spv::Op::OpSelectionMerge, c.merge, hint);
    f_.emit(spv::Op::OpBranchConditional, condition, then_label, c.else_label);
    if (then_label != c.merge)
        start_block(then_label);
    else
        block_ = 0; // the break belongs to the header
    open_.push(c);
}

void Writer::leave(Value v, const Inst &, Id target) {
    // An arm that was skipped enters the merge from the header.
    if (!block_) {
        ids_[v] = open_.back().header;
        return;
    }
    ids_[v] = block_;
    branch(target);
    block_ = 0;
}

void Writer::begin_loop(Value v, const Inst &inst) {
    OpenConstruct c{};
    c.inst = v;
    Id before = block_;
    c.header = label();
    c.merge = label();
    c.cont = label();
    c.params = inst.count;
    ids_[v] = before;
    branch(c.header);
    start_block(c.header);
    c.phis = f_.size();
    open_.push(c);
    // Phis of the parameters, their back edge patched at the end of the loop.
    Value p = inst.next;
    for (; p && m_[p].op == Op::param; p = m_[p].next) {
        Id initial = id(m_.pool[inst.arg[0] + m_[p].arg[1]]);
        Id r = id(p);
        f_.emit(spv::Op::OpPhi, type(m_[p].type), r, initial, before, 0u, c.cont);
    }
    auto hint = inst.flags & ir::flag::unroll        ? spv::LoopControlMask::Unroll
                : inst.flags & ir::flag::dont_unroll ? spv::LoopControlMask::DontUnroll
                                                     : spv::LoopControlMask::MaskNone;
    Id body = label();
    f_.emit(spv::Op::OpLoopMerge, c.merge, c.cont, hint);
    branch(body);
    start_block(body);
}

void Writer::end_loop(const Inst &inst) {
    OpenConstruct c = open_.back();
    open_.pop();
    const Inst &loop = m_[inst.arg[0]];
    start_block(c.cont);
    Value first = loop.arg[1];
    const bool several = first && m_[first].arg[3];
    size_t at = c.phis;
    for (Value p = loop.next; p && m_[p].op == Op::param; p = m_[p].next) {
        uint32_t index = m_[p].arg[1];
        Id back;
        if (!first) {
            back = typed(spv::Op::OpUndef, type(m_[p].type));
        } else if (!several) {
            back = id(m_.pool[m_[first].arg[0] + index]);
        } else {
            back = b_.new_id();
            // Operands first: a constant may add to the globals, never to this section.
            f_.begin(spv::Op::OpPhi);
            f_.push(type(m_[p].type));
            f_.push(back);
            for (Value e = first; e; e = m_[e].arg[3]) {
                f_.push(id(m_.pool[m_[e].arg[0] + index]));
                f_.push(ids_[e]);
            }
            f_.end();
        }
        f_[at + 5] = back;
        at += 7;
    }
    branch(c.header);
    start_block(c.merge);
}

void Writer::begin_switch(Value v, const Inst &inst) {
    OpenConstruct c{};
    c.inst = v;
    c.merge = label();
    c.header = block_;
    Id fallback = c.merge;
    for (Value k = inst.arg[1]; k; k = m_[k].arg[3]) {
        ids_[k] = label();
        if (m_[k].arg[1] >> 31) fallback = ids_[k];
    }
    Id selector = id(inst.arg[0]);
    f_.emit(spv::Op::OpSelectionMerge, c.merge, spv::SelectionControlMask::MaskNone);
    f_.begin(spv::Op::OpSwitch);
    f_.push(selector);
    f_.push(fallback);
    for (Value k = inst.arg[1]; k; k = m_[k].arg[3]) {
        const Inst &kase = m_[k];
        for (uint32_t i = 0; i < (kase.arg[1] & 0x7fffffff); ++i) {
            f_.push(m_.pool[kase.arg[0] + kase.count + i]);
            f_.push(ids_[k]);
        }
    }
    f_.end();
    block_ = 0;
    open_.push(c);
}

void Writer::loop_param(Value v, const Inst &inst) {
    const Inst &owner = m_[inst.arg[0]];
    if (owner.op == Op::loop) return; // written with the header
    Id from_switch = id(m_.pool[owner.arg[0] + inst.arg[1]]);
    Id header = open_.back().header;
    Id t = type(inst.type);
    Id r = id(v);
    f_.begin(spv::Op::OpPhi);
    f_.push(t);
    f_.push(r);
    f_.push(from_switch);
    f_.push(header);
    if (fallthrough_) {
        f_.push(id(m_.pool[m_[fallthrough_].arg[0] + inst.arg[1]]));
        f_.push(ids_[fallthrough_]);
    }
    f_.end();
}

void Writer::merge_result(Value v, const Inst &inst) {
    Value first = m_[inst.arg[0]].arg[3];
    if (!first) return error(code::spirv_invalid, "A result without an exit.");
    if (!m_[first].arg[3]) {
        ids_[v] = id(m_.pool[m_[first].arg[0] + inst.arg[1]]);
        return;
    }
    Id t = type(inst.type);
    Id r = id(v);
    f_.begin(spv::Op::OpPhi);
    f_.push(t);
    f_.push(r);
    for (Value e = first; e; e = m_[e].arg[3]) {
        f_.push(id(m_.pool[m_[e].arg[0] + inst.arg[1]]));
        f_.push(ids_[e]);
    }
    f_.end();
}

void Writer::demote(const Inst &inst) {
    b_.extension("SPV_EXT_demote_to_helper_invocation");
    b_.capability(spv::Capability::DemoteToHelperInvocationEXT);
    if (m_[m_.resolve(inst.arg[0])].op == Op::constant) {
        f_.emit(spv::Op::OpDemoteToHelperInvocationEXT);
        return;
    }
    Id condition = id(inst.arg[0]);
    Id inside = label();
    Id merge = label();
    f_.emit(spv::Op::OpSelectionMerge, merge, spv::SelectionControlMask::MaskNone);
    f_.emit(spv::Op::OpBranchConditional, condition, inside, merge);
    start_block(inside);
    f_.emit(spv::Op::OpDemoteToHelperInvocationEXT);
    branch(merge);
    start_block(merge);
}

bool Writer::control(Value v, const Inst &inst) {
    switch (inst.op) {
    case Op::if_: begin_if(v, inst); return true;
    case Op::else_:
        if (open_.back().else_label != open_.back().merge)
            start_block(open_.back().else_label);
        else
            block_ = 0;
        return true;
    case Op::end_if:
    case Op::end_switch: {
        Id merge = open_.back().merge;
        open_.pop();
        start_block(merge);
        return true;
    }
    case Op::loop: begin_loop(v, inst); return true;
    case Op::end_loop: end_loop(inst); return true;
    case Op::switch_: begin_switch(v, inst); return true;
    case Op::case_:
        if (!(inst.prev && m_[inst.prev].op == Op::fallthrough)) fallthrough_ = 0;
        start_block(ids_[v]);
        return true;
    case Op::param: loop_param(v, inst); return true;
    case Op::result: merge_result(v, inst); return true;
    case Op::break_: {
        Value target = inst.arg[1];
        for (size_t i = open_.size(); i--;)
            if (open_[i].inst == target) {
                leave(v, inst, open_[i].merge);
                return true;
            }
        error(code::spirv_not_implemented, "An exit that SPIR-V cannot express reached the writer.");
        return true;
    }
    case Op::continue_:
        for (size_t i = open_.size(); i--;)
            if (open_[i].inst == inst.arg[1]) {
                leave(v, inst, open_[i].cont);
                return true;
            }
        error(code::spirv_not_implemented, "An exit that SPIR-V cannot express reached the writer.");
        return true;
    case Op::fallthrough:
        fallthrough_ = v;
        leave(v, inst, ids_[inst.arg[2]]);
        return true;
    case Op::return_:
        f_.emit(spv::Op::OpReturn);
        block_ = 0;
        return true;
    case Op::kill:
        f_.emit(spv::Op::OpKill);
        block_ = 0;
        return true;
    case Op::unreachable:
        f_.emit(spv::Op::OpUnreachable);
        block_ = 0;
        return true;
    case Op::demote: demote(inst); return true;
    case Op::block:
    case Op::end_block:
        error(code::spirv_not_implemented, "A block that SPIR-V cannot express reached the writer.");
        return true;
    case Op::alias:
    case Op::constant:
    case Op::spec_constant:
    case Op::none: return true;
    default: return false;
    }
}

} // namespace weft::spirv
