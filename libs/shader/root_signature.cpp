#include <cstring>
#include <type_traits>

#include <weft.h>

#include "core/container/container.h"
#include "core/container/root_signature.h"
#include "shader/call.h"

using namespace weft;
using namespace weft::container;

namespace {

static_assert(sizeof(weft_root_signature_desc2) == sizeof(vkd3d_shader_root_signature_desc1));

// Calls `f` with the member that holds; false for a version that is not known. Version 1.2 has no member of
// its own in the union, but the room of 1.1's.
template <typename Desc, typename F>
bool with_member(RootVersion version, Desc &desc, F &&f) {
    switch (version) {
    case RootVersion::v1_0: f(desc.u.v_1_0); return true;
    case RootVersion::v1_1: f(desc.u.v_1_1); return true;
    case RootVersion::v1_2: {
        struct Copy {
            explicit Copy(Desc &d) : desc(d) { std::memcpy(&member, &desc.u, sizeof(member)); }
            ~Copy() {
                if constexpr (!std::is_const_v<Desc>) std::memcpy(&desc.u, &member, sizeof(member));
            }
            Desc &desc;
            weft_root_signature_desc2 member;
        } copy(desc);
        f(copy.member);
        return true;
    }
    default: return false;
    }
}

template <typename C>
constexpr bool has_flags = requires(C c) {
    c.flags;
};

// From the caller's structures to the core's.
class Reader {
  public:
    explicit Reader(Arena &arena) : arena_(arena) {}

    // False where an array is a null pointer.
    template <typename Desc>
    bool read(const Desc &c, RootSignature *out) {
        if ((c.parameter_count && !c.parameters) || (c.static_sampler_count && !c.static_samplers))
            return false;
        out->flags = c.flags;
        Vec<RootParameter> parameters(arena_, c.parameter_count);
        for (unsigned i = 0; i < c.parameter_count; ++i) {
            const auto &p = c.parameters[i];
            if (p.parameter_type == VKD3D_SHADER_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE &&
                p.u.descriptor_table.descriptor_range_count && !p.u.descriptor_table.descriptor_ranges)
                return false;
            parameters.push(parameter(p));
        }
        Vec<StaticSampler> samplers(arena_, c.static_sampler_count);
        for (unsigned i = 0; i < c.static_sampler_count; ++i)
            samplers.push(sampler(c.static_samplers[i]));
        out->parameters = parameters.span();
        out->samplers = samplers.span();
        return true;
    }

  private:
    template <typename Parameter>
    RootParameter parameter(const Parameter &c) {
        RootParameter p{};
        p.type = static_cast<RootParameterType>(c.parameter_type);
        p.visibility = static_cast<Visibility>(c.shader_visibility);
        if (p.type == RootParameterType::table) {
            const auto &table = c.u.descriptor_table;
            Vec<DescriptorRange> ranges(arena_, table.descriptor_range_count);
            for (unsigned i = 0; i < table.descriptor_range_count; ++i) {
                const auto &r = table.descriptor_ranges[i];
                DescriptorRange range{static_cast<RangeType>(r.range_type),
                                      r.descriptor_count,
                                      r.base_shader_register,
                                      r.register_space,
                                      0,
                                      r.descriptor_table_offset};
                if constexpr (has_flags<decltype(r)>) range.flags = r.flags;
                ranges.push(range);
            }
            p.ranges = ranges.span();
        } else if (p.type == RootParameterType::constants) {
            p.shader_register = c.u.constants.shader_register;
            p.space = c.u.constants.register_space;
            p.value_count = c.u.constants.value_count;
        } else {
            p.shader_register = c.u.descriptor.shader_register;
            p.space = c.u.descriptor.register_space;
            if constexpr (has_flags<decltype(c.u.descriptor)>) p.flags = c.u.descriptor.flags;
        }
        return p;
    }

    StaticSampler sampler(const vkd3d_shader_static_sampler_desc &c) {
        const auto word = [](auto value) { return static_cast<uint32_t>(value); };
        return {word(c.filter),
                {word(c.address_u), word(c.address_v), word(c.address_w)},
                c.mip_lod_bias,
                c.max_anisotropy,
                word(c.comparison_func),
                word(c.border_colour),
                c.min_lod,
                c.max_lod,
                c.shader_register,
                c.register_space,
                static_cast<Visibility>(c.shader_visibility),
                0};
    }
    StaticSampler sampler(const weft_static_sampler_desc1 &c) {
        StaticSampler s = sampler(c.desc);
        s.flags = c.flags;
        return s;
    }

    Arena &arena_;
};

// Checked as well.
Result read(const vkd3d_shader_versioned_root_signature_desc &c, Arena &arena, Diagnostics &diag,
            RootSignature *out) {
    out->version = static_cast<RootVersion>(c.version);
    bool complete = true;
    with_member(out->version, c, [&](const auto &member) { complete = Reader(arena).read(member, out); });
    if (!complete) {
        diag.bare_error(Result::invalid_argument, shader::code_argument,
                        "An array of the root signature is a null pointer.");
        return diag.result();
    }
    return check_root_signature(*out, arena, diag);
}

vkd3d_shader_static_sampler_desc sampler_desc(const StaticSampler &s) {
    const auto address = [&s](unsigned i) {
        return static_cast<vkd3d_shader_texture_address_mode>(s.address[i]);
    };
    return {static_cast<vkd3d_shader_filter>(s.filter),
            address(0),
            address(1),
            address(2),
            s.mip_lod_bias,
            s.max_anisotropy,
            static_cast<vkd3d_shader_comparison_func>(s.comparison),
            static_cast<vkd3d_shader_static_border_colour>(s.border_colour),
            s.min_lod,
            s.max_lod,
            s.shader_register,
            s.space,
            static_cast<vkd3d_shader_visibility>(s.visibility)};
}

void write(const StaticSampler &s, vkd3d_shader_static_sampler_desc *c) {
    *c = sampler_desc(s);
}
void write(const StaticSampler &s, weft_static_sampler_desc1 *c) {
    *c = {sampler_desc(s), static_cast<weft_static_sampler_flags>(s.flags)};
}

template <typename Range>
void write(const DescriptorRange &r, Range *c) {
    c->range_type = static_cast<vkd3d_shader_descriptor_type>(r.type);
    c->descriptor_count = r.count;
    c->base_shader_register = r.base_register;
    c->register_space = r.space;
    c->descriptor_table_offset = r.offset;
    if constexpr (has_flags<Range>) c->flags = static_cast<vkd3d_shader_descriptor_range_flags>(r.flags);
}

template <typename Parameter, typename Range>
void write(const RootParameter &p, Parameter *c, Range *&ranges) {
    c->parameter_type = static_cast<vkd3d_shader_root_parameter_type>(p.type);
    c->shader_visibility = static_cast<vkd3d_shader_visibility>(p.visibility);
    if (p.type == RootParameterType::table) {
        c->u.descriptor_table = {static_cast<unsigned>(p.ranges.size()), p.ranges.empty() ? nullptr : ranges};
        for (const DescriptorRange &r : p.ranges)
            write(r, ranges++);
    } else if (p.type == RootParameterType::constants) {
        c->u.constants = {p.shader_register, p.space, p.value_count};
    } else {
        c->u.descriptor.shader_register = p.shader_register;
        c->u.descriptor.register_space = p.space;
        if constexpr (has_flags<decltype(c->u.descriptor)>)
            c->u.descriptor.flags = static_cast<vkd3d_shader_root_descriptor_flags>(p.flags);
    }
}

// Two blocks of memory: parameters with the ranges behind them, and samplers.
template <typename Desc>
void write(const RootSignature &s, Desc *out) {
    using Parameter = std::remove_cvref_t<decltype(*out->parameters)>;
    using Range = std::remove_cvref_t<decltype(*out->parameters->u.descriptor_table.descriptor_ranges)>;
    using Sampler = std::remove_cvref_t<decltype(*out->static_samplers)>;
    static_assert(sizeof(Parameter) % alignof(Range) == 0);

    *out = {};
    size_t range_count = 0;
    for (const RootParameter &p : s.parameters)
        range_count += p.ranges.size();
    out->flags = static_cast<vkd3d_shader_root_signature_flags>(s.flags);
    if (!s.parameters.empty()) {
        const size_t parameter_size = s.parameters.size() * sizeof(Parameter);
        char *block = shader::allocate<char>(parameter_size + range_count * sizeof(Range));
        auto *parameters = reinterpret_cast<Parameter *>(block);
        auto *ranges = reinterpret_cast<Range *>(block + parameter_size);
        out->parameters = parameters;
        out->parameter_count = static_cast<unsigned>(s.parameters.size());
        for (const RootParameter &p : s.parameters)
            write(p, parameters++, ranges);
    }
    if (!s.samplers.empty()) {
        auto *samplers = shader::allocate<Sampler>(s.samplers.size());
        out->static_samplers = samplers;
        out->static_sampler_count = static_cast<unsigned>(s.samplers.size());
        for (const StaticSampler &sampler : s.samplers)
            write(sampler, samplers++);
    }
}

void write(const RootSignature &s, vkd3d_shader_versioned_root_signature_desc *out) {
    out->version = static_cast<vkd3d_shader_root_signature_version>(s.version);
    with_member(s.version, *out, [&](auto &member) { write(s, &member); });
}

} // namespace

extern "C" {

VKD3D_SHADER_API int
vkd3d_shader_parse_root_signature(const vkd3d_shader_code *dxbc,
                                  vkd3d_shader_versioned_root_signature_desc *root_signature,
                                  char **messages) {
    *root_signature = {};
    const int result = shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        RootSignature signature;
        if (Result r = find_root_signature(shader::bytes_of(*dxbc), arena, diag, &signature); failed(r))
            return r;
        write(signature, root_signature);
        return Result::ok;
    });
    if (result < 0) vkd3d_shader_free_root_signature(root_signature);
    return result;
}

VKD3D_SHADER_API void
vkd3d_shader_free_root_signature(vkd3d_shader_versioned_root_signature_desc *root_signature) {
    if (!root_signature) return;
    const bool known =
        with_member(static_cast<RootVersion>(root_signature->version), *root_signature, [](auto &member) {
            std::free(const_cast<void *>(static_cast<const void *>(member.parameters)));
            std::free(const_cast<void *>(static_cast<const void *>(member.static_samplers)));
        });
    if (known) *root_signature = {};
}

VKD3D_SHADER_API int
vkd3d_shader_serialize_root_signature(const vkd3d_shader_versioned_root_signature_desc *root_signature,
                                      vkd3d_shader_code *dxbc, char **messages) {
    *dxbc = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        RootSignature signature;
        if (Result r = read(*root_signature, arena, diag, &signature); failed(r)) return r;
        const Part part{tag("RTS0"), write_root_signature(signature, arena)};
        *dxbc = shader::copy_code(serialize({&part, 1}, arena));
        return Result::ok;
    });
}

VKD3D_SHADER_API int
vkd3d_shader_convert_root_signature(vkd3d_shader_versioned_root_signature_desc *dst,
                                    vkd3d_shader_root_signature_version version,
                                    const vkd3d_shader_versioned_root_signature_desc *src) {
    vkd3d_shader_versioned_root_signature_desc converted{};
    const int result = shader::guarded(nullptr, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        const auto to = static_cast<RootVersion>(version);
        Arena arena;
        RootSignature signature;
        if (Result r = read(*src, arena, diag, &signature); failed(r)) return r;
        if (!known(to) || signature.version == to) {
            diag.error({}, Result::invalid_argument, code::root_version,
                       "A root signature of version %u does not become one of version %u.",
                       static_cast<unsigned>(signature.version), static_cast<unsigned>(to));
            return diag.result();
        }
        if (Result r = convert_root_signature(signature, to, arena, diag, &signature); failed(r)) return r;
        write(signature, &converted);
        return Result::ok;
    });
    if (result < 0)
        vkd3d_shader_free_root_signature(&converted);
    else
        *dst = converted;
    return result;
}
}
