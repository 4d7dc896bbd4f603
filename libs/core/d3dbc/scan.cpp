#include "core/d3dbc/scan.h"

namespace weft::d3dbc {

namespace {

int constant_set(RegisterType type) {
    switch (type) {
    case RegisterType::constant: return static_cast<int>(ConstantSet::real);
    case RegisterType::constant_int: return static_cast<int>(ConstantSet::integer);
    case RegisterType::constant_bool: return static_cast<int>(ConstantSet::boolean);
    default: return -1;
    }
}

// One bit per register of the largest file.
struct Bits {
    uint64_t words[8192 / 64] = {};
    void set(unsigned i) { words[i / 64] |= uint64_t(1) << i % 64; }
    bool test(unsigned i) const { return words[i / 64] >> i % 64 & 1; }
};

} // namespace

Resources scan_resources(const Program &program, const ScanOptions &options, Arena &arena) {
    Resources result;
    Vec<Descriptor> descriptors(arena);
    Vec<uint8_t> sampled(arena);
    uint32_t known = 0, seen = 0; // samplers with descriptors; samplers used

    auto add = [&](unsigned n, TextureType type, bool sampler_first) {
        if (n >= sampler_count || known & 1u << n) return;
        known |= 1u << n;
        if (type == TextureType::unknown) type = TextureType::two_d;
        bool shadow = options.shadow_samplers >> n & 1;
        Descriptor sampler{DescriptorKind::sampler, static_cast<uint8_t>(n), TextureType::unknown, shadow, 0};
        Descriptor texture{DescriptorKind::texture, static_cast<uint8_t>(n), type, shadow, 0};
        descriptors.push(sampler_first ? sampler : texture);
        descriptors.push(sampler_first ? texture : sampler);
    };

    // Definitions count from any position, so they are gathered first.
    Bits *defined = arena.make<Bits>();
    uint32_t defined_ints = 0, defined_bools = 0;
    for (const Instruction &ins : program.instructions) {
        unsigned n = ins.dst.number();
        if (ins.op == Op::def)
            defined->set(n);
        else if (ins.op == Op::defi && n < 32)
            defined_ints |= 1u << n;
        else if (ins.op == Op::defb && n < 32)
            defined_bools |= 1u << n;
    }
    auto is_defined = [&](int set, unsigned n) {
        if (set == static_cast<int>(ConstantSet::real)) return n < 8192 && defined->test(n);
        uint32_t bits = set == static_cast<int>(ConstantSet::integer) ? defined_ints : defined_bools;
        return n < 32 && (bits >> n & 1);
    };

    for (const Instruction &ins : program.instructions) {
        if (ins.op == Op::dcl && ins.dst.is(RegisterType::sampler)) {
            add(ins.dst.number(), ins.texture_type(), true);
            continue;
        }
        if (ins.is_declaration()) continue;
        if (ins.info->flags & op_samples) {
            unsigned n = sampler_number(ins);
            // ps_1_4 names the stage by a temporary, of which there may be more than samplers.
            if (n < sampler_count) {
                if (program.version.major == 1)
                    add(n, n < 6 ? options.texture_types[n] : TextureType::two_d, false);
                else
                    add(n, TextureType::two_d, false);
                if (!(seen & 1u << n)) {
                    seen |= 1u << n;
                    sampled.push(static_cast<uint8_t>(n));
                }
            }
        }
        for (size_t i = 0; i < ins.sources().size(); ++i) {
            const Source &src = ins.src[i];
            int set = constant_set(src.type());
            if (set < 0) continue;
            unsigned rows = i == 1 && (ins.info->flags & op_matrix) ? ins.info->rows : 1;
            ConstantUse &use = result.constants[set];
            use.relative |= src.relative();
            for (unsigned n = src.number(); n < src.number() + rows; ++n)
                if (!is_defined(set, n) && n >= use.registers) use.registers = n + 1;
        }
    }
    for (unsigned set = 0; set < constant_set_count; ++set)
        if (result.constants[set].registers)
            descriptors.push({DescriptorKind::constants, static_cast<uint8_t>(set), TextureType::unknown,
                              false, result.constants[set].registers});
    result.descriptors = descriptors.span();
    result.sampled = sampled.span();
    return result;
}

} // namespace weft::d3dbc
