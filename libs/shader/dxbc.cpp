#include <cstring>

#include "core/container/container.h"
#include "shader/call.h"

using namespace weft;

extern "C" {

VKD3D_SHADER_API int vkd3d_shader_parse_dxbc(const vkd3d_shader_code *dxbc, uint32_t flags,
                                             vkd3d_shader_dxbc_desc *desc, char **messages) {
    *desc = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        container::Container container;
        const bool ignore_checksum = flags & VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM;
        if (Result r = container::parse(shader::bytes_of(*dxbc), ignore_checksum, arena, diag, &container);
            failed(r))
            return r;
        if (!container.parts.empty())
            desc->sections = shader::allocate<vkd3d_shader_dxbc_section_desc>(container.parts.size());
        desc->section_count = container.parts.size();
        for (size_t i = 0; i < container.parts.size(); ++i) {
            const container::Part &part = container.parts[i];
            desc->sections[i] = {part.tag, {part.data.data(), part.data.size()}};
        }
        desc->tag = container::tag("DXBC");
        std::memcpy(desc->checksum, container.checksum, sizeof(desc->checksum));
        desc->version = container.version;
        desc->size = container.declared_size;
        return Result::ok;
    });
}

VKD3D_SHADER_API void vkd3d_shader_free_dxbc(vkd3d_shader_dxbc_desc *dxbc) {
    if (!dxbc) return;
    std::free(dxbc->sections);
    dxbc->sections = nullptr;
    dxbc->section_count = 0;
}

VKD3D_SHADER_API int vkd3d_shader_serialize_dxbc(size_t section_count,
                                                 const vkd3d_shader_dxbc_section_desc *sections,
                                                 vkd3d_shader_code *dxbc, char **messages) {
    *dxbc = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        constexpr uint64_t limit = 0x80000000u; // what Direct3D accepts
        uint64_t total = 32;
        for (size_t i = 0; i < section_count && total <= limit; ++i)
            total +=
                4 + 8 + static_cast<uint64_t>(sections[i].data.size <= limit ? sections[i].data.size : limit);
        if (total > limit) {
            diag.error({}, Result::invalid_argument, code::container_size,
                       "The sections do not fit into a DXBC container.");
            return diag.result();
        }
        Arena arena;
        Vec<container::Part> parts(arena, section_count);
        for (size_t i = 0; i < section_count; ++i)
            parts.push({sections[i].tag, shader::bytes_of(sections[i].data)});
        *dxbc = shader::copy_code(container::serialize(parts.span(), arena));
        return Result::ok;
    });
}
}
