// Expected values: the interface rules of Direct3D 9 as registers and declarations state them.
#include <gtest/gtest.h>

#include "core/d3dbc/signature.h"
#include "d3dbc_assemble.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;
using signature::SystemValue;

constexpr uint32_t end = 0x0000ffff;

struct Row {
    const char *name;
    unsigned index;
    unsigned reg;
    unsigned mask;
    unsigned used;
    SystemValue system_value = SystemValue::none;
};

void expect(std::span<const signature::Element> elements, std::vector<Row> rows) {
    ASSERT_EQ(elements.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        SCOPED_TRACE(rows[i].name);
        EXPECT_EQ(elements[i].name, rows[i].name);
        EXPECT_EQ(elements[i].semantic_index, rows[i].index);
        EXPECT_EQ(elements[i].register_index, rows[i].reg);
        EXPECT_EQ(elements[i].mask, rows[i].mask);
        EXPECT_EQ(elements[i].used_mask, rows[i].used);
        EXPECT_EQ(elements[i].system_value, rows[i].system_value);
        EXPECT_EQ(elements[i].component_type, signature::ComponentType::float_);
        EXPECT_EQ(elements[i].scan_index, i);
    }
}

Interface interface(Parsed &p, SignatureOptions options = {}) {
    EXPECT_EQ(p.result, Result::ok) << p.diag.text();
    return synthesise(p.program, options, p.arena, p.diag);
}

// Locations cannot overlap, so a target gets the later of two semantics in a register of its own.
TEST(D3dbcSignature, OverlappingSemanticsOfOneRegister) {
    for (bool target : {false, true}) {
        Assembly a(0xffff0300);
        a.dcl(Usage::texcoord, 0, v(2), "xyz")
            .dcl(Usage::texcoord, 1, v(2), "zw")
            .dcl(Usage::texcoord, 2, v(5));
        Parsed p(a.bytes());
        expect(interface(p, {.for_target = target}).inputs, {{"TEXCOORD", 0, 2, 0x7, 0},
                                                             {"TEXCOORD", 1, target ? 6u : 2u, 0xc, 0},
                                                             {"TEXCOORD", 2, 5, 0xf, 0}});
    }
}

TEST(D3dbcSignature, Vertex11) {
    Parsed p = parse_sample("vs_1_1");
    Interface io = interface(p);
    expect(io.inputs, {{"POSITION", 0, 0, 0xf, 0xf},
                       {"NORMAL", 0, 1, 0xf, 0xf},
                       {"TEXCOORD", 0, 2, 0xf, 0xf},
                       {"COLOR", 0, 3, 0xf, 0xf},
                       {"BLENDWEIGHT", 1, 4, 0xf, 0xf},
                       {"PSIZE", 0, 5, 0xf, 0x1}});
    expect(io.outputs, {{"POSITION", 0, 10, 0xf, 0xf, SystemValue::position},
                        {"FOG", 0, 11, 0x1, 0x1},
                        {"PSIZE", 0, 12, 0x1, 0x1},
                        {"COLOR", 0, 8, 0xf, 0xf},
                        {"COLOR", 1, 9, 0x7, 0x7},
                        {"TEXCOORD", 0, 0, 0xf, 0xf},
                        {"TEXCOORD", 1, 1, 0x3, 0x3},
                        {"TEXCOORD", 7, 7, 0x7, 0x7}});
}

TEST(D3dbcSignature, Vertex30) {
    Parsed p = parse_sample("vs_3_0");
    Interface io = interface(p);
    // o2[aL] counts as o2; o3 carries two semantics and is written whole.
    expect(io.outputs, {{"POSITION", 0, 0, 0xf, 0xf, SystemValue::position},
                        {"TEXCOORD", 0, 3, 0x3, 0x3},
                        {"TEXCOORD", 1, 3, 0xc, 0xc},
                        {"COLOR", 0, 2, 0xf, 0xf},
                        {"PSIZE", 0, 1, 0xf, 0xf},
                        {"FOG", 0, 4, 0x1, 0x1},
                        {"NORMAL", 3, 5, 0x7, 0x7}});
    ASSERT_EQ(io.output_bindings.size(), 7u);
    EXPECT_EQ(io.output_bindings[2].number, 3);
    EXPECT_EQ(io.output_bindings[2].mask, 0xc);
    EXPECT_EQ(io.output_bindings[2].element, 2);
    EXPECT_FALSE(p.says("7006")) << p.diag.text();
}

TEST(D3dbcSignature, Pixel1x) {
    // Elements appear as the code first names them: t0 before v0.
    Parsed p = parse_sample("ps_1_1");
    Interface io = interface(p);
    expect(io.inputs, {{"TEXCOORD", 0, 0, 0xf, 0xf},
                       {"TEXCOORD", 1, 1, 0xf, 0xf},
                       {"TEXCOORD", 2, 2, 0xf, 0xf},
                       {"TEXCOORD", 3, 3, 0xf, 0xf},
                       {"COLOR", 0, 8, 0xf, 0xf},
                       {"COLOR", 1, 9, 0xf, 0xf}});
    expect(io.outputs, {{"COLOR", 0, 0, 0xf, 0xf, SystemValue::target}});
}

TEST(D3dbcSignature, Pixel20) {
    Parsed p = parse_sample("ps_2_0");
    Interface io = interface(p);
    expect(io.inputs, {{"TEXCOORD", 0, 0, 0x3, 0x3},
                       {"TEXCOORD", 1, 1, 0xf, 0xf},
                       {"TEXCOORD", 2, 2, 0xf, 0xf},
                       {"COLOR", 0, 8, 0xf, 0xf},
                       {"COLOR", 1, 9, 0x7, 0x0}});
    expect(io.outputs, {{"COLOR", 0, 0, 0xf, 0xf, SystemValue::target},
                        {"COLOR", 1, 1, 0xf, 0xf, SystemValue::target},
                        {"COLOR", 2, 2, 0xf, 0xf, SystemValue::target},
                        {"DEPTH", 0, 0, 0x1, 0x1, SystemValue::depth}});
    EXPECT_EQ(io.inputs[0].interpolation, signature::Interpolation::linear);
    EXPECT_EQ(io.inputs[2].interpolation, signature::Interpolation::linear_centroid);
    // A listing shows what the code names: t0 is sampled with all four components.
    SignatureOptions listing;
    listing.clip_used_mask = false;
    EXPECT_EQ(interface(p, listing).inputs[0].used_mask, 0xf);
}

TEST(D3dbcSignature, Pixel30) {
    Parsed p = parse_sample("lit_ps");
    Interface io = interface(p);
    expect(io.inputs, {{"TEXCOORD", 3, 0, 0x3, 0x3},
                       {"TEXCOORD", 1, 1, 0x7, 0x7},
                       {"COLOR", 0, 2, 0xf, 0xf},
                       {"VPOS", 0, 0, 0x3, 0x3, SystemValue::position},
                       {"VFACE", 0, 1, 0x1, 0x1, SystemValue::is_front_face}});
    expect(io.outputs, {{"COLOR", 0, 0, 0xf, 0xf, SystemValue::target}});
}

TEST(D3dbcSignature, PositionAboveZeroIsAnOrdinaryVarying) {
    // dcl_position0 o0, dcl_position1 o1
    Parsed p{0xfffe0300, 0x0200001f, 0x80000000, 0xe00f0000, 0x0200001f, 0x80010000, 0xe00f0001, end};
    expect(interface(p).outputs,
           {{"POSITION", 0, 0, 0xf, 0, SystemValue::position}, {"POSITION", 1, 1, 0xf, 0}});
}

TEST(D3dbcSignature, MasksWithHolesAreFilled) {
    // mov oT3.xw, r0; oT3 in vs_2_0
    Parsed p{0xfffe0200, 0x02000001, 0xe0090003, 0x80e40000, end};
    expect(interface(p).outputs, {{"TEXCOORD", 3, 3, 0xf, 0x9}});
}

TEST(D3dbcSignature, OneSemanticOnTwoRegisters) {
    // dcl_color v1.x, dcl_color v2.y: one element, first register kept, masks united; both registers are
    // bound.
    Parsed p{0xffff0300, 0x0200001f, 0x8000000a, 0x90010001, 0x0200001f, 0x8000000a, 0x90020002, end};
    Interface io = interface(p);
    expect(io.inputs, {{"COLOR", 0, 1, 0x3, 0}});
    ASSERT_EQ(io.input_bindings.size(), 2u);
    EXPECT_EQ(io.input_bindings[1].number, 2);
    EXPECT_EQ(io.input_bindings[1].element, 0);
}

TEST(D3dbcSignature, Undeclared) {
    // mov r0, v1 in vs_3_0 and vs_1_1: a warning, once for each register, and no element.
    Parsed three{0xfffe0300, 0x02000001, 0x800f0000, 0x90e40001, 0x02000001, 0x800f0000, 0x90e40001, end};
    expect(interface(three).inputs, {});
    EXPECT_TRUE(three.says("W7006"));
    EXPECT_EQ(three.diag.text().find("W7006"), three.diag.text().rfind("W7006"));
    // Direct3D 8 declared outside the shader: v5 is the diffuse colour.
    Parsed one{0xfffe0101, 0x00000001, 0x800f0000, 0x90e40005, end};
    expect(interface(one).inputs, {});
    SignatureOptions target;
    target.for_target = true;
    expect(interface(one, target).inputs, {{"COLOR", 0, 5, 0xf, 0xf}});
}

TEST(D3dbcSignature, AddedForATarget) {
    SignatureOptions target;
    target.for_target = true;
    // mov oPos, r0; mov oT0.xy, r0: the diffuse colour is always there.
    Parsed vs{0xfffe0200, 0x02000001, 0xc00f0000, 0x80e40000, 0x02000001, 0xe0030000, 0x80e40000, end};
    expect(interface(vs, target).outputs, {{"POSITION", 0, 10, 0xf, 0xf, SystemValue::position},
                                           {"TEXCOORD", 0, 0, 0x3, 0x3},
                                           {"COLOR", 0, 8, 0xf, 0xf}});
}

TEST(D3dbcSignature, DepthOfPixelShader1x) {
    Parsed p = parse_sample("ps_1_4_depth");
    expect(interface(p).outputs,
           {{"COLOR", 0, 0, 0xf, 0xf, SystemValue::target}, {"DEPTH", 0, 0, 0x1, 0x1, SystemValue::depth}});
}

} // namespace
} // namespace weft::d3dbc
