// weft_get_module_needs(): of modules that the library makes, and of damaged ones.
#include <weft.h>

#include "api_test_util.h"
#include "tpf_test_util.h"

namespace weft::shader::test {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t op(uint32_t opcode, uint32_t words) {
    return opcode | words << 16;
}

// By hand: capabilities, an extension, constants of every kind, one without an id, and one behind a function.
const Words module = {
    0x07230203, 0x00010300, 0,          100,        0, op(17, 2), 1, // Shader
    op(17, 2),  61,                                                  // GroupNonUniform
    op(17, 2),  64,                                                  // GroupNonUniformBallot
    op(10, 3),  0x5f565053, 0x00000058,                              // OpExtension "SPV_X"
    op(71, 4),  20,         1,          7,                           // %20 SpecId 7
    op(71, 4),  21,         1,          3,                           // %21 SpecId 3
    op(71, 4),  22,         1,          9,                           // %22 SpecId 9
    op(71, 4),  23,         1,          5,                           // %23 SpecId 5
    op(20, 2),  10,                                                  // %10 bool
    op(21, 4),  11,         32,         1,                           // %11 int
    op(22, 3),  12,         32,                                      // %12 float
    op(22, 3),  13,         16,                                      // %13 half
    op(50, 4),  12,         20,         0x3f800000,                  // 1.0
    op(48, 3),  10,         21,                                      // true
    op(50, 4),  11,         22,         42,                          // 42
    op(50, 4),  13,         23,         0x3c00,                      // 1.0 in 16 bits
    op(50, 4),  11,         24,         5,                           // no SpecId
    op(54, 5),  1,          2,          0,          3,               // OpFunction
    op(17, 2),  2,                                                   // not to be looked at
};

vkd3d_shader_code code_of_words(const Words &words) {
    return {words.data(), words.size() * 4};
}

TEST(ApiNeeds, EveryKind) {
    const vkd3d_shader_code code = code_of_words(module);
    weft_module_needs needs;
    Messages messages;
    ASSERT_EQ(weft_get_module_needs(&code, &needs, messages.out()), VKD3D_OK) << messages.text();
    EXPECT_TRUE(messages.null());
    EXPECT_EQ(needs.spirv_version, 0x10300u);
    ASSERT_EQ(needs.capability_count, 3u);
    EXPECT_EQ(needs.capabilities[0], 1u);
    EXPECT_EQ(needs.capabilities[2], 64u);
    ASSERT_EQ(needs.extension_count, 1u);
    EXPECT_STREQ(needs.extensions[0], "SPV_X");
    EXPECT_EQ(needs.subgroup_operations, 0x9u); // basic and ballot
    ASSERT_EQ(needs.constant_count, 4u);
    const weft_specialization_constant expected[] = {{3, WEFT_CONSTANT_BOOL, 1},
                                                     {5, WEFT_CONSTANT_OTHER, 0x3c00},
                                                     {7, WEFT_CONSTANT_FLOAT32, 0x3f800000},
                                                     {9, WEFT_CONSTANT_UINT32, 42}};
    for (unsigned i = 0; i < 4; ++i) {
        EXPECT_EQ(needs.constants[i].id, expected[i].id);
        EXPECT_EQ(needs.constants[i].type, expected[i].type);
        EXPECT_EQ(needs.constants[i].default_bits, expected[i].default_bits);
    }
    weft_free_module_needs(&needs);
    EXPECT_EQ(needs.capabilities, nullptr);
    EXPECT_EQ(needs.constant_count, 0u);
    weft_free_module_needs(&needs);
    weft_free_module_needs(nullptr);
}

// What the library makes of a shader with a parameter that is specialized.
TEST(ApiNeeds, OfAShader) {
    const Bytes bytes = tpf::test::read_file(tpf::test::data_folder() / "cs_double.cs_5_0.bin");
    Info info(bytes);
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    vkd3d_shader_code spirv;
    ASSERT_EQ(vkd3d_shader_compile(&info, &spirv, nullptr), VKD3D_OK);
    weft_module_needs needs;
    ASSERT_EQ(weft_get_module_needs(&spirv, &needs, nullptr), VKD3D_OK);
    constexpr uint32_t float64 = 10;
    EXPECT_EQ(std::count(needs.capabilities, needs.capabilities + needs.capability_count, float64), 1);
    EXPECT_EQ(needs.extension_count, 0u);
    EXPECT_EQ(needs.constant_count, 0u);
    EXPECT_EQ(needs.subgroup_operations, 0u);
    weft_free_module_needs(&needs);
    vkd3d_shader_free_shader_code(&spirv);

    // Doubles made of integers need nothing.
    const vkd3d_shader_compile_option emulate = {
        static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_FLOAT64_EMULATION),
        WEFT_FLOAT64_EMULATION_ALWAYS};
    info.options = &emulate;
    info.option_count = 1;
    ASSERT_EQ(vkd3d_shader_compile(&info, &spirv, nullptr), VKD3D_OK);
    ASSERT_EQ(weft_get_module_needs(&spirv, &needs, nullptr), VKD3D_OK);
    EXPECT_EQ(std::count(needs.capabilities, needs.capabilities + needs.capability_count, float64), 0);
    weft_free_module_needs(&needs);
    vkd3d_shader_free_shader_code(&spirv);
}

TEST(ApiNeeds, Damaged) {
    Messages messages;
    weft_module_needs needs;
    for (size_t words = 0; words <= module.size(); ++words) {
        Words part(module.begin(), module.begin() + static_cast<ptrdiff_t>(words));
        part.shrink_to_fit();
        const vkd3d_shader_code code = code_of_words(part);
        const int result = weft_get_module_needs(&code, &needs, messages.out());
        if (words < 5) {
            EXPECT_EQ(result, VKD3D_ERROR_INVALID_ARGUMENT);
        }
        EXPECT_EQ(result < 0, !messages.null());
        if (result < 0) {
            EXPECT_EQ(needs.capabilities, nullptr);
        }
        weft_free_module_needs(&needs);
    }
    for (size_t at = 0; at < module.size(); ++at) {
        for (uint32_t value : {0u, 0xffffffffu, 0x00010000u, 0x00010032u, 0x00010047u, 0x0001000au}) {
            Words wrong = module;
            wrong[at] = value;
            const vkd3d_shader_code code = code_of_words(wrong);
            const int result = weft_get_module_needs(&code, &needs, messages.out());
            EXPECT_EQ(result < 0, !messages.null());
            weft_free_module_needs(&needs);
        }
    }
    const vkd3d_shader_code nothing{nullptr, 0};
    EXPECT_EQ(weft_get_module_needs(&nothing, &needs, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
}

} // namespace
} // namespace weft::shader::test
