#include "mutate.h"

namespace weft::tpf {

Opcode forgotten_opcode = Opcode::count;

namespace {

constexpr uint32_t test_nonzero_bit = 1u << 18;

void drop(Instruction &ins) {
    ins = {};
    ins.opcode = Opcode::nop;
    ins.token = static_cast<uint32_t>(Opcode::nop);
}

// Turns the instruction into one of these operands, which follow one another in the pool.
void become(Instruction &ins, Opcode opcode, uint32_t first_operand, uint8_t operand_count,
            uint32_t controls = 0) {
    const uint32_t offset = ins.offset;
    drop(ins);
    ins.opcode = opcode;
    ins.offset = offset;
    ins.token = static_cast<uint32_t>(opcode) | controls;
    ins.first_operand = first_operand;
    ins.operand_count = operand_count;
}

Operand zero() {
    Operand o{};
    o.type = RegisterType::immediate32;
    o.components = ComponentClass::one;
    return o;
}

// From the opener to what closes it.
void drop_construct(std::span<Instruction> code, size_t at) {
    const Opcode opener = code[at].opcode;
    const Opcode closer = opener == Opcode::loop ? Opcode::endloop : Opcode::endswitch;
    unsigned depth = 0;
    for (; at < code.size(); ++at) {
        const Opcode opcode = code[at].opcode;
        depth += opcode == opener;
        depth -= opcode == closer;
        drop(code[at]);
        if (!depth) return;
    }
}

bool phase_of(Opcode opcode, PhaseKind *kind) {
    switch (opcode) {
    case Opcode::hs_decls: *kind = PhaseKind::declarations; return true;
    case Opcode::hs_control_point_phase: *kind = PhaseKind::control_point; return true;
    case Opcode::hs_fork_phase: *kind = PhaseKind::fork; return true;
    case Opcode::hs_join_phase: *kind = PhaseKind::join; return true;
    default: return false;
    }
}

} // namespace

Program mutate(const Program &program, Arena &arena) {
    const Opcode opcode = forgotten_opcode;
    size_t uses = 0;
    for (const Instruction &ins : program.instructions)
        uses += ins.opcode == opcode;
    PhaseKind kind = PhaseKind::main;
    const bool is_phase = phase_of(opcode, &kind);
    if (!uses && !is_phase) return program;

    Program out = program;
    auto code = arena.copy(program.instructions);
    // Each use may need its destinations again, and two zeros behind them.
    auto operands = arena.zeroed<Operand>(program.operands.size() + 4 * uses);
    std::copy(program.operands.begin(), program.operands.end(), operands.begin());
    uint32_t used = static_cast<uint32_t>(program.operands.size());
    auto append = [&](const Operand &o) { operands[used++] = o; };

    for (size_t i = 0; i < code.size(); ++i) {
        Instruction &ins = code[i];
        if (ins.opcode != opcode) continue;
        switch (opcode) {
        case Opcode::loop:
        case Opcode::switch_: drop_construct(code, i); continue;
        case Opcode::if_:
            become(ins, Opcode::if_, used, 1, test_nonzero_bit);
            append(zero());
            continue;
        case Opcode::break_:
        case Opcode::retc: become(ins, Opcode::ret, 0, 0); continue;
        case Opcode::breakc: become(ins, Opcode::break_, 0, 0); continue;
        default: break;
        }
        const OpcodeInfo &op = info(opcode);
        unsigned destinations = 0;
        while (destinations < ins.operand_count && op.roles[destinations] == OperandRole::destination)
            ++destinations;
        if (!destinations) {
            drop(ins);
            continue;
        }
        const uint32_t first = used;
        for (unsigned d = 0; d < destinations; ++d)
            append(program.operands_of(ins)[d]);
        append(zero());
        if (destinations == 2) append(zero());
        become(ins, destinations == 2 ? Opcode::imul : Opcode::mov, first,
               static_cast<uint8_t>(used - first));
    }
    if (opcode == Opcode::customdata) out.icb_count = 0;
    if (opcode == Opcode::dcl_global_flags) {
        out.global_flags = 0;
        out.has_global_flags = false;
    }
    auto phases = arena.copy(program.phases);
    size_t kept = 0;
    for (Phase p : phases) {
        if (is_phase && p.kind == kind) continue;
        if ((opcode == Opcode::dcl_hs_fork_phase_instance_count && p.kind == PhaseKind::fork) ||
            (opcode == Opcode::dcl_hs_join_phase_instance_count && p.kind == PhaseKind::join))
            p.instances = 1;
        phases[kept++] = p;
    }
    out.phases = phases.first(kept);
    out.instructions = code;
    out.operands = operands.first(used);
    return out;
}

} // namespace weft::tpf
