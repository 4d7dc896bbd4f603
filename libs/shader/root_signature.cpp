#include "core/support/log.h"
#include "shader/call.h"

using namespace weft;

namespace {

Result not_implemented(Diagnostics &diag, const char *function) {
    diag.bare_error(Result::not_implemented, code::ir_not_implemented, "%s() is not implemented.", function);
    return diag.result();
}

} // namespace

extern "C" {

VKD3D_SHADER_API int vkd3d_shader_parse_root_signature(
    const vkd3d_shader_code *, vkd3d_shader_versioned_root_signature_desc *root_signature, char **messages) {
    *root_signature = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [](Diagnostics &diag) {
        return not_implemented(diag, "vkd3d_shader_parse_root_signature");
    });
}

VKD3D_SHADER_API void
vkd3d_shader_free_root_signature(vkd3d_shader_versioned_root_signature_desc *root_signature) {
    // Nothing here fills one, so there is nothing to release.
    if (root_signature) *root_signature = {};
}

VKD3D_SHADER_API int vkd3d_shader_serialize_root_signature(const vkd3d_shader_versioned_root_signature_desc *,
                                                           vkd3d_shader_code *dxbc, char **messages) {
    *dxbc = {};
    return shader::guarded(messages, LogLevel::info, nullptr, [](Diagnostics &diag) {
        return not_implemented(diag, "vkd3d_shader_serialize_root_signature");
    });
}

VKD3D_SHADER_API int vkd3d_shader_convert_root_signature(vkd3d_shader_versioned_root_signature_desc *,
                                                         vkd3d_shader_root_signature_version,
                                                         const vkd3d_shader_versioned_root_signature_desc *) {
    WEFT_LOG(fixme, "vkd3d_shader_convert_root_signature() is not implemented.");
    return VKD3D_ERROR_NOT_IMPLEMENTED;
}
}
