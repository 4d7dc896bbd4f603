// ID3D11ShaderReflection and ID3D12ShaderReflection: the two have one layout but for the length of a
// binding's description, and for names of types.
#pragma once

#include "utils/com.h"

namespace weft::utils {

struct ShaderDesc {
    Uint version;
    const char *creator;
    Uint flags, constant_buffers, bound_resources, input_parameters, output_parameters;
    Uint instructions, temp_registers, temp_arrays, defines, declarations;
    Uint texture_normal, texture_load, texture_compare, texture_bias, texture_gradient;
    Uint float_instructions, int_instructions, uint_instructions, static_flow, dynamic_flow,
        macro_instructions, array_instructions, cuts, emits;
    Uint gs_output_topology, gs_max_output_vertices, input_primitive, patch_constant_parameters, gs_instances,
        control_points, hs_output_primitive, hs_partitioning, tessellator_domain;
    Uint barriers, interlocked, texture_stores;
};

struct ParameterDesc {
    const char *semantic_name;
    Uint semantic_index, register_index, system_value, component_type;
    uint8_t mask, read_write_mask;
    Uint stream, min_precision;
};

struct BindingDesc11 {
    const char *name;
    Uint type, bind_point, bind_count, flags, return_type, dimension, sample_count;
};
struct BindingDesc : BindingDesc11 {
    Uint space, id; // D3D12 only
};

struct BufferDesc {
    const char *name;
    Uint type, variables, size, flags;
};

struct VariableDesc {
    const char *name;
    Uint offset, size, flags;
    const void *default_value;
    Uint first_texture, texture_count, first_sampler, sampler_count;
};

struct TypeDesc {
    Uint variable_class, variable_type, rows, columns, elements, members, offset;
    const char *name;
};

// These three are no IUnknowns and live as long as the reflection. What does not exist is an object whose
// GetDesc() fails, never a null pointer.
struct ReflectionType {
    virtual Hresult WEFT_COM GetDesc(TypeDesc *desc) = 0;
    virtual ReflectionType *WEFT_COM GetMemberTypeByIndex(Uint index) = 0;
    virtual ReflectionType *WEFT_COM GetMemberTypeByName(const char *name) = 0;
    virtual const char *WEFT_COM GetMemberTypeName(Uint index) = 0;
    virtual Hresult WEFT_COM IsEqual(ReflectionType *type) = 0;
    virtual ReflectionType *WEFT_COM GetSubType() = 0;
    virtual ReflectionType *WEFT_COM GetBaseClass() = 0;
    virtual Uint WEFT_COM GetNumInterfaces() = 0;
    virtual ReflectionType *WEFT_COM GetInterfaceByIndex(Uint index) = 0;
    virtual Hresult WEFT_COM IsOfType(ReflectionType *type) = 0;
    virtual Hresult WEFT_COM ImplementsInterface(ReflectionType *base) = 0;

  protected:
    ~ReflectionType() = default;
};

struct ReflectionBuffer;

struct ReflectionVariable {
    virtual Hresult WEFT_COM GetDesc(VariableDesc *desc) = 0;
    virtual ReflectionType *WEFT_COM GetType() = 0;
    virtual ReflectionBuffer *WEFT_COM GetBuffer() = 0;
    virtual Uint WEFT_COM GetInterfaceSlot(Uint index) = 0;

  protected:
    ~ReflectionVariable() = default;
};

struct ReflectionBuffer {
    virtual Hresult WEFT_COM GetDesc(BufferDesc *desc) = 0;
    virtual ReflectionVariable *WEFT_COM GetVariableByIndex(Uint index) = 0;
    virtual ReflectionVariable *WEFT_COM GetVariableByName(const char *name) = 0;

  protected:
    ~ReflectionBuffer() = default;
};

struct ShaderReflection : Unknown {
    virtual Hresult WEFT_COM GetDesc(ShaderDesc *desc) = 0;
    virtual ReflectionBuffer *WEFT_COM GetConstantBufferByIndex(Uint index) = 0;
    virtual ReflectionBuffer *WEFT_COM GetConstantBufferByName(const char *name) = 0;
    virtual Hresult WEFT_COM GetResourceBindingDesc(Uint index, BindingDesc *desc) = 0;
    virtual Hresult WEFT_COM GetInputParameterDesc(Uint index, ParameterDesc *desc) = 0;
    virtual Hresult WEFT_COM GetOutputParameterDesc(Uint index, ParameterDesc *desc) = 0;
    virtual Hresult WEFT_COM GetPatchConstantParameterDesc(Uint index, ParameterDesc *desc) = 0;
    virtual ReflectionVariable *WEFT_COM GetVariableByName(const char *name) = 0;
    virtual Hresult WEFT_COM GetResourceBindingDescByName(const char *name, BindingDesc *desc) = 0;
    virtual Uint WEFT_COM GetMovInstructionCount() = 0;
    virtual Uint WEFT_COM GetMovcInstructionCount() = 0;
    virtual Uint WEFT_COM GetConversionInstructionCount() = 0;
    virtual Uint WEFT_COM GetBitwiseInstructionCount() = 0;
    virtual Uint WEFT_COM GetGSInputPrimitive() = 0;
    virtual Bool WEFT_COM IsSampleFrequencyShader() = 0;
    virtual Uint WEFT_COM GetNumInterfaceSlots() = 0;
    virtual Hresult WEFT_COM GetMinFeatureLevel(Uint *level) = 0;
    virtual Uint WEFT_COM GetThreadGroupSize(Uint *x, Uint *y, Uint *z) = 0;
    virtual uint64_t WEFT_COM GetRequiresFlags() = 0;

  protected:
    ~ShaderReflection() = default;
};

} // namespace weft::utils
