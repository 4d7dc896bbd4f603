// Calls of the C interface, for tests that see it as a program does.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <vkd3d_shader.h>

#include "container_test_util.h"

namespace weft::shader::test {

using container::test::Bytes;

// ps_2_0: mov oC0, c0
inline const std::vector<uint32_t> ps_2_0 = {0xffff0200, 0x02000001, 0x800f0800, 0xa0e40000, 0x0000ffff};

inline void set_environment(const char *name, const std::string &value) {
#ifdef _WIN32
    _putenv_s(name, value.c_str());
#else
    setenv(name, value.c_str(), 1);
#endif
}

// Takes the messages of a call and releases them.
class Messages {
  public:
    ~Messages() { vkd3d_shader_free_messages(text_); }
    char **out() {
        vkd3d_shader_free_messages(text_);
        // What a caller leaves in the slot must not matter.
        text_ = reinterpret_cast<char *>(uintptr_t{0xdead0000});
        return &text_;
    }
    bool null() const { return !text_; }
    std::string text() const { return text_ ? text_ : ""; }

  private:
    char *text_ = nullptr;
};

inline vkd3d_shader_code code_of(const Bytes &bytes) {
    return {bytes.data(), bytes.size()};
}

struct Info : vkd3d_shader_compile_info {
    explicit Info(const Bytes &bytes) : vkd3d_shader_compile_info{} {
        type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        source = code_of(bytes);
        source_type = VKD3D_SHADER_SOURCE_DXBC_TPF;
        target_type = VKD3D_SHADER_TARGET_D3D_ASM;
        log_level = VKD3D_SHADER_LOG_INFO;
    }
    explicit Info(const std::vector<uint32_t> &tokens) : Info(Bytes()) {
        source = {tokens.data(), tokens.size() * 4};
        source_type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    }
};

inline int compile(const Info &info, Messages &messages, std::string *text = nullptr) {
    vkd3d_shader_code out{&out, 12345};
    const int r = vkd3d_shader_compile(&info, &out, messages.out());
    if (r < 0) {
        EXPECT_EQ(out.code, nullptr);
        EXPECT_EQ(out.size, 0u);
    } else {
        EXPECT_EQ(static_cast<const char *>(out.code)[out.size], 0); // text or not
        if (text) text->assign(static_cast<const char *>(out.code), out.size);
    }
    vkd3d_shader_free_shader_code(&out);
    vkd3d_shader_free_shader_code(&out);
    return r;
}

} // namespace weft::shader::test
