#include "core/dxil/buffer_uses.h"

#include <algorithm>

#include "core/dxil/operations.h"
#include "core/dxil/resources.h"
#include "core/dxil/suboperations.h"

namespace weft::dxil {

namespace {

constexpr uint32_t row_bytes = 16;
// Sums within sums, of which an address has few.
constexpr unsigned max_sums = 8;

class UseFinder {
  public:
    UseFinder(const Module &module, Arena &arena) : m_(module), arena_(arena), uses_(arena) {}

    std::span<const BufferUse> run() {
        for (const Function &f : m_.functions)
            if (!f.is_declaration) function(f);
        std::sort(uses_.begin(), uses_.end());
        return uses_.span();
    }

  private:
    // The number of an operation, none where the instruction calls no such thing.
    uint32_t operation(const Function &f, const Instruction &ins) const {
        uint32_t number;
        return ins.opcode == Opcode::call && m_.operation(f, ins, &number) ? number : none;
    }

    uint32_t place(const Function &f, uint32_t value, unsigned depth) const {
        uint32_t constant;
        if (m_.integer(&f, value, &constant)) return constant;
        const Value &v = m_.value(&f, value);
        if (v.kind != ValueKind::instruction || depth >= max_sums) return 0;
        const Instruction &ins = m_.instructions[v.index];
        if (ins.opcode != Opcode::binary || (ins.sub != binary_op::add && ins.sub != binary_op::or_))
            return 0;
        const uint32_t *operands = m_.operands.data() + ins.first;
        const uint32_t a = place(f, operands[0], depth + 1), b = place(f, operands[1], depth + 1);
        return ins.sub == binary_op::add ? a + b : a | b;
    }

    void function(const Function &f) {
        // By local value: what a handle is of, and where the row starts that a load gives.
        ScopedVec<uint32_t> buffers(arena_);
        buffers.resize(f.values.count, none);
        struct Row {
            uint32_t buffer, offset;
        };
        ScopedVec<Row> rows(arena_);
        rows.resize(f.values.count, {none, 0});
        const auto first_local = static_cast<uint32_t>(m_.global_values.size());
        const auto local = [&](uint32_t value, auto &table) -> auto * {
            return value >= first_local && value - first_local < table.size() ? &table[value - first_local]
                                                                              : nullptr;
        };
        // Blocks may stand before those that dominate them.
        for (const bool handles : {true, false})
            each(f, [&](const Instruction &ins) {
                const uint32_t number = operation(f, ins);
                const uint32_t *operands = m_.operands.data() + ins.first;
                uint32_t type = 0, id = 0;
                if (handles) {
                    if (number != static_cast<uint32_t>(DxOp::CreateHandle) || ins.count < 4) return;
                    if (m_.integer(&f, operands[2], &type) && m_.integer(&f, operands[3], &id) &&
                        type == static_cast<uint32_t>(ResourceClass::cbv))
                        if (uint32_t *b = local(ins.value, buffers)) *b = id;
                    return;
                }
                const bool whole_row = number == static_cast<uint32_t>(DxOp::CBufferLoadLegacy);
                if ((!whole_row && number != static_cast<uint32_t>(DxOp::CBufferLoad)) || ins.count < 4)
                    return;
                const uint32_t *buffer = local(operands[2], buffers);
                if (!buffer || *buffer == none) return;
                const uint32_t at = place(f, operands[3], 0);
                if (!whole_row)
                    uses_.push({*buffer, at});
                else if (Row *row = local(ins.value, rows))
                    *row = {*buffer, at * row_bytes};
            });
        each(f, [&](const Instruction &ins) {
            if (ins.opcode != Opcode::extract_value || ins.count != 2) return;
            const uint32_t *operands = m_.operands.data() + ins.first;
            const Row *row = local(operands[0], rows);
            if (!row || row->buffer == none) return;
            const uint32_t members = m_.types[m_.value(&f, operands[0]).type].count;
            if (members) uses_.push({row->buffer, row->offset + operands[1] * (row_bytes / members)});
        });
    }

    template <typename Handle>
    void each(const Function &f, Handle &&handle) const {
        for (uint32_t i = 0; i < f.instructions.count; ++i)
            handle(m_.instructions[f.instructions.first + i]);
    }

    const Module &m_;
    Arena &arena_;
    Vec<BufferUse> uses_;
};

} // namespace

std::span<const BufferUse> find_buffer_uses(const Module &module, Arena &arena) {
    return UseFinder(module, arena).run();
}

} // namespace weft::dxil
