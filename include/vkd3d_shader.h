/*
 * libvkd3d-shader: conversion of Direct3D shaders.
 *
 * This is the whole of the C interface as a program built against libvkd3d-shader sees it, described as this
 * library implements it. What goes beyond is in weft.h.
 *
 * The life of a call: fill a struct vkd3d_shader_compile_info, chain structures for what it does not say
 * itself, call vkd3d_shader_compile() or vkd3d_shader_scan(), look at the result, print the messages, release
 * what the call returned.
 *
 *     struct vkd3d_shader_compile_info info = {VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO};
 *     struct vkd3d_shader_code spirv;
 *     char *messages;
 *
 *     info.source.code = dxbc;
 *     info.source.size = dxbc_size;
 *     info.source_type = VKD3D_SHADER_SOURCE_DXBC_TPF;
 *     info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
 *     info.log_level = VKD3D_SHADER_LOG_INFO;
 *     int result = vkd3d_shader_compile(&info, &spirv, &messages);
 *     if (messages)
 *         fputs(messages, stderr);
 *     vkd3d_shader_free_messages(messages);
 *     if (result >= 0)
 *     {
 *         use(spirv.code, spirv.size);
 *         vkd3d_shader_free_shader_code(&spirv);
 *     }
 *
 * Memory that the library returns is released by the function that the structure or parameter names, never by
 * free(). Pointers are not NULL unless it is said that they may be. Numbers in "Since" remarks are API
 * versions; without a remark it is 1.2. Numbers such as E2004 are diagnostic codes.
 *
 * Messages have one line each:
 *     file:line:column: E1234: text          an error; W for a warning; without a code for a note
 *     file: E1234: text                      without a position
 *     E1234: text                            about the call as a whole
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef __VKD3D_SHADER_H
#define __VKD3D_SHADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vkd3d_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library itself is built with LIBVKD3D_SHADER_SOURCE defined. */
#ifdef LIBVKD3D_SHADER_SOURCE
#define VKD3D_SHADER_API VKD3D_EXPORT
#else
#define VKD3D_SHADER_API VKD3D_IMPORT
#endif

/** The sampler index of a resource that is read without a sampler. */
#define VKD3D_SHADER_DUMMY_SAMPLER_INDEX ~0u

/* A packed swizzle has one byte for each component, the first in the lowest. */
/** One component of a packed swizzle, shifted down. */
#define VKD3D_SHADER_SWIZZLE_MASK 0xffu
/** Bit position of component "idx". */
#define VKD3D_SHADER_SWIZZLE_SHIFT(idx) (8u * (idx))
/** Packs four components named X, Y, Z or W. */
#define VKD3D_SHADER_SWIZZLE(x, y, z, w)                                                                     \
    (((VKD3D_SHADER_SWIZZLE_##x & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(0)) |             \
     ((VKD3D_SHADER_SWIZZLE_##y & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(1)) |             \
     ((VKD3D_SHADER_SWIZZLE_##z & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(2)) |             \
     ((VKD3D_SHADER_SWIZZLE_##w & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(3)))
/** The swizzle that changes nothing. */
#define VKD3D_SHADER_NO_SWIZZLE VKD3D_SHADER_SWIZZLE(X, Y, Z, W)

/**
 * Tells which structure a chained pointer leads to.
 *
 * Extensible structures start with a type and a "next" pointer. The list that begins at a structure's "next"
 * is walked in order; the first structure of a wanted type is used, later ones of the same type and those of
 * unknown types are skipped. A caller may therefore chain structures that an older library does not know.
 */
enum vkd3d_shader_structure_type {
    /** struct vkd3d_shader_compile_info, the head of every chain. */
    VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO = 0x0,
    VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO = 0x1,       /**< struct vkd3d_shader_interface_info. */
    VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO = 0x2, /**< struct vkd3d_shader_scan_descriptor_info. */
    /** struct vkd3d_shader_spirv_domain_shader_target_info. */
    VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_DOMAIN_SHADER_TARGET_INFO = 0x3,
    VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO = 0x4, /**< struct vkd3d_shader_spirv_target_info. */
    /** struct vkd3d_shader_transform_feedback_info. */
    VKD3D_SHADER_STRUCTURE_TYPE_TRANSFORM_FEEDBACK_INFO = 0x5,
    /** struct vkd3d_shader_hlsl_source_info. Since 1.3. */
    VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO = 0x6,
    VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO = 0x7, /**< struct vkd3d_shader_preprocess_info. Since 1.3. */
    /** struct vkd3d_shader_descriptor_offset_info. Since 1.3. */
    VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO = 0x8,
    /** struct vkd3d_shader_scan_signature_info. Since 1.9. */
    VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO = 0x9,
    /** struct vkd3d_shader_varying_map_info. Since 1.9. */
    VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO = 0xa,
    /** struct vkd3d_shader_scan_combined_resource_sampler_info. Since 1.10. */
    VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO = 0xb,
    VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO = 0xc, /**< struct vkd3d_shader_parameter_info. Since 1.13. */
    /** struct vkd3d_shader_scan_hull_shader_tessellation_info. Since 1.15. */
    VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO = 0xd,
    /** struct vkd3d_shader_scan_thread_group_size_info. Since 1.18. */
    VKD3D_SHADER_STRUCTURE_TYPE_SCAN_THREAD_GROUP_SIZE_INFO = 0xe,
    /** struct vkd3d_shader_d3dbc_source_info. Since 1.18. */
    VKD3D_SHADER_STRUCTURE_TYPE_D3DBC_SOURCE_INFO = 0xf,
    /** struct vkd3d_shader_scan_denormal_mode_info. Since 2.0. */
    VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DENORMAL_MODE_INFO = 0x10,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_STRUCTURE_TYPE),
};

/**
 * The API version that a caller was written against; the value of VKD3D_SHADER_COMPILE_OPTION_API_VERSION.
 *
 * A few results changed between versions. A caller that does not name its version, or names an old one, gets
 * what that version returned; the option's description lists the differences.
 *
 * Since 1.3.
 */
enum vkd3d_shader_api_version {
    VKD3D_SHADER_API_VERSION_1_0 = 0x0,
    VKD3D_SHADER_API_VERSION_1_1 = 0x1,
    VKD3D_SHADER_API_VERSION_1_2 = 0x2,
    VKD3D_SHADER_API_VERSION_1_3 = 0x3,
    VKD3D_SHADER_API_VERSION_1_4 = 0x4,
    VKD3D_SHADER_API_VERSION_1_5 = 0x5,
    VKD3D_SHADER_API_VERSION_1_6 = 0x6,
    VKD3D_SHADER_API_VERSION_1_7 = 0x7,
    VKD3D_SHADER_API_VERSION_1_8 = 0x8,
    VKD3D_SHADER_API_VERSION_1_9 = 0x9,
    VKD3D_SHADER_API_VERSION_1_10 = 0xa,
    VKD3D_SHADER_API_VERSION_1_11 = 0xb,
    VKD3D_SHADER_API_VERSION_1_12 = 0xc,
    VKD3D_SHADER_API_VERSION_1_13 = 0xd,
    VKD3D_SHADER_API_VERSION_1_14 = 0xe,
    VKD3D_SHADER_API_VERSION_1_15 = 0xf,
    VKD3D_SHADER_API_VERSION_1_16 = 0x10,
    VKD3D_SHADER_API_VERSION_1_17 = 0x11,
    VKD3D_SHADER_API_VERSION_1_18 = 0x12,
    VKD3D_SHADER_API_VERSION_1_19 = 0x13,
    VKD3D_SHADER_API_VERSION_2_0 = 0x14,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_API_VERSION),
};

/** Values of VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV. */
enum vkd3d_shader_compile_option_buffer_uav {
    /** Raw and structured buffer UAVs are texel buffers of 32-bit words. The default. */
    VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_TEXEL_BUFFER = 0,
    /** Raw and structured buffer UAVs are storage buffers. */
    VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_BUFFER = 1,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV),
};

/**
 * Values of VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV.
 *
 * Since 1.5.
 */
enum vkd3d_shader_compile_option_typed_uav {
    /** Typed UAVs that are read are declared with a single-component 32-bit format of the matching kind. The
        default. */
    VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV_READ_FORMAT_R32 = 0,
    /** Typed UAVs that are read carry no format; the device must allow formatless storage image reads. */
    VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV_READ_FORMAT_UNKNOWN = 1,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV),
};

/** Flags of VKD3D_SHADER_COMPILE_OPTION_FORMATTING. Without that option: INDENT | HEADER. */
enum vkd3d_shader_compile_option_formatting_flags {
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_NONE = 0x0,   /**< Plain text. */
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR = 0x1, /**< Mark tokens with ANSI terminal colours. */
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT = 0x2, /**< Indent by nesting. */
    /** Show the byte offset of each instruction. SPIR-V text only. */
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_OFFSETS = 0x4,
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_HEADER = 0x8, /**< Show the module header. SPIR-V text only. */
    /** Show numbers instead of friendly names. SPIR-V text only. */
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_RAW_IDS = 0x10,
    /** Print the input, output and patch constant signatures. Direct3D assembly of shader model 4 and up.
        Since 1.12. */
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES = 0x20,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_FLAGS),
};

/**
 * Values of VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER.
 *
 * Since 1.9.
 */
enum vkd3d_shader_compile_option_pack_matrix_order {
    VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ROW_MAJOR = 1, /**< A register holds one row of a matrix. */
    /** A register holds one column of a matrix. The default. */
    VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_COLUMN_MAJOR = 2,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER),
};

/**
 * Flags of VKD3D_SHADER_COMPILE_OPTION_BACKWARD_COMPATIBILITY, for HLSL sources.
 *
 * Since 1.10.
 */
enum vkd3d_shader_compile_option_backward_compatibility {
    /** In shader model 4 and up, Direct3D 9 semantics name their system values: POSITION is SV_Position where
        it can be, COLORn and DEPTH of a pixel shader's outputs are SV_Targetn and SV_Depth. Since 2.0 also
        VFACE and VPOS of a pixel shader's inputs. */
    VKD3D_SHADER_COMPILE_OPTION_BACKCOMPAT_MAP_SEMANTIC_NAMES = 0x1,
    /** In shader models 1 to 3, "double" means "float". Since 1.14. */
    VKD3D_SHADER_COMPILE_OPTION_DOUBLE_AS_FLOAT_ALIAS = 0x2,
    /** Global variables without "static" are constant, as they are from shader model 4 on. Since 2.0. */
    VKD3D_SHADER_COMPILE_OPTION_CONST_GLOBAL_UNIFORMS = 0x4,
    /** Global variables may be of type half; they are laid out as float. Since 2.1. */
    VKD3D_SHADER_COMPILE_OPTION_BACKCOMPAT_ALLOW_HALF_GLOBALS = 0x8,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_BACKWARD_COMPATIBILITY),
};

/**
 * Values of VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN.
 *
 * Since 1.10.
 */
enum vkd3d_shader_compile_option_fragment_coordinate_origin {
    /** Pixel positions count from the top, as in Direct3D. The default, and the only choice for Vulkan. */
    VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN_UPPER_LEFT = 0,
    /** Pixel positions count from the bottom. */
    VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN_LOWER_LEFT = 1,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN),
};

/**
 * Flags of VKD3D_SHADER_COMPILE_OPTION_FEATURE: what the device that will run the shader can do beyond the
 * minimum. A shader that needs a feature which is not named here fails to compile with diagnostic E2004.
 *
 * Since 1.11.
 */
enum vkd3d_shader_compile_option_feature_flags {
    VKD3D_SHADER_COMPILE_OPTION_FEATURE_INT64 = 0x1, /**< 64-bit integers. */
    /** 64-bit floating point numbers. Implied for callers of an API version before 1.11. */
    VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64 = 0x2,
    /** Subgroup operations; needs the Vulkan 1.1 environment. Since 1.12. */
    VKD3D_SHADER_COMPILE_OPTION_FEATURE_WAVE_OPS = 0x4,
    /** Group-shared memory may have a null initialiser. Since 1.16. */
    VKD3D_SHADER_COMPILE_OPTION_FEATURE_ZERO_INITIALIZE_WORKGROUP_MEMORY = 0x8,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLAGS),
};

/**
 * Names of compile options. What an argument means is said at each; an argument that an enumeration does not
 * have is ignored, as are options of names unknown to the library and options that do not concern the
 * conversion asked for. When a name occurs twice the last one counts.
 */
enum vkd3d_shader_compile_option_name {
    /** Nonzero: leave names, source text and line information out of SPIR-V. Default 0. */
    VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG = 0x1,
    /** An enum vkd3d_shader_compile_option_buffer_uav. In OpenGL environments UAV counters are atomic
        counters whatever this says. */
    VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV = 0x2,
    /** A combination of enum vkd3d_shader_compile_option_formatting_flags, in place of the default set. */
    VKD3D_SHADER_COMPILE_OPTION_FORMATTING = 0x3,
    /** An enum vkd3d_shader_api_version; without it 1.2 is assumed. Below 1.3 scanned resource data types
        above FLOAT read FLOAT. Up to 1.10 the FLOAT64 feature is implied. Up to 1.15 samplers have data type
        UINT instead of NONE. From 2.0 on a denormal mode that the source asks for and the target cannot
        express is an error. Since 1.3. */
    VKD3D_SHADER_COMPILE_OPTION_API_VERSION = 0x4,
    /** An enum vkd3d_shader_compile_option_typed_uav. Since 1.5. */
    VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV = 0x5,
    /** Nonzero: domain and geometry shaders for Vulkan write a point size of 1, which points need unless the
        device says otherwise. Default 1. Since 1.7. */
    VKD3D_SHADER_COMPILE_OPTION_WRITE_TESS_GEOM_POINT_SIZE = 0x6,
    /** An enum vkd3d_shader_compile_option_pack_matrix_order: how HLSL matrices are packed when the source
        does not say. Since 1.9. */
    VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER = 0x7,
    /** A combination of enum vkd3d_shader_compile_option_backward_compatibility. Default 0. Since 1.10. */
    VKD3D_SHADER_COMPILE_OPTION_BACKWARD_COMPATIBILITY = 0x8,
    /** An enum vkd3d_shader_compile_option_fragment_coordinate_origin. Since 1.10. */
    VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN = 0x9,
    /** A combination of enum vkd3d_shader_compile_option_feature_flags. Default 0. Since 1.11. */
    VKD3D_SHADER_COMPILE_OPTION_FEATURE = 0xa,
    /** Nonzero: an fx_4_0 or fx_4_1 effect is compiled as a child that takes shared objects from a pool.
        Default 0. Since 1.12. */
    VKD3D_SHADER_COMPILE_OPTION_CHILD_EFFECT = 0xb,
    /** Nonzero: warn (W5300) when an HLSL vector or matrix is cut down by an implicit conversion. Default 1.
        Since 1.12. */
    VKD3D_SHADER_COMPILE_OPTION_WARN_IMPLICIT_TRUNCATION = 0xc,
    /** Nonzero: effects list constant buffers that have no members. Default 0. Since 1.12. */
    VKD3D_SHADER_COMPILE_OPTION_INCLUDE_EMPTY_BUFFERS_IN_EFFECTS = 0xd,
    /** An enum vkd3d_shader_denormal_mode for 16-bit floats, in place of the source's own. Since 2.0. */
    VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F16 = 0xe,
    VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F32 = 0xf,  /**< The same for 32-bit floats. Since 2.0. */
    VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F64 = 0x10, /**< The same for 64-bit floats. Since 2.0. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPILE_OPTION_NAME),
};

/** One compile option. */
struct vkd3d_shader_compile_option {
    enum vkd3d_shader_compile_option_name name; /**< What the option is about. */
    unsigned int value;                         /**< Its argument. */
};

/**
 * A piece of code: bytes or text.
 *
 * Code that the library hands out is released with vkd3d_shader_free_shader_code(). Text that the library
 * hands out is followed by a zero byte that "size" does not count.
 */
struct vkd3d_shader_code {
    const void *code; /**< The first byte. May be NULL when size is 0. */
    size_t size;      /**< In bytes. */
};

/** Where a descriptor lives in the target. */
struct vkd3d_shader_descriptor_binding {
    unsigned int set;     /**< Vulkan descriptor set. Must be 0 for OpenGL. */
    unsigned int binding; /**< Vulkan binding, or OpenGL binding point. */
    unsigned int count;   /**< Number of descriptors. ~0u: an array without a bound. */
};

/** The value of an immediate parameter. */
struct vkd3d_shader_parameter_immediate_constant {
    /** The member that the parameter's data type names. */
    union {
        uint32_t u32; /**< For UINT32. */
        float f32;    /**< For FLOAT32. Since 1.13. */
    } u;
};

/**
 * The value of an immediate parameter that may be a vector.
 *
 * Since 1.13.
 */
struct vkd3d_shader_parameter_immediate_constant1 {
    /** The member that the parameter's data type names. */
    union {
        uint32_t u32;       /**< For UINT32. */
        float f32;          /**< For FLOAT32. */
        float f32_vec4[4];  /**< For FLOAT32_VEC4. Since 1.14. */
        void *_pointer_pad; /**< Room for growth; not read. */
        uint32_t _pad[4];   /**< Room for growth; not read. */
    } u;
};

/** The specialisation constant that provides a parameter. */
struct vkd3d_shader_parameter_specialization_constant {
    uint32_t id; /**< Its SpecId. A vector takes four ids in a row, of which this is the first. */
};

/**
 * The place in a uniform buffer that provides a parameter.
 *
 * Since 1.13.
 */
struct vkd3d_shader_parameter_buffer {
    unsigned int set;     /**< Vulkan descriptor set. */
    unsigned int binding; /**< Binding of the uniform buffer. */
    uint32_t offset;      /**< In bytes; a multiple of the parameter's size. */
};

/**
 * Fog equations for VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE. "c" is the fog coordinate that the vertex
 * stage wrote, "k" is FOG_SCALE, "e" is FOG_END. The factor is clamped to [0, 1] and weighs the shader's
 * colour against FOG_COLOUR; 1 is no fog.
 *
 * Since 1.15.
 */
enum vkd3d_shader_fog_fragment_mode {
    VKD3D_SHADER_FOG_FRAGMENT_NONE = 0,   /**< The fog coordinate has no influence on the colour. */
    VKD3D_SHADER_FOG_FRAGMENT_EXP = 1,    /**< 2 ^ -(k * c) */
    VKD3D_SHADER_FOG_FRAGMENT_EXP2 = 2,   /**< 2 ^ -((k * c) ^ 2) */
    VKD3D_SHADER_FOG_FRAGMENT_LINEAR = 3, /**< (e - c) * k. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_FOG_FRAGMENT_MODE),
};

/**
 * Where the fog coordinate comes from; for VKD3D_SHADER_PARAMETER_NAME_FOG_SOURCE.
 *
 * Since 1.15.
 */
enum vkd3d_shader_fog_source {
    VKD3D_SHADER_FOG_SOURCE_FOG = 0, /**< The shader's fog output. */
    /** The shader's fog output if it has one, else the w component of its second colour. */
    VKD3D_SHADER_FOG_SOURCE_FOG_OR_SPECULAR_W = 1,
    VKD3D_SHADER_FOG_SOURCE_Z = 2, /**< The z component of the position. */
    VKD3D_SHADER_FOG_SOURCE_W = 3, /**< The w component of the position. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_FOG_SOURCE),
};

/**
 * Pipeline state that the API of the source keeps outside the shader and the target needs inside.
 *
 * Each enumerator says the stages that use it, the data type and what holds when it is not given. A parameter
 * that a shader has no use for is ignored; one that it needs and the caller does not give is a specialization
 * constant with the default, whose number is the first that the caller gave to none. Of the parameters with
 * data type UINT32, all but RASTERIZER_SAMPLE_COUNT and ALPHA_TEST_REF can only be immediate in the library
 * that this one stands in for; here only FLAT_INTERPOLATION has to be. The meaning of each is that of the
 * Direct3D 9 render or texture stage state with the same role.
 */
enum vkd3d_shader_parameter_name {
    VKD3D_SHADER_PARAMETER_NAME_UNKNOWN = 0x0, /**< Not a valid choice. */
    /** All stages; UINT32; samples per pixel of the render target; default 1. */
    VKD3D_SHADER_PARAMETER_NAME_RASTERIZER_SAMPLE_COUNT = 0x1,
    /** Pixel; UINT32, an enum vkd3d_shader_comparison_func; default ALWAYS. A pixel is discarded unless the w
        component of output 0 compares true with ALPHA_TEST_REF. Since 1.13. */
    VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_FUNC = 0x2,
    /** Pixel; FLOAT32 (UINT32 is taken as a number); default 0. Since 1.13. */
    VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_REF = 0x3,
    /** Pixel, shader models 1 to 3; UINT32; nonzero: colour inputs are not interpolated; default 0. Immediate
        only. Since 1.13. */
    VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION = 0x4,
    /** Vertex; UINT32; bit n enables CLIP_PLANE_n; default 0. Since 1.14. */
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_MASK = 0x5,
    /** Vertex; FLOAT32_VEC4; the coefficients of a user clip plane, in clip space; what lies on its negative
        side is clipped; default (0, 0, 0, 0). The eight planes have consecutive numbers. Since 1.14. */
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_0 = 0x6,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_1 = 0x7,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_2 = 0x8,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_3 = 0x9,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_4 = 0xa,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_5 = 0xb,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_6 = 0xc,
    VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_7 = 0xd,
    /** Stages before rasterisation; FLOAT32, in pixels; used when the shader writes no point size. Since
        1.14. */
    VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE = 0xe,
    /** The same stages; FLOAT32, in pixels; lower bound of the point size; default none. Since 1.14. */
    VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE_MIN = 0xf,
    /** The same stages; FLOAT32, in pixels; upper bound of the point size; default none. Since 1.14. */
    VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE_MAX = 0x10,
    /** Pixel; UINT32; nonzero: texture coordinate inputs read the position within the point as (x, y, 0, 0);
        default 0. Since 1.14. */
    VKD3D_SHADER_PARAMETER_NAME_POINT_SPRITE = 0x11,
    /** Pixel; UINT32, an enum vkd3d_shader_fog_fragment_mode; default NONE. Giving it at all
        adds an input FOG 0. Since 1.15. */
    VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE = 0x12,
    /** Pixel; FLOAT32_VEC4; default (0, 0, 0, 0). Since 1.15. */
    VKD3D_SHADER_PARAMETER_NAME_FOG_COLOUR = 0x13,
    /** Pixel; FLOAT32; the fog coordinate at which linear fog is complete; default 1. Since 1.15. */
    VKD3D_SHADER_PARAMETER_NAME_FOG_END = 0x14,
    /** Pixel; FLOAT32; default 1. For linear fog 1 / (end - start), else the density times the base-2
        logarithm of e (its square root for EXP2). Since 1.15. */
    VKD3D_SHADER_PARAMETER_NAME_FOG_SCALE = 0x15,
    /** Stages before rasterisation; UINT32, an enum vkd3d_shader_fog_source; default FOG. Since
        1.15. */
    VKD3D_SHADER_PARAMETER_NAME_FOG_SOURCE = 0x16,
    /** Pixel shader model 1; FLOAT32_VEC4; the bump matrix of texture stage 0 as elements 00, 01, 10, 11;
        default all 0. The six stages have consecutive numbers. Since 1.18. */
    VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_0 = 0x17,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_1 = 0x18,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_2 = 0x19,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_3 = 0x1a,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_4 = 0x1b,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_5 = 0x1c,
    /** Pixel shader model 1; FLOAT32; the luminance scale of texture stage 0; default 0. The six stages have
        consecutive numbers. Since 1.18. */
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_0 = 0x1d,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_1 = 0x1e,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_2 = 0x1f,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_3 = 0x20,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_4 = 0x21,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_5 = 0x22,
    /** Pixel shader model 1; FLOAT32; the luminance offset of texture stage 0; default 0. The six stages have
        consecutive numbers. Since 1.18. */
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_0 = 0x23,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_1 = 0x24,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_2 = 0x25,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_3 = 0x26,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_4 = 0x27,
    VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_5 = 0x28,
    /** Pixel shader models 1.0 to 1.3; UINT32; bit n: texture n divides its coordinates by the last of them;
        default 0. Since 1.19. */
    VKD3D_SHADER_PARAMETER_NAME_PROJECTED_TEXTURE_MASK = 0x29,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_PARAMETER_NAME),
};

/** How the value of a shader parameter is provided. */
enum vkd3d_shader_parameter_type {
    VKD3D_SHADER_PARAMETER_TYPE_UNKNOWN = 0,            /**< Not a valid choice. */
    VKD3D_SHADER_PARAMETER_TYPE_IMMEDIATE_CONSTANT = 1, /**< Known now, built into the code. */
    /** Known when the pipeline is built: a specialisation constant. */
    VKD3D_SHADER_PARAMETER_TYPE_SPECIALIZATION_CONSTANT = 2,
    /** Known when drawing: read from a uniform buffer. Only with struct vkd3d_shader_parameter1. Since 1.13.
     */
    VKD3D_SHADER_PARAMETER_TYPE_BUFFER = 3,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_PARAMETER_TYPE),
};

/**
 * Data type of a shader parameter. A parameter of the wrong data type fails to compile with
 * VKD3D_ERROR_INVALID_ARGUMENT.
 */
enum vkd3d_shader_parameter_data_type {
    VKD3D_SHADER_PARAMETER_DATA_TYPE_UNKNOWN = 0, /**< Not a valid choice. */
    VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32 = 1,  /**< A 32-bit unsigned integer. */
    VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32 = 2, /**< A 32-bit float. Since 1.13. */
    /** Four 32-bit floats. Only with struct vkd3d_shader_parameter1. Since 1.14. */
    VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4 = 3,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_PARAMETER_DATA_TYPE),
};

/**
 * One shader parameter, in the form that struct vkd3d_shader_spirv_target_info takes. Newer code uses struct
 * vkd3d_shader_parameter1.
 */
struct vkd3d_shader_parameter {
    enum vkd3d_shader_parameter_name name;           /**< Which state it is. */
    enum vkd3d_shader_parameter_type type;           /**< How it is provided; BUFFER is refused here. */
    enum vkd3d_shader_parameter_data_type data_type; /**< Its data type. */
    /** The member that "type" names. */
    union {
        struct vkd3d_shader_parameter_immediate_constant immediate_constant;
        struct vkd3d_shader_parameter_specialization_constant specialization_constant;
    } u;
};

/**
 * One shader parameter, in the form that struct vkd3d_shader_parameter_info takes.
 *
 * Since 1.13.
 */
struct vkd3d_shader_parameter1 {
    enum vkd3d_shader_parameter_name name;           /**< Which state it is. */
    enum vkd3d_shader_parameter_type type;           /**< How it is provided. */
    enum vkd3d_shader_parameter_data_type data_type; /**< Its data type. */
    /** The member that "type" names. */
    union {
        struct vkd3d_shader_parameter_immediate_constant1 immediate_constant;
        struct vkd3d_shader_parameter_specialization_constant specialization_constant;
        struct vkd3d_shader_parameter_buffer buffer;
        void *_pointer_pad; /**< Room for growth; not read. */
        uint32_t _pad[4];   /**< Room for growth; not read. */
    } u;
};

/** Kinds of descriptor. The numbers are also those of Direct3D 12 descriptor ranges. */
enum vkd3d_shader_descriptor_type {
    VKD3D_SHADER_DESCRIPTOR_TYPE_SRV = 0, /**< A resource that is read (t registers). */
    VKD3D_SHADER_DESCRIPTOR_TYPE_UAV = 1, /**< A resource that is read and written (u registers). */
    /** A constant buffer (b registers), or a set of Direct3D 9 constants; see enum
        vkd3d_shader_d3dbc_constant_register. */
    VKD3D_SHADER_DESCRIPTOR_TYPE_CBV = 2,
    VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER = 3, /**< A sampler (s registers). */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_DESCRIPTOR_TYPE),
};

/** The stages that a binding or root parameter is meant for. */
enum vkd3d_shader_visibility {
    VKD3D_SHADER_VISIBILITY_ALL = 0, /**< Every stage. */
    VKD3D_SHADER_VISIBILITY_VERTEX = 1,
    VKD3D_SHADER_VISIBILITY_HULL = 2,
    VKD3D_SHADER_VISIBILITY_DOMAIN = 3,
    VKD3D_SHADER_VISIBILITY_GEOMETRY = 4,
    VKD3D_SHADER_VISIBILITY_PIXEL = 5,
    VKD3D_SHADER_VISIBILITY_COMPUTE = 1000000000,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_VISIBILITY),
};

/**
 * What kind of descriptor a binding provides. In Direct3D a t or u register may hold a buffer or a texture; a
 * Vulkan binding is one or the other.
 */
enum vkd3d_shader_binding_flag {
    VKD3D_SHADER_BINDING_FLAG_BUFFER = 0x1, /**< For buffers, constant buffers included. */
    VKD3D_SHADER_BINDING_FLAG_IMAGE = 0x2,  /**< For textures. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_BINDING_FLAG),
};

/**
 * Maps a range of Direct3D registers to descriptors.
 *
 * A descriptor of the shader uses the first binding of an interface that fits it: same type and space, the
 * whole register range inside the binding's, the stage visible, and the flag for the kind of resource set
 * (samplers need no flag). An array without a bound is tested by its first register only. A shader that uses
 * a register which no binding fits fails with VKD3D_ERROR_INVALID_SHADER and E2000. A binding of one
 * descriptor for one register becomes a plain variable; anything else becomes an array and needs descriptor
 * indexing.
 */
struct vkd3d_shader_resource_binding {
    enum vkd3d_shader_descriptor_type type;         /**< Kind of descriptor. */
    unsigned int register_space;                    /**< Register space; 0 before shader model 5.1. */
    unsigned int register_index;                    /**< First register. */
    enum vkd3d_shader_visibility shader_visibility; /**< Stage that the binding is for. */
    unsigned int flags;                             /**< A combination of enum vkd3d_shader_binding_flag. */
    struct vkd3d_shader_descriptor_binding binding; /**< Where the descriptors are. */
};

/**
 * Maps a pair of resource and sampler registers to one combined image sampler, for targets (OpenGL) that have
 * no separate ones.
 *
 * Both must be single registers, not arrays. The pairs that a shader uses are what struct
 * vkd3d_shader_scan_combined_resource_sampler_info reports.
 */
struct vkd3d_shader_combined_resource_sampler {
    unsigned int resource_space; /**< Space of the resource register. */
    unsigned int resource_index; /**< The t register. */
    unsigned int sampler_space;  /**< Space of the sampler register. */
    /** The s register; VKD3D_SHADER_DUMMY_SAMPLER_INDEX where the resource is used without a sampler. */
    unsigned int sampler_index;
    enum vkd3d_shader_visibility shader_visibility; /**< Stage that the binding is for. */
    unsigned int flags;                             /**< A combination of enum vkd3d_shader_binding_flag. */
    /** Where the descriptor is; its count must be 1 (E2002). */
    struct vkd3d_shader_descriptor_binding binding;
};

/**
 * Maps the hidden counter of a UAV (append and consume buffers, IncrementCounter) to a descriptor. Found in
 * the way of struct vkd3d_shader_resource_binding.
 */
struct vkd3d_shader_uav_counter_binding {
    unsigned int register_space;                    /**< Space of the UAV. */
    unsigned int register_index;                    /**< First u register. */
    enum vkd3d_shader_visibility shader_visibility; /**< Stage that the binding is for. */
    struct vkd3d_shader_descriptor_binding binding; /**< Where the counters are. */
    unsigned int offset; /**< Of the counter within the descriptor: bytes, a multiple of 4 (E2002). */
};

/** Maps a constant buffer to a range of push constants. */
struct vkd3d_shader_push_constant_buffer {
    unsigned int register_space;                    /**< Space of the constant buffer. */
    unsigned int register_index;                    /**< The b register. */
    enum vkd3d_shader_visibility shader_visibility; /**< Stage that the mapping is for. */
    unsigned int offset;                            /**< Start of the range, in bytes. */
    unsigned int size;                              /**< Size of the range, in bytes. */
};

/**
 * How the shader's registers map to the descriptors of the target. Chained to struct
 * vkd3d_shader_compile_info; read when the target is SPIR-V, GLSL or MSL; optional.
 *
 * Without this structure, or with a binding_count of 0, descriptors get set 0 and bindings 0, 1, 2 ... in the
 * order in which the shader declares them, samplers and UAV counters included. The arrays need to live only
 * until the call returns.
 */
struct vkd3d_shader_interface_info {
    enum vkd3d_shader_structure_type type;                /**< VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO. */
    const void *next;                                     /**< The next chained structure, or NULL. */
    const struct vkd3d_shader_resource_binding *bindings; /**< Array of bindings; searched in order. */
    unsigned int binding_count;                           /**< Number of bindings. */
    /** Array of push constant ranges. */
    const struct vkd3d_shader_push_constant_buffer *push_constant_buffers;
    unsigned int push_constant_buffer_count; /**< Number of push constant ranges. */
    /** Array of combined samplers. */
    const struct vkd3d_shader_combined_resource_sampler *combined_samplers;
    unsigned int combined_sampler_count;                         /**< Number of combined samplers. */
    const struct vkd3d_shader_uav_counter_binding *uav_counters; /**< Array of UAV counter bindings. */
    unsigned int uav_counter_count;                              /**< Number of UAV counter bindings. */
};

/**
 * One captured output, or a gap between captured outputs.
 *
 * An output takes the first element with its stream, name (compared without case) and index. An element's
 * offset in its buffer is 4 times the components of the elements before it in the same slot.
 */
struct vkd3d_shader_transform_feedback_element {
    unsigned int stream_index;   /**< Geometry stream, 0 to 3. */
    const char *semantic_name;   /**< Name of the output; NULL for a gap. */
    unsigned int semantic_index; /**< Index of the output. */
    uint8_t component_index;     /**< First captured component, 0 to 3. */
    uint8_t component_count;     /**< Number of captured components. */
    uint8_t output_slot;         /**< Transform feedback buffer, 0 to 3. */
};

/**
 * Outputs to capture (Direct3D stream output). Chained to struct vkd3d_shader_compile_info; extends, and is
 * ignored without, struct vkd3d_shader_interface_info.
 */
struct vkd3d_shader_transform_feedback_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_TRANSFORM_FEEDBACK_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    const struct vkd3d_shader_transform_feedback_element *elements; /**< Array of elements. */
    unsigned int element_count;                                     /**< Number of elements. */
    const unsigned int *buffer_strides;                             /**< Strides in bytes, by output slot. */
    /** Number of strides. A slot past it has the size of its elements as stride. */
    unsigned int buffer_stride_count;
};

/**
 * Moves a descriptor within its binding.
 *
 * Since 1.3.
 */
struct vkd3d_shader_descriptor_offset {
    unsigned int static_offset; /**< Added to the descriptor's index. */
    /** The word of the descriptor table whose value is added as well; ~0u for none. */
    unsigned int dynamic_offset_index;
};

/**
 * Offsets for the bindings of an interface, so that several shader registers can share one large descriptor
 * array. Chained to struct vkd3d_shader_compile_info, behind the struct vkd3d_shader_interface_info that it
 * extends.
 *
 * Element = register - first register of the binding + static offset + dynamic offset.
 *
 * Since 1.3.
 */
struct vkd3d_shader_descriptor_offset_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    /** Where the table of dynamic offsets starts in the push constants, in bytes. */
    unsigned int descriptor_table_offset;
    unsigned int descriptor_table_count; /**< Number of 32-bit words of that table. */
    /** Array parallel to "bindings" of the interface; NULL for no offsets. */
    const struct vkd3d_shader_descriptor_offset *binding_offsets;
    /** Array parallel to "uav_counters" of the interface; NULL for no offsets. */
    const struct vkd3d_shader_descriptor_offset *uav_counter_offsets;
};

/** Formats that can be read. vkd3d_shader_get_supported_source_types() tells which this build reads. */
enum vkd3d_shader_source_type {
    VKD3D_SHADER_SOURCE_NONE = 0, /**< Not a valid choice. */
    /** A DXBC container with a tokenised program: Direct3D 10 to 12, shader models 4.0 to 5.1. */
    VKD3D_SHADER_SOURCE_DXBC_TPF = 1,
    VKD3D_SHADER_SOURCE_HLSL = 2, /**< Source text. Needs struct vkd3d_shader_hlsl_source_info. Since 1.3. */
    /** Direct3D 8 and 9 bytecode, shader models 1 to 3. A size of ~(size_t)0 is accepted: the code ends at
        its end token, and must have one. Since 1.3. */
    VKD3D_SHADER_SOURCE_D3D_BYTECODE = 3,
    /** A DXBC container with a DXIL program: Direct3D 12, shader model 6. Since 1.9. */
    VKD3D_SHADER_SOURCE_DXBC_DXIL = 4,
    VKD3D_SHADER_SOURCE_FX = 5, /**< A binary effect, without a container. Since 1.14. */
    /** A Direct3D 9 texture shader (profile tx_1_0), without a container. Since 1.17. */
    VKD3D_SHADER_SOURCE_TX = 6,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_SOURCE_TYPE),
};

/**
 * Formats that can be written. vkd3d_shader_get_supported_target_types() tells which this build writes for a
 * source.
 */
enum vkd3d_shader_target_type {
    VKD3D_SHADER_TARGET_NONE = 0,         /**< For scanning only: report the shader as it is. */
    VKD3D_SHADER_TARGET_SPIRV_BINARY = 1, /**< A SPIR-V module. */
    /** A SPIR-V module as assembly text. It alone writes numbers by the locale of std::locale::global(), if
        that is set. */
    VKD3D_SHADER_TARGET_SPIRV_TEXT = 2,
    VKD3D_SHADER_TARGET_D3D_ASM = 3,      /**< Direct3D assembly text. Since 1.3. */
    VKD3D_SHADER_TARGET_D3D_BYTECODE = 4, /**< Direct3D 9 bytecode. Since 1.3. */
    VKD3D_SHADER_TARGET_DXBC_TPF = 5,     /**< A DXBC container with a tokenised program. Since 1.3. */
    VKD3D_SHADER_TARGET_GLSL = 6,         /**< GLSL text. Since 1.3. */
    VKD3D_SHADER_TARGET_FX = 7,           /**< A binary effect. Since 1.11. */
    VKD3D_SHADER_TARGET_MSL = 8,          /**< Metal shading language text. Since 1.14. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_TARGET_TYPE),
};

/**
 * How much goes into the messages of a call; each level includes those before it. The level never changes a
 * result.
 */
enum vkd3d_shader_log_level {
    VKD3D_SHADER_LOG_NONE = 0,    /**< Nothing. */
    VKD3D_SHADER_LOG_ERROR = 1,   /**< Errors. */
    VKD3D_SHADER_LOG_WARNING = 2, /**< Warnings. */
    VKD3D_SHADER_LOG_INFO = 3,    /**< Notes. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_LOG_LEVEL),
};

/**
 * What to convert, and how. The head of the chain that vkd3d_shader_compile(), vkd3d_shader_scan() and
 * vkd3d_shader_preprocess() take.
 *
 * The library keeps nothing of it: everything it points to may go once the call has returned, except that
 * callers should treat scanned signatures as if they pointed into the source.
 */
struct vkd3d_shader_compile_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO. */
    const void *next;                      /**< The first chained structure, or NULL. */
    /** The code to convert. For containers and text the size counts; see also
        VKD3D_SHADER_SOURCE_D3D_BYTECODE. */
    struct vkd3d_shader_code source;
    enum vkd3d_shader_source_type source_type; /**< Its format. */
    /** The format to produce. vkd3d_shader_scan() takes any; vkd3d_shader_preprocess() does not look. */
    enum vkd3d_shader_target_type target_type;
    /** Array of options. Not read when option_count is 0. */
    const struct vkd3d_shader_compile_option *options;
    unsigned int option_count;             /**< Number of options. */
    enum vkd3d_shader_log_level log_level; /**< Which messages to collect. */
    const char *source_name; /**< Name of the source for messages; NULL shows as "<anonymous>". */
};

/** The API that will consume a SPIR-V module. weft.h defines further values. */
enum vkd3d_shader_spirv_environment {
    VKD3D_SHADER_SPIRV_ENVIRONMENT_NONE = 0,       /**< Not a valid choice. */
    VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5 = 1, /**< OpenGL 4.5 with ARB_gl_spirv; SPIR-V 1.0. */
    VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0 = 2, /**< Vulkan 1.0; SPIR-V 1.0. The default. */
    VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1 = 3, /**< Vulkan 1.1; SPIR-V 1.3. Since 1.12. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_SPIRV_ENVIRONMENT),
};

/**
 * SPIR-V extensions that the consumer accepts. A module uses an extension only where it needs it. A shader
 * that cannot do without an extension which is not listed fails to compile with E2004 (E2003 for descriptor
 * indexing).
 */
enum vkd3d_shader_spirv_extension {
    VKD3D_SHADER_SPIRV_EXTENSION_NONE = 0, /**< No extension. */
    /** SPV_EXT_demote_to_helper_invocation: the exact form of Direct3D's discard, which keeps the lane alive
        for derivatives. */
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_DEMOTE_TO_HELPER_INVOCATION = 1,
    /** SPV_EXT_descriptor_indexing: descriptor arrays without a bound or indexed non-uniformly. Since 1.3. */
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_DESCRIPTOR_INDEXING = 2,
    /** SPV_EXT_shader_stencil_export: SV_StencilRef. Since 1.3. */
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_STENCIL_EXPORT = 3,
    /** SPV_EXT_shader_viewport_index_layer: SV_RenderTargetArrayIndex and SV_ViewportArrayIndex written by
        vertex and domain shaders. Since 1.11. */
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_VIEWPORT_INDEX_LAYER = 4,
    /** SPV_EXT_fragment_shader_interlock: rasteriser ordered views. Since 1.12. */
    VKD3D_SHADER_SPIRV_EXTENSION_EXT_FRAGMENT_SHADER_INTERLOCK = 5,
    /** SPV_KHR_float_controls: denormal modes. Since 2.0. */
    VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS = 6,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_SPIRV_EXTENSION),
};

/**
 * What a SPIR-V module should look like. Chained to struct vkd3d_shader_compile_info; read when the target is
 * SPIR-V; optional, the defaults being Vulkan 1.0, entry point "main", no extensions.
 */
struct vkd3d_shader_spirv_target_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    const char *entry_point;               /**< Name of the module's entry point; NULL is "main". */
    /** Consumer of the module. A value that the library does not know makes the call fail with VKD3D_ERROR.
     */
    enum vkd3d_shader_spirv_environment environment;
    const enum vkd3d_shader_spirv_extension *extensions; /**< Array of extensions that may be used. */
    unsigned int extension_count;                        /**< Number of extensions. */
    /** Array of shader parameters. Not read when a struct vkd3d_shader_parameter_info is chained. */
    const struct vkd3d_shader_parameter *parameters;
    unsigned int parameter_count; /**< Number of shader parameters. */
    /** Pixel outputs 0 and 1 are the two colours of dual source blending: location 0, index 0 and 1. */
    bool dual_source_blending;
    /** Array of swizzles by output register, built with VKD3D_SHADER_SWIZZLE(): component i of the target
        takes the component that byte i names. */
    const unsigned int *output_swizzles;
    unsigned int output_swizzle_count; /**< Number of swizzles. Registers past it are left as they are. */
};

/** What the tessellator emits. */
enum vkd3d_shader_tessellator_output_primitive {
    VKD3D_SHADER_TESSELLATOR_OUTPUT_POINT = 1,        /**< Points. */
    VKD3D_SHADER_TESSELLATOR_OUTPUT_LINE = 2,         /**< Lines. */
    VKD3D_SHADER_TESSELLATOR_OUTPUT_TRIANGLE_CW = 3,  /**< Clockwise triangles. */
    VKD3D_SHADER_TESSELLATOR_OUTPUT_TRIANGLE_CCW = 4, /**< Counter-clockwise triangles. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_TESSELLATOR_OUTPUT_PRIMITIVE),
};

/** How the tessellator divides an edge. */
enum vkd3d_shader_tessellator_partitioning {
    VKD3D_SHADER_TESSELLATOR_PARTITIONING_INTEGER = 1,
    VKD3D_SHADER_TESSELLATOR_PARTITIONING_POW2 = 2,
    VKD3D_SHADER_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD = 3,
    VKD3D_SHADER_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN = 4,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_TESSELLATOR_PARTITIONING),
};

/**
 * Tessellation state that Direct3D gives to the hull shader and OpenGL expects in the tessellation evaluation
 * shader. Chained to struct vkd3d_shader_compile_info; for SPIR-V ignored without struct
 * vkd3d_shader_spirv_target_info; needed for domain shaders in an OpenGL environment and for GLSL.
 */
struct vkd3d_shader_spirv_domain_shader_target_info {
    /** VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_DOMAIN_SHADER_TARGET_INFO. */
    enum vkd3d_shader_structure_type type;
    const void *next; /**< The next chained structure, or NULL. */
    enum vkd3d_shader_tessellator_output_primitive output_primitive; /**< What the tessellator emits. */
    enum vkd3d_shader_tessellator_partitioning partitioning;         /**< How it divides edges. */
};

/**
 * A preprocessor macro, defined as if by a #define in front of the source. When a name occurs twice the last
 * one counts.
 *
 * Since 1.3.
 */
struct vkd3d_shader_macro {
    const char *name;  /**< Its name. Not the parameter list of a function-like macro. */
    const char *value; /**< Its replacement; NULL is an empty one. */
};

/**
 * Opens an include file.
 *
 * "filename" is the name between the quotes or angle brackets; "local" is true for quotes; "parent_data" is
 * the text of the including file, NULL for the main source; "context" is the include_context of struct
 * vkd3d_shader_preprocess_info. Returns 0 and fills "out", which must stay valid until the close callback, or
 * anything else to refuse: the preprocessor reports E4002, carries on, and the call fails in the end.
 *
 * Since 1.3.
 */
typedef int (*PFN_vkd3d_shader_open_include)(const char *filename, bool local, const char *parent_data,
                                             void *context, struct vkd3d_shader_code *out);

/**
 * Closes an include file; called once for each that was opened.
 *
 * Since 1.3.
 */
typedef void (*PFN_vkd3d_shader_close_include)(const struct vkd3d_shader_code *code, void *context);

/**
 * Preprocessor input. Chained to struct vkd3d_shader_compile_info; read by vkd3d_shader_preprocess() and for
 * HLSL sources; optional.
 *
 * Since 1.3.
 */
struct vkd3d_shader_preprocess_info {
    enum vkd3d_shader_structure_type type;   /**< VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO. */
    const void *next;                        /**< The next chained structure, or NULL. */
    const struct vkd3d_shader_macro *macros; /**< Array of macros. */
    unsigned int macro_count;                /**< Number of macros. */
    /** Called for each #include. NULL (then pfn_close_include must be NULL as well): files are opened by
        name. */
    PFN_vkd3d_shader_open_include pfn_open_include;
    /** Called once for each successful pfn_open_include. */
    PFN_vkd3d_shader_close_include pfn_close_include;
    void *include_context; /**< Handed to both. */
};

/**
 * What to compile of an HLSL source. Chained to struct vkd3d_shader_compile_info; required for
 * VKD3D_SHADER_SOURCE_HLSL.
 *
 * Since 1.3.
 */
struct vkd3d_shader_hlsl_source_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    const char *entry_point; /**< The function to compile; NULL is "main". Not used for effects. */
    /** Reserved for the old Direct3D 11 compiler's second source. Not read. */
    struct vkd3d_shader_code secondary_code;
    const char *profile; /**< The profile, such as "ps_5_0". NULL is VKD3D_ERROR_INVALID_ARGUMENT. */
};

/**
 * Filters of static samplers; the numbers are Direct3D's: bit 0 linear mip, bit 2 linear magnification, bit 4
 * linear minification, bit 6 anisotropic, bits 7 and 8 reduction (average, comparison, minimum, maximum).
 */
enum vkd3d_shader_filter {
    VKD3D_SHADER_FILTER_MIN_MAG_MIP_POINT = 0x0,
    VKD3D_SHADER_FILTER_MIN_MAG_POINT_MIP_LINEAR = 0x1,
    VKD3D_SHADER_FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x4,
    VKD3D_SHADER_FILTER_MIN_POINT_MAG_MIP_LINEAR = 0x5,
    VKD3D_SHADER_FILTER_MIN_LINEAR_MAG_MIP_POINT = 0x10,
    VKD3D_SHADER_FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x11,
    VKD3D_SHADER_FILTER_MIN_MAG_LINEAR_MIP_POINT = 0x14,
    VKD3D_SHADER_FILTER_MIN_MAG_MIP_LINEAR = 0x15,
    VKD3D_SHADER_FILTER_ANISOTROPIC = 0x55,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_MAG_MIP_POINT = 0x80,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_MAG_POINT_MIP_LINEAR = 0x81,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x84,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_POINT_MAG_MIP_LINEAR = 0x85,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_LINEAR_MAG_MIP_POINT = 0x90,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x91,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT = 0x94,
    VKD3D_SHADER_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR = 0x95,
    VKD3D_SHADER_FILTER_COMPARISON_ANISOTROPIC = 0xd5,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_MAG_MIP_POINT = 0x100,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_MAG_POINT_MIP_LINEAR = 0x101,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x104,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_POINT_MAG_MIP_LINEAR = 0x105,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_LINEAR_MAG_MIP_POINT = 0x110,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x111,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_MAG_LINEAR_MIP_POINT = 0x114,
    VKD3D_SHADER_FILTER_MINIMUM_MIN_MAG_MIP_LINEAR = 0x115,
    VKD3D_SHADER_FILTER_MINIMUM_ANISOTROPIC = 0x155,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_MAG_MIP_POINT = 0x180,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_MAG_POINT_MIP_LINEAR = 0x181,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x184,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_POINT_MAG_MIP_LINEAR = 0x185,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_LINEAR_MAG_MIP_POINT = 0x190,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x191,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_MAG_LINEAR_MIP_POINT = 0x194,
    VKD3D_SHADER_FILTER_MAXIMUM_MIN_MAG_MIP_LINEAR = 0x195,
    VKD3D_SHADER_FILTER_MAXIMUM_ANISOTROPIC = 0x1d5,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_FILTER),
};

/** Texture address modes of static samplers; the numbers are Direct3D's. */
enum vkd3d_shader_texture_address_mode {
    VKD3D_SHADER_TEXTURE_ADDRESS_MODE_WRAP = 1,
    VKD3D_SHADER_TEXTURE_ADDRESS_MODE_MIRROR = 2,
    VKD3D_SHADER_TEXTURE_ADDRESS_MODE_CLAMP = 3,
    VKD3D_SHADER_TEXTURE_ADDRESS_MODE_BORDER = 4,
    VKD3D_SHADER_TEXTURE_ADDRESS_MODE_MIRROR_ONCE = 5,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_TEXTURE_ADDRESS_MODE),
};

/** Comparisons; the numbers are Direct3D's. */
enum vkd3d_shader_comparison_func {
    VKD3D_SHADER_COMPARISON_FUNC_NEVER = 1,
    VKD3D_SHADER_COMPARISON_FUNC_LESS = 2,
    VKD3D_SHADER_COMPARISON_FUNC_EQUAL = 3,
    VKD3D_SHADER_COMPARISON_FUNC_LESS_EQUAL = 4,
    VKD3D_SHADER_COMPARISON_FUNC_GREATER = 5,
    VKD3D_SHADER_COMPARISON_FUNC_NOT_EQUAL = 6,
    VKD3D_SHADER_COMPARISON_FUNC_GREATER_EQUAL = 7,
    VKD3D_SHADER_COMPARISON_FUNC_ALWAYS = 8,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPARISON_FUNC),
};

/** Border colours of static samplers. */
enum vkd3d_shader_static_border_colour {
    VKD3D_SHADER_STATIC_BORDER_COLOUR_TRANSPARENT_BLACK = 0,
    VKD3D_SHADER_STATIC_BORDER_COLOUR_OPAQUE_BLACK = 1,
    VKD3D_SHADER_STATIC_BORDER_COLOUR_OPAQUE_WHITE = 2,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_STATIC_BORDER_COLOUR),
};

/**
 * A sampler that is part of a root signature. Rules of all root signature structures: Direct3D 12, "Root
 * signatures".
 */
struct vkd3d_shader_static_sampler_desc {
    enum vkd3d_shader_filter filter; /**< How texels are combined. */
    enum vkd3d_shader_texture_address_mode address_u;
    enum vkd3d_shader_texture_address_mode address_v;
    enum vkd3d_shader_texture_address_mode address_w;
    float mip_lod_bias;                                   /**< Added to the level of detail. */
    unsigned int max_anisotropy;                          /**< 0 to 16. */
    enum vkd3d_shader_comparison_func comparison_func;    /**< For comparison filters. */
    enum vkd3d_shader_static_border_colour border_colour; /**< For the BORDER address mode. */
    float min_lod;                                        /**< Smallest level of detail. */
    float max_lod;                                        /**< Largest level of detail. */
    unsigned int shader_register;                         /**< The s register. */
    unsigned int register_space;                          /**< Its space. */
    enum vkd3d_shader_visibility shader_visibility;       /**< Stage that sees it. */
};

/** A run of descriptors in a table; root signature version 1.0. */
struct vkd3d_shader_descriptor_range {
    /** Kind of descriptors. Samplers do not mix with other kinds in one table (E3004). */
    enum vkd3d_shader_descriptor_type range_type;
    unsigned int descriptor_count;     /**< Number of descriptors; ~0u for no bound. */
    unsigned int base_shader_register; /**< First register. */
    unsigned int register_space;       /**< Its space. */
    /** Index of the first descriptor in the table; ~0u for right behind the range before. */
    unsigned int descriptor_table_offset;
};

/** A descriptor table; root signature version 1.0. */
struct vkd3d_shader_root_descriptor_table {
    unsigned int descriptor_range_count;                           /**< Number of ranges. */
    const struct vkd3d_shader_descriptor_range *descriptor_ranges; /**< Array of ranges. */
};

/** Root constants: a constant buffer made of words in the root arguments. */
struct vkd3d_shader_root_constants {
    unsigned int shader_register; /**< The b register. */
    unsigned int register_space;  /**< Its space. */
    unsigned int value_count;     /**< Number of 32-bit words. */
};

/** A descriptor in the root arguments; root signature version 1.0. */
struct vkd3d_shader_root_descriptor {
    unsigned int shader_register; /**< The register. */
    unsigned int register_space;  /**< Its space. */
};

/** Kinds of root parameter. */
enum vkd3d_shader_root_parameter_type {
    VKD3D_SHADER_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE = 0,
    VKD3D_SHADER_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS = 1,
    VKD3D_SHADER_ROOT_PARAMETER_TYPE_CBV = 2,
    VKD3D_SHADER_ROOT_PARAMETER_TYPE_SRV = 3,
    VKD3D_SHADER_ROOT_PARAMETER_TYPE_UAV = 4,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_ROOT_PARAMETER_TYPE),
};

/** One root parameter; root signature version 1.0. */
struct vkd3d_shader_root_parameter {
    enum vkd3d_shader_root_parameter_type parameter_type; /**< Its kind. */
    /** The member for that kind: descriptor_table, constants, or descriptor (CBV, SRV, UAV). */
    union {
        struct vkd3d_shader_root_descriptor_table descriptor_table;
        struct vkd3d_shader_root_constants constants;
        struct vkd3d_shader_root_descriptor descriptor;
    } u;
    enum vkd3d_shader_visibility shader_visibility; /**< Stage that sees it. */
};

/** Flags of a root signature; the numbers are Direct3D 12's. */
enum vkd3d_shader_root_signature_flags {
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_NONE = 0x0,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT = 0x1,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_DENY_VERTEX_SHADER_ROOT_ACCESS = 0x2,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_DENY_HULL_SHADER_ROOT_ACCESS = 0x4,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_DENY_DOMAIN_SHADER_ROOT_ACCESS = 0x8,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_DENY_GEOMETRY_SHADER_ROOT_ACCESS = 0x10,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_DENY_PIXEL_SHADER_ROOT_ACCESS = 0x20,
    VKD3D_SHADER_ROOT_SIGNATURE_FLAG_ALLOW_STREAM_OUTPUT = 0x40,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_ROOT_SIGNATURE_FLAGS),
};

/** A root signature, version 1.0. */
struct vkd3d_shader_root_signature_desc {
    unsigned int parameter_count;                                   /**< Number of parameters. */
    const struct vkd3d_shader_root_parameter *parameters;           /**< Array of parameters. */
    unsigned int static_sampler_count;                              /**< Number of static samplers. */
    const struct vkd3d_shader_static_sampler_desc *static_samplers; /**< Array of static samplers. */
    enum vkd3d_shader_root_signature_flags flags;                   /**< A combination of flags. */
};

/** What may change behind a descriptor range; the numbers are Direct3D 12's. */
enum vkd3d_shader_descriptor_range_flags {
    VKD3D_SHADER_DESCRIPTOR_RANGE_FLAG_NONE = 0x0,
    VKD3D_SHADER_DESCRIPTOR_RANGE_FLAG_DESCRIPTORS_VOLATILE = 0x1,
    VKD3D_SHADER_DESCRIPTOR_RANGE_FLAG_DATA_VOLATILE = 0x2,
    VKD3D_SHADER_DESCRIPTOR_RANGE_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4,
    VKD3D_SHADER_DESCRIPTOR_RANGE_FLAG_DATA_STATIC = 0x8,
    /** Since 1.11. */
    VKD3D_SHADER_DESCRIPTOR_RANGE_FLAG_DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS = 0x10000,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_DESCRIPTOR_RANGE_FLAGS),
};

/** A run of descriptors in a table; root signature version 1.1. */
struct vkd3d_shader_descriptor_range1 {
    /** Kind of descriptors. Samplers do not mix with other kinds in one table (E3004). */
    enum vkd3d_shader_descriptor_type range_type;
    unsigned int descriptor_count;                  /**< Number of descriptors; ~0u for no bound. */
    unsigned int base_shader_register;              /**< First register. */
    unsigned int register_space;                    /**< Its space. */
    enum vkd3d_shader_descriptor_range_flags flags; /**< A combination of flags. */
    /** Index of the first descriptor in the table; ~0u for right behind the range before. */
    unsigned int descriptor_table_offset;
};

/** A descriptor table; root signature version 1.1. */
struct vkd3d_shader_root_descriptor_table1 {
    unsigned int descriptor_range_count;                            /**< Number of ranges. */
    const struct vkd3d_shader_descriptor_range1 *descriptor_ranges; /**< Array of ranges. */
};

/** What may change behind a root descriptor; the numbers are Direct3D 12's. */
enum vkd3d_shader_root_descriptor_flags {
    VKD3D_SHADER_ROOT_DESCRIPTOR_FLAG_NONE = 0x0,
    VKD3D_SHADER_ROOT_DESCRIPTOR_FLAG_DATA_VOLATILE = 0x2,
    VKD3D_SHADER_ROOT_DESCRIPTOR_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4,
    VKD3D_SHADER_ROOT_DESCRIPTOR_FLAG_DATA_STATIC = 0x8,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_ROOT_DESCRIPTOR_FLAGS),
};

/** A descriptor in the root arguments; root signature version 1.1. */
struct vkd3d_shader_root_descriptor1 {
    unsigned int shader_register;                  /**< The register. */
    unsigned int register_space;                   /**< Its space. */
    enum vkd3d_shader_root_descriptor_flags flags; /**< A combination of flags. */
};

/** One root parameter; root signature version 1.1. */
struct vkd3d_shader_root_parameter1 {
    enum vkd3d_shader_root_parameter_type parameter_type; /**< Its kind. */
    /** The member for that kind: descriptor_table, constants, or descriptor (CBV, SRV, UAV). */
    union {
        struct vkd3d_shader_root_descriptor_table1 descriptor_table;
        struct vkd3d_shader_root_constants constants;
        struct vkd3d_shader_root_descriptor1 descriptor;
    } u;
    enum vkd3d_shader_visibility shader_visibility; /**< Stage that sees it. */
};

/** A root signature, version 1.1. */
struct vkd3d_shader_root_signature_desc1 {
    unsigned int parameter_count;                                   /**< Number of parameters. */
    const struct vkd3d_shader_root_parameter1 *parameters;          /**< Array of parameters. */
    unsigned int static_sampler_count;                              /**< Number of static samplers. */
    const struct vkd3d_shader_static_sampler_desc *static_samplers; /**< Array of static samplers. */
    enum vkd3d_shader_root_signature_flags flags;                   /**< A combination of flags. */
};

/** Versions of root signatures. 0 marks an empty struct vkd3d_shader_versioned_root_signature_desc. */
enum vkd3d_shader_root_signature_version {
    VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_0 = 1,
    VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_1 = 2,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_ROOT_SIGNATURE_VERSION),
};

/**
 * A root signature of either version. One that the library filled is released with
 * vkd3d_shader_free_root_signature().
 */
struct vkd3d_shader_versioned_root_signature_desc {
    enum vkd3d_shader_root_signature_version version; /**< Which member of "u" holds. */
    /** The root signature. */
    union {
        struct vkd3d_shader_root_signature_desc v_1_0;
        struct vkd3d_shader_root_signature_desc1 v_1_1;
    } u;
};

/** Shapes of resources. */
enum vkd3d_shader_resource_type {
    VKD3D_SHADER_RESOURCE_NONE = 0,   /**< Not a resource: samplers. */
    VKD3D_SHADER_RESOURCE_BUFFER = 1, /**< A buffer of any kind, constant buffers included. */
    VKD3D_SHADER_RESOURCE_TEXTURE_1D = 2,
    VKD3D_SHADER_RESOURCE_TEXTURE_2D = 3,
    VKD3D_SHADER_RESOURCE_TEXTURE_2DMS = 4,
    VKD3D_SHADER_RESOURCE_TEXTURE_3D = 5,
    VKD3D_SHADER_RESOURCE_TEXTURE_CUBE = 6,
    VKD3D_SHADER_RESOURCE_TEXTURE_1DARRAY = 7,
    VKD3D_SHADER_RESOURCE_TEXTURE_2DARRAY = 8,
    VKD3D_SHADER_RESOURCE_TEXTURE_2DMSARRAY = 9,
    VKD3D_SHADER_RESOURCE_TEXTURE_CUBEARRAY = 10,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_RESOURCE_TYPE),
};

/** What reading a resource yields. */
enum vkd3d_shader_resource_data_type {
    VKD3D_SHADER_RESOURCE_DATA_NONE = 0,      /**< Nothing: samplers. Since 1.16. */
    VKD3D_SHADER_RESOURCE_DATA_UNORM = 1,     /**< Floats from normalised unsigned integers. */
    VKD3D_SHADER_RESOURCE_DATA_SNORM = 2,     /**< Floats from normalised signed integers. */
    VKD3D_SHADER_RESOURCE_DATA_INT = 3,       /**< Signed integers. */
    VKD3D_SHADER_RESOURCE_DATA_UINT = 4,      /**< Unsigned integers; raw words. */
    VKD3D_SHADER_RESOURCE_DATA_FLOAT = 5,     /**< Floats. */
    VKD3D_SHADER_RESOURCE_DATA_MIXED = 6,     /**< A mixture. Since 1.3. */
    VKD3D_SHADER_RESOURCE_DATA_DOUBLE = 7,    /**< 64-bit floats. Since 1.3. */
    VKD3D_SHADER_RESOURCE_DATA_CONTINUED = 8, /**< The second half of the component before. Since 1.3. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_RESOURCE_DATA_TYPE),
};

/** How a shader uses a descriptor. */
enum vkd3d_shader_descriptor_info_flag {
    VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_COUNTER = 0x1, /**< The UAV's hidden counter is used. */
    VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_READ = 0x2,    /**< The UAV is read: loads and atomics. */
    VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_SAMPLER_COMPARISON_MODE = 0x4, /**< The sampler compares. */
    VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_ATOMICS = 0x8, /**< The UAV is the target of atomics. Since 1.6. */
    /** The buffer is declared raw (ByteAddressBuffer). Since 1.9. */
    VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_RAW_BUFFER = 0x10,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_DESCRIPTOR_INFO_FLAG),
};

/** One descriptor range that a shader declares. */
struct vkd3d_shader_descriptor_info {
    enum vkd3d_shader_descriptor_type type;        /**< Its kind. */
    unsigned int register_space;                   /**< Its space; 0 before shader model 5.1. */
    unsigned int register_index;                   /**< First register. */
    enum vkd3d_shader_resource_type resource_type; /**< Shape of the resource. */
    /** What reading it yields; of the first component where they differ. */
    enum vkd3d_shader_resource_data_type resource_data_type;
    unsigned int flags; /**< A combination of enum vkd3d_shader_descriptor_info_flag. */
    unsigned int count; /**< Number of registers; ~0u for no bound. */
};

/**
 * Output: the descriptors that a shader declares, in order of declaration. Chained to struct
 * vkd3d_shader_compile_info; written by vkd3d_shader_scan() and vkd3d_shader_compile().
 *
 * Release with vkd3d_shader_free_scan_descriptor_info(). After a call that failed both members are zero and
 * there is nothing to release.
 */
struct vkd3d_shader_scan_descriptor_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    /** Array of descriptors; after success not NULL, even if empty. */
    struct vkd3d_shader_descriptor_info *descriptors;
    unsigned int descriptor_count; /**< Number of descriptors. */
};

/**
 * A pair of resource and sampler that a shader uses together.
 *
 * Since 1.10.
 */
struct vkd3d_shader_combined_resource_sampler_info {
    unsigned int resource_space; /**< Space of the resource; 0 before shader model 5.1. */
    unsigned int resource_index; /**< The t register. */
    unsigned int sampler_space;  /**< Space of the sampler; 0 before shader model 5.1. */
    /** The s register; VKD3D_SHADER_DUMMY_SAMPLER_INDEX where the resource is read without a sampler. */
    unsigned int sampler_index;
};

/**
 * Output: each pair of resource and sampler that a shader uses together, once, in order of first use. Chained
 * to struct vkd3d_shader_compile_info; written by vkd3d_shader_scan() and vkd3d_shader_compile().
 *
 * Arrays that are indexed dynamically are left out. Release with
 * vkd3d_shader_free_scan_combined_resource_sampler_info(). After a call that failed both members are zero and
 * there is nothing to release.
 *
 * Since 1.10.
 */
struct vkd3d_shader_scan_combined_resource_sampler_info {
    /** VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO. */
    enum vkd3d_shader_structure_type type;
    const void *next; /**< The next chained structure, or NULL. */
    /** Array of pairs; NULL when there are none. */
    struct vkd3d_shader_combined_resource_sampler_info *combined_samplers;
    unsigned int combined_sampler_count; /**< Number of pairs. */
};

/**
 * Output: the tessellation state that a hull shader declares. Chained to struct vkd3d_shader_compile_info;
 * written by vkd3d_shader_scan() and vkd3d_shader_compile(). Both members are 0 for other stages and after a
 * failure.
 *
 * Since 1.15.
 */
struct vkd3d_shader_scan_hull_shader_tessellation_info {
    /** VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO. */
    enum vkd3d_shader_structure_type type;
    const void *next; /**< The next chained structure, or NULL. */
    enum vkd3d_shader_tessellator_output_primitive output_primitive; /**< What the tessellator emits. */
    enum vkd3d_shader_tessellator_partitioning partitioning;         /**< How it divides edges. */
};

/**
 * Output: the thread group size that a compute shader declares. Chained to struct vkd3d_shader_compile_info;
 * written by vkd3d_shader_scan() and vkd3d_shader_compile(). All members are 0 for other stages and after a
 * failure.
 *
 * Since 1.18.
 */
struct vkd3d_shader_scan_thread_group_size_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_SCAN_THREAD_GROUP_SIZE_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    unsigned int x;                        /**< Threads of a group in x. */
    unsigned int y;                        /**< Threads of a group in y. */
    unsigned int z;                        /**< Threads of a group in z. */
};

/**
 * What happens to denormal floating point numbers.
 *
 * Since 2.0.
 */
enum vkd3d_shader_denormal_mode {
    VKD3D_SHADER_DENORMAL_MODE_ANY = 0,           /**< Whatever the device does. */
    VKD3D_SHADER_DENORMAL_MODE_PRESERVE = 1,      /**< They are kept. */
    VKD3D_SHADER_DENORMAL_MODE_FLUSH_TO_ZERO = 2, /**< They become zero. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_DENORMAL_MODE),
};

/**
 * Output: the denormal modes that a shader asks for. Chained to struct vkd3d_shader_compile_info; written by
 * vkd3d_shader_scan() and vkd3d_shader_compile(). All members are ANY after a failure.
 *
 * Since 2.0.
 */
struct vkd3d_shader_scan_denormal_mode_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DENORMAL_MODE_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    enum vkd3d_shader_denormal_mode f16_denormal_mode; /**< For 16-bit floats. */
    enum vkd3d_shader_denormal_mode f32_denormal_mode; /**< For 32-bit floats. */
    enum vkd3d_shader_denormal_mode f64_denormal_mode; /**< For 64-bit floats. */
};

/**
 * State that Direct3D 9 bytecode depends on and does not hold. Chained to struct vkd3d_shader_compile_info;
 * read for VKD3D_SHADER_SOURCE_D3D_BYTECODE; optional.
 *
 * Since 1.18.
 */
struct vkd3d_shader_d3dbc_source_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_D3DBC_SOURCE_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    /** Shape of the texture at each stage, for pixel shader model 1, which does not declare it. Default: all
        2D. Entries of textures that are not used are ignored. */
    enum vkd3d_shader_resource_type texture_dimensions[6];
    /** Bit n: sampler n compares (a depth texture sampled as a shadow map). Default 0. */
    uint32_t shadow_samplers;
};

/** System values. The numbers below 0x40 are those that signatures in DXBC containers use. */
enum vkd3d_shader_sysval_semantic {
    VKD3D_SHADER_SV_NONE = 0x0, /**< An ordinary varying, attribute or patch constant. */
    VKD3D_SHADER_SV_POSITION = 0x1,
    VKD3D_SHADER_SV_CLIP_DISTANCE = 0x2,
    VKD3D_SHADER_SV_CULL_DISTANCE = 0x3,
    VKD3D_SHADER_SV_RENDER_TARGET_ARRAY_INDEX = 0x4,
    VKD3D_SHADER_SV_VIEWPORT_ARRAY_INDEX = 0x5,
    VKD3D_SHADER_SV_VERTEX_ID = 0x6,
    VKD3D_SHADER_SV_PRIMITIVE_ID = 0x7,
    VKD3D_SHADER_SV_INSTANCE_ID = 0x8,
    VKD3D_SHADER_SV_IS_FRONT_FACE = 0x9,
    VKD3D_SHADER_SV_SAMPLE_INDEX = 0xa,
    VKD3D_SHADER_SV_TESS_FACTOR_QUADEDGE = 0xb, /**< Edge factor of a quad. */
    VKD3D_SHADER_SV_TESS_FACTOR_QUADINT = 0xc,  /**< Inner factor of a quad. */
    VKD3D_SHADER_SV_TESS_FACTOR_TRIEDGE = 0xd,  /**< Edge factor of a triangle. */
    VKD3D_SHADER_SV_TESS_FACTOR_TRIINT = 0xe,   /**< Inner factor of a triangle. */
    VKD3D_SHADER_SV_TESS_FACTOR_LINEDET = 0xf,  /**< Detail factor of a line. */
    VKD3D_SHADER_SV_TESS_FACTOR_LINEDEN = 0x10, /**< Density factor of a line. */
    VKD3D_SHADER_SV_TARGET = 0x40,              /**< Since 1.9. */
    VKD3D_SHADER_SV_DEPTH = 0x41,               /**< Since 1.9. */
    VKD3D_SHADER_SV_COVERAGE = 0x42,            /**< Since 1.9. */
    VKD3D_SHADER_SV_DEPTH_GREATER_EQUAL = 0x43, /**< Since 1.9. */
    VKD3D_SHADER_SV_DEPTH_LESS_EQUAL = 0x44,    /**< Since 1.9. */
    VKD3D_SHADER_SV_STENCIL_REF = 0x45,         /**< Since 1.9. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_SYSVAL_SEMANTIC),
};

/** Types of the components of a signature element. */
enum vkd3d_shader_component_type {
    VKD3D_SHADER_COMPONENT_VOID = 0, /**< None. */
    VKD3D_SHADER_COMPONENT_UINT = 1,
    VKD3D_SHADER_COMPONENT_INT = 2,
    VKD3D_SHADER_COMPONENT_FLOAT = 3,
    VKD3D_SHADER_COMPONENT_BOOL = 4,
    VKD3D_SHADER_COMPONENT_DOUBLE = 5,  /**< Since 1.3. */
    VKD3D_SHADER_COMPONENT_UINT64 = 6,  /**< Since 1.11. */
    VKD3D_SHADER_COMPONENT_INT64 = 7,   /**< Since 1.16. */
    VKD3D_SHADER_COMPONENT_FLOAT16 = 8, /**< Since 1.16. */
    VKD3D_SHADER_COMPONENT_UINT16 = 9,  /**< Since 1.16. */
    VKD3D_SHADER_COMPONENT_INT16 = 10,  /**< Since 1.16. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_COMPONENT_TYPE),
};

/** The precision that a value may be reduced to; storage stays 32 bits wide. */
enum vkd3d_shader_minimum_precision {
    VKD3D_SHADER_MINIMUM_PRECISION_NONE = 0,     /**< Full precision. */
    VKD3D_SHADER_MINIMUM_PRECISION_FLOAT_16 = 1, /**< A 16-bit float will do. */
    /** A signed fixed point number with 2 integer and 8 fraction bits will do. */
    VKD3D_SHADER_MINIMUM_PRECISION_FIXED_8_2 = 2,
    VKD3D_SHADER_MINIMUM_PRECISION_INT_16 = 4,  /**< A 16-bit signed integer will do. */
    VKD3D_SHADER_MINIMUM_PRECISION_UINT_16 = 5, /**< A 16-bit unsigned integer will do. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_MINIMUM_PRECISION),
};

/** One element of an input, output or patch constant signature: one register or a part of it. */
struct vkd3d_shader_signature_element {
    /** Its name, as the source spells it; compare without regard to case. Owned by the signature. */
    const char *semantic_name;
    unsigned int semantic_index;                       /**< Distinguishes elements of one name. */
    unsigned int stream_index;                         /**< Geometry stream, 0 to 3; else 0. */
    enum vkd3d_shader_sysval_semantic sysval_semantic; /**< What the pipeline uses it for. */
    enum vkd3d_shader_component_type component_type;   /**< Type of its components. */
    /** The register that holds it; ~0u for values outside the register file, such as depth. In Direct3D 9
        shaders before model 3, whose outputs have names instead of numbers: TEXCOORDn is n, COLORn is 8 + n,
        and position, fog and point size are 10, 11 and 12. */
    unsigned int register_index;
    unsigned int mask;      /**< Its components within the register: bit 0 is x, bit 3 is w. */
    unsigned int used_mask; /**< Those that the shader reads (inputs) or writes (outputs). */
    enum vkd3d_shader_minimum_precision min_precision; /**< The precision that it may be reduced to. */
};

/**
 * A signature. One from vkd3d_shader_parse_input_signature() is released with
 * vkd3d_shader_free_shader_signature().
 */
struct vkd3d_shader_signature {
    struct vkd3d_shader_signature_element *elements; /**< Array of elements. */
    unsigned int element_count;                      /**< Number of elements. */
};

/**
 * Flags of vkd3d_shader_parse_dxbc().
 *
 * Since 1.12.
 */
enum vkd3d_shader_parse_dxbc_flags {
    VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM = 0x1, /**< Accept a container whose checksum does not match. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_PARSE_DXBC_FLAGS),
};

/**
 * One section (also called chunk or part) of a DXBC container.
 *
 * Since 1.7.
 */
struct vkd3d_shader_dxbc_section_desc {
    uint32_t tag; /**< Its four-character code; the first character is in the lowest byte. */
    /** Its payload. After vkd3d_shader_parse_dxbc() it points into the container. */
    struct vkd3d_shader_code data;
};

/**
 * What vkd3d_shader_parse_dxbc() found. Released with vkd3d_shader_free_dxbc().
 *
 * Since 1.7.
 */
struct vkd3d_shader_dxbc_desc {
    uint32_t tag;         /**< The container's own code, "DXBC". */
    uint32_t checksum[4]; /**< The stored checksum. */
    unsigned int version; /**< Container version, 1. */
    size_t size;          /**< The size that the header states, in bytes. */
    size_t section_count; /**< Number of sections. */
    /** Array of sections in the order of the container's table. */
    struct vkd3d_shader_dxbc_section_desc *sections;
};

/**
 * Output: a shader's signatures. Chained to struct vkd3d_shader_compile_info; written by vkd3d_shader_scan()
 * and vkd3d_shader_compile().
 *
 * With VKD3D_SHADER_TARGET_NONE the signatures are the shader's own. With another target they are what a
 * compilation for that target would have; Direct3D 9 shaders can gain fog and colour elements there. Sources
 * without signatures of their own (Direct3D 9 bytecode) get them from the registers that they declare and
 * use.
 *
 * Release with vkd3d_shader_free_scan_signature_info(). After a call that failed all signatures are empty and
 * there is nothing to release. The input shader should be kept until then.
 *
 * Since 1.9.
 */
struct vkd3d_shader_scan_signature_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    struct vkd3d_shader_signature input;   /**< What the stage reads. */
    struct vkd3d_shader_signature output;  /**< What the stage writes. */
    /** Patch constants: written by hull shaders, read by domain shaders. */
    struct vkd3d_shader_signature patch_constant;
};

/**
 * One link between an output of a stage and an input of the next.
 *
 * Since 1.9.
 */
struct vkd3d_shader_varying_map {
    /** Position of the output in the scanned output signature of the earlier stage. With n elements there: n
        asks for an output that the shader does not have, filled with 0; n + 1 for one filled with 1; any
        larger value counts as n. */
    unsigned int output_signature_index;
    unsigned int input_register_index; /**< Register of the input. */
    unsigned int input_mask;           /**< Components of the input. */
};

/**
 * Which outputs the next stage reads, and where it expects them. Chained to struct vkd3d_shader_compile_info;
 * read when a stage before the pixel shader is compiled to SPIR-V, GLSL or MSL; optional.
 *
 * Outputs that no entry names are not passed on, except system values that the pipeline itself uses. One
 * output may feed several inputs. An input that is wider than its output reads 1 (COLOR 0) or 0 (all others)
 * in the missing components.
 *
 * Since 1.9.
 */
struct vkd3d_shader_varying_map_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    /** Array of links, such as vkd3d_shader_build_varying_map() makes. */
    const struct vkd3d_shader_varying_map *varying_map;
    unsigned int varying_count; /**< Number of links; 0 means that nothing is read. */
};

/**
 * Shader parameters. Chained to struct vkd3d_shader_compile_info; optional. When present the parameters of
 * struct vkd3d_shader_spirv_target_info are not read.
 *
 * Since 1.13.
 */
struct vkd3d_shader_parameter_info {
    enum vkd3d_shader_structure_type type; /**< VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO. */
    const void *next;                      /**< The next chained structure, or NULL. */
    /** Array of parameters. When a name occurs twice the last one counts. */
    const struct vkd3d_shader_parameter1 *parameters;
    unsigned int parameter_count; /**< Number of parameters. */
};

/**
 * Register indices under which the constants of Direct3D 9 shaders appear: each of the three sets is a
 * constant buffer in space 0. A register takes 16 bytes in each; a b register uses the first 4 of them.
 *
 * Since 1.9.
 */
enum vkd3d_shader_d3dbc_constant_register {
    VKD3D_SHADER_D3DBC_FLOAT_CONSTANT_REGISTER = 0, /**< The c registers. */
    VKD3D_SHADER_D3DBC_INT_CONSTANT_REGISTER = 1,   /**< The i registers. */
    VKD3D_SHADER_D3DBC_BOOL_CONSTANT_REGISTER = 2,  /**< The b registers. */

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_D3DBC_CONSTANT_REGISTER),
};

/** Components, as a packed swizzle names them. */
enum vkd3d_shader_swizzle_component {
    VKD3D_SHADER_SWIZZLE_X = 0,
    VKD3D_SHADER_SWIZZLE_Y = 1,
    VKD3D_SHADER_SWIZZLE_Z = 2,
    VKD3D_SHADER_SWIZZLE_W = 3,

    VKD3D_FORCE_32_BIT_ENUM(VKD3D_SHADER_SWIZZLE_COMPONENT),
};

/** Packs four components into a swizzle; the function form of VKD3D_SHADER_SWIZZLE(). */
static inline uint32_t vkd3d_shader_create_swizzle(enum vkd3d_shader_swizzle_component x,
                                                   enum vkd3d_shader_swizzle_component y,
                                                   enum vkd3d_shader_swizzle_component z,
                                                   enum vkd3d_shader_swizzle_component w) {
    return ((x & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(0)) |
           ((y & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(1)) |
           ((z & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(2)) |
           ((w & VKD3D_SHADER_SWIZZLE_MASK) << VKD3D_SHADER_SWIZZLE_SHIFT(3));
}

/**
 * Receives a line of the library's log: a printf() format and its arguments.
 *
 * Since 1.4.
 */
typedef void (*PFN_vkd3d_log)(const char *format, va_list args);

#ifndef VKD3D_SHADER_NO_PROTOTYPES

/**
 * Tells the version of the API that the library implements.
 *
 * "major" and "minor" receive the version number; either may be NULL. Returns a static string that starts
 * with "vkd3d-shader " and the version; do not free it. Weft's own version is what weft_get_version() in
 * weft.h tells.
 */
VKD3D_SHADER_API const char *vkd3d_shader_get_version(unsigned int *major, unsigned int *minor);

/**
 * Lists the formats that the library reads.
 *
 * "count" receives the number of entries. Returns a static array; do not free it. Ignore values that you do
 * not know.
 */
VKD3D_SHADER_API const enum vkd3d_shader_source_type *
vkd3d_shader_get_supported_source_types(unsigned int *count);

/**
 * Lists the formats that the library can write for a source format; only pairs that work are listed.
 *
 * "count" receives the number of entries. Returns a static array; do not free it. For a source format that is
 * not supported: NULL and 0. Ignore values that you do not know.
 */
VKD3D_SHADER_API const enum vkd3d_shader_target_type *
vkd3d_shader_get_supported_target_types(enum vkd3d_shader_source_type source_type, unsigned int *count);

/**
 * Converts a shader.
 *
 * "compile_info" says what and how; see struct vkd3d_shader_compile_info for the head of the chain. Chained
 * structures that are read: interface_info, descriptor_offset_info, transform_feedback_info,
 * spirv_target_info, spirv_domain_shader_target_info, varying_map_info, parameter_info, d3dbc_source_info,
 * hlsl_source_info, preprocess_info. Chained structures that are written, as by vkd3d_shader_scan():
 * scan_descriptor_info, scan_combined_resource_sampler_info, scan_signature_info,
 * scan_hull_shader_tessellation_info, scan_thread_group_size_info, scan_denormal_mode_info.
 *
 * "out" receives the result; release it with vkd3d_shader_free_shader_code(). After a failure it is empty and
 * there is nothing to release.
 *
 * "messages", if not NULL, receives what there is to say at the log level asked for: a string to release with
 * vkd3d_shader_free_messages(), or NULL. It is written on every return. A failure always comes with an error
 * message unless the log level is NONE or memory ran out.
 *
 * Returns VKD3D_OK or
 * - VKD3D_ERROR_INVALID_ARGUMENT: a wrong structure type, a conversion that is not listed as supported, a
 *   missing required structure, a damaged container, or a parameter of the wrong type;
 * - VKD3D_ERROR_INVALID_SHADER: the shader breaks its format's rules, or needs what the target was not given
 *   (a binding, an extension, a feature);
 * - VKD3D_ERROR_NOT_IMPLEMENTED: the shader is sound but uses what the library cannot convert yet; the
 *   message names it;
 * - VKD3D_ERROR_OUT_OF_MEMORY; but SPIRV-Cross, which writes GLSL and MSL, ends the process instead;
 * - VKD3D_ERROR: an unknown SPIR-V environment, or an internal failure.
 *
 * Safe to call from several threads at once, as are all functions here except
 * vkd3d_shader_set_log_callback().
 */
VKD3D_SHADER_API int vkd3d_shader_compile(const struct vkd3d_shader_compile_info *compile_info,
                                          struct vkd3d_shader_code *out, char **messages);

/** Releases a message string. NULL is allowed. */
VKD3D_SHADER_API void vkd3d_shader_free_messages(char *messages);

/**
 * Releases code that the library returned, but not the structure. The structure is emptied, so that a second
 * call does no harm. NULL is allowed.
 */
VKD3D_SHADER_API void vkd3d_shader_free_shader_code(struct vkd3d_shader_code *code);

/**
 * Reads the root signature (section RTS0) of a DXBC container, or such a section on its own.
 *
 * "root_signature" receives it; release it with vkd3d_shader_free_root_signature(). A container without one
 * is a success with version 0. After a failure the version is 0 and there is nothing to release. "messages"
 * is as for vkd3d_shader_compile(), at the most talkative level.
 *
 * What is read is checked as vkd3d_shader_serialize_root_signature() checks it. Version 1.2 is in weft.h.
 *
 * Returns VKD3D_OK, VKD3D_ERROR_INVALID_ARGUMENT for a damaged container or root signature, or
 * VKD3D_ERROR_OUT_OF_MEMORY.
 */
VKD3D_SHADER_API int
vkd3d_shader_parse_root_signature(const struct vkd3d_shader_code *dxbc,
                                  struct vkd3d_shader_versioned_root_signature_desc *root_signature,
                                  char **messages);

/**
 * Releases what a root signature points to, but not the structure. The version becomes 0; version 0 and
 * versions that are not known are left alone. Only for root signatures that the library filled. NULL is
 * allowed.
 */
VKD3D_SHADER_API void
vkd3d_shader_free_root_signature(struct vkd3d_shader_versioned_root_signature_desc *root_signature);

/**
 * Writes a root signature into a DXBC container with one section, RTS0.
 *
 * "dxbc" receives the container; release it with vkd3d_shader_free_shader_code(). After a failure it is
 * empty. "messages" is as for vkd3d_shader_compile(), at the most talkative level.
 *
 * Returns VKD3D_OK, VKD3D_ERROR_OUT_OF_MEMORY, or VKD3D_ERROR_INVALID_ARGUMENT for what Direct3D 12 refuses
 * as well: an unknown version (E3001), type or visibility of a parameter (E3002), or type of a range (E3003);
 * samplers among other ranges (E3004); more than 64 words of root arguments, ranges without descriptors or
 * beyond the last register, reserved register spaces (E3091); two owners of a register (E3092); flags that
 * contradict one another (E3093); static samplers out of range (E3094). Flags that are merely unknown draw
 * warning W3390.
 */
VKD3D_SHADER_API int
vkd3d_shader_serialize_root_signature(const struct vkd3d_shader_versioned_root_signature_desc *root_signature,
                                      struct vkd3d_shader_code *dxbc, char **messages);

/**
 * Converts a root signature to another version.
 *
 * "dst" receives a copy in the version "version" of "src"; release it with
 * vkd3d_shader_free_root_signature(). Going down drops flags; going up supplies those that give version 1.0's
 * behaviour: ranges get DESCRIPTORS_VOLATILE and DATA_VOLATILE (ranges of samplers only the former, since they
 * have no data), root descriptors DATA_VOLATILE.
 *
 * Returns VKD3D_OK, VKD3D_ERROR_INVALID_ARGUMENT with "dst" untouched if both versions are the same, one is
 * not known, or "src" is not sound, or VKD3D_ERROR_OUT_OF_MEMORY.
 */
VKD3D_SHADER_API int
vkd3d_shader_convert_root_signature(struct vkd3d_shader_versioned_root_signature_desc *dst,
                                    enum vkd3d_shader_root_signature_version version,
                                    const struct vkd3d_shader_versioned_root_signature_desc *src);

/**
 * Tells what a shader declares and uses, without converting it.
 *
 * Fills each output structure of the chain: scan_descriptor_info, scan_combined_resource_sampler_info,
 * scan_signature_info, scan_hull_shader_tessellation_info, scan_thread_group_size_info,
 * scan_denormal_mode_info. None is required. Structures that shape the interface are read as by
 * vkd3d_shader_compile(). The target type may be anything: with VKD3D_SHADER_TARGET_NONE the shader is
 * reported as it is, otherwise as a compilation for that target would have it.
 *
 * "messages" and results are those of vkd3d_shader_compile(). After a failure all output structures are empty
 * and there is nothing to release.
 */
VKD3D_SHADER_API int vkd3d_shader_scan(const struct vkd3d_shader_compile_info *compile_info, char **messages);

/**
 * Releases what vkd3d_shader_scan() or vkd3d_shader_compile() put into the structure, but not the structure.
 * The structure is emptied, so that a second call does no harm. NULL is allowed.
 */
VKD3D_SHADER_API void
vkd3d_shader_free_scan_descriptor_info(struct vkd3d_shader_scan_descriptor_info *scan_descriptor_info);

/**
 * Reads the input signature of a DXBC container: section ISGN or ISG1.
 *
 * "signature" receives it; release it with vkd3d_shader_free_shader_signature(). A container without one is a
 * success with 0 elements; of several sections the last one counts. Used masks are those stored. After a
 * failure the signature is empty. "messages" is as for vkd3d_shader_compile(), at the most talkative level.
 *
 * Returns VKD3D_OK, VKD3D_ERROR_INVALID_ARGUMENT for a damaged container (E0001 to E0006; the checksum must
 * match) or signature (E0008 to E0010), or VKD3D_ERROR_OUT_OF_MEMORY.
 */
VKD3D_SHADER_API int vkd3d_shader_parse_input_signature(const struct vkd3d_shader_code *dxbc,
                                                        struct vkd3d_shader_signature *signature,
                                                        char **messages);

/**
 * Finds an element by semantic name (ASCII, compared without case), index and stream. Returns the first
 * match, a pointer into "signature", or NULL.
 */
VKD3D_SHADER_API struct vkd3d_shader_signature_element *
vkd3d_shader_find_signature_element(const struct vkd3d_shader_signature *signature, const char *semantic_name,
                                    unsigned int semantic_index, unsigned int stream_index);

/**
 * Releases the elements and names of a signature, but not the structure. The structure is emptied, so that a
 * second call does no harm. NULL is allowed.
 */
VKD3D_SHADER_API void vkd3d_shader_free_shader_signature(struct vkd3d_shader_signature *signature);

/**
 * Runs the preprocessor over a source and returns the text: tokens with blanks between them on the lines where
 * they were, and #line where the text comes from another file or line. Comments are gone, #pragma lines stay.
 *
 * Reads "source", "source_name" and "log_level" of "compile_info" and a chained preprocess_info; a chained
 * hlsl_source_info with a profile below 6 forbids what only shader model 6 has, variadic macros. Without
 * callbacks a name in quotes is opened beside the including file first, then in the working directory. "out",
 * "messages" and results are as for vkd3d_shader_compile(); a preprocessor error (E4000 syntax, E4001 #error,
 * E4002 #include) is VKD3D_ERROR_INVALID_SHADER.
 *
 * Since 1.3.
 */
VKD3D_SHADER_API int vkd3d_shader_preprocess(const struct vkd3d_shader_compile_info *compile_info,
                                             struct vkd3d_shader_code *out, char **messages);

/**
 * Sends the log of the library, for the whole process, to a function instead of standard error. NULL restores
 * standard error.
 *
 * The log is for developers of the library; the environment variable VKD3D_SHADER_DEBUG (none, message, err,
 * fixme, warn or trace; default fixme) sets how much there is. A line arrives as two calls, a prefix and the
 * text, from whatever thread has something to log. Set the callback before other threads use the library.
 *
 * Since 1.4.
 */
VKD3D_SHADER_API void vkd3d_shader_set_log_callback(PFN_vkd3d_log callback);

/**
 * Releases the section array of a parsed container, but not the structure and not the container, which the
 * sections point into. The structure's array is emptied, so that a second call does no harm. NULL is allowed.
 *
 * Since 1.7.
 */
VKD3D_SHADER_API void vkd3d_shader_free_dxbc(struct vkd3d_shader_dxbc_desc *dxbc);

/**
 * Reads the section table of a DXBC container.
 *
 * "dxbc" is the container, which must outlive the result; "flags" is a combination of enum
 * vkd3d_shader_parse_dxbc_flags; "desc" receives the result, to be released with vkd3d_shader_free_dxbc().
 * After a failure it is all zero. Sections may be unaligned and may overlap; their tags and contents are not
 * looked at. "messages" is as for vkd3d_shader_compile(), at the most talkative level.
 *
 * Returns VKD3D_OK, VKD3D_ERROR_INVALID_ARGUMENT, or VKD3D_ERROR_OUT_OF_MEMORY. Checks come in this order:
 * size (E0001), magic number (E0002), checksum (E0003), version (E0004), then for each section its offset
 * (E0005) and size (E0006).
 *
 * Since 1.7.
 */
VKD3D_SHADER_API int vkd3d_shader_parse_dxbc(const struct vkd3d_shader_code *dxbc, uint32_t flags,
                                             struct vkd3d_shader_dxbc_desc *desc, char **messages);

/**
 * Writes a DXBC container.
 *
 * Sections keep their order; each starts at a multiple of 4 bytes (gaps hold 0xab bytes), and the checksum is
 * filled in. "sections" may be NULL if "section_count" is 0. "dxbc" receives the container; release it with
 * vkd3d_shader_free_shader_code(). "messages" is as for vkd3d_shader_compile(), at the most talkative level.
 *
 * Returns VKD3D_OK, VKD3D_ERROR_INVALID_ARGUMENT if the container would exceed 32-bit sizes, or
 * VKD3D_ERROR_OUT_OF_MEMORY.
 *
 * Since 1.7.
 */
VKD3D_SHADER_API int vkd3d_shader_serialize_dxbc(size_t section_count,
                                                 const struct vkd3d_shader_dxbc_section_desc *sections,
                                                 struct vkd3d_shader_code *dxbc, char **messages);

/**
 * Releases the three signatures that vkd3d_shader_scan() or vkd3d_shader_compile() put into the structure,
 * but not the structure. They are emptied, so that a second call does no harm. NULL is allowed.
 *
 * Since 1.9.
 */
VKD3D_SHADER_API void vkd3d_shader_free_scan_signature_info(struct vkd3d_shader_scan_signature_info *info);

/**
 * Links the outputs of a stage to the inputs of the next by semantic.
 *
 * "varyings" has room for one entry per element of "input_signature"; "count" receives the number written,
 * and is not read. For each input that is not a system value there is one entry: its register and full mask,
 * and the position of the first output of stream 0 with the same name (compared without case) and index.
 * Types and masks are not compared. Without such an output the entry asks for a default: n + 1 (filled with
 * 1) for COLOR 0, else n (filled with 0), n being the number of outputs; see struct vkd3d_shader_varying_map.
 * Outputs that nobody reads have no entry.
 *
 * The map goes to the compilation of the earlier stage, in struct vkd3d_shader_varying_map_info. Both
 * signatures must be as scanned.
 *
 * Since 1.9.
 */
VKD3D_SHADER_API void vkd3d_shader_build_varying_map(const struct vkd3d_shader_signature *output_signature,
                                                     const struct vkd3d_shader_signature *input_signature,
                                                     unsigned int *count,
                                                     struct vkd3d_shader_varying_map *varyings);

/**
 * Releases what vkd3d_shader_scan() or vkd3d_shader_compile() put into the structure, but not the structure.
 * The structure is emptied, so that a second call does no harm. NULL is allowed.
 *
 * Since 1.10.
 */
VKD3D_SHADER_API void vkd3d_shader_free_scan_combined_resource_sampler_info(
    struct vkd3d_shader_scan_combined_resource_sampler_info *info);

#endif /* VKD3D_SHADER_NO_PROTOTYPES */

/* Pointer types of the functions above, for callers that load the library at run time. The one for
   vkd3d_shader_preprocess() returns void and takes a non-const structure, unlike the function: programs were
   written against it, so it stays. */
typedef const char *(*PFN_vkd3d_shader_get_version)(unsigned int *major, unsigned int *minor);
typedef const enum vkd3d_shader_source_type *(*PFN_vkd3d_shader_get_supported_source_types)(
    unsigned int *count);
typedef const enum vkd3d_shader_target_type *(*PFN_vkd3d_shader_get_supported_target_types)(
    enum vkd3d_shader_source_type source_type, unsigned int *count);
typedef int (*PFN_vkd3d_shader_compile)(const struct vkd3d_shader_compile_info *compile_info,
                                        struct vkd3d_shader_code *out, char **messages);
typedef void (*PFN_vkd3d_shader_free_messages)(char *messages);
typedef void (*PFN_vkd3d_shader_free_shader_code)(struct vkd3d_shader_code *code);
typedef int (*PFN_vkd3d_shader_parse_root_signature)(
    const struct vkd3d_shader_code *dxbc, struct vkd3d_shader_versioned_root_signature_desc *root_signature,
    char **messages);
typedef void (*PFN_vkd3d_shader_free_root_signature)(
    struct vkd3d_shader_versioned_root_signature_desc *root_signature);
typedef int (*PFN_vkd3d_shader_serialize_root_signature)(
    const struct vkd3d_shader_versioned_root_signature_desc *root_signature, struct vkd3d_shader_code *dxbc,
    char **messages);
typedef int (*PFN_vkd3d_shader_convert_root_signature)(
    struct vkd3d_shader_versioned_root_signature_desc *dst, enum vkd3d_shader_root_signature_version version,
    const struct vkd3d_shader_versioned_root_signature_desc *src);
typedef int (*PFN_vkd3d_shader_scan)(const struct vkd3d_shader_compile_info *compile_info, char **messages);
typedef void (*PFN_vkd3d_shader_free_scan_descriptor_info)(
    struct vkd3d_shader_scan_descriptor_info *scan_descriptor_info);
typedef int (*PFN_vkd3d_shader_parse_input_signature)(const struct vkd3d_shader_code *dxbc,
                                                      struct vkd3d_shader_signature *signature,
                                                      char **messages);
typedef struct vkd3d_shader_signature_element *(*PFN_vkd3d_shader_find_signature_element)(
    const struct vkd3d_shader_signature *signature, const char *semantic_name, unsigned int semantic_index,
    unsigned int stream_index);
typedef void (*PFN_vkd3d_shader_free_shader_signature)(struct vkd3d_shader_signature *signature);
typedef void (*PFN_vkd3d_shader_preprocess)(struct vkd3d_shader_compile_info *compile_info,
                                            struct vkd3d_shader_code *out, char **messages);
typedef void (*PFN_vkd3d_shader_set_log_callback)(PFN_vkd3d_log callback);
typedef void (*PFN_vkd3d_shader_free_dxbc)(struct vkd3d_shader_dxbc_desc *dxbc);
typedef int (*PFN_vkd3d_shader_parse_dxbc)(const struct vkd3d_shader_code *dxbc, uint32_t flags,
                                           struct vkd3d_shader_dxbc_desc *desc, char **messages);
typedef int (*PFN_vkd3d_shader_serialize_dxbc)(size_t section_count,
                                               const struct vkd3d_shader_dxbc_section_desc *sections,
                                               struct vkd3d_shader_code *dxbc, char **messages);
typedef void (*PFN_vkd3d_shader_build_varying_map)(const struct vkd3d_shader_signature *output_signature,
                                                   const struct vkd3d_shader_signature *input_signature,
                                                   unsigned int *count,
                                                   struct vkd3d_shader_varying_map *varyings);
typedef void (*PFN_vkd3d_shader_free_scan_signature_info)(struct vkd3d_shader_scan_signature_info *info);
typedef void (*PFN_vkd3d_shader_free_scan_combined_resource_sampler_info)(
    struct vkd3d_shader_scan_combined_resource_sampler_info *info);

#ifdef __cplusplus
}
#endif

#endif /* __VKD3D_SHADER_H */
