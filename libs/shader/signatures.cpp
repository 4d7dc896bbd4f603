#include "shader/signatures.h"

#include <cstring>
#include <string_view>

#include "core/container/container.h"
#include "shader/call.h"

using namespace weft;

namespace weft::shader {

vkd3d_shader_signature copy_signature(std::span<const signature::Element> elements) {
    size_t count = 0;
    for (const signature::Element &e : elements)
        count += e.rows;
    vkd3d_shader_signature copy{};
    if (!count) return copy;
    copy.elements = allocate<vkd3d_shader_signature_element>(count);
    try {
        for (const signature::Element &e : elements) {
            for (unsigned row = 0; row < e.rows; ++row) {
                vkd3d_shader_signature_element &c = copy.elements[copy.element_count++];
                char *name = allocate<char>(e.name.size() + 1);
                if (!e.name.empty()) std::memcpy(name, e.name.data(), e.name.size());
                c.semantic_name = name;
                c.semantic_index = e.index_of_row(row);
                c.stream_index = e.stream;
                c.sysval_semantic = static_cast<vkd3d_shader_sysval_semantic>(e.system_value);
                c.component_type = static_cast<vkd3d_shader_component_type>(e.component_type);
                c.register_index = e.register_index == signature::no_register ? ~0u : e.register_index + row;
                c.mask = e.mask;
                c.used_mask = e.used_mask;
                c.min_precision = static_cast<vkd3d_shader_minimum_precision>(e.min_precision);
            }
        }
    } catch (...) {
        vkd3d_shader_free_shader_signature(&copy);
        throw;
    }
    return copy;
}

std::span<signature::Element> read_signature(const vkd3d_shader_signature &signature, Arena &arena) {
    std::span<signature::Element> elements{arena.array<signature::Element>(signature.element_count),
                                           signature.element_count};
    for (unsigned i = 0; i < signature.element_count; ++i) {
        const vkd3d_shader_signature_element &c = signature.elements[i];
        signature::Element e;
        if (c.semantic_name) e.name = c.semantic_name;
        e.semantic_index = c.semantic_index;
        e.stream = static_cast<uint8_t>(c.stream_index);
        e.system_value = static_cast<signature::SystemValue>(c.sysval_semantic);
        e.component_type = static_cast<signature::ComponentType>(c.component_type);
        e.register_index = c.register_index;
        e.mask = static_cast<uint8_t>(c.mask);
        e.used_mask = static_cast<uint8_t>(c.used_mask);
        e.min_precision = static_cast<signature::MinPrecision>(c.min_precision);
        e.scan_index = i;
        elements[i] = e;
    }
    return elements;
}

} // namespace weft::shader

extern "C" {

VKD3D_SHADER_API int vkd3d_shader_parse_input_signature(const vkd3d_shader_code *dxbc,
                                                        vkd3d_shader_signature *signature, char **messages) {
    *signature = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [&](Diagnostics &diag) {
        Arena arena;
        container::Container container;
        if (Result r = container::parse(shader::bytes_of(*dxbc), false, arena, diag, &container); failed(r))
            return r;
        signature::Signature elements;
        for (const container::Part &part : container.parts) {
            if (part.tag != container::tag("ISGN") && part.tag != container::tag("ISG1")) continue;
            if (Result r = container::read_signature(part, false, arena, diag, &elements); failed(r))
                return r;
        }
        *signature = shader::copy_signature(elements);
        return Result::ok;
    });
}

VKD3D_SHADER_API vkd3d_shader_signature_element *
vkd3d_shader_find_signature_element(const vkd3d_shader_signature *signature, const char *semantic_name,
                                    unsigned int semantic_index, unsigned int stream_index) {
    const std::string_view name = semantic_name;
    for (unsigned i = 0; i < signature->element_count; ++i) {
        vkd3d_shader_signature_element &e = signature->elements[i];
        if (e.semantic_index == semantic_index && e.stream_index == stream_index && e.semantic_name &&
            signature::same_name(e.semantic_name, name))
            return &e;
    }
    return nullptr;
}

VKD3D_SHADER_API void vkd3d_shader_free_shader_signature(vkd3d_shader_signature *signature) {
    if (!signature) return;
    if (signature->elements)
        for (unsigned i = 0; i < signature->element_count; ++i)
            std::free(const_cast<char *>(signature->elements[i].semantic_name));
    std::free(signature->elements);
    *signature = {};
}

VKD3D_SHADER_API void vkd3d_shader_build_varying_map(const vkd3d_shader_signature *output_signature,
                                                     const vkd3d_shader_signature *input_signature,
                                                     unsigned int *count,
                                                     vkd3d_shader_varying_map *varyings) {
    *count = 0;
    try {
        Arena arena;
        const auto outputs = shader::read_signature(*output_signature, arena);
        const auto inputs = shader::read_signature(*input_signature, arena);
        const auto map = arena.zeroed<signature::VaryingMapEntry>(inputs.size());
        const size_t entries = signature::build_varying_map(outputs, inputs, map);
        for (size_t i = 0; i < entries; ++i)
            varyings[i] = {map[i].output_index, map[i].input_register, map[i].input_mask};
        *count = static_cast<unsigned>(entries);
    } catch (...) {
        // The function cannot fail; without memory there is no map.
    }
}
}
