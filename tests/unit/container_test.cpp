#include <gtest/gtest.h>

#include "container_test_util.h"
#include "core/support/bytes.h"

namespace weft::container {
namespace {

using namespace test;
using Lines = std::vector<std::string>;

std::string hex(std::span<const uint8_t> bytes) {
    std::string s;
    for (uint8_t b : bytes) {
        s += "0123456789abcdef"[b >> 4];
        s += "0123456789abcdef"[b & 15];
    }
    return s;
}

std::string digest_of(const Bytes &bytes) {
    return hex(std::span(bytes).subspan(4, 16));
}

// One section with tag TEST that holds 0, 1, 2 ...
Bytes counting_container(Arena &arena, size_t size) {
    Bytes data(size);
    for (size_t i = 0; i < size; ++i)
        data[i] = static_cast<uint8_t>(i);
    const Part part{tag("TEST"), data};
    return copy(serialize({&part, 1}, arena));
}

Result parse_quietly(const Bytes &bytes, bool ignore_checksum, Container *out, Arena &arena,
                     std::string *text = nullptr) {
    Diagnostics diag;
    Result r = parse(bytes, ignore_checksum, arena, diag, out);
    EXPECT_EQ(failed(r), diag.has_errors());
    if (text) *text = diag.text();
    return r;
}

TEST(Checksum, KnownVectors) {
    const struct {
        size_t size;
        const char *digest;
    } vectors[] = {
        {35, "ac2cfbee5e2a54ee426ba543a6f62bad"}, {36, "488dda741c32709e6060a7f289dacae8"},
        {44, "e6fbe238a797c3f502eab3befa651568"}, {51, "85dd9d1df45811b8f96061f54c5e9385"},
        {52, "2c7769d43282bb4b7b7eafa76a85cd74"}, {55, "51c100d221d749cbafb1468d6cdbf5c7"},
        {56, "ae7906ea9880e681ff5473217b0004a0"}, {100, "cc9f515b7101c852b987f22760a6bb75"},
    };
    Arena arena;
    for (const auto &v : vectors)
        EXPECT_EQ(digest_of(counting_container(arena, v.size)), v.digest) << v.size;
    EXPECT_EQ(hex(serialize({}, arena).subspan(4, 16)), "fe86074c402fc2e90e0f4fa3bf065bc0");
}

// Microsoft's compiler computed these.
// RFC 1321, appendix A.5, and lengths around the end of a block.
TEST(Checksum, Md5) {
    const struct {
        std::string text;
        const char *digest;
    } vectors[] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"},
        {std::string(56, 'a'), "3b0c8ac703f828b04c6c197006d17218"},
        {std::string(119, 'a'), "8a7bd0732ed6a28ce75f6dabc90e1613"},
    };
    for (const auto &v : vectors) {
        uint32_t digest[4];
        md5({reinterpret_cast<const uint8_t *>(v.text.data()), v.text.size()}, digest);
        EXPECT_EQ(hex({reinterpret_cast<const uint8_t *>(digest), 16}), v.digest) << v.text;
    }
}

TEST(Checksum, Samples) {
    for (const char *name : samples) {
        const Bytes bytes = sample(name);
        ASSERT_GE(bytes.size(), 32u) << name;
        uint32_t digest[4];
        checksum(bytes, digest);
        EXPECT_EQ(std::memcmp(digest, bytes.data() + 4, 16), 0) << name;
    }
}

TEST(Container, SerializesWithGaps) {
    Arena arena;
    const uint8_t data[] = {1, 2, 3, 4, 5};
    const Part parts[] = {{tag("AAAA"), {data, 5}}, {tag("BBBB"), {data, 1}}};
    const Bytes bytes = copy(serialize(parts, arena));
    // 32 + 2 offsets; 8 + 5 + 3 bytes of gap; 8 + 1 and nothing behind the last section.
    ASSERT_EQ(bytes.size(), 40u + 16 + 9);
    EXPECT_EQ(load_u32(bytes.data() + 24), bytes.size());
    EXPECT_EQ(load_u32(bytes.data() + 28), 2u);
    EXPECT_EQ(load_u32(bytes.data() + 32), 40u);
    EXPECT_EQ(load_u32(bytes.data() + 36), 56u);
    EXPECT_EQ(load_u32(bytes.data() + 44), 5u);
    EXPECT_EQ(bytes[53], 0xab);
    EXPECT_EQ(bytes[55], 0xab);

    Container container;
    ASSERT_EQ(parse_quietly(bytes, false, &container, arena), Result::ok);
    ASSERT_EQ(container.parts.size(), 2u);
    EXPECT_EQ(container.parts[0].tag, tag("AAAA"));
    EXPECT_EQ(copy(container.parts[0].data), Bytes({1, 2, 3, 4, 5}));
    EXPECT_EQ(copy(container.parts[1].data), Bytes({1}));
    EXPECT_EQ(container.find(tag("BBBB")), &container.parts[1]);
    EXPECT_EQ(container.find(tag("CCCC")), nullptr);
}

TEST(Container, SampleRoundTrip) {
    Arena arena;
    for (const char *name : samples) {
        const Bytes bytes = sample(name);
        Container container;
        ASSERT_EQ(parse_quietly(bytes, false, &container, arena), Result::ok) << name;
        EXPECT_EQ(copy(serialize(container.parts, arena)), bytes) << name;
    }
}

TEST(Container, OrderOfChecks) {
    Arena arena;
    Container container;
    std::string text;
    Bytes bytes = counting_container(arena, 8);
    const auto expect = [&](const char *code, bool ignore_checksum = false) {
        EXPECT_EQ(parse_quietly(bytes, ignore_checksum, &container, arena, &text), Result::invalid_argument);
        EXPECT_EQ(text.find(std::string("<anonymous>: ") + code), 0u) << text;
    };
    // From the last check to the first, so that each fault hides those behind it.
    put(bytes, 40, 9); // section size, one more than there is
    sign(bytes);
    expect("E0006");
    EXPECT_NE(text.find("size of 0x9 bytes"), std::string::npos) << text;
    put(bytes, 32, 37); // section offset: 7 bytes before the end of 44 + 8
    put(bytes, 32, static_cast<uint32_t>(bytes.size() - 7));
    sign(bytes);
    expect("E0005");
    put(bytes, 20, 2);
    sign(bytes);
    expect("E0004");
    bytes.back() ^= 1;
    expect("E0003");
    expect("E0004", true);
    bytes[0] = 'd';
    expect("E0002");
    bytes.resize(31);
    expect("E0001");
}

TEST(Container, SectionTableMustFit) {
    Arena arena;
    Container container;
    std::string text;
    for (uint32_t count : {3u, 0x40000000u, 0xffffffffu}) {
        Bytes bytes = counting_container(arena, 0); // 44 bytes: room for 3 offsets
        put(bytes, 28, count + (count == 3));
        sign(bytes);
        EXPECT_EQ(parse_quietly(bytes, false, &container, arena, &text), Result::invalid_argument);
        EXPECT_NE(text.find("E0005"), std::string::npos);
    }
    EXPECT_LT(arena.bytes_reserved(), 2u << 20);
}

TEST(Container, TrailingBytesAreIgnored) {
    Arena arena;
    Container container;
    Bytes bytes = counting_container(arena, 8);
    bytes.resize(bytes.size() + 5, 0x55);
    EXPECT_EQ(parse_quietly(bytes, false, &container, arena), Result::ok);
}

TEST(Container, SectionsMayOverlapAndBeUnaligned) {
    Arena arena;
    const uint8_t data[12] = {0, 'X', 'Y', 'Z', 'W', 3, 0, 0, 0, 7, 8, 9};
    const Part parts[] = {{tag("AAAA"), data}, {tag("BBBB"), {}}};
    Bytes bytes = copy(serialize(parts, arena));
    put(bytes, 36, 40 + 8 + 1); // the second one inside the first
    sign(bytes);
    Container container;
    ASSERT_EQ(parse_quietly(bytes, false, &container, arena), Result::ok);
    EXPECT_EQ(container.parts[1].tag, tag("XYZW"));
    EXPECT_EQ(copy(container.parts[1].data), Bytes({7, 8, 9}));
}

// The tables that Microsoft's compiler printed for the samples; component type 1 is uint, 2 int, 3 float.
TEST(Signatures, VertexShader) {
    Arena arena;
    Diagnostics diag;
    ShaderParts shader;
    const Bytes bytes = sample("vs.dxbc");
    ASSERT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(shader.code_tag, tag("SHDR"));
    EXPECT_EQ(lines(shader.inputs), Lines({"POSITION 0 xyzw 0 0 3 xyzw", "TEXCOORD 3 xy 1 0 3 x",
                                           "TEXCOORD 4 xy 2 0 3 y", "SV_VertexID 0 x 3 6 1 x"}));
    EXPECT_EQ(lines(shader.outputs),
              Lines({"SV_Position 0 xyzw 0 1 3 xyzw", "TEXCOORD 0 xy 1 0 3 xy", "ID 7 x 2 0 1 x"}));
    EXPECT_TRUE(shader.patch_constants.empty());
    EXPECT_EQ(shader.inputs[2].scan_index, 2u);
}

TEST(Signatures, PixelShader) {
    Arena arena;
    Diagnostics diag;
    ShaderParts shader;
    const Bytes bytes = sample("ps.dxbc");
    ASSERT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(shader.code_tag, tag("SHEX"));
    EXPECT_EQ(lines(shader.inputs),
              Lines({"SV_Position 0 xyzw 0 1 3 z", "Texcoord 0 xyz 1 0 3 xz", "SV_IsFrontFace 0 x 2 9 1 x"}));
    // System values 0x40, 0x42 and 0x44 follow from the names.
    EXPECT_EQ(lines(shader.outputs), Lines({"SV_Target 1 xyzw 1 64 3 xyzw", "SV_Coverage 0 x none 66 1 x",
                                            "SV_DepthLessEqual 0 x none 68 3 x"}));
}

TEST(Signatures, MinimumPrecision) {
    Arena arena;
    Diagnostics diag;
    ShaderParts shader;
    const Bytes bytes = sample("ps_min.dxbc");
    ASSERT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(lines(shader.inputs), Lines({"TEXCOORD 0 xy 0 0 3 xy p1", "INDEX 0 x 1 0 2 x p4"}));
    EXPECT_EQ(lines(shader.outputs), Lines({"SV_Target 0 xyzw 0 64 3 xyzw p1"}));
    EXPECT_EQ(shader.feature_flags & 0x10, 0x10u);
}

TEST(Signatures, GeometryStreams) {
    Arena arena;
    Diagnostics diag;
    ShaderParts shader;
    const Bytes bytes = sample("gs.dxbc");
    ASSERT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(lines(shader.outputs),
              Lines({"SV_Position 0 xyzw 0 1 3 xyzw", "COLOR 0 xyz 1 0 3 xyz", "VALUE 0 xy 0 0 3 xy s1"}));
}

TEST(Signatures, PatchConstants) {
    Arena arena;
    Diagnostics diag;
    ShaderParts shader;
    const Bytes hull = sample("hs.dxbc"), domain = sample("ds.dxbc");
    ASSERT_EQ(read_shader(hull, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(lines(shader.patch_constants),
              Lines({"SV_TessFactor 0 x 0 13 3 x", "EXTRA 0 yz 0 0 3 yz", "SV_TessFactor 1 x 1 13 3 x",
                     "SV_TessFactor 2 x 2 13 3 x", "SV_InsideTessFactor 0 x 3 14 3 x"}));
    // A domain shader stores what it reads: nothing of the factors, one component of EXTRA.
    ASSERT_EQ(read_shader(domain, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(lines(shader.patch_constants),
              Lines({"SV_TessFactor 0 x 0 13 3 -", "EXTRA 0 yz 0 0 3 z", "SV_TessFactor 1 x 1 13 3 -",
                     "SV_TessFactor 2 x 2 13 3 -", "SV_InsideTessFactor 0 x 3 14 3 -"}));
}

TEST(Signatures, ComputeShaderHasNone) {
    Arena arena;
    Diagnostics diag;
    ShaderParts shader;
    const Bytes bytes = sample("cs.dxbc");
    ASSERT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::ok);
    EXPECT_TRUE(shader.inputs.empty());
    EXPECT_TRUE(shader.outputs.empty());
}

// Written and read again, every layout yields what went in, as far as it has room for it.
TEST(Signatures, WriteThenRead) {
    Arena arena;
    signature::Element e[4];
    e[0].name = "TEXCOORD";
    e[0].semantic_index = 2;
    e[0].mask = 0x7;
    e[0].used_mask = 0x5;
    e[0].register_index = 3;
    e[0].rows = 2;
    e[1].name = "SV_Depth";
    e[1].system_value = signature::SystemValue::depth;
    e[1].mask = e[1].used_mask = 1;
    e[2].name = "TEXCOORD";
    e[2].mask = 8;
    e[2].register_index = 3;
    e[2].stream = 2;
    e[2].component_type = signature::ComponentType::int_;
    e[2].min_precision = signature::MinPrecision::int_16;
    e[3].name = "SV_Position";
    e[3].system_value = signature::SystemValue::position;
    e[3].mask = e[3].used_mask = 0xf;
    e[3].register_index = 0;
    const struct {
        uint32_t part;
        bool invert;
        size_t element_size;
        Lines expected;
    } cases[] = {
        {tag("ISGN"),
         false,
         24,
         {"TEXCOORD 2 xyz 3 0 3 xz", "TEXCOORD 3 xyz 4 0 3 xz", "SV_Depth 0 x none 65 3 x",
          "TEXCOORD 0 w 3 0 2 -", "SV_Position 0 xyzw 0 1 3 xyzw"}},
        {tag("OSG5"),
         true,
         28,
         {"TEXCOORD 2 xyz 3 0 3 xz", "TEXCOORD 3 xyz 4 0 3 xz", "SV_Depth 0 x none 65 3 x",
          "TEXCOORD 0 w 3 0 2 - s2", "SV_Position 0 xyzw 0 1 3 xyzw"}},
        {tag("OSG1"),
         true,
         32,
         {"TEXCOORD 2 xyz 3 0 3 xz", "TEXCOORD 3 xyz 4 0 3 xz", "SV_Depth 0 x none 65 3 x",
          "TEXCOORD 0 w 3 0 2 - s2 p4", "SV_Position 0 xyzw 0 1 3 xyzw"}},
    };
    for (const auto &c : cases) {
        const auto payload = write_signature(c.part, e, c.invert, arena);
        EXPECT_EQ(payload.size() % 4, 0u);
        // Three names, the repeated one once.
        EXPECT_EQ(payload.size(), 8 + 5 * c.element_size + ((9 + 9 + 12 + 3) & ~3u));
        Diagnostics diag;
        signature::Signature out;
        ASSERT_EQ(read_signature({c.part, payload}, c.invert, arena, diag, &out), Result::ok) << diag.text();
        EXPECT_EQ(lines(out), c.expected);
    }
    // In OSGN a depth output has no system value, as Microsoft's compiler writes it.
    const auto payload = write_signature(tag("OSGN"), {e + 1, 1}, true, arena);
    EXPECT_EQ(load_u32(payload.data() + 8 + 8), 0u);
    EXPECT_EQ(payload[8 + 21], 0xe);
}

class HostileSignature : public testing::Test {
  protected:
    // ISGN with one float4 element in register 0 called "A".
    HostileSignature() {
        for (uint32_t word : {1u, 8u, 32u, 0u, 0u, 3u, 0u, 0x0f0fu, 0x41u})
            for (unsigned i = 0; i < 4; ++i)
                bytes_.push_back(static_cast<uint8_t>(word >> 8 * i));
    }
    void expect(const char *code, const char *part = "ISGN") {
        Arena arena;
        Diagnostics diag;
        signature::Signature out;
        const char text[5] = {part[0], part[1], part[2], part[3], 0};
        EXPECT_EQ(read_signature({tag(text), bytes_}, false, arena, diag, &out), Result::invalid_argument);
        EXPECT_NE(diag.text().find(code), std::string::npos) << diag.text();
        EXPECT_LT(arena.bytes_reserved(), 2u << 20);
    }
    Bytes bytes_;
};

TEST_F(HostileSignature, TheIntactOneIsRead) {
    Arena arena;
    Diagnostics diag;
    signature::Signature out;
    ASSERT_EQ(read_signature({tag("ISGN"), bytes_}, false, arena, diag, &out), Result::ok);
    EXPECT_EQ(lines(out), Lines({"A 0 xyzw 0 0 3 xyzw"}));
}
TEST_F(HostileSignature, TooShortForAHeader) {
    bytes_.resize(7);
    expect("E0008");
}
TEST_F(HostileSignature, MisplacedElements) {
    for (uint32_t offset : {0u, 4u, 9u, 10u, 40u, 0xfffffffcu}) {
        put(bytes_, 4, offset);
        expect("E0008");
    }
}
TEST_F(HostileSignature, HugeCount) {
    for (uint32_t count : {2u, 0x0aaaaaabu, 0xffffffffu}) {
        put(bytes_, 0, count);
        expect("E0008");
    }
}
// Room for an element of 24 bytes is not room for one of 28 or 32.
TEST_F(HostileSignature, LongerElements) {
    bytes_.resize(32);
    expect("E0008", "OSG5");
    bytes_.resize(36);
    expect("E0008", "ISG1");
    expect("E0008", "OSG1");
    expect("E0008", "PSG1");
}
TEST_F(HostileSignature, NameOutsideOrUnterminated) {
    for (uint32_t offset : {36u, 0x7fffffffu, 0xffffffffu}) {
        put(bytes_, 8, offset);
        expect("E0009");
    }
    put(bytes_, 8, 32);
    put(bytes_, 32, 0x41414141);
    expect("E0009");
}
TEST_F(HostileSignature, UnknownComponentType) {
    put(bytes_, 20, 4);
    expect("E0010");
    put(bytes_, 20, 0xffffffff);
    expect("E0010");
}
TEST_F(HostileSignature, UnknownSection) {
    expect("E0008", "ABCD");
}

// 2,000 elements that share a name of 60,000 bytes would be 120 MB of copies.
TEST_F(HostileSignature, SharedLongName) {
    constexpr uint32_t count = 2000, name_size = 60000;
    Bytes bytes(8 + count * 24 + name_size + 4, 'n');
    put(bytes, 0, count);
    put(bytes, 4, 8);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t words[6] = {8 + count * 24, i, 0, 3, 0, 0x0f};
        for (unsigned w = 0; w < 6; ++w)
            put(bytes, 8 + i * 24 + w * 4, words[w]);
    }
    bytes.back() = 0;
    bytes_ = bytes;
    expect("E0009");
}

TEST(Shader, RegisterOutOfRange) {
    Arena arena;
    signature::Element e;
    e.name = "A";
    e.mask = 1;
    e.register_index = 32;
    const Part parts[] = {{tag("ISGN"), write_signature(tag("ISGN"), {&e, 1}, false, arena)},
                          {tag("SHDR"), {}}};
    Diagnostics diag;
    ShaderParts shader;
    EXPECT_EQ(read_shader(serialize(parts, arena), false, arena, diag, &shader), Result::invalid_argument);
    EXPECT_NE(diag.text().find("E0008"), std::string::npos);
}

TEST(Shader, ChoosesTheCode) {
    Arena arena;
    const uint8_t old_code[4] = {1}, new_code[4] = {2}, dxil[4] = {3};
    const Part parts[] = {{tag("SHDR"), old_code}, {tag("DXIL"), dxil}, {tag("SHEX"), new_code}};
    const auto bytes = serialize(parts, arena);
    Diagnostics diag;
    ShaderParts shader;
    ASSERT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::ok);
    EXPECT_EQ(shader.code[0], 2);
    ASSERT_EQ(read_shader(bytes, true, arena, diag, &shader), Result::ok);
    EXPECT_EQ(shader.code[0], 3);
    const auto none = serialize({parts, 1}, arena);
    EXPECT_EQ(read_shader(none, true, arena, diag, &shader), Result::invalid_argument);
    EXPECT_NE(diag.text().find("DXIL"), std::string::npos);
}

TEST(Shader, UnsignedDxil) {
    Arena arena;
    const uint8_t code[4] = {};
    const Part part{tag("DXIL"), code};
    Bytes bytes = copy(serialize({&part, 1}, arena));
    std::fill(bytes.begin() + 4, bytes.begin() + 20, uint8_t{0});
    Diagnostics diag;
    ShaderParts shader;
    EXPECT_EQ(read_shader(bytes, true, arena, diag, &shader), Result::ok);
    EXPECT_EQ(read_shader(bytes, false, arena, diag, &shader), Result::invalid_argument);
}

TEST(Shader, ShortFeatureFlags) {
    Arena arena;
    const uint8_t seven[7] = {};
    const Part parts[] = {{tag("SHDR"), {}}, {tag("SFI0"), seven}};
    Diagnostics diag;
    ShaderParts shader;
    EXPECT_EQ(read_shader(serialize(parts, arena), false, arena, diag, &shader), Result::invalid_argument);
}

} // namespace
} // namespace weft::container
