// Descriptors: where they are bound, which variable stands for them, and buffer accesses.
#include <cstdio>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

using driver::DescriptorType;
using ir::Dim;
using ir::Resource;
using ir::ResourceKind;
using ir::SampledType;

DescriptorType descriptor_type(ResourceKind k) {
    switch (k) {
    case ResourceKind::constant_buffer: return DescriptorType::cbv;
    case ResourceKind::sampler: return DescriptorType::sampler;
    case ResourceKind::texture:
    case ResourceKind::raw_buffer:
    case ResourceKind::structured_buffer: return DescriptorType::srv;
    default: return DescriptorType::uav;
    }
}

const char *kind_name(ResourceKind k) {
    switch (descriptor_type(k)) {
    case DescriptorType::cbv: return "constant buffer";
    case DescriptorType::sampler: return "sampler";
    case DescriptorType::srv: return "shader resource";
    default: return "unordered access view";
    }
}

bool is_buffer(const Resource &r) {
    switch (r.kind) {
    case ResourceKind::sampler: return false;
    case ResourceKind::texture:
    case ResourceKind::image: return r.dim == Dim::buffer;
    default: return true;
    }
}

bool is_uav(ResourceKind k) {
    return descriptor_type(k) == DescriptorType::uav;
}

bool visible(driver::Visibility v, ir::Stage stage) {
    if (v == driver::Visibility::all) return true;
    if (stage == ir::Stage::compute) return v == driver::Visibility::compute;
    return static_cast<uint32_t>(v) == static_cast<uint32_t>(stage) + 1;
}

spv::Dim spirv_dim(Dim d) {
    switch (d) {
    case Dim::buffer: return spv::Dim::Buffer;
    case Dim::d1:
    case Dim::d1_array: return spv::Dim::Dim1D;
    case Dim::d3: return spv::Dim::Dim3D;
    case Dim::cube:
    case Dim::cube_array: return spv::Dim::Cube;
    default: return spv::Dim::Dim2D;
    }
}

} // namespace

bool Writer::find_binding(const Resource &r, uint32_t *set, uint32_t *binding, uint32_t *count,
                          uint32_t *offset) {
    const driver::Interface &i = o_.interface;
    *offset = 0;
    if (i.bindings.empty()) {
        *set = 0;
        *binding = next_binding_++;
        *count = r.count;
        return true;
    }
    const bool unbounded = r.count == ~0u;
    const uint32_t last = unbounded ? r.first_register : r.first_register + r.count - 1;
    uint32_t needed = 0; // samplers need no flag
    if (r.kind != ResourceKind::sampler)
        needed = is_buffer(r) ? driver::binding_buffer : driver::binding_image;
    for (const driver::ResourceBinding &b : i.bindings) {
        if (b.type != descriptor_type(r.kind) || (b.flags & needed) != needed ||
            !visible(b.visibility, m_.stage) || b.register_space != r.space ||
            b.register_index > r.first_register ||
            (b.binding.count != ~0u && last - b.register_index >= b.binding.count))
            continue;
        if (b.offset.dynamic_offset_index != ~0u) {
            error(code::spirv_not_implemented, "Dynamic descriptor offsets are not implemented.");
            return false;
        }
        *set = b.binding.set;
        *binding = b.binding.binding;
        *count = b.binding.count;
        *offset = r.first_register - b.register_index + b.offset.static_offset;
        return true;
    }
    error(code::spirv_no_binding, "No binding for %s %u in space %u.", kind_name(r.kind), r.first_register,
          r.space);
    return false;
}

Id Writer::image_type(const Resource &r, ResourceVariable &var, bool storage) {
    Id texel;
    var.kind = ir::Kind::f32;
    switch (r.sampled) {
    case SampledType::sint:
        var.kind = ir::Kind::i32;
        var.texel_signed = true;
        texel = b_.type_signed(1);
        break;
    case SampledType::uint:
        var.kind = ir::Kind::i32;
        texel = type(ir::i32());
        break;
    default: texel = type(ir::f32()); break;
    }
    auto format = spv::ImageFormat::Unknown;
    if (storage) {
        if (r.atomics || (r.read && !o_.typed_uav_unknown_format)) {
            format = var.kind == ir::Kind::f32 ? spv::ImageFormat::R32f
                     : var.texel_signed        ? spv::ImageFormat::R32i
                                               : spv::ImageFormat::R32ui;
        } else {
            if (r.read) b_.capability(spv::Capability::StorageImageReadWithoutFormat);
            if (r.written) b_.capability(spv::Capability::StorageImageWriteWithoutFormat);
        }
    }
    bool array = ir::is_array(r.dim);
    bool ms = ir::is_multisampled(r.dim);
    switch (r.dim) {
    case Dim::buffer:
        b_.capability(storage ? spv::Capability::ImageBuffer : spv::Capability::SampledBuffer);
        break;
    case Dim::d1:
    case Dim::d1_array: b_.capability(storage ? spv::Capability::Image1D : spv::Capability::Sampled1D); break;
    case Dim::cube_array:
        b_.capability(storage ? spv::Capability::ImageCubeArray : spv::Capability::SampledCubeArray);
        break;
    case Dim::d2_ms_array:
        if (storage) b_.capability(spv::Capability::ImageMSArray);
        break;
    default: break;
    }
    if (ms && storage) b_.capability(spv::Capability::StorageImageMultisample);
    uint32_t depth = r.comparison && !r.plain_sample ? 1 : 0;
    return b_.other(spv::Op::OpTypeImage, {texel, static_cast<uint32_t>(spirv_dim(r.dim)), depth, array, ms,
                                           storage ? 2u : 1u, static_cast<uint32_t>(format)});
}

ResourceVariable &Writer::resource(uint32_t index) {
    if (resources_[index].form == Form::none) declare_resource(index);
    return resources_[index];
}

void Writer::declare_resource(uint32_t index) {
    const Resource &r = m_.resources[index];
    ResourceVariable &var = resources_[index];
    auto storage = spv::StorageClass::UniformConstant;
    uint32_t set = 0, binding = 0, count = 1, offset = 0;
    const driver::PushConstantBuffer *push = nullptr;
    if (r.kind == ResourceKind::constant_buffer && r.count == 1)
        for (const driver::PushConstantBuffer &p : o_.interface.push_constant_buffers)
            if (p.register_space == r.space && p.register_index == r.first_register &&
                visible(p.visibility, m_.stage)) {
                push = &p;
                break;
            }
    if (!push && !find_binding(r, &set, &binding, &count, &offset)) {
        var.form = Form::image; // not asked again
        return;
    }
    bool storage_image = false;
    switch (r.kind) {
    case ResourceKind::constant_buffer: {
        var.form = push ? Form::push_constants : Form::uniform_block;
        storage = push ? spv::StorageClass::PushConstant : spv::StorageClass::Uniform;
        uint32_t rows = r.size ? r.size : 4096;
        if (push) rows = push->size >= 16 ? (push->size + 15) / 16 : 1;
        Id array = b_.array(type(ir::f32(4)), rows, 16);
        var.value_type = b_.unique_struct({array});
        b_.decorate(var.value_type, spv::Decoration::Block);
        b_.member_decorate(var.value_type, 0, spv::Decoration::Offset, push ? push->offset : 0);
        break;
    }
    case ResourceKind::sampler:
        var.form = Form::sampler;
        var.value_type = b_.other(spv::Op::OpTypeSampler, {});
        break;
    case ResourceKind::texture:
        var.form = Form::image;
        var.value_type = image_type(r, var, false);
        break;
    case ResourceKind::image:
        var.form = Form::image;
        storage_image = true;
        var.value_type = image_type(r, var, true);
        break;
    default: {
        bool uav = is_uav(r.kind);
        if (uav && o_.buffer_uav_storage_buffer) {
            var.form = Form::storage_block;
            storage = spv::StorageClass::Uniform;
            Id array = b_.runtime_array(type(ir::i32()), 4);
            var.value_type = b_.unique_struct({array});
            b_.decorate(var.value_type, spv::Decoration::BufferBlock);
            b_.member_decorate(var.value_type, 0, spv::Decoration::Offset, 0);
            if (!r.written && !r.atomics)
                b_.annotations.emit(spv::Op::OpMemberDecorate, var.value_type, 0u,
                                    spv::Decoration::NonWritable);
        } else {
            var.form = Form::image;
            storage_image = uav;
            var.kind = ir::Kind::i32;
            b_.capability(uav ? spv::Capability::ImageBuffer : spv::Capability::SampledBuffer);
            var.value_type = b_.other(spv::Op::OpTypeImage,
                                      {type(ir::i32()), static_cast<uint32_t>(spv::Dim::Buffer), 0, 0, 0,
                                       uav ? 2u : 1u, static_cast<uint32_t>(spv::ImageFormat::R32ui)});
        }
        break;
    }
    }
    Id pointee = var.value_type;
    var.array = r.count != 1 || offset;
    var.first = offset;
    if (var.array) {
        if (count == ~0u || r.count == ~0u) {
            if (!extension_allowed(driver::extension_descriptor_indexing)) {
                error(code::spirv_indexing,
                      "An unbounded descriptor array (%s %u, space %u) needs SPV_EXT_descriptor_indexing, "
                      "which the "
                      "target environment does not offer.",
                      kind_name(r.kind), r.first_register, r.space);
                return;
            }
            b_.extension("SPV_EXT_descriptor_indexing");
            b_.capability(spv::Capability::RuntimeDescriptorArrayEXT);
            pointee = b_.runtime_array(pointee, 0);
        } else {
            pointee = b_.array(pointee, count);
        }
    }
    var.id = b_.new_id();
    b_.globals.emit(spv::Op::OpVariable, b_.pointer(storage, pointee), var.id, storage);
    if (!push) {
        b_.decorate(var.id, spv::Decoration::DescriptorSet, set);
        b_.decorate(var.id, spv::Decoration::Binding, binding);
    }
    if (storage_image) {
        if (!r.read && !r.atomics) b_.decorate(var.id, spv::Decoration::NonReadable);
        if (!r.written && !r.atomics) b_.decorate(var.id, spv::Decoration::NonWritable);
    }
    if (is_uav(r.kind) && r.coherent && var.form != Form::none)
        b_.decorate(var.id, spv::Decoration::Coherent);
    if (o_.environment >= driver::Environment::vulkan_1_2) interface_.push(var.id);
    if (!o_.strip_debug) {
        char name[96];
        static constexpr const char *letters[] = {"t", "u", "cb", "s"};
        int n =
            r.name.empty()
                ? std::snprintf(name, sizeof(name), "%s%u",
                                letters[static_cast<int>(descriptor_type(r.kind))], r.first_register)
                : std::snprintf(name, sizeof(name), "%.*s", static_cast<int>(r.name.size()), r.name.data());
        b_.name(var.id,
                {name, static_cast<size_t>(n) < sizeof(name) ? static_cast<size_t>(n) : sizeof(name) - 1});
    }
}

// The pointer to one descriptor, or the variable itself.
Id Writer::descriptor_pointer(uint32_t index, Value array_index, bool non_uniform) {
    ResourceVariable &var = resource(index);
    const Resource &r = m_.resources[index];
    if (!var.array || diag_.has_errors()) return var.id;
    auto storage = var.form == Form::uniform_block || var.form == Form::storage_block
                       ? spv::StorageClass::Uniform
                       : spv::StorageClass::UniformConstant;
    Id element = b_.u32(var.first);
    if (array_index) {
        const Inst &a = m_[m_.resolve(array_index)];
        if (a.op == Op::constant) {
            element = b_.u32(a.arg[0] + var.first);
        } else {
            element = id(array_index);
            if (var.first) element = result(spv::Op::OpIAdd, ir::i32(), element, b_.u32(var.first));
            switch (descriptor_type(r.kind)) {
            case DescriptorType::cbv:
                b_.capability(spv::Capability::UniformBufferArrayDynamicIndexing);
                break;
            case DescriptorType::uav:
                b_.capability(var.form == Form::storage_block
                                  ? spv::Capability::StorageBufferArrayDynamicIndexing
                                  : spv::Capability::StorageImageArrayDynamicIndexing);
                break;
            default: b_.capability(spv::Capability::SampledImageArrayDynamicIndexing); break;
            }
            if (non_uniform) {
                if (!extension_allowed(driver::extension_descriptor_indexing)) {
                    error(code::spirv_indexing,
                          "Non-uniform descriptor indexing needs SPV_EXT_descriptor_indexing, which "
                          "the target environment does not offer.");
                    return 0;
                }
                b_.extension("SPV_EXT_descriptor_indexing");
                b_.capability(spv::Capability::ShaderNonUniformEXT);
                b_.decorate(element, spv::Decoration::NonUniformEXT);
            }
        }
    }
    Id p = typed(spv::Op::OpAccessChain, b_.pointer(storage, var.value_type), var.id, element);
    if (non_uniform && extension_allowed(driver::extension_descriptor_indexing))
        b_.decorate(p, spv::Decoration::NonUniformEXT);
    return p;
}

Id Writer::load_descriptor(uint32_t index, Value array_index, bool non_uniform) {
    Id p = descriptor_pointer(index, array_index, non_uniform);
    if (diag_.has_errors()) return 0;
    Id r = typed(spv::Op::OpLoad, resources_[index].value_type, p);
    if (non_uniform && extension_allowed(driver::extension_descriptor_indexing))
        b_.decorate(r, spv::Decoration::NonUniformEXT);
    return r;
}

void Writer::load_cbuffer(Value v, const Inst &inst) {
    ResourceVariable &var = resource(inst.arg[2]);
    if (diag_.has_errors()) return;
    auto storage =
        var.form == Form::push_constants ? spv::StorageClass::PushConstant : spv::StorageClass::Uniform;
    Id base = descriptor_pointer(inst.arg[2], inst.arg[1], inst.flags & ir::flag::non_uniform);
    if (diag_.has_errors()) return;
    const unsigned n = inst.type.count();
    Id zero = b_.u32(0);
    const Inst &row_inst = m_[m_.resolve(inst.arg[0])];
    const uint32_t declared = m_.resources[inst.arg[2]].size;
    // A literal row behind the end of the buffer has no address; it reads zero.
    if (row_inst.op == Op::constant && declared && row_inst.arg[0] >= declared)
        return set(v, inst, b_.null(type(inst.type)));
    Id row = id(inst.arg[0]);
    Id r;
    if (n == 1) {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(storage, type(ir::f32())), base, zero, row,
                     b_.u32(inst.arg[3]));
        r = result(spv::Op::OpLoad, ir::f32(), p);
    } else {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(storage, type(ir::f32(4))), base, zero, row);
        r = result(spv::Op::OpLoad, ir::f32(4), p);
        if (n != 4) {
            Id whole = r;
            Id ty = type(ir::f32(n));
            r = b_.new_id();
            f_.begin(spv::Op::OpVectorShuffle);
            f_.push(ty);
            f_.push(r);
            f_.push(whole);
            f_.push(whole);
            for (unsigned i = 0; i < n; ++i)
                f_.push(inst.arg[3] + i);
            f_.end();
        }
    }
    if (inst.type.kind() != ir::Kind::f32) r = result(spv::Op::OpBitcast, inst.type, r);
    set(v, inst, r);
}

void Writer::load_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[2];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const bool non_uniform = inst.flags & ir::flag::non_uniform;
    Id address = id(inst.arg[0]);
    const unsigned n = inst.type.count();
    Id parts[4] = {};
    Id source = var.form == Form::storage_block ? descriptor_pointer(index, inst.arg[1], non_uniform)
                                                : load_descriptor(index, inst.arg[1], non_uniform);
    if (diag_.has_errors()) return;
    Id texel = type(ir::i32(4));
    Id element =
        var.form == Form::storage_block ? b_.pointer(spv::StorageClass::Uniform, type(ir::i32())) : 0;
    for (unsigned i = 0; i < n; ++i) {
        Id at = i ? result(spv::Op::OpIAdd, ir::i32(), address, b_.u32(i)) : address;
        if (var.form == Form::storage_block) {
            Id p = typed(spv::Op::OpAccessChain, element, source, b_.u32(0), at);
            parts[i] = result(spv::Op::OpLoad, ir::i32(), p);
        } else {
            Id four = typed(is_uav(m_.resources[index].kind) ? spv::Op::OpImageRead : spv::Op::OpImageFetch,
                            texel, source, at);
            parts[i] = extract(four, ir::i32(), 0);
        }
    }
    Id r = parts[0];
    if (n > 1) {
        Id ty = type(ir::i32(n));
        r = b_.new_id();
        f_.begin(spv::Op::OpCompositeConstruct);
        f_.push(ty);
        f_.push(r);
        for (unsigned i = 0; i < n; ++i)
            f_.push(parts[i]);
        f_.end();
    }
    if (inst.type.kind() != ir::Kind::i32) r = result(spv::Op::OpBitcast, inst.type, r);
    set(v, inst, r);
}

void Writer::store_buffer(const Inst &inst) {
    const uint32_t index = inst.arg[3];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const bool non_uniform = inst.flags & ir::flag::non_uniform;
    Id address = id(inst.arg[0]);
    ir::Type t = m_[m_.resolve(inst.arg[1])].type;
    Id value = id(inst.arg[1]);
    if (t.kind() != ir::Kind::i32) {
        t = t.with_kind(ir::Kind::i32);
        value = result(spv::Op::OpBitcast, t, value);
    }
    Id target = var.form == Form::storage_block ? descriptor_pointer(index, inst.arg[2], non_uniform)
                                                : load_descriptor(index, inst.arg[2], non_uniform);
    if (diag_.has_errors()) return;
    for (unsigned i = 0; i < t.count(); ++i) {
        Id at = i ? result(spv::Op::OpIAdd, ir::i32(), address, b_.u32(i)) : address;
        Id c = t.count() == 1 ? value : extract(value, ir::i32(), i);
        if (var.form == Form::storage_block) {
            Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Uniform, type(ir::i32())),
                         target, b_.u32(0), at);
            f_.emit(spv::Op::OpStore, p, c);
        } else {
            Id four = result(spv::Op::OpCompositeConstruct, ir::i32(4), c, c, c, c);
            f_.emit(spv::Op::OpImageWrite, target, at, four);
        }
    }
}

void Writer::atomic_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[1];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const bool non_uniform = inst.flags & ir::flag::non_uniform;
    auto values = m_.values(inst);
    Id address = id(values[0]);
    Id base = descriptor_pointer(index, values.size() > 3 ? values[3] : 0, non_uniform);
    if (diag_.has_errors()) return;
    Id p;
    if (var.form == Form::storage_block) {
        p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Uniform, type(ir::i32())), base,
                  b_.u32(0), address);
    } else {
        Id texel = var.kind == ir::Kind::f32 ? type(ir::f32())
                   : var.texel_signed        ? b_.type_signed(1)
                                             : type(ir::i32());
        p = typed(spv::Op::OpImageTexelPointer, b_.pointer(spv::StorageClass::Image, texel), base, address,
                  b_.u32(0));
    }
    auto op = static_cast<ir::AtomicOp>(inst.arg[2]);
    Id value = values[1] ? id(values[1]) : 0;
    Id comparator = values.size() > 2 && values[2] ? id(values[2]) : 0;
    if (var.form == Form::image && (var.texel_signed || var.kind == ir::Kind::f32)) {
        // The texel's own type has to be named.
        Id t = var.texel_signed ? b_.type_signed(1) : type(ir::f32());
        if (var.kind == ir::Kind::f32 && op != ir::AtomicOp::exchange)
            return error(code::spirv_type, "An atomic operation on a float view.");
        static constexpr spv::Op ops[] = {
            spv::Op::OpAtomicAnd,  spv::Op::OpAtomicOr,   spv::Op::OpAtomicXor,
            spv::Op::OpAtomicIAdd, spv::Op::OpAtomicSMin, spv::Op::OpAtomicSMax,
            spv::Op::OpAtomicUMin, spv::Op::OpAtomicUMax, spv::Op::OpAtomicExchange};
        Id scope = b_.u32(1);
        Id relaxed = b_.u32(0);
        value = typed(spv::Op::OpBitcast, t, value);
        Id r;
        if (op == ir::AtomicOp::compare_exchange) {
            comparator = typed(spv::Op::OpBitcast, t, comparator);
            r = typed(spv::Op::OpAtomicCompareExchange, t, p, scope, relaxed, relaxed, value, comparator);
        } else {
            r = typed(ops[static_cast<size_t>(op)], t, p, scope, relaxed, value);
        }
        return set(v, inst, result(spv::Op::OpBitcast, ir::i32(), r));
    }
    set(v, inst, atomic(op, p, value, comparator, 1));
}

void Writer::declare_counter(uint32_t index) {
    const Resource &r = m_.resources[index];
    ResourceVariable &var = resource(index);
    if (var.counter || diag_.has_errors()) return;
    uint32_t set = 0, binding = 0;
    if (o_.interface.uav_counters.empty()) {
        binding = next_binding_++;
    } else {
        const driver::UavCounterBinding *found = nullptr;
        for (const driver::UavCounterBinding &c : o_.interface.uav_counters)
            if (c.register_space == r.space && c.register_index == r.first_register &&
                visible(c.visibility, m_.stage)) {
                found = &c;
                break;
            }
        if (!found)
            return error(code::spirv_no_binding,
                         "No binding for the counter of unordered access view %u in space %u.",
                         r.first_register, r.space);
        if (found->counter_offset)
            return error(code::spirv_binding, "A counter offset other than 0 is not supported.");
        set = found->binding.set;
        binding = found->binding.binding;
    }
    Id pointee;
    auto storage = spv::StorageClass::UniformConstant;
    if (o_.buffer_uav_storage_buffer || opengl()) {
        var.counter_form = Form::storage_block;
        storage = spv::StorageClass::Uniform;
        pointee = b_.unique_struct({type(ir::i32())});
        b_.decorate(pointee, spv::Decoration::BufferBlock);
        b_.member_decorate(pointee, 0, spv::Decoration::Offset, 0);
    } else {
        var.counter_form = Form::image;
        b_.capability(spv::Capability::ImageBuffer);
        pointee = b_.other(spv::Op::OpTypeImage, {type(ir::i32()), static_cast<uint32_t>(spv::Dim::Buffer), 0,
                                                  0, 0, 2, static_cast<uint32_t>(spv::ImageFormat::R32ui)});
    }
    var.counter = b_.new_id();
    b_.globals.emit(spv::Op::OpVariable, b_.pointer(storage, pointee), var.counter, storage);
    b_.decorate(var.counter, spv::Decoration::DescriptorSet, set);
    b_.decorate(var.counter, spv::Decoration::Binding, binding);
}

void Writer::counter(Value v, const Inst &inst) {
    declare_counter(inst.arg[1]);
    if (diag_.has_errors()) return;
    ResourceVariable &var = resources_[inst.arg[1]];
    Id zero = b_.u32(0);
    Id p = var.counter_form == Form::storage_block
               ? typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Uniform, type(ir::i32())),
                       var.counter, zero)
               : typed(spv::Op::OpImageTexelPointer, b_.pointer(spv::StorageClass::Image, type(ir::i32())),
                       var.counter, zero, zero);
    Id scope = b_.u32(1);
    if (inst.arg[2] == 0) return set(v, inst, result(spv::Op::OpAtomicIIncrement, ir::i32(), p, scope, zero));
    // Consume yields the value after the decrement.
    Id before = result(spv::Op::OpAtomicIDecrement, ir::i32(), p, scope, zero);
    set(v, inst, result(spv::Op::OpISub, ir::i32(), before, b_.u32(1)));
}

void Writer::query_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[1];
    const Resource &r = m_.resources[index];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    Id n;
    if (var.form == Form::storage_block) {
        Id base = descriptor_pointer(index, inst.arg[0], inst.flags & ir::flag::non_uniform);
        n = result(spv::Op::OpArrayLength, ir::i32(), base, 0u);
    } else {
        b_.capability(spv::Capability::ImageQuery);
        Id image = load_descriptor(index, inst.arg[0], inst.flags & ir::flag::non_uniform);
        n = result(spv::Op::OpImageQuerySize, ir::i32(), image);
    }
    switch (r.kind) {
    case ResourceKind::raw_buffer:
    case ResourceKind::rw_raw_buffer: n = result(spv::Op::OpShiftLeftLogical, ir::i32(), n, b_.u32(2)); break;
    case ResourceKind::structured_buffer:
    case ResourceKind::rw_structured_buffer:
        if (r.stride > 4) n = result(spv::Op::OpUDiv, ir::i32(), n, b_.u32(r.stride / 4));
        break;
    default: break;
    }
    set(v, inst, n);
}

} // namespace weft::spirv
