/*
 * Results and helpers that the vkd3d headers share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef __VKD3D_TYPES_H
#define __VKD3D_TYPES_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The last member of each enumeration: makes it 32 bits wide with every compiler. */
#define VKD3D_FORCE_32_BIT_ENUM(name) name##_FORCE_32BIT = 0x7fffffff

/**
 * What most functions return. Negative values are failures, all others are successes. Functions of
 * libvkd3d-shader return VKD3D_OK and the failures from VKD3D_ERROR to VKD3D_ERROR_NOT_IMPLEMENTED.
 */
enum vkd3d_result {
    /** Done. */
    VKD3D_OK = 0,
    /** Done; there was nothing to do, or the answer is no. Since 1.12. */
    VKD3D_FALSE = 1,
    /** A failure that no other value describes. */
    VKD3D_ERROR = -1,
    /** Memory ran out. */
    VKD3D_ERROR_OUT_OF_MEMORY = -2,
    /** The caller passed something that it must not pass. */
    VKD3D_ERROR_INVALID_ARGUMENT = -3,
    /** The shader breaks the rules of its format. */
    VKD3D_ERROR_INVALID_SHADER = -4,
    /** Nothing is wrong, but the library cannot do it. */
    VKD3D_ERROR_NOT_IMPLEMENTED = -5,
    /** The key is taken. Since 1.12. */
    VKD3D_ERROR_KEY_ALREADY_EXISTS = -6,
    /** There is no such thing. Since 1.12. */
    VKD3D_ERROR_NOT_FOUND = -7,
    /** The buffer is too small. Since 1.12. */
    VKD3D_ERROR_MORE_DATA = -8,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_RESULT),
};

/* Decoration of functions that a library imports or exports. Programs that link the static libraries define
 * WEFT_STATIC, as `pkg-config --static --cflags` does; it matters on Windows alone. */
#ifdef WEFT_STATIC
#define VKD3D_IMPORT
#define VKD3D_EXPORT
#elif defined(_WIN32)
#define VKD3D_IMPORT __declspec(dllimport)
#define VKD3D_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define VKD3D_IMPORT
#define VKD3D_EXPORT __attribute__((visibility("default")))
#else
#define VKD3D_IMPORT
#define VKD3D_EXPORT
#endif

#ifdef __cplusplus
}
#endif

#endif /* __VKD3D_TYPES_H */
