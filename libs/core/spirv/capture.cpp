// Stream output: outputs that go into transform feedback buffers.
#include <algorithm>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

using driver::TransformFeedbackElement;
using signature::Element;

bool Writer::captures() const {
    return o_.interface.has_transform_feedback &&
           (m_.stage == ir::Stage::vertex || m_.stage == ir::Stage::domain ||
            m_.stage == ir::Stage::geometry);
}

// Where an element of the declaration lies in its buffer, whose elements follow each other.
Writer::CapturePlace Writer::capture_place(size_t index) const {
    const auto &feedback = o_.interface.transform_feedback;
    const TransformFeedbackElement &self = feedback.elements[index];
    CapturePlace place{0, 0};
    uint32_t end = 0;
    for (size_t i = 0; i < feedback.elements.size(); ++i) {
        const TransformFeedbackElement &e = feedback.elements[i];
        if (e.output_slot != self.output_slot) continue;
        if (i == index) place.offset = end;
        end += e.component_count * 4u;
    }
    place.stride = self.output_slot < feedback.strides.size() ? feedback.strides[self.output_slot] : end;
    return place;
}

// A buffer holds vertices of one stream.
void Writer::check_captures() {
    uint32_t stream[256]; // by buffer
    std::fill(std::begin(stream), std::end(stream), ~0u);
    for (const TransformFeedbackElement &e : o_.interface.transform_feedback.elements) {
        if (e.semantic_name.empty()) continue;
        uint32_t &known = stream[e.output_slot];
        if (known != ~0u && known != e.stream)
            return error(code::spirv_feature, "Transform feedback buffer %u is given two streams.",
                         e.output_slot);
        known = e.stream;
    }
}

void Writer::decorate_capture(Id variable, size_t index) {
    const CapturePlace place = capture_place(index);
    b_.decorate(variable, spv::Decoration::XfbBuffer,
                o_.interface.transform_feedback.elements[index].output_slot);
    b_.decorate(variable, spv::Decoration::XfbStride, place.stride);
    b_.decorate(variable, spv::Decoration::Offset, place.offset);
    if (captured_any_) return;
    captured_any_ = true;
    b_.capability(spv::Capability::TransformFeedback);
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::Xfb);
}

// A new variable for columns of an output, at a location that nothing else has.
Id Writer::capture_twin(const Element &e, ir::Type t) {
    if (!twin_location_)
        for (const Element &o : m_.outputs) {
            const uint32_t at = o.location != signature::no_register ? o.location : o.register_index;
            if (at != signature::no_register) twin_location_ = std::max(twin_location_, at + o.rows);
        }
    Id twin = global(spv::StorageClass::Output, type(t));
    b_.decorate(twin, spv::Decoration::Location, twin_location_++);
    if (!o_.strip_debug) b_.name(twin, e.name);
    if (streams_) b_.decorate(twin, spv::Decoration::Stream, e.stream);
    return twin;
}

// SPIR-V captures whole variables. Whatever else is wanted, be it part of a variable, one that is captured
// twice or a slice of a built-in array, is stored to a variable of its own as well.
void Writer::declare_captures(InterfaceVariable &var, uint32_t element, uint32_t row) {
    const Element &e = m_.outputs[element];
    if (streams_ && var.id) b_.decorate(var.id, spv::Decoration::Stream, e.stream);
    if (streams_ && var.mirror) b_.decorate(var.mirror, spv::Decoration::Stream, e.stream);
    if (!captures()) return;
    const auto elements = o_.interface.transform_feedback.elements;
    const bool array = var.builtin && var.builtin->shape == Shape::float_array;
    const ir::Type whole = array ? ir::f32(signature::column_count(e.mask)) : var.value;
    bool taken = array;
    for (size_t i = 0; i < elements.size(); ++i) {
        const TransformFeedbackElement &c = elements[i];
        if (c.stream != e.stream || c.semantic_index != e.index_of_row(row) || c.semantic_name.empty() ||
            !signature::same_name(c.semantic_name, e.name))
            continue;
        if (capture_done_.empty()) capture_done_ = arena_.zeroed<uint8_t>(elements.size());
        if (capture_done_[i]) continue; // linking can leave two outputs with one name
        const unsigned first = c.component_index, count = c.component_count;
        if (!count || first + count > whole.count()) continue; // not among what the shader puts out
        capture_done_[i] = 1;
        if (!taken && !first && count == whole.count()) {
            decorate_capture(var.id, i);
            taken = true;
            continue;
        }
        const ir::Type t = whole.with_count(count);
        captured_.push({element, row, first, t, capture_twin(e, t)});
        decorate_capture(captured_.back().id, i);
    }
}

void Writer::store_captured(ir::Access a, Value from) {
    const ir::Type t = type_of(from);
    for (const CapturedPart &part : captured_) {
        if (part.element != a.element || part.row != a.row) continue;
        const unsigned count = part.type.count();
        if (a.column <= part.first && part.first + count <= a.column + t.count()) {
            Id value = slice(id(from), t, part.first - a.column, count);
            value = cast(value, t.with_count(count), part.type.kind());
            f_->emit(spv::Op::OpStore, part.id, value);
            continue;
        }
        for (unsigned i = 0; i < t.count(); ++i) {
            const unsigned column = a.column + i;
            if (column < part.first || column >= part.first + count) continue;
            Id value = t.is_scalar() ? id(from) : extract(id(from), t.scalar(), i);
            value = cast(value, t.scalar(), part.type.kind());
            Id to = count == 1 ? part.id
                               : typed(spv::Op::OpAccessChain,
                                       pointer_to(spv::StorageClass::Output, part.type.scalar()), part.id,
                                       b_.u32(column - part.first));
            f_->emit(spv::Op::OpStore, to, value);
        }
    }
}

} // namespace weft::spirv
