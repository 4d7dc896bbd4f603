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
#include <weft_signature.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Further values for struct vkd3d_shader_spirv_target_info.environment. The numbers stay clear of any that
 * enum vkd3d_shader_spirv_environment may still get. What these versions of Vulkan made part of SPIR-V is
 * used without its extension being named; features remain the caller's word.
 */
enum weft_spirv_environment {
    WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2 = 0x57450102, /**< Vulkan 1.2; SPIR-V 1.5. */
    /** Vulkan 1.3; SPIR-V 1.6. Its feature maintenance4 has to be enabled: pixel shaders declare no more of
       their inputs than they read, while the stage before them may write more. */
    WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3 = 0x57450103,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SPIRV_ENVIRONMENT),
};

/**
 * Further values for struct vkd3d_shader_spirv_target_info.extensions: SPIR-V extensions that the device
 * offers, needed by shader model 6 alone. The library this one stands in for ignores them. A shader that
 * needs one which is neither listed nor part of the environment is refused by a message that names it, unless
 * a way around is said here.
 */
enum weft_spirv_extension {
    /** SPV_KHR_16bit_storage. Part of Vulkan 1.1; see WEFT_FEATURE_STORAGE_16BIT. */
    WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE = 0x57450000,
    /** SPV_KHR_multiview, for SV_ViewID. Part of Vulkan 1.1. */
    WEFT_SPIRV_EXTENSION_KHR_MULTIVIEW = 0x57450001,
    /** SPV_KHR_integer_dot_product. Part of Vulkan 1.3. Without it packed dot products are made of other
        instructions. */
    WEFT_SPIRV_EXTENSION_KHR_INTEGER_DOT_PRODUCT = 0x57450002,
    /** SPV_KHR_fragment_shader_barycentric, for SV_Barycentrics and GetAttributeAtVertex(). */
    WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADER_BARYCENTRIC = 0x57450003,
    /** SPV_KHR_fragment_shading_rate, for SV_ShadingRate. */
    WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADING_RATE = 0x57450004,
    /** SPV_EXT_fragment_fully_covered, for SV_InnerCoverage. */
    WEFT_SPIRV_EXTENSION_EXT_FRAGMENT_FULLY_COVERED = 0x57450005,
    /** SPV_EXT_mesh_shader, for amplification and mesh shaders; Vulkan 1.2 or later. */
    WEFT_SPIRV_EXTENSION_EXT_MESH_SHADER = 0x57450006,
    /** SPV_KHR_ray_query, for RayQuery objects; Vulkan 1.2 or later. */
    WEFT_SPIRV_EXTENSION_KHR_RAY_QUERY = 0x57450007,
    /** SPV_NV_shader_subgroup_partitioned. Without it WaveMatch() and WaveMultiPrefix*() are loops. */
    WEFT_SPIRV_EXTENSION_NV_SHADER_SUBGROUP_PARTITIONED = 0x57450008,
    /** SPV_NV_compute_shader_derivatives. Without it derivatives of compute shaders are differences within a
        quad, which need WAVE_OPS. */
    WEFT_SPIRV_EXTENSION_NV_COMPUTE_SHADER_DERIVATIVES = 0x57450009,
    /** SPV_EXT_shader_image_int64, for 64-bit atomic operations on textures and typed buffers. */
    WEFT_SPIRV_EXTENSION_EXT_SHADER_IMAGE_INT64 = 0x5745000a,
    /** SPV_EXT_shader_atomic_float_add. */
    WEFT_SPIRV_EXTENSION_EXT_SHADER_ATOMIC_FLOAT_ADD = 0x5745000b,
    /** SPV_KHR_shader_clock. */
    WEFT_SPIRV_EXTENSION_KHR_SHADER_CLOCK = 0x5745000c,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SPIRV_EXTENSION),
};

/**
 * The register space that stands for a descriptor heap: shaders that index ResourceDescriptorHeap or
 * SamplerDescriptorHeap take bindings with this register space and register 0. The index into the heap is the
 * index into the binding, which must be unbounded or as long as the heap. There is one for each type of
 * descriptor, and for shader resources and unordered access views one for buffers and one for textures
 * (see enum vkd3d_shader_binding_flag); all of them may name the same Vulkan binding if that is of a mutable
 * type.
 */
#define WEFT_DESCRIPTOR_HEAP_SPACE 0xffffffffu

/** Further values of enum vkd3d_shader_visibility. */
enum weft_shader_visibility {
    WEFT_SHADER_VISIBILITY_AMPLIFICATION = 0x57450006,
    WEFT_SHADER_VISIBILITY_MESH = 0x57450007,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SHADER_VISIBILITY),
};

/** Values of WEFT_COMPILE_OPTION_FEATURE: what the device can do. Each may be combined with the others. */
enum weft_feature_flags {
    WEFT_FEATURE_FLOAT16 = 0x01,       /**< Arithmetic on 16-bit floats (shaderFloat16). */
    WEFT_FEATURE_INT16 = 0x02,         /**< Arithmetic on 16-bit integers (shaderInt16). */
    WEFT_FEATURE_STORAGE_16BIT = 0x04, /**< 16 bits in storage buffers (storageBuffer16BitAccess). Only
                                          stores need it; loads take dwords apart. */
    WEFT_FEATURE_INT64_ATOMICS = 0x08, /**< Atomic operations of 64 bits on buffers and on group-shared
                                          memory (shaderBufferInt64Atomics, shaderSharedInt64Atomics). */
    WEFT_FEATURE_SUBGROUP_EXTENDED_TYPES = 0x10, /**< 16 and 64-bit values in wave operations
                                                    (shaderSubgroupExtendedTypes). */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_FEATURE),
};

/**
 * Further names for struct vkd3d_shader_compile_option. The library this one stands in for ignores them.
 */
enum weft_compile_option_name {
    /**
     * The number of locations between two stages, at least 1; 0, which is the default, is no limit.
     *
     * vkd3d_shader_scan() and vkd3d_shader_compile() move what lies beyond to locations that are free, and
     * vkd3d_shader_scan() reports the register indices that come of it. State the same limit in the scans and
     * the compilations of both stages, and link them by a varying map built from the scanned signatures.
     * Inputs that do not fit are refused by name; outputs only when a shader is compiled without a map, since
     * a map drops what is not read.
     */
    WEFT_COMPILE_OPTION_MAX_VARYINGS = 0x57450001,
    /** How Direct3D 9 bytecode computes: an enum weft_float_model. The default is WEFT_FLOAT_MODEL_FINITE. */
    WEFT_COMPILE_OPTION_FLOAT_MODEL = 0x57450002,
    /**
     * What the device can do beyond the flags of VKD3D_SHADER_COMPILE_OPTION_FEATURE: a combination of enum
     * weft_feature_flags. The default is nothing. A shader that needs a feature which is not set is refused
     * by a message that names it.
     */
    WEFT_COMPILE_OPTION_FEATURE = 0x57450003,
    /**
     * Direct3D 9 bytecode: bit n makes lookups of sampler n fetch four texels, as ATI's FETCH4 does ("GET4"
     * as the MIPMAPLODBIAS of the sampler). Alpha is red of the texel at the coordinate, without filtering,
     * red, green and blue are red of its neighbours to the right, below, and right of that; they come from
     * the view's first level, and are not compared even if the sampler is a shadow sampler. Samplers of other
     * than two-dimensional textures are not affected. Default 0.
     */
    WEFT_COMPILE_OPTION_FETCH4_SAMPLERS = 0x57450004,
    /**
     * The one stage that the caller has a use for: an enum vkd3d_shader_visibility. vkd3d_shader_scan() and
     * vkd3d_shader_compile() answer a shader of another stage with VKD3D_ERROR_INVALID_ARGUMENT and a
     * message, for programs are known to hand pixel shaders to where vertex shaders belong. The default,
     * VKD3D_SHADER_VISIBILITY_ALL, takes any.
     */
    WEFT_COMPILE_OPTION_SHADER_STAGE = 0x57450005,
    /**
     * Whether 64-bit floats are computed with 32-bit integers: an enum weft_float64_emulation. SPIR-V then
     * needs neither the capability Float64 nor Int64 for them. Results are those of IEEE 754, rounded to
     * nearest even, with denormals; NaNs have no payload. What shaders do with 64-bit integers still needs
     * INT64.
     *
     * The default is WEFT_FLOAT64_EMULATION_NEVER for SPIR-V, and WEFT_FLOAT64_EMULATION_WHERE_MISSING for
     * GLSL and MSL.
     */
    WEFT_COMPILE_OPTION_FLOAT64_EMULATION = 0x57450006,
    /**
     * The version of GLSL to write, as #version has it: 330, 450. For GLSL ES, WEFT_GLSL_ES is added: 310 +
     * WEFT_GLSL_ES. The versions are 140, 150, 330, 400 and the tens from there to 460, and 300, 310 and 320
     * of GLSL ES; the default is 450. What a version cannot say is an error (E6002).
     */
    WEFT_COMPILE_OPTION_GLSL_VERSION = 0x57450010,
    /** The version of MSL to write: 10000 times the major version plus 100 times the minor. The default is
       20300. */
    WEFT_COMPILE_OPTION_MSL_VERSION = 0x57450011,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_COMPILE_OPTION_NAME),
};

/** Added to the value of WEFT_COMPILE_OPTION_GLSL_VERSION for GLSL ES. */
#define WEFT_GLSL_ES 0x10000u

/**
 * What Direct3D 9 bytecode makes of infinities and NaNs. Hardware of its time gave 0 for a product with a
 * factor 0, whatever the other factor, and programs rely on it.
 */
enum weft_float_model {
    /** As IEEE 754 has it: 1 / 0 is infinite, and 0 times that is NaN. */
    WEFT_FLOAT_MODEL_IEEE = 0,
    /** Reciprocals, roots, powers and logarithms stay within the largest finite number, so that 0 times them
       is 0. */
    WEFT_FLOAT_MODEL_FINITE = 1,
    /** As FINITE, and every product with a factor 0 is 0, also where infinities and NaNs come from outside.
     */
    WEFT_FLOAT_MODEL_STRICT = 2,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_FLOAT_MODEL),
};

/** Values of WEFT_COMPILE_OPTION_FLOAT64_EMULATION. */
enum weft_float64_emulation {
    /** Doubles of the device. A shader that needs them where there are none is refused. */
    WEFT_FLOAT64_EMULATION_NEVER = 0,
    /** Integers, whatever the device has. */
    WEFT_FLOAT64_EMULATION_ALWAYS = 1,
    /**
     * Integers where the target has no doubles. SPIR-V: where VKD3D_SHADER_COMPILE_OPTION_FEATURE does not
     * say FLOAT64; with an API version up to 1.10, which implies it, they are never missing. MSL, GLSL ES and
     * GLSL before version 400 have none.
     */
    WEFT_FLOAT64_EMULATION_WHERE_MISSING = 2,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_FLOAT64_EMULATION),
};

/**
 * A further name for the parameters of struct vkd3d_shader_parameter_info. The library this one stands in for
 * ignores it.
 */
enum weft_parameter_name {
    /**
     * Stages before rasterisation; FLOAT32_VEC4; x and y say how far every vertex moves, to the right and up,
     * in units in which the viewport is two wide and two high; z and w mean nothing. Clip planes and fog see
     * the position before. Without it vertices stay.
     *
     * Direct3D 9 has the centres of pixels at integers: (1 / width, -1 / height, 0, 0), of the viewport, is
     * what moving the viewport by half a pixel does, for callers that cannot do that.
     */
    WEFT_PARAMETER_NAME_POSITION_OFFSET = 0x57450000,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_PARAMETER_NAME),
};

/**
 * Other names of the varying map, for what it is: what a shader is told of the next stage. Layout and meaning
 * are those of struct vkd3d_shader_varying_map_info.
 *
 * A map holds nothing but numbers, without gaps: two links are the same exactly if their maps have as many
 * entries and the entries compare equal with memcmp(). So the map (with the options of the compilation) can
 * be the key of a cache of compiled first stages; second stages are compiled once, whatever they are linked
 * to. An output_signature_index of n, the number of scanned outputs, supplies zeros, n + 1 ones, and any
 * other from n on zeros.
 */
#define vkd3d_shader_next_stage_info vkd3d_shader_varying_map_info
#define VKD3D_SHADER_STRUCTURE_TYPE_NEXT_STAGE_INFO VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO

/**
 * A version of root signatures that enum vkd3d_shader_root_signature_version does not have. The four
 * functions for root signatures take and give it: vkd3d_shader_parse_root_signature() gives it for a part of
 * that version, and the member of "u" is then a struct weft_root_signature_desc2, which a pointer to "u" is
 * converted to. vkd3d_shader_convert_root_signature() converts from it and to it.
 */
enum weft_root_signature_version {
    WEFT_ROOT_SIGNATURE_VERSION_1_2 = 3, /**< Direct3D's D3D_ROOT_SIGNATURE_VERSION_1_2. */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_ROOT_SIGNATURE_VERSION),
};

/** Flags of static samplers from version 1.2 on; the numbers are Direct3D 12's D3D12_SAMPLER_FLAGS. */
enum weft_static_sampler_flags {
    WEFT_STATIC_SAMPLER_FLAG_NONE = 0x0,
    WEFT_STATIC_SAMPLER_FLAG_UINT_BORDER_COLOR = 0x1,
    WEFT_STATIC_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES = 0x2,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_STATIC_SAMPLER_FLAGS),
};

/** A static sampler; root signature version 1.2. Border colours may also be 3 and 4: the two opaque ones as
   integers. */
struct weft_static_sampler_desc1 {
    struct vkd3d_shader_static_sampler_desc desc; /**< What versions 1.0 and 1.1 have. */
    enum weft_static_sampler_flags flags;         /**< A combination of flags. */
};

/** A root signature, version 1.2. */
struct weft_root_signature_desc2 {
    unsigned int parameter_count;                            /**< Number of parameters. */
    const struct vkd3d_shader_root_parameter1 *parameters;   /**< Array of parameters. */
    unsigned int static_sampler_count;                       /**< Number of static samplers. */
    const struct weft_static_sampler_desc1 *static_samplers; /**< Array of static samplers. */
    enum vkd3d_shader_root_signature_flags flags;            /**< A combination of flags. */
};

/** What a specialization constant holds. */
enum weft_constant_type {
    WEFT_CONSTANT_OTHER = 0,   /**< A type without a name here. */
    WEFT_CONSTANT_BOOL = 1,    /**< A boolean; VkBool32 in VkSpecializationInfo. */
    WEFT_CONSTANT_UINT32 = 2,  /**< An integer of 32 bits, with or without a sign. */
    WEFT_CONSTANT_FLOAT32 = 3, /**< A float of 32 bits. */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_CONSTANT),
};

/** A specialization constant of a module. */
struct weft_specialization_constant {
    uint32_t id;                  /**< SpecId, VkSpecializationMapEntry.constantID. */
    enum weft_constant_type type; /**< What it holds. */
    uint32_t default_bits;        /**< Its value unless it is specialized; a boolean is 0 or 1. */
};

/**
 * What a SPIR-V module asks of the device that runs it.
 *
 * Written by weft_get_module_needs(), released by weft_free_module_needs().
 */
struct weft_module_needs {
    uint32_t spirv_version;        /**< As in the module's header: 0x10300 is SPIR-V 1.3. */
    const uint32_t *capabilities;  /**< Numbers of SPIR-V's capabilities, in the order of the module. */
    unsigned int capability_count; /**< Number of capabilities. */
    const char *const *extensions; /**< Names of SPIR-V extensions, in the order of the module. */
    unsigned int extension_count;  /**< Number of extensions. */
    /** Classes of subgroup operations: a combination of VkSubgroupFeatureFlagBits. */
    uint32_t subgroup_operations;
    const struct weft_specialization_constant *constants; /**< Specialization constants, by rising id. */
    unsigned int constant_count;                          /**< Number of specialization constants. */
};

#ifndef VKD3D_SHADER_NO_PROTOTYPES

/**
 * Reads what a module needs off its declarations, so that a caller can enable features, provide constants or
 * choose another shader before it creates a pipeline. Any SPIR-V module will do, whoever made it; it is not
 * validated.
 *
 * "messages", which may be NULL, is as for vkd3d_shader_compile(). Returns VKD3D_OK, or
 * VKD3D_ERROR_INVALID_ARGUMENT when the code is no SPIR-V module in the byte order of this machine, or
 * VKD3D_ERROR_OUT_OF_MEMORY. After a failure "needs" is empty and there is nothing to release.
 */
VKD3D_SHADER_API int weft_get_module_needs(const struct vkd3d_shader_code *spirv,
                                           struct weft_module_needs *needs, char **messages);

/** Releases what weft_get_module_needs() wrote, and empties the structure. NULL is allowed. */
VKD3D_SHADER_API void weft_free_module_needs(struct weft_module_needs *needs);

/**
 * Tells the version of Weft, as opposed to that of the API that it implements (vkd3d_shader_get_version()).
 *
 * Each of the pointers may be NULL. Returns a static string such as "weft 0.1.0"; do not free it.
 */
VKD3D_SHADER_API const char *weft_get_version(unsigned int *major, unsigned int *minor, unsigned int *patch);

#endif /* VKD3D_SHADER_NO_PROTOTYPES */

typedef int (*PFN_weft_get_module_needs)(const struct vkd3d_shader_code *spirv,
                                         struct weft_module_needs *needs, char **messages);
typedef void (*PFN_weft_free_module_needs)(struct weft_module_needs *needs);
typedef const char *(*PFN_weft_get_version)(unsigned int *major, unsigned int *minor, unsigned int *patch);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_H */
