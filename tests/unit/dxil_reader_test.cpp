#include <gtest/gtest.h>

#include <random>

#include "core/dxil/bitstream.h"
#include "dxil_test_util.h"

using namespace weft;
using namespace weft::dxil;
using namespace weft::dxil::test;

namespace {

constexpr uint32_t program_tags[] = {container::tag("DXIL"), container::tag("ILDB"), container::tag("STAT")};

TEST(DxilReader, EveryShaderReads) {
    unsigned count = 0;
    for (const auto &path : shader_files()) {
        SCOPED_TRACE(path.string());
        const Bytes file = read_file(path);
        for (uint32_t tag : program_tags) {
            Loaded loaded(file, tag);
            if (!loaded.parts.find(tag)) continue;
            ASSERT_EQ(loaded.result, Result::ok) << loaded.diag.text();
            EXPECT_EQ(loaded.header.major, 6);
            EXPECT_EQ(loaded.header.dxil_version, 0x100u + loaded.header.minor);
            EXPECT_EQ(loaded.module->triple, "dxil-ms-dx");
            ++count;
        }
    }
    EXPECT_GE(count, 19u);
}

// What LLVM's disassembler says about a module: instructions a function, structures with names, metadata
// nodes.
struct Counts {
    std::vector<std::pair<std::string, unsigned>> functions;
    unsigned declarations = 0, variables = 0, structures = 0, named = 0;
};

std::string function_name(const std::string &line) {
    const size_t at = line.find('@');
    if (at == std::string::npos) return {};
    if (line[at + 1] == '"') return line.substr(at + 2, line.find('"', at + 2) - at - 2);
    return line.substr(at + 1, line.find('(', at) - at - 1);
}

Counts count(const std::string &listing) {
    Counts c;
    bool inside = false;
    for (const std::string &line : lines(listing)) {
        if (line.starts_with("define ")) {
            inside = true;
            c.functions.push_back({function_name(line), 0});
        } else if (line == "}") {
            inside = false;
        } else if (inside) {
            if (line.starts_with("  ") && line[2] != ' ' && line[2] != ']' && line[2] != ';')
                ++c.functions.back().second;
        } else if (line.starts_with("declare ")) {
            c.declarations += function_name(line).find("llvm.dbg.") != 0;
        } else if (line.starts_with("@")) {
            ++c.variables;
        } else if (line.starts_with("%")) {
            ++c.structures;
        } else if (line.starts_with("!") && !std::isdigit(static_cast<unsigned char>(line[1]))) {
            ++c.named;
        }
    }
    return c;
}

// A name as LLVM's listings spell it between quotation marks.
std::string escaped(std::string_view name) {
    std::string s;
    for (char c : name) {
        char code[8];
        std::snprintf(code, sizeof(code), "\\%02X", static_cast<unsigned char>(c));
        if (c == '\\' || c == '"' || c < 32 || c > 126)
            s += code;
        else
            s += c;
    }
    return s;
}

TEST(DxilReader, CountsWhatLlvmCounts) {
    if (!has_llvm_dis()) GTEST_SKIP() << "llvm-dis-14 is not installed (Debian's package llvm-14)";
    for (const auto &path : shader_files()) {
        SCOPED_TRACE(path.string());
        const Bytes file = read_file(path);
        Loaded loaded(file);
        ASSERT_EQ(loaded.result, Result::ok) << loaded.diag.text();
        const Module &m = *loaded.module;
        const std::string listing = llvm_dis(loaded.header.bitcode);
        ASSERT_FALSE(listing.empty());
        const Counts expected = count(listing);
        Counts got;
        for (const Function &f : m.functions) {
            const std::string_view name = m.name(m.global_values[f.value]);
            if (f.is_declaration)
                got.declarations += name.find("llvm.dbg.") != 0;
            else
                got.functions.push_back({escaped(name), f.instructions.count});
        }
        EXPECT_EQ(got.functions, expected.functions);
        EXPECT_EQ(got.declarations, expected.declarations);
        EXPECT_EQ(m.variables.size(), expected.variables);
        EXPECT_EQ(m.named.size(), expected.named);
        // The listing has the structures that something refers to, which are those of the table.
        got.structures = static_cast<unsigned>(std::ranges::count_if(
            m.types, [](const Type &t) { return t.kind == TypeKind::structure && !t.name.empty(); }));
        EXPECT_EQ(got.structures, expected.structures);
    }
}

TEST(DxilReader, RecordsOfAKnownShader) {
    const Bytes file = sample("vs_io.vs_6_0.dxbc");
    Loaded loaded(file);
    ASSERT_EQ(loaded.result, Result::ok) << loaded.diag.text();
    const Module &m = *loaded.module;
    const auto main = std::ranges::find_if(
        m.functions, [&m](const Function &f) { return m.name(m.global_values[f.value]) == "main"; });
    ASSERT_NE(main, m.functions.end());
    EXPECT_FALSE(main->is_declaration);
    // The switch over `mode`: the block with the default, and 5 sharing the block with 1.
    EXPECT_EQ(main->blocks.count, 4u);
    const Instruction *found = nullptr;
    for (uint32_t i = 0; i < main->instructions.count; ++i) {
        const Instruction &ins = m.instructions[main->instructions.first + i];
        if (ins.opcode == Opcode::switch_) found = &ins;
    }
    ASSERT_TRUE(found);
    ASSERT_EQ(found->count, 2u + 3 * 2);
    const uint32_t *operands = m.operands.data() + found->first;
    std::vector<std::pair<uint64_t, uint32_t>> cases;
    for (unsigned i = 2; i < found->count; i += 2)
        cases.push_back({m.constants[m.value(&*main, operands[i]).index].bits, operands[i + 1]});
    EXPECT_EQ(cases[0].first, 0u);
    EXPECT_EQ(cases[1].first, 1u);
    EXPECT_EQ(cases[2].first, 5u);
    EXPECT_EQ(cases[1].second, cases[2].second);
    EXPECT_NE(cases[0].second, cases[1].second);
}

TEST(DxilReader, DebugLocationsAndLocalNames) {
    const Bytes file = sample("cs_memory.cs_6_5_zi.dxbc");
    Loaded loaded(file, container::tag("ILDB"));
    ASSERT_EQ(loaded.result, Result::ok) << loaded.diag.text();
    const Module &m = *loaded.module;
    std::vector<uint32_t> source_lines;
    for (const DebugLocation &l : m.locations)
        source_lines.push_back(l.line);
    // `tile[flat] = source.Consume();` stands in line 12.
    EXPECT_NE(std::ranges::find(source_lines, 12u), source_lines.end());
    EXPECT_LE(*std::ranges::max_element(source_lines), 31u);
    EXPECT_TRUE(
        std::ranges::any_of(m.metadata, [](const Metadata &n) { return n.kind == MetadataKind::debug; }));
}

TEST(DxilReader, DamagedShadersGiveADiagnostic) {
    std::mt19937 random(7);
    for (const auto &path : shader_files()) {
        if (path.extension() != ".dxbc") continue;
        const Bytes file = read_file(path);
        Loaded whole(file);
        ASSERT_EQ(whole.result, Result::ok);
        for (unsigned round = 0; round < 60; ++round) {
            Bytes code(whole.header.bitcode.begin(), whole.header.bitcode.end());
            if (round % 4 == 0)
                code.resize(random() % code.size());
            else
                for (unsigned n = 1 + random() % 4; n; --n)
                    code[random() % code.size()] ^= static_cast<uint8_t>(1u << random() % 8);
            Arena arena;
            Diagnostics diag;
            const Module *module;
            const Result r = read_module(code, arena, diag, &module);
            EXPECT_EQ(failed(r), !diag.text().empty());
            EXPECT_TRUE(r == Result::ok || r == Result::invalid_shader);
            EXPECT_LT(arena.bytes_reserved(), 200 * code.size() + (4 << 20));
        }
    }
}

Result read_bytes(const Bytes &bytes, std::string *text = nullptr) {
    Arena arena;
    Diagnostics diag;
    const Module *module;
    const Result r = read_module(bytes, arena, diag, &module);
    if (text) *text = diag.text();
    return r;
}

TEST(DxilBitstream, Numbers) {
    BitWriter w;
    const uint64_t values[] = {0, 1, 31, 32, 63, 1023, 1024, UINT32_MAX, uint64_t{1} << 59, UINT64_MAX};
    for (uint64_t v : values)
        w.vbr(v, 6);
    for (uint64_t v : values)
        w.vbr(v, 4).fixed(v, 64).fixed(v & 7, 3);
    for (uint64_t v : values)
        w.vbr(v, 6);
    w.align();
    BitReader r(w.bytes());
    r.seek(32);
    uint64_t list[std::size(values)];
    r.vbr6_list(list, std::size(values));
    for (unsigned i = 0; i < std::size(values); ++i)
        EXPECT_EQ(list[i], values[i]);
    for (uint64_t v : values) {
        EXPECT_EQ(r.vbr(4), v);
        EXPECT_EQ(r.fixed(64), v);
        EXPECT_EQ(r.fixed(3), v & 7);
    }
    r.vbr6_list(list, std::size(values)); // up to the end of the data
    for (unsigned i = 0; i < std::size(values); ++i)
        EXPECT_EQ(list[i], values[i]);
    EXPECT_FALSE(r.failed());
    r.fixed(32);
    EXPECT_TRUE(r.failed());
    EXPECT_EQ(r.fixed(1), 0u);
}

TEST(DxilBitstream, SignedNumbers) {
    EXPECT_EQ(decode_signed(0), 0);
    EXPECT_EQ(decode_signed(6), 3);
    EXPECT_EQ(decode_signed(7), -3);
    EXPECT_EQ(decode_signed(1), INT64_MIN);
}

TEST(DxilBitstream, NumbersOfMoreThan64BitsFail) {
    BitWriter w;
    for (unsigned i = 0; i < 20; ++i)
        w.fixed(0x3f, 6);
    w.fixed(1, 6).align();
    BitReader r(w.bytes());
    r.seek(32);
    r.vbr(6);
    EXPECT_TRUE(r.failed());
    BitReader list(w.bytes());
    list.seek(32);
    uint64_t v;
    list.vbr6_list(&v, 1);
    EXPECT_TRUE(list.failed());
}

TEST(DxilBitstream, AbbreviationsOfEveryEncoding) {
    BitWriter w;
    w.enter(0).record(1, {20}); // block info for block 20
    w.id(2).vbr(3, 5);
    w.fixed(1, 1).vbr(9, 8);             // the code: literal 9
    w.fixed(0, 1).fixed(1, 3).vbr(7, 5); // fixed(7)
    w.fixed(0, 1).fixed(2, 3).vbr(5, 5); // vbr(5)
    w.leave();
    w.enter(20, 4);
    w.id(2).vbr(3, 5).fixed(1, 1).vbr(11, 8).fixed(0, 1).fixed(3, 3).fixed(0, 1).fixed(4,
                                                                                       3); // array of char6
    w.id(2).vbr(2, 5).fixed(0, 1).fixed(1, 3).vbr(4, 5).fixed(0, 1).fixed(5, 3);           // fixed(4), blob
    w.id(2).vbr(2, 5).fixed(1, 1).vbr(12, 8).fixed(0, 1).fixed(1, 3).vbr(0, 5);            // fixed(0)
    w.id(4).fixed(100, 7).vbr(1000, 5);
    w.id(5).vbr(4, 6).fixed(0, 6).fixed(26, 6).fixed(52, 6).fixed(63, 6); // "aA0_"
    w.id(6).fixed(13, 4).vbr(3, 6).align().fixed(0x434241, 24).align();
    w.id(7);
    w.leave();

    Arena arena;
    Bitstream s(w.bytes(), arena);
    uint32_t id;
    ASSERT_TRUE(s.start());
    ASSERT_TRUE(s.next_top_level(&id));
    ASSERT_EQ(id, 0u);
    ASSERT_TRUE(s.read_block_info());
    ASSERT_TRUE(s.next_top_level(&id));
    ASSERT_EQ(id, 20u);
    ASSERT_TRUE(s.enter());
    Record r;
    ASSERT_EQ(s.next(&r, &id), Bitstream::Entry::record);
    EXPECT_EQ(r.code, 9u);
    ASSERT_EQ(r.size(), 2u);
    EXPECT_EQ(r[0], 100u);
    EXPECT_EQ(r[1], 1000u);
    ASSERT_EQ(s.next(&r, &id), Bitstream::Entry::record);
    EXPECT_EQ(r.code, 11u);
    EXPECT_EQ(std::string(r.ops.begin(), r.ops.end()), "aA0_");
    ASSERT_EQ(s.next(&r, &id), Bitstream::Entry::record);
    EXPECT_EQ(r.code, 13u);
    EXPECT_EQ(std::string(r.blob.begin(), r.blob.end()), "ABC");
    ASSERT_EQ(s.next(&r, &id), Bitstream::Entry::record);
    EXPECT_EQ(r.code, 12u);
    ASSERT_EQ(r.size(), 1u);
    EXPECT_EQ(r[0], 0u);
    EXPECT_EQ(s.next(&r, &id), Bitstream::Entry::end);
    EXPECT_EQ(s.error(), nullptr);
    EXPECT_TRUE(s.at_end());
}

struct Refused {
    const char *what;
    const char *message;
    BitWriter stream;
};

// Block, then something wrong in it; the types that later ones build on are void, i32, i1.
BitWriter in_module() {
    BitWriter w;
    w.enter(8).record(1, {1});
    return w;
}
BitWriter with_types(const std::vector<std::pair<uint32_t, std::vector<uint64_t>>> &more = {}) {
    BitWriter w = in_module();
    w.enter(17).record(2, {}).record(7, {32}).record(7, {1}).record(21, {0, 0}).record(8, {3, 0});
    for (const auto &[code, ops] : more)
        w.record(code, ops);
    w.leave();
    return w;
}
// A function without parameters whose body is still open, with `constants` in front of its code.
BitWriter in_function(const std::vector<std::pair<uint32_t, std::vector<uint64_t>>> &constants = {}) {
    BitWriter w = with_types({{8, {1, 0}}, {18, {0, 1, 1}}, {8, {6, 0}}, {11, {1000000, 1}}});
    w.record(8, {4, 0, 0, 0, 0, 0, 0, 0}).enter(12).record(1, {1});
    if (!constants.empty()) {
        w.enter(11);
        for (const auto &[code, ops] : constants)
            w.record(code, ops);
        w.leave();
    }
    return w;
}

TEST(DxilReader, RefusesByName) {
    const auto abbreviation = [](std::initializer_list<std::pair<uint64_t, unsigned>> bits, uint64_t count) {
        BitWriter w = in_module();
        w.id(2).vbr(count, 5);
        for (auto [v, width] : bits)
            w.fixed(v, width);
        return w.leave();
    };
    const std::vector<Refused> all = {
        {"nothing", "no module", BitWriter().enter(13).leave()},
        {"a record outside", "outside all blocks", BitWriter().fixed(3, 2).align()},
        {"a block beyond the end", "longer than what is left",
         BitWriter().fixed(1, 2).vbr(8, 8).vbr(3, 4).align().fixed(1000, 32)},
        {"identifiers of one bit", "impossible width",
         BitWriter().fixed(1, 2).vbr(8, 8).vbr(1, 4).align().fixed(0, 32)},
        {"an abbreviation nobody defined", "nothing defines", in_module().id(4).leave()},
        {"an abbreviation of no operands", "impossible number", abbreviation({}, 0)},
        {"an abbreviation of many operands", "impossible number", abbreviation({}, 1000)},
        {"an encoding of 6", "unknown encoding", abbreviation({{0, 1}, {6, 3}}, 1)},
        {"a VBR of one bit", "impossible width", abbreviation({{0, 1}, {2, 3}, {1, 5}}, 1)},
        {"an array in front", "not at its end", abbreviation({{0, 1}, {3, 3}}, 3)},
        {"an array of nothing", "without bits",
         abbreviation({{1, 1}, {9, 8}, {0, 1}, {3, 3}, {0, 1}, {1, 3}, {0, 5}}, 3)},
        {"an array as the code", "instead of a record code",
         abbreviation({{0, 1}, {3, 3}, {0, 1}, {1, 3}, {7, 5}}, 2)},
        {"old value numbers", "version 0", BitWriter().enter(8).record(1, {0}).leave()},
        {"an alias", "Aliases", in_module().record(9, {0}).leave()},
        {"a global variable without a type", "Type 5 does not exist",
         in_module().record(7, {5, 2, 0, 0, 0}).leave()},
        {"a structure of itself", "comes later", with_types({{18, {0, 5}}}).leave()},
        {"a pointer to a later pointer", "without a name", with_types({{8, {6, 0}}, {8, {5, 0}}}).leave()},
        {"a pointer to nowhere", "does not exist", with_types({{8, {99, 0}}}).leave()},
        {"a pointer into an unknown address space", "address space", with_types({{8, {1, 9}}}).leave()},
        {"an array of void", "cannot be made", with_types({{11, {4, 0}}}).leave()},
        {"an integer of 7 bits", "7 bits", with_types({{7, {7}}}).leave()},
        {"two type tables", "two type tables", with_types().enter(17).leave().leave()},
        {"a body without a function", "more bodies", with_types().enter(12).leave().leave()},
        {"a function without a body", "no body", with_types().record(8, {4, 0, 0, 0, 0}).leave()},
        {"a function of no function type", "none of functions",
         with_types().record(8, {1, 0, 0, 0, 0}).leave()},
        {"an attribute list nobody has", "attribute list 3", with_types().record(8, {4, 0, 0, 0, 3}).leave()},
        {"a body without blocks", "how many blocks",
         with_types().record(8, {4, 0, 0, 0, 0}).enter(12).record(10, {}).leave().leave()},
        {"a block without an end", "0 of the 1 blocks", in_function().leave().leave()},
        {"a block too many", "more than the 1 blocks",
         in_function().record(10, {}).record(10, {}).leave().leave()},
        {"a branch to nowhere", "block 7", in_function().record(11, {7}).leave().leave()},
        {"a value nobody defines", "nothing defines it",
         in_function({{1, {1}}, {4, {4}}}).record(2, {0xffffffff, 1, 1, 0}).record(10, {}).leave().leave()},
        {"a value of another type", "another type",
         in_function({{1, {1}}, {4, {4}}, {1, {2}}, {4, {2}}})
             .record(2, {2, 1, 0})
             .record(10, {})
             .leave()
             .leave()},
        {"a predicate of 99", "unknown predicate",
         in_function({{1, {1}}, {4, {4}}}).record(28, {1, 1, 99}).record(10, {}).leave().leave()},
        {"a load through no pointer", "no pointer",
         in_function({{1, {1}}, {4, {4}}}).record(20, {1, 1, 0, 0}).record(10, {}).leave().leave()},
        {"a call of no function", "no function",
         in_function({{1, {1}}, {4, {4}}}).record(34, {0, 0, 1}).record(10, {}).leave().leave()},
        {"a call with too much", "more than the 0 arguments",
         in_function({{1, {1}}, {4, {4}}})
             .record(34, {0, 1 << 15, 3, 2, 1, 1})
             .record(10, {})
             .leave()
             .leave()},
        {"a result that is not declared", "returns another type",
         in_function({{1, {1}}, {4, {4}}}).record(10, {1}).leave().leave()},
        {"an unknown instruction", "record 31", in_function().record(31, {}).leave().leave()},
        {"a member that is not there", "no member 9",
         in_function({{1, {6}}, {2, {}}}).record(26, {1, 9}).record(10, {}).leave().leave()},
        {"an address of a member that is not there", "does not exist",
         in_function({{1, {7}}, {3, {}}, {1, {1}}, {4, {18}}})
             .record(43, {1, 6, 2, 1, 1})
             .record(10, {})
             .leave()
             .leave()},
        {"a constant of itself", "contains itself",
         in_function({{1, {6}}, {7, {1, 1}}}).record(10, {}).leave().leave()},
        {"a constant with too few members", "does not fit",
         in_function({{1, {6}}, {7, {1}}}).record(10, {}).leave().leave()},
        {"a constant of a huge array", "does not fit",
         in_function({{1, {8}}, {22, {1, 2}}}).record(10, {}).leave().leave()},
        {"a constant without a type", "has no type", in_function({{4, {1}}}).record(10, {}).leave().leave()},
        {"constants behind code", "after code",
         in_function({{1, {1}}, {4, {4}}})
             .record(2, {1, 1, 0})
             .enter(11)
             .leave()
             .record(10, {})
             .leave()
             .leave()},
        {"a node of what is not there", "refers to metadata 8",
         with_types().enter(15).record(3, {9}).leave().leave()},
        {"a named node without a name", "no name", with_types().enter(15).record(10, {0}).leave().leave()},
        {"metadata nobody knows", "record 40", with_types().enter(15).record(40, {0}).leave().leave()},
        {"metadata at an instruction that is not there", "does not exist",
         in_function().record(10, {}).enter(16).record(11, {3, 0, 0}).leave().leave().leave()},
        {"a name for nothing", "names value 77", with_types().enter(14).record(1, {77, 'x'}).leave().leave()},
        {"a location before everything", "before the first instruction",
         in_function().record(33, {}).leave().leave()},
    };
    for (const Refused &r : all) {
        std::string text;
        EXPECT_EQ(read_bytes(r.stream.bytes(), &text), Result::invalid_shader) << r.what;
        EXPECT_NE(text.find(r.message), std::string::npos) << r.what << ": " << text;
    }
    // What the refused ones are variations of.
    std::string text;
    EXPECT_EQ(read_bytes(BitWriter(with_types()).leave().bytes(), &text), Result::ok) << text;
    EXPECT_EQ(
        read_bytes(
            in_function({{1, {1}}, {4, {4}}}).record(2, {1, 1, 0}).record(10, {}).leave().leave().bytes(),
            &text),
        Result::ok)
        << text;
}

TEST(DxilReader, NestingIsBounded) {
    // Types one inside the other, and constants alike.
    std::vector<std::pair<uint32_t, std::vector<uint64_t>>> nested;
    for (uint64_t i = 0; i < 200; ++i)
        nested.push_back({11, {1, i ? 4 + i : 1}});
    std::string text;
    EXPECT_EQ(read_bytes(with_types(nested).leave().bytes(), &text), Result::invalid_shader);
    EXPECT_NE(text.find("deeper"), std::string::npos) << text;

    BitWriter w;
    for (unsigned i = 0; i < 40; ++i)
        w.enter(i ? 12 : 8);
    for (unsigned i = 0; i < 40; ++i)
        w.leave();
    EXPECT_EQ(read_bytes(w.bytes()), Result::invalid_shader);
}

// Two constants of two members each, thirty times over, are a thousand million to whoever writes them out.
TEST(DxilReader, SharedConstantsAreCountedNotCopied) {
    std::vector<std::pair<uint32_t, std::vector<uint64_t>>> types, constants;
    constants.push_back({1, {1}});
    constants.push_back({4, {2}});
    for (uint64_t i = 0; i < 30; ++i) {
        types.push_back({11, {2, i ? 4 + i : 1}});
        constants.push_back({1, {5 + i}});
        constants.push_back({7, {1 + i, 1 + i}});
    }
    BitWriter w = with_types(types);
    w.record(8, {4, 0, 0, 0, 0}).enter(12).record(1, {1}).enter(11);
    for (const auto &[code, ops] : constants)
        w.record(code, ops);
    w.leave().record(10, {}).leave().leave();
    Arena arena;
    Diagnostics diag;
    const Module *m;
    ASSERT_EQ(read_module(w.bytes(), arena, diag, &m), Result::ok) << diag.text();
    EXPECT_EQ(m->constants.back().size, 1u << 30);
    EXPECT_EQ(m->constants[3].size, 15u); // eight ones, and seven that hold two
}

TEST(DxilReader, ProgramHeaders) {
    const Bytes file = sample("ps_min.ps_6_0.dxbc");
    Arena arena;
    Diagnostics diag;
    container::Container c;
    ASSERT_EQ(container::parse(file, false, arena, diag, &c), Result::ok);
    const Bytes good(c.find(container::tag("DXIL"))->data.begin(),
                     c.find(container::tag("DXIL"))->data.end());
    ProgramHeader h;
    ASSERT_EQ(read_header(good, diag, &h), Result::ok);
    EXPECT_EQ(h.kind, 0u);
    EXPECT_EQ(h.major, 6);
    EXPECT_EQ(h.minor, 0);
    const auto broken = [&](size_t offset, uint32_t value) {
        Bytes b = good;
        std::memcpy(b.data() + offset, &value, 4);
        Diagnostics d;
        EXPECT_EQ(read_header(b, d, &h), Result::invalid_shader) << offset;
        return d.text();
    };
    EXPECT_NE(broken(4, 0x10000000).find("E8001"), std::string::npos);
    EXPECT_NE(broken(8, 1).find("magic"), std::string::npos);
    EXPECT_NE(broken(16, 4).find("E8002"), std::string::npos);
    EXPECT_NE(broken(16, 0xfffffff0).find("E8002"), std::string::npos);
    EXPECT_NE(broken(20, 0xfffffff0).find("E8003"), std::string::npos);
    EXPECT_EQ(read_header(std::span(good).first(23), diag, &h), Result::invalid_shader);
}

} // namespace
