#include "core/passes/emit_limit.h"

#include <algorithm>

#include "core/ir/builder.h"

namespace weft::passes {

using namespace ir;

namespace {

// Whether some way through the function might emit more vertices than may be. Exits only cut ways short, so
// it is enough that arms of an if exclude each other and that loops repeat what they hold.
bool may_exceed(const Module &m, uint32_t limit) {
    Vec<uint64_t> starts(*m.arena); // of each if around: emits ahead of the arm, then of the finished arm
    uint64_t emits = 0;
    unsigned loops = 0;
    for (Value v = m.functions[0].head; v; v = m[v].next) {
        switch (m[v].op) {
        case Op::loop: ++loops; break;
        case Op::end_loop: --loops; break;
        case Op::if_: starts.push(emits); break;
        case Op::else_: std::swap(emits, starts.back()); break;
        case Op::end_if:
            emits = std::max(emits, starts.back());
            starts.pop();
            break;
        case Op::emit_vertex:
            if (loops || ++emits > limit) return true;
            break;
        default: break;
        }
    }
    return false;
}

} // namespace

void limit_emits(Module &m) {
    if (m.stage != Stage::geometry || !may_exceed(m, m.geometry.max_vertices)) return;
    Builder b(m, 0);
    const auto local = static_cast<uint32_t>(m.locals.size());
    m.locals.push({1, i32()});
    const Value row = b.i32c(0), limit = b.i32c(m.geometry.max_vertices);
    for (Value v = m.functions[0].head; v;) {
        const Inst i = m[v];
        if (i.op == Op::emit_vertex) {
            // The outputs may be stored in vain: every emit has stores of its own in front of it.
            b.set_cursor_before(v);
            const Value count = b.emit(Op::load_local, i32(), row, local, 0);
            const Value construct = b.begin_if(b.compare(Op::ult, count, limit));
            b.emit(Op::emit_vertex, void_type, i.arg[0]);
            b.emit(Op::store_local, void_type, row, b.binary(Op::iadd, count, b.i32c(1)), local, 0);
            b.break_(construct);
            b.end_if(construct);
            m.unlink(b.function(), v);
        }
        v = i.next;
    }
}

} // namespace weft::passes
