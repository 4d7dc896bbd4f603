// Memory that runs out in each call of the C interface.
#include <weft.h>

#include <cstring>

#include "api_test_util.h"
#include "dxil_test_util.h"
#include "failing_memory.h"

namespace weft::shader::test {
namespace {

using weft::test::mix;
using weft::test::Outcome;

constexpr uint64_t start = 0xcbf29ce484222325u;

uint64_t mix_text(uint64_t hash, const char *text) {
    return text ? mix(hash, text, std::strlen(text)) : hash;
}

// Of what a call returned as code, which is released.
Outcome taken(int result, vkd3d_shader_code *code) {
    const uint64_t hash = mix(start, code->code, code->size);
    vkd3d_shader_free_shader_code(code);
    return {result, hash};
}

Outcome prepare() {
    vkd3d_shader_dxbc_desc desc;
    const vkd3d_shader_code none{};
    return {vkd3d_shader_parse_dxbc(&none, 0, &desc, nullptr), 0};
}

void survives(const char *name, const std::function<Outcome()> &call,
              weft::test::Foreign foreign = weft::test::Foreign::nothing) {
    weft::test::survives_without_memory(name, VKD3D_ERROR_OUT_OF_MEMORY, prepare, call, foreign);
}

Bytes of_tests(const char *name) {
    return dxil::test::read_file(std::filesystem::path(WEFT_TEST_DATA) / name);
}

#define NEEDS_FAILING_MEMORY()                                                                               \
    if (!weft::test::memory_can_fail()) GTEST_SKIP() << "the allocator cannot be replaced"

// A compilation with everything that can be chained to it.
struct Compilation : Info {
    Compilation(const Bytes &bytes, vkd3d_shader_source_type source, vkd3d_shader_target_type target)
        : Info(bytes) {
        source_type = source;
        target_type = target;
        const void **last = &next;
        const auto chain = [&last](auto &structure, vkd3d_shader_structure_type type_of) {
            structure.type = type_of;
            *last = &structure;
            last = &structure.next;
        };
        chain(descriptors, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO);
        chain(signatures, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO);
        chain(samplers, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO);
        chain(parameters, VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO);
        parameter.name = VKD3D_SHADER_PARAMETER_NAME_RASTERIZER_SAMPLE_COUNT;
        parameter.type = VKD3D_SHADER_PARAMETER_TYPE_SPECIALIZATION_CONSTANT;
        parameter.data_type = VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32;
        parameters.parameters = &parameter;
        parameters.parameter_count = 1;
    }
    Compilation(const Compilation &) = delete;

    // What was scanned, which is released.
    uint64_t scanned(uint64_t hash) {
        hash = mix(hash, descriptors.descriptors,
                   descriptors.descriptor_count * sizeof(*descriptors.descriptors));
        hash = mix(hash, samplers.combined_samplers,
                   samplers.combined_sampler_count * sizeof(*samplers.combined_samplers));
        for (const vkd3d_shader_signature *s :
             {&signatures.input, &signatures.output, &signatures.patch_constant})
            for (unsigned i = 0; i < s->element_count; ++i)
                hash = mix_text(hash, s->elements[i].semantic_name);
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
        vkd3d_shader_free_scan_signature_info(&signatures);
        vkd3d_shader_free_scan_combined_resource_sampler_info(&samplers);
        return hash;
    }
    Outcome compiled() {
        vkd3d_shader_code out{};
        char *messages = nullptr;
        Outcome o = taken(vkd3d_shader_compile(this, &out, &messages), &out);
        vkd3d_shader_free_messages(messages);
        o.output = scanned(o.output);
        return o;
    }
    Outcome only_scanned() {
        char *messages = nullptr;
        const int result = vkd3d_shader_scan(this, &messages);
        vkd3d_shader_free_messages(messages);
        return {result, scanned(start)};
    }

    vkd3d_shader_scan_descriptor_info descriptors{};
    vkd3d_shader_scan_signature_info signatures{};
    vkd3d_shader_scan_combined_resource_sampler_info samplers{};
    vkd3d_shader_parameter1 parameter{};
    vkd3d_shader_parameter_info parameters{};
};

struct Source {
    const char *file;
    vkd3d_shader_source_type type;
};
constexpr Source sources[] = {{"data/container/ps.dxbc", VKD3D_SHADER_SOURCE_DXBC_TPF},
                              {"data/container/hs.dxbc", VKD3D_SHADER_SOURCE_DXBC_TPF},
                              {"../samples/torus_ps.d3dbc", VKD3D_SHADER_SOURCE_D3D_BYTECODE},
                              {"data/dxil/ps_flow.ps_6_0.dxbc", VKD3D_SHADER_SOURCE_DXBC_DXIL},
                              {"data/dxil/hs_quad.hs_6_0.dxbc", VKD3D_SHADER_SOURCE_DXBC_DXIL}};

weft::test::Foreign foreign(vkd3d_shader_target_type target) {
    switch (target) {
    case VKD3D_SHADER_TARGET_SPIRV_TEXT: return weft::test::Foreign::leak;
    case VKD3D_SHADER_TARGET_GLSL:
    case VKD3D_SHADER_TARGET_MSL: return weft::test::Foreign::abort;
    default: return weft::test::Foreign::nothing;
    }
}

TEST(ApiMemory, Compiling) {
    NEEDS_FAILING_MEMORY();
    for (const Source &s : sources) {
        const Bytes bytes = of_tests(s.file);
        ASSERT_FALSE(bytes.empty());
        unsigned count = 0;
        const auto *targets = vkd3d_shader_get_supported_target_types(s.type, &count);
        for (unsigned i = 0; i < count; ++i) {
            // What SPIRV-Tools allocates depends on the length of the text alone, and is a lot.
            if (targets[i] == VKD3D_SHADER_TARGET_SPIRV_TEXT && &s != sources) continue;
            Compilation c(bytes, s.type, targets[i]);
            if (c.compiled().result == VKD3D_ERROR_NOT_IMPLEMENTED) continue; // by SPIRV-Cross
            ASSERT_EQ(c.compiled().result, VKD3D_OK) << s.file;
            survives(
                s.file, [&] { return c.compiled(); }, foreign(targets[i]));
        }
    }
}

TEST(ApiMemory, Scanning) {
    NEEDS_FAILING_MEMORY();
    for (const Source &s : sources) {
        const Bytes bytes = of_tests(s.file);
        Compilation c(bytes, s.type, VKD3D_SHADER_TARGET_NONE);
        ASSERT_EQ(c.only_scanned().result, VKD3D_OK) << s.file;
        survives(s.file, [&] { return c.only_scanned(); });
    }
}

TEST(ApiMemory, Refusing) {
    NEEDS_FAILING_MEMORY();
    Bytes bytes = of_tests("data/container/ps.dxbc");
    bytes[bytes.size() / 2] ^= 0xff;
    Compilation bad_checksum(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_SPIRV_BINARY);
    survives("checksum", [&] { return bad_checksum.compiled(); });
    container::test::sign(bytes);
    Compilation bad_code(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_SPIRV_BINARY);
    survives("code", [&] { return bad_code.compiled(); });
    Compilation no_target(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_FX);
    survives("target", [&] { return no_target.compiled(); });
}

int open_include(const char *, bool, const char *, void *context, vkd3d_shader_code *out) {
    static constexpr char text[] = "#define INCLUDED(x) x##x\n";
    *out = {text, sizeof(text) - 1};
    ++*static_cast<int *>(context);
    return VKD3D_OK;
}
void close_include(const vkd3d_shader_code *, void *context) {
    --*static_cast<int *>(context);
}

TEST(ApiMemory, Preprocessing) {
    NEEDS_FAILING_MEMORY();
    const std::string path = WEFT_TEST_DATA "/data/preprocessor/include/main.hlsl";
    std::string text =
        "#include \"a.h\"\n#include \"plain.h\"\n#if defined(A) && A > 1\nINCLUDED(A) __LINE__\n#endif\n";
    for (int i = 0; i < 100; ++i)
        text += "#define M" + std::to_string(i) + "(x) f(x, " + std::to_string(i) + ")\nM" +
                std::to_string(i) + "(3)\n";
    int open = 0;
    vkd3d_shader_preprocess_info pre{};
    pre.type = VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO;
    const vkd3d_shader_macro macros[] = {{"A", "2"}, {"B", nullptr}};
    pre.macros = macros;
    pre.macro_count = 2;
    pre.include_context = &open;
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.next = &pre;
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    info.log_level = VKD3D_SHADER_LOG_INFO;
    info.source_name = path.c_str();
    info.source = {text.data(), text.size()};
    const auto call = [&] {
        vkd3d_shader_code out{};
        char *messages = nullptr;
        const Outcome o = taken(vkd3d_shader_preprocess(&info, &out, &messages), &out);
        vkd3d_shader_free_messages(messages);
        return o;
    };
    survives("files", call); // of which one is not there
    EXPECT_EQ(call().result, VKD3D_ERROR_INVALID_SHADER);
    pre.pfn_open_include = open_include;
    pre.pfn_close_include = close_include;
    survives("callbacks", call);
    EXPECT_EQ(call().result, VKD3D_OK);
    EXPECT_EQ(open, 0) << "every file that was opened has been closed";
}

TEST(ApiMemory, Containers) {
    NEEDS_FAILING_MEMORY();
    const Bytes bytes = of_tests("data/container/ps.dxbc");
    const vkd3d_shader_code code = code_of(bytes);
    survives("parse", [&] {
        vkd3d_shader_dxbc_desc desc;
        const int result = vkd3d_shader_parse_dxbc(&code, 0, &desc, nullptr);
        const uint64_t hash = mix(start, desc.sections, desc.section_count * sizeof(*desc.sections));
        vkd3d_shader_free_dxbc(&desc);
        return Outcome{result, hash};
    });
    vkd3d_shader_dxbc_desc desc;
    ASSERT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, nullptr), VKD3D_OK);
    survives("serialize", [&] {
        vkd3d_shader_code out{};
        const int result = vkd3d_shader_serialize_dxbc(desc.section_count, desc.sections, &out, nullptr);
        return taken(result, &out);
    });
    vkd3d_shader_free_dxbc(&desc);
}

TEST(ApiMemory, Signatures) {
    NEEDS_FAILING_MEMORY();
    const Bytes bytes = of_tests("data/container/ps.dxbc");
    const vkd3d_shader_code code = code_of(bytes);
    survives("parse", [&] {
        vkd3d_shader_signature signature;
        const int result = vkd3d_shader_parse_input_signature(&code, &signature, nullptr);
        uint64_t hash = start;
        for (unsigned i = 0; i < signature.element_count; ++i)
            hash = mix_text(hash, signature.elements[i].semantic_name);
        vkd3d_shader_free_shader_signature(&signature);
        return Outcome{result, hash};
    });
    // There is no result to tell by: without memory the map is empty.
    vkd3d_shader_signature_element e{};
    e.semantic_name = "TEXCOORD";
    e.mask = 0xf;
    const std::vector<vkd3d_shader_signature_element> many(20000, e);
    vkd3d_shader_signature signature{const_cast<vkd3d_shader_signature_element *>(many.data()), 2};
    std::vector<vkd3d_shader_varying_map> map(many.size());
    for (const unsigned inputs : {2u, 20000u})
        survives("map", [&] {
            const vkd3d_shader_signature input{signature.elements, inputs};
            unsigned count = 77;
            vkd3d_shader_build_varying_map(&signature, &input, &count, map.data());
            return Outcome{count ? VKD3D_OK : VKD3D_ERROR_OUT_OF_MEMORY, count};
        });
}

TEST(ApiMemory, RootSignatures) {
    NEEDS_FAILING_MEMORY();
    for (const char *name : {"mixed.fxc_1_0.dxbc", "mixed.fxc_1_1.dxbc", "samplers.dxc_1_0.dxbc"}) {
        const Bytes bytes = of_tests((std::string("data/root_signature/") + name).c_str());
        const vkd3d_shader_code code = code_of(bytes);
        vkd3d_shader_versioned_root_signature_desc desc;
        survives(name, [&] {
            const int result = vkd3d_shader_parse_root_signature(&code, &desc, nullptr);
            const Outcome o{result, static_cast<uint64_t>(desc.version)};
            vkd3d_shader_free_root_signature(&desc);
            return o;
        });
        ASSERT_EQ(vkd3d_shader_parse_root_signature(&code, &desc, nullptr), VKD3D_OK);
        survives(name, [&] {
            vkd3d_shader_code out{};
            char *messages = nullptr;
            const int result = vkd3d_shader_serialize_root_signature(&desc, &out, &messages);
            vkd3d_shader_free_messages(messages);
            return taken(result, &out);
        });
        for (const int version : {1, 2, int{WEFT_ROOT_SIGNATURE_VERSION_1_2}})
            survives(name, [&] {
                vkd3d_shader_versioned_root_signature_desc converted{};
                const int result = vkd3d_shader_convert_root_signature(
                    &converted, static_cast<vkd3d_shader_root_signature_version>(version), &desc);
                vkd3d_shader_free_root_signature(&converted);
                return Outcome{result, 0};
            });
        vkd3d_shader_free_root_signature(&desc);
    }
}

TEST(ApiMemory, SignaturesOfWeft) {
    NEEDS_FAILING_MEMORY();
    for (const char *name : {"hs_quad.hs_6_0.dxbc", "gs_streams.gs_6_0.dxbc", "ms_triangle.ms_6_5.dxbc"}) {
        const Bytes bytes = dxil::test::sample(name);
        const vkd3d_shader_code code = code_of(bytes);
        weft_module_signatures module;
        ASSERT_EQ(weft_signature_parse_dxbc(&code, &module, nullptr), VKD3D_OK);
        survives("parse_dxbc", [&] {
            weft_module_signatures parsed;
            const int result = weft_signature_parse_dxbc(&code, &parsed, nullptr);
            weft_free_module_signatures(&parsed);
            return Outcome{result, 0};
        });
        survives("replace_in_dxbc", [&] {
            vkd3d_shader_code out{};
            const int result = weft_signature_replace_in_dxbc(&code, &module, &out, nullptr);
            return taken(result, &out);
        });
        survives("serialize_metadata", [&] {
            vkd3d_shader_code out{};
            const int result = weft_signature_serialize_metadata(&module, &out, nullptr);
            return taken(result, &out);
        });
        vkd3d_shader_code text{};
        ASSERT_EQ(weft_signature_serialize_metadata(&module, &text, nullptr), VKD3D_OK);
        weft_signature_metadata_info info{};
        info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO;
        info.stage = module.entries[0].stage;
        survives("parse_metadata", [&] {
            weft_module_signatures parsed;
            const int result = weft_signature_parse_metadata(&info, &text, &parsed, nullptr);
            weft_free_module_signatures(&parsed);
            return Outcome{result, 0};
        });
        vkd3d_shader_free_shader_code(&text);
        weft_signature *outputs = &module.entries[0].outputs;
        weft_signature_pack_info pack{WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO, nullptr,
                                      WEFT_SIGNATURE_POINT_VERTEX_OUTPUT, WEFT_SIGNATURE_PACK_DEFAULT, 0};
        const auto packed = [&](auto &&f) {
            weft_signature_pack_result result;
            char *messages = nullptr;
            const int r = f(&pack, outputs, &result, &messages);
            vkd3d_shader_free_messages(messages);
            weft_free_signature_pack_result(&result);
            return Outcome{r, 0};
        };
        survives("pack", [&] { return packed(weft_signature_pack); });
        survives("check", [&] { return packed(weft_signature_check); });
        weft_free_module_signatures(&module);

        vkd3d_shader_dxbc_desc desc;
        ASSERT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, nullptr), VKD3D_OK);
        for (size_t i = 0; i < desc.section_count; ++i) {
            const vkd3d_shader_dxbc_section_desc &section = desc.sections[i];
            weft_signature_part_info part{};
            part.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO;
            part.tag = section.tag;
            survives("part", [&] {
                weft_signature signature;
                const int result = weft_signature_parse_part(&part, &section.data, &signature, nullptr);
                vkd3d_shader_code out{};
                if (result == VKD3D_OK) {
                    const int written = weft_signature_serialize_part(&part, &signature, &out, nullptr);
                    weft_free_signature(&signature);
                    return taken(written, &out);
                }
                weft_free_signature(&signature);
                return taken(result, &out);
            });
            if (section.tag != container::tag("PSV0")) continue;
            survives("validation", [&] {
                weft_pipeline_validation v{};
                v.type = WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION;
                const int result = weft_parse_pipeline_validation(&section.data, &v, nullptr);
                vkd3d_shader_code out{};
                const int written =
                    result == VKD3D_OK ? weft_serialize_pipeline_validation(&v, &out, nullptr) : result;
                weft_free_pipeline_validation(&v);
                return taken(written, &out);
            });
        }
        vkd3d_shader_free_dxbc(&desc);
    }
}

TEST(ApiMemory, Needs) {
    NEEDS_FAILING_MEMORY();
    const Bytes bytes = of_tests("data/container/ps.dxbc");
    Info info(bytes);
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    vkd3d_shader_code code{};
    ASSERT_EQ(vkd3d_shader_compile(&info, &code, nullptr), VKD3D_OK);
    survives("needs", [&] {
        weft_module_needs needs;
        const int result = weft_get_module_needs(&code, &needs, nullptr);
        const uint64_t hash = needs.capability_count * 100 + needs.extension_count;
        weft_free_module_needs(&needs);
        return Outcome{result, hash};
    });
    vkd3d_shader_free_shader_code(&code);
}

} // namespace
} // namespace weft::shader::test
