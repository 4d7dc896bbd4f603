// Textures and samplers that are one descriptor.
#include <algorithm>
#include <cstdio>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

using ir::Resource;

// Entries name one register each, as scans do, so what is declared as an array takes part by the registers
// that literals name.
Writer::Pair Writer::pair(uint32_t resource_index, Value array_index, uint32_t sampler_index,
                          Value sampler_array_index) const {
    Pair p{resource_index, sampler_index, 0, driver::dummy_sampler, false};
    auto named = [&](uint32_t index, Value element) {
        const Resource &r = m_.resources[index];
        if (r.count == 1 || !element) return r.first_register;
        // A value that turned out to be known may lie outside, where the registers are another resource's.
        if (is_constant(element) && origin(element).arg[0] < r.count)
            return r.first_register + origin(element).arg[0];
        p.by_value = true;
        return r.first_register;
    };
    p.texture_register = named(resource_index, array_index);
    if (sampler_index != ir::no_resource) p.sampler_register = named(sampler_index, sampler_array_index);
    return p;
}

const driver::CombinedSampler *Writer::find_combined(const Pair &p) const {
    if (p.by_value) return nullptr;
    const Resource &r = m_.resources[p.resource];
    const bool sampled = p.sampler != ir::no_resource;
    const driver::CombinedSampler *any = nullptr;
    for (const driver::CombinedSampler &c : o_.interface.combined_samplers) {
        if (c.resource_space != r.space || c.resource_index != p.texture_register || !visible(c.visibility) ||
            !(c.flags & binding_flag(r)))
            continue;
        if (!any) any = &c;
        if (c.sampler_index != p.sampler_register) continue;
        if (!sampled || c.sampler_space == m_.resources[p.sampler].space) return &c;
    }
    // OpenGL has no image without a sampler; a read without one may go through any of them.
    return !sampled && opengl() ? any : nullptr;
}

bool Writer::is_combined(const Pair &p) const {
    const Resource &r = m_.resources[p.resource];
    if (descriptor_type(r.kind) != driver::DescriptorType::srv) return false;
    if (opengl() || find_combined(p)) return true;
    // What a value chooses from can only be bound apart. Where the caller has made nothing but pairs of it,
    // it is not: `combined` says so.
    if (!p.by_value || fitting_binding(p.resource)) return false;
    for (const driver::CombinedSampler &c : o_.interface.combined_samplers)
        if (c.resource_space == r.space && c.resource_index - r.first_register < r.count &&
            visible(c.visibility) && (c.flags & binding_flag(r)))
            return true;
    return false;
}

// Where a pair goes whose texture's binding an earlier pair has: behind everything that has a number by
// default, else to the lowest number that no entry for textures covers.
bool Writer::further_pair_binding(uint32_t *binding) {
    const uint32_t nth = further_pairs_++;
    if (o_.interface.bindings.empty()) {
        *binding = default_counter_binding(static_cast<uint32_t>(m_.resources.size())) + nth;
        return true;
    }
    // Each entry covers one range, so a walk over the rising ends of ranges finds every number that is free.
    const auto end_of_range = [this](uint32_t at) {
        uint64_t end = at;
        const auto cover = [&](const driver::DescriptorBinding &b) {
            if (at >= b.binding && at - b.binding < b.count)
                end = std::max(end, b.count == ~0u ? uint64_t{~0u} + 1 : uint64_t{b.binding} + b.count);
        };
        for (const driver::ResourceBinding &b : o_.interface.bindings)
            if (b.type == driver::DescriptorType::srv && visible(b.visibility)) cover(b.binding);
        for (const driver::CombinedSampler &c : o_.interface.combined_samplers)
            if (visible(c.visibility)) cover(c.binding);
        return end;
    };
    uint64_t at = 0;
    for (uint32_t skip = nth;;) {
        const uint64_t end = at <= ~0u ? end_of_range(static_cast<uint32_t>(at)) : at;
        if (end > ~0u) {
            error(code::spirv_binding, "No binding is left for a texture's second sampler.");
            return false;
        }
        if (end == at && !skip--) break;
        at = end == at ? at + 1 : end;
    }
    *binding = static_cast<uint32_t>(at);
    return true;
}

// The image and sampler in one, read at the head of the function.
Writer::CombinedVariable *Writer::combined(const Pair &p) {
    const Resource &r = m_.resources[p.resource];
    if (p.by_value) {
        diag_.error({}, Result::not_implemented, code::spirv_indexing,
                    "A value chooses among textures from %u in space %u or among their samplers, which are "
                    "combined: combined samplers can be chosen by literals only.",
                    r.first_register, r.space);
        return nullptr;
    }
    const driver::CombinedSampler *c = find_combined(p);
    // Pairs that differ in the sampler alone may still be one binding.
    for (CombinedVariable &known : combined_) {
        if (known.pair.resource != p.resource || known.pair.texture_register != p.texture_register) continue;
        if (c ? known.binding == c : known.pair == p || p.sampler == ir::no_resource) return &known;
    }
    driver::DescriptorBinding binding;
    DescriptorVariable d;
    if (c) {
        binding = c->binding;
        if (binding.count != 1) {
            error(code::spirv_binding, "A combined sampler of more than one descriptor is not supported.");
            return nullptr;
        }
    } else {
        if (!find_binding(p.resource, &binding, &d)) return nullptr;
        if (d.dynamic != ~0u) {
            diag_.error({}, Result::not_implemented, code::spirv_indexing,
                        "The offset of texture %u in space %u is dynamic: combined samplers can be chosen by "
                        "literals only.",
                        r.first_register, r.space);
            return nullptr;
        }
        binding.count = 1;
        const bool bound = !o_.interface.bindings.empty();
        // The elements of an array have binding numbers of their own in OpenGL.
        if (bound) binding.binding += d.first + (p.texture_register - r.first_register);
        const bool further =
            std::any_of(combined_.begin(), combined_.end(), [&](const CombinedVariable &known) {
                return known.pair.resource == p.resource &&
                       (!bound || known.pair.texture_register == p.texture_register);
            });
        if (further && !further_pair_binding(&binding.binding)) return nullptr;
    }
    d.first = 0;
    d.value_type = sampled_image_type(p.resource);
    finish_descriptor(p.resource, d, binding, 1);
    if (!o_.strip_debug) {
        char name[32];
        int n = p.sampler == ir::no_resource
                    ? std::snprintf(name, sizeof(name), "t%u", p.texture_register)
                    : std::snprintf(name, sizeof(name), "t%u_s%u", p.texture_register, p.sampler_register);
        b_.name(d.id, {name, static_cast<size_t>(n)});
    }
    AtHead at_head(*this);
    Id loaded = typed(spv::Op::OpLoad, d.value_type, d.id);
    return &combined_.push({p, c, loaded, 0});
}

} // namespace weft::spirv
