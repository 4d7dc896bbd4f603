#include "core/passes/point_size.h"

#include <algorithm>

#include "core/ir/builder.h"

namespace weft::passes {

using namespace ir;
using signature::Element;
using signature::SystemValue;

namespace {

bool makes_points(const Module &m) {
    if (m.stage == Stage::domain)
        return m.tessellation.output == TessOutput::none || m.tessellation.output == TessOutput::point;
    return m.stage == Stage::geometry && m.geometry.output == Primitive::point;
}

} // namespace

void write_point_size(Module &m) {
    if (!makes_points(m) || std::any_of(m.outputs.begin(), m.outputs.end(), [](const Element &e) {
            return e.system_value == SystemValue::point_size;
        }))
        return;
    Vec<Element> outputs(*m.arena);
    outputs.append(m.outputs);
    const auto index = static_cast<uint32_t>(outputs.size());
    Element size;
    size.name = "PSIZE";
    size.system_value = SystemValue::point_size;
    size.mask = size.used_mask = 1;
    size.scan_index = signature::no_register;
    outputs.push(size);
    m.outputs = outputs.span();
    Builder b(m, 0);
    bool stored = false;
    auto store_before = [&](Value v) {
        b.set_cursor_before(v);
        b.emit(Op::store_output, void_type, b.f32c(1), 0, 0, Access::pack(index, 0, 0));
        stored = true;
    };
    for (Value v = m.functions[0].head; v; v = m[v].next) {
        // Only stream 0 is rasterised.
        const bool emits = m[v].op == Op::emit_vertex && !m[v].arg[0];
        if (!emits && !(m.stage == Stage::domain && m[v].op == Op::return_)) continue;
        store_before(v);
    }
    // Vulkan wants it written even where no vertex goes out.
    if (!stored && m.functions[0].head) store_before(m.functions[0].head);
}

} // namespace weft::passes
