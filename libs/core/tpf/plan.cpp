#include "core/tpf/plan.h"

#include <algorithm>

#include "core/ir/ssa.h"
#include "core/tpf/reader.h"

namespace weft::tpf {

namespace {

constexpr uint32_t max_depth = 256;     // Direct3D allows 64
constexpr uint32_t max_call_depth = 32; // Direct3D's limit
constexpr uint32_t max_bodies = 1024;
constexpr uint32_t inline_budget = 1u << 17; // instructions after inlining
constexpr uint32_t max_array_rows = 1u << 14;
constexpr uint32_t max_phases = 1024;
// Instances of a phase are copies up to so many instructions, then a loop. Copies have a literal instance
// number, which makes literal rows of what it indexes.
constexpr uint32_t max_copied = 2048;

class Planner {
  public:
    Planner(const Program &program, Arena &arena, Diagnostics &diag, Plan *plan)
        : program_(program),
          arena_(arena),
          diag_(diag),
          plan_(*plan),
          writes_(arena, program.instructions.size()),
          indexable_(arena),
          ranges_(arena),
          bodies_(arena),
          phases_(arena) {}

    bool run() { return find_bodies() && registers() && assign_slots() && nesting() && plan_writes(); }

  private:
    bool fail(size_t ins, unsigned code, const char *what) {
        diag_.error(location_of(ins), Result::invalid_shader, code, "%s", what);
        return false;
    }
    bool find_bodies();
    bool registers();
    bool assign_slots();
    bool nesting();
    bool plan_writes();
    bool plan_calls(uint32_t first, uint32_t end);
    bool plan_phases();
    bool add_range(uint32_t ins, IndexRange range);
    bool plan_body(Body &body, unsigned depth);
    bool range(uint32_t first, uint32_t end, unsigned depth, uint32_t *cost);
    IndexableTemp *touch(uint32_t id);

    const Program &program_;
    Arena &arena_;
    Diagnostics &diag_;
    Plan &plan_;
    Vec<uint32_t> writes_;
    std::span<uint32_t> write_begin_;
    std::span<uint32_t> partner_;
    Vec<IndexableTemp> indexable_;
    Vec<IndexRange> ranges_;
    Vec<Body> bodies_;
    Vec<Body> phases_;
    std::span<uint8_t> masks_; // scratch, all zero between uses
};

uint32_t label_number(const Program &program, const Instruction &ins, unsigned operand) {
    const Operand &op = program.operands_of(ins)[operand];
    return op.index_count ? op.index(0).value : ~0u;
}

bool Planner::find_bodies() {
    const auto count = static_cast<uint32_t>(program_.instructions.size());
    plan_.main_end = count;
    auto new_body = [](uint32_t label, uint32_t first, uint32_t end) {
        return Body{label, first, end, false, 0, 0, {}};
    };
    for (const Phase &p : program_.phases) {
        if (program_.stage != Stage::hull || p.kind == PhaseKind::declarations) continue;
        if (phases_.size() == max_phases) return fail(p.first, code::tpf_control_flow, "Too many phases.");
        Body body = new_body(~0u, p.first, p.end);
        body.kind = p.kind;
        body.instances = p.instances;
        phases_.push(body);
    }
    uint32_t phase = 0; // the next one to begin
    for (uint32_t i = 0; i < count; ++i) {
        const Instruction &ins = program_.instructions[i];
        if (phase < phases_.size() && i == phases_[phase].first) {
            if (!bodies_.empty() && bodies_.back().end > i) bodies_.back().end = i - 1;
            ++phase;
        }
        if (ins.opcode != Opcode::label) continue;
        if (bodies_.empty()) plan_.main_end = i;
        if (phase && phases_[phase - 1].end > i)
            phases_[phase - 1].end = i;
        else if (!bodies_.empty())
            bodies_.back().end = i;
        if (bodies_.size() == max_bodies) return fail(i, code::tpf_control_flow, "Too many subroutines.");
        // Function bodies of interfaces have numbers of their own; nothing but fcall reaches those.
        if (program_.operands_of(ins)[0].type != RegisterType::label)
            bodies_.push(new_body(~0u, i + 1, count));
        else
            bodies_.push(new_body(label_number(program_, ins, 0), i + 1, count));
    }
    plan_.bodies = bodies_.span();
    plan_.phases = phases_.span();
    return true;
}

IndexableTemp *Planner::touch(uint32_t id) {
    for (IndexableTemp &t : indexable_)
        if (t.id == id) return &t;
    return nullptr;
}

// Two ranges of one phase may not overlap; where those of different phases do, one array holds both.
bool Planner::add_range(uint32_t ins, IndexRange range) {
    if (range.base >= max_io_registers || range.count > max_io_registers - range.base)
        return fail(ins, code::tpf_index_range, "Index range exceeds the register file.");
    for (size_t i = 0; i < ranges_.size();) {
        IndexRange &q = ranges_[i];
        if (q.type != range.type || !(q.mask & range.mask) || q.base >= range.base + range.count ||
            range.base >= q.base + q.count) {
            ++i;
            continue;
        }
        if (q.phase == range.phase) return fail(ins, code::tpf_index_range, "Index ranges overlap.");
        const uint32_t end = std::max(q.base + q.count, range.base + range.count);
        range.base = std::min(q.base, range.base);
        range.count = end - range.base;
        range.mask |= q.mask;
        q = ranges_.back();
        ranges_.pop();
        i = 0;
    }
    if (range.count > 1) ranges_.push(range);
    return true;
}

// Register numbers in use, and how x# registers are addressed.
bool Planner::registers() {
    uint32_t temps = 0, outputs = 0;
    uint32_t phase = 0; // the next one to begin
    PhaseKind kind = PhaseKind::main;
    for (uint32_t i = 0; i < program_.instructions.size(); ++i) {
        const Instruction &ins = program_.instructions[i];
        if (phase < phases_.size() && i == phases_[phase].first) kind = phases_[phase++].kind;
        switch (ins.opcode) {
        case Opcode::dcl_indexable_temp: {
            IndexableTemp t{};
            t.id = program_.payload(ins, 0);
            t.rows = program_.payload(ins, 1);
            const uint32_t components = program_.payload(ins, 2);
            t.components = static_cast<uint8_t>(components && components < 4 ? components : 4);
            t.slot = no_slot;
            t.phase = phase;
            if (t.rows > max_array_rows || indexable_.size() >= 256)
                return fail(i, code::tpf_register_range, "Indexable temporaries take too much room.");
            if (!t.rows) t.rows = 1;
            if (IndexableTemp *known = touch(t.id)) {
                if (known->phase == phase)
                    return fail(i, code::tpf_declaration, "Indexable temporary is declared twice.");
                known->phase = phase;
                known->rows = std::max(known->rows, t.rows);
                known->components = std::max(known->components, t.components);
                continue;
            }
            indexable_.push(t);
            continue;
        }
        case Opcode::dcl_index_range: {
            const Operand &reg = program_.operands_of(ins)[0];
            if (!reg.index_count) return fail(i, code::tpf_index_range, "Index range without a register.");
            if (!add_range(i, {register_file(reg.type, kind), reg.write_mask(),
                               reg.index(reg.index_count - 1).value, program_.payload(ins, 0), phase, 0}))
                return false;
            continue;
        }
        default: break;
        }
        if (info(ins.opcode).flags & declaration) continue;
        const OpcodeInfo &op = info(ins.opcode);
        const Operand *operands = program_.operands_of(ins);
        for (unsigned k = 0; k < ins.operand_count; ++k) {
            const Operand &reg = operands[k];
            if (reg.type != RegisterType::indexable_temp) continue;
            IndexableTemp *t = touch(reg.index(0).value);
            if (!t) continue;
            if (op.types[k] == OperandType::float_)
                ++t->float_uses;
            else if (op.types[k] != OperandType::untyped)
                ++t->int_uses;
        }
    }
    // Every operand, index operands included.
    for (const Operand &reg : program_.operands) {
        switch (reg.type) {
        case RegisterType::temp: {
            if (reg.index(0).is_relative() || reg.index(0).value >= max_temps)
                return fail(0, code::tpf_register_number, "A temporary register number is too large.");
            if (reg.index(0).value >= temps) temps = reg.index(0).value + 1;
            break;
        }
        case RegisterType::indexable_temp: {
            if (reg.index(0).is_relative())
                return fail(0, code::tpf_register_number, "An indexable temporary has a relative number.");
            IndexableTemp *t = touch(reg.index(0).value);
            if (!t) return fail(0, code::tpf_declaration, "An indexable temporary is not declared.");
            if (reg.index(1).is_relative()) t->relative = true;
            break;
        }
        case RegisterType::patch_constant:
            if (program_.stage != Stage::hull) break;
            [[fallthrough]];
        case RegisterType::output: {
            const Index last = reg.index(reg.index_count - 1);
            if (last.is_relative()) break; // goes to the array of its range
            if (last.value >= max_io_registers)
                return fail(0, code::tpf_io_register, "An output register number is too large.");
            if (last.value >= outputs) outputs = last.value + 1;
            break;
        }
        default: break;
        }
    }
    plan_.temps = temps;
    plan_.output_count = outputs;
    plan_.indexable = indexable_.span();
    plan_.ranges = ranges_.span();
    return true;
}

bool Planner::assign_slots() {
    uint32_t next = plan_.temps;
    for (IndexableTemp &t : plan_.indexable) {
        // Rows that are always named outright are registers like any other.
        if (t.relative || next + t.rows > max_temps * 2) {
            t.relative = true;
            continue;
        }
        t.slot = next;
        next += t.rows;
    }
    plan_.first_output = next;
    next += plan_.output_count;
    for (uint32_t &slot : plan_.scalar_outputs)
        slot = next++;
    if (program_.stage == Stage::hull) plan_.instance = next++;
    plan_.domain_constants = program_.stage == Stage::domain;
    plan_.slots = next;
    return true;
}

// Pairs every opening with its end.
bool Planner::nesting() {
    const auto count = static_cast<uint32_t>(program_.instructions.size());
    partner_ = arena_.zeroed<uint32_t>(count + 1);
    uint32_t open[max_depth];
    uint32_t first_label[max_depth]; // of the switch at this depth, in `labels`
    Vec<uint32_t> labels(arena_);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const Opcode opcode = program_.instructions[i].opcode;
        switch (opcode) {
        case Opcode::if_:
        case Opcode::loop:
        case Opcode::switch_:
            if (depth == max_depth) return fail(i, code::tpf_control_flow, "Control flow nests too deeply.");
            first_label[depth] = static_cast<uint32_t>(labels.size());
            open[depth++] = i;
            break;
        case Opcode::else_:
            if (!depth || program_.instructions[open[depth - 1]].opcode != Opcode::if_ ||
                partner_[open[depth - 1]])
                return fail(i, code::tpf_control_flow, "else without if.");
            partner_[open[depth - 1]] = i; // tells a second else; overwritten at the end
            break;
        case Opcode::endif:
            if (!depth || program_.instructions[open[depth - 1]].opcode != Opcode::if_)
                return fail(i, code::tpf_control_flow, "endif without if.");
            partner_[open[--depth]] = i;
            break;
        case Opcode::endloop:
            if (!depth || program_.instructions[open[depth - 1]].opcode != Opcode::loop)
                return fail(i, code::tpf_control_flow, "endloop without loop.");
            partner_[open[--depth]] = i;
            break;
        case Opcode::endswitch:
            if (!depth || program_.instructions[open[depth - 1]].opcode != Opcode::switch_)
                return fail(i, code::tpf_control_flow, "endswitch without switch.");
            partner_[open[--depth]] = i;
            std::sort(labels.begin() + first_label[depth], labels.end());
            if (std::adjacent_find(labels.begin() + first_label[depth], labels.end()) != labels.end())
                return fail(i, code::tpf_case, "A switch has two cases for one value.");
            labels.truncate(first_label[depth]);
            break;
        case Opcode::case_:
        case Opcode::default_:
            if (!depth || program_.instructions[open[depth - 1]].opcode != Opcode::switch_)
                return fail(i, code::tpf_control_flow, "case or default outside of a switch.");
            if (opcode == Opcode::case_ && !program_.operands_of(program_.instructions[i])[0].is_immediate())
                return fail(i, code::tpf_case, "case needs a literal.");
            if (opcode == Opcode::case_)
                labels.push(program_.operands_of(program_.instructions[i])[0].immediate[0]);
            if (opcode == Opcode::default_) {
                uint32_t &seen = partner_[open[depth - 1]];
                if (seen) return fail(i, code::tpf_control_flow, "A switch has two defaults.");
                seen = i;
            }
            break;
        case Opcode::break_:
        case Opcode::breakc:
        case Opcode::continue_:
        case Opcode::continuec: {
            const bool loops_only = opcode == Opcode::continue_ || opcode == Opcode::continuec;
            bool found = false;
            for (uint32_t k = 0; k < depth && !found; ++k) {
                const Opcode o = program_.instructions[open[k]].opcode;
                found = o == Opcode::loop || (o == Opcode::switch_ && !loops_only);
            }
            if (!found) return fail(i, code::tpf_control_flow, "break or continue outside of a construct.");
            break;
        }
        case Opcode::label:
        case Opcode::hs_decls:
        case Opcode::hs_control_point_phase:
        case Opcode::hs_fork_phase:
        case Opcode::hs_join_phase:
            if (depth)
                return fail(i, code::tpf_control_flow, "A construct is still open at a label or phase.");
            break;
        default: break;
        }
    }
    if (depth) return fail(count ? count - 1 : 0, code::tpf_control_flow, "A construct is never closed.");
    plan_.partner = partner_;
    return true;
}

// Lists what each instruction of a range writes, calls included.
bool Planner::range(uint32_t first, uint32_t end, unsigned depth, uint32_t *cost) {
    for (uint32_t i = first; i < end; ++i) {
        const Instruction &ins = program_.instructions[i];
        write_begin_[i] = static_cast<uint32_t>(writes_.size());
        ++*cost;
        const OpcodeInfo &op = info(ins.opcode);
        if (op.flags & declaration) continue;
        if (ins.opcode == Opcode::call || ins.opcode == Opcode::callc) {
            const unsigned operand = ins.opcode == Opcode::callc;
            if (program_.operands_of(ins)[operand].type != RegisterType::label)
                return fail(i, code::tpf_control_flow, "call needs a label.");
            auto *body = const_cast<Body *>(plan_.find_body(label_number(program_, ins, operand)));
            if (!body) return fail(i, code::tpf_control_flow, "call of a label that does not exist.");
            if (body->state == 1)
                return fail(i, code::tpf_control_flow, "Subroutines call each other in a circle.");
            if (depth == max_call_depth) return fail(i, code::tpf_control_flow, "Calls nest too deeply.");
            // Planning a body appends to writes_, so it has been done beforehand: see plan_writes().
            if (body->state != 2) return fail(i, code::tpf_control_flow, "Calls nest too deeply.");
            writes_.append(body->written);
            *cost += body->cost;
            if (*cost > inline_budget) {
                diag_.error(location_of(i), Result::not_implemented, code::tpf_not_implemented,
                            "Inlining subroutines would exceed %u instructions.", inline_budget);
                return false;
            }
            continue;
        }
        const Operand *operands = program_.operands_of(ins);
        for (unsigned k = 0; k < ins.operand_count && op.roles[k] == OperandRole::destination; ++k) {
            const uint32_t slot = plan_.slot_of(operands[k]);
            const uint8_t mask = operands[k].write_mask();
            if (slot != no_slot && mask) writes_.push(ir::RegisterFile::write_word(slot, mask));
        }
    }
    write_begin_[end] = static_cast<uint32_t>(writes_.size());
    return true;
}

bool Planner::plan_body(Body &body, unsigned depth) {
    if (body.state) return true;
    if (depth == max_call_depth) return fail(body.first, code::tpf_control_flow, "Calls nest too deeply.");
    body.state = 1;
    // Callees first. A call of a body that is under way is a circle; range() reports it.
    for (uint32_t i = body.first; i < body.end; ++i) {
        const Instruction &ins = program_.instructions[i];
        if (ins.opcode == Opcode::ret || ins.opcode == Opcode::retc)
            body.early_return |= i + 1 != body.end || ins.opcode == Opcode::retc;
        if (ins.opcode != Opcode::call && ins.opcode != Opcode::callc) continue;
        const unsigned operand = ins.opcode == Opcode::callc;
        auto *callee = const_cast<Body *>(plan_.find_body(label_number(program_, ins, operand)));
        if (callee && !callee->state && !plan_body(*callee, depth + 1)) return false;
    }
    const size_t start = writes_.size();
    if (!range(body.first, body.end, depth, &body.cost)) return false;
    // One word a register, so that callers copy no more than the register file.
    if (masks_.empty()) masks_ = arena_.zeroed<uint8_t>(plan_.slots);
    Vec<uint32_t> compact(arena_);
    for (size_t i = start; i < writes_.size(); ++i) {
        const uint32_t slot = writes_[i] >> 4;
        if (!masks_[slot]) compact.push(slot);
        masks_[slot] |= writes_[i] & 15;
    }
    for (uint32_t &word : compact) {
        const uint32_t slot = word;
        word = ir::RegisterFile::write_word(slot, masks_[slot]);
        masks_[slot] = 0;
    }
    body.written = compact.span();
    body.state = 2;
    return true;
}

// Bodies that instructions [first, end) call. Those that nothing calls may hold anything.
bool Planner::plan_calls(uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; ++i) {
        const Instruction &ins = program_.instructions[i];
        if (ins.opcode != Opcode::call && ins.opcode != Opcode::callc) continue;
        auto *callee =
            const_cast<Body *>(plan_.find_body(label_number(program_, ins, ins.opcode == Opcode::callc)));
        if (callee && !plan_body(*callee, 0)) return false;
    }
    return true;
}

bool Planner::plan_phases() {
    uint64_t total = 0;
    for (Body &phase : plan_.phases) {
        if (!plan_calls(phase.first, phase.end) || !plan_body(phase, 0)) return false;
        phase.unrolled = phase.instances == 1 || uint64_t{phase.cost} * phase.instances <= max_copied;
        total += uint64_t{phase.cost} * (phase.unrolled ? phase.instances : 1);
        if (total <= inline_budget) continue;
        diag_.error(location_of(phase.first), Result::not_implemented, code::tpf_not_implemented,
                    "Joining phases would exceed %u instructions.", inline_budget);
        return false;
    }
    return true;
}

bool Planner::plan_writes() {
    const auto count = static_cast<uint32_t>(program_.instructions.size());
    write_begin_ = arena_.zeroed<uint32_t>(count + 1);
    uint32_t cost = 0;
    if (program_.stage == Stage::hull) {
        if (!plan_phases()) return false;
    } else if (!plan_calls(0, plan_.main_end) || !range(0, plan_.main_end, 0, &cost)) {
        return false;
    }
    plan_.writes = writes_.span();
    plan_.write_begin = write_begin_;
    return true;
}

} // namespace

uint32_t Plan::slot_of(const Operand &op) const {
    switch (op.type) {
    case RegisterType::temp: return op.index(0).value;
    case RegisterType::indexable_temp: {
        const IndexableTemp *t = find_indexable(op.index(0).value);
        if (!t || t->relative || op.index(1).value >= t->rows) return no_slot;
        return t->slot + op.index(1).value;
    }
    case RegisterType::patch_constant:
        if (domain_constants) return no_slot;
        [[fallthrough]];
    case RegisterType::output: {
        const Index last = op.index(op.index_count - 1);
        if (last.is_relative()) return no_slot;
        return last.value < output_count ? first_output + last.value : no_slot;
    }
    case RegisterType::fork_instance_id:
    case RegisterType::join_instance_id: return instance;
    case RegisterType::depth:
    case RegisterType::depth_greater_equal:
    case RegisterType::depth_less_equal: return scalar_outputs[static_cast<unsigned>(ScalarOutput::depth)];
    case RegisterType::coverage_mask: return scalar_outputs[static_cast<unsigned>(ScalarOutput::coverage)];
    case RegisterType::stencil_ref: return scalar_outputs[static_cast<unsigned>(ScalarOutput::stencil)];
    default: return no_slot;
    }
}

const IndexRange *Plan::range_of(RegisterType type, uint32_t reg, uint8_t mask, bool relative) const {
    const IndexRange *only = nullptr;
    for (const IndexRange &r : ranges) {
        if (r.type != type || !(r.mask & mask)) continue;
        if (reg >= r.base && reg < r.base + r.count) return &r;
        if (!only) only = &r;
    }
    // The immediate part of a relative index may lie outside; then a sole candidate is meant.
    return relative ? only : nullptr;
}

Result make_plan(const Program &program, Arena &arena, Diagnostics &diag, Plan *plan) {
    return Planner(program, arena, diag, plan).run() ? Result::ok : diag.result();
}

} // namespace weft::tpf
