// Regions and exits -> blocks, merges and phis.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

using ir::Module;
using ir::Op;
using ir::Value;

// Whether the arm that begins behind `after` only leaves `construct` again.
bool only_break(const Module &m, Value after, Value construct) {
    Value next = m[after].next;
    return next && m[next].op == Op::break_ && m[next].arg[1] == construct;
}

bool both_arms_empty(const Module &m, Value if_value) {
    const Value else_value = m[if_value].arg[1];
    return only_break(m, if_value, if_value) && (!else_value || only_break(m, else_value, if_value));
}

// The exit that is all an arm holds, as long as it may be reached from the branch itself. SPIRV-Cross loses a
// branch that leads straight to the end of a loop's body, so there it starts from a block of its own.
Value lone_exit(const Module &m, Value after, bool for_cross) {
    Value next = m[after].next;
    if (!next || (m[next].op != Op::break_ && (m[next].op != Op::continue_ || for_cross))) return 0;
    return next;
}

} // namespace

// --- blocks
// ------------------------------------------------------------------------------------------------------

void Writer::start_block(Id label_id) {
    f_->emit(spv::Op::OpLabel, label_id);
    block_ = label_id;
    sampled_.clear();
}

void Writer::branch(Id to) {
    if (header_merge_) {
        f_->emit(spv::Op::OpLoopMerge, header_merge_, header_continue_, header_hint_);
        header_merge_ = 0;
    }
    f_->emit(spv::Op::OpBranch, to);
    block_ = 0;
}

// A loop's header may not end in a selection of its own, nor in anything but a branch.
void Writer::finish_header() {
    if (!header_merge_) return;
    Id body = label();
    branch(body);
    start_block(body);
}

void Writer::branch_conditional(Id condition, Id yes, Id no, Id merge, uint32_t hint) {
    // A loop that is left from its header needs no selection.
    const bool leaves_loop =
        header_merge_ && ((yes == header_merge_ && no == merge) || (no == header_merge_ && yes == merge));
    if (leaves_loop) {
        f_->emit(spv::Op::OpLoopMerge, header_merge_, header_continue_, header_hint_);
        header_merge_ = 0;
    } else {
        finish_header();
        f_->emit(spv::Op::OpSelectionMerge, merge, hint);
    }
    f_->emit(spv::Op::OpBranchConditional, condition, yes, no);
}

// The merge of a construct that nothing leaves, and the end of a region that cannot be reached.
void Writer::end_without_exit() {
    if (!block_) return;
    finish_header();
    f_->emit(spv::Op::OpUnreachable);
    block_ = 0;
}

void Writer::enter_region() {
    regions_.push(static_cast<uint32_t>(region_open_.size()));
    region_open_.push(1);
}

void Writer::leave_region() {
    region_open_[regions_.back()] = 0;
    regions_.pop();
}

// --- exits
// -------------------------------------------------------------------------------------------------------

// The label that an exit goes to; 0, with an error, for what SPIR-V has no branch for.
Id Writer::exit_target(Value v) {
    const Inst &inst = m_[v];
    bool crosses_loop = false, crosses_any = false;
    for (size_t i = open_.size(); i--;) {
        const OpenConstruct &c = open_[i];
        if (c.inst == inst.arg[1]) {
            if (inst.op == Op::continue_) {
                if (!crosses_loop && c.op == Op::loop) return c.cont;
            } else if (inst.op == Op::fallthrough) {
                if (!crosses_loop && c.op == Op::switch_ && id_of(inst.arg[2]) != c.merge)
                    return id_of(inst.arg[2]);
            } else if (c.op == Op::if_ ? !crosses_any : !crosses_loop) {
                return c.merge;
            }
            break;
        }
        crosses_loop |= c.op == Op::loop;
        // To the merge of a switch only from inside that switch.
        if (c.op == Op::switch_ && m_[inst.arg[1]].op == Op::switch_) crosses_loop = true;
        crosses_any = true;
    }
    unimplemented("An exit that SPIR-V cannot express reached the writer.");
    return 0;
}

void Writer::leave(Value v, const Inst &inst) {
    if (!block_) return; // the branch above this arm went there already
    if (!open_.empty() && open_.back().elided) return;
    Id target = exit_target(v);
    if (!target) return;
    if (inst.op == Op::fallthrough) fallthroughs_.push(v);
    id_of(v) = block_;
    branch(target);
}

// Joins the values that the exits in a list bring along.
void Writer::phi(Value v, const Inst &inst, Value first_exit) {
    const uint32_t index = inst.arg[1];
    Id only = 0;
    unsigned count = 0;
    bool same = true;
    for (Value e = first_exit; e; e = m_[e].arg[3]) {
        if (!id_of(e)) continue;
        Id value = id(m_.pool[m_[e].arg[0] + index]);
        same = same && (!count || value == only);
        only = value;
        ++count;
    }
    if (!count) {
        id_of(v) = result(spv::Op::OpUndef, inst.type);
        return;
    }
    if (same) {
        id_of(v) = only;
        return;
    }
    Id t = type(inst.type);
    Id r = b_.new_id();
    f_->begin(spv::Op::OpPhi);
    f_->push(t);
    f_->push(r);
    for (Value e = first_exit; e; e = m_[e].arg[3]) {
        if (!id_of(e)) continue;
        f_->push(id(m_.pool[m_[e].arg[0] + index]));
        f_->push(id_of(e));
    }
    f_->end();
    id_of(v) = r;
}

void Writer::merge_result(Value v, const Inst &inst) {
    const Inst &owner = m_[inst.arg[0]];
    if (owner.op == Op::if_ && both_arms_empty(m_, inst.arg[0])) {
        auto value = [&](Value after) { return m_.pool[m_[m_[after].next].arg[0] + inst.arg[1]]; };
        Id yes = id(value(inst.arg[0]));
        if (!owner.arg[1]) {
            id_of(v) = yes;
            return;
        }
        Id no = id(value(owner.arg[1]));
        Id condition = condition_for(owner.arg[0], inst.type.count());
        id_of(v) = yes == no ? yes : result(spv::Op::OpSelect, inst.type, condition, yes, no);
        return;
    }
    phi(v, inst, owner.arg[3]);
}

// --- constructs
// --------------------------------------------------------------------------------------------------

void Writer::begin_if(Value v, const Inst &inst) {
    OpenConstruct c{};
    c.inst = v;
    c.op = Op::if_;
    enter_region();
    if (both_arms_empty(m_, v)) {
        c.elided = true;
        open_.push(c);
        return;
    }
    c.merge = label();
    open_.push(c); // exits of the arms may name it
    const Value else_value = inst.arg[1];
    const Value then_exit = lone_exit(m_, v, o_.for_cross);
    const Value else_exit = else_value ? lone_exit(m_, else_value, o_.for_cross) : 0;
    Id yes = 0, no = 0;
    if (then_exit && !(yes = exit_target(then_exit))) return;
    if (!else_value)
        no = c.merge;
    else if (else_exit && !(no = exit_target(else_exit)))
        return;
    // A phi in the target tells its predecessors apart, so two branches of one block may not meet there.
    const bool enter_then = !yes;
    const bool enter_else = else_value && (!no || no == yes);
    if (enter_then) yes = label();
    if (enter_else) no = open_.back().else_label = label();
    auto hint = inst.flags & ir::flag::flatten        ? spv::SelectionControlMask::Flatten
                : inst.flags & ir::flag::dont_flatten ? spv::SelectionControlMask::DontFlatten
                                                      : spv::SelectionControlMask::MaskNone;
    Id condition = id(inst.arg[0]);
    branch_conditional(condition, yes, no, c.merge, static_cast<uint32_t>(hint));
    if (!enter_then) id_of(then_exit) = block_;
    if (else_value && !enter_else) id_of(else_exit) = block_;
    block_ = 0;
    if (enter_then) start_block(yes);
}

void Writer::begin_else() {
    OpenConstruct &c = open_.back();
    if (c.elided) return;
    end_without_exit();
    leave_region();
    enter_region();
    if (c.else_label) start_block(c.else_label);
}

void Writer::end_if() {
    OpenConstruct c = open_.back();
    if (!c.elided) {
        end_without_exit();
        start_block(c.merge);
    }
    leave_region();
    open_.pop();
}

void Writer::begin_loop(Value v, const Inst &inst) {
    OpenConstruct c{};
    c.inst = v;
    c.op = Op::loop;
    c.header = label();
    c.merge = label();
    c.cont = label();
    const Id before = block_;
    branch(c.header);
    start_block(c.header);
    enter_region();
    c.phis = f_->size();
    open_.push(c);
    for (Value p = inst.next; p && m_[p].op == Op::param; p = m_[p].next) {
        Id initial = id(m_.pool[inst.arg[0] + m_[p].arg[1]]);
        Id t = type(m_[p].type);
        Id r = id_of(p) = b_.new_id();
        // The back edge's value is put in at the end of the loop.
        f_->emit(spv::Op::OpPhi, t, r, initial, before, 0u, c.cont);
    }
    auto hint = inst.flags & ir::flag::unroll        ? spv::LoopControlMask::Unroll
                : inst.flags & ir::flag::dont_unroll ? spv::LoopControlMask::DontUnroll
                                                     : spv::LoopControlMask::MaskNone;
    header_merge_ = c.merge;
    header_continue_ = c.cont;
    header_hint_ = static_cast<uint32_t>(hint);
}

void Writer::end_loop(const Inst &inst) {
    end_without_exit();
    OpenConstruct c = open_.back();
    open_.pop();
    const Inst &loop = m_[inst.arg[0]];
    start_block(c.cont);
    size_t at = c.phis;
    bool continues = false;
    for (Value e = loop.arg[1]; e; e = m_[e].arg[3])
        continues |= id_of(e) != 0;
    for (Value p = loop.next; p && m_[p].op == Op::param; p = m_[p].next, at += 7) {
        Id back = (*f_)[at + 3]; // nothing comes back: any value will do
        if (continues) {
            Id header_phi = id_of(p);
            phi(p, m_[p], loop.arg[1]);
            back = id_of(p);
            id_of(p) = header_phi;
        }
        (*f_)[at + 5] = back;
    }
    branch(c.header);
    leave_region();
    start_block(c.merge);
}

void Writer::begin_switch(Value v, const Inst &inst) {
    finish_header();
    OpenConstruct c{};
    c.inst = v;
    c.op = Op::switch_;
    c.merge = label();
    c.header = block_;
    c.fallthroughs = fallthroughs_.size();
    Id fallback = c.merge;
    for (Value k = inst.arg[1]; k; k = m_[k].arg[3]) {
        const bool is_default = m_[k].arg[1] >> 31;
        // A default that does nothing leads straight to the merge.
        if (is_default && only_break(m_, k, v) && !m_[k].mark) {
            id_of(k) = c.merge;
            id_of(m_[k].next) = block_;
        } else {
            id_of(k) = label();
        }
        if (is_default) fallback = id_of(k);
    }
    Id selector = id(inst.arg[0]);
    // SPIRV-Cross writes labels without the u that GLSL ES wants them to have.
    if (o_.for_cross && type_of(inst.arg[0]) == ir::i32())
        selector = typed(spv::Op::OpBitcast, b_.type_signed(1), selector);
    f_->emit(spv::Op::OpSelectionMerge, c.merge, spv::SelectionControlMask::MaskNone);
    f_->begin(spv::Op::OpSwitch);
    f_->push(selector);
    f_->push(fallback);
    for (Value k = inst.arg[1]; k; k = m_[k].arg[3]) {
        if (id_of(k) == fallback) continue;
        const Inst &kase = m_[k];
        for (uint32_t i = 0; i < (kase.arg[1] & 0x7fffffff); ++i) {
            f_->push(m_.pool[kase.arg[0] + kase.count + i]);
            f_->push(id_of(k));
        }
    }
    f_->end();
    block_ = 0;
    open_.push(c);
    enter_region(); // each case replaces it
}

void Writer::begin_case(Value v, const Inst &) {
    end_without_exit();
    leave_region();
    enter_region();
    if (id_of(v) != open_.back().merge) start_block(id_of(v));
}

void Writer::case_param(Value v, const Inst &inst) {
    const Inst &owner = m_[inst.arg[0]];
    const OpenConstruct &c = open_.back();
    const uint32_t index = inst.arg[1];
    Id t = type(inst.type);
    Id r = id_of(v) = b_.new_id();
    f_->begin(spv::Op::OpPhi);
    f_->push(t);
    f_->push(r);
    f_->push(id(m_.pool[owner.arg[0] + index]));
    f_->push(c.header);
    // Ways into this case are the newest: only the case before it can fall through.
    for (size_t i = fallthroughs_.size(); i-- > c.fallthroughs;) {
        Value e = fallthroughs_[i];
        if (m_[e].arg[2] != inst.arg[0]) break;
        f_->push(id(m_.pool[m_[e].arg[0] + index]));
        f_->push(id_of(e));
    }
    f_->end();
}

void Writer::end_switch() {
    end_without_exit();
    OpenConstruct c = open_.back();
    open_.pop();
    fallthroughs_.truncate(c.fallthroughs);
    leave_region();
    start_block(c.merge);
}

// Direct3D goes on with a discarded lane as a helper.
void Writer::demote(const Inst &inst) {
    const Inst &condition = origin(inst.arg[0]);
    if (condition.op == Op::constant && !condition.arg[0]) return;
    if (o_.environment < driver::Environment::vulkan_1_3) {
        if (!extension_allowed(driver::extension_demote_to_helper_invocation))
            return error(code::spirv_feature, "Discarding a pixel that goes on as a helper needs "
                                              "SPV_EXT_demote_to_helper_invocation, which the target "
                                              "environment does not offer.");
        b_.extension("SPV_EXT_demote_to_helper_invocation");
    }
    b_.capability(spv::Capability::DemoteToHelperInvocationEXT);
    if (condition.op == Op::constant) {
        f_->emit(spv::Op::OpDemoteToHelperInvocationEXT);
        return;
    }
    Id c = id(inst.arg[0]);
    Id inside = label();
    Id merge = label();
    branch_conditional(c, inside, merge, merge, 0);
    start_block(inside);
    f_->emit(spv::Op::OpDemoteToHelperInvocationEXT);
    branch(merge);
    start_block(merge);
}

bool Writer::control(Value v, const Inst &inst) {
    auto terminate = [this](spv::Op op) {
        if (!block_) return true;
        finish_header();
        if (interlock_ && op != spv::Op::OpUnreachable) f_->emit(spv::Op::OpEndInvocationInterlockEXT);
        f_->emit(op);
        block_ = 0;
        return true;
    };
    switch (inst.op) {
    case Op::if_: begin_if(v, inst); return true;
    case Op::else_: begin_else(); return true;
    case Op::end_if: end_if(); return true;
    case Op::loop: begin_loop(v, inst); return true;
    case Op::end_loop: end_loop(inst); return true;
    case Op::switch_: begin_switch(v, inst); return true;
    case Op::case_: begin_case(v, inst); return true;
    case Op::end_switch: end_switch(); return true;
    case Op::param:
        if (m_[inst.arg[0]].op == Op::case_) case_param(v, inst);
        return true; // those of loops are written with the header
    case Op::result: merge_result(v, inst); return true;
    case Op::break_:
    case Op::continue_:
    case Op::fallthrough: leave(v, inst); return true;
    case Op::return_:
        if (m_.stage == ir::Stage::hull) return true; // at the function's end: stages.cpp goes on from there
        if (m_.stage == ir::Stage::amplification && block_) {
            finish_header();
            end_amplification();
            block_ = 0;
            return true;
        }
        return terminate(spv::Op::OpReturn);
    case Op::return_value:
        if (!block_) return true;
        finish_header();
        f_->emit(spv::Op::OpReturnValue, id(inst.arg[0]));
        block_ = 0;
        return true;
    case Op::kill:
        // SPIR-V 1.6 deprecates the one, whose meaning it splits in two.
        return terminate(o_.environment >= driver::Environment::vulkan_1_3 ? spv::Op::OpTerminateInvocation
                                                                           : spv::Op::OpKill);
    case Op::unreachable: return terminate(spv::Op::OpUnreachable);
    case Op::demote: demote(inst); return true;
    case Op::block:
    case Op::end_block: unimplemented("A block that SPIR-V cannot express reached the writer."); return true;
    case Op::alias:
    case Op::argument: // has been declared with the function
    case Op::constant:
    case Op::spec_constant:
    case Op::none: return true;
    default:
        if (block_) return false;
        error(code::spirv_invalid, "Code behind an exit reached the writer.");
        return true;
    }
}

} // namespace weft::spirv
