// What Direct3D 12 asks of a root signature.
#include <algorithm>
#include <cmath>

#include "core/container/root_signature.h"

namespace weft::container {

namespace {

constexpr uint32_t known_root_flags = 0xfff, known_sampler_flags = 0x3;
constexpr uint32_t data_flags = data_volatile | data_static_while_set_at_execute | data_static;
constexpr uint32_t known_range_flags =
    data_flags | descriptors_volatile | descriptors_static_keeping_bounds_checks;
constexpr uint32_t first_reserved_space = 0xfffffff0;
constexpr unsigned visibility_count = 8;
constexpr uint64_t max_cost = 64; // words, of a global root signature

// Who claims a register: "parameter 3, range 1".
struct Owner {
    const char *kind;
    uint32_t index, range; // range ~0: none
};

struct Claim {
    RangeType type;
    Visibility visibility;
    uint32_t space, first, last;
    Owner owner;
};

struct Text {
    explicit Text(const Owner &o) {
        if (o.range == ~0u)
            std::snprintf(text, sizeof(text), "%s %u", o.kind, o.index);
        else
            std::snprintf(text, sizeof(text), "%s %u, range %u", o.kind, o.index, o.range);
    }
    char text[64];
};

class Checker {
  public:
    Checker(const RootSignature &s, Arena &arena, Diagnostics &diag)
        : signature_(s), diag_(diag), claims_(arena), sorted_(arena) {}

    Result check() {
        if (!known(signature_.version))
            return error(code::root_version, "Root signature version %u is unknown.",
                         static_cast<unsigned>(signature_.version));
        // New flags may come with any version of Direct3D; they are nobody's fault.
        if (signature_.flags & ~known_root_flags)
            diag_.warning({}, code::root_warn_flags, "Root signature flags 0x%x are unknown.",
                          signature_.flags & ~known_root_flags);
        for (uint32_t i = 0; i < signature_.parameters.size(); ++i)
            if (Result r = parameter(signature_.parameters[i], {"Parameter", i, ~0u}); failed(r)) return r;
        if (cost_ > max_cost && !(signature_.flags & root_flag_local))
            return error(code::root_limit, "The root parameters take %llu words; there are %llu.",
                         static_cast<unsigned long long>(cost_), static_cast<unsigned long long>(max_cost));
        for (uint32_t i = 0; i < signature_.samplers.size(); ++i)
            if (Result r = sampler(signature_.samplers[i], {"Static sampler", i, ~0u}); failed(r)) return r;
        return overlaps();
    }

  private:
    WEFT_PRINTF(3, 4) Result error(unsigned code, const char *format, ...) {
        char text[256];
        va_list args;
        va_start(args, format);
        std::vsnprintf(text, sizeof(text), format, args);
        va_end(args);
        diag_.error({}, Result::invalid_argument, code, "%s", text);
        return Result::invalid_argument;
    }

    Result parameter(const RootParameter &p, Owner who) {
        if (static_cast<unsigned>(p.visibility) >= visibility_count)
            return error(code::root_parameter_type, "%s has the unknown shader visibility %u.",
                         Text(who).text, static_cast<unsigned>(p.visibility));
        switch (p.type) {
        case RootParameterType::table: cost_ += 1; return table(p, who);
        case RootParameterType::constants:
            cost_ += p.value_count;
            return claim(RangeType::cbv, p.visibility, p.space, p.shader_register, 1, who);
        case RootParameterType::cbv: return descriptor(p, RangeType::cbv, who);
        case RootParameterType::srv: return descriptor(p, RangeType::srv, who);
        case RootParameterType::uav: return descriptor(p, RangeType::uav, who);
        }
        return error(code::root_parameter_type, "%s has the unknown type %u.", Text(who).text,
                     static_cast<unsigned>(p.type));
    }

    Result descriptor(const RootParameter &p, RangeType type, Owner who) {
        cost_ += 2;
        if (Result r = flags(p.flags, data_flags, who); failed(r)) return r;
        return claim(type, p.visibility, p.space, p.shader_register, 1, who);
    }

    Result flags(uint32_t value, uint32_t known, Owner who) {
        if (value & ~known)
            diag_.warning({}, code::root_warn_flags, "%s has the unknown flags 0x%x.", Text(who).text,
                          value & ~known);
        const uint32_t data = value & data_flags;
        if (data & (data - 1))
            return error(code::root_flags, "%s has more than one of the DATA flags (0x%x).", Text(who).text,
                         value);
        return Result::ok;
    }

    Result table(const RootParameter &p, Owner who) {
        bool samplers = false, others = false;
        uint64_t next = 0; // where an appended range starts
        for (uint32_t i = 0; i < p.ranges.size(); ++i) {
            const DescriptorRange &range = p.ranges[i];
            who.range = i;
            if (range.type > RangeType::sampler)
                return error(code::root_range_type, "%s has the unknown type %u.", Text(who).text,
                             static_cast<unsigned>(range.type));
            (range.type == RangeType::sampler ? samplers : others) = true;
            if (samplers && others)
                return error(code::root_mixed_samplers,
                             "%s: samplers do not share a descriptor table with anything else.",
                             Text(who).text);
            if (!range.count) return error(code::root_limit, "%s has no descriptors.", Text(who).text);
            const uint64_t start = range.offset == append_range ? next : range.offset;
            if (start > UINT32_MAX)
                return error(code::root_limit, "%s is appended to a range without an end.", Text(who).text);
            if (range.count == unbounded) {
                next = uint64_t{UINT32_MAX} + 1;
            } else {
                next = start + range.count;
                if (next > uint64_t{UINT32_MAX} + 1)
                    return error(code::root_limit, "%s ends beyond the last descriptor of a table.",
                                 Text(who).text);
            }
            if (Result r = range_flags(range, who); failed(r)) return r;
            if (Result r =
                    claim(range.type, p.visibility, range.space, range.base_register, range.count, who);
                failed(r))
                return r;
        }
        return Result::ok;
    }

    Result range_flags(const DescriptorRange &range, Owner who) {
        if (range.type == RangeType::sampler && (range.flags & data_flags))
            return error(code::root_flags, "%s: samplers have no data for flags 0x%x to be about.",
                         Text(who).text, range.flags);
        if (Result r = flags(range.flags, known_range_flags, who); failed(r)) return r;
        if (!(range.flags & descriptors_volatile)) return Result::ok;
        if (range.flags & data_static)
            return error(code::root_flags, "%s: data behind volatile descriptors are not static (0x%x).",
                         Text(who).text, range.flags);
        if (range.flags & descriptors_static_keeping_bounds_checks)
            return error(code::root_flags, "%s: descriptors are both volatile and static (0x%x).",
                         Text(who).text, range.flags);
        return Result::ok;
    }

    Result sampler(const StaticSampler &s, Owner who) {
        const auto refuse = [&](const char *what, double value) {
            return error(code::root_sampler, "%s has the %s %g, which Direct3D does not know.",
                         Text(who).text, what, value);
        };
        if (static_cast<unsigned>(s.visibility) >= visibility_count)
            return refuse("shader visibility", static_cast<unsigned>(s.visibility));
        // Bits: linear mip, mag and min; 0x40 anisotropic, which has all three; then what is done with
        // texels.
        constexpr uint32_t linear = 0x15, anisotropic = 0x40, reduction = 0x180, comparing = 0x80;
        const bool filter_known =
            !(s.filter & ~(linear | anisotropic | reduction)) &&
            (!(s.filter & anisotropic) || (s.filter & linear) == linear || (s.filter & linear) == 0x14);
        if (!filter_known) return refuse("filter", s.filter);
        for (uint32_t address : s.address)
            if (address < 1 || address > 5) return refuse("address mode", address);
        if (!(s.mip_lod_bias >= -16.0f && s.mip_lod_bias <= 15.99f))
            return refuse("LOD bias", s.mip_lod_bias);
        if (s.max_anisotropy > 16) return refuse("anisotropy", s.max_anisotropy);
        if ((s.filter & reduction) == comparing && (s.comparison < 1 || s.comparison > 8))
            return refuse("comparison", s.comparison);
        const uint32_t last_border = signature_.version == RootVersion::v1_2 ? 4 : 2;
        if (s.border_colour > last_border) return refuse("border colour", s.border_colour);
        if (std::isnan(s.min_lod)) return refuse("smallest level of detail", s.min_lod);
        if (std::isnan(s.max_lod)) return refuse("largest level of detail", s.max_lod);
        if (s.flags & ~known_sampler_flags)
            diag_.warning({}, code::root_warn_flags, "%s has the unknown flags 0x%x.", Text(who).text,
                          s.flags & ~known_sampler_flags);
        return claim(RangeType::sampler, s.visibility, s.space, s.shader_register, 1, who);
    }

    Result claim(RangeType type, Visibility visibility, uint32_t space, uint32_t first, uint32_t count,
                 Owner who) {
        if (space >= first_reserved_space)
            return error(code::root_limit, "%s is in register space 0x%x, which is reserved.", Text(who).text,
                         space);
        const uint64_t last = count == unbounded ? uint64_t{UINT32_MAX} : uint64_t{first} + count - 1;
        if (last > UINT32_MAX)
            return error(code::root_limit, "%s has %u registers from %u on; there are not as many.",
                         Text(who).text, count, first);
        claims_.push({type, visibility, space, first, static_cast<uint32_t>(last), who});
        return Result::ok;
    }

    // No stage sees two owners of a register.
    Result overlaps() {
        for (unsigned v = 0; v < visibility_count; ++v) {
            sorted_.clear();
            for (const Claim &c : claims_)
                if (c.visibility == Visibility::all || c.visibility == static_cast<Visibility>(v))
                    sorted_.push(c);
            std::sort(sorted_.begin(), sorted_.end(), [](const Claim &a, const Claim &b) {
                if (a.type != b.type) return a.type < b.type;
                if (a.space != b.space) return a.space < b.space;
                return a.first < b.first;
            });
            for (size_t i = 1; i < sorted_.size(); ++i) {
                const Claim &a = sorted_[i - 1], &b = sorted_[i];
                if (a.type == b.type && a.space == b.space && b.first <= a.last)
                    return error(code::root_overlap, "%s and %s both have register %c%u of space %u.",
                                 Text(a.owner).text, Text(b.owner).text,
                                 "tubs"[static_cast<unsigned>(b.type)], b.first, b.space);
            }
        }
        return Result::ok;
    }

    const RootSignature &signature_;
    Diagnostics &diag_;
    Vec<Claim> claims_, sorted_;
    uint64_t cost_ = 0;
};

} // namespace

Result check_root_signature(const RootSignature &signature, Arena &arena, Diagnostics &diag) {
    return Checker(signature, arena, diag).check();
}

} // namespace weft::container
