#include "shader-runner/model.h"

#include <algorithm>

namespace weft::runner {

const char *stage_name(Stage stage) {
    constexpr const char *names[stage_count] = {"vertex", "hull",    "domain",        "geometry",
                                                "pixel",  "compute", "amplification", "mesh"};
    return names[size_t(stage)];
}

const char *stage_prefix(Stage stage) {
    constexpr const char *names[stage_count] = {"vs", "hs", "ds", "gs", "ps", "cs", "as", "ms"};
    return names[size_t(stage)];
}

namespace {

constexpr struct {
    const char *name;
    Environment environment;
} environment_names[] = {
    {"vulkan-1.0", Environment::vulkan_1_0},
    {"vulkan-1.1", Environment::vulkan_1_1},
    {"vulkan-1.2", Environment::vulkan_1_2},
    {"vulkan-1.3", Environment::vulkan_1_3},
};

} // namespace

const char *environment_name(Environment environment) {
    for (const auto &entry : environment_names)
        if (entry.environment == environment) return entry.name;
    return "?";
}

std::optional<Environment> find_environment(std::string_view name) {
    for (const auto &entry : environment_names)
        if (name == entry.name) return entry.environment;
    return std::nullopt;
}

ModelSet form_models(ShaderForm form) {
    switch (form) {
    case ShaderForm::d3dbc: return 1u << sm2_0 | 1u << sm3_0;
    case ShaderForm::tpf: return 1u << sm4_0 | 1u << sm4_1 | 1u << sm5_0 | 1u << sm5_1;
    case ShaderForm::dxil: return 1u << sm6_0 | 1u << sm6_2;
    default: return all_models;
    }
}

namespace {

constexpr const char *capability_names[size_t(Capability::count)] = {
    "clip-planes",
    "depth-bounds",
    "float64",
    "fog",
    "geometry-shader",
    "int64",
    "native-16-bit",
    "point-size",
    "rov",
    "rt-vp-array-index",
    "tessellation-shader",
    "wave-ops",
};

struct CompareName {
    const char *name;
    Compare value;
};
constexpr CompareName compare_names[] = {
    {"less equal", Compare::less_equal},
    {"not equal", Compare::not_equal},
    {"greater equal", Compare::greater_equal},
    {"never", Compare::never},
    {"less", Compare::less},
    {"equal", Compare::equal},
    {"greater", Compare::greater},
    {"always", Compare::always},
};

} // namespace

const char *capability_name(Capability capability) {
    return capability_names[size_t(capability)];
}

std::optional<Capability> find_capability(std::string_view name) {
    for (size_t i = 0; i < std::size(capability_names); ++i)
        if (name == capability_names[i]) return Capability(i);
    return std::nullopt;
}

std::optional<Compare> read_compare(Cursor &cursor) {
    for (const auto &entry : compare_names)
        if (cursor.match(entry.name)) return entry.value;
    return std::nullopt;
}

std::string resource_name(ResourceKind kind, unsigned slot) {
    constexpr const char *names[] = {"rtv", "dsv", "srv", "uav", "vb", "cbv", "so"};
    if (kind == ResourceKind::dsv) return "dsv";
    return std::string(names[size_t(kind)]) + " " + std::to_string(slot);
}

unsigned mip_size(unsigned size, unsigned level) {
    return level < 32 ? std::max(1u, size >> level) : 1;
}

} // namespace weft::runner
