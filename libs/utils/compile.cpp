// What of d3dcompiler works on text.
#include <string>
#include <vector>

#include <vkd3d_shader.h>

#include "utils/blob.h"

namespace weft::utils {

namespace {

// Released in any case.
struct Code : vkd3d_shader_code {
    Code() : vkd3d_shader_code{} {}
    ~Code() { vkd3d_shader_free_shader_code(this); }
    Code(const Code &) = delete;
    Code &operator=(const Code &) = delete;
    std::string_view text() const { return {static_cast<const char *>(code), size}; }
};

Hresult hresult(int result) {
    switch (result) {
    case VKD3D_OK: return s_ok;
    case VKD3D_ERROR_OUT_OF_MEMORY: return e_outofmemory;
    case VKD3D_ERROR_INVALID_ARGUMENT: return e_invalidarg;
    case VKD3D_ERROR_NOT_IMPLEMENTED: return e_notimpl;
    default: return e_fail;
    }
}

int open_include(const char *name, bool local, const char *parent, void *context, vkd3d_shader_code *out) {
    const void *data = nullptr;
    Uint size = 0;
    // D3D_INCLUDE_LOCAL is 0, D3D_INCLUDE_SYSTEM 1.
    if (static_cast<Include *>(context)->Open(local ? 0 : 1, name, parent, &data, &size) < 0)
        return VKD3D_ERROR;
    *out = {data, size};
    return VKD3D_OK;
}

void close_include(const vkd3d_shader_code *code, void *context) {
    static_cast<Include *>(context)->Close(code->code);
}

void put_messages(char *messages, Blob **slot) {
    if (messages) make_text_blob(messages, slot);
    vkd3d_shader_free_messages(messages);
}

Hresult no_compiler(Blob **code, Blob **messages) {
    if (code) *code = nullptr;
    make_text_blob("Compiling HLSL is not implemented.\n", messages);
    return e_notimpl;
}

// D3D_COMPILE_STANDARD_FILE_INCLUDE: files of the disk.
bool is_standard(const Include *include) {
    return reinterpret_cast<uintptr_t>(include) == 1;
}

int refuse_include(const char *, bool, const char *, void *, vkd3d_shader_code *) {
    return VKD3D_ERROR;
}
void close_nothing(const vkd3d_shader_code *, void *) {
}

Hresult preprocess(const void *data, size_t size, const char *name, const Macro *macros, Include *include,
                   Blob **text, Blob **messages) {
    std::vector<vkd3d_shader_macro> list;
    for (; macros && macros->name; ++macros)
        list.push_back({macros->name, macros->value});
    vkd3d_shader_preprocess_info preprocess_info{};
    preprocess_info.type = VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO;
    preprocess_info.macros = list.data();
    preprocess_info.macro_count = static_cast<unsigned>(list.size());
    if (!is_standard(include)) {
        // Without an include handler nothing can be included.
        preprocess_info.pfn_open_include = include ? open_include : refuse_include;
        preprocess_info.pfn_close_include = include ? close_include : close_nothing;
        preprocess_info.include_context = include;
    }
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.next = &preprocess_info;
    info.source = {data, size};
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    info.log_level = VKD3D_SHADER_LOG_INFO;
    info.source_name = name;
    Code out;
    char *log = nullptr;
    const int result = vkd3d_shader_preprocess(&info, &out, &log);
    put_messages(log, messages);
    if (result < 0) return hresult(result);
    make_text_blob(out.text(), text);
    return text && !*text ? e_outofmemory : s_ok;
}

Hresult disassemble(const void *data, size_t size, Uint flags, const char *comments, Blob **text) {
    // A container with DXIL in it is that; other containers hold the older code.
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.source = {data, size};
    info.target_type = VKD3D_SHADER_TARGET_D3D_ASM;
    info.source_type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    vkd3d_shader_dxbc_desc desc{};
    const int parsed =
        vkd3d_shader_parse_dxbc(&info.source, VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM, &desc, nullptr);
    if (parsed == VKD3D_ERROR_OUT_OF_MEMORY) return e_outofmemory;
    if (parsed == VKD3D_OK) {
        info.source_type = VKD3D_SHADER_SOURCE_DXBC_TPF;
        for (size_t i = 0; i < desc.section_count; ++i)
            if (!std::memcmp(&desc.sections[i].tag, "DXIL", 4))
                info.source_type = VKD3D_SHADER_SOURCE_DXBC_DXIL;
        vkd3d_shader_free_dxbc(&desc);
    }
    constexpr Uint colour_code = 0x1; // D3D_DISASM_ENABLE_COLOR_CODE, which is HTML there
    const vkd3d_shader_compile_option options[] = {
        {VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17},
        {VKD3D_SHADER_COMPILE_OPTION_FORMATTING, VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT |
                                                     VKD3D_SHADER_COMPILE_OPTION_FORMATTING_HEADER |
                                                     VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES},
    };
    if (flags & colour_code) return e_notimpl;
    info.options = options;
    info.option_count = 2;
    Code out;
    const int result = vkd3d_shader_compile(&info, &out, nullptr);
    if (result < 0) return hresult(result);
    std::string all = comments ? comments : "";
    if (!all.empty()) all += '\n';
    all += out.text();
    make_text_blob(all, text);
    return *text ? s_ok : e_outofmemory;
}

} // namespace

} // namespace weft::utils

using namespace weft::utils;

WEFT_UTILS_API Hresult WEFT_COM D3DPreprocess(const void *data, uintptr_t size, const char *name,
                                              const Macro *macros, Include *include, Blob **text,
                                              Blob **messages) {
    if (text) *text = nullptr;
    if (messages) *messages = nullptr;
    if (!data) return e_invalidarg;
    try {
        return preprocess(data, size, name, macros, include, text, messages);
    } catch (...) {
        return e_outofmemory;
    }
}

WEFT_UTILS_API Hresult WEFT_COM D3DDisassemble(const void *data, uintptr_t size, Uint flags,
                                               const char *comments, Blob **text) {
    if (!text) return e_invalidarg;
    *text = nullptr;
    if (!data || !size) return e_invalidarg;
    try {
        return disassemble(data, size, flags, comments, text);
    } catch (...) {
        return e_outofmemory;
    }
}

WEFT_UTILS_API Hresult WEFT_COM D3DCompile(const void *, uintptr_t, const char *, const Macro *, Include *,
                                           const char *, const char *, Uint, Uint, Blob **code,
                                           Blob **messages) {
    return no_compiler(code, messages);
}

WEFT_UTILS_API Hresult WEFT_COM D3DCompile2(const void *, uintptr_t, const char *, const Macro *, Include *,
                                            const char *, const char *, Uint, Uint, Uint, const void *,
                                            uintptr_t, Blob **code, Blob **messages) {
    return no_compiler(code, messages);
}
