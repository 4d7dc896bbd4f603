#include "core/driver/profile.h"

namespace weft::driver {

passes::Profile profile(const Options &options) {
    const auto listed = [&options](Extension e) { return (options.extensions & e) != 0; };
    const auto from = [&options](Environment e) { return options.environment >= e; };
    passes::Profile p;
    p.demote = from(Environment::vulkan_1_3) || listed(extension_demote_to_helper_invocation);
    p.scalar_select = from(Environment::vulkan_1_2);
    p.packed_dot = from(Environment::vulkan_1_3) || listed(extension_integer_dot_product);
    p.partitioned = listed(extension_subgroup_partitioned);
    p.compute_derivatives = listed(extension_compute_shader_derivatives);
    p.quad_derivatives =
        (from(Environment::vulkan_1_1) || options.for_cross) && (options.features & feature_wave_ops);
    return p;
}

} // namespace weft::driver
