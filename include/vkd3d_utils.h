/*
 * libvkd3d-utils: what tools and games load from d3dcompiler, for programs that run without it.
 *
 * The functions have the names, the arguments and the results of Microsoft's; the interfaces have their
 * layout, so that a program which is written against d3dcompiler.h, d3d11shader.h or d3d12shader.h compiles
 * with this header instead. It works from C and from C++; in C a method is called as in
 * object->lpVtbl->Method(object).
 *
 *     ID3D12ShaderReflection *reflection;
 *     D3D12_SHADER_DESC desc;
 *
 *     if (D3DReflect(code, size, &IID_ID3D12ShaderReflection, (void **)&reflection) < 0)
 *         return false;
 *     reflection->lpVtbl->GetDesc(reflection, &desc);
 *     printf("%u constant buffers\n", desc.ConstantBuffers);
 *     reflection->lpVtbl->Release(reflection);
 *
 * On x86-64 the functions and methods follow the calling convention of Windows (WINAPI) whatever the system
 * is, as a program of Windows that calls them would. Headers that declare the same interfaces without it,
 * such as DirectX-Headers outside of Windows, cannot be used together with this one.
 *
 * Results: zero or above is success, below is failure. Every object that a function returns belongs to the
 * caller, who gives it back with Release(). On failure what would be returned is NULL. Objects may be used
 * from several threads as long as nobody releases the last reference meanwhile.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef __VKD3D_UTILS_H
#define __VKD3D_UTILS_H

#if defined(__d3dcommon_h__) && !defined(_WIN32)
#error "vkd3d_utils.h declares the interfaces of d3dcommon.h itself, with the calling convention of Windows"
#endif

#include <stddef.h>
#include <stdint.h>
#include <vkd3d_types.h>

/* Types of Windows, under the guards of its own headers where these have any. */
#ifndef WINAPI
#if defined(__x86_64__) && !defined(_WIN32)
#define WINAPI __attribute__((ms_abi))
#elif defined(_WIN32) && !defined(_WIN64)
#define WINAPI __stdcall
#else
#define WINAPI
#endif
#endif
#ifndef STDMETHODCALLTYPE
#define STDMETHODCALLTYPE WINAPI
#endif
#ifdef _WIN32
typedef long HRESULT;
typedef unsigned long ULONG;
#else
typedef int32_t HRESULT;
typedef uint32_t ULONG;
#endif
typedef int BOOL;
typedef unsigned int UINT;
typedef unsigned char BYTE;
typedef uint64_t UINT64;
typedef uintptr_t SIZE_T;
#ifndef GUID_DEFINED
#define GUID_DEFINED
typedef struct _GUID {
    uint32_t Data1;
    uint16_t Data2, Data3;
    uint8_t Data4[8];
} GUID;
#endif
#ifdef __cplusplus
#define VKD3D_UTILS_REFIID const GUID &
#else
#define VKD3D_UTILS_REFIID const GUID *
#endif
#ifndef _REFIID_DEFINED
#define _REFIID_DEFINED
typedef GUID IID;
#define REFIID VKD3D_UTILS_REFIID
#endif

/* Each interface is declared once, for both languages. */
#ifdef __cplusplus
#define VKD3D_UTILS_INTERFACE(name) struct name
#define VKD3D_UTILS_DERIVED(name, base) struct name : public base
#define VKD3D_UTILS_METHOD(type, name) virtual type STDMETHODCALLTYPE name
#define VKD3D_UTILS_THIS
#define VKD3D_UTILS_THIS_
#define VKD3D_UTILS_PURE = 0
#else
#define VKD3D_UTILS_INTERFACE(name)                                                                          \
    struct name {                                                                                            \
        const struct name##Vtbl *lpVtbl;                                                                     \
    };                                                                                                       \
    struct name##Vtbl
#define VKD3D_UTILS_DERIVED(name, base) VKD3D_UTILS_INTERFACE(name)
#define VKD3D_UTILS_METHOD(type, name) type(STDMETHODCALLTYPE *name)
#define VKD3D_UTILS_THIS INTERFACE *self
#define VKD3D_UTILS_THIS_ INTERFACE *self,
#define VKD3D_UTILS_PURE
#endif

typedef struct ID3D10Blob ID3D10Blob;
typedef struct ID3D10Blob ID3DBlob;
typedef struct ID3DInclude ID3DInclude;
typedef struct ID3D11ShaderReflection ID3D11ShaderReflection;
typedef struct ID3D12ShaderReflection ID3D12ShaderReflection;
typedef struct ID3D12ShaderReflectionType ID3D12ShaderReflectionType, ID3D11ShaderReflectionType;
typedef struct ID3D12ShaderReflectionVariable ID3D12ShaderReflectionVariable, ID3D11ShaderReflectionVariable;
typedef struct ID3D12ShaderReflectionConstantBuffer ID3D12ShaderReflectionConstantBuffer,
    ID3D11ShaderReflectionConstantBuffer;

static const IID IID_ID3D10Blob = {
    0x8ba5fb08, 0x5195, 0x40e2, {0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02}};
static const IID IID_ID3D11ShaderReflection = {
    0x8d536ca1, 0x0cca, 0x4956, {0xa8, 0x37, 0x78, 0x69, 0x63, 0x75, 0x55, 0x84}};
static const IID IID_ID3D12ShaderReflection = {
    0x5a58797d, 0xa72c, 0x478d, {0x8b, 0xa2, 0xef, 0xc6, 0xb0, 0xef, 0xe8, 0x8e}};
#define IID_ID3DBlob IID_ID3D10Blob

#ifndef __IUnknown_INTERFACE_DEFINED__
#define __IUnknown_INTERFACE_DEFINED__
typedef struct IUnknown IUnknown;
static const IID IID_IUnknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
/** What every object with a count of references has. */
#undef INTERFACE
#define INTERFACE IUnknown
VKD3D_UTILS_INTERFACE(IUnknown) {
    /** The same object under another interface, with a reference more. */
    VKD3D_UTILS_METHOD(HRESULT, QueryInterface)
    (VKD3D_UTILS_THIS_ VKD3D_UTILS_REFIID iid, void **object) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ULONG, AddRef)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    /** Returns how many references are left; with the last the object goes. */
    VKD3D_UTILS_METHOD(ULONG, Release)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
};
#endif

/* In C a derived interface repeats the methods of its base. */
#ifdef __cplusplus
#define VKD3D_UTILS_UNKNOWN
#else
#define VKD3D_UTILS_UNKNOWN                                                                                  \
    VKD3D_UTILS_METHOD(HRESULT, QueryInterface)(VKD3D_UTILS_THIS_ VKD3D_UTILS_REFIID iid, void **object);    \
    VKD3D_UTILS_METHOD(ULONG, AddRef)(VKD3D_UTILS_THIS);                                                     \
    VKD3D_UTILS_METHOD(ULONG, Release)(VKD3D_UTILS_THIS);
#endif

/** Bytes: compiled shaders, texts (with the zero byte behind them that counts), and what D3DCreateBlob()
 * makes. */
#undef INTERFACE
#define INTERFACE ID3D10Blob
VKD3D_UTILS_DERIVED(ID3D10Blob, IUnknown) {
    VKD3D_UTILS_UNKNOWN
    /** The bytes, which may be changed and live as long as the object. */
    VKD3D_UTILS_METHOD(void *, GetBufferPointer)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(SIZE_T, GetBufferSize)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
};

typedef enum D3D_INCLUDE_TYPE {
    D3D_INCLUDE_LOCAL = 0,  /**< #include "name" */
    D3D_INCLUDE_SYSTEM = 1, /**< #include <name> */

    VKD3D_FORCE_32_BIT_ENUM(D3D_INCLUDE)
} D3D_INCLUDE_TYPE;

/** What the caller implements to say what an #include means. It is no IUnknown. */
#undef INTERFACE
#define INTERFACE ID3DInclude
VKD3D_UTILS_INTERFACE(ID3DInclude) {
    /**
     * `parent`: what was opened for the text that includes, or NULL for the source itself. The bytes stay
     * until Close(). Any failure ends the preprocessing.
     */
    VKD3D_UTILS_METHOD(HRESULT, Open)
    (VKD3D_UTILS_THIS_ D3D_INCLUDE_TYPE type, const char *name, const void *parent, const void **data,
     UINT *size) VKD3D_UTILS_PURE;
    /** Called once for each successful Open(). */
    VKD3D_UTILS_METHOD(HRESULT, Close)(VKD3D_UTILS_THIS_ const void *data) VKD3D_UTILS_PURE;
};

/** Given as an include handler: files of the disk. */
#define D3D_COMPILE_STANDARD_FILE_INCLUDE ((ID3DInclude *)(uintptr_t)1)

/** A macro. Arrays of them end with a NULL name. */
typedef struct D3D_SHADER_MACRO {
    const char *Name;
    const char *Definition;
} D3D_SHADER_MACRO;

/* Enumerators of reflection. */

typedef enum D3D_FEATURE_LEVEL {
    D3D_FEATURE_LEVEL_9_1 = 0x9100,
    D3D_FEATURE_LEVEL_9_2 = 0x9200,
    D3D_FEATURE_LEVEL_9_3 = 0x9300,
    D3D_FEATURE_LEVEL_10_0 = 0xa000,
    D3D_FEATURE_LEVEL_10_1 = 0xa100,
    D3D_FEATURE_LEVEL_11_0 = 0xb000,
    D3D_FEATURE_LEVEL_11_1 = 0xb100,
    D3D_FEATURE_LEVEL_12_0 = 0xc000,
    D3D_FEATURE_LEVEL_12_1 = 0xc100,
    D3D_FEATURE_LEVEL_12_2 = 0xc200,

    VKD3D_FORCE_32_BIT_ENUM(D3D_FEATURE_LEVEL)
} D3D_FEATURE_LEVEL;

typedef enum D3D_PRIMITIVE_TOPOLOGY {
    D3D_PRIMITIVE_TOPOLOGY_UNDEFINED = 0,
    D3D_PRIMITIVE_TOPOLOGY_POINTLIST = 1,
    D3D_PRIMITIVE_TOPOLOGY_LINELIST = 2,
    D3D_PRIMITIVE_TOPOLOGY_LINESTRIP = 3,
    D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST = 4,
    D3D_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP = 5,

    VKD3D_FORCE_32_BIT_ENUM(D3D_PRIMITIVE_TOPOLOGY)
} D3D_PRIMITIVE_TOPOLOGY;

typedef enum D3D_PRIMITIVE {
    D3D_PRIMITIVE_UNDEFINED = 0,
    D3D_PRIMITIVE_POINT = 1,
    D3D_PRIMITIVE_LINE = 2,
    D3D_PRIMITIVE_TRIANGLE = 3,
    D3D_PRIMITIVE_LINE_ADJ = 6,
    D3D_PRIMITIVE_TRIANGLE_ADJ = 7,
    D3D_PRIMITIVE_1_CONTROL_POINT_PATCH = 8, /**< Patches of n points are this + n - 1. */
    D3D_PRIMITIVE_32_CONTROL_POINT_PATCH = 39,

    VKD3D_FORCE_32_BIT_ENUM(D3D_PRIMITIVE)
} D3D_PRIMITIVE;

typedef enum D3D_TESSELLATOR_DOMAIN {
    D3D_TESSELLATOR_DOMAIN_UNDEFINED = 0,
    D3D_TESSELLATOR_DOMAIN_ISOLINE = 1,
    D3D_TESSELLATOR_DOMAIN_TRI = 2,
    D3D_TESSELLATOR_DOMAIN_QUAD = 3,

    VKD3D_FORCE_32_BIT_ENUM(D3D_TESSELLATOR_DOMAIN)
} D3D_TESSELLATOR_DOMAIN;

typedef enum D3D_TESSELLATOR_PARTITIONING {
    D3D_TESSELLATOR_PARTITIONING_UNDEFINED = 0,
    D3D_TESSELLATOR_PARTITIONING_INTEGER = 1,
    D3D_TESSELLATOR_PARTITIONING_POW2 = 2,
    D3D_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD = 3,
    D3D_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN = 4,

    VKD3D_FORCE_32_BIT_ENUM(D3D_TESSELLATOR_PARTITIONING)
} D3D_TESSELLATOR_PARTITIONING;

typedef enum D3D_TESSELLATOR_OUTPUT_PRIMITIVE {
    D3D_TESSELLATOR_OUTPUT_UNDEFINED = 0,
    D3D_TESSELLATOR_OUTPUT_POINT = 1,
    D3D_TESSELLATOR_OUTPUT_LINE = 2,
    D3D_TESSELLATOR_OUTPUT_TRIANGLE_CW = 3,
    D3D_TESSELLATOR_OUTPUT_TRIANGLE_CCW = 4,

    VKD3D_FORCE_32_BIT_ENUM(D3D_TESSELLATOR_OUTPUT)
} D3D_TESSELLATOR_OUTPUT_PRIMITIVE;

typedef enum D3D_CBUFFER_TYPE {
    D3D_CT_CBUFFER = 0,
    D3D_CT_TBUFFER = 1,
    D3D_CT_INTERFACE_POINTERS = 2,
    D3D_CT_RESOURCE_BIND_INFO = 3, /**< The element of a structured buffer. */

    VKD3D_FORCE_32_BIT_ENUM(D3D_CT)
} D3D_CBUFFER_TYPE;

typedef enum D3D_SHADER_INPUT_TYPE {
    D3D_SIT_CBUFFER = 0,
    D3D_SIT_TBUFFER = 1,
    D3D_SIT_TEXTURE = 2,
    D3D_SIT_SAMPLER = 3,
    D3D_SIT_UAV_RWTYPED = 4,
    D3D_SIT_STRUCTURED = 5,
    D3D_SIT_UAV_RWSTRUCTURED = 6,
    D3D_SIT_BYTEADDRESS = 7,
    D3D_SIT_UAV_RWBYTEADDRESS = 8,
    D3D_SIT_UAV_APPEND_STRUCTURED = 9,
    D3D_SIT_UAV_CONSUME_STRUCTURED = 10,
    D3D_SIT_UAV_RWSTRUCTURED_WITH_COUNTER = 11,
    D3D_SIT_RTACCELERATIONSTRUCTURE = 12,
    D3D_SIT_UAV_FEEDBACKTEXTURE = 13,

    VKD3D_FORCE_32_BIT_ENUM(D3D_SIT)
} D3D_SHADER_INPUT_TYPE;

/** Flags of a bound resource. */
typedef enum D3D_SHADER_INPUT_FLAGS {
    D3D_SIF_USERPACKED = 0x1,
    D3D_SIF_COMPARISON_SAMPLER = 0x2,
    D3D_SIF_TEXTURE_COMPONENT_0 = 0x4, /**< The two bits together: components that are read, less one. */
    D3D_SIF_TEXTURE_COMPONENT_1 = 0x8,
    D3D_SIF_TEXTURE_COMPONENTS = 0xc,
    D3D_SIF_UNUSED = 0x10,

    VKD3D_FORCE_32_BIT_ENUM(D3D_SIF)
} D3D_SHADER_INPUT_FLAGS;

typedef enum D3D_RESOURCE_RETURN_TYPE {
    D3D_RETURN_TYPE_UNORM = 1,
    D3D_RETURN_TYPE_SNORM = 2,
    D3D_RETURN_TYPE_SINT = 3,
    D3D_RETURN_TYPE_UINT = 4,
    D3D_RETURN_TYPE_FLOAT = 5,
    D3D_RETURN_TYPE_MIXED = 6,
    D3D_RETURN_TYPE_DOUBLE = 7,
    D3D_RETURN_TYPE_CONTINUED = 8,

    VKD3D_FORCE_32_BIT_ENUM(D3D_RETURN_TYPE)
} D3D_RESOURCE_RETURN_TYPE;

typedef enum D3D_SRV_DIMENSION {
    D3D_SRV_DIMENSION_UNKNOWN = 0,
    D3D_SRV_DIMENSION_BUFFER = 1,
    D3D_SRV_DIMENSION_TEXTURE1D = 2,
    D3D_SRV_DIMENSION_TEXTURE1DARRAY = 3,
    D3D_SRV_DIMENSION_TEXTURE2D = 4,
    D3D_SRV_DIMENSION_TEXTURE2DARRAY = 5,
    D3D_SRV_DIMENSION_TEXTURE2DMS = 6,
    D3D_SRV_DIMENSION_TEXTURE2DMSARRAY = 7,
    D3D_SRV_DIMENSION_TEXTURE3D = 8,
    D3D_SRV_DIMENSION_TEXTURECUBE = 9,
    D3D_SRV_DIMENSION_TEXTURECUBEARRAY = 10,
    D3D_SRV_DIMENSION_BUFFEREX = 11,

    VKD3D_FORCE_32_BIT_ENUM(D3D_SRV_DIMENSION)
} D3D_SRV_DIMENSION;

typedef enum D3D_SHADER_VARIABLE_CLASS {
    D3D_SVC_SCALAR = 0,
    D3D_SVC_VECTOR = 1,
    D3D_SVC_MATRIX_ROWS = 2,
    D3D_SVC_MATRIX_COLUMNS = 3,
    D3D_SVC_OBJECT = 4,
    D3D_SVC_STRUCT = 5,
    D3D_SVC_INTERFACE_CLASS = 6,
    D3D_SVC_INTERFACE_POINTER = 7,
    D3D_SVC_BIT_FIELD = 8,

    VKD3D_FORCE_32_BIT_ENUM(D3D_SVC)
} D3D_SHADER_VARIABLE_CLASS;

/** Those of variables in buffers. */
typedef enum D3D_SHADER_VARIABLE_TYPE {
    D3D_SVT_VOID = 0,
    D3D_SVT_BOOL = 1,
    D3D_SVT_INT = 2,
    D3D_SVT_FLOAT = 3,
    D3D_SVT_UINT = 19,
    D3D_SVT_UINT8 = 20,
    D3D_SVT_INTERFACE_POINTER = 37,
    D3D_SVT_DOUBLE = 39,
    D3D_SVT_MIN8FLOAT = 52,
    D3D_SVT_MIN10FLOAT = 53,
    D3D_SVT_MIN16FLOAT = 54,
    D3D_SVT_MIN12INT = 55,
    D3D_SVT_MIN16INT = 56,
    D3D_SVT_MIN16UINT = 57,
    D3D_SVT_INT16 = 58,
    D3D_SVT_UINT16 = 59,
    D3D_SVT_FLOAT16 = 60,
    D3D_SVT_INT64 = 61,
    D3D_SVT_UINT64 = 62,

    VKD3D_FORCE_32_BIT_ENUM(D3D_SVT)
} D3D_SHADER_VARIABLE_TYPE;

typedef enum D3D_SHADER_VARIABLE_FLAGS {
    D3D_SVF_USERPACKED = 0x1,
    D3D_SVF_USED = 0x2, /**< The shader reads it. */
    D3D_SVF_INTERFACE_POINTER = 0x4,
    D3D_SVF_INTERFACE_PARAMETER = 0x8,

    VKD3D_FORCE_32_BIT_ENUM(D3D_SVF)
} D3D_SHADER_VARIABLE_FLAGS;

typedef enum D3D_NAME {
    D3D_NAME_UNDEFINED = 0,
    D3D_NAME_POSITION = 1,
    D3D_NAME_CLIP_DISTANCE = 2,
    D3D_NAME_CULL_DISTANCE = 3,
    D3D_NAME_RENDER_TARGET_ARRAY_INDEX = 4,
    D3D_NAME_VIEWPORT_ARRAY_INDEX = 5,
    D3D_NAME_VERTEX_ID = 6,
    D3D_NAME_PRIMITIVE_ID = 7,
    D3D_NAME_INSTANCE_ID = 8,
    D3D_NAME_IS_FRONT_FACE = 9,
    D3D_NAME_SAMPLE_INDEX = 10,
    D3D_NAME_FINAL_QUAD_EDGE_TESSFACTOR = 11,
    D3D_NAME_FINAL_QUAD_INSIDE_TESSFACTOR = 12,
    D3D_NAME_FINAL_TRI_EDGE_TESSFACTOR = 13,
    D3D_NAME_FINAL_TRI_INSIDE_TESSFACTOR = 14,
    D3D_NAME_FINAL_LINE_DETAIL_TESSFACTOR = 15,
    D3D_NAME_FINAL_LINE_DENSITY_TESSFACTOR = 16,
    D3D_NAME_BARYCENTRICS = 23,
    D3D_NAME_SHADINGRATE = 24,
    D3D_NAME_CULLPRIMITIVE = 25,
    D3D_NAME_TARGET = 64,
    D3D_NAME_DEPTH = 65,
    D3D_NAME_COVERAGE = 66,
    D3D_NAME_DEPTH_GREATER_EQUAL = 67,
    D3D_NAME_DEPTH_LESS_EQUAL = 68,
    D3D_NAME_STENCIL_REF = 69,
    D3D_NAME_INNER_COVERAGE = 70,

    VKD3D_FORCE_32_BIT_ENUM(D3D_NAME)
} D3D_NAME;

typedef enum D3D_REGISTER_COMPONENT_TYPE {
    D3D_REGISTER_COMPONENT_UNKNOWN = 0,
    D3D_REGISTER_COMPONENT_UINT32 = 1,
    D3D_REGISTER_COMPONENT_SINT32 = 2,
    D3D_REGISTER_COMPONENT_FLOAT32 = 3,
    D3D_REGISTER_COMPONENT_UINT16 = 4,
    D3D_REGISTER_COMPONENT_SINT16 = 5,
    D3D_REGISTER_COMPONENT_FLOAT16 = 6,
    D3D_REGISTER_COMPONENT_UINT64 = 7,
    D3D_REGISTER_COMPONENT_SINT64 = 8,
    D3D_REGISTER_COMPONENT_FLOAT64 = 9,

    VKD3D_FORCE_32_BIT_ENUM(D3D_REGISTER_COMPONENT)
} D3D_REGISTER_COMPONENT_TYPE;

/** Of minimum precision, and in shader model 6 of 16 bits. */
typedef enum D3D_MIN_PRECISION {
    D3D_MIN_PRECISION_DEFAULT = 0,
    D3D_MIN_PRECISION_FLOAT_16 = 1,
    D3D_MIN_PRECISION_FLOAT_2_8 = 2,
    D3D_MIN_PRECISION_SINT_16 = 4,
    D3D_MIN_PRECISION_UINT_16 = 5,
    D3D_MIN_PRECISION_ANY_16 = 0xf0,
    D3D_MIN_PRECISION_ANY_10 = 0xf1,

    VKD3D_FORCE_32_BIT_ENUM(D3D_MIN_PRECISION)
} D3D_MIN_PRECISION;

/* Descriptions. Names belong to the reflection object; those that a shader was stripped of are empty or NULL.
 */

/** A shader as a whole. What the compiler did not count is 0. */
typedef struct D3D12_SHADER_DESC {
    UINT Version; /**< Kind of program << 16 | major << 4 | minor. */
    const char *Creator;
    UINT Flags;
    UINT ConstantBuffers; /**< Those that GetConstantBufferByIndex() gives, structured buffers included. */
    UINT BoundResources;
    UINT InputParameters;
    UINT OutputParameters;
    UINT InstructionCount;
    UINT TempRegisterCount;
    UINT TempArrayCount;
    UINT DefCount;
    UINT DclCount;
    UINT TextureNormalInstructions;
    UINT TextureLoadInstructions;
    UINT TextureCompInstructions;
    UINT TextureBiasInstructions;
    UINT TextureGradientInstructions;
    UINT FloatInstructionCount;
    UINT IntInstructionCount;
    UINT UintInstructionCount;
    UINT StaticFlowControlCount;
    UINT DynamicFlowControlCount;
    UINT MacroInstructionCount;
    UINT ArrayInstructionCount;
    UINT CutInstructionCount;
    UINT EmitInstructionCount;
    D3D_PRIMITIVE_TOPOLOGY GSOutputTopology;
    UINT GSMaxOutputVertexCount;
    D3D_PRIMITIVE InputPrimitive;
    UINT PatchConstantParameters; /**< Of a mesh shader: outputs of its primitives. */
    UINT cGSInstanceCount;
    UINT cControlPoints;
    D3D_TESSELLATOR_OUTPUT_PRIMITIVE HSOutputPrimitive;
    D3D_TESSELLATOR_PARTITIONING HSPartitioning;
    D3D_TESSELLATOR_DOMAIN TessellatorDomain;
    UINT cBarrierInstructions;
    UINT cInterlockedInstructions;
    UINT cTextureStoreInstructions;
} D3D12_SHADER_DESC, D3D11_SHADER_DESC;

/** One row of an input, an output or a patch constant. */
typedef struct D3D12_SIGNATURE_PARAMETER_DESC {
    const char *SemanticName;
    UINT SemanticIndex;
    UINT Register; /**< ~0u: none. */
    D3D_NAME SystemValueType;
    D3D_REGISTER_COMPONENT_TYPE ComponentType;
    BYTE Mask;
    BYTE ReadWriteMask; /**< Inputs: what is read. Outputs: what is never written. */
    UINT Stream;
    D3D_MIN_PRECISION MinPrecision;
} D3D12_SIGNATURE_PARAMETER_DESC, D3D11_SIGNATURE_PARAMETER_DESC;

/** A bound resource, as Direct3D 11 describes it. */
typedef struct D3D11_SHADER_INPUT_BIND_DESC {
    const char *Name;
    D3D_SHADER_INPUT_TYPE Type;
    UINT BindPoint;
    UINT BindCount; /**< Of an unbounded range 0, or ~0u if it is of constant buffers. */
    UINT uFlags;    /**< D3D_SHADER_INPUT_FLAGS */
    D3D_RESOURCE_RETURN_TYPE ReturnType;
    D3D_SRV_DIMENSION Dimension;
    UINT NumSamples; /**< Of a structured buffer: the size of an element. */
} D3D11_SHADER_INPUT_BIND_DESC;

/** A bound resource. */
typedef struct D3D12_SHADER_INPUT_BIND_DESC {
    const char *Name;
    D3D_SHADER_INPUT_TYPE Type;
    UINT BindPoint;
    UINT BindCount; /**< Of an unbounded range 0, or ~0u if it is of constant buffers. */
    UINT uFlags;    /**< D3D_SHADER_INPUT_FLAGS */
    D3D_RESOURCE_RETURN_TYPE ReturnType;
    D3D_SRV_DIMENSION Dimension;
    UINT NumSamples; /**< Of a structured buffer: the size of an element. */
    UINT Space;
    UINT uID; /**< The number of the range in its class. */
} D3D12_SHADER_INPUT_BIND_DESC;

/** A constant or texture buffer, or what is in a structured one. */
typedef struct D3D12_SHADER_BUFFER_DESC {
    const char *Name;
    D3D_CBUFFER_TYPE Type;
    UINT Variables;
    UINT Size; /**< In bytes. */
    UINT uFlags;
} D3D12_SHADER_BUFFER_DESC, D3D11_SHADER_BUFFER_DESC;

/** A variable of a buffer. */
typedef struct D3D12_SHADER_VARIABLE_DESC {
    const char *Name;
    UINT StartOffset; /**< In bytes. */
    UINT Size;
    UINT uFlags;        /**< D3D_SHADER_VARIABLE_FLAGS */
    void *DefaultValue; /**< `Size` bytes, or NULL. Not to be changed. */
    UINT StartTexture;
    UINT TextureSize;
    UINT StartSampler;
    UINT SamplerSize;
} D3D12_SHADER_VARIABLE_DESC, D3D11_SHADER_VARIABLE_DESC;

/** The type of a variable or of a member. */
typedef struct D3D12_SHADER_TYPE_DESC {
    D3D_SHADER_VARIABLE_CLASS Class;
    D3D_SHADER_VARIABLE_TYPE Type;
    UINT Rows;
    UINT Columns;  /**< Of a structure: all its components. */
    UINT Elements; /**< 0: no array. */
    UINT Members;
    UINT Offset; /**< In the structure around it. */
    const char *Name;
} D3D12_SHADER_TYPE_DESC, D3D11_SHADER_TYPE_DESC;

/* The objects of a reflection are no IUnknowns and live as long as it. Methods that find nothing return an
   object whose GetDesc() fails, never NULL. */

#undef INTERFACE
#define INTERFACE ID3D12ShaderReflectionType
VKD3D_UTILS_INTERFACE(ID3D12ShaderReflectionType) {
    VKD3D_UTILS_METHOD(HRESULT, GetDesc)
    (VKD3D_UTILS_THIS_ D3D12_SHADER_TYPE_DESC * desc) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionType *, GetMemberTypeByIndex)
    (VKD3D_UTILS_THIS_ UINT index) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionType *, GetMemberTypeByName)
    (VKD3D_UTILS_THIS_ const char *name) VKD3D_UTILS_PURE;
    /** NULL if there is no such member. */
    VKD3D_UTILS_METHOD(const char *, GetMemberTypeName)(VKD3D_UTILS_THIS_ UINT index) VKD3D_UTILS_PURE;
    /** Zero if it is the same object, else one. */
    VKD3D_UTILS_METHOD(HRESULT, IsEqual)
    (VKD3D_UTILS_THIS_ ID3D12ShaderReflectionType * type) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionType *, GetSubType)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionType *, GetBaseClass)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(UINT, GetNumInterfaces)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionType *, GetInterfaceByIndex)
    (VKD3D_UTILS_THIS_ UINT index) VKD3D_UTILS_PURE;
    /** Zero if the type or a base of it has the name of `type`, else one. */
    VKD3D_UTILS_METHOD(HRESULT, IsOfType)
    (VKD3D_UTILS_THIS_ ID3D12ShaderReflectionType * type) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(HRESULT, ImplementsInterface)
    (VKD3D_UTILS_THIS_ ID3D12ShaderReflectionType * base) VKD3D_UTILS_PURE;
};

#undef INTERFACE
#define INTERFACE ID3D12ShaderReflectionVariable
VKD3D_UTILS_INTERFACE(ID3D12ShaderReflectionVariable) {
    VKD3D_UTILS_METHOD(HRESULT, GetDesc)
    (VKD3D_UTILS_THIS_ D3D12_SHADER_VARIABLE_DESC * desc) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionType *, GetType)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionConstantBuffer *, GetBuffer)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;
    /** The slot of an interface pointer, ~0u for any other variable. */
    VKD3D_UTILS_METHOD(UINT, GetInterfaceSlot)(VKD3D_UTILS_THIS_ UINT index) VKD3D_UTILS_PURE;
};

#undef INTERFACE
#define INTERFACE ID3D12ShaderReflectionConstantBuffer
VKD3D_UTILS_INTERFACE(ID3D12ShaderReflectionConstantBuffer) {
    VKD3D_UTILS_METHOD(HRESULT, GetDesc)
    (VKD3D_UTILS_THIS_ D3D12_SHADER_BUFFER_DESC * desc) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionVariable *, GetVariableByIndex)
    (VKD3D_UTILS_THIS_ UINT index) VKD3D_UTILS_PURE;
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionVariable *, GetVariableByName)
    (VKD3D_UTILS_THIS_ const char *name) VKD3D_UTILS_PURE;
};

/* The two reflections differ in how they describe a bound resource. */
#define VKD3D_UTILS_REFLECTION(BIND_DESC)                                                                    \
    VKD3D_UTILS_METHOD(HRESULT, GetDesc)(VKD3D_UTILS_THIS_ D3D12_SHADER_DESC * desc) VKD3D_UTILS_PURE;       \
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionConstantBuffer *, GetConstantBufferByIndex)                     \
    (VKD3D_UTILS_THIS_ UINT index) VKD3D_UTILS_PURE;                                                         \
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionConstantBuffer *, GetConstantBufferByName)                      \
    (VKD3D_UTILS_THIS_ const char *name) VKD3D_UTILS_PURE;                                                   \
    /* Failure: there is no such resource. */                                                                \
    VKD3D_UTILS_METHOD(HRESULT, GetResourceBindingDesc)                                                      \
    (VKD3D_UTILS_THIS_ UINT index, BIND_DESC * desc) VKD3D_UTILS_PURE;                                       \
    VKD3D_UTILS_METHOD(HRESULT, GetInputParameterDesc)                                                       \
    (VKD3D_UTILS_THIS_ UINT index, D3D12_SIGNATURE_PARAMETER_DESC * desc) VKD3D_UTILS_PURE;                  \
    VKD3D_UTILS_METHOD(HRESULT, GetOutputParameterDesc)                                                      \
    (VKD3D_UTILS_THIS_ UINT index, D3D12_SIGNATURE_PARAMETER_DESC * desc) VKD3D_UTILS_PURE;                  \
    VKD3D_UTILS_METHOD(HRESULT, GetPatchConstantParameterDesc)                                               \
    (VKD3D_UTILS_THIS_ UINT index, D3D12_SIGNATURE_PARAMETER_DESC * desc) VKD3D_UTILS_PURE;                  \
    /* In whichever buffer it is. */                                                                         \
    VKD3D_UTILS_METHOD(ID3D12ShaderReflectionVariable *, GetVariableByName)                                  \
    (VKD3D_UTILS_THIS_ const char *name) VKD3D_UTILS_PURE;                                                   \
    VKD3D_UTILS_METHOD(HRESULT, GetResourceBindingDescByName)                                                \
    (VKD3D_UTILS_THIS_ const char *name, BIND_DESC *desc) VKD3D_UTILS_PURE;                                  \
    VKD3D_UTILS_METHOD(UINT, GetMovInstructionCount)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;                     \
    VKD3D_UTILS_METHOD(UINT, GetMovcInstructionCount)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;                    \
    VKD3D_UTILS_METHOD(UINT, GetConversionInstructionCount)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;              \
    VKD3D_UTILS_METHOD(UINT, GetBitwiseInstructionCount)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;                 \
    VKD3D_UTILS_METHOD(D3D_PRIMITIVE, GetGSInputPrimitive)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;               \
    VKD3D_UTILS_METHOD(BOOL, IsSampleFrequencyShader)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;                    \
    VKD3D_UTILS_METHOD(UINT, GetNumInterfaceSlots)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE;                       \
    VKD3D_UTILS_METHOD(HRESULT, GetMinFeatureLevel)                                                          \
    (VKD3D_UTILS_THIS_ D3D_FEATURE_LEVEL * level) VKD3D_UTILS_PURE;                                          \
    /* Returns the product. Each pointer may be NULL. */                                                     \
    VKD3D_UTILS_METHOD(UINT, GetThreadGroupSize)                                                             \
    (VKD3D_UTILS_THIS_ UINT * x, UINT * y, UINT * z) VKD3D_UTILS_PURE;                                       \
    /* D3D_SHADER_REQUIRES_*. */                                                                             \
    VKD3D_UTILS_METHOD(UINT64, GetRequiresFlags)(VKD3D_UTILS_THIS) VKD3D_UTILS_PURE

/** A shader's reflection as Direct3D 11 has it. */
#undef INTERFACE
#define INTERFACE ID3D11ShaderReflection
VKD3D_UTILS_DERIVED(ID3D11ShaderReflection, IUnknown) {
    VKD3D_UTILS_UNKNOWN
    VKD3D_UTILS_REFLECTION(D3D11_SHADER_INPUT_BIND_DESC);
};

/** A shader's reflection as Direct3D 12 has it. */
#undef INTERFACE
#define INTERFACE ID3D12ShaderReflection
VKD3D_UTILS_DERIVED(ID3D12ShaderReflection, IUnknown) {
    VKD3D_UTILS_UNKNOWN
    VKD3D_UTILS_REFLECTION(D3D12_SHADER_INPUT_BIND_DESC);
};
#undef INTERFACE

/** What D3DGetBlobPart() gives out. */
typedef enum D3D_BLOB_PART {
    /* Signatures and root signatures come as containers. */
    D3D_BLOB_INPUT_SIGNATURE_BLOB = 0,
    D3D_BLOB_OUTPUT_SIGNATURE_BLOB = 1,
    D3D_BLOB_INPUT_AND_OUTPUT_SIGNATURE_BLOB = 2,
    D3D_BLOB_PATCH_CONSTANT_SIGNATURE_BLOB = 3,
    D3D_BLOB_ALL_SIGNATURE_BLOB = 4,
    D3D_BLOB_DEBUG_INFO = 5,
    D3D_BLOB_LEGACY_SHADER = 6,
    D3D_BLOB_XNA_PREPASS_SHADER = 7,
    D3D_BLOB_XNA_SHADER = 8,
    D3D_BLOB_PDB = 9,
    D3D_BLOB_PRIVATE_DATA = 10,
    D3D_BLOB_ROOT_SIGNATURE = 11,
    D3D_BLOB_DEBUG_NAME = 12,

    VKD3D_FORCE_32_BIT_ENUM(D3D_BLOB)
} D3D_BLOB_PART;

/** What D3DStripShader() takes out. */
typedef enum D3DCOMPILER_STRIP_FLAGS {
    D3DCOMPILER_STRIP_REFLECTION_DATA = 0x1,
    D3DCOMPILER_STRIP_DEBUG_INFO = 0x2,
    D3DCOMPILER_STRIP_TEST_BLOBS = 0x4,
    D3DCOMPILER_STRIP_PRIVATE_DATA = 0x8,
    D3DCOMPILER_STRIP_ROOT_SIGNATURE = 0x10,

    VKD3D_FORCE_32_BIT_ENUM(D3DCOMPILER_STRIP)
} D3DCOMPILER_STRIP_FLAGS;

#ifdef __cplusplus
extern "C" {
#endif

/* The library itself is built with LIBVKD3D_UTILS_SOURCE defined. */
#ifdef LIBVKD3D_UTILS_SOURCE
#define VKD3D_UTILS_API VKD3D_EXPORT
#else
#define VKD3D_UTILS_API VKD3D_IMPORT
#endif

/**
 * Compiles HLSL. Not implemented: fails, and `messages`, which may be NULL, gets a text that says so.
 */
VKD3D_UTILS_API HRESULT WINAPI D3DCompile(const void *data, SIZE_T size, const char *name,
                                          const D3D_SHADER_MACRO *macros, ID3DInclude *include,
                                          const char *entry_point, const char *profile, UINT flags,
                                          UINT effect_flags, ID3DBlob **code, ID3DBlob **messages);

/** The same, with secondary data. Not implemented either. */
VKD3D_UTILS_API HRESULT WINAPI D3DCompile2(const void *data, SIZE_T size, const char *name,
                                           const D3D_SHADER_MACRO *macros, ID3DInclude *include,
                                           const char *entry_point, const char *profile, UINT flags,
                                           UINT effect_flags, UINT secondary_flags,
                                           const void *secondary_data, SIZE_T secondary_size, ID3DBlob **code,
                                           ID3DBlob **messages);

/** The same, with the version of the compiler that is meant: 47 for d3dcompiler_47.dll. Since 1.14. */
VKD3D_UTILS_API HRESULT WINAPI D3DCompile2VKD3D(const void *data, SIZE_T size, const char *name,
                                                const D3D_SHADER_MACRO *macros, ID3DInclude *include,
                                                const char *entry_point, const char *profile, UINT flags,
                                                UINT effect_flags, UINT secondary_flags,
                                                const void *secondary_data, SIZE_T secondary_size,
                                                ID3DBlob **code, ID3DBlob **messages,
                                                unsigned int compiler_version);

/**
 * Runs the preprocessor on HLSL. `name` is what #line and messages call the source and may be NULL, as may
 * `macros`, `messages` and `include`: then nothing can be included, while 1 in place of a pointer includes files
 * of the disk. `text` gets the result, zero-terminated, or NULL.
 */
VKD3D_UTILS_API HRESULT WINAPI D3DPreprocess(const void *data, SIZE_T size, const char *name,
                                             const D3D_SHADER_MACRO *macros, ID3DInclude *include,
                                             ID3DBlob **text, ID3DBlob **messages);

/**
 * Writes a compiled shader of any model as assembly; shader model 6 in the spelling of LLVM. `comments`
 * stands in front and may be NULL. Of the flags, 0x40 leaves nothing but the instructions, without signatures
 * and comments; 0x1, for colours in HTML, is not implemented, others that Direct3D has are ignored.
 */
VKD3D_UTILS_API HRESULT WINAPI D3DDisassemble(const void *data, SIZE_T size, UINT flags, const char *comments,
                                              ID3DBlob **text);

/**
 * The reflection of a compiled shader of models 4 to 6: `iid` is that of ID3D12ShaderReflection or
 * ID3D11ShaderReflection, and `reflection` gets the object. The shader's bytes are not needed any longer.
 * Fails for other interfaces, for what is damaged or has no signatures, and for libraries. A shader that was
 * stripped is reflected as far as it goes.
 */
VKD3D_UTILS_API HRESULT WINAPI D3DReflect(const void *data, SIZE_T size, VKD3D_UTILS_REFIID iid,
                                          void **reflection);

/** A blob of this many bytes, all zero. */
VKD3D_UTILS_API HRESULT WINAPI D3DCreateBlob(SIZE_T size, ID3DBlob **blob);

/** A part of a container; `flags` is 0. Fails if the container has none, and leaves `blob` as it is then, as the
    functions below do. */
VKD3D_UTILS_API HRESULT WINAPI D3DGetBlobPart(const void *data, SIZE_T size, D3D_BLOB_PART part, UINT flags,
                                              ID3DBlob **blob);

/** D3DGetBlobPart() for D3D_BLOB_INPUT_SIGNATURE_BLOB. */
VKD3D_UTILS_API HRESULT WINAPI D3DGetInputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **blob);

/** D3DGetBlobPart() for D3D_BLOB_OUTPUT_SIGNATURE_BLOB. */
VKD3D_UTILS_API HRESULT WINAPI D3DGetOutputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **blob);

/** D3DGetBlobPart() for D3D_BLOB_INPUT_AND_OUTPUT_SIGNATURE_BLOB. */
VKD3D_UTILS_API HRESULT WINAPI D3DGetInputAndOutputSignatureBlob(const void *data, SIZE_T size,
                                                                 ID3DBlob **blob);

/** D3DGetBlobPart() for D3D_BLOB_DEBUG_INFO. */
VKD3D_UTILS_API HRESULT WINAPI D3DGetDebugInfo(const void *data, SIZE_T size, ID3DBlob **blob);

/** The container without the parts that `flags` (D3DCOMPILER_STRIP_FLAGS) names. */
VKD3D_UTILS_API HRESULT WINAPI D3DStripShader(const void *data, SIZE_T size, UINT flags, ID3DBlob **blob);

#ifdef __cplusplus
}
#endif

#undef VKD3D_UTILS_INTERFACE
#undef VKD3D_UTILS_DERIVED
#undef VKD3D_UTILS_METHOD
#undef VKD3D_UTILS_THIS
#undef VKD3D_UTILS_THIS_
#undef VKD3D_UTILS_PURE
#undef VKD3D_UTILS_UNKNOWN
#undef VKD3D_UTILS_REFLECTION

#endif /* __VKD3D_UTILS_H */
