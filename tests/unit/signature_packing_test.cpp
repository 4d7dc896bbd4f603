// Packing against Microsoft's compiler: tests/signatures/generate tells how its answers came about.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/signature/packing.h"

namespace weft::signature {
namespace {

struct Expected {
    int row = -1, column = -1;
};

Point point_by_name(const std::string &name) {
    for (unsigned p = 0; p < static_cast<unsigned>(Point::count); ++p)
        if (point_name(static_cast<Point>(p)) == name) return static_cast<Point>(p);
    ADD_FAILURE() << name;
    return Point::count;
}

// KIND.ROWSxCOLUMNS.INTERPOLATION.BITS.STREAM[@ROW.COLUMN]
bool read_element(const std::string &text, Element *e, Expected *expected) {
    unsigned kind, rows, columns, interpolation, bits, stream;
    if (std::sscanf(text.c_str(), "%u.%ux%u.%u.%u.%u", &kind, &rows, &columns, &interpolation, &bits,
                    &stream) != 6)
        return false;
    e->system_value = system_value(static_cast<SemanticKind>(kind));
    e->rows = static_cast<uint8_t>(rows);
    e->mask = e->used_mask = static_cast<uint8_t>((1u << columns) - 1);
    e->interpolation = static_cast<Interpolation>(interpolation);
    e->component_type = bits == 16 ? ComponentType::float16 : ComponentType::float_;
    e->stream = static_cast<uint8_t>(stream);
    if (const size_t at = text.find('@'); at != text.npos)
        std::sscanf(text.c_str() + at, "@%d.%d", &expected->row, &expected->column);
    return true;
}

TEST(SignaturePacking, PlacesEveryElementWhereMicrosoftsCompilerDoes) {
    std::ifstream in(WEFT_PACKING_TABLE);
    ASSERT_TRUE(in) << WEFT_PACKING_TABLE;
    std::map<std::string, unsigned> signatures;
    unsigned failures = 0, elements_16 = 0, distances = 0, factors = 0, streams = 0, total = 0, wrong = 0;
    for (std::string line; std::getline(in, line) && wrong < 20;) {
        std::istringstream words(line);
        std::string point_text, mode_text, word;
        words >> point_text >> mode_text;
        const Point point = point_by_name(point_text);
        PackMode mode;
        ASSERT_TRUE(default_mode(point, &mode));
        if (mode == PackMode::prefix_stable && mode_text == "o") mode = PackMode::optimized;
        bool fails = false;
        std::vector<Element> elements;
        std::vector<Expected> expected;
        bool has_distance = false, has_factor = false, has_16 = false, has_stream = false;
        while (words >> word) {
            if (word == "!") {
                fails = true;
                continue;
            }
            Element e;
            Expected x;
            ASSERT_TRUE(read_element(word, &e, &x)) << word;
            // PSOut names its targets by register; the table has the answer, which is the index.
            if (e.system_value == SystemValue::target && x.row >= 0)
                e.semantic_index = static_cast<uint32_t>(x.row);
            has_16 |= e.component_type == ComponentType::float16;
            has_distance |=
                e.system_value == SystemValue::clip_distance || e.system_value == SystemValue::cull_distance;
            has_factor |= semantic_kind(e.system_value) == SemanticKind::tess_factor;
            has_stream |= e.stream != 0;
            elements.push_back(e);
            expected.push_back(x);
        }
        Arena arena;
        const Packing got = pack(elements, point, mode, arena);
        bool same = fails == !got.failures.empty();
        std::string places;
        for (size_t i = 0; i < elements.size(); ++i) {
            const Element &e = elements[i];
            const int row = static_cast<int>(e.register_index);
            const int column = row < 0 ? -1 : static_cast<int>(start_column(e.mask));
            places += " " + std::to_string(row) + "." + std::to_string(column);
            if (!fails) same &= row == expected[i].row && column == expected[i].column;
        }
        if (!same) ++wrong;
        EXPECT_TRUE(same) << line << "\n  got" << places << (got.failures.empty() ? "" : " with failures");
        ++signatures[point_text + mode_text];
        ++total;
        failures += fails;
        elements_16 += has_16;
        distances += has_distance;
        factors += has_factor;
        streams += has_stream;
    }
    // What the table has to hold to mean something.
    EXPECT_GE(total, 3000u);
    EXPECT_EQ(signatures.size(), 28u); // every point that has registers, both modes
    for (const auto &[name, count] : signatures)
        EXPECT_GE(count, 100u) << name;
    EXPECT_GE(failures, 100u);
    EXPECT_GE(elements_16, 300u);
    EXPECT_GE(distances, 500u);
    EXPECT_GE(factors, 200u);
    EXPECT_GE(streams, 100u);
}

// A signature by hand: "NAME KIND.ROWSxCOLUMNS.INTERPOLATION.BITS.STREAM", and where its elements go:
// "ROW.COLUMN", or "-" for nowhere.
struct Vector {
    const char *title;
    Point point;
    std::vector<const char *> elements;
    const char *prefix_stable; // nullptr: not measured
    const char *optimized;
};

std::string places(const Vector &vector, PackMode mode, PackRule *first_rule) {
    Arena arena;
    std::vector<Element> elements;
    for (const char *text : vector.elements) {
        Element e;
        Expected ignored;
        EXPECT_TRUE(read_element(text, &e, &ignored)) << text;
        elements.push_back(e);
    }
    const Packing got = pack(elements, vector.point, mode, arena);
    *first_rule = got.failures.empty() ? PackRule::none : got.failures[0].rule;
    std::string text;
    for (const Element &e : elements)
        text += (text.empty() ? "" : " ") +
                (e.register_index == no_register
                     ? std::string("-")
                     : std::to_string(e.register_index) + "." + std::to_string(start_column(e.mask)));
    return text;
}

constexpr Point out = Point::vertex_output;

TEST(SignaturePacking, MeasuredVectors) {
    // Kinds: 3 position, 6 clip distance, 7 cull distance, 10 primitive, 12 sample, 13 front face, 25 factor.
    // Interpolation: 1 constant, 2 linear, 3 centroid, 4 no perspective, 0 undefined.
    const Vector vectors[] = {
        {"four scalars",
         out,
         {"0.1x1.2.32.0", "0.1x1.2.32.0", "0.1x1.2.32.0", "0.1x1.2.32.0"},
         "0.0 0.1 0.2 0.3",
         "0.0 0.1 0.2 0.3"},
        {"A1 B2 C3 D2",
         out,
         {"0.1x1.2.32.0", "0.1x2.2.32.0", "0.1x3.2.32.0", "0.1x2.2.32.0"},
         "0.0 0.1 1.0 2.0",
         "0.3 1.0 0.0 1.2"},
        {"A3 B2 and C1 behind",
         out,
         {"0.1x3.2.32.0", "0.1x2.2.32.0", "0.1x1.2.32.0"},
         "0.0 1.0 0.3",
         nullptr},
        {"16 and 32 bits",
         out,
         {"0.1x2.2.16.0", "0.1x2.2.32.0", "0.1x2.2.16.0"},
         "0.0 1.0 0.2",
         "0.0 1.0 0.2"},
        {"interpolation",
         out,
         {"0.1x2.2.32.0", "0.1x2.1.32.0", "0.1x2.2.32.0"},
         "0.0 1.0 0.2",
         "1.0 0.0 1.2"},
        {"undefined interpolation",
         out,
         {"0.1x2.0.32.0", "0.1x1.2.32.0", "0.1x1.1.32.0"},
         "0.0 0.2 1.0",
         "0.0 1.0 0.2"},
        {"position first", out, {"3.1x4.4.32.0", "0.1x2.2.32.0", "0.1x2.2.32.0"}, "0.0 1.0 1.2", nullptr},
        {"matrices",
         out,
         {"0.2x2.2.32.0", "0.3x1.2.32.0", "0.1x1.2.32.0", "3.1x4.4.32.0"},
         "0.0 0.2 0.3 3.0",
         "1.1 1.0 1.3 0.0"},
        {"distances",
         out,
         {"0.1x3.2.32.0", "6.1x1.2.32.0", "7.1x3.2.32.0", "7.1x1.2.32.0", "6.1x2.2.32.0", "0.1x1.2.32.0",
          "0.1x1.2.32.0", "3.1x4.4.32.0"},
         "0.0 1.0 1.1 2.0 2.1 0.3 3.0 4.0",
         "1.0 3.3 3.0 2.3 2.1 1.3 2.0 0.0"},
        {"mixture",
         out,
         {"0.1x1.2.32.0", "3.1x4.4.32.0", "0.1x3.2.32.0", "0.1x1.1.32.0", "0.1x2.2.32.0", "0.1x1.3.32.0",
          "0.1x1.4.32.0", "0.1x1.1.32.0"},
         "0.0 1.0 0.1 2.0 3.0 4.0 5.0 2.1",
         "2.3 0.0 2.0 1.0 3.0 4.0 5.0 1.1"},
        {"factors, then data",
         Point::patch_constant_output,
         {"25.2x1.0.32.0", "0.2x3.0.32.0"},
         "0.3 0.0",
         nullptr},
        {"one factor", Point::patch_constant_output, {"25.1x1.0.32.0", "0.1x3.0.32.0"}, "0.0 1.0", "0.3 0.0"},
        {"data, then factors",
         Point::patch_constant_output,
         {"0.3x3.0.32.0", "25.2x1.0.32.0"},
         "0.0 3.3",
         "2.0 0.3"},
        {"distances side by side",
         out,
         {"6.1x1.2.32.0", "0.1x4.2.32.0", "7.2x1.2.32.0"},
         "0.0 1.0 -",
         "1.1 0.0 1.0"},
        {"too many distances", out, {"6.1x3.2.32.0", "7.1x3.2.32.0", "6.1x3.2.32.0"}, "0.0 1.0 -", nullptr},
        {"streams",
         Point::geometry_output,
         {"0.1x4.2.32.0", "0.1x4.2.32.1", "0.1x2.2.32.0"},
         "0.0 0.0 1.0",
         nullptr},
        {"generated values",
         Point::pixel_input,
         {"0.1x1.2.32.0", "13.1x1.1.32.0", "10.1x1.1.32.0", "0.1x2.2.32.0", "12.1x1.1.32.0"},
         "0.0 1.0 1.1 0.1 -",
         nullptr},
        {"row-major matrix", out, {"0.3x2.2.32.0", "0.1x1.2.32.0"}, "0.0 0.2", nullptr},
        {"distances beside data",
         out,
         {"3.1x4.4.32.0", "0.1x1.1.32.0", "6.1x2.2.32.0", "0.1x1.2.32.0", "7.1x2.2.32.0"},
         "0.0 1.0 2.0 3.0 2.2",
         "0.0 1.0 3.0 2.0 3.2"},
    };
    for (const Vector &v : vectors) {
        PackRule rule;
        if (v.prefix_stable) {
            EXPECT_EQ(places(v, PackMode::prefix_stable, &rule), v.prefix_stable) << v.title;
        }
        if (v.optimized) {
            EXPECT_EQ(places(v, PackMode::optimized, &rule), v.optimized) << v.title;
        }
    }
}

// The figures of LLVM's description of the modes.
TEST(SignaturePacking, Figures) {
    PackRule rule;
    EXPECT_EQ(
        places({"", out, {"0.3x3.2.32.0", "0.2x1.2.32.0", "0.1x2.2.32.0", "0.1x1.2.32.0"}, nullptr, nullptr},
               PackMode::prefix_stable, &rule),
        "0.0 0.3 3.0 2.3");
    EXPECT_EQ(
        places({"", Point::vertex_input, {"0.1x1.0.32.0", "0.2x3.0.32.0", "1.1x1.0.32.0"}, nullptr, nullptr},
               PackMode::stacked, &rule),
        "0.0 1.0 3.0");

    Arena arena;
    Element targets[3];
    constexpr struct {
        uint32_t index;
        uint8_t mask;
    } indices[] = {{3, 0xf}, {0, 0x1}, {2, 0x3}};
    for (unsigned i = 0; i < 3; ++i) {
        targets[i].system_value = SystemValue::target;
        targets[i].semantic_index = indices[i].index;
        targets[i].mask = indices[i].mask;
    }
    const Packing got = pack(targets, Point::pixel_output, PackMode::indexed, arena);
    EXPECT_TRUE(got.failures.empty());
    EXPECT_EQ(got.rows[0], 4u);
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(targets[i].register_index, indices[i].index);
        EXPECT_EQ(targets[i].mask, indices[i].mask);
    }
}

TEST(SignaturePacking, FailuresNameTheRule) {
    const auto first_rule = [](Point point, PackMode mode, std::vector<const char *> elements) {
        PackRule rule;
        places({"", point, std::move(elements), nullptr, nullptr}, mode, &rule);
        return rule;
    };
    const auto stable = PackMode::prefix_stable;
    // Eight arrays of four full rows leave nothing.
    std::vector<const char *> full(8, "0.4x4.2.32.0");
    EXPECT_EQ(first_rule(out, stable, full), PackRule::none);
    full.push_back("0.1x1.2.32.0");
    EXPECT_EQ(first_rule(out, stable, full), PackRule::columns);
    std::vector<const char *> thin(8, "0.4x1.1.32.0");
    thin.push_back("0.4x2.1.32.0");
    EXPECT_EQ(first_rule(out, stable, thin), PackRule::none);
    std::vector<const char *> constant(8, "0.4x3.1.32.0");
    constant.push_back("0.1x1.2.32.0");
    EXPECT_EQ(first_rule(out, stable, constant), PackRule::interpolation);
    constant.back() = "0.1x1.1.16.0";
    EXPECT_EQ(first_rule(out, stable, constant), PackRule::width);
    constant.back() = "2.1x1.1.32.0"; // an instance number is data here
    EXPECT_EQ(first_rule(out, stable, constant), PackRule::none);
    constant.back() = "4.1x1.1.32.0"; // a layer is not
    EXPECT_EQ(first_rule(out, stable, constant), PackRule::indexed_system_value);
    EXPECT_EQ(first_rule(out, stable, {"0.1x4.2.32.0", "17.1x1.0.32.0"}), PackRule::not_allowed);
    EXPECT_EQ(first_rule(out, stable, {"0.33x4.2.32.0"}), PackRule::malformed);
    EXPECT_EQ(first_rule(out, stable, {"6.1x4.2.32.0", "6.1x4.2.32.0", "6.1x1.2.32.0"}),
              PackRule::clip_cull_rows);
    EXPECT_EQ(first_rule(out, stable, {"6.1x1.2.32.0", "0.1x4.2.32.0", "7.2x1.2.32.0"}),
              PackRule::clip_cull_adjacent);
    EXPECT_EQ(first_rule(Point::vertex_input, PackMode::stacked, {"0.32x1.0.32.0", "0.1x1.0.32.0"}),
              PackRule::rows);
    EXPECT_EQ(first_rule(Point::pixel_output, PackMode::indexed, {"16.1x4.0.32.0", "16.1x4.0.32.0"}),
              PackRule::target_taken);
    EXPECT_EQ(first_rule(Point::pixel_output, PackMode::indexed, {"16.9x4.0.32.0"}), PackRule::target_range);
    EXPECT_EQ(first_rule(Point::pixel_input, stable, {"0.31x4.1.32.0", "10.1x1.1.32.0", "0.1x1.1.32.0"}),
              PackRule::column_order);
    EXPECT_EQ(first_rule(Point::patch_constant_output, stable, {"0.32x1.0.32.0", "25.2x1.0.32.0"}),
              PackRule::tess_factor_range);
    for (unsigned i = 1; i < static_cast<unsigned>(PackRule::count); ++i)
        EXPECT_FALSE(rule_text(static_cast<PackRule>(i)).empty());
}

TEST(SignaturePacking, MasksMoveWithTheirColumns) {
    Arena arena;
    Element e[2];
    e[0].mask = 0x3;
    e[1].mask = 0xe; // three columns from y on
    e[1].used_mask = 0x4;
    e[1].dynamic_index_mask = 0x8;
    e[0].interpolation = Interpolation::linear;
    e[1].interpolation = Interpolation::constant;
    pack(e, out, PackMode::prefix_stable, arena);
    EXPECT_EQ(e[1].register_index, 1u);
    EXPECT_EQ(e[1].mask, 0x7);
    EXPECT_EQ(e[1].used_mask, 0x2);
    EXPECT_EQ(e[1].dynamic_index_mask, 0x4);
}

TEST(Semantics, WhatTheyAreDependsOnThePlace) {
    using K = SemanticKind;
    using I = Interpretation;
    EXPECT_EQ(interpret(K::position, Point::vertex_input), I::arbitrary);
    EXPECT_EQ(interpret(K::position, Point::vertex_output), I::system_value);
    EXPECT_EQ(interpret(K::position, Point::pixel_output), I::not_allowed);
    EXPECT_EQ(interpret(K::primitive_id, Point::pixel_input), I::generated);
    EXPECT_EQ(interpret(K::primitive_id, Point::geometry_input), I::shadow);
    EXPECT_EQ(interpret(K::primitive_id, Point::mesh_primitive_output), I::system_value);
    EXPECT_EQ(interpret(K::clip_distance, Point::domain_input), I::arbitrary);
    EXPECT_EQ(interpret(K::clip_distance, Point::domain_output), I::clip_cull);
    EXPECT_EQ(interpret(K::coverage, Point::pixel_output, shader_model(4, 0)), I::not_allowed);
    EXPECT_EQ(interpret(K::coverage, Point::pixel_output, shader_model(4, 1)), I::not_packed);
    EXPECT_EQ(interpret(K::coverage, Point::pixel_input, shader_model(4, 1)), I::not_allowed);
    EXPECT_EQ(interpret(K::coverage, Point::pixel_input, shader_model(5, 0)), I::not_in_signature);
    EXPECT_EQ(interpret(K::shading_rate, Point::vertex_output, shader_model(6, 3)), I::not_allowed);
    EXPECT_EQ(interpret(K::shading_rate, Point::vertex_output, shader_model(6, 4)), I::system_value);
    EXPECT_EQ(interpret(K::barycentrics, Point::pixel_input), I::not_packed);
    EXPECT_EQ(find_semantic("sv_clipdistance")->kind, K::clip_distance);
    EXPECT_EQ(find_semantic("SV_Nonsense"), nullptr);
    EXPECT_EQ(find_semantic("POSITION"), nullptr);
    // Kinds survive the way through the numbers of the container.
    for (unsigned kind = 0; kind < static_cast<unsigned>(K::count); ++kind)
        for (uint32_t domain = 1; domain <= 3; ++domain) {
            const auto k = static_cast<K>(kind);
            EXPECT_EQ(semantic_kind(system_value(k, domain)), k) << kind;
        }
}

} // namespace
} // namespace weft::signature
