// weft_signature_*() and weft_*_pipeline_validation(), through the shared library.
#include <weft.h>

#include "api_test_util.h"
#include "dxil_test_util.h"

namespace weft::shader::test {
namespace {

using dxil::test::sample;

weft_signature_element element(const char *name, weft_semantic_kind kind, unsigned rows, unsigned columns) {
    weft_signature_element e{};
    e.semantic_name = name;
    e.semantic_kind = kind;
    e.component_type = VKD3D_SHADER_COMPONENT_FLOAT;
    e.interpolation = WEFT_INTERPOLATION_LINEAR;
    e.row_count = rows;
    e.column_count = columns;
    e.start_row = e.start_column = WEFT_SIGNATURE_UNALLOCATED;
    e.usage_mask = (1u << columns) - 1;
    return e;
}

weft_signature_pack_info pack_info(weft_signature_point point, weft_signature_pack_mode mode) {
    return {WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO, nullptr, point, mode, 0};
}

TEST(ApiSignature, PacksTheFigure) {
    weft_signature_element e[] = {
        element("A", WEFT_SEMANTIC_ARBITRARY, 3, 3), element("B", WEFT_SEMANTIC_ARBITRARY, 2, 1),
        element("C", WEFT_SEMANTIC_ARBITRARY, 1, 2), element("D", WEFT_SEMANTIC_ARBITRARY, 1, 1)};
    weft_signature signature = {e, 4};
    const auto info = pack_info(WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, WEFT_SIGNATURE_PACK_DEFAULT);
    weft_signature_pack_result result;
    Messages messages;
    ASSERT_EQ(weft_signature_pack(&info, &signature, &result, messages.out()), VKD3D_OK) << messages.text();
    constexpr unsigned places[][2] = {{0, 0}, {0, 3}, {3, 0}, {2, 3}};
    constexpr unsigned usage[] = {0x7, 0x8, 0x3, 0x8};
    for (unsigned i = 0; i < 4; ++i) {
        EXPECT_EQ(e[i].start_row, places[i][0]) << i;
        EXPECT_EQ(e[i].start_column, places[i][1]) << i;
        EXPECT_EQ(e[i].usage_mask, usage[i]) << i;
    }
    EXPECT_EQ(result.row_counts[0], 4u);
    EXPECT_EQ(result.failure_count, 0u);
    weft_free_signature_pack_result(&result);
    EXPECT_EQ(weft_signature_check(&info, &signature, nullptr, nullptr), VKD3D_OK);
    e[3].start_column = 2;
    EXPECT_EQ(weft_signature_check(&info, &signature, &result, nullptr), VKD3D_ERROR_INVALID_SHADER);
    ASSERT_EQ(result.failure_count, 1u);
    EXPECT_EQ(result.failures[0].element_index, 3u);
    EXPECT_EQ(result.failures[0].rule, WEFT_SIGNATURE_PACK_RULE_OVERLAP);
    weft_free_signature_pack_result(&result);
    weft_free_signature_pack_result(&result);
    weft_free_signature_pack_result(nullptr);
}

TEST(ApiSignature, FailuresAreNamedAndTheOthersStay) {
    weft_signature_element e[] = {element("A", WEFT_SEMANTIC_ARBITRARY, 32, 4),
                                  element("B", WEFT_SEMANTIC_ARBITRARY, 1, 1),
                                  element("SV_Depth", WEFT_SEMANTIC_DEPTH, 1, 1)};
    weft_signature signature = {e, 3};
    const auto info = pack_info(WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, WEFT_SIGNATURE_PACK_PREFIX_STABLE);
    weft_signature_pack_result result;
    Messages messages;
    EXPECT_EQ(weft_signature_pack(&info, &signature, &result, messages.out()), VKD3D_ERROR_INVALID_SHADER);
    EXPECT_NE(messages.text().find("B0 has no place: no register has enough free columns"), std::string::npos)
        << messages.text();
    EXPECT_NE(messages.text().find("SV_Depth0 has no place: there is no such value"), std::string::npos);
    ASSERT_EQ(result.failure_count, 2u);
    EXPECT_EQ(result.failures[0].element_index, 1u);
    EXPECT_EQ(result.failures[0].rule, WEFT_SIGNATURE_PACK_RULE_COLUMNS);
    EXPECT_EQ(result.failures[1].rule, WEFT_SIGNATURE_PACK_RULE_NOT_ALLOWED);
    EXPECT_EQ(e[0].start_row, 0u);
    EXPECT_EQ(e[1].start_row, WEFT_SIGNATURE_UNALLOCATED);
    weft_free_signature_pack_result(&result);
}

TEST(ApiSignature, BadArguments) {
    weft_signature_element e = element("A", WEFT_SEMANTIC_ARBITRARY, 1, 1);
    weft_signature signature = {&e, 1};
    auto info = pack_info(WEFT_SIGNATURE_POINT_COMPUTE_INPUT, WEFT_SIGNATURE_PACK_DEFAULT);
    EXPECT_EQ(weft_signature_pack(&info, &signature, nullptr, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
    info.point = static_cast<weft_signature_point>(20);
    EXPECT_EQ(weft_signature_pack(&info, &signature, nullptr, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
    info = pack_info(WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, static_cast<weft_signature_pack_mode>(5));
    EXPECT_EQ(weft_signature_pack(&info, &signature, nullptr, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
    info.mode = WEFT_SIGNATURE_PACK_DEFAULT;
    info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO;
    EXPECT_EQ(weft_signature_pack(&info, &signature, nullptr, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
    info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO;
    const auto refused = [&](auto &&change) {
        e = element("A", WEFT_SEMANTIC_ARBITRARY, 1, 1);
        change();
        Messages messages;
        EXPECT_EQ(weft_signature_pack(&info, &signature, nullptr, messages.out()),
                  VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_NE(messages.text().find("Signature element 0"), std::string::npos) << messages.text();
    };
    refused([&] { e.semantic_name = nullptr; });
    refused([&] { e.row_count = 0; });
    refused([&] { e.row_count = 33; });
    refused([&] { e.column_count = 5; });
    refused([&] { e.start_row = 0; });
    refused([&] { e.start_row = e.start_column = 4; });
    refused([&] { e.semantic_kind = WEFT_SEMANTIC_UNKNOWN; });
    refused([&] { e.component_type = static_cast<vkd3d_shader_component_type>(11); });
    refused([&] { e.interpolation = static_cast<weft_interpolation_mode>(8); });
    refused([&] { e.usage_mask = 16; });
    refused([&] { e.stream_index = 4; });
}

TEST(ApiSignature, Semantics) {
    EXPECT_EQ(weft_signature_find_semantic("sv_POSITION"), WEFT_SEMANTIC_POSITION);
    EXPECT_EQ(weft_signature_find_semantic("POSITION"), WEFT_SEMANTIC_ARBITRARY);
    EXPECT_EQ(weft_signature_find_semantic("SV_What"), WEFT_SEMANTIC_UNKNOWN);
    EXPECT_STREQ(weft_signature_get_semantic_name(WEFT_SEMANTIC_CLIP_DISTANCE), "SV_ClipDistance");
    EXPECT_STREQ(weft_signature_get_semantic_name(WEFT_SEMANTIC_ARBITRARY), "");
    EXPECT_STREQ(weft_signature_get_semantic_name(WEFT_SEMANTIC_UNKNOWN), "");
    for (int kind = 1; kind < WEFT_SEMANTIC_UNKNOWN; ++kind) {
        const auto k = static_cast<weft_semantic_kind>(kind);
        EXPECT_EQ(weft_signature_find_semantic(weft_signature_get_semantic_name(k)), k);
    }
    EXPECT_EQ(weft_signature_interpret(WEFT_SEMANTIC_POSITION, WEFT_SIGNATURE_POINT_VERTEX_INPUT, 0),
              WEFT_SEMANTIC_INTERPRETATION_ARBITRARY);
    EXPECT_EQ(weft_signature_interpret(WEFT_SEMANTIC_SHADING_RATE, WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, 0x603),
              WEFT_SEMANTIC_INTERPRETATION_NOT_ALLOWED);
    EXPECT_EQ(weft_signature_interpret(WEFT_SEMANTIC_SHADING_RATE, WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, 0x604),
              WEFT_SEMANTIC_INTERPRETATION_SYSTEM_VALUE);
    for (int rule = 0; rule <= WEFT_SIGNATURE_PACK_RULE_TARGET_REGISTER; ++rule)
        EXPECT_STRNE(weft_signature_get_pack_rule_text(static_cast<weft_signature_pack_rule>(rule)), "");
}

TEST(ApiSignature, MasksOfElements) {
    weft_signature_element e = element("A", WEFT_SEMANTIC_ARBITRARY, 1, 2);
    e.start_row = 3;
    e.start_column = 1;
    e.usage_mask = 0x4;
    e.min_precision = VKD3D_SHADER_MINIMUM_PRECISION_FLOAT_16;
    weft_signature_element_masks masks{};
    EXPECT_EQ(weft_signature_get_element_masks(&e, false, 0, &masks), VKD3D_ERROR_INVALID_ARGUMENT);
    masks.type = WEFT_STRUCTURE_TYPE_SIGNATURE_ELEMENT_MASKS;
    ASSERT_EQ(weft_signature_get_element_masks(&e, false, 0, &masks), VKD3D_OK);
    EXPECT_TRUE(masks.allocated);
    EXPECT_EQ(masks.declared_mask, 0x6u);
    EXPECT_EQ(masks.always_reads, 0x4u);
    EXPECT_EQ(masks.never_writes, 0xbu); // beyond the element, too
    EXPECT_EQ(masks.min_precision, VKD3D_SHADER_MINIMUM_PRECISION_FLOAT_16);
    ASSERT_EQ(weft_signature_get_element_masks(&e, true, 0x104, &masks), VKD3D_OK);
    EXPECT_EQ(masks.always_reads, 0u);
    EXPECT_EQ(masks.never_writes, 0u);
    EXPECT_EQ(masks.min_precision, VKD3D_SHADER_MINIMUM_PRECISION_NONE);
    e.start_row = e.start_column = WEFT_SIGNATURE_UNALLOCATED;
    ASSERT_EQ(weft_signature_get_element_masks(&e, false, 0x105, &masks), VKD3D_OK);
    EXPECT_FALSE(masks.allocated);
    EXPECT_EQ(masks.declared_mask, 0u);
    EXPECT_EQ(masks.never_writes, 0xbu);
}

struct Container {
    vkd3d_shader_dxbc_desc desc{};
    explicit Container(const Bytes &bytes) {
        const vkd3d_shader_code code = {bytes.data(), bytes.size()};
        EXPECT_EQ(vkd3d_shader_parse_dxbc(&code, VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM, &desc, nullptr),
                  VKD3D_OK);
    }
    ~Container() { vkd3d_shader_free_dxbc(&desc); }
};

bool equal(const vkd3d_shader_code &a, const vkd3d_shader_code &b) {
    return a.size == b.size && !std::memcmp(a.code, b.code, a.size);
}

constexpr const char *samples[] = {
    "vs_io.vs_6_0.dxbc",       "vs_structs.vs_6_0.dxbc",  "hs_quad.hs_6_0.dxbc",     "hs_line.hs_6_0.dxbc",
    "ds_quad.ds_6_0.dxbc",     "gs_streams.gs_6_0.dxbc",  "ms_triangle.ms_6_5.dxbc", "ps_min.ps_6_0.dxbc",
    "ps_native16.ps_6_2.dxbc", "as_dispatch.as_6_5.dxbc", "cs_memory.cs_6_0.dxbc"};

TEST(ApiSignature, PartsComeBackByteForByte) {
    for (const char *name : samples) {
        const Bytes bytes = sample(name);
        Container c(bytes);
        for (size_t i = 0; i < c.desc.section_count; ++i) {
            const vkd3d_shader_dxbc_section_desc &section = c.desc.sections[i];
            weft_signature_part_info info{};
            info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO;
            info.tag = section.tag;
            info.domain_shader = std::string(name).starts_with("ds_");
            info.dxil = true;
            weft_signature signature;
            Messages messages;
            const int result = weft_signature_parse_part(&info, &section.data, &signature, messages.out());
            const bool is_signature = (section.tag & 0xff) != 'P' || (section.tag >> 8 & 0xff) == 'S';
            if (section.tag >> 24 != '1') {
                EXPECT_EQ(result, VKD3D_ERROR_INVALID_ARGUMENT) << is_signature;
                continue;
            }
            ASSERT_EQ(result, VKD3D_OK) << messages.text();
            vkd3d_shader_code again;
            ASSERT_EQ(weft_signature_serialize_part(&info, &signature, &again, nullptr), VKD3D_OK);
            EXPECT_TRUE(equal(again, section.data)) << name;
            vkd3d_shader_free_shader_code(&again);
            weft_free_signature(&signature);
            EXPECT_EQ(signature.element_count, 0u);
            weft_free_signature(&signature);
        }
    }
    weft_free_signature(nullptr);
}

TEST(ApiSignature, ValidationComesBackByteForByte) {
    for (const char *name : samples) {
        const Bytes bytes = sample(name);
        Container c(bytes);
        for (size_t i = 0; i < c.desc.section_count; ++i) {
            if (c.desc.sections[i].tag != 0x30565350) continue;
            weft_pipeline_validation v{};
            EXPECT_EQ(weft_parse_pipeline_validation(&c.desc.sections[i].data, &v, nullptr),
                      VKD3D_ERROR_INVALID_ARGUMENT);
            v.type = WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION;
            ASSERT_EQ(weft_parse_pipeline_validation(&c.desc.sections[i].data, &v, nullptr), VKD3D_OK);
            EXPECT_STREQ(v.entry_name, "main");
            vkd3d_shader_code again;
            ASSERT_EQ(weft_serialize_pipeline_validation(&v, &again, nullptr), VKD3D_OK);
            EXPECT_TRUE(equal(again, c.desc.sections[i].data)) << name;
            vkd3d_shader_free_shader_code(&again);
            // A table that does not fit.
            if (v.input_outputs[0].word_count) {
                --v.input_outputs[0].word_count;
                Messages messages;
                EXPECT_EQ(weft_serialize_pipeline_validation(&v, &again, messages.out()),
                          VKD3D_ERROR_INVALID_ARGUMENT);
                EXPECT_NE(messages.text().find("table of dependencies"), std::string::npos);
                ++v.input_outputs[0].word_count;
            }
            // Versions before.
            for (unsigned version = 0; version <= 4; ++version) {
                v.version = version;
                ASSERT_EQ(weft_serialize_pipeline_validation(&v, &again, nullptr), VKD3D_OK);
                weft_pipeline_validation older{};
                older.type = WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION;
                ASSERT_EQ(weft_parse_pipeline_validation(&again, &older, nullptr), VKD3D_OK) << version;
                EXPECT_EQ(older.version, version);
                EXPECT_EQ(older.resource_count, v.resource_count);
                EXPECT_EQ(older.inputs.element_count, version ? v.inputs.element_count : 0);
                EXPECT_EQ(older.thread_group_size[0], version >= 2 ? v.thread_group_size[0] : 0);
                EXPECT_STREQ(older.entry_name, version >= 3 ? "main" : "");
                vkd3d_shader_code twice;
                ASSERT_EQ(weft_serialize_pipeline_validation(&older, &twice, nullptr), VKD3D_OK);
                EXPECT_TRUE(equal(twice, again));
                vkd3d_shader_free_shader_code(&twice);
                vkd3d_shader_free_shader_code(&again);
                weft_free_pipeline_validation(&older);
            }
            weft_free_pipeline_validation(&v);
            EXPECT_EQ(v.type, WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION);
            weft_free_pipeline_validation(&v);
        }
    }
    weft_free_pipeline_validation(nullptr);
}

TEST(ApiSignature, ContainerToMetadataAndBack) {
    for (const char *name : samples) {
        const Bytes bytes = sample(name);
        const vkd3d_shader_code code = {bytes.data(), bytes.size()};
        weft_module_signatures module;
        Messages messages;
        ASSERT_EQ(weft_signature_parse_dxbc(&code, &module, messages.out()), VKD3D_OK)
            << name << messages.text();
        ASSERT_EQ(module.entry_count, 1u);
        EXPECT_STREQ(module.entries[0].function, "main");
        EXPECT_EQ(module.native_16_bit, std::string(name).find("native16") != std::string::npos);
        vkd3d_shader_code text;
        ASSERT_EQ(weft_signature_serialize_metadata(&module, &text, nullptr), VKD3D_OK);
        weft_signature_metadata_info info{};
        info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO;
        info.stage = module.entries[0].stage;
        weft_free_module_signatures(&module);
        Messages faults;
        EXPECT_EQ(weft_signature_parse_metadata(&info, &text, nullptr, faults.out()), VKD3D_OK)
            << name << faults.text();
        ASSERT_EQ(weft_signature_parse_metadata(&info, &text, &module, nullptr), VKD3D_OK);
        vkd3d_shader_code out;
        ASSERT_EQ(weft_signature_replace_in_dxbc(&code, &module, &out, nullptr), VKD3D_OK) << name;
        // All parts are the same; the checksum is made anew.
        constexpr size_t behind_checksum = 20;
        ASSERT_EQ(out.size, bytes.size());
        EXPECT_FALSE(std::memcmp(static_cast<const uint8_t *>(out.code) + behind_checksum,
                                 bytes.data() + behind_checksum, bytes.size() - behind_checksum))
            << name;
        vkd3d_shader_free_shader_code(&out);
        module.entry_count = 0;
        EXPECT_EQ(weft_signature_replace_in_dxbc(&code, &module, &out, nullptr),
                  VKD3D_ERROR_INVALID_ARGUMENT);
        module.entry_count = 1;
        weft_free_module_signatures(&module);
        weft_free_module_signatures(&module);
        vkd3d_shader_free_shader_code(&text);
    }
    weft_free_module_signatures(nullptr);
}

TEST(ApiSignature, FaultsOfMetadataHaveLineAndColumn) {
    const std::string text = "!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f, null}\n";
    const vkd3d_shader_code code = {text.data(), text.size()};
    weft_signature_metadata_info info{};
    info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO;
    info.source_name = "a.ll";
    info.stage = WEFT_SHADER_STAGE_UNKNOWN;
    weft_module_signatures module;
    Messages messages;
    EXPECT_EQ(weft_signature_parse_metadata(&info, &code, &module, messages.out()),
              VKD3D_ERROR_INVALID_SHADER);
    EXPECT_EQ(module.entries, nullptr);
    EXPECT_EQ(messages.text().find("a.ll:2:1: E8014: "), 0u) << messages.text();
}

TEST(ApiSignature, PartsThatContradictEachOther) {
    Bytes bytes = sample("vs_io.vs_6_0.dxbc");
    Container c(bytes);
    for (size_t i = 0; i < c.desc.section_count; ++i)
        if (c.desc.sections[i].tag == 0x3147534f) { // OSG1: the first element's register
            const size_t at = static_cast<size_t>(static_cast<const uint8_t *>(c.desc.sections[i].data.code) -
                                                  bytes.data());
            bytes[at + 8 + 20] ^= 8;
        }
    const vkd3d_shader_code code = {bytes.data(), bytes.size()};
    weft_module_signatures module;
    Messages messages;
    EXPECT_EQ(weft_signature_parse_dxbc(&code, &module, messages.out()), VKD3D_ERROR_INVALID_SHADER);
    EXPECT_NE(messages.text().find("PSV0 and the output signature contradict"), std::string::npos)
        << messages.text();
}

} // namespace
} // namespace weft::shader::test
