// The part RTS0: what Microsoft's compilers write comes back byte for byte, and what is wrong is refused.
#include "core/container/root_signature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>

#include "container_test_util.h"
#include "core/support/bytes.h"

namespace weft::container {
namespace {

using namespace test;

const std::filesystem::path folder = WEFT_TEST_DATA "/data/root_signature";

Bytes file(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Every root signature below `root` is read and written; returns their number.
unsigned round_trip(const std::filesystem::path &root) {
    unsigned count = 0;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(root)) {
        if (!entry.is_regular_file()) continue;
        const Bytes bytes = file(entry.path());
        if (!is_container(bytes)) continue;
        Arena arena;
        Diagnostics diag;
        Container container;
        if (failed(parse(bytes, true, arena, diag, &container))) continue;
        const Part *part = container.find(tag("RTS0"));
        if (!part) continue;
        ++count;
        RootSignature s;
        EXPECT_EQ(read_root_signature(part->data, arena, diag, &s), Result::ok)
            << entry.path() << diag.text();
        EXPECT_TRUE(diag.text().empty()) << entry.path() << diag.text();
        EXPECT_EQ(copy(write_root_signature(s, arena)), copy(part->data)) << entry.path();
    }
    return count;
}

TEST(RootSignature, WhatMicrosoftsCompilersWriteComesBackByteForByte) {
    EXPECT_EQ(round_trip(folder), 53u);
}

TEST(RootSignature, CorpusComesBackByteForByte) {
    const char *corpus = std::getenv("WEFT_CORPUS");
    if (!corpus) GTEST_SKIP() << "WEFT_CORPUS names no folder of compiled shaders";
    std::printf("%u root signatures\n", round_trip(corpus));
}

RootSignature read_file(const char *name, Arena &arena) {
    const Bytes bytes = file(folder / name);
    const std::span<uint8_t> kept{arena.array<uint8_t>(bytes.size()), bytes.size()};
    std::copy(bytes.begin(), bytes.end(), kept.begin());
    Diagnostics diag;
    RootSignature s;
    EXPECT_EQ(find_root_signature(kept, arena, diag, &s), Result::ok) << name << diag.text();
    return s;
}

// Against the text in signatures.hlsl.
TEST(RootSignature, FieldsArriveWhereTheyBelong) {
    Arena arena;
    for (const char *name : {"mixed.fxc_1_0.dxbc", "mixed.fxc_1_1.dxbc", "mixed.dxc_1_1.dxbc"}) {
        const RootSignature s = read_file(name, arena);
        EXPECT_EQ(s.flags, 1u);
        ASSERT_EQ(s.parameters.size(), 6u);
        EXPECT_EQ(s.parameters[0].type, RootParameterType::cbv);
        ASSERT_EQ(s.parameters[1].ranges.size(), 3u);
        const DescriptorRange &uavs = s.parameters[1].ranges[1];
        EXPECT_EQ(uavs.type, RangeType::uav);
        EXPECT_EQ(uavs.count, 2u);
        EXPECT_EQ(uavs.offset, append_range);
        EXPECT_EQ(s.parameters[2].type, RootParameterType::constants);
        EXPECT_EQ(s.parameters[2].value_count, 1u);
        EXPECT_EQ(s.parameters[2].shader_register, 9u);
        EXPECT_EQ(s.parameters[3].ranges[0].count, unbounded);
        EXPECT_EQ(s.parameters[4].shader_register, 100u);
        ASSERT_EQ(s.samplers.size(), 1u);
        EXPECT_EQ(s.samplers[0].shader_register, 3u);
        EXPECT_EQ(s.samplers[0].space, 1u);
        EXPECT_EQ(s.samplers[0].filter, 0x55u); // the language's default
    }
    const RootSignature samplers = read_file("samplers.fxc_1_0.dxbc", arena);
    ASSERT_EQ(samplers.samplers.size(), 3u);
    EXPECT_EQ(samplers.samplers[1].comparison, 5u);
    EXPECT_EQ(samplers.samplers[1].address[0], 4u);
    EXPECT_EQ(samplers.samplers[1].address[1], 2u);
    EXPECT_EQ(samplers.samplers[1].address[2], 5u);
    EXPECT_EQ(samplers.samplers[1].border_colour, 1u);
    EXPECT_EQ(samplers.samplers[2].mip_lod_bias, -2.5f);
    EXPECT_EQ(samplers.samplers[2].min_lod, 1.0f);
    EXPECT_EQ(samplers.samplers[2].max_lod, 7.25f);
    EXPECT_EQ(samplers.samplers[2].max_anisotropy, 8u);
    EXPECT_EQ(samplers.samplers[2].visibility, Visibility::pixel);
    const RootSignature flags = read_file("range_flags.dxc_1_1.dxbc", arena);
    const uint32_t expected[] = {data_static, data_volatile | descriptors_volatile,
                                 data_static_while_set_at_execute, 0,
                                 descriptors_static_keeping_bounds_checks};
    for (unsigned i = 0; i < std::size(expected); ++i)
        EXPECT_EQ(flags.parameters[0].ranges[i].flags, expected[i]) << i;
    EXPECT_EQ(read_file("local.dxc_1_1.dxbc", arena).parameters[0].value_count, 100u);
    EXPECT_EQ(read_file("within.ps_5_1.dxbc", arena).parameters.size(), 2u);
    EXPECT_EQ(read_file("within.ps_6_0.dxbc", arena).parameters.size(), 2u);
}

Result convert(const RootSignature &from, RootVersion version, Arena &arena, RootSignature *to) {
    Diagnostics diag;
    const Result r = convert_root_signature(from, version, arena, diag, to);
    EXPECT_EQ(failed(r), !diag.text().empty());
    return r;
}

// fxc compiles one source to both versions; its defaults for 1.1 are no flags at all.
TEST(RootSignature, ConvertsInAllDirections) {
    Arena arena;
    const RootVersion versions[] = {RootVersion::v1_0, RootVersion::v1_1, RootVersion::v1_2};
    for (const char *name : {"mixed.fxc_1_0.dxbc", "descriptors.fxc_1_0.dxbc", "tables.dxc_1_0.dxbc",
                             "samplers.fxc_1_0.dxbc", "mixed.fxc_1_1.dxbc", "range_flags.dxc_1_1.dxbc"}) {
        const RootSignature original = read_file(name, arena);
        for (RootVersion version : versions) {
            if (version == original.version) continue;
            RootSignature there, back;
            ASSERT_EQ(convert(original, version, arena, &there), Result::ok) << name;
            EXPECT_EQ(there.version, version);
            Diagnostics diag;
            EXPECT_EQ(check_root_signature(there, arena, diag), Result::ok) << name << diag.text();
            ASSERT_EQ(convert(there, original.version, arena, &back), Result::ok) << name;
            // Only the way through 1.0 loses anything, and 1.0 has no flags to lose.
            if (version != RootVersion::v1_0) {
                EXPECT_EQ(copy(write_root_signature(back, arena)),
                          copy(write_root_signature(original, arena)))
                    << name;
            }
        }
    }
    RootSignature up;
    ASSERT_EQ(convert(read_file("tables.fxc_1_0.dxbc", arena), RootVersion::v1_1, arena, &up), Result::ok);
    EXPECT_EQ(up.parameters[0].ranges[0].flags, descriptors_volatile | data_volatile);
    EXPECT_EQ(up.parameters[1].ranges[0].flags, static_cast<uint32_t>(descriptors_volatile));
    ASSERT_EQ(convert(read_file("descriptors.fxc_1_0.dxbc", arena), RootVersion::v1_2, arena, &up),
              Result::ok);
    EXPECT_EQ(up.parameters[0].flags, static_cast<uint32_t>(data_volatile));
    RootSignature down;
    ASSERT_EQ(convert(read_file("range_flags.fxc_1_1.dxbc", arena), RootVersion::v1_0, arena, &down),
              Result::ok);
    for (const RootParameter &p : down.parameters)
        for (const DescriptorRange &r : p.ranges)
            EXPECT_EQ(r.flags, 0u);
}

TEST(RootSignature, SamplerFlagsOfVersion12) {
    Arena arena;
    RootSignature s;
    ASSERT_EQ(convert(read_file("samplers.fxc_1_1.dxbc", arena), RootVersion::v1_2, arena, &s), Result::ok);
    std::span<StaticSampler> samplers{arena.array<StaticSampler>(s.samplers.size()), s.samplers.size()};
    std::copy(s.samplers.begin(), s.samplers.end(), samplers.begin());
    s.samplers = samplers;
    samplers[0].flags = 1;
    samplers[0].border_colour = 4;
    const auto part = write_root_signature(s, arena);
    // Each sampler has one word more than in 1.1.
    EXPECT_EQ(part.size(), 24 + 3 * 56u);
    Diagnostics diag;
    RootSignature again;
    ASSERT_EQ(read_root_signature(part, arena, diag, &again), Result::ok) << diag.text();
    EXPECT_EQ(again.samplers[0].flags, 1u);
    EXPECT_EQ(again.samplers[0].border_colour, 4u);
    RootSignature down;
    EXPECT_EQ(convert(again, RootVersion::v1_1, arena, &down), Result::ok);
    samplers[0].flags = 2; // coordinates that are not normalised have no older equivalent
    EXPECT_EQ(convert(s, RootVersion::v1_1, arena, &down), Result::invalid_argument);
}

// Counts what was refused and how.
struct Refusals {
    void expect(std::span<const uint8_t> part, unsigned code, const std::string &what) {
        Arena arena;
        Diagnostics diag;
        RootSignature s;
        EXPECT_EQ(read_root_signature(part, arena, diag, &s), Result::invalid_argument) << what;
        char expected[16];
        std::snprintf(expected, sizeof(expected), "E%04u: ", code);
        EXPECT_NE(diag.text().find(expected), std::string::npos) << what << ": " << diag.text();
        EXPECT_EQ(s.version, RootVersion::none) << what;
        ++count;
    }
    unsigned count = 0;
};

Bytes part_of(const char *name) {
    Arena arena;
    return copy(write_root_signature(read_file(name, arena), arena));
}

TEST(RootSignature, MalformedPartsAreRefusedWithAMessage) {
    Refusals refusals;
    const Bytes mixed = part_of("mixed.dxc_1_1.dxbc"), samplers = part_of("samplers.fxc_1_0.dxbc"),
                tables = part_of("tables.fxc_1_0.dxbc");
    // Every part ends with something that is needed.
    for (const Bytes *part : {&mixed, &samplers})
        for (size_t size = 0; size < part->size(); size += 4)
            refusals.expect(std::span(*part).first(size), 3090, "cut at " + std::to_string(size));
    const auto patch = [&](Bytes part, size_t at, uint32_t value, unsigned code) {
        put(part, at, value);
        refusals.expect(part, code, "word at " + std::to_string(at) + " is " + std::to_string(value));
    };
    for (const Bytes *part : {&mixed, &samplers, &tables}) {
        const auto size = static_cast<uint32_t>(part->size());
        for (uint32_t version : {0u, 4u, 5u, 0x100u, ~0u})
            patch(*part, 0, version, 3001);
        for (uint32_t count : {~0u, 0x80000000u, 0x15555556u, size})
            patch(*part, part == &samplers ? 12 : 4, count, 3090);
        for (uint32_t offset : {size - 4, size, size + 4, 25u, 26u, 0xfffffffcu, ~0u})
            patch(*part, part == &samplers ? 16 : 8, offset, 3090);
    }
    // Payloads of parameters, and the ranges of tables.
    for (unsigned i = 0; i < 6; ++i)
        for (uint32_t offset : {static_cast<uint32_t>(mixed.size()), 0xfffffff0u, 1u, 30u})
            patch(mixed, 24 + 12 * i + 8, offset, 3090);
    for (unsigned i = 0; i < 3; ++i) {
        const size_t table = load_u32(tables.data() + 24 + 12 * i + 8);
        for (uint32_t count : {~0u, 0x0ccccccdu, 100u})
            patch(tables, table, count, 3090);
        for (uint32_t offset : {2u, 0xfffffff0u, static_cast<uint32_t>(tables.size()) - 8})
            patch(tables, table + 4, offset, 3090);
    }
    // Tables that share their ranges could ask for any amount of memory.
    Bytes shared = part_of("many_ranges.fxc_1_0.dxbc");
    const size_t ranges = shared.size();
    put(shared, 4, 40);
    put(shared, 8, static_cast<uint32_t>(ranges));
    for (unsigned i = 0; i < 40; ++i) {
        shared.resize(shared.size() + 12);
        put(shared, ranges + 12 * i + 8, 36);
    }
    refusals.expect(shared, 3090, "shared ranges");
    EXPECT_GE(refusals.count, 200u);
}

// One change each to a signature that is right otherwise.
struct Rules : testing::Test {
    Rules() {
        ranges[0] = {RangeType::srv, 4, 0, 0, 0, append_range};
        ranges[1] = {RangeType::uav, 2, 0, 0, 0, append_range};
        ranges[2] = {RangeType::cbv, 1, 8, 0, 0, append_range};
        more_ranges[0] = {RangeType::sampler, 2, 0, 0, 0, append_range};
        more_ranges[1] = {RangeType::sampler, 2, 4, 0, 0, append_range};
        parameters[0] = {RootParameterType::table, Visibility::all, ranges, 0, 0, 0, 0};
        parameters[1] = {RootParameterType::table, Visibility::pixel, more_ranges, 0, 0, 0, 0};
        parameters[2] = {RootParameterType::constants, Visibility::all, {}, 0, 0, 4, 0};
        parameters[3] = {RootParameterType::cbv, Visibility::vertex, {}, 1, 0, 0, 0};
        parameters[4] = {RootParameterType::srv, Visibility::all, {}, 9, 0, 0, 0};
        parameters[5] = {RootParameterType::uav, Visibility::all, {}, 9, 0, 0, 0};
        for (unsigned i = 0; i < 2; ++i)
            samplers[i] = {0x15, {1, 1, 1}, 0, 0, 1, 0, 0, 1000, 10 + i, 0, Visibility::all, 0};
    }
    RootSignature signature() const { return {version, flags, parameters, samplers}; }
    void refused(unsigned code, const char *what) {
        const RootSignature s = signature();
        Arena arena;
        Diagnostics diag;
        EXPECT_EQ(check_root_signature(s, arena, diag), Result::invalid_argument) << what;
        char expected[16];
        std::snprintf(expected, sizeof(expected), "E%04u: ", code);
        EXPECT_NE(diag.text().find(expected), std::string::npos) << what << ": " << diag.text();
        // Reading finds it as well.
        if (known(s.version) && code != 3002 && code != 3003)
            Refusals().expect(write_root_signature(s, arena), code, what);
        else if (known(s.version)) {
            RootSignature out;
            EXPECT_EQ(read_root_signature(write_root_signature(s, arena), arena, diag, &out),
                      Result::invalid_argument);
        }
    }
    void taken(const char *what) {
        Arena arena;
        Diagnostics diag;
        EXPECT_EQ(check_root_signature(signature(), arena, diag), Result::ok) << what << diag.text();
    }

    RootVersion version = RootVersion::v1_1;
    uint32_t flags = 0;
    DescriptorRange ranges[3], more_ranges[2];
    RootParameter parameters[6];
    StaticSampler samplers[2];
};

struct Case {
    const char *what;
    unsigned code; // 0: taken
    std::function<void(Rules &)> change;
};

TEST(RootSignature, RulesOfDirect3D12) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const Case cases[] = {
        {"as it is", 0, [](Rules &) {}},
        {"version 0", 3001, [](Rules &r) { r.version = RootVersion::none; }},
        {"version 4", 3001, [](Rules &r) { r.version = static_cast<RootVersion>(4); }},
        {"parameter type 5", 3002, [](Rules &r) { r.parameters[3].type = static_cast<RootParameterType>(5); }},
        {"parameter type ~0",
         3002,
         [](Rules &r) { r.parameters[2].type = static_cast<RootParameterType>(~0u); }},
        {"visibility 8", 3002, [](Rules &r) { r.parameters[4].visibility = static_cast<Visibility>(8); }},
        {"visibility of a table", 3002, [](Rules &r) { r.parameters[0].visibility = static_cast<Visibility>(99); }},
        {"mesh visibility", 0, [](Rules &r) { r.parameters[4].visibility = Visibility::mesh; }},
        {"range type 4", 3003, [](Rules &r) { r.ranges[1].type = static_cast<RangeType>(4); }},
        {"range type ~0", 3003, [](Rules &r) { r.more_ranges[0].type = static_cast<RangeType>(~0u); }},
        {"sampler behind SRVs", 3004, [](Rules &r) { r.ranges[1].type = RangeType::sampler; }},
        {"SRV behind samplers", 3004, [](Rules &r) { r.more_ranges[1].type = RangeType::srv; }},
        {"range of none", 3091, [](Rules &r) { r.ranges[0].count = 0; }},
        {"appended to a range without end", 3091, [](Rules &r) { r.ranges[0].count = unbounded; }},
        {"range without end at the end", 0, [](Rules &r) { r.ranges[2].count = unbounded; }},
        {"placed behind a range without end", 0,
         [](Rules &r) {
             r.ranges[0].count = unbounded;
             r.parameters[4].shader_register = 0;
             r.parameters[4].space = 1;
             r.ranges[1].offset = 4;
             r.ranges[2].offset = 9;
         }},
        {"offset beyond the last descriptor", 3091, [](Rules &r) { r.ranges[1].offset = 0xfffffffe; r.ranges[1].count = 3; }},
        {"up to the last descriptor", 0, [](Rules &r) { r.ranges[2].offset = 0xfffffffe; r.ranges[2].count = 2; }},
        {"appended behind the last descriptor", 3091, [](Rules &r) { r.ranges[1].offset = 0xfffffffe; }},
        {"registers beyond the last", 3091, [](Rules &r) { r.ranges[0].base_register = 0xfffffffd; }},
        {"up to the last register", 0, [](Rules &r) { r.ranges[0].base_register = 0xfffffffc; }},
        {"reserved space of a range", 3091, [](Rules &r) { r.ranges[0].space = 0xfffffff0; }},
        {"space before the reserved ones", 0, [](Rules &r) { r.ranges[0].space = 0xffffffef; }},
        {"reserved space of constants", 3091, [](Rules &r) { r.parameters[2].space = 0xffffffff; }},
        {"reserved space of a descriptor", 3091, [](Rules &r) { r.parameters[3].space = 0xfffffff5; }},
        {"reserved space of a sampler", 3091, [](Rules &r) { r.samplers[0].space = 0xfffffff0; }},
        // 1 + 1 + n + 2 + 2 + 2
        {"64 words", 0, [](Rules &r) { r.parameters[2].value_count = 56; }},
        {"65 words", 3091, [](Rules &r) { r.parameters[2].value_count = 57; }},
        {"more words than a word counts", 3091, [](Rules &r) { r.parameters[2].value_count = ~0u; }},
        {"a local signature is as long as it likes", 0,
         [](Rules &r) { r.flags = 0x80; r.parameters[2].value_count = 1000; }},
        {"ranges of a table overlap", 3092, [](Rules &r) { r.more_ranges[1].base_register = 1; }},
        {"range and root descriptor", 3092, [](Rules &r) { r.parameters[4].shader_register = 3; }},
        {"range and root UAV", 3092, [](Rules &r) { r.parameters[5].shader_register = 1; }},
        {"range and constants", 3092, [](Rules &r) { r.parameters[2].shader_register = 8; }},
        {"constants and CBV of one stage", 3092, [](Rules &r) { r.parameters[3].shader_register = 0; }},
        {"CBV of one stage and range of all", 3092, [](Rules &r) { r.parameters[3].shader_register = 8; }},
        {"same register in another space", 0, [](Rules &r) { r.parameters[4].shader_register = 3; r.parameters[4].space = 1; }},
        {"same register of different stages", 0,
         [](Rules &r) {
             r.parameters[2].visibility = Visibility::pixel;
             r.parameters[3].shader_register = 0;
         }},
        {"same register of the same stage", 3092,
         [](Rules &r) {
             r.parameters[2].visibility = Visibility::vertex;
             r.parameters[3].shader_register = 0;
         }},
        {"static samplers overlap", 3092, [](Rules &r) { r.samplers[1].shader_register = 10; }},
        {"static sampler and range", 3092, [](Rules &r) { r.samplers[1].shader_register = 5; }},
        {"static sampler of another stage than the range's", 0,
         [](Rules &r) { r.samplers[1].shader_register = 5; r.samplers[1].visibility = Visibility::vertex; }},
        {"unknown flags are for the future", 0, [](Rules &r) { r.flags = 0x80000000; r.ranges[0].flags = 0x100; }},
        {"two data flags of a range", 3093, [](Rules &r) { r.ranges[0].flags = data_volatile | data_static; }},
        {"three data flags of a range", 3093, [](Rules &r) { r.ranges[1].flags = 0xe; }},
        {"volatile descriptors of static data", 3093, [](Rules &r) { r.ranges[0].flags = descriptors_volatile | data_static; }},
        {"volatile descriptors, data static at execution", 0,
         [](Rules &r) { r.ranges[0].flags = descriptors_volatile | data_static_while_set_at_execute; }},
        {"volatile and static descriptors", 3093, [](Rules &r) { r.ranges[0].flags = descriptors_volatile | 0x10000; }},
        {"data flags of samplers", 3093, [](Rules &r) { r.more_ranges[0].flags = data_volatile; }},
        {"static data of samplers", 3093, [](Rules &r) { r.more_ranges[0].flags = data_static; }},
        {"volatile samplers", 0, [](Rules &r) { r.more_ranges[0].flags = descriptors_volatile; }},
        {"two data flags of a descriptor", 3093, [](Rules &r) { r.parameters[3].flags = 0xc; }},
        {"filter 2", 3094, [](Rules &r) { r.samplers[0].filter = 2; }},
        {"filter 0x40", 3094, [](Rules &r) { r.samplers[0].filter = 0x40; }},
        {"filter 0x200", 3094, [](Rules &r) { r.samplers[0].filter = 0x215; }},
        {"anisotropic", 0, [](Rules &r) { r.samplers[0].filter = 0x55; }},
        {"anisotropic, nearest mip level", 0, [](Rules &r) { r.samplers[0].filter = 0x54; }},
        {"maximum", 0, [](Rules &r) { r.samplers[0].filter = 0x1d5; }},
        {"address mode 0", 3094, [](Rules &r) { r.samplers[0].address[0] = 0; }},
        {"address mode 6", 3094, [](Rules &r) { r.samplers[0].address[1] = 6; }},
        {"address mode ~0", 3094, [](Rules &r) { r.samplers[1].address[2] = ~0u; }},
        {"bias below -16", 3094, [](Rules &r) { r.samplers[0].mip_lod_bias = -16.5f; }},
        {"bias -16", 0, [](Rules &r) { r.samplers[0].mip_lod_bias = -16.0f; }},
        {"bias above 15.99", 3094, [](Rules &r) { r.samplers[0].mip_lod_bias = 16.0f; }},
        {"bias that is no number", 3094, [](Rules &r) { r.samplers[0].mip_lod_bias = nan; }},
        {"infinite bias", 3094, [=](Rules &r) { r.samplers[0].mip_lod_bias = -infinity; }},
        {"anisotropy 17", 3094, [](Rules &r) { r.samplers[0].max_anisotropy = 17; }},
        {"comparison 0 unused", 0, [](Rules &r) { r.samplers[0].comparison = 0; }},
        {"comparison 0", 3094, [](Rules &r) { r.samplers[0].filter = 0x95; r.samplers[0].comparison = 0; }},
        {"comparison 9", 3094, [](Rules &r) { r.samplers[0].filter = 0x80; r.samplers[0].comparison = 9; }},
        {"border 3", 3094, [](Rules &r) { r.samplers[0].border_colour = 3; }},
        {"border 3 of 1.2", 0, [](Rules &r) { r.version = RootVersion::v1_2; r.samplers[0].border_colour = 3; }},
        {"border 5 of 1.2", 3094, [](Rules &r) { r.version = RootVersion::v1_2; r.samplers[0].border_colour = 5; }},
        {"smallest level that is no number", 3094, [](Rules &r) { r.samplers[0].min_lod = nan; }},
        {"largest level that is no number", 3094, [](Rules &r) { r.samplers[0].max_lod = nan; }},
        {"infinite levels", 0, [=](Rules &r) { r.samplers[0].min_lod = -infinity; r.samplers[0].max_lod = infinity; }},
        {"visibility 8 of a sampler", 3094, [](Rules &r) { r.samplers[0].visibility = static_cast<Visibility>(8); }},
    };
    struct Fixture : Rules {
        void TestBody() override {}
    };
    for (const Case &c : cases) {
        Fixture rules;
        c.change(rules);
        if (c.code)
            rules.refused(c.code, c.what);
        else
            rules.taken(c.what);
    }
}

TEST(RootSignature, MessagesNameBothOwners) {
    struct Fixture : Rules {
        void TestBody() override {}
    } rules;
    rules.parameters[4].shader_register = 3;
    Arena arena;
    Diagnostics diag;
    check_root_signature(rules.signature(), arena, diag);
    EXPECT_NE(diag.text().find("Parameter 0, range 0 and Parameter 4 both have register t3 of space 0."),
              std::string::npos)
        << diag.text();
}

} // namespace
} // namespace weft::container
