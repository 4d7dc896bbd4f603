/* The public headers are C, and complete in themselves. Compiling this file is the test. */
#include <weft.h>

int weft_header_test(void);

int weft_header_test(void) {
    struct vkd3d_shader_compile_info info = {VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO};
    PFN_vkd3d_shader_compile compile = vkd3d_shader_compile;
    PFN_weft_get_version version = weft_get_version;
    struct weft_signature_pack_info pack = {WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO, 0, WEFT_SIGNATURE_POINT_VERTEX_INPUT,
                                            WEFT_SIGNATURE_PACK_DEFAULT, 0};
    PFN_weft_signature_pack pack_function = weft_signature_pack;
    struct vkd3d_shader_next_stage_info next = {VKD3D_SHADER_STRUCTURE_TYPE_NEXT_STAGE_INFO, 0, 0, 0};
    return info.option_count == 0 && !next.varying_count && !pack.mode && pack_function && compile && version &&
           VKD3D_SHADER_NO_SWIZZLE ==
               vkd3d_shader_create_swizzle(VKD3D_SHADER_SWIZZLE_X, VKD3D_SHADER_SWIZZLE_Y,
                                           VKD3D_SHADER_SWIZZLE_Z, VKD3D_SHADER_SWIZZLE_W);
}
