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

HRESULT hresult(int result) {
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
    UINT size = 0;
    if (static_cast<ID3DInclude *>(context)->Open(local ? D3D_INCLUDE_LOCAL : D3D_INCLUDE_SYSTEM, name,
                                                  parent, &data, &size) < 0)
        return VKD3D_ERROR;
    *out = {data, size};
    return VKD3D_OK;
}

void close_include(const vkd3d_shader_code *code, void *context) {
    static_cast<ID3DInclude *>(context)->Close(code->code);
}

void put_messages(char *messages, ID3DBlob **slot) {
    if (messages) make_text_blob(messages, slot);
    vkd3d_shader_free_messages(messages);
}

HRESULT no_compiler(ID3DBlob **code, ID3DBlob **messages) {
    if (code) *code = nullptr;
    make_text_blob("Compiling HLSL is not implemented.\n", messages);
    return e_notimpl;
}

int refuse_include(const char *, bool, const char *, void *, vkd3d_shader_code *) {
    return VKD3D_ERROR;
}
void close_nothing(const vkd3d_shader_code *, void *) {
}

HRESULT preprocess(const void *data, size_t size, const char *name, const D3D_SHADER_MACRO *macros,
                   ID3DInclude *include, ID3DBlob **text, ID3DBlob **messages) {
    std::vector<vkd3d_shader_macro> list;
    for (; macros && macros->Name; ++macros)
        list.push_back({macros->Name, macros->Definition});
    vkd3d_shader_preprocess_info preprocess_info{};
    preprocess_info.type = VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO;
    preprocess_info.macros = list.data();
    preprocess_info.macro_count = static_cast<unsigned>(list.size());
    if (include != D3D_COMPILE_STANDARD_FILE_INCLUDE) {
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
    return *text ? s_ok : e_outofmemory;
}

// D3D_DISASM flags. Numbers, offsets and hexadecimal literals are not printed here.
constexpr UINT disasm_colour = 0x1, disasm_instructions_only = 0x40, disasm_known = 0xf7;

HRESULT disassemble(const void *data, size_t size, UINT flags, const char *comments, ID3DBlob **text) {
    if (flags & disasm_colour) return e_notimpl; // as HTML, that is
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
        const bool whole = desc.size == size;
        vkd3d_shader_free_dxbc(&desc);
        if (!whole) return e_fail;
    }
    const bool bare = flags & disasm_instructions_only;
    uint32_t formatting =
        VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT | VKD3D_SHADER_COMPILE_OPTION_FORMATTING_HEADER;
    if (!bare) formatting |= VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES;
    const vkd3d_shader_compile_option options[] = {
        {VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17},
        {VKD3D_SHADER_COMPILE_OPTION_FORMATTING, formatting}};
    info.options = options;
    info.option_count = 2;
    Code out;
    const int result = vkd3d_shader_compile(&info, &out, nullptr);
    if (result < 0) return result == VKD3D_ERROR_OUT_OF_MEMORY ? e_outofmemory : e_fail;
    std::string all = comments && !bare ? comments : "";
    if (!all.empty()) all += '\n';
    all += out.text();
    make_text_blob(all, text);
    return *text ? s_ok : e_outofmemory;
}

} // namespace

} // namespace weft::utils

using namespace weft::utils;

VKD3D_UTILS_API HRESULT WINAPI D3DPreprocess(const void *data, SIZE_T size, const char *name,
                                             const D3D_SHADER_MACRO *macros, ID3DInclude *include,
                                             ID3DBlob **text, ID3DBlob **messages) {
    if (text) *text = nullptr;
    if (messages) *messages = nullptr;
    if (!data || !text) return e_invalidarg;
    try {
        return preprocess(data, size, name, macros, include, text, messages);
    } catch (...) {
        return e_outofmemory;
    }
}

VKD3D_UTILS_API HRESULT WINAPI D3DDisassemble(const void *data, SIZE_T size, UINT flags, const char *comments,
                                              ID3DBlob **text) {
    if (!text) return e_invalidarg;
    *text = nullptr;
    if (!data || flags & ~disasm_known) return d3derr_invalidcall;
    if (!size) return e_invalidarg;
    try {
        return disassemble(data, size, flags, comments, text);
    } catch (...) {
        return e_outofmemory;
    }
}

VKD3D_UTILS_API HRESULT WINAPI D3DCompile(const void *, uintptr_t, const char *, const D3D_SHADER_MACRO *,
                                          ID3DInclude *, const char *, const char *, UINT, UINT,
                                          ID3DBlob **code, ID3DBlob **messages) {
    return no_compiler(code, messages);
}

VKD3D_UTILS_API HRESULT WINAPI D3DCompile2(const void *, uintptr_t, const char *, const D3D_SHADER_MACRO *,
                                           ID3DInclude *, const char *, const char *, UINT, UINT, UINT,
                                           const void *, uintptr_t, ID3DBlob **code, ID3DBlob **messages) {
    return no_compiler(code, messages);
}

// With the version of the compiler that is meant, 47 for d3dcompiler_47.dll.
VKD3D_UTILS_API HRESULT WINAPI D3DCompile2VKD3D(const void *, uintptr_t, const char *,
                                                const D3D_SHADER_MACRO *, ID3DInclude *, const char *,
                                                const char *, UINT, UINT, UINT, const void *, uintptr_t,
                                                ID3DBlob **code, ID3DBlob **messages, unsigned) {
    return no_compiler(code, messages);
}
