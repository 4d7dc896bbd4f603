#include "core/passes/trim_inputs.h"

#include <algorithm>

namespace weft::passes {

using namespace ir;
using signature::Element;

void trim_inputs(Module &m) {
    if (m.stage != Stage::pixel) return;
    auto read = m.arena->zeroed<uint8_t>(m.inputs.size());
    for (Value v = m.functions[0].head; v; v = m[v].next) {
        const Inst &i = m[v];
        if (i.op != Op::load_input && i.op != Op::eval_input && i.op != Op::load_attribute) continue;
        const Access a = Access::unpack(i.arg[2]);
        const unsigned columns = i.type.count() * (i.type.bits() == 64 ? 2 : 1);
        read[a.element] = std::max(read[a.element], static_cast<uint8_t>(a.column + columns));
    }
    for (size_t k = 0; k < m.inputs.size(); ++k) {
        Element &e = m.inputs[k];
        if (e.system_value != signature::SystemValue::none || !read[k]) continue;
        const unsigned columns = std::min<unsigned>(read[k], signature::column_count(e.mask));
        e.mask = static_cast<uint8_t>(((1u << columns) - 1) << signature::start_column(e.mask));
    }
}

} // namespace weft::passes
