#include "d3dbc_mutate.h"

namespace weft::d3dbc {

const mutation::D3dbcRow *forgotten_row = nullptr;

namespace {

constexpr unsigned zero_register = 2046; // of the last file: c8190, which no program reaches
constexpr unsigned control_ne = 5;

Source zero() {
    Source s;
    constexpr auto type = static_cast<uint32_t>(RegisterType::constant4);
    s.token =
        0x80000000 | (type & 7) << 28 | (type >> 3) << 11 | uint32_t{identity_swizzle} << 16 | zero_register;
    return s;
}

Instruction define_zero() {
    Instruction def;
    def.op = Op::def;
    def.info = any_opcode(static_cast<uint32_t>(Op::def));
    def.source_count = 4;
    def.dst.token = (zero().token & ~0xff0000u) | 0xf0000;
    for (uint32_t &word : def.immediate)
        word = 0;
    return def;
}

void drop(Instruction &ins) {
    const uint32_t line = ins.line;
    ins = {};
    ins.op = Op::nop;
    ins.info = any_opcode(static_cast<uint32_t>(Op::nop));
    ins.line = line;
}

// Compares zero with zero.
void become_false(Instruction &ins, Op op) {
    ins.op = op;
    ins.info = any_opcode(static_cast<uint32_t>(op));
    ins.control = control_ne;
    ins.source_count = 2;
    ins.src[0] = ins.src[1] = zero();
}

void drop_loop(std::span<Instruction> code, size_t at) {
    for (unsigned depth = 0; at < code.size(); ++at) {
        const Op op = code[at].op;
        depth += op == Op::rep || op == Op::loop;
        depth -= op == Op::endrep || op == Op::endloop;
        drop(code[at]);
        if (!depth) return;
    }
}

bool only_has_effects(const Instruction &ins) {
    switch (ins.op) {
    case Op::texkill:
    case Op::texdepth:
    case Op::texm3x2depth:
    case Op::texm3x2pad:
    case Op::texm3x3pad: return true;
    default: return !ins.has_destination() || ins.is_declaration();
    }
}

} // namespace

Program mutate(const Program &program, Arena &arena) {
    if (!forgotten_row) return program;
    auto code = arena.zeroed<Instruction>(program.instructions.size() + 1);
    bool any = false;
    for (size_t i = 0; i < program.instructions.size(); ++i)
        code[i] = program.instructions[i];
    // Definitions count from any position, but a main program may end in a subroutine: this one goes first.
    for (size_t i = program.instructions.size(); i; --i)
        code[i] = code[i - 1];
    code[0] = define_zero();
    for (size_t i = 1; i < code.size(); ++i) {
        Instruction &ins = code[i];
        if (!matches(*forgotten_row, program.version, ins)) continue;
        any = true;
        switch (ins.op) {
        case Op::rep:
        case Op::loop: drop_loop(code, i); continue;
        case Op::if_:
        case Op::ifc: become_false(ins, Op::ifc); continue;
        case Op::setp: become_false(ins, Op::setp); continue;
        default: break;
        }
        if (only_has_effects(ins)) {
            drop(ins);
            continue;
        }
        ins.op = Op::mov;
        ins.info = any_opcode(static_cast<uint32_t>(Op::mov));
        ins.control = 0;
        ins.source_count = 1;
        ins.src[0] = zero();
    }
    if (!any) return program;
    Program out = program;
    out.instructions = code;
    return out;
}

} // namespace weft::d3dbc
