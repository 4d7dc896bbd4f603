#include <gtest/gtest.h>

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

} // namespace
} // namespace weft::signature
