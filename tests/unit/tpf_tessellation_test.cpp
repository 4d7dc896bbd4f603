// Hull and domain programs at their limits: what is refused, what becomes a loop, what needs no signature.
#include <gtest/gtest.h>

#include <functional>

#include "core/container/container.h"
#include "core/driver/driver.h"
#include "spirv_tools_test_util.h"
#include "tpf_test_util.h"

namespace weft::tpf {
namespace {

constexpr uint32_t shift = 11; // of the number in the declarations' opcode token

// The module's text, or the message.
std::string translate(test::Stream &stream, std::span<const signature::Element> outputs = {}) {
    const auto code = stream.bytes();
    Arena arena;
    const uint32_t osgn = container::tag("OSGN");
    const container::Part parts[] = {
        {osgn, container::write_signature(osgn, {outputs.data(), outputs.size()}, true, arena)},
        {container::tag("SHEX"), code}};
    Diagnostics diag;
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_tpf;
    options.target_type = driver::TargetType::spirv_text;
    options.environment = driver::Environment::vulkan_1_1;
    driver::Output out;
    const Result r = driver::compile(arena, container::serialize(parts, arena), options, diag, &out);
    EXPECT_EQ(failed(r), diag.has_errors());
    if (r == Result::not_implemented) spirv::test::skip_without_spirv_tools();
    if (failed(r)) return diag.text();
    return {reinterpret_cast<const char *>(out.code.data()), out.code.size()};
}

struct Head {
    uint32_t in = 3, out = 3, domain = 2, partitioning = 1, primitive = 3;
    float factor = 64;
};

test::Stream &declarations(test::Stream &s, const Head &h = {}) {
    s.op(Opcode::hs_decls, {});
    s.op(Opcode::dcl_input_control_point_count, {}, h.in << shift);
    s.op(Opcode::dcl_output_control_point_count, {}, h.out << shift);
    s.op(Opcode::dcl_tess_domain, {}, h.domain << shift);
    s.op(Opcode::dcl_tess_partitioning, {}, h.partitioning << shift);
    s.op(Opcode::dcl_tess_output_primitive, {}, h.primitive << shift);
    s.op(Opcode::dcl_hs_max_tessfactor, {std::bit_cast<uint32_t>(h.factor)});
    return s;
}

std::string hull(const Head &h, const std::function<void(test::Stream &)> &phases,
                 std::span<const signature::Element> outputs = {}) {
    test::Stream s(Stage::hull, 0x50);
    declarations(s, h);
    phases(s);
    return translate(s, outputs);
}

void empty_fork(test::Stream &s) {
    s.op(Opcode::hs_fork_phase, {}).op(Opcode::ret, {});
}

constexpr uint32_t o0_x = 0x00102012, r0_x = 0x00100012, read_r0_x = 0x0010000a;
constexpr uint32_t fork_id = 0x00017001, literal = 0x00004001;

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(TpfTessellation, DeclarationsOutOfRange) {
    EXPECT_HAS(hull({.in = 33}, empty_fork), "E1010");
    EXPECT_HAS(hull({.out = 40}, empty_fork), "E1010");
    EXPECT_HAS(hull({.domain = 0}, empty_fork), "E1010");
    EXPECT_HAS(hull({.partitioning = 0}, empty_fork), "E1010");
    EXPECT_HAS(hull({.partitioning = 5}, empty_fork), "E1010");
    EXPECT_HAS(hull({.primitive = 7}, empty_fork), "E1010");
    EXPECT_HAS(hull({.factor = 65}, empty_fork), "E1010");
    EXPECT_HAS(hull({.factor = std::bit_cast<float>(0x7fc00000)}, empty_fork), "E1010");
    test::Stream nothing(Stage::hull, 0x50);
    nothing.op(Opcode::hs_decls, {}).op(Opcode::hs_fork_phase, {}).op(Opcode::ret, {});
    EXPECT_HAS(translate(nothing), "control points is not declared");
    test::Stream domain(Stage::domain, 0x50);
    domain.op(Opcode::ret, {});
    EXPECT_HAS(translate(domain), "domain is not declared");
}

TEST(TpfTessellation, PointsPassWhenThereAreAsMany) {
    EXPECT_HAS(hull({}, empty_fork), "OutputVertices 3");
    signature::Element point;
    point.name = "A";
    point.register_index = 0;
    point.mask = point.used_mask = 15;
    EXPECT_HAS(hull({}, empty_fork, {&point, 1}), "OutputVertices 3");
    EXPECT_HAS(hull({.in = 3, .out = 4}, empty_fork, {&point, 1}), "as many control points");
    // None go out; SPIR-V wants one all the same.
    EXPECT_HAS(hull({.in = 3, .out = 0}, empty_fork), "OutputVertices 1");
}

TEST(TpfTessellation, OneControlPointPhase) {
    EXPECT_HAS(hull({},
                    [](test::Stream &s) {
                        for (unsigned i = 0; i < 2; ++i)
                            s.op(Opcode::hs_control_point_phase, {}).op(Opcode::ret, {});
                    }),
               "two control point phases");
}

TEST(TpfTessellation, ConstructsEndInTheirPhase) {
    EXPECT_HAS(hull({},
                    [](test::Stream &s) {
                        s.op(Opcode::hs_fork_phase, {}).op(Opcode::loop, {});
                        s.op(Opcode::hs_fork_phase, {}).op(Opcode::endloop, {}).op(Opcode::ret, {});
                    }),
               "E1000");
}

// Any number of instances fits in a loop; a few are copies.
TEST(TpfTessellation, InstancesAreCopiesOrALoop) {
    auto phase = [](uint32_t instances) {
        return hull({}, [=](test::Stream &s) {
            s.op(Opcode::hs_fork_phase, {});
            s.op(Opcode::dcl_hs_fork_phase_instance_count, {instances});
            s.op(Opcode::dcl_temps, {1});
            s.op(Opcode::dcl_output_siv, {o0_x, 0, 17});
            s.op(Opcode::mov, {o0_x, 0, fork_id});
            s.op(Opcode::ret, {});
        });
    };
    EXPECT_EQ(phase(4).find("OpLoopMerge"), std::string::npos);
    for (uint32_t many : {5000u, 0xffffffffu})
        EXPECT_HAS(phase(many), "OpLoopMerge");
}

TEST(TpfTessellation, PhasesHaveALimit) {
    auto phases = [](unsigned count) {
        return hull({}, [=](test::Stream &s) {
            for (unsigned i = 0; i < count; ++i)
                empty_fork(s);
        });
    };
    EXPECT_HAS(phases(1000), "OpEntryPoint");
    EXPECT_HAS(phases(1100), "Too many phases");
}

// The names in declarations say as much as a signature would.
TEST(TpfTessellation, FactorsWithoutSignature) {
    const std::string text = hull({}, [](test::Stream &s) {
        s.op(Opcode::hs_fork_phase, {});
        s.op(Opcode::dcl_output_siv, {o0_x, 0, 20});
        s.op(Opcode::dcl_output_siv, {o0_x, 1, 18});
        s.op(Opcode::mov, {o0_x, 0, literal, 0x40000000});
        s.op(Opcode::mov, {o0_x, 1, literal, 0x40400000});
        s.op(Opcode::ret, {});
    });
    EXPECT_HAS(text, "BuiltIn TessLevelInner");
    EXPECT_HAS(text, "BuiltIn TessLevelOuter");
    EXPECT_HAS(text, "OpStore");
}

// Phases count x# from 0 each, and need not agree on their size.
TEST(TpfTessellation, ArraysOfPhases) {
    const std::string text = hull({}, [](test::Stream &s) {
        for (uint32_t rows : {2u, 5u}) {
            s.op(Opcode::hs_fork_phase, {});
            s.op(Opcode::dcl_indexable_temp, {0, rows, 4});
            s.op(Opcode::dcl_temps, {1});
            s.op(Opcode::dcl_output_siv, {o0_x, rows == 2 ? 0u : 1u, rows == 2 ? 17u : 18u});
            s.op(Opcode::mov, {r0_x, 0, fork_id});
            s.op(Opcode::mov, {0x00203012, 0, rows - 1, literal, 0x40400000});
            // x0[r0.x]
            s.op(Opcode::mov, {o0_x, rows == 2 ? 0u : 1u, 0x0420300a, 0, read_r0_x, 0});
            s.op(Opcode::ret, {});
        }
    });
    EXPECT_HAS(text, "OpEntryPoint");
    EXPECT_HAS(hull({},
                    [](test::Stream &s) {
                        s.op(Opcode::hs_fork_phase, {});
                        for (unsigned i = 0; i < 2; ++i)
                            s.op(Opcode::dcl_indexable_temp, {0, 2, 4});
                        s.op(Opcode::ret, {});
                    }),
               "declared twice");
}

// dcl_index_range o#.x of one phase
TEST(TpfTessellation, RangesMeetBetweenPhasesOnly) {
    auto two = [](bool same_phase) {
        return hull({}, [=](test::Stream &s) {
            s.op(Opcode::hs_fork_phase, {});
            s.op(Opcode::dcl_index_range, {o0_x, 0, 3});
            if (!same_phase) s.op(Opcode::ret, {}).op(Opcode::hs_join_phase, {});
            s.op(Opcode::dcl_index_range, {o0_x, 2, 3});
            s.op(Opcode::ret, {});
        });
    };
    EXPECT_HAS(two(true), "E1006");
    EXPECT_HAS(two(false), "OpEntryPoint");
}

// vocp# belongs to fork and join phases
TEST(TpfTessellation, ControlPointsAreReadWhenTheyAreMade) {
    auto reads = [](Opcode phase) {
        return hull({}, [=](test::Stream &s) {
            s.op(phase, {});
            s.op(Opcode::dcl_temps, {1});
            s.op(Opcode::mov, {r0_x, 0, 0x0021a00a, 0, 0});
            s.op(Opcode::ret, {});
        });
    };
    EXPECT_HAS(reads(Opcode::hs_control_point_phase), "fork and join phases only");
    EXPECT_HAS(reads(Opcode::hs_fork_phase), "OpEntryPoint");
}

} // namespace
} // namespace weft::tpf
