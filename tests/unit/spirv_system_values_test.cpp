// Every system value in every stage, place, component type and mask that a signature can claim: each gives a
// valid module or a refusal that says why.
#include <cstdio>

#include "spirv_test_util.h"

namespace weft::spirv {
namespace {

using driver::Environment;

constexpr const char *headers[] = {
    "shader vertex\n",
    "shader hull\nvertices 3 3\ntessellation triangle integer triangle_cw\n",
    "shader domain\nvertices 3 0\ntessellation triangle none none\n",
    "shader geometry\ngeometry triangle triangle 3 1\nvertices 3 0\n",
    "shader pixel\n",
    "shader compute\n",
};
enum StageIndex { vertex, hull, domain, geometry, pixel, compute };
constexpr unsigned last_system_value = 0x8a;

// Values that only a register without a number holds: one for the whole patch or primitive.
bool once(unsigned value) {
    return value >= 0x80;
}

std::string module_text(unsigned stage, const char *place, unsigned value, const char *type, unsigned mask) {
    const bool is_float = std::string_view(type) == "float";
    const unsigned count = static_cast<unsigned>(std::popcount(mask));
    constexpr const char *suffixes[] = {"", "", "x2", "x3", "x4"};
    std::string whole = "i32", kind = is_float ? "f32" : "i32";
    whole += suffixes[count];
    kind += suffixes[count];
    const bool arrayed = (stage == hull || stage == domain || stage == geometry) && !once(value);
    char text[512];
    std::string all = headers[stage];
    std::snprintf(text, sizeof(text), "%s 0 VALUE 0 %s mask=0x%x%s sv=0x%x\n", place, type, mask,
                  once(value) ? "" : " reg=0 loc=0", value);
    all += text;
    const std::string_view p = place;
    if (p == "input") {
        // A result of its own keeps the load alive.
        all += "resource 0 rw_raw_buffer reg=0 written\nfunction\n";
        std::snprintf(text, sizeof(text),
                      "  %%1 = load_input %s _, %s, [0 0 0]\n  %%2 = bitcast %s %%1\n"
                      "  store_buffer i32(0), %%2, _, r0\n  return\n",
                      kind.c_str(), arrayed ? "i32(1)" : "_", whole.c_str());
        all += text;
        if (stage == hull) all += "patch_function\n  return\n";
    } else if (p == "output") {
        std::snprintf(text, sizeof(text), "function\n  store_output %s(1), _, _, [0 0 0]\n%s  return\n",
                      kind.c_str(), stage == geometry ? "  emit_vertex 0\n" : "");
        all += text;
        if (stage == hull) all += "patch_function\n  return\n";
    } else if (stage == hull) {
        std::snprintf(text, sizeof(text),
                      "function\n  return\npatch_function\n  store_patch %s(1), _, [0 0 0]\n  return\n",
                      kind.c_str());
        all += text;
    } else {
        std::snprintf(text, sizeof(text),
                      "resource 0 rw_raw_buffer reg=0 written\nfunction\n  %%1 = load_patch %s _, [0 0 0]\n  "
                      "%%2 = bitcast %s %%1\n"
                      "  store_buffer i32(0), %%2, _, r0\n  return\n",
                      kind.c_str(), whole.c_str());
        all += text;
    }
    return all;
}

TEST(SpirvSystemValues, EveryStagePlaceTypeAndMask) {
    unsigned written = 0, refused = 0;
    for (unsigned stage = vertex; stage <= compute; ++stage)
        for (const char *place : {"input", "output", "patch"}) {
            const bool is_patch = std::string_view(place) == "patch";
            if (is_patch && stage != hull && stage != domain) continue;
            for (unsigned value = 0; value <= last_system_value; ++value) {
                if (value > 0x10 && value < 0x40) continue;
                if (value > 0x45 && value < 0x80) continue;
                for (const char *type : {"uint", "int", "float"})
                    for (unsigned mask : {0x1u, 0x2u, 0x3u, 0x6u, 0x8u, 0xfu})
                        for (auto environment : {Environment::vulkan_1_0, Environment::opengl_4_5}) {
                            driver::Options options;
                            options.environment = environment;
                            options.extensions = environment == Environment::opengl_4_5 ? 0 : ~0u;
                            const std::string ir = module_text(stage, place, value, type, mask);
                            const test::Written w = test::write(ir, options);
                            w.ok() ? ++written : ++refused;
                            EXPECT_EQ(w.ok(), w.messages.find(": E") == std::string::npos &&
                                                  w.messages.find("E2") == std::string::npos);
                            EXPECT_EQ(w.messages.find("Internal"), std::string::npos);
                            if (HasFailure()) FAIL() << ir << w.text();
                        }
            }
        }
    EXPECT_GT(written, 8000u);
}

} // namespace
} // namespace weft::spirv
