#include <cstring>

#include <weft.h>

#include "core/spirv/needs.h"
#include "shader/call.h"

using namespace weft;

namespace {

template <typename C, typename T, typename Convert>
C *copy_list(std::span<const T> list, Convert &&convert) {
    if (list.empty()) return nullptr;
    C *copy = shader::allocate<C>(list.size());
    for (size_t i = 0; i < list.size(); ++i)
        copy[i] = convert(list[i]);
    return copy;
}

// Names stand behind the array that points to them.
const char *const *copy_names(std::span<const std::string_view> names) {
    if (names.empty()) return nullptr;
    size_t size = names.size() * sizeof(char *);
    for (std::string_view name : names)
        size += name.size() + 1;
    char *block = shader::allocate<char>(size);
    auto **list = reinterpret_cast<const char **>(block);
    char *text = block + names.size() * sizeof(char *);
    for (size_t i = 0; i < names.size(); ++i) {
        list[i] = text;
        if (!names[i].empty()) std::memcpy(text, names[i].data(), names[i].size());
        text += names[i].size() + 1;
    }
    return list;
}

void fill(const spirv::Needs &needs, weft_module_needs *out) {
    out->spirv_version = needs.version;
    out->subgroup_operations = needs.subgroup_operations;
    out->capabilities = copy_list<uint32_t>(needs.capabilities, [](uint32_t c) { return c; });
    out->capability_count = static_cast<unsigned>(needs.capabilities.size());
    out->extensions = copy_names(needs.extensions);
    out->extension_count = static_cast<unsigned>(needs.extensions.size());
    out->constants =
        copy_list<weft_specialization_constant>(needs.constants, [](const spirv::SpecializationConstant &c) {
            return weft_specialization_constant{c.id, static_cast<weft_constant_type>(c.type), c.bits};
        });
    out->constant_count = static_cast<unsigned>(needs.constants.size());
}

} // namespace

extern "C" {

VKD3D_SHADER_API int weft_get_module_needs(const vkd3d_shader_code *spirv, weft_module_needs *needs,
                                           char **messages) {
    *needs = {};
    const int result = shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        const auto bytes = shader::bytes_of(*spirv);
        Arena arena;
        // Callers' bytes need not be aligned.
        const std::span<uint32_t> words{arena.array<uint32_t>(bytes.size() / 4), bytes.size() / 4};
        if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size_bytes());
        spirv::Needs read;
        if (Result r = spirv::read_needs(words, arena, diag, &read); failed(r)) return r;
        fill(read, needs);
        return Result::ok;
    });
    if (result < 0) weft_free_module_needs(needs);
    return result;
}

VKD3D_SHADER_API void weft_free_module_needs(weft_module_needs *needs) {
    if (!needs) return;
    std::free(const_cast<uint32_t *>(needs->capabilities));
    std::free(const_cast<char **>(needs->extensions));
    std::free(const_cast<weft_specialization_constant *>(needs->constants));
    *needs = {};
}
}
