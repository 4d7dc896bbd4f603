#include <gtest/gtest.h>

#include <vector>

#include "core/signature/signature.h"

namespace weft::signature {
namespace {

Element element(std::string_view name, uint32_t index, uint32_t reg, uint8_t mask) {
    Element e;
    e.name = name;
    e.semantic_index = index;
    e.register_index = reg;
    e.mask = mask;
    return e;
}

TEST(Signature, FillsHolesInMasks) {
    EXPECT_EQ(contiguous_mask(0x5), 0x7);
    EXPECT_EQ(contiguous_mask(0x9), 0xf);
    EXPECT_EQ(contiguous_mask(0xa), 0xe);
    EXPECT_EQ(contiguous_mask(0x4), 0x4);
    EXPECT_EQ(contiguous_mask(0), 0);
}

TEST(Signature, FindsByNameWithoutCaseIndexAndStream) {
    Element e[] = {element("TexCoord", 0, 0, 15), element("TEXCOORD", 1, 1, 15),
                   element("TEXCOORD", 1, 2, 15)};
    e[2].stream = 1;
    EXPECT_EQ(find(e, "texcoord", 1), &e[1]);
    EXPECT_EQ(find(e, "texcoord", 1, 1), &e[2]);
    EXPECT_EQ(find(e, "texcoord", 2), nullptr);
    EXPECT_EQ(find(e, "texcoor", 0), nullptr);
}

TEST(VaryingMap, LinksBySemanticWhateverTheRegister) {
    const Element out[] = {element("POSITION", 0, 10, 15), element("TEXCOORD", 3, 1, 3),
                           element("COLOR", 1, 9, 15)};
    Element in[] = {element("color", 1, 0, 7), element("TEXCOORD", 3, 7, 15), element("VPOS", 0, 0, 3)};
    in[2].system_value = SystemValue::position;
    VaryingMapEntry map[3];
    ASSERT_EQ(build_varying_map(out, in, map), 2u);
    EXPECT_EQ(map[0].output_index, 2u);
    EXPECT_EQ(map[0].input_register, 0u);
    EXPECT_EQ(map[0].input_mask, 7u);
    EXPECT_EQ(map[1].output_index, 1u);
    EXPECT_EQ(map[1].input_register, 7u);
    EXPECT_EQ(map[1].input_mask, 15u);
}

TEST(VaryingMap, AsksForOneOnlyForAMissingColor0) {
    const Element out[] = {element("POSITION", 0, 10, 15)};
    const Element in[] = {element("COLOR", 0, 8, 15), element("COLOR", 1, 9, 15),
                          element("TEXCOORD", 0, 0, 15)};
    VaryingMapEntry map[3];
    ASSERT_EQ(build_varying_map(out, in, map), 3u);
    EXPECT_EQ(map[0].output_index, 2u); // n + 1
    EXPECT_EQ(map[1].output_index, 1u); // n
    EXPECT_EQ(map[2].output_index, 1u);
}

// What the rasteriser consumes gets no entry; what only travels does.
TEST(VaryingMap, SystemValuesThatAreDataBetweenStages) {
    constexpr struct {
        SystemValue value;
        bool linked;
    } rows[] = {{SystemValue::position, false},     {SystemValue::is_front_face, false},
                {SystemValue::primitive_id, false}, {SystemValue::vertex_id, true},
                {SystemValue::instance_id, true},   {SystemValue::render_target_array_index, true},
                {SystemValue::none, true},          {SystemValue::viewport_array_index, true}};
    for (const auto &row : rows) {
        Element out[] = {element("SV_X", 0, 3, 1)}, in[] = {element("SV_X", 0, 5, 1)};
        out[0].system_value = in[0].system_value = row.value;
        VaryingMapEntry map[1];
        EXPECT_EQ(build_varying_map(out, in, map), row.linked ? 1u : 0u);
    }
}

std::vector<uint32_t> limited(std::vector<Element> elements, uint32_t limit, bool fits = true) {
    EXPECT_EQ(limit_registers(elements, limit), fits);
    std::vector<uint32_t> registers;
    for (const Element &e : elements)
        registers.push_back(e.register_index);
    return registers;
}

TEST(LimitRegisters, MovesOnlyWhatLiesBeyond) {
    EXPECT_EQ(limited({element("A", 0, 3, 15), element("B", 0, 0, 15)}, 4), (std::vector<uint32_t>{3, 0}));
    // 9 before 12, whatever the order of the elements; 1 and 2 are free.
    EXPECT_EQ(limited({element("A", 0, 12, 15), element("B", 0, 0, 1), element("C", 0, 9, 15),
                       element("D", 0, 3, 3)},
                      4),
              (std::vector<uint32_t>{2, 0, 1, 3}));
    // What shares a register goes on sharing it.
    EXPECT_EQ(limited({element("A", 0, 9, 3), element("B", 0, 9, 12)}, 1), (std::vector<uint32_t>{0, 0}));
    // Without a free register, other components of one.
    EXPECT_EQ(limited({element("A", 0, 0, 15), element("B", 0, 1, 3), element("C", 0, 9, 12)}, 2),
              (std::vector<uint32_t>{0, 1, 1}));
}

TEST(LimitRegisters, RefusesAndLeavesAlone) {
    EXPECT_EQ(limited({element("A", 0, 0, 15), element("B", 0, 1, 1)}, 1, false),
              (std::vector<uint32_t>{0, 1}));
    // A built-in needs no location, nor does what has no register.
    Element position = element("SV_Position", 0, 9, 15);
    position.system_value = SystemValue::position;
    EXPECT_EQ(limited({position, element("B", 0, no_register, 1)}, 1),
              (std::vector<uint32_t>{9, no_register}));
    Element rows = element("A", 0, 3, 15);
    rows.rows = 2;
    EXPECT_EQ(limited({rows}, 4, false), (std::vector<uint32_t>{3}));
    EXPECT_EQ(limited({element("A", 0, 0xfffffffe, 15)}, 4), (std::vector<uint32_t>{0}));
}

} // namespace
} // namespace weft::signature
