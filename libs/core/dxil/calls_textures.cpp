// Textures, samplers and typed UAVs.
#include "core/dxil/calls.h"
#include "core/ir/texture_arguments.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;
using Args = ir::TextureArguments;
namespace tex_arg = ir::tex_arg;
namespace tex_flag = ir::tex_flag;

namespace {

bool is_float(ir::SampledType t) {
    return t == ir::SampledType::float_ || t == ir::SampledType::unorm || t == ir::SampledType::snorm;
}

Kind texel_kind(const ir::Resource &r) {
    return is_float(r.sampled) ? Kind::f32 : Kind::i32;
}

// Where the arguments behind coordinates and offsets are.
struct Layout {
    DxOp op;
    uint8_t offset, offsets; // first one, and how many there are
    uint8_t reference, lod, bias, gradient, clamp, channel;
};
constexpr uint8_t no = 0;
constexpr Layout layouts[] = {
    {DxOp::Sample, 6, 3, no, no, no, no, 9, no},
    {DxOp::SampleBias, 6, 3, no, no, 9, no, 10, no},
    {DxOp::SampleLevel, 6, 3, no, 9, no, no, no, no},
    {DxOp::SampleGrad, 6, 3, no, no, no, 9, 15, no},
    {DxOp::SampleCmp, 6, 3, 9, no, no, no, 10, no},
    {DxOp::SampleCmpLevelZero, 6, 3, 9, no, no, no, no, no},
    {DxOp::SampleCmpLevel, 6, 3, 9, 10, no, no, no, no},
    {DxOp::SampleCmpGrad, 6, 3, 9, no, no, 10, 16, no},
    {DxOp::SampleCmpBias, 6, 3, 9, no, 10, no, 11, no},
    {DxOp::TextureGather, 6, 2, no, no, no, no, no, 8},
    {DxOp::TextureGatherCmp, 6, 2, 9, no, no, no, no, 8},
    {DxOp::TextureGatherRaw, 6, 2, no, no, no, no, no, no},
};

const Layout &layout_of(DxOp op) {
    for (const Layout &l : layouts)
        if (l.op == op) return l;
    return layouts[0];
}

} // namespace

// The texture and the sampler that the first two arguments name.
bool Calls::sampled(Handle *texture, Handle *sampler, bool compares) {
    if (!handle(0, texture) || !handle(1, sampler)) return false;
    ir::Resource &r = ir().resources[texture->resource];
    ir::Resource &s = ir().resources[sampler->resource];
    if (s.kind != ir::ResourceKind::sampler)
        return fail(code::dxil_handle, "the second operand is no sampler");
    if (r.kind != ir::ResourceKind::texture || r.dim == ir::Dim::buffer || ir::is_multisampled(r.dim))
        return fail(code::dxil_handle, "the resource cannot be sampled");
    if (!compares) {
        r.plain_sample = true;
        return true;
    }
    if (!is_float(r.sampled)) return fail(code::dxil_handle, "integers cannot be compared");
    r.comparison = s.comparison = true;
    return true;
}

// In texels; 0 when there is none. `computed`: not known here.
ir::Value Calls::texel_offset(unsigned first, unsigned count, bool *computed) {
    uint32_t words[3] = {}, any = 0;
    *computed = false;
    for (unsigned i = 0; i < count; ++i) {
        uint64_t v = 0;
        if (is_undefined(first + i)) continue;
        if (!literal(first + i, &v)) *computed = true;
        any |= words[i] = static_cast<uint32_t>(v);
    }
    if (*computed) return vector(first, count);
    return any ? b_.constant(ir::i32(count), {words, count}) : 0;
}

bool Calls::sample() {
    const Layout &layout = layout_of(op_);
    const Op op = parameter_op();
    const bool compares = layout.reference;
    const bool gathers = op == Op::gather || op == Op::gather_cmp;
    Handle texture, sampler;
    if (!sampled(&texture, &sampler, compares)) return false;
    const ir::Resource &r = ir().resources[texture.resource];
    const unsigned axes = ir::spatial_count(r.dim);
    if (gathers && (axes != 2 && !ir::is_cube(r.dim)))
        return fail(code::dxil_handle, "only 2D textures and cubes can be gathered from");

    Args args;
    uint32_t flags = 0;
    args.set(tex_arg::coord, vector(2, ir::coordinate_count(r.dim)));
    if (!ir::is_cube(r.dim) && axes <= layout.offsets) {
        bool computed;
        Value offset = texel_offset(layout.offset, axes, &computed);
        if (computed && !gathers) return unsupported("A texel offset that is computed");
        // Six signed bits an axis.
        if (computed) offset = b_.ternary(Op::ibfe, offset, b_.i32c(axes, 0), b_.i32c(axes, 6));
        args.set(tex_arg::offset, offset);
    }
    if (compares) args.set(tex_arg::reference, argument(layout.reference));
    if (layout.lod || layout.bias) {
        args.set(tex_arg::lod, argument(layout.lod ? layout.lod : layout.bias));
        flags |= layout.lod ? tex_flag::explicit_lod : tex_flag::bias;
    } else if (op_ == DxOp::SampleCmpLevelZero) {
        args.set(tex_arg::lod, b_.f32c(0));
        flags |= tex_flag::explicit_lod;
    }
    if (layout.gradient) {
        args.set(tex_arg::ddx, vector(layout.gradient, axes));
        args.set(tex_arg::ddy, vector(layout.gradient + 3, axes));
        flags |= tex_flag::gradient;
    }
    if (layout.clamp && !is_undefined(layout.clamp)) {
        const Value clamp = argument(layout.clamp);
        if (!b_.is_splat(clamp, 0)) args.set(tex_arg::min_lod, clamp);
    }
    if (op == Op::gather) {
        uint32_t channel;
        if (!literal_below(layout.channel, 4, "the channel", &channel)) return false;
        flags |= channel << tex_flag::component_shift;
    }
    args.set(tex_arg::resource_index, texture.array_index);
    args.set(tex_arg::sampler_index, sampler.array_index);
    const ir::Type type = op == Op::sample_cmp   ? ir::f32()
                          : op == Op::gather_cmp ? ir::f32(4)
                                                 : ir::Type(texel_kind(r), 4);
    const auto inst_flags =
        static_cast<uint8_t>(precision() | handle_flags(texture) | handle_flags(sampler) | status_flag());
    const Value texel =
        b_.emit_variadic(op, type, args.span(), texture.resource, sampler.resource, flags, inst_flags);
    result_texel(texel);
    return true;
}

// The bits of the four texels around, of 16, 32 or 64 each.
bool Calls::gather_raw() {
    Handle texture, sampler;
    if (!sampled(&texture, &sampler, false)) return false;
    const ir::Resource &r = ir().resources[texture.resource];
    if (r.dim != ir::Dim::d2 && r.dim != ir::Dim::d2_array)
        return fail(code::dxil_handle, "only 2D textures can be gathered from");
    if (is_float(r.sampled)) return fail(code::dxil_handle, "the texture does not hold raw bits");
    Args args;
    bool computed;
    args.set(tex_arg::coord, vector(2, ir::coordinate_count(r.dim)));
    Value offset = texel_offset(6, 2, &computed);
    if (computed) offset = b_.ternary(Op::ibfe, offset, b_.i32c(2, 0), b_.i32c(2, 6));
    args.set(tex_arg::offset, offset);
    args.set(tex_arg::resource_index, texture.array_index);
    args.set(tex_arg::sampler_index, sampler.array_index);
    const auto flags = static_cast<uint8_t>(handle_flags(texture) | handle_flags(sampler) | status_flag());
    const auto gather = [&](uint32_t channel) {
        return b_.emit_variadic(Op::gather, ir::i32(4), args.span(), texture.resource, sampler.resource,
                                channel << tex_flag::component_shift, flags);
    };
    const Value low = gather(0);
    if (l_.scalar_type(overload_).bits() != 64) {
        result_texel(low);
        return true;
    }
    // Such a texel is a pair of words.
    const Value high = gather(1);
    Value out[5] = {};
    for (unsigned i = 0; i < 4; ++i) {
        const Lane words[2] = {{low, i}, {high, i}};
        out[i] = b_.emit(Op::bitcast, l_.scalar_type(overload_), b_.gather(words, 2, Kind::i32));
    }
    if (status_flag()) out[4] = b_.emit(Op::resident, ir::i32(), low);
    l_.set_members(*ins_, out);
    return true;
}

bool Calls::load_texture() {
    Handle h;
    if (!handle(0, &h)) return false;
    const ir::Resource &r = ir().resources[h.resource];
    if ((r.kind != ir::ResourceKind::texture && r.kind != ir::ResourceKind::image) || ir::is_cube(r.dim))
        return fail(code::dxil_handle, "the resource cannot be loaded from");
    return load_typed(h, vector(2, ir::coordinate_count(r.dim)), true);
}

// A texel of a texture, of a typed buffer or of their UAVs. `texture`: level or sample, and offsets, stand in
// the call of a texture load.
bool Calls::load_typed(const Handle &h, Value coordinate, bool texture) {
    ir::Resource &r = ir().resources[h.resource];
    Args args;
    if (texture) {
        const unsigned axes = ir::spatial_count(r.dim);
        bool computed;
        Value offset = texel_offset(5, axes, &computed);
        if (computed || (offset && r.kind == ir::ResourceKind::image)) {
            if (ir::is_array(r.dim)) {
                Lane lanes[4];
                for (unsigned i = 0; i < axes; ++i)
                    lanes[i] = {offset, i};
                lanes[axes] = {b_.i32c(0), 0};
                offset = b_.gather(lanes, axes + 1, Kind::i32);
            }
            coordinate = b_.binary(Op::iadd, coordinate, offset);
            offset = 0;
        }
        args.set(tex_arg::offset, offset);
        const Value which = is_undefined(1) ? b_.i32c(0) : argument(1);
        if (ir::is_multisampled(r.dim))
            args.set(tex_arg::sample, which);
        else if (r.kind == ir::ResourceKind::texture)
            args.set(tex_arg::lod, which);
    }
    args.set(tex_arg::coord, coordinate);
    args.set(tex_arg::resource_index, h.array_index);
    if (r.kind == ir::ResourceKind::image) r.read = true;
    const auto flags = static_cast<uint8_t>(precision() | handle_flags(h) | status_flag());
    result_texel(b_.emit_variadic(Op::tex_load, ir::Type(texel_kind(r), 4), args.span(), h.resource,
                                  ir::no_resource, 0, flags));
    return true;
}

bool Calls::store_texture() {
    Handle h;
    if (!handle(0, &h)) return false;
    const ir::Resource &r = ir().resources[h.resource];
    if (r.kind != ir::ResourceKind::image) return fail(code::dxil_handle, "the resource cannot be written");
    Value sample = 0;
    if (op_ == DxOp::TextureStoreSample) {
        if (!ir::is_multisampled(r.dim)) return fail(code::dxil_handle, "the resource has no samples");
        sample = argument(9);
    } else if (ir::is_multisampled(r.dim)) {
        sample = b_.i32c(0);
    }
    return store_typed(h, vector(1, ir::coordinate_count(r.dim)), 4, sample);
}

bool Calls::store_typed(const Handle &h, Value coordinate, unsigned first_value, Value sample) {
    ir::Resource &r = ir().resources[h.resource];
    if (r.kind != ir::ResourceKind::image) return fail(code::dxil_handle, "the resource cannot be written");
    uint64_t mask;
    if (!literal(first_value + 4, &mask) || (mask & 0xf) != 0xf)
        return fail(code::dxil_operand, "a texel is written in part");
    r.written = true;
    Args args;
    args.set(tex_arg::coord, coordinate);
    args.set(tex_arg::sample, sample);
    args.set(tex_arg::resource_index, h.array_index);
    args.set(tex_arg::value, b_.cast(from_overload(vector(first_value, 4)), texel_kind(r)));
    b_.emit_variadic(Op::tex_store, ir::void_type, args.span(), h.resource, ir::no_resource, 0,
                     handle_flags(h));
    return true;
}

// Extents, layers, then levels or samples.
bool Calls::dimensions() {
    Handle h;
    if (!handle(0, &h)) return false;
    const ir::Resource &r = ir().resources[h.resource];
    Value out[4] = {};
    Args plain;
    plain.set(tex_arg::resource_index, h.array_index);
    switch (r.kind) {
    case ir::ResourceKind::texture:
    case ir::ResourceKind::image: break;
    case ir::ResourceKind::raw_buffer:
    case ir::ResourceKind::structured_buffer:
    case ir::ResourceKind::rw_raw_buffer:
    case ir::ResourceKind::rw_structured_buffer:
        result({b_.emit(Op::query_buffer, ir::i32(), h.array_index, h.resource, 0, 0, handle_flags(h)), 0, 0,
                0});
        return true;
    default: return fail(code::dxil_handle, "the resource has no extents");
    }
    if (r.dim == ir::Dim::buffer) {
        result({b_.emit(Op::query_buffer, ir::i32(), h.array_index, h.resource, 0, 0, handle_flags(h)), 0, 0,
                0});
        return true;
    }
    const bool samples = ir::is_multisampled(r.dim);
    const bool levels = r.kind == ir::ResourceKind::texture && !samples;
    const auto query = [&](Op op, ir::Type t, const Args &args) {
        return b_.emit_variadic(op, t, args.span(), h.resource, ir::no_resource, 0, handle_flags(h));
    };
    if (used() & 7) {
        Args args = plain;
        if (levels) args.set(tex_arg::lod, is_undefined(1) ? b_.i32c(0) : argument(1));
        const unsigned count = ir::size_count(r.dim);
        const Value size = query(Op::query_size, ir::i32(count), args);
        for (unsigned i = 0; i < count; ++i)
            out[i] = b_.extract(size, i);
    }
    if (used() & 8 && levels) out[3] = query(Op::query_levels, ir::i32(), plain);
    if (used() & 8 && samples) out[3] = query(Op::query_samples, ir::i32(), plain);
    l_.set_members(*ins_, out);
    return true;
}

bool Calls::calculate_lod() {
    Handle texture, sampler;
    if (!sampled(&texture, &sampler, false)) return false;
    const ir::Resource &r = ir().resources[texture.resource];
    Args args;
    args.set(tex_arg::coord, vector(2, ir::spatial_count(r.dim)));
    args.set(tex_arg::resource_index, texture.array_index);
    args.set(tex_arg::sampler_index, sampler.array_index);
    const Value lod = b_.emit_variadic(Op::query_lod, ir::f32(2), args.span(), texture.resource,
                                       sampler.resource, 0, handle_flags(texture) | handle_flags(sampler));
    result(b_.select(argument(5), b_.extract(lod, 0), b_.extract(lod, 1)));
    return true;
}

bool Calls::check_mapped() {
    result(b_.compare(Op::ine, argument(0), b_.i32c(0)));
    return true;
}

ir::Value Calls::target_samples() {
    return b_.parameter(l_.options_.rasterizer_samples);
}

bool Calls::sample_count() {
    result(target_samples());
    return true;
}

bool Calls::sample_position() {
    const bool texture = op_ == DxOp::Texture2DMSGetSamplePosition;
    Value count;
    if (texture) {
        Handle h;
        if (!handle(0, &h)) return false;
        const ir::Resource &r = ir().resources[h.resource];
        if ((r.kind != ir::ResourceKind::texture && r.kind != ir::ResourceKind::image) ||
            !ir::is_multisampled(r.dim))
            return fail(code::dxil_handle, "the resource has no samples");
        Args args;
        args.set(tex_arg::resource_index, h.array_index);
        count = b_.emit_variadic(Op::query_samples, ir::i32(), args.span(), h.resource, ir::no_resource, 0,
                                 handle_flags(h));
    } else {
        count = target_samples();
    }
    const Value index = argument(texture ? 1 : 0);
    if (positions_ == none) positions_ = ir::add_sample_positions(ir());
    const Value inside = b_.compare(Op::ult, index, count);
    const Value row = b_.select(inside, b_.binary(Op::iadd, count, index), b_.i32c(0));
    const Value position = b_.emit(Op::load_icb, ir::f32(2), row, positions_, 0);
    result({b_.extract(position, 0), b_.extract(position, 1)});
    return true;
}

} // namespace weft::dxil
