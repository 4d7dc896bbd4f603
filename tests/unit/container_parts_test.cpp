// Signature parts and PSV0 as Microsoft's compilers write them: read and written they are the same bytes, and
// so they are when they are made from the code's metadata.
#include <gtest/gtest.h>

#include "core/container/shader_signatures.h"
#include "core/dxil/interface.h"
#include "core/signature/metadata.h"
#include "dxil_test_util.h"

namespace weft::container {
namespace {

using dxil::test::Bytes;
using dxil::test::read_file;
using signature::Element;

bool same(std::span<const uint8_t> a, std::span<const uint8_t> b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

std::string hex(std::span<const uint8_t> bytes) {
    std::string text;
    char digits[4];
    for (size_t i = 0; i < bytes.size(); ++i) {
        std::snprintf(digits, sizeof(digits), "%02x%s", bytes[i], i % 4 == 3 ? " " : "");
        text += digits;
        if (i % 32 == 31) text += "\n";
    }
    return text + "\n";
}

// Our own containers, and those of a folder of real ones where WEFT_CORPUS names one.
std::vector<std::filesystem::path> container_files() {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path tests = WEFT_TEST_DATA;
    std::vector<std::filesystem::path> folders = {tests / "data/dxil", tests / "data/tpf"};
    if (const char *corpus = std::getenv("WEFT_CORPUS"))
        for (const char *kind : {"dxbc", "dxil"})
            folders.push_back(std::filesystem::path(corpus) / kind);
    for (const auto &folder : folders) {
        std::error_code ignored;
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folder, ignored)) {
            const auto extension = entry.path().extension();
            if (extension == ".dxbc" || extension == ".dxil" || extension == ".bin")
                files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

struct Opened {
    Arena arena;
    Diagnostics diag;
    Bytes bytes;
    Container container;
    bool is_container = false, is_dxil = false;
    uint32_t kind = ~0u; // the program's, as in both languages' headers

    explicit Opened(const std::filesystem::path &path) : bytes(read_file(path)) {
        is_container = container::is_container(bytes) && !failed(parse(bytes, true, arena, diag, &container));
        for (const Part &part : container.parts) {
            const bool dxil = part.tag == tag("DXIL");
            if ((dxil || part.tag == tag("SHDR") || part.tag == tag("SHEX")) && part.data.size() >= 4) {
                is_dxil |= dxil;
                kind = load_u32(part.data.data()) >> 16;
            }
        }
    }
    static uint32_t load_u32(const uint8_t *p) {
        return p[0] | p[1] << 8 | p[2] << 16 | uint32_t{p[3]} << 24;
    }
    SignatureStyle style() const { return is_dxil ? SignatureStyle::dxil : SignatureStyle::tpf; }
    bool stores_unused(uint32_t part_tag) const {
        switch (part_tag) {
        case tag("OSGN"):
        case tag("OSG5"):
        case tag("OSG1"): return true;
        case tag("PCSG"):
        case tag("PSG1"): return kind != 4; // a domain shader reads them
        default: return false;
        }
    }
};

bool is_signature(uint32_t part_tag) {
    for (uint32_t t :
         {tag("ISGN"), tag("OSGN"), tag("PCSG"), tag("OSG5"), tag("ISG1"), tag("OSG1"), tag("PSG1")})
        if (t == part_tag) return true;
    return false;
}

TEST(ContainerParts, SignaturesAreTheSameAfterReadingAndWriting) {
    unsigned count = 0;
    for (const auto &path : container_files()) {
        Opened o(path);
        if (!o.is_container) continue;
        for (const Part &part : o.container.parts) {
            if (!is_signature(part.tag)) continue;
            const bool invert = o.stores_unused(part.tag);
            signature::Signature read;
            ASSERT_EQ(read_signature(part, invert, o.arena, o.diag, &read), Result::ok)
                << path << o.diag.text();
            if (o.is_dxil) read = declaration_order(part, read, o.arena);
            const auto again = write_signature(part.tag, read, invert, o.arena, o.style());
            EXPECT_TRUE(same(again, part.data)) << path << "\n" << hex(part.data) << hex(again);
            ++count;
        }
    }
    EXPECT_GE(count, 40u);
}

TEST(ContainerParts, ValidationIsTheSameAfterReadingAndWriting) {
    unsigned count = 0;
    for (const auto &path : container_files()) {
        Opened o(path);
        const Part *part = o.container.find(tag("PSV0"));
        if (!part) continue;
        Validation v;
        ASSERT_EQ(read_validation(part->data, o.arena, o.diag, &v), Result::ok) << path << o.diag.text();
        std::span<const uint8_t> again;
        ASSERT_EQ(write_validation(v, o.arena, o.diag, &again), Result::ok) << path << o.diag.text();
        EXPECT_TRUE(same(again, part->data)) << path << "\n" << hex(part->data) << hex(again);
        ++count;
    }
    EXPECT_GE(count, 18u);
}

TEST(ContainerParts, PartsMadeFromMetadataAreThoseOfTheCompiler) {
    unsigned count = 0;
    for (const auto &path : container_files()) {
        Opened o(path);
        if (!o.is_dxil) continue;
        dxil::test::Loaded d(o.bytes);
        ASSERT_EQ(d.result, Result::ok) << path << d.diag.text();
        dxil::Interface interface;
        ASSERT_EQ(dxil::read_interface(d.header, *d.module, d.arena, d.diag, &interface), Result::ok) << path;
        for (const Part &part : o.container.parts) {
            if (!is_signature(part.tag)) continue;
            const auto &list = part.tag == tag("ISG1")   ? interface.inputs
                               : part.tag == tag("OSG1") ? interface.outputs
                                                         : interface.patch_constants;
            const auto rows = signature::by_row(list, d.arena);
            const auto again =
                write_signature(part.tag, rows, o.stores_unused(part.tag), o.arena, SignatureStyle::dxil);
            EXPECT_TRUE(same(again, part.data)) << path << "\n" << hex(part.data) << hex(again);
            ++count;
        }
        const Part *part = o.container.find(tag("PSV0"));
        if (!part) continue;
        Validation v;
        ASSERT_EQ(read_validation(part->data, o.arena, o.diag, &v), Result::ok) << path << o.diag.text();
        v.inputs = interface.inputs;
        v.outputs = interface.outputs;
        v.patch_constants = interface.patch_constants;
        std::span<const uint8_t> again;
        ASSERT_EQ(write_validation(v, o.arena, o.diag, &again), Result::ok) << path << o.diag.text();
        EXPECT_TRUE(same(again, part->data)) << path << "\n" << hex(part->data) << hex(again);
        ++count;
    }
    EXPECT_GE(count, 60u);
}

// Parts, model, metadata's text, and all the way back.
TEST(ContainerParts, SignaturesSurviveMetadata) {
    unsigned count = 0;
    for (const auto &path : container_files()) {
        Opened o(path);
        if (!o.is_container || (o.kind != ~0u && o.kind >= 6 && o.kind <= 12))
            continue; // libraries have none
        ShaderSignatures s;
        ASSERT_EQ(read_signatures(o.bytes, o.arena, o.diag, &s), Result::ok) << path << o.diag.text();
        signature::EntrySignatures entry;
        entry.function = "main";
        entry.stage = static_cast<signature::Stage>(s.stage);
        entry.has_inputs = s.has_inputs;
        entry.has_outputs = s.has_outputs;
        entry.has_patch_constants = s.has_patch_constants;
        entry.inputs = s.inputs;
        entry.outputs = s.outputs;
        entry.patch_constants = s.patch_constants;
        const std::string_view text = signature::write_metadata({{&entry, 1}, s.native_16_bit}, o.arena);
        signature::MetadataSignatures read;
        const Result result = signature::read_metadata(text, entry.stage, o.arena, o.diag, &read);
        // FXC puts some values where DXIL has none: generated ones in front of others, sample indices.
        if (!o.is_dxil && failed(result)) continue;
        ASSERT_EQ(result, Result::ok) << path << "\n" << o.diag.text() << text;
        EXPECT_EQ(signature::write_metadata(read, o.arena), text) << path;
        s.inputs = read.entries[0].inputs;
        s.outputs = read.entries[0].outputs;
        s.patch_constants = read.entries[0].patch_constants;
        std::span<const uint8_t> again;
        ASSERT_EQ(replace_signatures(o.bytes, s, o.arena, o.diag, &again), Result::ok)
            << path << o.diag.text();
        // Apart from the checksum, which hand-edited containers have wrong.
        EXPECT_TRUE(same(again.subspan(20), serialize(o.container.parts, o.arena).subspan(20))) << path;
        ++count;
    }
    EXPECT_GE(count, 30u);
}

} // namespace
} // namespace weft::container
