/*
 * Semantic signatures: their elements, packing, container parts and LLVM metadata. Part of weft.h; include
 * that.
 *
 * Numbers of kinds, interpolation modes and points are those of DXIL (and so of LLVM's
 * llvm/BinaryFormat/DXContainerConstants.def). Rules of packing are those that Microsoft's compilers follow;
 * doc/signatures.md tells them. All functions are available since Weft 0.1 and may be called from any number
 * of threads at once.
 *
 * Structures that may grow start with a type and a chain, as those of vkd3d_shader.h do: set "type" to the
 * value that the structure names, "next" to NULL. A function that finds another type returns
 * VKD3D_ERROR_INVALID_ARGUMENT.
 *
 * Where functions take "messages", it may be NULL; it works as for vkd3d_shader_compile(). Every function
 * that returns an int returns VKD3D_OK, or VKD3D_ERROR_OUT_OF_MEMORY, or what it says itself. Input is
 * copied: what a function wrote stays valid when its input is gone, until the matching weft_free_*() releases
 * it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WEFT_SIGNATURE_H
#define WEFT_SIGNATURE_H

#include <vkd3d_shader.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Types of the structures here. */
enum weft_structure_type {
    WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO = 0x57450001,     /**< struct weft_signature_pack_info */
    WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO = 0x57450002,     /**< struct weft_signature_part_info */
    WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO = 0x57450003, /**< struct weft_signature_metadata_info */
    WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION = 0x57450004,     /**< struct weft_pipeline_validation */
    WEFT_STRUCTURE_TYPE_SIGNATURE_ELEMENT_MASKS = 0x57450005, /**< struct weft_signature_element_masks */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_STRUCTURE_TYPE),
};

/** What a semantic means. */
enum weft_semantic_kind {
    WEFT_SEMANTIC_ARBITRARY = 0, /**< User data. */
    WEFT_SEMANTIC_VERTEX_ID = 1,
    WEFT_SEMANTIC_INSTANCE_ID = 2,
    WEFT_SEMANTIC_POSITION = 3,
    WEFT_SEMANTIC_RENDER_TARGET_ARRAY_INDEX = 4,
    WEFT_SEMANTIC_VIEWPORT_ARRAY_INDEX = 5,
    WEFT_SEMANTIC_CLIP_DISTANCE = 6,
    WEFT_SEMANTIC_CULL_DISTANCE = 7,
    WEFT_SEMANTIC_OUTPUT_CONTROL_POINT_ID = 8,
    WEFT_SEMANTIC_DOMAIN_LOCATION = 9,
    WEFT_SEMANTIC_PRIMITIVE_ID = 10,
    WEFT_SEMANTIC_GS_INSTANCE_ID = 11,
    WEFT_SEMANTIC_SAMPLE_INDEX = 12,
    WEFT_SEMANTIC_IS_FRONT_FACE = 13,
    WEFT_SEMANTIC_COVERAGE = 14,
    WEFT_SEMANTIC_INNER_COVERAGE = 15,
    WEFT_SEMANTIC_TARGET = 16,
    WEFT_SEMANTIC_DEPTH = 17,
    WEFT_SEMANTIC_DEPTH_LESS_EQUAL = 18,
    WEFT_SEMANTIC_DEPTH_GREATER_EQUAL = 19,
    WEFT_SEMANTIC_STENCIL_REF = 20,
    WEFT_SEMANTIC_DISPATCH_THREAD_ID = 21,
    WEFT_SEMANTIC_GROUP_ID = 22,
    WEFT_SEMANTIC_GROUP_INDEX = 23,
    WEFT_SEMANTIC_GROUP_THREAD_ID = 24,
    WEFT_SEMANTIC_TESS_FACTOR = 25,
    WEFT_SEMANTIC_INSIDE_TESS_FACTOR = 26,
    WEFT_SEMANTIC_VIEW_ID = 27,
    WEFT_SEMANTIC_BARYCENTRICS = 28,
    WEFT_SEMANTIC_SHADING_RATE = 29,
    WEFT_SEMANTIC_CULL_PRIMITIVE = 30,
    WEFT_SEMANTIC_START_VERTEX_LOCATION = 31,
    WEFT_SEMANTIC_START_INSTANCE_LOCATION = 32,
    WEFT_SEMANTIC_UNKNOWN = 33, /**< A name in SV_ that is none of these. */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SEMANTIC),
};

/** Where a signature stands in the pipeline. */
enum weft_signature_point {
    WEFT_SIGNATURE_POINT_VERTEX_INPUT = 0,
    WEFT_SIGNATURE_POINT_VERTEX_OUTPUT = 1,
    WEFT_SIGNATURE_POINT_PATCH_FUNCTION_INPUT = 2,
    WEFT_SIGNATURE_POINT_HULL_INPUT = 3, /**< What a hull shader has once, beside its control points. */
    WEFT_SIGNATURE_POINT_HULL_CONTROL_POINT_INPUT = 4,
    WEFT_SIGNATURE_POINT_HULL_CONTROL_POINT_OUTPUT = 5,
    WEFT_SIGNATURE_POINT_PATCH_CONSTANT_OUTPUT = 6,
    WEFT_SIGNATURE_POINT_DOMAIN_INPUT = 7, /**< Patch constants. */
    WEFT_SIGNATURE_POINT_DOMAIN_CONTROL_POINT_INPUT = 8,
    WEFT_SIGNATURE_POINT_DOMAIN_OUTPUT = 9,
    WEFT_SIGNATURE_POINT_GEOMETRY_VERTEX_INPUT = 10,
    WEFT_SIGNATURE_POINT_GEOMETRY_INPUT = 11, /**< What a geometry shader has once, beside its vertices. */
    WEFT_SIGNATURE_POINT_GEOMETRY_OUTPUT = 12,
    WEFT_SIGNATURE_POINT_PIXEL_INPUT = 13,
    WEFT_SIGNATURE_POINT_PIXEL_OUTPUT = 14,
    WEFT_SIGNATURE_POINT_COMPUTE_INPUT = 15,
    WEFT_SIGNATURE_POINT_MESH_INPUT = 16,
    WEFT_SIGNATURE_POINT_MESH_OUTPUT = 17,
    WEFT_SIGNATURE_POINT_MESH_PRIMITIVE_OUTPUT = 18,
    WEFT_SIGNATURE_POINT_AMPLIFICATION_INPUT = 19,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SIGNATURE_POINT),
};

/** What a kind of semantic is at a point. */
enum weft_semantic_interpretation {
    WEFT_SEMANTIC_INTERPRETATION_NOT_ALLOWED = 0,      /**< There is no such value. */
    WEFT_SEMANTIC_INTERPRETATION_ARBITRARY = 1,        /**< Packed like user data. */
    WEFT_SEMANTIC_INTERPRETATION_SYSTEM_VALUE = 2,     /**< Means something to the pipeline. */
    WEFT_SEMANTIC_INTERPRETATION_GENERATED = 3,        /**< Made by the pipeline, last in its register. */
    WEFT_SEMANTIC_INTERPRETATION_CLIP_CULL = 4,        /**< A clip or cull distance. */
    WEFT_SEMANTIC_INTERPRETATION_TESS_FACTOR = 5,      /**< A tessellation factor. */
    WEFT_SEMANTIC_INTERPRETATION_TARGET = 6,           /**< The semantic index is the register. */
    WEFT_SEMANTIC_INTERPRETATION_NOT_PACKED = 7,       /**< An element without a register. */
    WEFT_SEMANTIC_INTERPRETATION_SHADOW = 8,           /**< The same, for a value that an operation reads. */
    WEFT_SEMANTIC_INTERPRETATION_NOT_IN_SIGNATURE = 9, /**< Read by an operation; there is no element. */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SEMANTIC_INTERPRETATION),
};

/** How values reach a pixel shader. */
enum weft_interpolation_mode {
    WEFT_INTERPOLATION_UNDEFINED = 0,
    WEFT_INTERPOLATION_CONSTANT = 1,
    WEFT_INTERPOLATION_LINEAR = 2,
    WEFT_INTERPOLATION_LINEAR_CENTROID = 3,
    WEFT_INTERPOLATION_LINEAR_NOPERSPECTIVE = 4,
    WEFT_INTERPOLATION_LINEAR_NOPERSPECTIVE_CENTROID = 5,
    WEFT_INTERPOLATION_LINEAR_SAMPLE = 6,
    WEFT_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE = 7,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_INTERPOLATION),
};

/** Whether floats come from normalised integers. */
enum weft_normalisation {
    WEFT_NORMALISATION_NONE = 0,
    WEFT_NORMALISATION_SNORM = 1,
    WEFT_NORMALISATION_UNORM = 2,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_NORMALISATION),
};

/** The first row and column of an element that is in no register. */
#define WEFT_SIGNATURE_UNALLOCATED (~0u)

/** One element: a rectangle of rows and columns. */
struct weft_signature_element {
    const char *semantic_name; /**< "TEXCOORD", "SV_Position"; compared without case. */
    /** One for each row. NULL for 0, 1, 2 ... */
    const unsigned int *semantic_indices;
    enum weft_semantic_kind semantic_kind;
    /** As in containers, where the kind does not tell: which factor of which domain. NONE to go by the kind.
     */
    enum vkd3d_shader_sysval_semantic sysval_semantic;
    enum vkd3d_shader_component_type component_type; /**< 16-bit types are 16 bits wide; see min_precision. */
    enum vkd3d_shader_minimum_precision min_precision; /**< Of values that stay 32 bits wide. */
    enum weft_normalisation normalisation;
    enum weft_interpolation_mode interpolation;
    unsigned int row_count;    /**< 1 to 32. */
    unsigned int column_count; /**< 1 to 4. */
    unsigned int start_row;    /**< 0 to 31, or WEFT_SIGNATURE_UNALLOCATED. */
    unsigned int start_column; /**< 0 to 3, or WEFT_SIGNATURE_UNALLOCATED: both or neither. */
    /** Components that are always read (inputs) or may be written (outputs). Bit 0 is x of the register. */
    unsigned int usage_mask;
    /** Components that are indexed dynamically. Bit 0 is the element's first column. */
    unsigned int dynamic_index_mask;
    unsigned int stream_index; /**< Of geometry shaders' outputs, 0 to 3. */
};

/** The elements of one signature; their position is their signature id. */
struct weft_signature {
    struct weft_signature_element *elements;
    unsigned int element_count;
};

/** What follows from an element. Filled by weft_signature_get_element_masks(). */
struct weft_signature_element_masks {
    enum weft_structure_type type; /**< WEFT_STRUCTURE_TYPE_SIGNATURE_ELEMENT_MASKS. */
    const void *next;
    bool allocated;             /**< The element is in a register. */
    unsigned int declared_mask; /**< Its components; 0 if it is in no register. */
    unsigned int always_reads;  /**< Of inputs: the usage mask. */
    /** Of outputs: what the usage mask leaves of four components, so those of other elements, too. 0 before
        validator 1.5, which wrote no usage masks. */
    unsigned int never_writes;
    /** With native 16-bit types there is none, whatever the element says. */
    enum vkd3d_shader_minimum_precision min_precision;
};

/** How elements are placed. */
enum weft_signature_pack_mode {
    /** What Microsoft's compilers do by default at the point: stacked, indexed or prefix-stable. */
    WEFT_SIGNATURE_PACK_DEFAULT = 0,
    /** In the order of the elements; more of them at the end move nothing. */
    WEFT_SIGNATURE_PACK_PREFIX_STABLE = 1,
    /** Large elements first (dxc -pack-optimized). */
    WEFT_SIGNATURE_PACK_OPTIMIZED = 2,
    /** A register for each row: inputs of vertex shaders. */
    WEFT_SIGNATURE_PACK_STACKED = 3,
    /** The semantic index is the register: outputs of pixel shaders. */
    WEFT_SIGNATURE_PACK_INDEXED = 4,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SIGNATURE_PACK),
};

/** What kept an element from its place. weft_signature_get_pack_rule_text() puts it into words. */
enum weft_signature_pack_rule {
    WEFT_SIGNATURE_PACK_RULE_NONE = 0,
    WEFT_SIGNATURE_PACK_RULE_NOT_ALLOWED = 1,          /**< No such value at this point. */
    WEFT_SIGNATURE_PACK_RULE_MALFORMED = 2,            /**< No rows, no columns, or too many. */
    WEFT_SIGNATURE_PACK_RULE_INDEXED_SYSTEM_VALUE = 3, /**< System values and indexed rows. */
    WEFT_SIGNATURE_PACK_RULE_TESS_FACTOR_RANGE = 4,    /**< Indexed rows beyond a tessellation factor. */
    WEFT_SIGNATURE_PACK_RULE_INTERPOLATION = 5,        /**< Two interpolation modes in a register. */
    WEFT_SIGNATURE_PACK_RULE_WIDTH = 6,                /**< 16 and 32 bits in a register. */
    WEFT_SIGNATURE_PACK_RULE_COLUMNS = 7,              /**< Too few free columns side by side. */
    WEFT_SIGNATURE_PACK_RULE_COLUMN_ORDER = 8,         /**< User data, system values, generated values. */
    WEFT_SIGNATURE_PACK_RULE_ROWS = 9,                 /**< Too few registers. */
    WEFT_SIGNATURE_PACK_RULE_CLIP_CULL_ROWS = 10,      /**< More than two registers of distances. */
    WEFT_SIGNATURE_PACK_RULE_CLIP_CULL_ADJACENT = 11,  /**< An array of distances, registers apart. */
    WEFT_SIGNATURE_PACK_RULE_TARGET_TAKEN = 12,        /**< Two elements for one target. */
    WEFT_SIGNATURE_PACK_RULE_TARGET_RANGE = 13,        /**< A target beyond the eighth. */
    WEFT_SIGNATURE_PACK_RULE_OVERLAP = 14,             /**< Over another element. */
    WEFT_SIGNATURE_PACK_RULE_TARGET_REGISTER = 15,     /**< Not in the register of its target. */

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SIGNATURE_PACK_RULE),
};

/** How to pack. */
struct weft_signature_pack_info {
    enum weft_structure_type type; /**< WEFT_STRUCTURE_TYPE_SIGNATURE_PACK_INFO. */
    const void *next;
    enum weft_signature_point point;
    enum weft_signature_pack_mode mode;
    /** As in 0x605 for 6.5; 0 for any. Some values exist from a model on. */
    unsigned int shader_model;
};

/** An element without a place. */
struct weft_signature_pack_failure {
    unsigned int element_index;
    enum weft_signature_pack_rule rule; /**< The last one that any register got to. */
};

/** What came of packing. */
struct weft_signature_pack_result {
    unsigned int row_counts[4]; /**< Registers used, by geometry stream: the last one's number and one. */
    struct weft_signature_pack_failure *failures;
    unsigned int failure_count;
};

/** What a signature part looks like beside its elements. */
struct weft_signature_part_info {
    enum weft_structure_type type; /**< WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO. */
    const void *next;
    /** ISGN, OSGN, PCSG, OSG5, ISG1, OSG1 or PSG1, as in struct vkd3d_shader_dxbc_section_desc. */
    uint32_t tag;
    /** Patch constants of domain shaders are inputs: the part stores what is read. All other patch constants,
        and outputs, are stored as what is never written. */
    bool domain_shader;
    /** Written by, or to be written as by, DXC rather than FXC: rows in the order of registers, 16-bit types
        for minimum precision, zeros between the strings and the end. */
    bool dxil;
};

/** Shader stages, by their numbers in DXIL. */
enum weft_shader_stage {
    WEFT_SHADER_STAGE_PIXEL = 0,
    WEFT_SHADER_STAGE_VERTEX = 1,
    WEFT_SHADER_STAGE_GEOMETRY = 2,
    WEFT_SHADER_STAGE_HULL = 3,
    WEFT_SHADER_STAGE_DOMAIN = 4,
    WEFT_SHADER_STAGE_COMPUTE = 5,
    WEFT_SHADER_STAGE_LIBRARY = 6,
    WEFT_SHADER_STAGE_MESH = 13,
    WEFT_SHADER_STAGE_AMPLIFICATION = 14,
    WEFT_SHADER_STAGE_NODE = 15,
    WEFT_SHADER_STAGE_UNKNOWN = 255,

    VKD3D_FORCE_32_BIT_ENUM(WEFT_SHADER_STAGE),
};

/** The signatures of one entry point. A signature that is empty is not one that is absent. */
struct weft_entry_signatures {
    const char *function;         /**< The entry point's name. */
    enum weft_shader_stage stage; /**< As far as it is known. */
    bool has_inputs, has_outputs, has_patch_constants;
    struct weft_signature inputs, outputs;
    struct weft_signature patch_constants; /**< Of mesh shaders, primitives. */
};

/** The signatures of a module. */
struct weft_module_signatures {
    struct weft_entry_signatures *entries;
    unsigned int entry_count;
    bool native_16_bit; /**< 16-bit types are 16 bits wide (the module flag "dx.nativelowprec"). */
};

/** How to read metadata. */
struct weft_signature_metadata_info {
    enum weft_structure_type type; /**< WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO. */
    const void *next;
    const char *source_name;      /**< In messages; NULL for "<anonymous>". */
    enum weft_shader_stage stage; /**< Of entries of which the text does not tell it. */
};

/** A resource as the PSV0 part lists it; numbers are those of the part. */
struct weft_validation_resource {
    uint32_t resource_type, space, lower_bound, upper_bound;
    uint32_t kind, flags; /**< From version 2 on. */
};

/** 32-bit words, bit "vector * 4 + column". */
struct weft_component_mask {
    const uint32_t *words;
    unsigned int word_count;
};

/**
 * All of a PSV0 part. Numbers are those of the part; which fields it has depends on the version (0 to 4).
 *
 * Names of system values are not stored there; reading takes them from the kind.
 */
struct weft_pipeline_validation {
    enum weft_structure_type type; /**< WEFT_STRUCTURE_TYPE_PIPELINE_VALIDATION. */
    const void *next;
    unsigned int version;
    enum weft_shader_stage stage; /**< Version 1; WEFT_SHADER_STAGE_UNKNOWN before. */
    /**
     * By stage. Vertex: byte 0: writes the position. Hull: input control points, output control points,
     * domain (1 isoline, 2 triangle, 3 quad), output primitive. Domain: input control points; byte 0: writes
     * the position; domain. Geometry: input primitive, output topology, mask of streams; byte 0: writes the
     * position. Pixel: byte 0: writes depth, byte 1: runs per sample. Mesh: shared bytes, those that depend
     * on the view, payload bytes, maximum vertices and primitives (16 bits each). Amplification: payload
     * bytes.
     */
    uint32_t stage_words[4];
    uint32_t minimum_wave_lanes, maximum_wave_lanes;
    bool uses_view_id;
    unsigned int max_vertex_count;       /**< Geometry. */
    unsigned int patch_constant_vectors; /**< Hull and domain; of mesh shaders, of primitives. */
    unsigned int mesh_topology;          /**< 1 lines, 2 triangles. */
    unsigned int input_vectors, output_vectors[4];
    uint32_t thread_group_size[3]; /**< Version 2. */
    const char *entry_name;        /**< Version 3. */
    uint32_t group_shared_bytes;   /**< Version 4. */
    const void *later;             /**< Runtime information of versions to come, as it stands there. */
    size_t later_size;
    struct weft_validation_resource *resources;
    unsigned int resource_count;
    struct weft_signature inputs, outputs, patch_constants; /**< Version 1. */
    /** Outputs that depend on the view, by stream; ((vectors + 7) / 8) words. */
    struct weft_component_mask view_outputs[4], view_patch_constants;
    /** For each component of the inputs such a mask of the outputs that depend on it. */
    struct weft_component_mask input_outputs[4], input_patch_constants, patch_constant_outputs;
};

#ifndef VKD3D_SHADER_NO_PROTOTYPES

/** The kind that a semantic name has: WEFT_SEMANTIC_ARBITRARY for names outside SV_, WEFT_SEMANTIC_UNKNOWN
   for names in SV_ that nobody knows. Case does not matter; "name" has no index at its end. */
VKD3D_SHADER_API enum weft_semantic_kind weft_signature_find_semantic(const char *name);

/** The name of a kind, such as "SV_Position"; "" for user data and for numbers that are no kind. Static. */
VKD3D_SHADER_API const char *weft_signature_get_semantic_name(enum weft_semantic_kind kind);

/** What a kind is at a point. "shader_model" is as in 0x605 for 6.5; 0 is for any. */
VKD3D_SHADER_API enum weft_semantic_interpretation weft_signature_interpret(enum weft_semantic_kind kind,
                                                                            enum weft_signature_point point,
                                                                            unsigned int shader_model);

/** What follows from an element. "validator_version" is as in 0x105 for 1.5; 0 is for any. Returns
    VKD3D_ERROR_INVALID_ARGUMENT for elements whose columns are out of range. */
VKD3D_SHADER_API int weft_signature_get_element_masks(const struct weft_signature_element *element,
                                                      bool native_16_bit, unsigned int validator_version,
                                                      struct weft_signature_element_masks *masks);

/**
 * Packs a signature: sets start_row and start_column of every element, and moves usage masks along. Elements
 * whose kind has no register, and those that find no place, become unallocated; all others keep what they
 * got.
 *
 * "result", which may be NULL, tells what was used and which elements failed and why; release it with
 * weft_free_signature_pack_result(). Returns VKD3D_ERROR_INVALID_SHADER if an element has no place (then the
 * result is valid all the same, and "messages" names the element and the rule), VKD3D_ERROR_INVALID_ARGUMENT
 * for a mode or point that does not exist, or a default mode at a point whose signatures are not packed.
 */
VKD3D_SHADER_API int weft_signature_pack(const struct weft_signature_pack_info *info,
                                         struct weft_signature *signature,
                                         struct weft_signature_pack_result *result, char **messages);

/** The same rules for elements that have their places already, one failure for each element that breaks one.
    Nothing is changed. Returns as weft_signature_pack() does. */
VKD3D_SHADER_API int weft_signature_check(const struct weft_signature_pack_info *info,
                                          const struct weft_signature *signature,
                                          struct weft_signature_pack_result *result, char **messages);

/** The end of a sentence, such as "there are eight targets". Static. */
VKD3D_SHADER_API const char *weft_signature_get_pack_rule_text(enum weft_signature_pack_rule rule);

/** Releases what packing or checking wrote, and empties the structure. NULL is allowed. */
VKD3D_SHADER_API void weft_free_signature_pack_result(struct weft_signature_pack_result *result);

/**
 * Reads the payload of a signature part, such as vkd3d_shader_parse_dxbc() finds. Every row is an element of
 * its own; interpolation is undefined. With "dxil" the elements come in the order of their names in the part,
 * which is that of their declaration. Release the signature with weft_free_signature(). Returns
 * VKD3D_ERROR_INVALID_ARGUMENT for parts that are damaged and tags that are no signature's.
 */
VKD3D_SHADER_API int weft_signature_parse_part(const struct weft_signature_part_info *info,
                                               const struct vkd3d_shader_code *part,
                                               struct weft_signature *signature, char **messages);

/**
 * Writes the payload of a signature part, to be put into a container with vkd3d_shader_serialize_dxbc(). Rows
 * become elements of their own, names are stored once. What Microsoft's compilers wrote comes out byte for
 * byte. Release the code with vkd3d_shader_free_shader_code(). Returns VKD3D_ERROR_INVALID_ARGUMENT for tags
 * that are no signature's and elements that are malformed.
 */
VKD3D_SHADER_API int weft_signature_serialize_part(const struct weft_signature_part_info *info,
                                                   const struct weft_signature *signature,
                                                   struct vkd3d_shader_code *part, char **messages);

/** Releases a signature that weft_signature_parse_part() wrote, and empties it. NULL is allowed. */
VKD3D_SHADER_API void weft_free_signature(struct weft_signature *signature);

/**
 * Reads the signatures of a container from its parts: PSV0, where there is one, knows the elements, their
 * kinds and interpolation; the signature parts know what is used. Without PSV0 every row is an element.
 * There is one entry, named as PSV0 has it, or "main". Release the module with weft_free_module_signatures().
 * Returns VKD3D_ERROR_INVALID_ARGUMENT for containers that are damaged, VKD3D_ERROR_INVALID_SHADER where
 * parts contradict each other.
 */
VKD3D_SHADER_API int weft_signature_parse_dxbc(const struct vkd3d_shader_code *dxbc,
                                               struct weft_module_signatures *module, char **messages);

/**
 * Puts the signatures of the module's only entry into a container that has such parts: rewrites its signature
 * parts and the elements in its PSV0. The order of the parts stays; the code is not touched. Release "out"
 * with vkd3d_shader_free_shader_code(). Returns VKD3D_ERROR_INVALID_ARGUMENT for damaged containers, and
 * where the module has not one entry, or lacks a signature that the container has, or where PSV0 holds tables
 * of dependencies that the new registers do not fit.
 */
VKD3D_SHADER_API int weft_signature_replace_in_dxbc(const struct vkd3d_shader_code *dxbc,
                                                    const struct weft_module_signatures *module,
                                                    struct vkd3d_shader_code *out, char **messages);

/**
 * Reads the metadata "dx.semantic.signatures" from the text of an LLVM module, or from metadata alone, and
 * verifies it: every fault is a message with its line and column. Masks are as in struct
 * weft_signature_element. Patch constants, for which LLVM has no place, stand in a table of pairs {function,
 * list} named "weft.patch.signatures". "module", which may be NULL to verify only, is released with
 * weft_free_module_signatures(). Returns VKD3D_ERROR_INVALID_SHADER after any fault; then there is no module.
 */
VKD3D_SHADER_API int weft_signature_parse_metadata(const struct weft_signature_metadata_info *info,
                                                   const struct vkd3d_shader_code *text,
                                                   struct weft_module_signatures *module, char **messages);

/** Writes that metadata, equal nodes shared. Reading and writing it again gives the same text. The text has a
    zero byte behind it, which "text->size" does not count; release it with vkd3d_shader_free_shader_code().
    Returns VKD3D_ERROR_INVALID_ARGUMENT for elements that are malformed. */
VKD3D_SHADER_API int weft_signature_serialize_metadata(const struct weft_module_signatures *module,
                                                       struct vkd3d_shader_code *text, char **messages);

/** Releases the signatures of a module, and empties the structure. NULL is allowed. */
VKD3D_SHADER_API void weft_free_module_signatures(struct weft_module_signatures *module);

/** Reads a PSV0 part. Set "type" and "next" first. Release with weft_free_pipeline_validation(). Returns
    VKD3D_ERROR_INVALID_SHADER for parts that are damaged. */
VKD3D_SHADER_API int weft_parse_pipeline_validation(const struct vkd3d_shader_code *part,
                                                    struct weft_pipeline_validation *validation,
                                                    char **messages);

/** Writes a PSV0 part, byte for byte as DXC does. Returns VKD3D_ERROR_INVALID_ARGUMENT for versions that are
    not known, elements that are malformed, and tables of the wrong size. */
VKD3D_SHADER_API int weft_serialize_pipeline_validation(const struct weft_pipeline_validation *validation,
                                                        struct vkd3d_shader_code *part, char **messages);

/** Releases what weft_parse_pipeline_validation() wrote, and empties the structure but for its type and
   chain. NULL is allowed. */
VKD3D_SHADER_API void weft_free_pipeline_validation(struct weft_pipeline_validation *validation);

#endif /* VKD3D_SHADER_NO_PROTOTYPES */

typedef enum weft_semantic_kind (*PFN_weft_signature_find_semantic)(const char *name);
typedef const char *(*PFN_weft_signature_get_semantic_name)(enum weft_semantic_kind kind);
typedef enum weft_semantic_interpretation (*PFN_weft_signature_interpret)(enum weft_semantic_kind kind,
                                                                          enum weft_signature_point point,
                                                                          unsigned int shader_model);
typedef int (*PFN_weft_signature_get_element_masks)(const struct weft_signature_element *element,
                                                    bool native_16_bit, unsigned int validator_version,
                                                    struct weft_signature_element_masks *masks);
typedef int (*PFN_weft_signature_pack)(const struct weft_signature_pack_info *info,
                                       struct weft_signature *signature,
                                       struct weft_signature_pack_result *result, char **messages);
typedef int (*PFN_weft_signature_check)(const struct weft_signature_pack_info *info,
                                        const struct weft_signature *signature,
                                        struct weft_signature_pack_result *result, char **messages);
typedef const char *(*PFN_weft_signature_get_pack_rule_text)(enum weft_signature_pack_rule rule);
typedef void (*PFN_weft_free_signature_pack_result)(struct weft_signature_pack_result *result);
typedef int (*PFN_weft_signature_parse_part)(const struct weft_signature_part_info *info,
                                             const struct vkd3d_shader_code *part,
                                             struct weft_signature *signature, char **messages);
typedef int (*PFN_weft_signature_serialize_part)(const struct weft_signature_part_info *info,
                                                 const struct weft_signature *signature,
                                                 struct vkd3d_shader_code *part, char **messages);
typedef void (*PFN_weft_free_signature)(struct weft_signature *signature);
typedef int (*PFN_weft_signature_parse_dxbc)(const struct vkd3d_shader_code *dxbc,
                                             struct weft_module_signatures *module, char **messages);
typedef int (*PFN_weft_signature_replace_in_dxbc)(const struct vkd3d_shader_code *dxbc,
                                                  const struct weft_module_signatures *module,
                                                  struct vkd3d_shader_code *out, char **messages);
typedef int (*PFN_weft_signature_parse_metadata)(const struct weft_signature_metadata_info *info,
                                                 const struct vkd3d_shader_code *text,
                                                 struct weft_module_signatures *module, char **messages);
typedef int (*PFN_weft_signature_serialize_metadata)(const struct weft_module_signatures *module,
                                                     struct vkd3d_shader_code *text, char **messages);
typedef void (*PFN_weft_free_module_signatures)(struct weft_module_signatures *module);
typedef int (*PFN_weft_parse_pipeline_validation)(const struct vkd3d_shader_code *part,
                                                  struct weft_pipeline_validation *validation,
                                                  char **messages);
typedef int (*PFN_weft_serialize_pipeline_validation)(const struct weft_pipeline_validation *validation,
                                                      struct vkd3d_shader_code *part, char **messages);
typedef void (*PFN_weft_free_pipeline_validation)(struct weft_pipeline_validation *validation);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_SIGNATURE_H */
