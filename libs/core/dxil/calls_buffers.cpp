// Constant buffers, raw and structured buffers, counters.
#include <algorithm>
#include <bit>

#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;

namespace {

constexpr uint32_t most_rows = 4096; // of a constant buffer

} // namespace

// A handle of a constant buffer; a row that is computed may be any that the buffer holds.
bool Calls::cbuffer(Handle *h, bool literal_row) {
    if (!handle(0, h)) return false;
    ir::Resource &r = ir().resources[h->resource];
    if (r.kind != ir::ResourceKind::constant_buffer)
        return fail(code::dxil_handle, "the resource is no constant buffer");
    if (!literal_row) r.size = most_rows;
    return true;
}

ir::Value Calls::cbuffer_row(const Handle &h, Value row, ir::Type type, unsigned first) {
    return b_.emit(Op::load_cbuffer, type, row, h.array_index, h.resource, first, handle_flags(h));
}

// The words of a row as members of the overload: four of 32 bits, two of 64, eight of 16.
bool Calls::load_cbuffer() {
    uint64_t row;
    Handle h;
    if (!cbuffer(&h, literal(1, &row))) return false;
    const ir::Type t = l_.scalar_type(overload_);
    const Value at = argument(1);
    const unsigned members = 128 / t.bits();
    const unsigned wanted = used() & ((1u << members) - 1);
    Value out[8] = {};
    if (t.bits() == 32) {
        if (!wanted) return true;
        const unsigned first = static_cast<unsigned>(std::countr_zero(wanted));
        const unsigned end = 8 * sizeof(unsigned) - static_cast<unsigned>(std::countl_zero(wanted));
        Value v = cbuffer_row(h, at, t.with_count(end - first), first);
        if (precision()) ir()[v].flags |= precision();
        for (unsigned i = first; i < end; ++i)
            if (wanted >> i & 1) out[i] = b_.extract(v, i - first);
    } else {
        for (unsigned i = 0; i < members; ++i) {
            if (!(wanted >> i & 1)) continue;
            if (t.bits() == 64) {
                out[i] = b_.emit(Op::bitcast, t, cbuffer_row(h, at, ir::i32(2), i * 2));
                continue;
            }
            Value word = b_.extract(cbuffer_row(h, at, ir::i32(4), 0), i / 2);
            if (i & 1) word = b_.binary(Op::ushr, word, b_.i32c(16));
            out[i] = b_.cast(b_.emit(Op::uconvert, ir::Type(Kind::i16), word), t.kind());
        }
    }
    l_.set_members(*ins_, {out, members});
    return true;
}

bool Calls::load_cbuffer_scalar() {
    uint64_t offset;
    Handle h;
    const bool known = literal(1, &offset);
    if (!cbuffer(&h, known)) return false;
    const ir::Type t = l_.scalar_type(overload_);
    const Value at = argument(1);
    const Value words = cbuffer_row(h, b_.binary(Op::ushr, at, b_.i32c(4)), ir::i32(4), 0);
    const Value lane = b_.binary(Op::and_, b_.binary(Op::ushr, at, b_.i32c(2)), b_.i32c(3));
    const auto word = [&](Value index) { return b_.emit(Op::extract_dyn, ir::i32(), words, index); };
    Value v = word(lane);
    if (t.bits() == 64) {
        const Value high = word(b_.binary(Op::or_, lane, b_.i32c(1)));
        v = b_.emit(Op::bitcast, t, b_.construct(ir::i32(2), {v, high}));
    } else if (t.bits() == 16) {
        const Value shift = b_.binary(Op::shl, b_.binary(Op::and_, at, b_.i32c(2)), b_.i32c(3));
        v = b_.emit(Op::uconvert, ir::Type(Kind::i16), b_.binary(Op::ushr, v, shift));
        v = b_.cast(v, t.kind());
    } else if (l_.integer_bits(overload_) == 8) {
        const Value shift = b_.binary(Op::shl, b_.binary(Op::and_, at, b_.i32c(3)), b_.i32c(3));
        v = b_.binary(Op::and_, b_.binary(Op::ushr, v, shift), b_.i32c(0xff));
    } else {
        v = b_.cast(v, t.kind());
    }
    result(v);
    return true;
}

// Of a raw buffer `first` is a byte offset, of a structured one `first` is the structure and the next
// argument the byte offset in it.
bool Calls::address(unsigned first, Address *out) {
    if (!handle(0, &out->handle)) return false;
    ir::Resource &r = ir().resources[out->handle.resource];
    out->resource = &r;
    const bool structured =
        r.kind == ir::ResourceKind::structured_buffer || r.kind == ir::ResourceKind::rw_structured_buffer;
    if (!structured && r.kind != ir::ResourceKind::raw_buffer && r.kind != ir::ResourceKind::rw_raw_buffer)
        return fail(code::dxil_handle, "the resource is neither raw nor structured");
    const unsigned shift = l_.scalar_type(overload_).bits() == 16 ? 1 : 2;
    const Value units = b_.i32c(shift);
    if (!structured) {
        out->index = b_.binary(Op::ushr, argument(first), units);
        return true;
    }
    const Value offset = is_undefined(first + 1) ? b_.i32c(0) : argument(first + 1);
    const Value structure = argument(first);
    if (r.stride >> shift << shift == r.stride) {
        out->index = b_.binary(Op::iadd, b_.binary(Op::imul, structure, b_.i32c(r.stride >> shift)),
                               b_.binary(Op::ushr, offset, units));
    } else {
        const Value bytes = b_.binary(Op::iadd, b_.binary(Op::imul, structure, b_.i32c(r.stride)), offset);
        out->index = b_.binary(Op::ushr, bytes, units);
    }
    return true;
}

bool Calls::is_typed(unsigned i, Handle *h) {
    if (!handle(i, h)) return false;
    const ir::Resource &r = ir().resources[h->resource];
    return (r.kind == ir::ResourceKind::texture || r.kind == ir::ResourceKind::image) &&
           r.dim == ir::Dim::buffer;
}

bool Calls::load_buffer() {
    Handle h;
    if (is_typed(0, &h)) return load_typed(h, argument(1), false);
    if (failed_ || diag_.has_errors()) return false;
    Address a;
    if (!address(1, &a)) return false;
    uint64_t mask = 0xf;
    if (op_ == DxOp::RawBufferLoad && !literal(3, &mask))
        return fail(code::dxil_operand, "the mask is no literal");
    const unsigned wanted = used() & 0xf & static_cast<unsigned>(mask);
    const bool wants_status = used() >> 4 & 1;
    a.resource->read = true;
    const ir::Type t = l_.scalar_type(overload_);
    const unsigned step = t.bits() == 64 ? 2 : 1; // units of the index, and of vectors the most
    Value out[5] = {};
    if (!wanted && !wants_status) return true;
    unsigned first = wanted ? static_cast<unsigned>(std::countr_zero(wanted)) : 0;
    const unsigned end = wanted ? 8 * sizeof(unsigned) - static_cast<unsigned>(std::countl_zero(wanted)) : 1;
    while (first < end) {
        const unsigned count = std::min(end - first, step == 2 ? 2u : 4u);
        const Value at = first ? b_.binary(Op::iadd, a.index, b_.i32c(first * step)) : a.index;
        const auto flags = static_cast<uint8_t>(handle_flags(a.handle) | precision() |
                                                (wants_status ? ir::flag::sparse : 0));
        Value v = b_.emit(Op::load_buffer, t.with_count(count), at, a.handle.array_index, a.handle.resource,
                          0, flags);
        for (unsigned i = 0; i < count; ++i)
            if (wanted >> (first + i) & 1) out[first + i] = b_.extract(v, i);
        if (wants_status) {
            const Value here = b_.emit(Op::resident, ir::i32(), v);
            out[4] = out[4] ? b_.binary(Op::and_, out[4], here) : here;
        }
        first += count;
    }
    l_.set_members(*ins_, out);
    return true;
}

bool Calls::store_buffer() {
    Handle h;
    if (is_typed(0, &h)) return store_typed(h, argument(1), 3, 0);
    if (failed_ || diag_.has_errors()) return false;
    Address a;
    if (!address(1, &a)) return false;
    if (a.resource->kind != ir::ResourceKind::rw_raw_buffer &&
        a.resource->kind != ir::ResourceKind::rw_structured_buffer)
        return fail(code::dxil_handle, "the buffer cannot be written");
    uint32_t mask;
    if (!literal_below(7, 16, "the mask", &mask)) return false;
    a.resource->written = true;
    const unsigned step = b_.type(argument(3)).bits() == 64 ? 2 : 1;
    for (unsigned first = 0; first < 4;) {
        if (!(mask >> first & 1)) {
            ++first;
            continue;
        }
        unsigned count = 1;
        while (count < (step == 2 ? 2 : 4) && mask >> (first + count) & 1)
            ++count;
        const Value at = first ? b_.binary(Op::iadd, a.index, b_.i32c(first * step)) : a.index;
        b_.emit(Op::store_buffer, ir::void_type, at, vector(3 + first, count), a.handle.array_index,
                a.handle.resource, handle_flags(a.handle));
        first += count;
    }
    return true;
}

// Adds one and yields what was there before, or takes one and yields what is left.
bool Calls::update_counter() {
    Handle h;
    if (!handle(0, &h)) return false;
    ir::Resource &r = ir().resources[h.resource];
    if (r.kind != ir::ResourceKind::rw_structured_buffer)
        return fail(code::dxil_handle, "the UAV has no counter");
    r.counter = true;
    const auto update = [&](bool consume) {
        return b_.emit(Op::counter, ir::i32(), h.array_index, h.resource, consume, 0, handle_flags(h));
    };
    uint64_t step;
    if (literal(1, &step)) {
        step &= 0xff;
        if (step != 1 && step != 0xff)
            return fail(code::dxil_operand, "a counter is changed by other than 1 or -1");
        result(update(step != 1));
        return true;
    }
    const Value up = l_.extended(argument(1), l_.type_of(argument_number(1)), true);
    const Value branch = b_.begin_if(b_.compare(Op::ilt, b_.i32c(0), up));
    const Value added[] = {update(false)};
    b_.set_values(b_.break_(branch), added);
    b_.begin_else(branch);
    const Value taken[] = {update(true)};
    b_.set_values(b_.break_(branch), taken);
    b_.end_if(branch);
    result(l_.insert(Op::result, ir::i32(), branch, 0));
    return true;
}

} // namespace weft::dxil
