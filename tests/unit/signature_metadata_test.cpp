#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/signature/metadata.h"

namespace weft::signature {
namespace {

struct Read {
    Arena arena;
    Diagnostics diag;
    MetadataSignatures signatures;
    Result result;

    explicit Read(std::string_view text, Stage stage = Stage::unknown) : diag(LogLevel::info, "t.ll") {
        result = read_metadata(arena.copy(text), stage, arena, diag, &signatures);
    }
    const std::string &messages() const { return diag.text(); }
};

std::string reference(size_t node) {
    std::string text = "!";
    return text.append(std::to_string(node));
}

// A vertex shader and a pixel shader in one module, in any order and numbering, with shared nodes.
constexpr std::string_view module_text = R"(; ModuleID = 'x'
target triple = "dxil-pc-shadermodel6.8-library"
define void @vs_main() #0 {
  ret void, !dbg !90
}
define void @"ps main\22"() #1 { ret void }
attributes #0 = { noinline "hlsl.shader"="vertex" }
attributes #1 = { "hlsl.shader"="pixel" "hlsl.wavesize"="0,0,0" }

!llvm.module.flags = !{!80}
!80 = !{i32 1, !"dx.nativelowprec", i32 1}
!90 = distinct !DISubprogram(name: "a)b", line: 3)
!dx.semantic.signatures = !{!7, !2} ; the order of the table counts
!2 = !{ptr @"ps main\22", !40, null}
!40 = !{ !5, !6 }
!7 = !{ptr @vs_main, !{!8}, !40}
!8 = !{i32 0, !"POS\49TION", i32 8, i32 0, !{i32 0}, i32 0, i32 1, i8 3, i32 0, i8 0, i8 7, i8 0, i32 0}
!5 = !{i32 0, !"SV_Position", i32 9, i32 3, !9, i32 4, i32 1, i8 4, i32 0, i8 0, i8 15, i8 0, i32 0}
!6 = !{i32 1, !"S", i32 9, i32 0, !10,
       i32 2, i32 2, i8 2, i32 1, i8 1, i8 4, i8 1, i32 0}
!9 = !{i32 0}
!10 = !{i32 0, i32 3}
)";

TEST(SignatureMetadata, ReadsAModule) {
    Read r(module_text);
    ASSERT_EQ(r.result, Result::ok) << r.messages();
    EXPECT_TRUE(r.signatures.native_16_bit);
    ASSERT_EQ(r.signatures.entries.size(), 2u);
    const EntrySignatures &vs = r.signatures.entries[0], &ps = r.signatures.entries[1];
    EXPECT_EQ(vs.function, "vs_main");
    EXPECT_EQ(vs.stage, Stage::vertex);
    EXPECT_EQ(ps.function, "ps main\"");
    EXPECT_EQ(ps.stage, Stage::pixel);
    EXPECT_TRUE(ps.has_inputs);
    EXPECT_FALSE(ps.has_outputs);
    ASSERT_EQ(vs.inputs.size(), 1u);
    EXPECT_EQ(vs.inputs[0].name, "POSITION");
    EXPECT_EQ(vs.inputs[0].component_type, ComponentType::float16);
    EXPECT_EQ(vs.inputs[0].mask, 7);
    ASSERT_EQ(vs.outputs.size(), 2u);
    EXPECT_EQ(vs.outputs[0].system_value, SystemValue::position);
    const Element &s = ps.inputs[1];
    EXPECT_EQ(s.rows, 2);
    EXPECT_EQ(s.register_index, 1u);
    EXPECT_EQ(s.mask, 0x6);
    EXPECT_EQ(s.used_mask, 0x4);          // as registers have it
    EXPECT_EQ(s.dynamic_index_mask, 0x2); // the element's first column is y
    EXPECT_EQ(s.index_of_row(1), 3u);
}

TEST(SignatureMetadata, WritingAndReadingIsStable) {
    Read first(module_text);
    const std::string once(write_metadata(first.signatures, first.arena));
    // Nodes that are equal stand once: both index nodes of value 0, and the list that two entries share.
    EXPECT_EQ(once, R"(!dx.semantic.signatures = !{!7, !8}
!llvm.module.flags = !{!9}

!0 = !{i32 0}
!1 = !{i32 0, !"POSITION", i32 8, i32 0, !0, i32 0, i32 1, i8 3, i32 0, i8 0, i8 7, i8 0, i32 0}
!2 = !{!1}
!3 = !{i32 0, !"SV_Position", i32 9, i32 3, !0, i32 4, i32 1, i8 4, i32 0, i8 0, i8 15, i8 0, i32 0}
!4 = !{i32 0, i32 3}
!5 = !{i32 1, !"S", i32 9, i32 0, !4, i32 2, i32 2, i8 2, i32 1, i8 1, i8 4, i8 1, i32 0}
!6 = !{!3, !5}
!7 = !{ptr @vs_main, !2, !6}
!8 = !{ptr @"ps main\22", !6, null}
!9 = !{i32 1, !"dx.nativelowprec", i32 1}
)");
    Read second(once);
    ASSERT_EQ(second.result, Result::ok) << second.messages();
    EXPECT_EQ(write_metadata(second.signatures, second.arena), once);
}

TEST(SignatureMetadata, EverySupportedTypeSurvives) {
    for (const bool native : {false, true})
        for (const unsigned type : {1u, 2u, 3u, 4u, 5u, 8u, 9u, 11u, 12u, 13u, 14u}) {
            std::string text =
                "!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, !1, null}\n!1 = !{!2}\n"
                "!2 = !{i32 0, !\"A\", i32 " +
                std::to_string(type) +
                ", i32 0, !3, i32 1, i32 1, i8 1, i32 -1, i8 -1, i8 0, i8 0, i32 0}\n!3 = !{i32 7}\n";
            if (native) text += "!llvm.module.flags = !{!4}\n!4 = !{i32 1, !\"dx.nativelowprec\", i32 1}\n";
            Read r(text);
            ASSERT_EQ(r.result, Result::ok) << r.messages();
            const std::string again(write_metadata(r.signatures, r.arena));
            EXPECT_NE(again.find("!\"A\", i32 " + std::to_string(type) + ", i32 0"), again.npos) << again;
            EXPECT_NE(again.find("i32 -1, i8 -1"), again.npos) << again;
            EXPECT_EQ(again.find("nativelowprec") != again.npos, native);
        }
}

TEST(SignatureMetadata, PatchConstantsHaveATableOfTheirOwn) {
    Read r(R"(!dx.semantic.signatures = !{!0}
!weft.patch.signatures = !{!1}
!0 = !{ptr @hs, null, null}
!1 = !{ptr @hs, !2}
!2 = !{!3, !4}
!3 = !{i32 0, !"SV_TessFactor", i32 9, i32 25, !5, i32 0, i32 4, i8 1, i32 0, i8 3, i8 8, i8 0, i32 0}
!4 = !{i32 1, !"SV_InsideTessFactor", i32 9, i32 26, !6, i32 0, i32 2, i8 1, i32 4, i8 3, i8 8, i8 0, i32 0}
!5 = !{i32 0, i32 1, i32 2, i32 3}
!6 = !{i32 0, i32 1}
)",
           Stage::hull);
    ASSERT_EQ(r.result, Result::ok) << r.messages();
    const EntrySignatures &e = r.signatures.entries[0];
    ASSERT_EQ(e.patch_constants.size(), 2u);
    EXPECT_EQ(e.patch_constants[0].system_value, SystemValue::tess_factor_quad_edge);
    EXPECT_EQ(e.patch_constants[1].system_value, SystemValue::tess_factor_quad_inside);
    const std::string text(write_metadata(r.signatures, r.arena));
    Read again(text, Stage::hull);
    ASSERT_EQ(again.result, Result::ok) << again.messages();
    EXPECT_EQ(write_metadata(again.signatures, again.arena), text);
}

// One element for each factor, as signatures before DXIL have them.
TEST(SignatureMetadata, FactorsThatStandAlone) {
    const auto values = [](unsigned edges, unsigned inner) {
        std::string list, nodes;
        for (unsigned i = 0; i < edges + inner; ++i) {
            const bool edge = i < edges;
            const std::string index = std::to_string(edge ? i : i - edges), id = std::to_string(i);
            list += (i ? ", !" : "!") + std::to_string(i + 3);
            nodes += reference(i + 3) + " = !{i32 " + id + ", !\"" +
                     (edge ? "SV_TessFactor" : "SV_InsideTessFactor") + "\", i32 9, i32 " +
                     (edge ? "25" : "26") + ", !{i32 " + index + "}, i32 0, i32 1, i8 1, i32 " + id +
                     ", i8 0, i8 1, i8 0, i32 0}\n";
        }
        list += ", !99";
        nodes += "!99 = !{i32 " + std::to_string(edges + inner) +
                 ", !\"A\", i32 9, i32 0, !{i32 0}, i32 0, i32 1, i8 3, i32 0, i8 1, i8 14, i8 0, i32 0}\n";
        Read r("!dx.semantic.signatures = !{!0}\n!weft.patch.signatures = !{!1}\n!0 = !{ptr @f, null, null}\n"
               "!1 = !{ptr @f, !2}\n!2 = !{" +
                   list + "}\n" + nodes,
               Stage::domain);
        EXPECT_EQ(r.result, Result::ok) << r.messages();
        std::vector<SystemValue> found;
        if (r.result == Result::ok)
            for (const Element &e : r.signatures.entries[0].patch_constants.first(edges + inner))
                found.push_back(e.system_value);
        return found;
    };
    // FXC puts them first in their registers, and other values behind them.
    using S = SystemValue;
    EXPECT_EQ(values(2, 0), (std::vector{S::tess_factor_line_density, S::tess_factor_line_detail}));
    EXPECT_EQ(values(3, 1), (std::vector{S::tess_factor_tri_edge, S::tess_factor_tri_edge,
                                         S::tess_factor_tri_edge, S::tess_factor_tri_inside}));
    EXPECT_EQ(values(4, 2), (std::vector{S::tess_factor_quad_edge, S::tess_factor_quad_edge,
                                         S::tess_factor_quad_edge, S::tess_factor_quad_edge,
                                         S::tess_factor_quad_inside, S::tess_factor_quad_inside}));
}

TEST(SignatureMetadata, NothingIsAFineTable) {
    for (const char *text :
         {"", "; nothing\n", "!dx.semantic.signatures = !{}\n", "define void @f() { ret void }\n"}) {
        Read r(text);
        EXPECT_EQ(r.result, Result::ok) << r.messages();
        EXPECT_TRUE(r.signatures.entries.empty());
    }
}

// One element of a signature, with one operand of it replaced, and where the complaint is.
struct ElementFault {
    unsigned operand;
    const char *text;
    const char *message;
};

TEST(SignatureMetadata, FaultsOfElementsHaveTheirPlace) {
    const std::vector<std::string> good = {"i32 0", "!\"A\"", "i32 9", "i32 0", "!3",   "i32 2", "i32 1",
                                           "i8 2",  "i32 0",  "i8 1",  "i8 6",  "i8 0", "i32 0"};
    const ElementFault faults[] = {
        {0, "i32 1", "Element 0 is numbered 1"},
        {0, "i64 0", "The number is no i32"},
        {0, "i128 18446744073709551616", "at most 64 bits"},
        {1, "null", "The name is no string"},
        {1, "!\"\"", "The name is empty"},
        {1, "!\"A\\00B\"", "has a zero in it"},
        {1, "!\"SV_Nonsense\"", "There is no system value SV_Nonsense"},
        {2, "i32 0", "Component type 0"},
        {2, "i32 10", "no 64 bits"},
        {2, "i32 6", "no 64 bits"},
        {2, "i32 17", "Component type 17"},
        {2, "i32 5", "Integers are not interpolated"},
        {2, "i8 9", "The component type is no i32"},
        {3, "i32 3", "A is of another semantic kind than 3"},
        {3, "i32 33", "Semantic kind 33 is unknown"},
        {4, "!99", "The semantic indices are no node"},
        {4, "!{i32 0, i32 1}", "There are 2 semantic indices for 1 rows"},
        {4, "!{i8 0}", "Semantic index 0 is no i32"},
        {5, "i32 8", "Interpolation mode 8"},
        {6, "i32 0", "1 to 32 rows, not 0"},
        {6, "i32 33", "1 to 32 rows, not 33"},
        {7, "i8 0", "1 to 4 columns, not 0"},
        {7, "i8 5", "1 to 4 columns, not 5"},
        {7, "i32 2", "The number of columns is no i8"},
        {8, "i32 -1", "both -1 or neither"},
        {8, "i32 32", "ends beyond row 31"},
        {9, "i8 -1", "both -1 or neither"},
        {9, "i8 3", "ends beyond column 3"},
        {10, "i8 7", "Usage mask 0x7 names components that the element (0x6) lacks"},
        {11, "i8 4", "Dynamic index mask 0x4"},
        {12, "i32 4", "Geometry stream 4"},
        {12, "i32 1", "only geometry shaders have output streams"},
        {12, "float 1.0", "The geometry stream is no i32"},
        {12, "i32 4294967296", "does not fit"},
        {12, "i32 -2147483649", "does not fit"},
        {12, "i32 x", "no integer"},
    };
    for (const ElementFault &fault : faults) {
        std::string node = "!2 = !{";
        size_t column = 0;
        for (unsigned i = 0; i < good.size(); ++i) {
            if (i) node += ", ";
            if (i == fault.operand) column = node.size() + 1;
            node += i == fault.operand ? fault.text : good[i];
        }
        Read r("!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, null, !1}\n!1 = !{!2}\n" + node +
                   "}\n!3 = !{i32 0}\n",
               Stage::vertex);
        EXPECT_EQ(r.result, Result::invalid_shader) << fault.text;
        EXPECT_NE(r.messages().find(fault.message), std::string::npos) << fault.text << ": " << r.messages();
        // Of the element as a whole where no operand alone is to blame.
        const bool whole = fault.operand == 12 && std::string(fault.text) == "i32 1";
        // The start row is what lacks its column, and the other way round.
        if (fault.operand == 8 && std::string(fault.text) == "i32 -1") continue;
        if (fault.operand == 2 && std::string(fault.text) == "i32 5") continue;
        if (fault.operand == 4 && std::string(fault.text) == "!{i8 0}") continue;
        const std::string place = "t.ll:4:" + std::to_string(whole ? 1 : column) + ": E80";
        EXPECT_NE(r.messages().find(place), std::string::npos)
            << place << " of " << fault.text << ": " << r.messages();
    }
}

TEST(SignatureMetadata, FaultsOfTablesHaveTheirPlace) {
    struct {
        const char *text, *message;
        Stage stage = Stage::unknown;
    } const faults[] = {
        {"!dx.semantic.signatures = !{!0}\n", "t.ll:1:29: E8014: Entry 0 of the table is no node"},
        {"!dx.semantic.signatures = !{null}\n", "t.ll:1:29: E8014: Entry 0"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, null}\n",
         "t.ll:2:1: E8014: A function and its inputs and outputs"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, null, null, null}\n",
         "t.ll:2:1: E8014: A function"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{null, null, null}\n",
         "t.ll:2:8: E8014: The entry point is no function"},
        {"!dx.semantic.signatures = !{!0, !0}\n!0 = !{ptr @f, null, null}\n",
         "t.ll:2:1: E8014: Function f has signatures already"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, i32 1, null}\n",
         "t.ll:2:16: E8014: The input signature is neither"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, null, !\"s\"}\n",
         "t.ll:2:22: E8014: The output signature is neither"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, !{null}, null}\n",
         "t.ll:2:18: E8014: Element 0 is no node"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, !{!{i32 0}}, null}\n",
         "t.ll:2:18: E8014: Element 0 has 1 operands instead of 13"},
        {"@g = global i32 0\n!dx.semantic.signatures = !{!0}\n!0 = !{ptr @g, null, null}\n",
         "t.ll:3:8: E8014: The module defines no function g"},
        {"!dx.semantic.signatures = !{}\n!dx.semantic.signatures = !{}\n",
         "t.ll:2:1: E8014: This named metadata stands twice"},
        {"!0 = !{}\n!0 = !{}\n", "t.ll:2:1: E8014: Node !0 stands twice"},
        {"!0 = !{", "t.ll:1:8: E8014: An operand is missing"},
        {"!0 = !{!\"x", "t.ll:1:9: E8014: A string has no end"},
        {"!0 = !{i32 0 !1}\n", "This is no integer"},
        {"!0 !{}\n", "t.ll:1:4: E8014: An equals sign"},
        {"!0 = {}\n", "t.ll:1:6: E8014: A node is missing"},
        {"! = !{}\n", "Metadata without number or name"},
        {"!99999999999999999999999 = !{}\n", "The number is too large"},
        {"!0 = !DILocation(line: 1\n", "A node has no end"},
        {"!0 = !{!0 !1}\n", "t.ll:1:11: E8014: A comma or the end"},
        {"!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, !{!2}, null}\n"
         "!2 = !{i32 0, !\"A\", i32 9, i32 0, !3, i32 0, i32 1, i8 1, i32 0, i8 0, i8 0, i8 0, i32 0}\n!3 = "
         "!{i32 0}\n",
         "t.ll:2:16: E8016: This stage has no input signature", Stage::compute},
        {"!weft.patch.signatures = !{!0}\n!0 = !{ptr @f, !{}}\n",
         "t.ll:1:28: E8014: Function f has no other signatures"},
    };
    for (const auto &fault : faults) {
        Read r(fault.text, fault.stage);
        EXPECT_EQ(r.result, Result::invalid_shader) << fault.text;
        EXPECT_NE(r.messages().find(fault.message), std::string::npos) << fault.text << r.messages();
    }
}

// Elements "NAME KIND INDEX INTERPOLATION ROWS COLUMNS ROW COLUMN" that are each right but not together.
TEST(SignatureMetadata, FaultsOfSignatures) {
    struct Spec {
        const char *name;
        int kind, index, interpolation, rows, columns, row, column;
        int type = 9;
    };
    const auto text = [](const std::vector<Spec> &elements, bool outputs) {
        std::string list, nodes;
        for (size_t i = 0; i < elements.size(); ++i) {
            const Spec &e = elements[i];
            std::string indices;
            for (int r = 0; r < e.rows; ++r)
                indices += (r ? ", i32 " : "i32 ") + std::to_string(e.index + r);
            list += (i ? ", !" : "!") + std::to_string(i + 2);
            nodes += reference(i + 2) + " = !{i32 " + std::to_string(i) + ", !\"" + e.name + "\", i32 " +
                     std::to_string(e.type) + ", i32 " + std::to_string(e.kind) + ", !{" + indices +
                     "}, i32 " + std::to_string(e.interpolation) + ", i32 " + std::to_string(e.rows) +
                     ", i8 " + std::to_string(e.columns) + ", i32 " + std::to_string(e.row) + ", i8 " +
                     std::to_string(e.column) + ", i8 0, i8 0, i32 0}\n";
        }
        return "!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, " +
               std::string(outputs ? "null, !1" : "!1, null") + "}\n!1 = !{" + list + "}\n" + nodes;
    };
    struct {
        std::vector<Spec> elements;
        Stage stage;
        bool outputs;
        const char *message; // nullptr: all is well
    } const cases[] = {
        {{{"A", 0, 0, 2, 1, 2, 0, 0}, {"B", 0, 0, 2, 1, 2, 0, 2}}, Stage::vertex, true, nullptr},
        {{{"A", 0, 0, 2, 1, 2, 0, 0}, {"B", 0, 0, 2, 1, 2, 0, 1}},
         Stage::vertex,
         true,
         "t.ll:5:1: E8016: B0 cannot be in register 0: it lies over another element"},
        {{{"A", 0, 0, 2, 1, 2, 0, 0}, {"B", 0, 0, 1, 1, 2, 0, 2}},
         Stage::vertex,
         true,
         "interpolation modes"},
        {{{"A", 0, 0, 2, 1, 2, 0, 0}, {"a", 0, 0, 2, 1, 2, 0, 2}},
         Stage::vertex,
         true,
         "t.ll:5:1: E8016: Semantic a0 stands twice"},
        {{{"A", 0, 0, 2, 2, 2, 0, 0}, {"A", 0, 1, 2, 1, 2, 0, 2}},
         Stage::vertex,
         true,
         "Semantic A1 stands twice"},
        {{{"A", 0, 0, 2, 1, 2, 0, 0}, {"B", 0, 0, 2, 1, 2, -1, -1}},
         Stage::vertex,
         true,
         "t.ll:5:1: E8016: B0 is in no register though others are"},
        {{{"SV_Depth", 17, 0, 0, 1, 1, -1, -1}, {"SV_Target", 16, 2, 0, 1, 4, 2, 0}},
         Stage::pixel,
         true,
         nullptr},
        {{{"SV_Depth", 17, 0, 0, 1, 1, 0, 0}}, Stage::pixel, true, "SV_Depth0 is not in a register"},
        {{{"SV_Target", 16, 2, 0, 1, 4, 1, 0}}, Stage::pixel, true, "not that of its target"},
        {{{"SV_Target", 16, 8, 0, 1, 4, 8, 0}}, Stage::pixel, true, "eight targets"},
        {{{"A", 0, 0, 2, 1, 4, 0, 0}}, Stage::pixel, true, "A0 at PSOut: there is no such value here"},
        {{{"SV_Position", 3, 0, 4, 1, 3, 0, 0}}, Stage::vertex, true, "a position has four components"},
        {{{"SV_Position", 3, 0, 4, 1, 3, 0, 0}}, Stage::vertex, false, nullptr}, // plain data there
        {{{"SV_VertexID", 1, 0, 0, 1, 2, 0, 0, 5}}, Stage::vertex, false, "one component"},
        {{{"SV_PrimitiveID", 10, 0, 1, 1, 1, 0, 0, 5}},
         Stage::domain,
         false,
         "an operation reads this value"},
        {{{"SV_ClipDistance", 6, 0, 2, 1, 4, 0, 0},
          {"SV_CullDistance", 7, 0, 2, 1, 4, 1, 0},
          {"SV_CullDistance", 7, 1, 2, 1, 1, 2, 0}},
         Stage::vertex,
         true,
         "at most 8 clip and cull distances"},
        {{{"SV_ClipDistance", 6, 0, 2, 1, 1, 0, 0},
          {"SV_ClipDistance", 6, 1, 2, 1, 1, 1, 0},
          {"SV_ClipDistance", 6, 2, 2, 1, 1, 2, 0}},
         Stage::vertex,
         true,
         "two registers at most"},
        {{{"A", 0, 0, 1, 2, 1, 0, 0}, {"SV_RenderTargetArrayIndex", 4, 0, 1, 1, 1, 1, 1, 5}},
         Stage::geometry,
         true,
         "system values and indexed rows"},
        {{{"SV_RenderTargetArrayIndex", 4, 0, 1, 1, 1, 0, 0, 5}, {"A", 0, 0, 1, 1, 1, 0, 1}},
         Stage::geometry,
         true,
         "user data, then system values"},
    };
    for (const auto &c : cases) {
        Read r(text(c.elements, c.outputs), c.stage);
        if (!c.message) {
            EXPECT_EQ(r.result, Result::ok) << r.messages();
            continue;
        }
        EXPECT_EQ(r.result, Result::invalid_shader) << c.message;
        EXPECT_NE(r.messages().find(c.message), std::string::npos) << c.message << "\n" << r.messages();
    }
}

// All faults of a text are told, not the first alone.
TEST(SignatureMetadata, TellsEveryFault) {
    Read r("!dx.semantic.signatures = !{!0, !1}\n"
           "!0 = !{ptr @f, !{!{i32 5, !\"\", i32 99, i32 77, !3, i32 9, i32 1, i8 1, i32 0, i8 0, i8 9, i8 "
           "9, i32 9}}, null}\n"
           "!1 = !{ptr @f, null}\n!3 = !{i32 0, i32 1}\n");
    unsigned lines = 0;
    for (const char c : r.messages())
        lines += c == '\n';
    EXPECT_EQ(lines, 9u) << r.messages();
}

TEST(SignatureMetadata, CutAndAlteredAnywhere) {
    for (size_t n = 0; n <= module_text.size(); ++n) {
        Read r(module_text.substr(0, n));
        EXPECT_EQ(failed(r.result), !r.messages().empty());
        for (const char c : {'!', '{', '}', '"', '0', ',', '\n', '\\', '@'}) {
            if (n == module_text.size() || n % 3) continue;
            std::string wild(module_text);
            wild[n] = c;
            Read w(wild);
            EXPECT_EQ(failed(w.result), !w.messages().empty());
        }
    }
    // Depth and sharing are bounded.
    Read deep("!0 = " + [] {
        std::string s;
        for (int i = 0; i < 100000; ++i)
            s += "!{";
        return s;
    }());
    EXPECT_NE(deep.messages().find("too deep"), std::string::npos);
    std::string shared = "!dx.semantic.signatures = !{", list = "!1 = !{!2";
    for (int i = 0; i < 20000; ++i)
        shared += std::string(i ? ", " : "") + "!{ptr @f" + std::to_string(i) + ", !1, !1}";
    std::string elements;
    for (int i = 0; i < 8; ++i) {
        list += std::string(i ? ", !" : "") + (i ? std::to_string(i + 2) : "");
        elements += reference(i + 2) + " = !{i32 " + std::to_string(i) + ", !\"A\", i32 9, i32 0, !{i32 " +
                    std::to_string(i) + "}, i32 1, i32 1, i8 4, i32 " + std::to_string(i) +
                    ", i8 0, i8 0, i8 0, i32 0}\n";
    }
    Read many(shared + "}\n" + list + "}\n" + elements);
    EXPECT_NE(many.messages().find("more elements than can be read"), std::string::npos)
        << many.messages().substr(0, 1000);
}

} // namespace
} // namespace weft::signature
