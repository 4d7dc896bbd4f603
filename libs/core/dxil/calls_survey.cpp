// What a module's calls need known before any of them is lowered.
#include <algorithm>

#include "core/dxil/calls.h"

namespace weft::dxil {

// From the handle to what is annotated.
void Calls::survey_atomic(const Function &f, const Instruction &ins) {
    const auto callee = [&](const Instruction &call) {
        if (call.opcode != Opcode::call || call.count < 3) return std::string_view();
        const dxil::Value &v = m_.value(&f, m_.operands[call.first]);
        return v.kind == ValueKind::function ? m_.name(v) : std::string_view();
    };
    const std::string_view name = callee(ins);
    if (name != "dx.op.atomicBinOp.i64" && name != "dx.op.atomicCompareExchange.i64") return;
    const Instruction *user = &ins;
    for (unsigned step = 0; step < 2; ++step) {
        const dxil::Value &handle = m_.value(&f, m_.operands[user->first + 2]);
        if (handle.kind != ValueKind::instruction) return;
        used_[handle.index] |= long_atomics_bit;
        user = &m_.instructions[handle.index];
        if (callee(*user) != "dx.op.annotateHandle") return;
    }
}

// The members of results that instructions pick, which instructions are precise, and which make the handles
// of atomic operations of 64 bits.
void Calls::survey_uses() {
    used_ = arena().zeroed<uint16_t>(m_.instructions.size());
    const auto *kind = std::find(m_.kinds.begin(), m_.kinds.end(), "dx.precise");
    const auto precise = static_cast<uint32_t>(kind - m_.kinds.begin());
    for (const Function &f : m_.functions) {
        for (uint32_t i = 0; i < f.instructions.count; ++i) {
            const Instruction &ins = m_.instructions[f.instructions.first + i];
            if (ins.opcode == Opcode::call) survey_atomic(f, ins);
            if (ins.opcode != Opcode::extract_value || ins.count != 2) continue;
            const dxil::Value &from = m_.value(&f, m_.operands[ins.first]);
            const uint32_t member = m_.operands[ins.first + 1];
            if (from.kind == ValueKind::instruction && member < 8)
                used_[from.index] |= static_cast<uint16_t>(1u << member);
        }
        for (uint32_t i = 0; i < f.attachments.count; ++i) {
            const Attachment &a = m_.attachments[f.attachments.first + i];
            if (a.kind == precise && a.instruction < used_.size()) used_[a.instruction] |= precise_bit;
        }
    }
}

void Calls::make_array(Side &side, uint32_t id) {
    if (side.local[id] != none) return;
    side.local[id] = static_cast<uint32_t>(ir().locals.size());
    ir().locals.push({side.rows_of(id), row_type(side.elements[side.first[id]])});
}

// An element with a computed row is an array of the invocation. So is an output that cannot be followed: it
// can where all of its stores run exactly once, and in a geometry shader where they stand in the block of
// what sends them.
void Calls::survey(const Function &function, const Cfg *cfg, bool patch) {
    struct Store {
        uint32_t id, component, block, at;
    };
    struct Point {
        uint32_t block, at, stream;
    };
    Vec<Store> stores(arena());
    Vec<Point> points(arena());
    Side &out = patch ? patch_ : outputs_;
    const bool geometry = interface_.kind == ShaderKind::geometry;
    uint32_t block = 0;
    for (uint32_t i = 0; i < function.instructions.count; ++i) {
        const uint32_t at = function.instructions.first + i;
        const Instruction &ins = m_.instructions[at];
        while (cfg && block + 1 < function.blocks.count &&
               m_.block_starts[function.blocks.first + block + 1] <= at)
            ++block;
        if (ins.opcode != Opcode::call || ins.count < 3) continue;
        const auto operand = [&](unsigned k, uint64_t *v) {
            const dxil::Value &value = m_.value(&function, m_.operands[ins.first + k]);
            if (value.kind != ValueKind::constant) return false;
            const Constant &c = m_.constants[value.index];
            if (c.kind != ConstantKind::integer && c.kind != ConstantKind::null) return false;
            *v = c.bits;
            return m_.types[c.type].kind == TypeKind::integer;
        };
        const dxil::Value &callee = m_.value(&function, m_.operands[ins.first]);
        uint64_t number, id = 0, row, column = 0;
        if (callee.kind != ValueKind::function || !m_.functions[callee.index].is_declaration ||
            !operand(1, &number) || !operand(2, &id))
            continue;
        const auto computed_row = [&](Side &side) {
            if (id < side.given && ins.count > 3 && !operand(3, &row))
                make_array(side, static_cast<uint32_t>(id));
        };
        switch (static_cast<DxOp>(number)) {
        case DxOp::LoadInput: computed_row(inputs_); break;
        case DxOp::LoadPatchConstant: computed_row(patch_); break;
        case DxOp::StoreOutput:
        case DxOp::StorePatchConstant: {
            Side &side = static_cast<DxOp>(number) == DxOp::StoreOutput ? outputs_ : patch_;
            if (id >= side.given || ins.count < 6) break;
            const auto element = static_cast<uint32_t>(id);
            if (!cfg || !operand(3, &row) || !operand(4, &column) || row >= side.rows_of(element) ||
                column > 3)
                make_array(side, element);
            else if (&side == &out)
                stores.push(
                    {element,
                     (side.first[id] + static_cast<uint32_t>(row)) * 4 + static_cast<uint32_t>(column), block,
                     i});
            break;
        }
        case DxOp::EmitStream:
        case DxOp::EmitThenCutStream: points.push({block, i, static_cast<uint32_t>(id)}); break;
        default: break;
        }
    }
    if (!cfg) return;
    auto scattered = arena().zeroed<uint8_t>(out.given); // 1: a store that may not run, or runs again
    for (const Store &s : stores)
        if (!cfg->depth_zero[s.block]) scattered[s.id] = 1;
    // No real shader has that many of both.
    const bool too_many = uint64_t{points.size()} * stores.size() > 1u << 22;
    auto stamp = arena().zeroed<uint32_t>(out.current.size());
    for (uint32_t p = 0; p < points.size() && !too_many; ++p) {
        for (const Store &s : stores)
            if (s.block == points[p].block && s.at < points[p].at) stamp[s.component] = p + 1;
        for (const Store &s : stores)
            if (scattered[s.id] && stamp[s.component] != p + 1 &&
                out.elements[out.first[s.id]].stream == points[p].stream)
                make_array(out, s.id);
    }
    for (const Store &s : stores)
        if ((too_many || !geometry) && scattered[s.id]) make_array(out, s.id);
}

} // namespace weft::dxil
