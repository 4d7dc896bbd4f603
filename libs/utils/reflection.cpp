#include <memory>
#include <new>
#include <unordered_map>
#include <vector>

#include "core/container/component_type.h"
#include "core/driver/reflect.h"
#include "utils/com.h"

namespace weft::utils {

namespace {

using container::Counter;
using container::ReflectedBuffer;
using container::ReflectedType;
using container::ReflectedVariable;

// The model has the numbers of the interface's enumerators.
template <typename Enum>
Enum as(uint32_t number) {
    return static_cast<Enum>(number);
}

bool same(const char *a, const char *b) {
    return a && b && !std::strcmp(a, b);
}

class TypeObject;
class ReflectionObject;

class TypeObject final : public ID3D12ShaderReflectionType {
  public:
    TypeObject(const ReflectedType *type, ReflectionObject &owner) : type_(type), owner_(owner) {}

    HRESULT STDMETHODCALLTYPE GetDesc(D3D12_SHADER_TYPE_DESC *desc) override {
        if (!type_ || !desc) return e_fail;
        *desc = {as<D3D_SHADER_VARIABLE_CLASS>(type_->variable_class),
                 as<D3D_SHADER_VARIABLE_TYPE>(type_->variable_type),
                 type_->rows,
                 type_->columns,
                 type_->elements,
                 static_cast<UINT>(type_->members.size()),
                 type_->offset,
                 type_->name};
        return s_ok;
    }
    ID3D12ShaderReflectionType *STDMETHODCALLTYPE GetMemberTypeByIndex(UINT index) override;
    ID3D12ShaderReflectionType *STDMETHODCALLTYPE GetMemberTypeByName(const char *name) override;
    const char *STDMETHODCALLTYPE GetMemberTypeName(UINT index) override {
        return type_ && index < type_->members.size() ? type_->members[index].name : nullptr;
    }
    HRESULT STDMETHODCALLTYPE IsEqual(ID3D12ShaderReflectionType *type) override {
        return type == this ? s_ok : s_false;
    }
    ID3D12ShaderReflectionType *STDMETHODCALLTYPE GetSubType() override;
    ID3D12ShaderReflectionType *STDMETHODCALLTYPE GetBaseClass() override;
    UINT STDMETHODCALLTYPE GetNumInterfaces() override {
        return type_ ? static_cast<UINT>(type_->interfaces.size()) : 0;
    }
    ID3D12ShaderReflectionType *STDMETHODCALLTYPE GetInterfaceByIndex(UINT index) override;
    HRESULT STDMETHODCALLTYPE IsOfType(ID3D12ShaderReflectionType *type) override {
        for (const ReflectedType *t = type_; t; t = t->base)
            if (type && same(t->name, static_cast<TypeObject *>(type)->name())) return s_ok;
        return s_false;
    }
    HRESULT STDMETHODCALLTYPE ImplementsInterface(ID3D12ShaderReflectionType *base) override {
        if (type_ && base)
            for (const ReflectedType *i : type_->interfaces)
                if (same(i->name, static_cast<TypeObject *>(base)->name())) return s_ok;
        return s_false;
    }

  private:
    const char *name() const { return type_ ? type_->name : nullptr; }

    const ReflectedType *type_;
    ReflectionObject &owner_;
};

class BufferObject;

class VariableObject final : public ID3D12ShaderReflectionVariable {
  public:
    VariableObject(const ReflectedVariable *variable, ID3D12ShaderReflectionConstantBuffer *buffer,
                   ReflectionObject &owner)
        : variable_(variable), buffer_(buffer), owner_(owner) {}

    HRESULT STDMETHODCALLTYPE GetDesc(D3D12_SHADER_VARIABLE_DESC *desc) override {
        if (!variable_ || !desc) return e_fail;
        const ReflectedVariable &v = *variable_;
        *desc = {v.name,
                 v.offset,
                 v.size,
                 v.flags,
                 const_cast<void *>(v.default_value),
                 v.first_texture,
                 v.texture_count,
                 v.first_sampler,
                 v.sampler_count};
        return s_ok;
    }
    ID3D12ShaderReflectionType *STDMETHODCALLTYPE GetType() override;
    ID3D12ShaderReflectionConstantBuffer *STDMETHODCALLTYPE GetBuffer() override { return buffer_; }
    UINT STDMETHODCALLTYPE GetInterfaceSlot(UINT index) override {
        if (!variable_ || variable_->type->variable_class != D3D_SVC_INTERFACE_POINTER) return ~0u;
        const UINT count = variable_->type->elements ? variable_->type->elements : 1;
        return index < count ? variable_->offset + index : ~0u;
    }

  private:
    const ReflectedVariable *variable_;
    ID3D12ShaderReflectionConstantBuffer *buffer_;
    ReflectionObject &owner_;
};

class BufferObject final : public ID3D12ShaderReflectionConstantBuffer {
  public:
    BufferObject(const ReflectedBuffer *buffer, ReflectionObject &owner) : buffer_(buffer), owner_(owner) {}

    // Once the object has its place.
    void make_variables() {
        if (!buffer_) return;
        variables_.reserve(buffer_->variables.size());
        for (const ReflectedVariable &v : buffer_->variables)
            variables_.emplace_back(&v, this, owner_);
    }
    VariableObject *find(const char *name) {
        if (!buffer_) return nullptr;
        for (size_t i = 0; i < variables_.size(); ++i)
            if (same(buffer_->variables[i].name, name)) return &variables_[i];
        return nullptr;
    }
    const char *name() const { return buffer_ ? buffer_->name : nullptr; }

    HRESULT STDMETHODCALLTYPE GetDesc(D3D12_SHADER_BUFFER_DESC *desc) override {
        if (!buffer_ || !desc) return e_fail;
        *desc = {buffer_->name, as<D3D_CBUFFER_TYPE>(buffer_->type),
                 static_cast<UINT>(buffer_->variables.size()), buffer_->size, buffer_->flags};
        return s_ok;
    }
    ID3D12ShaderReflectionVariable *STDMETHODCALLTYPE GetVariableByIndex(UINT index) override;
    ID3D12ShaderReflectionVariable *STDMETHODCALLTYPE GetVariableByName(const char *name) override;

  private:
    const ReflectedBuffer *buffer_;
    ReflectionObject &owner_;
    std::vector<VariableObject> variables_;
};

// Its layout is that of ID3D11ShaderReflection, too.
class ReflectionObject final : public Counted<ID3D12ShaderReflection, ReflectionObject> {
  public:
    ReflectionObject(const void *data, size_t size, bool v12)
        : Counted(v12 ? IID_ID3D12ShaderReflection : IID_ID3D11ShaderReflection),
          data_(static_cast<const uint8_t *>(data), static_cast<const uint8_t *>(data) + size),
          v12_(v12) {}

    HRESULT read() {
        Diagnostics diag(LogLevel::none);
        const Result r = driver::reflect(data_, arena_, diag, &reflection_);
        if (failed(r)) return refusal(r);
        buffers_.reserve(reflection_.buffers.size());
        for (const ReflectedBuffer &b : reflection_.buffers)
            buffers_.emplace_back(&b, *this);
        for (BufferObject &b : buffers_)
            b.make_variables();
        return s_ok;
    }

    TypeObject *object(const ReflectedType *type) {
        if (!type) return &no_type_;
        auto &slot = types_[type];
        if (!slot) slot = std::make_unique<TypeObject>(type, *this);
        return slot.get();
    }
    ID3D12ShaderReflectionVariable *no_variable() { return &no_variable_; }

    HRESULT STDMETHODCALLTYPE GetDesc(D3D12_SHADER_DESC *desc) override {
        if (!desc) return e_fail;
        const auto n = [this](Counter c) { return reflection_.counter(c); };
        const auto size = [](const auto &list) { return static_cast<UINT>(list.size()); };
        *desc = {reflection_.version,
                 reflection_.creator,
                 reflection_.flags,
                 size(reflection_.buffers),
                 size(reflection_.bindings),
                 size(reflection_.inputs),
                 size(reflection_.outputs),
                 n(Counter::instructions),
                 n(Counter::temps),
                 n(Counter::indexable_temps),
                 n(Counter::defines),
                 n(Counter::declarations),
                 n(Counter::samples),
                 n(Counter::loads),
                 n(Counter::compare_samples),
                 n(Counter::bias_samples),
                 n(Counter::gradient_samples),
                 n(Counter::float_ops),
                 n(Counter::int_ops),
                 n(Counter::uint_ops),
                 n(Counter::static_flow),
                 n(Counter::dynamic_flow),
                 n(Counter::macro_ops),
                 n(Counter::array_ops),
                 n(Counter::cuts),
                 n(Counter::emits),
                 as<D3D_PRIMITIVE_TOPOLOGY>(n(Counter::output_topology)),
                 n(Counter::max_output_vertices),
                 as<D3D_PRIMITIVE>(n(Counter::input_primitive)),
                 size(reflection_.patch_constants),
                 n(Counter::gs_instances),
                 n(Counter::control_points),
                 as<D3D_TESSELLATOR_OUTPUT_PRIMITIVE>(n(Counter::hs_output_primitive)),
                 as<D3D_TESSELLATOR_PARTITIONING>(n(Counter::hs_partitioning)),
                 as<D3D_TESSELLATOR_DOMAIN>(n(Counter::tess_domain)),
                 n(Counter::barriers),
                 n(Counter::interlocked_ops),
                 n(Counter::texture_stores)};
        return s_ok;
    }
    ID3D12ShaderReflectionConstantBuffer *STDMETHODCALLTYPE GetConstantBufferByIndex(UINT index) override {
        return index < buffers_.size() ? &buffers_[index] : &no_buffer_;
    }
    ID3D12ShaderReflectionConstantBuffer *STDMETHODCALLTYPE
    GetConstantBufferByName(const char *name) override {
        for (BufferObject &b : buffers_)
            if (same(b.name(), name)) return &b;
        return &no_buffer_;
    }
    HRESULT STDMETHODCALLTYPE GetResourceBindingDesc(UINT index,
                                                     D3D12_SHADER_INPUT_BIND_DESC *desc) override {
        if (!desc || index >= reflection_.bindings.size()) return e_invalidarg;
        return write(reflection_.bindings[index], desc);
    }
    HRESULT STDMETHODCALLTYPE GetInputParameterDesc(UINT index,
                                                    D3D12_SIGNATURE_PARAMETER_DESC *desc) override {
        return parameter(reflection_.inputs, index, desc);
    }
    HRESULT STDMETHODCALLTYPE GetOutputParameterDesc(UINT index,
                                                     D3D12_SIGNATURE_PARAMETER_DESC *desc) override {
        return parameter(reflection_.outputs, index, desc);
    }
    HRESULT STDMETHODCALLTYPE GetPatchConstantParameterDesc(UINT index,
                                                            D3D12_SIGNATURE_PARAMETER_DESC *desc) override {
        return parameter(reflection_.patch_constants, index, desc);
    }
    ID3D12ShaderReflectionVariable *STDMETHODCALLTYPE GetVariableByName(const char *name) override {
        for (BufferObject &b : buffers_)
            if (VariableObject *v = b.find(name)) return v;
        return &no_variable_;
    }
    HRESULT STDMETHODCALLTYPE GetResourceBindingDescByName(const char *name,
                                                           D3D12_SHADER_INPUT_BIND_DESC *desc) override {
        for (const container::ReflectedBinding &b : reflection_.bindings)
            if (desc && same(b.name, name)) return write(b, desc);
        return e_invalidarg;
    }
    UINT STDMETHODCALLTYPE GetMovInstructionCount() override { return reflection_.counter(Counter::movs); }
    UINT STDMETHODCALLTYPE GetMovcInstructionCount() override { return reflection_.counter(Counter::movcs); }
    UINT STDMETHODCALLTYPE GetConversionInstructionCount() override {
        return reflection_.counter(Counter::conversions);
    }
    UINT STDMETHODCALLTYPE GetBitwiseInstructionCount() override {
        return reflection_.counter(Counter::bitwise_ops);
    }
    D3D_PRIMITIVE STDMETHODCALLTYPE GetGSInputPrimitive() override {
        return as<D3D_PRIMITIVE>(reflection_.gs_input_primitive);
    }
    BOOL STDMETHODCALLTYPE IsSampleFrequencyShader() override {
        return reflection_.counter(Counter::sample_frequency) != 0;
    }
    UINT STDMETHODCALLTYPE GetNumInterfaceSlots() override { return reflection_.interface_slots; }
    HRESULT STDMETHODCALLTYPE GetMinFeatureLevel(D3D_FEATURE_LEVEL *level) override {
        if (!level) return e_invalidarg;
        *level = as<D3D_FEATURE_LEVEL>(reflection_.feature_level);
        return s_ok;
    }
    UINT STDMETHODCALLTYPE GetThreadGroupSize(UINT *x, UINT *y, UINT *z) override {
        const uint32_t *size = reflection_.group_size;
        if (x) *x = size[0];
        if (y) *y = size[1];
        if (z) *z = size[2];
        return size[0] * size[1] * size[2];
    }
    UINT64 STDMETHODCALLTYPE GetRequiresFlags() override { return reflection_.requirements; }

  private:
    // As the genuine function does: what is no container is a wrong call, a wrong checksum a failure.
    HRESULT refusal(Result r) {
        if (r == Result::out_of_memory) return e_outofmemory;
        if (r == Result::not_implemented) return e_nointerface;
        Diagnostics diag(LogLevel::none);
        container::Container c;
        if (failed(container::parse(data_, true, arena_, diag, &c))) return d3derr_invalidcall;
        const bool is_signed = !c.find(container::tag("DXIL")) || !container::is_unsigned(data_);
        return is_signed && failed(container::parse(data_, false, arena_, diag, &c)) ? e_fail : e_invalidarg;
    }

    template <typename Desc>
    static Desc common(const container::ReflectedBinding &b) {
        Desc d{};
        d.Name = b.name;
        d.Type = as<D3D_SHADER_INPUT_TYPE>(b.type);
        d.BindPoint = b.bind_point;
        d.BindCount = b.bind_count;
        d.uFlags = b.flags;
        d.ReturnType = as<D3D_RESOURCE_RETURN_TYPE>(b.return_type);
        d.Dimension = as<D3D_SRV_DIMENSION>(b.dimension);
        d.NumSamples = b.sample_count;
        return d;
    }

    HRESULT write(const container::ReflectedBinding &b, D3D12_SHADER_INPUT_BIND_DESC *desc) const {
        if (v12_) {
            *desc = common<D3D12_SHADER_INPUT_BIND_DESC>(b);
            desc->Space = b.space;
            desc->uID = b.id;
        } else {
            // The structure of such a caller is shorter.
            const auto d = common<D3D11_SHADER_INPUT_BIND_DESC>(b);
            std::memcpy(static_cast<void *>(desc), &d, sizeof(d));
        }
        return s_ok;
    }

    // Names are not terminated in the model; in the container they are.
    static HRESULT parameter(signature::Signature list, UINT index, D3D12_SIGNATURE_PARAMETER_DESC *desc) {
        if (!desc || index >= list.size()) return e_invalidarg;
        const signature::Element &e = list[index];
        *desc = {e.name.data(),
                 e.semantic_index,
                 e.register_index == signature::no_register ? ~0u : e.register_index,
                 as<D3D_NAME>(static_cast<uint32_t>(e.system_value)),
                 as<D3D_REGISTER_COMPONENT_TYPE>(container::stored_component_type(e.component_type)),
                 e.mask,
                 e.used_mask,
                 e.stream,
                 as<D3D_MIN_PRECISION>(static_cast<uint32_t>(e.min_precision))};
        return s_ok;
    }

    Arena arena_;
    std::vector<uint8_t> data_;
    container::Reflection reflection_;
    const bool v12_;
    std::vector<BufferObject> buffers_;
    std::unordered_map<const ReflectedType *, std::unique_ptr<TypeObject>> types_;
    TypeObject no_type_{nullptr, *this};
    BufferObject no_buffer_{nullptr, *this};
    VariableObject no_variable_{nullptr, &no_buffer_, *this};
};

ID3D12ShaderReflectionType *TypeObject::GetMemberTypeByIndex(UINT index) {
    return owner_.object(type_ && index < type_->members.size() ? type_->members[index].type : nullptr);
}
ID3D12ShaderReflectionType *TypeObject::GetMemberTypeByName(const char *name) {
    if (type_)
        for (const ReflectedType::Member &m : type_->members)
            if (same(m.name, name)) return owner_.object(m.type);
    return owner_.object(nullptr);
}
ID3D12ShaderReflectionType *TypeObject::GetSubType() {
    return owner_.object(type_ ? type_->subtype : nullptr);
}
ID3D12ShaderReflectionType *TypeObject::GetBaseClass() {
    return owner_.object(type_ ? type_->base : nullptr);
}
ID3D12ShaderReflectionType *TypeObject::GetInterfaceByIndex(UINT index) {
    return owner_.object(type_ && index < type_->interfaces.size() ? type_->interfaces[index] : nullptr);
}
ID3D12ShaderReflectionType *VariableObject::GetType() {
    return owner_.object(variable_ ? variable_->type : nullptr);
}
ID3D12ShaderReflectionVariable *BufferObject::GetVariableByIndex(UINT index) {
    if (index < variables_.size()) return &variables_[index];
    return owner_.no_variable();
}
ID3D12ShaderReflectionVariable *BufferObject::GetVariableByName(const char *name) {
    if (VariableObject *v = find(name)) return v;
    return owner_.no_variable();
}

} // namespace

} // namespace weft::utils

VKD3D_UTILS_API HRESULT WINAPI D3DReflect(const void *data, SIZE_T size, const GUID &iid, void **reflection) {
    using namespace weft::utils;
    if (!reflection) return e_invalidarg;
    *reflection = nullptr;
    const bool v12 = same_guid(iid, IID_ID3D12ShaderReflection);
    if (!v12 && !same_guid(iid, IID_ID3D11ShaderReflection)) return e_nointerface;
    if (!data) return e_invalidarg;
    ReflectionObject *object = nullptr;
    HRESULT r;
    try {
        object = new ReflectionObject(data, size, v12);
        r = object->read();
    } catch (const std::bad_alloc &) {
        r = e_outofmemory;
    } catch (...) {
        r = e_fail;
    }
    if (r >= 0)
        *reflection = static_cast<ID3D12ShaderReflection *>(object);
    else if (object)
        object->Release();
    return r;
}
