#include "core/passes/trim_inputs.h"

#include <algorithm>

namespace weft::passes {

namespace {

using namespace ir;
using signature::Element;

bool reads_input(Op op) {
    return op == Op::load_input || op == Op::eval_input || op == Op::load_attribute;
}

class Trim {
  public:
    explicit Trim(Module &m)
        : m_(m),
          needed_(m.arena->zeroed<uint8_t>(m.insts.size())),
          end_(m.arena->zeroed<uint8_t>(m.inputs.size())) {}

    void run() {
        each([this](Value, const Inst &i) { note_uses(i); });
        each([this](Value v, const Inst &i) {
            if (!reads_input(i.op)) return;
            const Access a = Access::unpack(i.arg[2]);
            const unsigned count = i.type.count();
            const unsigned columns =
                i.type.bits() == 64 ? 2 * count : std::clamp<unsigned>(needed_[v], 1, count);
            end_[a.element] = std::max(end_[a.element], static_cast<uint8_t>(a.column + columns));
        });
        for (size_t k = 0; k < m_.inputs.size(); ++k) {
            Element &e = m_.inputs[k];
            if (e.system_value != signature::SystemValue::none) end_[k] = 0xff;
            const unsigned columns = std::min<unsigned>(end_[k], signature::column_count(e.mask));
            if (!columns) continue;
            e.mask = static_cast<uint8_t>(((1u << columns) - 1) << signature::start_column(e.mask));
            e.used_mask &= e.mask;
        }
        each([this](Value v, const Inst &i) {
            if (!reads_input(i.op) || i.type.bits() == 64) return;
            const Access a = Access::unpack(i.arg[2]);
            if (a.column + i.type.count() > end_[a.element])
                m_[v].type = Type(i.type.kind(), end_[a.element] - a.column);
        });
        each([this](Value v, const Inst &) { follow(m_[v]); });
    }

  private:
    template <typename Body>
    void each(Body &&body) {
        for (Value v = m_.functions[0].head; v; v = m_[v].next)
            body(v, m_[v]);
    }

    // How many components of what it reads an instruction looks at. Only two kinds look at some.
    void note_uses(const Inst &i) {
        auto note = [this](Value v, unsigned components) {
            needed_[v] = std::max(needed_[v], static_cast<uint8_t>(components));
        };
        if (i.op == Op::alias) return;
        if (i.op == Op::extract) return note(m_.resolve(i.arg[0]), i.arg[1] + 1);
        if (i.op == Op::shuffle) {
            const Value sources[] = {m_.resolve(i.arg[0]), m_.resolve(i.arg[1])};
            for (Value v : sources)
                note(v, 2); // it takes vectors
            for (unsigned k = 0; k < i.type.count(); ++k) {
                const unsigned selector = i.arg[2] >> (8 * k) & 7;
                note(sources[selector / 4], selector % 4 + 1);
            }
            return;
        }
        for (Value operand : m_.values(i))
            if (operand) note(m_.resolve(operand), 4);
    }

    // A scalar has nothing to extract.
    void follow(Inst &i) {
        if (i.op != Op::extract) return;
        const Value source = m_.resolve(i.arg[0]);
        if (!reads_input(m_[source].op) || m_[source].type.count() != 1) return;
        i.op = Op::alias;
        i.arg[0] = source;
        i.arg[1] = i.arg[2] = i.arg[3] = 0;
    }

    Module &m_;
    std::span<uint8_t> needed_; // by value: components that are looked at
    std::span<uint8_t> end_;    // by input: columns that stay
};

} // namespace

void trim_inputs(Module &m) {
    if (m.stage == Stage::pixel) Trim(m).run();
}

} // namespace weft::passes
