// Descriptors: where they are bound, and which variable stands for them.
#include <cstdio>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

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
    case ResourceKind::structured_buffer:
    case ResourceKind::acceleration_structure: return DescriptorType::srv;
    default: return DescriptorType::uav;
    }
}

namespace {

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

// The capabilities of indexing an array of descriptors by a value, and by one that differs between lanes.
struct Indexing {
    spv::Capability dynamic, non_uniform;
};

Indexing indexing(const Resource &r, Form form) {
    using C = spv::Capability;
    switch (descriptor_type(r.kind)) {
    case DescriptorType::cbv:
        return {C::UniformBufferArrayDynamicIndexing, C::UniformBufferArrayNonUniformIndexing};
    case DescriptorType::uav:
        if (form == Form::storage_block)
            return {C::StorageBufferArrayDynamicIndexing, C::StorageBufferArrayNonUniformIndexing};
        if (is_buffer(r))
            return {C::StorageTexelBufferArrayDynamicIndexing, C::StorageTexelBufferArrayNonUniformIndexing};
        return {C::StorageImageArrayDynamicIndexing, C::StorageImageArrayNonUniformIndexing};
    default:
        if (is_buffer(r))
            return {C::UniformTexelBufferArrayDynamicIndexing, C::UniformTexelBufferArrayNonUniformIndexing};
        return {C::SampledImageArrayDynamicIndexing, C::SampledImageArrayNonUniformIndexing};
    }
}

constexpr uint32_t unbounded = ~0u;

} // namespace

uint32_t binding_flag(const Resource &r) {
    if (r.kind == ResourceKind::sampler) return 0; // samplers need none
    return is_buffer(r) ? driver::binding_buffer : driver::binding_image;
}

bool Writer::descriptor_indexing() {
    if (o_.environment >= driver::Environment::vulkan_1_2) return true;
    if (!extension_allowed(driver::extension_descriptor_indexing)) return false;
    b_.extension("SPV_EXT_descriptor_indexing");
    return true;
}

// --- bindings
// -----------------------------------------------------------------------------------------------------

// Without a description of the interface, resources take set 0 and their numbers in order of declaration;
// counters follow behind all of them, then further combined samplers.
uint32_t Writer::default_counter_binding(uint32_t index) const {
    auto binding = static_cast<uint32_t>(m_.resources.size());
    for (uint32_t i = 0; i < index; ++i)
        binding += m_.resources[i].counter;
    return binding;
}

const driver::ResourceBinding *Writer::fitting_binding(uint32_t index) const {
    const Resource &r = m_.resources[index];
    const uint32_t last = r.count == unbounded ? r.first_register : r.first_register + r.count - 1;
    const uint32_t needed = binding_flag(r);
    for (const driver::ResourceBinding &b : o_.interface.bindings) {
        if (b.type != descriptor_type(r.kind) || (b.flags & needed) != needed || !visible(b.visibility) ||
            b.register_space != r.space || b.register_index > r.first_register ||
            (b.binding.count != unbounded && last - b.register_index >= b.binding.count))
            continue;
        return &b;
    }
    return nullptr;
}

bool Writer::find_binding(uint32_t index, driver::DescriptorBinding *binding, DescriptorVariable *var) {
    const Resource &r = m_.resources[index];
    if (o_.interface.bindings.empty()) {
        *binding = {0, index, r.count};
        return true;
    }
    const driver::ResourceBinding *b = fitting_binding(index);
    if (!b) {
        error(code::spirv_no_binding, "No binding for %s %u in space %u.", kind_name(r.kind),
              r.first_register, r.space);
        return false;
    }
    *binding = b->binding;
    var->first = r.first_register - b->register_index + b->offset.static_offset;
    var->dynamic = b->offset.dynamic_offset_index;
    return true;
}

// Makes the variable of one descriptor or of an array of them. `count`: how many the shader declares.
void Writer::finish_descriptor(uint32_t index, DescriptorVariable &var,
                               const driver::DescriptorBinding &binding, uint32_t count) {
    const Resource &r = m_.resources[index];
    Id pointee = var.value_type;
    var.array = count != 1 || var.first || var.dynamic != ~0u;
    if (var.array) {
        if (binding.count != unbounded) {
            pointee = b_.array(pointee, binding.count > var.first ? binding.count : var.first + 1);
        } else if (descriptor_indexing()) {
            b_.capability(spv::Capability::RuntimeDescriptorArray);
            pointee = b_.runtime_array(pointee, 0);
        } else {
            return error(code::spirv_indexing,
                         "An unbounded descriptor array (%s %u, space %u) needs SPV_EXT_descriptor_indexing, "
                         "which the target environment does not offer.",
                         kind_name(r.kind), r.first_register, r.space);
        }
    }
    var.id = global(var.storage, pointee);
    b_.decorate(var.id, spv::Decoration::DescriptorSet, binding.set);
    b_.decorate(var.id, spv::Decoration::Binding, binding.binding);
}

const driver::PushConstantBuffer *Writer::find_push_constants(const Resource &r) const {
    if (r.kind != ResourceKind::constant_buffer || r.count != 1) return nullptr;
    for (const driver::PushConstantBuffer &p : o_.interface.push_constant_buffers)
        if (p.register_space == r.space && p.register_index == r.first_register && visible(p.visibility))
            return &p;
    return nullptr;
}

// An entry point may have one block of push constants, so all buffers in it are members of that. A member is
// an array of rows where the range is made of whole ones, else an array of words.
void Writer::declare_push_constants() {
    if (push_block_) return;
    struct Member {
        Id type;
        uint32_t offset, end;
    };
    Vec<Member> members(arena_);
    auto add = [&](Id element, uint32_t offset, uint32_t count, uint32_t stride) {
        const uint64_t end = offset + uint64_t{count} * stride;
        if (offset % 4 || end > ~0u)
            error(code::spirv_binding, "Push constants cannot lie at offset %u.", offset);
        for (const Member &m : members)
            if (offset < m.end && m.offset < end)
                error(code::spirv_binding, "The push constants at offsets %u and %u overlap.", m.offset,
                      offset);
        members.push({b_.array(element, count, stride), offset, static_cast<uint32_t>(end)});
        return static_cast<uint32_t>(members.size() - 1);
    };
    for (uint32_t i = 0; i < m_.resources.size(); ++i) {
        const Resource &r = m_.resources[i];
        const driver::PushConstantBuffer *p = find_push_constants(r);
        if (!p) continue;
        ResourceVariable &var = resources_[i];
        var.kind = var.int_loads > var.float_loads ? ir::Kind::i32 : ir::Kind::f32;
        var.push_words = p->offset % 16 || p->size % 16;
        const uint32_t stride = var.push_words ? 4 : 16;
        var.push_count = p->size / stride;
        const uint64_t declared = uint64_t{r.size} * 16 / stride;
        if (declared && declared < var.push_count) var.push_count = static_cast<uint32_t>(declared);
        if (!var.push_count) continue; // nothing is pushed and everything reads zero
        var.descriptor.push_member =
            add(type({var.kind, var.push_words ? 1u : 4u}), p->offset, var.push_count, stride);
    }
    if (o_.interface.descriptor_table_count)
        push_table_member_ = add(type(ir::i32()), o_.interface.descriptor_table_offset,
                                 o_.interface.descriptor_table_count, 4);
    if (members.empty() || diag_.has_errors()) return;
    Vec<Id> types(arena_, members.size());
    for (const Member &m : members)
        types.push(m.type);
    Id block = b_.unique_struct(types.span());
    b_.decorate(block, spv::Decoration::Block);
    for (uint32_t i = 0; i < members.size(); ++i)
        b_.member_decorate(block, i, spv::Decoration::Offset, members[i].offset);
    push_block_ = global(spv::StorageClass::PushConstant, block);
    if (!o_.strip_debug) b_.name(push_block_, "push_constants");
}

// --- types
// -------------------------------------------------------------------------------------------------------

Id Writer::image_type(const Resource &r, ResourceVariable &var) {
    const bool storage = descriptor_type(r.kind) == DescriptorType::uav;
    auto format = spv::ImageFormat::Unknown;
    Id texel;
    if (r.kind != ResourceKind::texture && r.kind != ResourceKind::image) {
        // Raw and structured buffers are read by the word.
        var.kind = ir::Kind::i32;
        texel = type(ir::i32());
        format = spv::ImageFormat::R32ui;
    } else {
        const bool is_wide = r.sampled == SampledType::sint64 || r.sampled == SampledType::uint64;
        const bool is_int = is_wide || r.sampled == SampledType::sint || r.sampled == SampledType::uint;
        var.kind = is_wide ? ir::Kind::i64 : is_int ? ir::Kind::i32 : ir::Kind::f32;
        var.texel_signed = r.sampled == SampledType::sint || r.sampled == SampledType::sint64;
        texel = var.texel_signed ? b_.type_signed(1, ir::kind_bits(var.kind)) : type(var.kind);
        if (is_wide) {
            if (!extension_allowed(driver::extension_image_int64)) {
                error(code::spirv_feature,
                      "Images of 64-bit integers need SPV_EXT_shader_image_int64, which the target "
                      "environment does not offer.");
                return 0;
            }
            b_.extension("SPV_EXT_shader_image_int64");
            b_.capability(spv::Capability::Int64ImageEXT);
            format = var.texel_signed ? spv::ImageFormat::R64i : spv::ImageFormat::R64ui;
        } else if (storage && (r.atomics || (r.read && !o_.typed_uav_unknown_format))) {
            format = !is_int            ? spv::ImageFormat::R32f
                     : var.texel_signed ? spv::ImageFormat::R32i
                                        : spv::ImageFormat::R32ui;
        } else if (storage) {
            if (r.read) b_.capability(spv::Capability::StorageImageReadWithoutFormat);
            if (r.written) b_.capability(spv::Capability::StorageImageWriteWithoutFormat);
        }
    }
    const Dim dim = is_buffer(r) ? Dim::buffer : r.dim;
    auto needs = [&](spv::Capability sampled, spv::Capability stored) {
        b_.capability(storage ? stored : sampled);
    };
    switch (dim) {
    case Dim::buffer: needs(spv::Capability::SampledBuffer, spv::Capability::ImageBuffer); break;
    case Dim::d1:
    case Dim::d1_array: needs(spv::Capability::Sampled1D, spv::Capability::Image1D); break;
    case Dim::cube_array: needs(spv::Capability::SampledCubeArray, spv::Capability::ImageCubeArray); break;
    case Dim::d2_ms:
        if (storage) b_.capability(spv::Capability::StorageImageMultisample);
        break;
    case Dim::d2_ms_array:
        if (storage) {
            b_.capability(spv::Capability::StorageImageMultisample);
            b_.capability(spv::Capability::ImageMSArray);
        }
        break;
    default: break;
    }
    // Which of its accesses compare decides for GLSL and MSL; reads without a sampler never do.
    const uint32_t depth = !r.comparison ? 0 : r.plain_sample || o_.for_cross ? 2 : 1;
    return b_.other(spv::Op::OpTypeImage,
                    {texel, static_cast<uint32_t>(spirv_dim(dim)), depth, ir::is_array(dim),
                     ir::is_multisampled(dim), storage ? 2u : 1u, static_cast<uint32_t>(format)});
}

Id Writer::sampled_image_type(uint32_t index) {
    ResourceVariable &var = resources_[index];
    if (!var.sampled_image) {
        Id image = image_type(m_.resources[index], var);
        var.sampled_image = b_.other(spv::Op::OpTypeSampledImage, {image});
    }
    return var.sampled_image;
}

// --- variables
// ---------------------------------------------------------------------------------------------------

ResourceVariable &Writer::resource(uint32_t index) {
    if (!resources_[index].declared) declare_resource(index);
    return resources_[index];
}

void Writer::declare_resource(uint32_t index) {
    const Resource &r = m_.resources[index];
    ResourceVariable &var = resources_[index];
    DescriptorVariable &d = var.descriptor;
    const bool uav = descriptor_type(r.kind) == DescriptorType::uav;
    var.declared = true;
    if (find_push_constants(r)) {
        var.form = Form::push_constants;
        d.storage = spv::StorageClass::PushConstant;
        declare_push_constants();
        d.id = push_block_;
        return;
    }
    driver::DescriptorBinding binding;
    if (!find_binding(index, &binding, &d)) return;
    switch (r.kind) {
    case ResourceKind::constant_buffer: {
        var.form = Form::uniform_block;
        d.storage = spv::StorageClass::Uniform;
        // Components that are mostly used as integers need no casts then.
        var.kind = var.int_loads > var.float_loads ? ir::Kind::i32 : ir::Kind::f32;
        d.value_type = uniform_block(r.size ? r.size : 4096, var.kind);
        break;
    }
    case ResourceKind::sampler:
        var.form = Form::sampler;
        d.value_type = b_.other(spv::Op::OpTypeSampler, {});
        break;
    case ResourceKind::acceleration_structure:
        if (!ray_queries()) return;
        var.form = Form::acceleration_structure;
        d.value_type = b_.other(spv::Op::OpTypeAccelerationStructureKHR, {});
        break;
    case ResourceKind::texture:
    case ResourceKind::image:
    case ResourceKind::raw_buffer:
    case ResourceKind::structured_buffer:
        var.form = Form::image;
        d.value_type = image_type(r, var);
        break;
    default:
        if (o_.buffer_uav_storage_buffer) {
            var.form = Form::storage_block;
            var.kind = ir::Kind::i32;
            storage_block(d, b_.runtime_array(type(ir::i32()), 4));
        } else {
            var.form = Form::image;
            d.value_type = image_type(r, var);
        }
        break;
    }
    finish_descriptor(index, d, binding, r.count);
    if (!d.id) return;
    if (uav) {
        if (!r.read && !r.atomics && var.form == Form::image) b_.decorate(d.id, spv::Decoration::NonReadable);
        if (!r.written && !r.atomics) b_.decorate(d.id, spv::Decoration::NonWritable);
        if (r.coherent) b_.decorate(d.id, spv::Decoration::Coherent);
    }
    if (o_.strip_debug) return;
    static constexpr const char *letters[] = {"t", "u", "cb", "s"};
    char name[96];
    int n = r.name.empty()
                ? std::snprintf(name, sizeof(name), "%s%u",
                                letters[static_cast<int>(descriptor_type(r.kind))], r.first_register)
                : std::snprintf(name, sizeof(name), "%.*s",
                                static_cast<int>(r.name.size() < 90 ? r.name.size() : 90), r.name.data());
    b_.name(d.id, {name, static_cast<size_t>(n)});
}

// SPIR-V 1.3 brought a storage class for them, and 1.4 took the old spelling away.
void Writer::storage_block(DescriptorVariable &d, Id member, uint32_t offset) {
    d.storage = from_spirv_1_4() ? spv::StorageClass::StorageBuffer : spv::StorageClass::Uniform;
    d.value_type = b_.unique_struct(member);
    b_.decorate(d.value_type, from_spirv_1_4() ? spv::Decoration::Block : spv::Decoration::BufferBlock);
    b_.member_decorate(d.value_type, 0, spv::Decoration::Offset, offset);
}

// Blocks of one size are one type.
Id Writer::uniform_block(uint32_t rows, ir::Kind kind) {
    for (const UniformBlock &known : uniform_blocks_)
        if (known.rows == rows && known.kind == kind) return known.id;
    Id id = b_.unique_struct(b_.array(type({kind, 4}), rows, 16));
    b_.decorate(id, spv::Decoration::Block);
    b_.member_decorate(id, 0, spv::Decoration::Offset, 0);
    uniform_blocks_.push({rows, kind, id});
    return id;
}

// Accesses to rasteriser-ordered views happen between two instructions that order the pixels of one place.
bool Writer::use_interlock() {
    if (interlock_) return true;
    if (m_.stage != ir::Stage::pixel || !extension_allowed(driver::extension_fragment_shader_interlock)) {
        error(code::spirv_feature, "A rasteriser-ordered view needs SPV_EXT_fragment_shader_interlock, which "
                                   "the target environment does not offer.");
        return false;
    }
    interlock_ = true;
    b_.extension("SPV_EXT_fragment_shader_interlock");
    b_.capability(spv::Capability::FragmentShaderPixelInterlockEXT);
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::PixelInterlockOrderedEXT);
    return true;
}

void Writer::declare_counter(uint32_t index) {
    const Resource &r = m_.resources[index];
    ResourceVariable &var = resource(index);
    DescriptorVariable &d = var.counter;
    if (var.counter_form != Form::none || diag_.has_errors()) return;
    driver::DescriptorBinding binding{0, default_counter_binding(index), r.count};
    if (!o_.interface.bindings.empty() || !o_.interface.uav_counters.empty()) {
        const driver::UavCounterBinding *found = nullptr;
        for (const driver::UavCounterBinding &c : o_.interface.uav_counters)
            if (c.register_space == r.space && c.register_index <= r.first_register &&
                (c.binding.count == unbounded || r.first_register - c.register_index < c.binding.count) &&
                visible(c.visibility)) {
                found = &c;
                break;
            }
        if (!found)
            return error(code::spirv_no_binding,
                         "No binding for the counter of unordered access view %u in space %u.",
                         r.first_register, r.space);
        if (found->counter_offset % 4)
            return error(code::spirv_binding, "A counter lies at offset %u, which is no multiple of 4.",
                         found->counter_offset);
        var.counter_offset = found->counter_offset;
        binding = found->binding;
        d.first = r.first_register - found->register_index + found->offset.static_offset;
        d.dynamic = found->offset.dynamic_offset_index;
    }
    // GLSL's function for the decrement gives another value than SPIR-V's, which SPIRV-Cross does not heed.
    if (opengl() && !o_.for_cross) {
        var.counter_form = Form::atomic_counter;
        d.storage = spv::StorageClass::AtomicCounter;
        b_.capability(spv::Capability::AtomicStorage);
        d.value_type = type(ir::i32());
    } else if (o_.buffer_uav_storage_buffer) {
        var.counter_form = Form::storage_block;
        storage_block(d, type(ir::i32()), var.counter_offset);
    } else {
        var.counter_form = Form::image;
        b_.capability(spv::Capability::ImageBuffer);
        d.value_type =
            b_.other(spv::Op::OpTypeImage, {type(ir::i32()), static_cast<uint32_t>(spv::Dim::Buffer), 0, 0, 0,
                                            2, static_cast<uint32_t>(spv::ImageFormat::R32ui)});
    }
    finish_descriptor(index, d, binding, r.count);
    if (!d.id) return;
    if (var.counter_form == Form::atomic_counter)
        b_.decorate(d.id, spv::Decoration::Offset, var.counter_offset);
    if (!o_.strip_debug) {
        char name[32];
        int n = std::snprintf(name, sizeof(name), "u%u_counter", r.first_register);
        b_.name(d.id, {name, static_cast<size_t>(n)});
    }
}

// --- access
// ------------------------------------------------------------------------------------------------------

// The pointer to one descriptor, or the variable itself.
Id Writer::descriptor_pointer(uint32_t index, DescriptorVariable &var, Value array_index, const Inst &inst) {
    if (!var.array || diag_.has_errors()) return var.id;
    const bool varies = non_uniform(inst, var, array_index);
    const Resource &r = m_.resources[index];
    const Form form =
        &var == &resources_[index].counter ? resources_[index].counter_form : resources_[index].form;
    const Indexing needs = indexing(r, form);
    const bool texel_buffer = form == Form::image && is_buffer(r);
    uint32_t fixed = var.first;
    Id element = 0;
    if (array_index) {
        const Inst &a = origin(array_index);
        if (a.op == Op::constant)
            fixed += a.arg[0];
        else
            element = id(array_index);
    }
    if (var.dynamic != ~0u) {
        declare_push_constants();
        if (var.dynamic >= o_.interface.descriptor_table_count) {
            error(code::spirv_binding, "The descriptor table has no word %u.", var.dynamic);
            return 0;
        }
        Id pointer_type = pointer_to(spv::StorageClass::PushConstant, ir::i32());
        Id member = b_.u32(push_table_member_);
        Id p = typed(spv::Op::OpAccessChain, pointer_type, push_block_, member, b_.u32(var.dynamic));
        Id base = result(spv::Op::OpLoad, ir::i32(), p);
        element = element ? result(spv::Op::OpIAdd, ir::i32(), element, base) : base;
    }
    if (!element) {
        element = b_.u32(fixed);
    } else {
        element = offset_by(element, fixed);
        // Dynamic indexing of texel buffers came with the extension; that of the rest is of the first
        // version.
        // Atomic counters have no capability of indexing, nor a way to differ between lanes.
        const bool counters = form == Form::atomic_counter;
        // GLSL and MSL index all kinds alike, if the index is the same for all lanes.
        const bool extended = varies || (texel_buffer && !o_.for_cross);
        if (counters ? varies : extended && !descriptor_indexing()) {
            error(code::spirv_indexing,
                  "Indexing %s %u in space %u by a value needs SPV_EXT_descriptor_indexing, which the target "
                  "environment does not offer.",
                  kind_name(r.kind), r.first_register, r.space);
            return 0;
        }
        const bool has_capability = !counters && form != Form::acceleration_structure;
        if (has_capability) b_.capability(needs.dynamic);
    }
    Id pointer_type = b_.pointer(var.storage, var.value_type);
    Id p = typed(spv::Op::OpAccessChain, pointer_type, var.id, element);
    if (varies) {
        if (form != Form::acceleration_structure) b_.capability(needs.non_uniform);
        decorate_non_uniform(element);
        decorate_non_uniform(p);
    }
    return p;
}

// Whether lanes may reach different descriptors: whatever the instruction says, they share the only one, and
// one that a literal names.
bool Writer::non_uniform(const Inst &inst, const DescriptorVariable &var, Value array_index) const {
    return (inst.flags & ir::flag::non_uniform) && var.array && array_index && !is_constant(array_index);
}

// An id may be the index of several descriptors, and is decorated once.
void Writer::decorate_non_uniform(Id id) {
    if (non_uniform_.size() <= id) non_uniform_.resize(id + 1);
    if (non_uniform_[id]) return;
    non_uniform_[id] = 1;
    b_.capability(spv::Capability::ShaderNonUniform);
    b_.decorate(id, spv::Decoration::NonUniform);
}

// An image or sampler. One that is no array is read once, at the head of the function.
Id Writer::load_descriptor(uint32_t index, Value array_index, const Inst &inst) {
    DescriptorVariable &var = resource(index).descriptor;
    if (diag_.has_errors()) return 0;
    if (!var.array) {
        if (!var.loaded) {
            AtHead at_head(*this);
            var.loaded = typed(spv::Op::OpLoad, var.value_type, var.id);
        }
        return var.loaded;
    }
    Id p = descriptor_pointer(index, var, array_index, inst);
    if (diag_.has_errors()) return 0;
    Id r = typed(spv::Op::OpLoad, var.value_type, p);
    if (non_uniform(inst, var, array_index)) decorate_non_uniform(r);
    return r;
}

} // namespace weft::spirv
