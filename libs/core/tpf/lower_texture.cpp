// Textures, samplers and typed UAVs.
#include <algorithm>
#include <bit>

#include "core/ir/texture_arguments.h"
#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::ResourceKind;
using ir::Value;
using Args = ir::TextureArguments;
namespace tex_arg = ir::tex_arg;
namespace tex_flag = ir::tex_flag;

namespace {

// What an opcode takes besides coordinate, resource and sampler; in operand order.
struct Form {
    Opcode opcode;
    Op op;
    enum : uint8_t {
        reference = 1,
        lod = 2,
        bias = 4,
        gradient = 8,
        clamp = 16,
        offset = 32, // stands between coordinate and resource
        zero = 64,   // level 0
        status = 128,
    };
    uint8_t takes;
};

constexpr Form forms[] = {
    {Opcode::sample, Op::sample, 0},
    {Opcode::sample_b, Op::sample, Form::bias},
    {Opcode::sample_l, Op::sample, Form::lod},
    {Opcode::sample_d, Op::sample, Form::gradient},
    {Opcode::sample_c, Op::sample_cmp, Form::reference},
    {Opcode::sample_c_lz, Op::sample_cmp, Form::reference | Form::zero},
    {Opcode::gather4, Op::gather, 0},
    {Opcode::gather4_c, Op::gather_cmp, Form::reference},
    {Opcode::gather4_po, Op::gather, Form::offset},
    {Opcode::gather4_po_c, Op::gather_cmp, Form::offset | Form::reference},
    {Opcode::sample_cl_s, Op::sample, Form::clamp | Form::status},
    {Opcode::sample_b_cl_s, Op::sample, Form::bias | Form::clamp | Form::status},
    {Opcode::sample_d_cl_s, Op::sample, Form::gradient | Form::clamp | Form::status},
    {Opcode::sample_l_s, Op::sample, Form::lod | Form::status},
    {Opcode::sample_c_lz_s, Op::sample_cmp, Form::reference | Form::zero | Form::status},
    {Opcode::sample_c_cl_s, Op::sample_cmp, Form::reference | Form::clamp | Form::status},
    {Opcode::gather4_s, Op::gather, Form::status},
    {Opcode::gather4_c_s, Op::gather_cmp, Form::reference | Form::status},
    {Opcode::gather4_po_s, Op::gather, Form::offset | Form::status},
    {Opcode::gather4_po_c_s, Op::gather_cmp, Form::offset | Form::reference | Form::status},
};

Kind texel_kind(const ir::Resource &r) {
    return texel_is_float(r) ? Kind::f32 : Kind::i32;
}

} // namespace

// The fetched value goes through the resource operand's swizzle, then the mask.
bool Lowering::write_texel(const Instruction &ins, const Operand &resource, Value texel) {
    const Operand &dst = operand(ins, 0);
    const Components c = written(dst);
    const bool single = b_.type(texel).count() == 1;
    Lane l[4];
    for (unsigned i = 0; i < c.count; ++i)
        l[i] = {texel, single ? 0 : resource.lane(c.index[i])};
    return write_lanes(dst, l);
}

// As write_texel, of four scalars.
bool Lowering::write_query(const Instruction &ins, const Operand &resource, const Value *values) {
    const Operand &dst = operand(ins, 0);
    const Components c = written(dst);
    Lane l[4];
    for (unsigned i = 0; i < c.count; ++i)
        l[i] = {values[resource.lane(c.index[i])], 0};
    return write_lanes(dst, l);
}

bool Lowering::write_status(const Instruction &ins, Value read) {
    const Operand &status = operand(ins, 1);
    if (status.type == RegisterType::null) return true;
    return write(status, b_.emit(Op::resident, ir::i32(), read));
}

Value Lowering::texel_offset(const Instruction &ins, ir::Dim dim) {
    if (!ins.has_texel_offset() || ir::is_cube(dim) || dim == ir::Dim::buffer) return 0;
    const unsigned n = ir::spatial_count(dim);
    uint32_t words[3], any = 0;
    for (unsigned i = 0; i < n; ++i) {
        words[i] = static_cast<uint32_t>(ins.texel_offset(i));
        any |= words[i];
    }
    return any ? b_.constant(ir::i32(n), {words, n}) : 0;
}

bool Lowering::sample(const Instruction &ins) {
    const Form *form = nullptr;
    for (const Form &f : forms)
        if (f.opcode == ins.opcode) form = &f;
    if (!form) return fail(code::tpf_not_implemented, "this texture instruction is unknown.");
    unsigned next = form->takes & Form::status ? 2 : 1;
    const Operand &coordinate = operand(ins, next++);
    const Operand *offset = form->takes & Form::offset ? &operand(ins, next++) : nullptr;
    const Operand &texture = operand(ins, next++);
    const Operand &sampler = operand(ins, next++);
    Bound *t, *s;
    Value texture_index, sampler_index;
    if (!bound(texture, &t, &texture_index) || !bound(sampler, &s, &sampler_index)) return false;
    if (t->binding.kind != Binding::Kind::resource || s->binding.kind != Binding::Kind::sampler)
        return fail(code::tpf_register_number, "needs a texture and a sampler.");
    ir::Resource &r = resource(*t);
    if (r.kind != ResourceKind::texture || r.dim == ir::Dim::buffer || ir::is_multisampled(r.dim))
        return fail(code::tpf_dimension, "the resource cannot be sampled.");
    const bool compares = form->takes & Form::reference;
    if (compares) {
        r.comparison = true;
        resource(*s).comparison = true;
        if (!texel_is_float(r)) return fail(code::tpf_dimension, "integers cannot be compared.");
    } else {
        r.plain_sample = true;
    }
    const bool gathers = form->op == Op::gather || form->op == Op::gather_cmp;
    if (gathers && ir::spatial_count(r.dim) != 2 && !ir::is_cube(r.dim))
        return fail(code::tpf_dimension, "only 2D textures and cubes can be gathered from.");

    Args args;
    uint32_t flags = 0;
    Value v;
    if (!vector(coordinate, ir::coordinate_count(r.dim), Kind::f32, &v)) return false;
    args.set(tex_arg::coord, v);
    if (offset) {
        // Six signed bits an axis.
        if (!vector(*offset, 2, Kind::i32, &v)) return false;
        if (!ir::is_cube(r.dim)) args.set(tex_arg::offset, b_.ternary(Op::ibfe, v, b_.i32c(2, 0), b_.i32c(2, 6)));
    } else {
        args.set(tex_arg::offset, texel_offset(ins, r.dim));
    }
    if (compares) {
        if (!scalar(operand(ins, next++), Kind::f32, &v)) return false;
        args.set(tex_arg::reference, v);
    }
    if (form->takes & (Form::lod | Form::bias)) {
        if (!scalar(operand(ins, next++), Kind::f32, &v)) return false;
        args.set(tex_arg::lod, v);
        flags |= form->takes & Form::lod ? tex_flag::explicit_lod : tex_flag::bias;
    }
    if (form->takes & Form::gradient) {
        const unsigned n = ir::spatial_count(r.dim);
        Value dx, dy;
        if (!vector(operand(ins, next++), n, Kind::f32, &dx) ||
            !vector(operand(ins, next++), n, Kind::f32, &dy))
            return false;
        args.set(tex_arg::ddx, dx);
        args.set(tex_arg::ddy, dy);
        flags |= tex_flag::gradient;
    }
    if (form->takes & Form::zero) {
        args.set(tex_arg::lod, b_.f32c(0));
        flags |= tex_flag::explicit_lod;
    } else if (form->takes & Form::clamp) {
        if (!scalar(operand(ins, next++), Kind::f32, &v)) return false;
        if (!b_.is_splat(v, 0)) args.set(tex_arg::min_lod, v);
    }
    if (form->op == Op::gather) {
        const unsigned channel = sampler.components == ComponentClass::four ? sampler.lane(0) : 0;
        flags |= channel << tex_flag::component_shift;
    }
    args.set(tex_arg::resource_index, texture_index);
    args.set(tex_arg::sampler_index, sampler_index);

    uint8_t inst_flags = flags_ & ir::flag::relaxed;
    if (texture.non_uniform || sampler.non_uniform) inst_flags |= ir::flag::non_uniform;
    const bool wants_status = form->takes & Form::status && operand(ins, 1).type != RegisterType::null;
    if (wants_status) inst_flags |= ir::flag::sparse;
    const ir::Type type = form->op == Op::sample_cmp   ? ir::f32()
                          : form->op == Op::gather_cmp ? ir::f32(4)
                                                       : ir::Type(texel_kind(r), 4);
    Value texel = b_.emit_variadic(form->op, type, args.span(), t->resource, s->resource, flags, inst_flags);
    // The texel first: the destination may hold nothing that is still needed.
    return write_texel(ins, texture, texel) && (!wants_status || write_status(ins, texel));
}

// ld, ldms and their forms with a status.
bool Lowering::load(const Instruction &ins) {
    const bool status = ins.opcode == Opcode::ld_s || ins.opcode == Opcode::ldms_s;
    const bool multisample = ins.opcode == Opcode::ldms || ins.opcode == Opcode::ldms_s;
    const unsigned first = status ? 2 : 1;
    const Operand &coordinate = operand(ins, first);
    const Operand &texture = operand(ins, first + 1);
    Bound *t;
    Value index, v;
    if (!bound(texture, &t, &index)) return false;
    const ir::Resource &r = resource(*t);
    if (r.kind != ResourceKind::texture || ir::is_cube(r.dim) || multisample != ir::is_multisampled(r.dim))
        return fail(code::tpf_dimension, "the resource cannot be loaded from.");
    Args args;
    if (!vector(coordinate, ir::coordinate_count(r.dim), Kind::i32, &v)) return false;
    args.set(tex_arg::coord, v);
    if (multisample) {
        if (!scalar(operand(ins, first + 2), Kind::i32, &v)) return false;
        args.set(tex_arg::sample, v);
    } else if (r.dim != ir::Dim::buffer) {
        Components w;
        w.index[0] = 3;
        w.count = 1;
        if (!source(coordinate, w, Kind::i32, &v)) return false;
        args.set(tex_arg::lod, v);
    }
    args.set(tex_arg::offset, texel_offset(ins, r.dim));
    args.set(tex_arg::resource_index, index);
    uint8_t inst_flags = flags_ & ir::flag::relaxed;
    if (texture.non_uniform) inst_flags |= ir::flag::non_uniform;
    const bool wants_status = status && operand(ins, 1).type != RegisterType::null;
    if (wants_status) inst_flags |= ir::flag::sparse;
    Value texel = b_.emit_variadic(Op::tex_load, ir::Type(texel_kind(r), 4), args.span(), t->resource,
                                   ir::no_resource, 0, inst_flags);
    return write_texel(ins, texture, texel) && (!wants_status || write_status(ins, texel));
}

bool Lowering::load_typed_uav(const Instruction &ins) {
    const bool status = ins.opcode == Opcode::ld_uav_typed_s;
    const unsigned first = status ? 2 : 1;
    const Operand &uav = operand(ins, first + 1);
    Bound *u;
    Value index, v;
    if (!bound(uav, &u, &index)) return false;
    ir::Resource &r = resource(*u);
    if (r.kind != ResourceKind::image) return fail(code::tpf_dimension, "the UAV has no type.");
    r.read = true;
    if (!vector(operand(ins, first), ir::coordinate_count(r.dim), Kind::i32, &v)) return false;
    Args args;
    args.set(tex_arg::coord, v);
    args.set(tex_arg::resource_index, index);
    uint8_t inst_flags = uav.non_uniform ? ir::flag::non_uniform : 0;
    const bool wants_status = status && operand(ins, 1).type != RegisterType::null;
    if (wants_status) inst_flags |= ir::flag::sparse;
    Value texel = b_.emit_variadic(Op::tex_load, ir::Type(texel_kind(r), 4), args.span(), u->resource,
                                   ir::no_resource, 0, inst_flags);
    return write_texel(ins, uav, texel) && (!wants_status || write_status(ins, texel));
}

bool Lowering::store_typed_uav(const Instruction &ins) {
    const Operand &uav = operand(ins, 0);
    Bound *u;
    Value index, coordinate, value;
    if (!bound(uav, &u, &index)) return false;
    ir::Resource &r = resource(*u);
    if (r.kind != ResourceKind::image) return fail(code::tpf_dimension, "the UAV has no type.");
    r.written = true;
    if (!vector(operand(ins, 1), ir::coordinate_count(r.dim), Kind::i32, &coordinate) ||
        !vector(operand(ins, 2), 4, texel_kind(r), &value))
        return false;
    Args args;
    args.set(tex_arg::coord, coordinate);
    args.set(tex_arg::resource_index, index);
    args.set(tex_arg::value, value);
    b_.emit_variadic(Op::tex_store, ir::void_type, args.span(), u->resource, ir::no_resource, 0,
                     uav.non_uniform ? ir::flag::non_uniform : 0);
    return true;
}

// resinfo: extents, layers, levels.
bool Lowering::query_size(const Instruction &ins) {
    const Operand &texture = operand(ins, 2);
    Bound *t;
    Value index, level;
    if (!bound(texture, &t, &index) || !scalar(operand(ins, 1), Kind::i32, &level)) return false;
    const ir::Resource &r = resource(*t);
    if ((r.kind != ResourceKind::texture && r.kind != ResourceKind::image) || r.dim == ir::Dim::buffer)
        return fail(code::tpf_dimension, "the resource has no extents.");
    const bool levels = r.kind == ResourceKind::texture && !ir::is_multisampled(r.dim);
    const unsigned count = ir::size_count(r.dim);
    const unsigned extents = ir::is_cube(r.dim) ? 2 : ir::spatial_count(r.dim);
    const uint8_t inst_flags = texture.non_uniform ? ir::flag::non_uniform : 0;
    Args args;
    if (levels) args.set(tex_arg::lod, level);
    args.set(tex_arg::resource_index, index);
    Value size = b_.emit_variadic(Op::query_size, ir::i32(count), args.span(), t->resource, ir::no_resource,
                                  0, inst_flags);
    Value values[4];
    for (unsigned i = 0; i < 3; ++i)
        values[i] = i < count ? b_.extract(size, i) : zero_.value();
    // Only asked for when it is written.
    bool wants_levels = false;
    const Components c = written(operand(ins, 0));
    for (unsigned i = 0; i < c.count; ++i)
        wants_levels |= texture.lane(c.index[i]) == 3;
    values[3] = b_.i32c(1);
    if (levels && wants_levels) {
        Args plain;
        plain.set(tex_arg::resource_index, index);
        values[3] = b_.emit_variadic(Op::query_levels, ir::i32(), plain.span(), t->resource, ir::no_resource,
                                     0, inst_flags);
    }
    const unsigned type = ins.token >> 11 & 3; // float, reciprocal, integer
    if (type != 2)
        for (unsigned i = 0; i < 4; ++i) {
            const bool present = i == 3 || i < count;
            values[i] = present ? b_.emit(Op::utof, ir::f32(), values[i]) : b_.f32c(0);
            if (type == 1 && i < extents) values[i] = b_.unary(Op::frcp, values[i]);
        }
    return write_query(ins, texture, values);
}

bool Lowering::query_buffer(const Instruction &ins) {
    const Operand &buffer = operand(ins, 1);
    Bound *t;
    Value index;
    if (!bound(buffer, &t, &index)) return false;
    const ir::Resource &r = resource(*t);
    const bool typed = r.kind == ResourceKind::texture || r.kind == ResourceKind::image;
    if (r.kind == ResourceKind::constant_buffer || r.kind == ResourceKind::sampler ||
        (typed && r.dim != ir::Dim::buffer))
        return fail(code::tpf_dimension, "the resource is no buffer.");
    Value values[4] = {b_.emit(Op::query_buffer, ir::i32(), index, t->resource, 0, 0,
                               buffer.non_uniform ? ir::flag::non_uniform : 0),
                       r.stride ? b_.i32c(r.stride) : zero_.value(), zero_.value(), zero_.value()};
    return write_query(ins, buffer, values);
}

// Of a texture, or of the render targets, which only the API knows.
bool Lowering::sample_count(const Operand &op, Value *out) {
    if (op.type == RegisterType::rasterizer) {
        *out = b_.parameter(options_.rasterizer_samples);
        return true;
    }
    Bound *t;
    Value index;
    if (!bound(op, &t, &index)) return false;
    const ir::Resource &r = resource(*t);
    if (r.kind != ResourceKind::texture || !ir::is_multisampled(r.dim))
        return fail(code::tpf_dimension, "the resource has no samples.");
    Args args;
    args.set(tex_arg::resource_index, index);
    *out = b_.emit_variadic(Op::query_samples, ir::i32(), args.span(), t->resource, ir::no_resource, 0,
                            op.non_uniform ? ir::flag::non_uniform : 0);
    return true;
}

bool Lowering::query_samples(const Instruction &ins) {
    Value count = 0;
    if (!sample_count(operand(ins, 1), &count)) return false;
    Value zero = zero_.value();
    if (!(ins.token >> 11 & 1)) {
        count = b_.emit(Op::utof, ir::f32(), count);
        zero = b_.f32c(0);
    }
    const Value values[4] = {count, zero, zero, zero};
    return write_query(ins, operand(ins, 1), values);
}

bool Lowering::sample_position(const Instruction &ins) {
    Value count = 0, index = 0;
    if (!sample_count(operand(ins, 1), &count) || !scalar(operand(ins, 2), Kind::i32, &index)) return false;
    if (position_table_ == ~0u) position_table_ = ir::add_sample_positions(m_);
    Value inside = b_.compare(Op::ult, index, count);
    Value row = b_.select(inside, b_.binary(Op::iadd, count, index), b_.i32c(0));
    Value position = b_.emit(Op::load_icb, ir::f32(2), row, position_table_, 0);
    Value zero = b_.f32c(0);
    const Value values[4] = {b_.extract(position, 0), b_.extract(position, 1), zero, zero};
    return write_query(ins, operand(ins, 1), values);
}

bool Lowering::query_lod(const Instruction &ins) {
    const Operand &texture = operand(ins, 2), &sampler = operand(ins, 3);
    Bound *t, *s;
    Value texture_index, sampler_index, coordinate;
    if (!bound(texture, &t, &texture_index) || !bound(sampler, &s, &sampler_index)) return false;
    ir::Resource &r = resource(*t);
    if (r.kind != ResourceKind::texture || r.dim == ir::Dim::buffer || ir::is_multisampled(r.dim) ||
        s->binding.kind != Binding::Kind::sampler)
        return fail(code::tpf_dimension, "the resource has no levels.");
    r.plain_sample = true;
    if (!vector(operand(ins, 1), ir::spatial_count(r.dim), Kind::f32, &coordinate)) return false;
    Value zero = b_.f32c(0);
    Args args;
    args.set(tex_arg::coord, coordinate);
    args.set(tex_arg::resource_index, texture_index);
    args.set(tex_arg::sampler_index, sampler_index);
    Value lod = b_.emit_variadic(Op::query_lod, ir::f32(2), args.span(), t->resource, s->resource, 0,
                                 texture.non_uniform || sampler.non_uniform ? ir::flag::non_uniform : 0);
    Value values[4] = {b_.extract(lod, 0), b_.extract(lod, 1), zero, zero};
    return write_query(ins, texture, values);
}

bool Lowering::texture(const Instruction &ins) {
    switch (ins.opcode) {
    case Opcode::ld:
    case Opcode::ld_s:
    case Opcode::ldms:
    case Opcode::ldms_s: return load(ins);
    case Opcode::ld_uav_typed:
    case Opcode::ld_uav_typed_s: return load_typed_uav(ins);
    case Opcode::resinfo: return query_size(ins);
    case Opcode::bufinfo: return query_buffer(ins);
    case Opcode::sampleinfo: return query_samples(ins);
    case Opcode::samplepos: return sample_position(ins);
    case Opcode::lod: return query_lod(ins);
    case Opcode::ld_raw:
    case Opcode::ld_raw_s:
    case Opcode::ld_structured:
    case Opcode::ld_structured_s: return load_memory(ins);
    case Opcode::imm_atomic_alloc:
    case Opcode::imm_atomic_consume: return counter(ins);
    default: break;
    }
    if (ins.opcode >= Opcode::imm_atomic_iadd && ins.opcode <= Opcode::imm_atomic_umin) return atomic(ins);
    return sample(ins);
}

} // namespace weft::tpf
