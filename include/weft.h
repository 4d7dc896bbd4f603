/*
 * What libvkd3d-shader offers beyond its usual interface when it is Weft.
 *
 * A program that may meet either library looks weft_get_version() up at run time; if it is there, so is the
 * rest of this header. All names carry the symbol version WEFT_1_0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WEFT_H
#define WEFT_H

#include <vkd3d_shader.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Further values for struct vkd3d_shader_spirv_target_info.environment. The numbers stay clear of any that
 * enum vkd3d_shader_spirv_environment may still get.
 *
 * They are reserved: this version answers both with VKD3D_ERROR_NOT_IMPLEMENTED and a message.
 */
enum weft_spirv_environment {
    WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2 = 0x57450102, /**< Vulkan 1.2; SPIR-V 1.5. */
    WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3 = 0x57450103, /**< Vulkan 1.3; SPIR-V 1.6. */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SPIRV_ENVIRONMENT),
};

#ifndef VKD3D_SHADER_NO_PROTOTYPES

/**
 * Tells the version of Weft, as opposed to that of the API that it implements (vkd3d_shader_get_version()).
 *
 * Each of the pointers may be NULL. Returns a static string such as "weft 0.1.0"; do not free it.
 */
VKD3D_SHADER_API const char *weft_get_version(unsigned int *major, unsigned int *minor, unsigned int *patch);

#endif /* VKD3D_SHADER_NO_PROTOTYPES */

typedef const char *(*PFN_weft_get_version)(unsigned int *major, unsigned int *minor, unsigned int *patch);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_H */
