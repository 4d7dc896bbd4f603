// Texture instructions of ps_1_x. Up to 1.3 the number of the destination names the texture stage and the
// coordinate set.
#include <iterator>

#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;

// The first components of an interpolated coordinate set.
Value Lowering::coordinate1(unsigned set, unsigned count) {
    Lane lanes[4];
    for (unsigned k = 0; k < count; ++k)
        lanes[k] = coordinates_[set] && k < b_.type(coordinates_[set]).count() ? Lane{coordinates_[set], k}
                                                                               : Lane{b_.f32c(0), 0};
    return b_.gather(lanes, count, ir::Kind::f32);
}

// Reads the stage of the destination. `coordinates` has four components, of which the texture takes what it
// needs.
bool Lowering::fetch1(const Instruction &ins, const Lane *coordinates, bool projected, Value *texel) {
    Fetch what;
    what.stage = ins.dst.number();
    if (what.stage >= std::size(texture_resource_) || texture_resource_[what.stage] == ir::no_resource)
        return fail(code::d3dbc_register_type, "There is no such texture stage.");
    const ir::Resource &resource = texture_of(what.stage);
    const unsigned size = ir::coordinate_count(resource.dim);
    Lane c[4] = {coordinates[0], coordinates[1], coordinates[2], coordinates[3]};
    if (resource.comparison) what.reference = b_.gather(c + 2, 1, ir::Kind::f32);
    // Cubes take directions, which projection does not change.
    if (projected && resource.dim != ir::Dim::cube) {
        if (resource.comparison) {
            Value factor = reciprocal(b_.gather(c + 3, 1, ir::Kind::f32));
            what.coordinate = multiply(b_.gather(c, size, ir::Kind::f32), b_.broadcast(factor, size));
            what.reference = multiply(what.reference, factor);
        } else {
            c[size] = coordinates[3];
            what.coordinate = b_.gather(c, size + 1, ir::Kind::f32);
            what.flags = ir::tex_flag::projected;
        }
    } else {
        what.coordinate = b_.gather(c, size, ir::Kind::f32);
    }
    *texel = fetch(what);
    return true;
}

bool Lowering::sample1(const Instruction &ins, const Lane *coordinates, bool projected) {
    Value texel = 0;
    if (!fetch1(ins, coordinates, projected, &texel)) return false;
    Components c(effective_mask(ins));
    return write(ins, b_.type(texel).count() == 1 ? texel : b_.shuffle(texel, c.index, c.count));
}

// What the bump matrix of a stage makes of the first two components of `s`.
Value Lowering::bump_offset(unsigned stage, Value s) {
    const Value m = b_.parameter(options_.bump[stage].matrix);
    const Value x = b_.extract(s, 0), y = b_.extract(s, 1);
    auto row = [&](unsigned a, unsigned b) {
        return multiply_add(x, b_.extract(m, a), multiply(y, b_.extract(m, b)));
    };
    return b_.construct(ir::f32(2), {row(0, 2), row(1, 3)});
}

bool Lowering::texture1(const Instruction &ins) {
    using ir::Kind;
    const unsigned n = ins.dst.number();
    if (!ins.dst.is(RegisterType::texture) || ins.predicated)
        return fail(code::d3dbc_register_type,
                    "A texture instruction of this version writes a texture register.");
    const Components xyz(0x7), xyzw(0xf), all(effective_mask(ins));
    const Lane zero{b_.f32c(0), 0}, one{b_.f32c(1), 0};
    if (!all.count) return true;
    Value s = 0;
    if (ins.source_count && !source(ins, 0, xyzw, &s)) return false;
    Lane own[4]; // the coordinate set of this stage
    Value coordinate = coordinate1(n, 4);
    for (unsigned k = 0; k < 4; ++k)
        own[k] = {coordinate, k};
    // One row of a matrix: this stage's coordinates times the source.
    auto row = [&] { return dot(coordinate1(n, 3), b_.shuffle(s, xyz.index, 3)); };
    auto take_rows = [&](unsigned count) {
        bool enough = row_count_ >= count;
        row_count_ = 0;
        return enough || fail(code::d3dbc_operands, "The rows before the last one of a matrix are missing.");
    };

    switch (ins.op) {
    case Op::tex: {
        const ir::Parameter &mask = options_.projected_textures;
        if (mask.source == ir::Parameter::Source::immediate) return sample1(ins, own, mask.words[0] >> n & 1);
        Value projected = b_.nonzero(b_.binary(ir::Op::and_, b_.parameter(mask), b_.i32c(1u << n)));
        own[3] = {b_.select(projected, b_.extract(coordinate, 3), b_.f32c(1)), 0};
        return sample1(ins, own, true);
    }
    case Op::texcoord: {
        Value clamped = b_.unary(ir::Op::fsat, coordinate1(n, 3));
        Lane lanes[4] = {{clamped, 0}, {clamped, 1}, {clamped, 2}, one}, used[4];
        for (unsigned k = 0; k < all.count; ++k)
            used[k] = lanes[all.index[k]];
        return write(ins, b_.gather(used, all.count, Kind::f32));
    }
    case Op::texbem:
    case Op::texbeml: return bump(ins);
    case Op::texreg2ar: {
        Lane lanes[4] = {{s, 3}, {s, 0}, zero, one};
        return sample1(ins, lanes);
    }
    case Op::texreg2gb: {
        Lane lanes[4] = {{s, 1}, {s, 2}, zero, one};
        return sample1(ins, lanes);
    }
    case Op::texreg2rgb: {
        Lane lanes[4] = {{s, 0}, {s, 1}, {s, 2}, one};
        return sample1(ins, lanes);
    }
    case Op::texdp3: return write(ins, row());
    case Op::texdp3tex: {
        Lane lanes[4] = {{row(), 0}, zero, zero, one};
        return sample1(ins, lanes);
    }
    case Op::texm3x2pad:
    case Op::texm3x3pad:
        if (row_count_ == std::size(rows_)) return fail(code::d3dbc_operands, "A matrix has too many rows.");
        rows_[row_count_++] = row();
        return true;
    case Op::texm3x2tex: {
        if (!take_rows(1)) return false;
        Lane lanes[4] = {{rows_[0], 0}, {row(), 0}, zero, one};
        return sample1(ins, lanes);
    }
    case Op::texm3x2depth: return take_rows(1) && depth1(ins);
    case Op::texm3x3: {
        if (!take_rows(2)) return false;
        Value components[4] = {rows_[0], rows_[1], row(), b_.f32c(1)};
        return write(ins, pick(components, all));
    }
    case Op::texm3x3tex: {
        if (!take_rows(2)) return false;
        Lane lanes[4] = {{rows_[0], 0}, {rows_[1], 0}, {row(), 0}, one};
        return sample1(ins, lanes);
    }
    case Op::texm3x3spec:
    case Op::texm3x3vspec: {
        if (!take_rows(2)) return false;
        Value normal = b_.construct(ir::f32(3), {rows_[0], rows_[1], row()});
        Value eye;
        if (ins.op == Op::texm3x3spec) {
            if (!source(ins, 1, xyz, &eye)) return false;
        } else {
            // The fourth components of the three coordinate sets.
            if (n < 2) return fail(code::d3dbc_operands, "texm3x3vspec needs two stages before its own.");
            Value w[3];
            for (unsigned k = 0; k < 3; ++k)
                w[k] = b_.extract(coordinate1(n - 2 + k, 4), 3);
            eye = b_.construct(ir::f32(3), {w[0], w[1], w[2]});
        }
        // The eye vector mirrored at the normal; only its direction matters, so nothing is divided.
        Value along = dot(normal, eye);
        Value twice = b_.binary(ir::Op::fadd, along, along);
        Value mirrored = b_.binary(ir::Op::fsub, multiply(normal, b_.broadcast(twice, 3)),
                                   multiply(eye, b_.broadcast(dot(normal, normal), 3)));
        Lane lanes[4] = {{mirrored, 0}, {mirrored, 1}, {mirrored, 2}, one};
        return sample1(ins, lanes);
    }
    default: return fail(code::d3dbc_opcode, "Unexpected texture instruction.");
    }
}

bool Lowering::bump(const Instruction &ins) {
    const unsigned n = ins.dst.number();
    if (n >= std::size(options_.bump))
        return fail(code::d3dbc_register_index, "This texture stage has no bump matrix.");
    const Components c(effective_mask(ins));
    if (!c.count) return true;
    if (ins.op == Op::bem) {
        const Components xy(0x3);
        Value a, s;
        if (!source(ins, 0, xy, &a) || !source(ins, 1, xy, &s)) return false;
        Value sum = b_.binary(ir::Op::fadd, a, bump_offset(n, s));
        Value components[4] = {b_.extract(sum, 0), b_.extract(sum, 1), b_.f32c(0), b_.f32c(0)};
        return write(ins, pick(components, c));
    }
    Value s;
    if (!source(ins, 0, Components(0x7), &s)) return false;
    Value shifted = b_.binary(ir::Op::fadd, coordinate1(n, 2), bump_offset(n, s));
    Lane lanes[4] = {{shifted, 0}, {shifted, 1}, {coordinate1(n, 4), 2}, {coordinate1(n, 4), 3}};
    Value texel = 0;
    if (!fetch1(ins, lanes, false, &texel)) return false;
    if (b_.type(texel).count() != 1) texel = b_.shuffle(texel, c.index, c.count);
    if (ins.op == Op::texbeml) {
        const BumpEnvironment &e = options_.bump[n];
        Value luminance =
            multiply_add(b_.extract(s, 2), b_.parameter(e.luminance_scale), b_.parameter(e.luminance_offset));
        luminance = b_.unary(ir::Op::fsat, luminance);
        texel = multiply(texel, b_.broadcast(luminance, b_.type(texel).count()));
    }
    return write(ins, texel);
}

// texm3x2depth: z / w of two rows, 1 where w is 0. texdepth: r / g of its operand, g no more than 1, clamped.
bool Lowering::depth1(const Instruction &ins) {
    using ir::Op;
    Value one = b_.f32c(1), zero = b_.f32c(0), z, w, depth;
    if (ins.op == d3dbc::Op::texdepth) {
        Lane all[4];
        if (!lanes(ins.dst, 0, all)) return false;
        z = b_.gather(all, 1, ir::Kind::f32);
        w = b_.gather(all + 1, 1, ir::Kind::f32);
        depth = multiply(z, reciprocal(b_.binary(Op::fmin, w, one)));
    } else {
        Value s;
        if (!source(ins, 0, Components(0x7), &s)) return false;
        z = rows_[0];
        w = dot(coordinate1(ins.dst.number(), 3), s);
        depth = multiply(z, reciprocal(w));
    }
    depth = b_.select(b_.compare(Op::feq, w, zero), one, depth);
    r_.write(slot::depth_output, 1, b_.unary(Op::fsat, depth));
    return true;
}

bool Lowering::texture14(const Instruction &ins) {
    if (ins.op == Op::texdepth) return depth1(ins);
    if (ins.op == Op::bem) return bump(ins);
    if (!ins.dst.is(RegisterType::temp))
        return fail(code::d3dbc_register_type, "A texture instruction of this version writes a temporary.");
    Components c(effective_mask(ins));
    if (!c.count) return true;
    // _dz and _dw divide the first two components by the third or fourth one, as they stand before the
    // swizzle.
    const Source &src = ins.src[0];
    Lane all[4], coordinates[4];
    if (!lanes(src, 0, all)) return false;
    const bool dz = src.modifier() == SourceModifier::dz, dw = src.modifier() == SourceModifier::dw;
    if (dz || dw) {
        Value factor = reciprocal(b_.gather(all + (dz ? 2 : 3), 1, ir::Kind::f32));
        Value xy = multiply(b_.gather(all, 2, ir::Kind::f32), b_.broadcast(factor, 2));
        coordinates[0] = {xy, 0};
        coordinates[1] = {xy, 1};
        coordinates[2] = all[2];
        coordinates[3] = all[3];
    } else {
        Value v = 0;
        Lane swizzled[4];
        for (unsigned k = 0; k < 4; ++k)
            swizzled[k] = all[src.component(k)];
        v = modify(src.modifier(), b_.gather(swizzled, 4, ir::Kind::f32));
        for (unsigned k = 0; k < 4; ++k)
            coordinates[k] = {v, k};
    }
    if (ins.op == Op::tex) return sample1(ins, coordinates, false);
    Lane used[4];
    for (unsigned k = 0; k < c.count; ++k)
        used[k] = coordinates[c.index[k]];
    return write(ins, b_.gather(used, c.count, ir::Kind::f32));
}

} // namespace weft::d3dbc
