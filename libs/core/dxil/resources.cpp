#include "core/dxil/resources.h"

#include "core/dxil/metadata.h"

namespace weft::dxil {

namespace {

// Direct3D 12 has a million descriptors in a heap; shaders declare tens.
constexpr uint32_t max_resources = 1024;

enum ExtraTag : uint32_t { tag_component_type = 0, tag_stride = 1, tag_atomic_64 = 3 };

bool read_resource(const Module &module, const MetadataView &view, const Metadata *node, ResourceClass type,
                   Resource *r) {
    bool ok = true;
    const auto u32 = [&](uint32_t i) { return view.u32(view.operand(node, i), &ok); };
    r->type = type;
    r->id = u32(0);
    if (const Value *symbol = view.value(view.operand(node, 1));
        symbol && symbol->kind == ValueKind::variable)
        r->symbol = view.operand(node, 1)->first;
    if (const Value *symbol = view.value(view.operand(node, 1)))
        if (const Type &pointer = module.types[symbol->type]; pointer.kind == TypeKind::pointer)
            r->symbol_type = module.element(pointer);
    if (const std::string_view *name = view.string(view.operand(node, 2))) r->name = *name;
    r->space = u32(3);
    r->lower = u32(4);
    r->count = u32(5);
    uint32_t kind = 0, extra = 7;
    switch (type) {
    case ResourceClass::srv:
        kind = u32(6);
        r->sample_count = u32(7);
        extra = 8;
        break;
    case ResourceClass::uav:
        kind = u32(6);
        r->coherent = u32(7);
        r->counter = u32(8);
        r->ordered = u32(9);
        extra = 10;
        break;
    case ResourceClass::cbv:
        kind = static_cast<uint32_t>(ResourceKind::constant_buffer);
        r->size = u32(6);
        break;
    case ResourceClass::sampler:
        kind = static_cast<uint32_t>(ResourceKind::sampler);
        r->sampler_mode = static_cast<uint8_t>(u32(6) & 3);
        break;
    }
    if (!ok || !kind || kind > static_cast<uint32_t>(ResourceKind::feedback_2d_array)) return false;
    if (r->count != ~0u && (!r->count || r->count - 1 > ~0u - r->lower)) return false;
    r->kind = static_cast<ResourceKind>(kind);
    const Metadata *list = view.operand(node, extra);
    bool has_long_atomics = false;
    for (uint32_t i = 0; i + 1 < view.count(list); i += 2) {
        const uint32_t tag = view.u32(view.operand(list, i), &ok);
        if (tag == tag_component_type && type != ResourceClass::cbv)
            r->component_type = static_cast<uint8_t>(view.u32(view.operand(list, i + 1), &ok));
        else if (tag == tag_stride)
            r->stride = view.u32(view.operand(list, i + 1), &ok);
        else if (tag == tag_atomic_64 && type == ResourceClass::uav)
            has_long_atomics = view.u32(view.operand(list, i + 1), &ok);
    }
    if (has_long_atomics) r->component_type = long_component(r->component_type);
    return ok;
}

} // namespace

uint8_t long_component(uint8_t type) {
    constexpr uint8_t i32 = 4, u32 = 5, i64 = 6, u64 = 7;
    return type == i32 ? i64 : type == u32 ? u64 : type;
}

bool heap_entry(std::span<const uint32_t> words, Resource *out) {
    enum : uint32_t { uav = 1 << 12, ordered = 1 << 13, coherent = 1 << 14, comparison = 1 << 15 };
    constexpr uint32_t heap_space = ~0u;
    Resource r;
    const uint32_t kind = words[0] & 0xff;
    if (!kind || kind > static_cast<uint32_t>(ResourceKind::feedback_2d_array)) return false;
    r.kind = static_cast<ResourceKind>(kind);
    r.type = r.kind == ResourceKind::sampler           ? ResourceClass::sampler
             : r.kind == ResourceKind::constant_buffer ? ResourceClass::cbv
             : words[0] & uav                          ? ResourceClass::uav
                                                       : ResourceClass::srv;
    r.space = heap_space;
    r.count = ~0u;
    r.coherent = words[0] & coherent;
    r.ordered = words[0] & ordered;
    switch (r.kind) {
    case ResourceKind::structured_buffer:
        r.stride = words[1];
        r.counter = words[0] & comparison;
        break;
    case ResourceKind::constant_buffer: r.size = words[1]; break;
    case ResourceKind::sampler: r.sampler_mode = words[0] & comparison ? 1 : 0; break;
    default:
        r.component_type = static_cast<uint8_t>(words[1]);
        r.sample_count = words[1] >> 16 & 0xff;
        break;
    }
    *out = r;
    return true;
}

bool same_entry(const Resource &a, const Resource &b) {
    return a.kind == b.kind && a.type == b.type && a.coherent == b.coherent && a.ordered == b.ordered &&
           a.stride == b.stride && a.sampler_mode == b.sampler_mode && a.component_type == b.component_type &&
           a.sample_count == b.sample_count;
}

Result read_resources(const Module &module, Arena &arena, Diagnostics &diag, Resources *out) {
    const MetadataView view(module);
    const Metadata *lists = view.operand(view.named("dx.resources"), 0);
    uint32_t total = 0;
    for (uint32_t c = 0; c < 4; ++c) {
        out->first[c] = total;
        total += std::min(view.count(view.operand(lists, c)), max_resources + 1);
    }
    out->first[4] = total;
    const auto refuse = [&](const char *what, unsigned number) {
        diag.error({}, Result::invalid_shader, code::dxil_resources, what, number);
        return Result::invalid_shader;
    };
    if (total > max_resources) return refuse("There are more than %u resources.", max_resources);
    out->all = {arena.array<Resource>(total), total};
    for (uint32_t c = 0; c < 4; ++c)
        for (uint32_t i = out->first[c]; i < out->first[c + 1]; ++i) {
            Resource &r = out->all[i];
            r = {};
            const uint32_t id = i - out->first[c];
            if (!read_resource(module, view, view.operand(view.operand(lists, c), id),
                               static_cast<ResourceClass>(c), &r))
                return refuse("The declaration of resource %u is malformed.", i);
            if (r.id != id) return refuse("Resource %u is not numbered by its place.", i);
        }
    return Result::ok;
}

} // namespace weft::dxil
