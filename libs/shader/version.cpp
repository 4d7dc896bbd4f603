#include <weft.h>

#define WEFT_VERSION_TEXT "0.1.0"

extern "C" {

VKD3D_SHADER_API const char *vkd3d_shader_get_version(unsigned int *major, unsigned int *minor) {
    if (major) *major = 2;
    if (minor) *minor = 0;
    return "vkd3d-shader 2.0 (weft " WEFT_VERSION_TEXT ")";
}

VKD3D_SHADER_API const char *weft_get_version(unsigned int *major, unsigned int *minor, unsigned int *patch) {
    if (major) *major = 0;
    if (minor) *minor = 1;
    if (patch) *patch = 0;
    return "weft " WEFT_VERSION_TEXT;
}
}
