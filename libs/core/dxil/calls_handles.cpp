// Resources and the handles that name them.
#include <algorithm>

#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Op;

namespace {

constexpr uint32_t most_rows = 4096; // of a constant buffer
constexpr uint32_t max_stride = 2048;
constexpr uint32_t max_resources = 2048; // heaps' included

ir::Dim dimension(ResourceKind kind) {
    switch (kind) {
    case ResourceKind::texture_1d: return ir::Dim::d1;
    case ResourceKind::texture_2d:
    case ResourceKind::feedback_2d: return ir::Dim::d2;
    case ResourceKind::texture_2dms: return ir::Dim::d2_ms;
    case ResourceKind::texture_3d: return ir::Dim::d3;
    case ResourceKind::texture_cube: return ir::Dim::cube;
    case ResourceKind::texture_1d_array: return ir::Dim::d1_array;
    case ResourceKind::texture_2d_array:
    case ResourceKind::feedback_2d_array: return ir::Dim::d2_array;
    case ResourceKind::texture_2dms_array: return ir::Dim::d2_ms_array;
    case ResourceKind::texture_cube_array: return ir::Dim::cube_array;
    case ResourceKind::typed_buffer:
    case ResourceKind::texture_buffer: return ir::Dim::buffer;
    default: return ir::Dim::none;
    }
}

// By component type of the metadata. Doubles travel as pairs of words, and so do 64-bit integers that no
// atomic operation wants.
ir::SampledType sampled_type(uint8_t component, bool image) {
    switch (component) {
    case 2:
    case 4: return ir::SampledType::sint;
    case 6: return image ? ir::SampledType::sint64 : ir::SampledType::uint;
    case 7: return image ? ir::SampledType::uint64 : ir::SampledType::uint;
    case 8:
    case 9: return ir::SampledType::float_;
    case 11:
    case 13: return ir::SampledType::snorm;
    case 12:
    case 14: return ir::SampledType::unorm;
    default: return ir::SampledType::uint;
    }
}

} // namespace

bool Calls::declare(const Resource &r, ir::Resource *out) {
    out->space = r.space;
    out->first_register = r.lower;
    out->count = r.count;
    out->range_id = r.id;
    out->coherent = r.coherent;
    out->rasteriser_ordered = r.ordered;
    out->sample_count = static_cast<uint8_t>(std::min(r.sample_count, 64u));
    const bool uav = r.type == ResourceClass::uav;
    switch (r.kind) {
    case ResourceKind::constant_buffer:
        out->kind = ir::ResourceKind::constant_buffer;
        out->size = r.size / 16 + (r.size % 16 != 0);
        if (!out->size || out->size > most_rows) out->size = most_rows;
        return true;
    case ResourceKind::sampler:
        out->kind = ir::ResourceKind::sampler;
        out->comparison = r.sampler_mode == 1;
        return true;
    case ResourceKind::raw_buffer:
        out->kind = uav ? ir::ResourceKind::rw_raw_buffer : ir::ResourceKind::raw_buffer;
        return true;
    case ResourceKind::structured_buffer:
        out->kind = uav ? ir::ResourceKind::rw_structured_buffer : ir::ResourceKind::structured_buffer;
        out->stride = r.stride;
        return (r.stride && r.stride <= max_stride && r.stride % (l_.native_16_bit_ ? 2 : 4) == 0) ||
               fail(code::dxil_resources, "the stride of a structured buffer is out of range");
    case ResourceKind::acceleration_structure:
        out->kind = ir::ResourceKind::acceleration_structure;
        return true;
    default: break;
    }
    out->kind = uav ? ir::ResourceKind::image : ir::ResourceKind::texture;
    out->dim = dimension(r.kind);
    out->sampled = sampled_type(r.component_type, uav);
    if (out->dim == ir::Dim::none) return fail(code::dxil_resources, "a resource is of an unknown kind");
    if (uav && (out->dim == ir::Dim::cube || out->dim == ir::Dim::cube_array))
        return fail(code::dxil_resources, "no UAV has the dimension of a cube");
    return true;
}

bool Calls::begin_resources() {
    if (failed(read_resources(m_, arena(), diag_, &resources_))) return false;
    for (const Resource &r : resources_.all) {
        ir::Resource out{};
        if (!declare(r, &out)) return false;
        ir().resources.push(out);
    }
    return true;
}

// Descriptor heaps: what a shader takes out of one is a descriptor of the unbounded range that starts at
// register 0 of the heaps' space. Each kind of resource is a range of its own, bound as the caller says.
uint32_t Calls::heap_resource(const ir::Resource &r) {
    for (uint32_t i = static_cast<uint32_t>(resources_.all.size()); i < ir().resources.size(); ++i) {
        ir::Resource &known = ir().resources[i];
        if (known.kind == r.kind && known.dim == r.dim && known.sampled == r.sampled &&
            known.stride == r.stride && known.sample_count == r.sample_count &&
            known.coherent == r.coherent && known.rasteriser_ordered == r.rasteriser_ordered &&
            known.comparison == r.comparison) {
            known.size = std::max(known.size, r.size);
            return i;
        }
    }
    ir().resources.push(r);
    return static_cast<uint32_t>(ir().resources.size() - 1);
}

// `index` is the argument with the register number, lower bound included.
bool Calls::handle_of(const Resource *r, unsigned index, unsigned non_uniform) {
    if (!r) return fail(code::dxil_handle, "there is no such resource");
    Handle h;
    h.resource = static_cast<uint32_t>(r - resources_.all.data());
    uint64_t literal_index, varies = 0;
    if (literal(index, &literal_index)) {
        const auto at = static_cast<uint32_t>(literal_index);
        if (at < r->lower || at - r->lower >= r->count)
            return fail(code::dxil_handle, "the register lies outside of the resource's range");
        if (r->count != 1) h.array_index = b_.i32c(at - r->lower);
    } else if (r->count != 1) {
        h.array_index = argument(index);
        if (r->lower) h.array_index = b_.binary(Op::isub, h.array_index, b_.i32c(r->lower));
    }
    h.non_uniform = h.array_index && literal(non_uniform, &varies) && varies;
    l_.set(*ins_, h);
    return true;
}

bool Calls::create_handle() {
    uint32_t type;
    uint64_t id;
    if (!literal_below(0, 4, "the class", &type)) return false;
    if (!literal(1, &id)) return fail(code::dxil_handle, "the resource is not named by a literal");
    return handle_of(resources_.find(static_cast<ResourceClass>(type), static_cast<uint32_t>(id)), 2, 3);
}

bool Calls::create_handle_from_binding() {
    uint64_t fields[4]; // lower, upper, space, class
    if (!l_.literals(argument_number(0), fields) || fields[3] > 3)
        return fail(code::dxil_handle, "the binding is no constant");
    return handle_of(resources_.find(static_cast<ResourceClass>(fields[3]), static_cast<uint32_t>(fields[2]),
                                     static_cast<uint32_t>(fields[0])),
                     1, 2);
}

bool Calls::create_handle_from_heap() {
    Handle h;
    uint64_t sampler = 0, varies = 0;
    if (!literal(1, &sampler)) return fail(code::dxil_handle, "the heap is not named by a literal");
    h.array_index = argument(0);
    h.heap = true;
    h.sampler_heap = sampler;
    h.long_atomics = used() & long_atomics_bit;
    h.non_uniform = literal(2, &varies) && varies;
    l_.set(*ins_, h);
    return true;
}

bool Calls::annotate_handle() {
    enum : uint64_t { uav = 1 << 12, coherent = 1 << 14 };
    Slot s;
    uint64_t words[2];
    if (!l_.slot(argument_number(0), &s)) return false;
    if (s.kind != SlotKind::handle) return fail(code::dxil_handle, "this is no handle");
    if (!l_.literals(argument_number(1), words))
        return fail(code::dxil_handle, "the properties are no constant");
    Handle h = l_.handles_[s.index];
    if (!h.heap) {
        ir::Resource &r = ir().resources[h.resource];
        if (words[0] & coherent && words[0] & uav) r.coherent = true;
        l_.set(*ins_, h);
        return true;
    }
    Resource r;
    const uint32_t properties[2] = {static_cast<uint32_t>(words[0]), static_cast<uint32_t>(words[1])};
    if (!heap_entry(properties, &r) || h.sampler_heap != (r.type == ResourceClass::sampler))
        return fail(code::dxil_handle, "a heap has no such resource");
    // Properties do not tell; metadata has no entry of a heap.
    if (h.long_atomics || used() & long_atomics_bit) r.component_type = long_component(r.component_type);
    ir::Resource out{};
    if (!declare(r, &out)) return false;
    if (ir().resources.size() >= max_resources)
        return unsupported("A shader with this many kinds of resources");
    h.resource = heap_resource(out);
    h.heap = false;
    l_.set(*ins_, h);
    return true;
}

} // namespace weft::dxil
