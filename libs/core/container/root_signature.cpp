#include "core/container/root_signature.h"

#include <bit>
#include <cstring>

#include "core/container/container.h"
#include "core/support/bytes.h"

namespace weft::container {

namespace {

constexpr size_t header_size = 24, parameter_size = 12, table_size = 8, constants_size = 12;

// The sizes that depend on the version.
struct Layout {
    explicit Layout(RootVersion version)
        : range_size(version == RootVersion::v1_0 ? 20 : 24),
          descriptor_size(version == RootVersion::v1_0 ? 8 : 12),
          sampler_size(version == RootVersion::v1_2 ? 56 : 52) {}
    size_t range_size, descriptor_size, sampler_size;
};

class RootReader {
  public:
    RootReader(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag)
        : part_(part), arena_(arena), diag_(diag) {}

    Result read(RootSignature *out) {
        if (part_.size() < header_size) {
            diag_.error({}, Result::invalid_argument, code::root_layout,
                        "A root signature has at least %zu bytes, but there are %zu.", header_size,
                        part_.size());
            return diag_.result();
        }
        RootSignature s;
        s.version = static_cast<RootVersion>(word(0));
        if (!known(s.version)) {
            diag_.error({}, Result::invalid_argument, code::root_version,
                        "Root signature version %u is unknown.", word(0));
            return diag_.result();
        }
        layout_ = Layout(s.version);
        s.flags = word(20);
        const uint32_t parameter_count = word(4), sampler_count = word(12);
        size_t parameters, samplers;
        if (!locate("parameters", word(8), parameter_count, parameter_size, &parameters) ||
            !locate("static samplers", word(16), sampler_count, layout_.sampler_size, &samplers))
            return diag_.result();
        if (Result r = read_parameters(parameters, parameter_count, s); failed(r)) return r;
        read_samplers(samplers, sampler_count, s);
        if (Result r = check_root_signature(s, arena_, diag_); failed(r)) return r;
        *out = s;
        return Result::ok;
    }

  private:
    uint32_t word(size_t offset) const { return load_u32(part_.data() + offset); }

    // Whether `count` records at `offset` lie within the part.
    bool locate(const char *what, uint32_t offset, uint64_t count, size_t size, size_t *at) {
        *at = offset;
        if (!count) return true;
        if (offset % 4 == 0 && offset <= part_.size() && count <= (part_.size() - offset) / size) return true;
        diag_.error({}, Result::invalid_argument, code::root_layout,
                    "%u %s at offset 0x%x do not fit into a root signature of 0x%zx bytes.",
                    static_cast<unsigned>(count), what, offset, part_.size());
        return false;
    }

    Result read_parameters(size_t at, uint32_t count, RootSignature &s) {
        Vec<RootParameter> parameters(arena_, count);
        for (uint32_t i = 0; i < count; ++i, at += parameter_size) {
            RootParameter p{};
            p.type = static_cast<RootParameterType>(word(at));
            p.visibility = static_cast<Visibility>(word(at + 4));
            const uint32_t payload = word(at + 8);
            size_t from;
            switch (p.type) {
            case RootParameterType::table:
                if (!locate("descriptor tables", payload, 1, table_size, &from) || !read_ranges(from, i, p))
                    return diag_.result();
                break;
            case RootParameterType::constants:
                if (!locate("root constants", payload, 1, constants_size, &from)) return diag_.result();
                p.shader_register = word(from);
                p.space = word(from + 4);
                p.value_count = word(from + 8);
                break;
            case RootParameterType::cbv:
            case RootParameterType::srv:
            case RootParameterType::uav:
                if (!locate("root descriptors", payload, 1, layout_.descriptor_size, &from))
                    return diag_.result();
                p.shader_register = word(from);
                p.space = word(from + 4);
                if (s.version != RootVersion::v1_0) p.flags = word(from + 8);
                break;
            default: break; // check_root_signature() says so
            }
            parameters.push(p);
        }
        s.parameters = parameters.span();
        return Result::ok;
    }

    bool read_ranges(size_t at, uint32_t index, RootParameter &p) {
        const uint32_t count = word(at);
        size_t from;
        if (!locate("descriptor ranges", word(at + 4), count, layout_.range_size, &from)) return false;
        // Tables that share their ranges would take more memory than they have bytes.
        range_bytes_ += count * layout_.range_size;
        if (range_bytes_ > part_.size()) {
            diag_.error({}, Result::invalid_argument, code::root_layout,
                        "The ranges of descriptor table %u overlap those of others.", index);
            return false;
        }
        Vec<DescriptorRange> ranges(arena_, count);
        for (uint32_t i = 0; i < count; ++i, from += layout_.range_size) {
            DescriptorRange r{};
            r.type = static_cast<RangeType>(word(from));
            r.count = word(from + 4);
            r.base_register = word(from + 8);
            r.space = word(from + 12);
            const bool has_flags = layout_.range_size == 24;
            if (has_flags) r.flags = word(from + 16);
            r.offset = word(from + (has_flags ? 20 : 16));
            ranges.push(r);
        }
        p.ranges = ranges.span();
        return true;
    }

    void read_samplers(size_t at, uint32_t count, RootSignature &s) {
        Vec<StaticSampler> samplers(arena_, count);
        for (uint32_t i = 0; i < count; ++i, at += layout_.sampler_size) {
            StaticSampler sampler{};
            sampler.filter = word(at);
            for (unsigned axis = 0; axis < 3; ++axis)
                sampler.address[axis] = word(at + 4 + 4 * axis);
            sampler.mip_lod_bias = std::bit_cast<float>(word(at + 16));
            sampler.max_anisotropy = word(at + 20);
            sampler.comparison = word(at + 24);
            sampler.border_colour = word(at + 28);
            sampler.min_lod = std::bit_cast<float>(word(at + 32));
            sampler.max_lod = std::bit_cast<float>(word(at + 36));
            sampler.shader_register = word(at + 40);
            sampler.space = word(at + 44);
            sampler.visibility = static_cast<Visibility>(word(at + 48));
            if (s.version == RootVersion::v1_2) sampler.flags = word(at + 52);
            samplers.push(sampler);
        }
        s.samplers = samplers.span();
    }

    std::span<const uint8_t> part_;
    Arena &arena_;
    Diagnostics &diag_;
    Layout layout_{RootVersion::v1_0};
    size_t range_bytes_ = 0;
};

} // namespace

Result read_root_signature(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag,
                           RootSignature *out) {
    return RootReader(part, arena, diag).read(out);
}

Result find_root_signature(std::span<const uint8_t> data, Arena &arena, Diagnostics &diag,
                           RootSignature *out) {
    *out = {};
    if (data.size() >= 4 && known(static_cast<RootVersion>(load_u32(data.data()))))
        return read_root_signature(data, arena, diag, out);
    Container container;
    if (Result r = parse(data, false, arena, diag, &container); failed(r)) return r;
    const Part *part = container.find(tag("RTS0"));
    return part ? read_root_signature(part->data, arena, diag, out) : Result::ok;
}

std::span<const uint8_t> write_root_signature(const RootSignature &s, Arena &arena) {
    const Layout layout(s.version);
    const bool has_flags = s.version != RootVersion::v1_0;
    ByteWriter w(arena, header_size + parameter_size * s.parameters.size() +
                            layout.sampler_size * s.samplers.size());
    w.u32(static_cast<uint32_t>(s.version));
    w.u32(static_cast<uint32_t>(s.parameters.size()));
    w.u32(header_size);
    w.u32(static_cast<uint32_t>(s.samplers.size()));
    w.u32(0);
    w.u32(s.flags);
    for (const RootParameter &p : s.parameters) {
        w.u32(static_cast<uint32_t>(p.type));
        w.u32(static_cast<uint32_t>(p.visibility));
        w.u32(0);
    }
    for (size_t i = 0; i < s.parameters.size(); ++i) {
        const RootParameter &p = s.parameters[i];
        w.patch_u32(header_size + parameter_size * i + 8, static_cast<uint32_t>(w.size()));
        if (p.type == RootParameterType::table) {
            w.u32(static_cast<uint32_t>(p.ranges.size()));
            w.u32(static_cast<uint32_t>(w.size() + 4));
            for (const DescriptorRange &r : p.ranges) {
                w.u32(static_cast<uint32_t>(r.type));
                w.u32(r.count);
                w.u32(r.base_register);
                w.u32(r.space);
                if (has_flags) w.u32(r.flags);
                w.u32(r.offset);
            }
            continue;
        }
        w.u32(p.shader_register);
        w.u32(p.space);
        if (p.type == RootParameterType::constants)
            w.u32(p.value_count);
        else if (has_flags)
            w.u32(p.flags);
    }
    w.patch_u32(16, static_cast<uint32_t>(w.size()));
    for (const StaticSampler &sampler : s.samplers) {
        w.u32(sampler.filter);
        for (uint32_t address : sampler.address)
            w.u32(address);
        w.u32(std::bit_cast<uint32_t>(sampler.mip_lod_bias));
        w.u32(sampler.max_anisotropy);
        w.u32(sampler.comparison);
        w.u32(sampler.border_colour);
        w.u32(std::bit_cast<uint32_t>(sampler.min_lod));
        w.u32(std::bit_cast<uint32_t>(sampler.max_lod));
        w.u32(sampler.shader_register);
        w.u32(sampler.space);
        w.u32(static_cast<uint32_t>(sampler.visibility));
        if (s.version == RootVersion::v1_2) w.u32(sampler.flags);
    }
    return w.data();
}

Result convert_root_signature(const RootSignature &from, RootVersion version, Arena &arena, Diagnostics &diag,
                              RootSignature *out) {
    RootSignature to = from;
    to.version = version;
    const bool flags_appear = from.version == RootVersion::v1_0 && version > RootVersion::v1_0;
    const bool flags_vanish = from.version > RootVersion::v1_0 && version == RootVersion::v1_0;

    Vec<RootParameter> parameters(arena, from.parameters.size());
    for (RootParameter p : from.parameters) {
        const bool table = p.type == RootParameterType::table;
        if (flags_vanish) p.flags = 0;
        if (flags_appear && !table && p.type != RootParameterType::constants) p.flags = data_volatile;
        if (table && (flags_appear || flags_vanish)) {
            Vec<DescriptorRange> ranges(arena, p.ranges.size());
            for (DescriptorRange r : p.ranges) {
                r.flags = flags_vanish                   ? 0
                          : r.type == RangeType::sampler ? descriptors_volatile // samplers have no data
                                                         : descriptors_volatile | data_volatile;
                ranges.push(r);
            }
            p.ranges = ranges.span();
        }
        parameters.push(p);
    }
    to.parameters = parameters.span();

    if (from.version == RootVersion::v1_2 && version != RootVersion::v1_2) {
        Vec<StaticSampler> samplers(arena, from.samplers.size());
        for (StaticSampler s : from.samplers) {
            constexpr uint32_t uint_border_colour = 0x1;
            if (s.flags & ~uint_border_colour) {
                diag.error({}, Result::invalid_argument, code::root_flags,
                           "Static sampler %zu has flags 0x%x, which only version 1.2 knows.",
                           samplers.size(), s.flags);
                return diag.result();
            }
            s.flags = 0;
            samplers.push(s);
        }
        to.samplers = samplers.span();
    }
    *out = to;
    return Result::ok;
}

} // namespace weft::container
