#include "core/passes/local_arrays.h"

#include <algorithm>

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;

constexpr uint32_t max_rows = 128; // larger arrays are there to be indexed

class Pass {
  public:
    Pass(Module &m, unsigned function)
        : m_(m),
          b_(m, function),
          f_(m.functions[function]),
          rows_(m.arena->zeroed<Lane *>(m.locals.size())) {}

    void run() {
        if (!survey()) return;
        for (Value v = f_.head; v;) {
            const Value next = m_[v].next;
            m_.fetch_ahead(v, Module::forwards);
            if (m_[v].op == Op::load_local)
                load(v);
            else if (m_[v].op == Op::store_local)
                store(v);
            v = next;
        }
    }

  private:
    uint32_t local_of(const Inst &i) const { return i.op == Op::load_local ? i.arg[1] : i.arg[2]; }
    Value row_of(const Inst &i) const { return m_.resolve(i.arg[0]); }

    // Gives the arrays that can go a table of what they hold. False when none can.
    bool survey() {
        auto fit = m_.arena->zeroed<uint8_t>(m_.locals.size()); // 1 used, 2 not to be replaced
        unsigned depth = 0;
        for (Value v = f_.head; v; v = m_[v].next) {
            const Inst &i = m_[v];
            m_.fetch_ahead(v, Module::forwards);
            depth += is_begin(i.op);
            depth -= is_end(i.op);
            if (i.op == Op::load_local || i.op == Op::store_local)
                fit[local_of(i)] |= depth || !m_.is_constant(row_of(i)) ? 2 : 1;
        }
        bool any = false;
        for (size_t l = 0; l < m_.locals.size(); ++l) {
            const LocalArray &local = m_.locals[l];
            if (fit[l] != 1 || local.rows > max_rows) continue;
            const size_t lanes = size_t{local.rows} * 4;
            rows_[l] = m_.arena->array<Lane>(lanes);
            const Lane zero{b_.zero(local.row_type.scalar()), 0};
            std::fill(rows_[l], rows_[l] + lanes, zero);
            any = true;
        }
        return any;
    }

    void load(Value v) {
        const Inst i = m_[v];
        const Lane *rows = rows_[i.arg[1]];
        if (!rows) return;
        const uint32_t row = m_[row_of(i)].arg[0];
        const unsigned count = i.type.count();
        Lane lanes[4];
        for (unsigned c = 0; c < count; ++c)
            lanes[c] = row < m_.locals[i.arg[1]].rows ? rows[row * 4 + i.arg[2] + c]
                                                      : Lane{b_.zero(i.type.scalar()), 0};
        b_.set_cursor_before(v);
        const Value value = b_.gather(lanes, count, i.type.kind());
        m_.unlink(f_, v);
        m_[v].op = Op::alias;
        m_[v].arg[0] = value;
    }

    void store(Value v) {
        const Inst i = m_[v];
        Lane *rows = rows_[i.arg[2]];
        if (!rows) return;
        const uint32_t row = m_[row_of(i)].arg[0];
        for (unsigned c = 0; row < m_.locals[i.arg[2]].rows && c < m_[i.arg[1]].type.count(); ++c)
            rows[row * 4 + i.arg[3] + c] = {i.arg[1], c};
        m_.unlink(f_, v);
    }

    Module &m_;
    Builder b_;
    Function &f_;
    std::span<Lane *> rows_; // what each component holds now, by array; null: stays an array
};

} // namespace

void local_arrays(Module &m) {
    if (m.locals.empty()) return;
    for (unsigned f = 0; f < 2; ++f)
        if (m.functions[f].head) Pass(m, f).run();
}

} // namespace weft::passes
