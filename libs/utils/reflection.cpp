#include "utils/reflection.h"

#include <atomic>
#include <memory>
#include <new>
#include <unordered_map>
#include <vector>

#include "core/container/component_type.h"
#include "core/driver/reflect.h"

namespace weft::utils {

namespace {

using container::Counter;
using container::ReflectedBuffer;
using container::ReflectedType;
using container::ReflectedVariable;

constexpr Uint interface_pointer = 7; // D3D_SVC_INTERFACE_POINTER

bool same(const char *a, const char *b) {
    return a && b && !std::strcmp(a, b);
}

class TypeObject;
class ReflectionObject;

class TypeObject final : public ReflectionType {
  public:
    TypeObject(const ReflectedType *type, ReflectionObject &owner) : type_(type), owner_(owner) {}

    Hresult WEFT_COM GetDesc(TypeDesc *desc) override {
        if (!type_ || !desc) return e_fail;
        *desc = {type_->variable_class, type_->variable_type, type_->rows,
                 type_->columns,        type_->elements,      static_cast<Uint>(type_->members.size()),
                 type_->offset,         type_->name};
        return s_ok;
    }
    ReflectionType *WEFT_COM GetMemberTypeByIndex(Uint index) override;
    ReflectionType *WEFT_COM GetMemberTypeByName(const char *name) override;
    const char *WEFT_COM GetMemberTypeName(Uint index) override {
        return type_ && index < type_->members.size() ? type_->members[index].name : nullptr;
    }
    Hresult WEFT_COM IsEqual(ReflectionType *type) override { return type == this ? s_ok : s_false; }
    ReflectionType *WEFT_COM GetSubType() override;
    ReflectionType *WEFT_COM GetBaseClass() override;
    Uint WEFT_COM GetNumInterfaces() override {
        return type_ ? static_cast<Uint>(type_->interfaces.size()) : 0;
    }
    ReflectionType *WEFT_COM GetInterfaceByIndex(Uint index) override;
    Hresult WEFT_COM IsOfType(ReflectionType *type) override {
        for (const ReflectedType *t = type_; t; t = t->base)
            if (type && same(t->name, static_cast<TypeObject *>(type)->name())) return s_ok;
        return s_false;
    }
    Hresult WEFT_COM ImplementsInterface(ReflectionType *base) override {
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

class VariableObject final : public ReflectionVariable {
  public:
    VariableObject(const ReflectedVariable *variable, ReflectionBuffer *buffer, ReflectionObject &owner)
        : variable_(variable), buffer_(buffer), owner_(owner) {}

    Hresult WEFT_COM GetDesc(VariableDesc *desc) override {
        if (!variable_ || !desc) return e_fail;
        const ReflectedVariable &v = *variable_;
        *desc = {v.name,          v.offset,        v.size,          v.flags,        v.default_value,
                 v.first_texture, v.texture_count, v.first_sampler, v.sampler_count};
        return s_ok;
    }
    ReflectionType *WEFT_COM GetType() override;
    ReflectionBuffer *WEFT_COM GetBuffer() override { return buffer_; }
    Uint WEFT_COM GetInterfaceSlot(Uint index) override {
        if (!variable_ || variable_->type->variable_class != interface_pointer) return ~0u;
        const Uint count = variable_->type->elements ? variable_->type->elements : 1;
        return index < count ? variable_->offset / 16 + index : ~0u;
    }

  private:
    const ReflectedVariable *variable_;
    ReflectionBuffer *buffer_;
    ReflectionObject &owner_;
};

class BufferObject final : public ReflectionBuffer {
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

    Hresult WEFT_COM GetDesc(BufferDesc *desc) override {
        if (!buffer_ || !desc) return e_fail;
        *desc = {buffer_->name, buffer_->type, static_cast<Uint>(buffer_->variables.size()), buffer_->size,
                 buffer_->flags};
        return s_ok;
    }
    ReflectionVariable *WEFT_COM GetVariableByIndex(Uint index) override;
    ReflectionVariable *WEFT_COM GetVariableByName(const char *name) override;

  private:
    const ReflectedBuffer *buffer_;
    ReflectionObject &owner_;
    std::vector<VariableObject> variables_;
};

class ReflectionObject final : public ShaderReflection {
  public:
    ReflectionObject(const void *data, size_t size, bool v12)
        : data_(static_cast<const uint8_t *>(data), static_cast<const uint8_t *>(data) + size), v12_(v12) {}

    Hresult read() {
        Diagnostics diag(LogLevel::none);
        const Result r = driver::reflect(data_, arena_, diag, &reflection_);
        if (failed(r))
            return r == Result::out_of_memory     ? e_outofmemory
                   : r == Result::not_implemented ? e_nointerface
                                                  : e_invalidarg;
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
    ReflectionVariable *no_variable() { return &no_variable_; }

    Hresult WEFT_COM QueryInterface(const Guid &iid, void **out) override {
        if (!(iid == iid_unknown) && !(iid == (v12_ ? iid_reflection12 : iid_reflection11))) {
            *out = nullptr;
            return e_nointerface;
        }
        AddRef();
        *out = this;
        return s_ok;
    }
    Uint WEFT_COM AddRef() override { return ++references_; }
    Uint WEFT_COM Release() override {
        const Uint left = --references_;
        if (!left) delete this;
        return left;
    }

    Hresult WEFT_COM GetDesc(ShaderDesc *desc) override {
        if (!desc) return e_fail;
        const auto n = [this](Counter c) { return reflection_.counter(c); };
        const auto size = [](const auto &list) { return static_cast<Uint>(list.size()); };
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
                 n(Counter::output_topology),
                 n(Counter::max_output_vertices),
                 n(Counter::input_primitive),
                 size(reflection_.patch_constants),
                 n(Counter::gs_instances),
                 n(Counter::control_points),
                 n(Counter::hs_output_primitive),
                 n(Counter::hs_partitioning),
                 n(Counter::tess_domain),
                 n(Counter::barriers),
                 n(Counter::interlocked_ops),
                 n(Counter::texture_stores)};
        return s_ok;
    }
    ReflectionBuffer *WEFT_COM GetConstantBufferByIndex(Uint index) override {
        return index < buffers_.size() ? &buffers_[index] : &no_buffer_;
    }
    ReflectionBuffer *WEFT_COM GetConstantBufferByName(const char *name) override {
        for (BufferObject &b : buffers_)
            if (same(b.name(), name)) return &b;
        return &no_buffer_;
    }
    Hresult WEFT_COM GetResourceBindingDesc(Uint index, BindingDesc *desc) override {
        if (!desc || index >= reflection_.bindings.size()) return e_invalidarg;
        return write(reflection_.bindings[index], desc);
    }
    Hresult WEFT_COM GetInputParameterDesc(Uint index, ParameterDesc *desc) override {
        return parameter(reflection_.inputs, index, desc);
    }
    Hresult WEFT_COM GetOutputParameterDesc(Uint index, ParameterDesc *desc) override {
        return parameter(reflection_.outputs, index, desc);
    }
    Hresult WEFT_COM GetPatchConstantParameterDesc(Uint index, ParameterDesc *desc) override {
        return parameter(reflection_.patch_constants, index, desc);
    }
    ReflectionVariable *WEFT_COM GetVariableByName(const char *name) override {
        for (BufferObject &b : buffers_)
            if (VariableObject *v = b.find(name)) return v;
        return &no_variable_;
    }
    Hresult WEFT_COM GetResourceBindingDescByName(const char *name, BindingDesc *desc) override {
        for (const container::ReflectedBinding &b : reflection_.bindings)
            if (desc && same(b.name, name)) return write(b, desc);
        return e_invalidarg;
    }
    Uint WEFT_COM GetMovInstructionCount() override { return reflection_.counter(Counter::movs); }
    Uint WEFT_COM GetMovcInstructionCount() override { return reflection_.counter(Counter::movcs); }
    Uint WEFT_COM GetConversionInstructionCount() override {
        return reflection_.counter(Counter::conversions);
    }
    Uint WEFT_COM GetBitwiseInstructionCount() override { return reflection_.counter(Counter::bitwise_ops); }
    Uint WEFT_COM GetGSInputPrimitive() override { return reflection_.gs_input_primitive; }
    Bool WEFT_COM IsSampleFrequencyShader() override {
        return reflection_.counter(Counter::sample_frequency) != 0;
    }
    Uint WEFT_COM GetNumInterfaceSlots() override { return reflection_.interface_slots; }
    Hresult WEFT_COM GetMinFeatureLevel(Uint *level) override {
        if (!level) return e_invalidarg;
        *level = reflection_.feature_level;
        return s_ok;
    }
    Uint WEFT_COM GetThreadGroupSize(Uint *x, Uint *y, Uint *z) override {
        const uint32_t *size = reflection_.group_size;
        if (x) *x = size[0];
        if (y) *y = size[1];
        if (z) *z = size[2];
        return size[0] * size[1] * size[2];
    }
    uint64_t WEFT_COM GetRequiresFlags() override { return reflection_.requirements; }

  private:
    ~ReflectionObject() = default;

    Hresult write(const container::ReflectedBinding &b, BindingDesc *desc) const {
        const BindingDesc11 common{b.name,  b.type,        b.bind_point, b.bind_count,
                                   b.flags, b.return_type, b.dimension,  b.sample_count};
        // A D3D11 caller's structure ends here.
        *static_cast<BindingDesc11 *>(desc) = common;
        if (v12_) {
            desc->space = b.space;
            desc->id = b.id;
        }
        return s_ok;
    }

    // Names are not terminated in the model; in the container they are.
    static Hresult parameter(signature::Signature list, Uint index, ParameterDesc *desc) {
        if (!desc || index >= list.size()) return e_invalidarg;
        const signature::Element &e = list[index];
        *desc = {e.name.data(),
                 e.semantic_index,
                 e.register_index == signature::no_register ? ~0u : e.register_index,
                 static_cast<Uint>(e.system_value),
                 container::stored_component_type(e.component_type),
                 e.mask,
                 e.used_mask,
                 e.stream,
                 static_cast<Uint>(e.min_precision)};
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
    std::atomic<Uint> references_ = 1;
};

ReflectionType *TypeObject::GetMemberTypeByIndex(Uint index) {
    return owner_.object(type_ && index < type_->members.size() ? type_->members[index].type : nullptr);
}
ReflectionType *TypeObject::GetMemberTypeByName(const char *name) {
    if (type_)
        for (const ReflectedType::Member &m : type_->members)
            if (same(m.name, name)) return owner_.object(m.type);
    return owner_.object(nullptr);
}
ReflectionType *TypeObject::GetSubType() {
    return owner_.object(type_ ? type_->subtype : nullptr);
}
ReflectionType *TypeObject::GetBaseClass() {
    return owner_.object(type_ ? type_->base : nullptr);
}
ReflectionType *TypeObject::GetInterfaceByIndex(Uint index) {
    return owner_.object(type_ && index < type_->interfaces.size() ? type_->interfaces[index] : nullptr);
}
ReflectionType *VariableObject::GetType() {
    return owner_.object(variable_ ? variable_->type : nullptr);
}
ReflectionVariable *BufferObject::GetVariableByIndex(Uint index) {
    if (index < variables_.size()) return &variables_[index];
    return owner_.no_variable();
}
ReflectionVariable *BufferObject::GetVariableByName(const char *name) {
    if (VariableObject *v = find(name)) return v;
    return owner_.no_variable();
}

} // namespace

} // namespace weft::utils

WEFT_UTILS_API weft::utils::Hresult WEFT_COM D3DReflect(const void *data, uintptr_t size,
                                                        const weft::utils::Guid &iid, void **reflection) {
    using namespace weft::utils;
    if (!reflection) return e_invalidarg;
    *reflection = nullptr;
    const bool v12 = iid == iid_reflection12;
    if (!v12 && !(iid == iid_reflection11)) return e_nointerface;
    if (!data) return e_invalidarg;
    ReflectionObject *object = nullptr;
    Hresult r;
    try {
        object = new ReflectionObject(data, size, v12);
        r = object->read();
    } catch (const std::bad_alloc &) {
        r = e_outofmemory;
    } catch (...) {
        r = e_fail;
    }
    if (r >= 0)
        *reflection = static_cast<ShaderReflection *>(object);
    else if (object)
        object->Release();
    return r;
}
