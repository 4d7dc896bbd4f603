#include <gtest/gtest.h>

#include <cstring>

#include "core/d3dbc/ctab.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;

const Constant *find(const ConstantTable &table, std::string_view name) {
    for (const Constant &c : table.constants)
        if (c.name == name) return &c;
    return nullptr;
}

TEST(D3dbcCtab, NamesRegistersAndTypes) {
    Parsed p = parse_sample("lit_vs");
    ConstantTable table;
    ASSERT_TRUE(read_constant_table(p.program, p.arena, &table));
    EXPECT_EQ(table.version, 0xfffe0200u);
    EXPECT_EQ(table.target, "vs_2_0");
    ASSERT_EQ(table.constants.size(), 7u);

    const Constant *bones = find(table, "bones");
    ASSERT_TRUE(bones);
    EXPECT_EQ(bones->set, RegisterSet::float4);
    EXPECT_EQ(bones->register_index, 0);
    EXPECT_EQ(bones->register_count, 60);
    EXPECT_EQ(bones->type.type_class, TypeClass::matrix_columns);
    EXPECT_EQ(bones->type.rows, 4);
    EXPECT_EQ(bones->type.columns, 3);
    EXPECT_EQ(bones->type.elements, 20);

    const Constant *count = find(table, "count");
    ASSERT_TRUE(count);
    EXPECT_EQ(count->set, RegisterSet::int4);
    EXPECT_EQ(register_set_letter(count->set), 'i');

    const Constant *ambient = find(table, "ambient");
    ASSERT_TRUE(ambient);
    ASSERT_EQ(ambient->default_value.size(), 16u);
    float values[4];
    std::memcpy(values, ambient->default_value.data(), 16);
    EXPECT_EQ(values[0], 0.1f);
    EXPECT_EQ(values[3], 1.0f);

    const Constant *material = find(table, "material");
    ASSERT_TRUE(material);
    EXPECT_EQ(material->type.type_class, TypeClass::structure);
    ASSERT_EQ(material->type.members, 2);
    Member member;
    ASSERT_TRUE(read_member(table, material->type, 1, &member));
    EXPECT_EQ(member.name, "power");
    EXPECT_EQ(member.type.type_class, TypeClass::scalar);
    EXPECT_FALSE(read_member(table, material->type, 2, &member));
}

TEST(D3dbcCtab, Samplers) {
    Parsed p = parse_sample("lit_ps");
    ConstantTable table;
    ASSERT_TRUE(read_constant_table(p.program, p.arena, &table));
    const Constant *c = find(table, "environment");
    ASSERT_TRUE(c);
    EXPECT_EQ(c->set, RegisterSet::sampler);
    EXPECT_EQ(c->register_index, 0);
    EXPECT_EQ(c->type.base, BaseType::sampler_cube);
}

// Whatever is cut off, the answer is a refusal or a table inside the data.
TEST(D3dbcCtab, CutAnywhere) {
    Parsed p = parse_sample("lit_vs");
    auto data = p.program.find_comment(comment_tag("CTAB"));
    for (size_t n = 0; n < data.size(); ++n) {
        std::vector<uint8_t> part(data.begin(), data.begin() + static_cast<ptrdiff_t>(n));
        ConstantTable table;
        if (!read_constant_table(part, p.arena, &table)) continue;
        Member member;
        for (const Constant &c : table.constants)
            for (unsigned i = 0; i < c.type.members; ++i)
                read_member(table, c.type, i, &member);
    }
}

TEST(D3dbcCtab, HostileCounts) {
    uint32_t words[7] = {28, 0, 0xfffe0200, 0x10000000, 28, 0, 0};
    std::vector<uint8_t> data(sizeof(words));
    std::memcpy(data.data(), words, sizeof(words));
    Arena arena;
    ConstantTable table;
    EXPECT_FALSE(read_constant_table(data, arena, &table));
    words[4] = 0xfffffff0;
    std::memcpy(data.data(), words, sizeof(words));
    EXPECT_FALSE(read_constant_table(data, arena, &table));
}

} // namespace
} // namespace weft::d3dbc
