// Textures, samplers and texkill.
#include "core/d3dbc/ctab.h"
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;

namespace {

ir::Dim dimension(TextureType type) {
    switch (type) {
    case TextureType::one_d: return ir::Dim::d1;
    case TextureType::cube: return ir::Dim::cube;
    case TextureType::volume: return ir::Dim::d3;
    default: return ir::Dim::d2;
    }
}

// Rows to declare for a buffer that an address register indexes: what the register file of the hardware had,
// or all that a declaration may have for software processing.
constexpr uint32_t hardware_rows = 256, software_rows = 8192;

} // namespace

// Declares textures, samplers and constant buffers in the order that a scan reports them.
bool Lowering::begin_resources() {
    for (uint32_t &r : texture_resource_)
        r = ir::no_resource;
    for (uint32_t &r : sampler_resource_)
        r = ir::no_resource;
    for (uint32_t &r : constant_resource_)
        r = ir::no_resource;
    resources_ = scan_resources(program_, options_.scan, arena());
    ConstantTable table;
    bool named = options_.names && read_constant_table(program_, arena(), &table);
    for (const Descriptor &d : resources_.descriptors) {
        ir::Resource r{};
        r.first_register = d.register_index;
        r.comparison = d.shadow;
        auto index = static_cast<uint32_t>(m_.resources.size());
        switch (d.kind) {
        case DescriptorKind::texture:
            r.kind = ir::ResourceKind::texture;
            r.dim = dimension(d.texture_type);
            r.plain_sample = !d.shadow;
            texture_resource_[d.register_index] = index;
            break;
        case DescriptorKind::sampler:
            r.kind = ir::ResourceKind::sampler;
            sampler_resource_[d.register_index] = index;
            break;
        case DescriptorKind::constants:
            r.kind = ir::ResourceKind::constant_buffer;
            r.size = d.registers;
            if (resources_.constants[d.register_index].relative) {
                uint32_t rows = version_.minor == 0xff ? software_rows : hardware_rows;
                r.size = rows > r.size ? rows : r.size;
            }
            constant_resource_[d.register_index] = index;
            break;
        }
        if (named && d.kind != DescriptorKind::constants)
            for (const Constant &c : table.constants)
                if (c.set == RegisterSet::sampler && c.register_index == d.register_index) r.name = c.name;
        m_.resources.push(r);
    }
    return true;
}

// ATI's extension. The texel at the coordinate becomes alpha, its neighbours to the right, below and across
// red, green and blue; gathers put the coordinate between the four, in another order.
Value Lowering::fetch4(const Fetch &what) {
    namespace arg = ir::tex_arg;
    constexpr uint8_t xy[] = {0, 1}, order[] = {2, 0, 1, 3};
    const uint32_t texture = texture_resource_[what.stage];
    Value coordinate = b_.shuffle(what.coordinate, xy, 2);
    if (what.flags & ir::tex_flag::projected)
        coordinate = multiply(coordinate, b_.broadcast(reciprocal(b_.extract(what.coordinate, 2)), 2));
    const Value level[] = {0, 0, b_.i32c(0)};
    const Value size =
        b_.emit(ir::Op::itof, ir::f32(2),
                b_.emit_variadic(ir::Op::query_size, ir::i32(2), level, texture, ir::no_resource, 0));
    const Value half = b_.binary(ir::Op::fdiv, b_.f32c(2, 0.5f), size);
    const Value args[arg::count] = {b_.binary(ir::Op::fadd, coordinate, half)};
    const Value texels =
        b_.emit_variadic(ir::Op::gather, ir::f32(4), {args, 1}, texture, sampler_resource_[what.stage], 0);
    return b_.shuffle(texels, order, 4);
}

Value Lowering::fetch(const Fetch &what) {
    namespace arg = ir::tex_arg;
    if (options_.scan.fetch4_samplers >> what.stage & 1 && texture_of(what.stage).dim == ir::Dim::d2)
        return fetch4(what);
    Value args[arg::count] = {};
    unsigned used = arg::coord + 1;
    auto use = [&](unsigned slot, Value v) {
        if (!v) return;
        args[slot] = v;
        used = slot + 1 > used ? slot + 1 : used;
    };
    use(arg::coord, what.coordinate);
    use(arg::reference, what.reference);
    use(arg::lod, what.lod);
    use(arg::ddx, what.dx);
    use(arg::ddy, what.dy);
    const bool compares = what.reference;
    return b_.emit_variadic(compares ? ir::Op::sample_cmp : ir::Op::sample, compares ? ir::f32() : ir::f32(4),
                            {args, used}, texture_resource_[what.stage], sampler_resource_[what.stage],
                            what.flags);
}

bool Lowering::texture(const Instruction &ins) {
    if (version_.major == 1) return version_.minor < 4 ? texture1(ins) : texture14(ins);
    if (!ins.src[1].is(RegisterType::sampler))
        return fail(code::d3dbc_register_type, "A texture instruction needs a sampler.");
    Fetch what;
    what.stage = sampler_number(ins);
    if (what.stage >= sampler_count || texture_resource_[what.stage] == ir::no_resource)
        return fail(code::d3dbc_register_type, "There is no such sampler.");
    const ir::Resource &resource = texture_of(what.stage);
    const unsigned size = ir::coordinate_count(resource.dim);

    Lane address[4];
    if (!picked(ins, 0, Components(0xf), 0, address)) return false;
    // Components of the address; the modifier follows.
    auto part = [&](const Lane *lanes, unsigned count) {
        return modify(ins.src[0].modifier(), b_.gather(lanes, count, ir::Kind::f32));
    };
    auto w = [&] { return part(address + 3, 1); };
    if (resource.comparison) what.reference = part(address + 2, 1);

    switch (ins.op) {
    case Op::tex:
        switch (static_cast<TexldMode>(ins.control)) {
        case TexldMode::plain: break;
        case TexldMode::project:
            if (resource.comparison || resource.dim == ir::Dim::cube) {
                // Projection of a cube does not exist, and a reference is divided as well.
                Value factor = reciprocal(w());
                what.coordinate = multiply(part(address, size), b_.broadcast(factor, size));
                if (what.reference) what.reference = multiply(what.reference, factor);
            } else {
                Lane divided[4] = {address[0], address[1], address[2], address[3]};
                divided[size] = address[3];
                what.coordinate = part(divided, size + 1);
                what.flags = ir::tex_flag::projected;
            }
            break;
        case TexldMode::bias:
            what.lod = w();
            what.flags = ir::tex_flag::bias;
            break;
        default:
            diag_.warning({line_, 0}, code::d3dbc_warn_flags, "Ignoring control bits 0x%02x of texld.",
                          ins.control);
            break;
        }
        break;
    case Op::texldl:
        what.lod = w();
        what.flags = ir::tex_flag::explicit_lod;
        break;
    case Op::texldd: {
        const Components plane(static_cast<uint8_t>((1u << size) - 1));
        if (!source(ins, 2, plane, &what.dx) || !source(ins, 3, plane, &what.dy)) return false;
        what.flags = ir::tex_flag::gradient;
        break;
    }
    default: return fail(code::d3dbc_opcode, "Unexpected texture instruction.");
    }
    if (!what.coordinate) what.coordinate = part(address, size);

    Value texel = fetch(what);
    if (what.reference) return write(ins, texel);
    // The sampler's swizzle permutes the texel.
    Components c(effective_mask(ins));
    if (!c.count) return true;
    Lane lanes[4];
    for (unsigned k = 0; k < c.count; ++k)
        lanes[k] = {texel, ins.src[1].component(c.index[k])};
    return write(ins, b_.gather(lanes, c.count, ir::Kind::f32));
}

// Discards the pixel where a tested component is negative; NaN is not.
bool Lowering::kill(const Instruction &ins) {
    Components c(version_.major == 1 ? uint8_t(0x7) : ins.dst.mask());
    if (!c.count) return true;
    Value v;
    if (version_.major == 1 && version_.minor < 4) {
        // The coordinate set of that number, whatever the register holds by now.
        unsigned n = ins.dst.number();
        if (!ins.dst.is(RegisterType::texture) || !coordinates_[n])
            return fail(code::d3dbc_register_type, "texkill needs a texture coordinate.");
        unsigned size = b_.type(coordinates_[n]).count();
        v = b_.shuffle(coordinates_[n], c.index, size < 3 ? size : 3);
    } else {
        Lane all[4], picked[4];
        if (!lanes(ins.dst, 0, all)) return false;
        unsigned n = 0;
        for (unsigned k = 0; k < c.count; ++k) {
            Lane lane = all[c.index[k]];
            bool known = false;
            for (unsigned j = 0; j < n && !ins.predicated; ++j)
                known |= same_component(lane, picked[j]);
            if (!known) picked[n++] = lane;
        }
        v = b_.gather(picked, n, ir::Kind::f32);
    }
    Value negative = b_.compare(ir::Op::flt, v, b_.f32c(b_.type(v).count(), 0));
    if (ins.predicated) {
        Value p = predicate(ins.predicate, c);
        if (b_.type(p).count() != b_.type(negative).count()) p = b_.broadcast(p, b_.type(negative).count());
        negative = b_.binary(ir::Op::and_, negative, p);
    }
    Value any = b_.type(negative).count() == 1 ? negative : b_.emit(ir::Op::any_, ir::boolean(), negative);
    b_.emit(ir::Op::demote, ir::void_type, any);
    return true;
}

} // namespace weft::d3dbc
