#include "core/dxil/scan.h"

#include <algorithm>
#include <tuple>

#include "core/dxil/operations.h"
#include "core/dxil/resources.h"

namespace weft::dxil {

namespace {

driver::ResourceType resource_type(ResourceKind kind) {
    using enum ResourceKind;
    switch (kind) {
    case texture_1d: return driver::ResourceType::texture_1d;
    case texture_2d:
    case feedback_2d: return driver::ResourceType::texture_2d;
    case texture_2dms: return driver::ResourceType::texture_2dms;
    case texture_3d: return driver::ResourceType::texture_3d;
    case texture_cube: return driver::ResourceType::texture_cube;
    case texture_1d_array: return driver::ResourceType::texture_1darray;
    case texture_2d_array:
    case feedback_2d_array: return driver::ResourceType::texture_2darray;
    case texture_2dms_array: return driver::ResourceType::texture_2dmsarray;
    case texture_cube_array: return driver::ResourceType::texture_cubearray;
    case typed_buffer:
    case raw_buffer:
    case structured_buffer:
    case constant_buffer:
    case texture_buffer: return driver::ResourceType::buffer;
    default: return driver::ResourceType::none;
    }
}

// By component type of the metadata.
constexpr driver::ResourceDataType data_types[] = {
    driver::ResourceDataType::uint,   driver::ResourceDataType::uint,    driver::ResourceDataType::int_,
    driver::ResourceDataType::uint,   driver::ResourceDataType::int_,    driver::ResourceDataType::uint,
    driver::ResourceDataType::int_,   driver::ResourceDataType::uint,    driver::ResourceDataType::float_,
    driver::ResourceDataType::float_, driver::ResourceDataType::double_, driver::ResourceDataType::snorm,
    driver::ResourceDataType::unorm,  driver::ResourceDataType::snorm,   driver::ResourceDataType::unorm,
    driver::ResourceDataType::snorm,  driver::ResourceDataType::unorm,
};

constexpr uint32_t max_heap_entries = 1024; // kinds of them

class Scanner {
  public:
    Scanner(const Module &module, const Resources &resources, Arena &arena, Diagnostics &diag)
        : m_(module),
          resources_(resources),
          diag_(diag),
          descriptors_(arena, resources.all.size()),
          heap_(arena),
          pairs_(arena),
          handles_(arena) {}

    void run(const driver::ScanRequest &request, driver::ScanResult *out);

  private:
    // What a value of type handle stands for.
    struct Handle {
        const Resource *resource = nullptr;
        uint32_t index = 0;
        bool constant = false; // the index is known
        bool heap = false;     // an entry of a descriptor heap, not annotated yet
        uint32_t descriptor = 0;
    };

    void declare(const Resource &r);
    void call(const Function &f, const Instruction &ins);
    Handle create(const Function &f, DxOp op, const uint32_t *arguments, uint32_t count);
    Handle named(const Resource *r) const;
    Handle annotated(const Function &f, Handle h, uint32_t properties);
    bool integers(const Function &f, uint32_t value, std::span<uint32_t> out) const;
    void pair(const Handle &resource, const Handle *sampler);
    std::span<const driver::ResourceSamplerPair> distinct_pairs();
    void mark(const Handle &h, uint32_t flags);
    bool integer(const Function &f, uint32_t value, uint32_t *out) const {
        return m_.integer(&f, value, out);
    }
    Handle handle(uint32_t value) const {
        const auto globals = static_cast<uint32_t>(m_.global_values.size());
        return value < globals ? Handle{} : handles_[value - globals];
    }

    const Module &m_;
    const Resources &resources_;
    Diagnostics &diag_;
    Vec<driver::Descriptor> descriptors_;
    Vec<Resource *> heap_; // what is taken out of descriptor heaps, behind the declared ones
    Vec<driver::ResourceSamplerPair> pairs_;
    Vec<Handle> handles_; // by value of the function's own
    bool warned_ = false;
    bool wants_pairs_ = false;
};

void Scanner::declare(const Resource &r) {
    driver::Descriptor d{};
    d.register_space = r.space;
    d.register_index = r.lower;
    d.count = r.count;
    d.resource_type = resource_type(r.kind);
    switch (r.type) {
    case ResourceClass::srv:
    case ResourceClass::uav: {
        d.type = r.type == ResourceClass::uav ? driver::DescriptorType::uav : driver::DescriptorType::srv;
        d.data_type = r.component_type < std::size(data_types) ? data_types[r.component_type]
                                                               : driver::ResourceDataType::uint;
        if (r.kind == ResourceKind::raw_buffer) d.flags |= driver::descriptor_raw_buffer;
        if (r.counter) d.flags |= driver::descriptor_uav_counter;
        break;
    }
    case ResourceClass::cbv:
        d.type = driver::DescriptorType::cbv;
        d.data_type = driver::ResourceDataType::uint;
        break;
    case ResourceClass::sampler:
        d.type = driver::DescriptorType::sampler;
        if (r.sampler_mode == 1) d.flags |= driver::descriptor_sampler_comparison;
        break;
    }
    descriptors_.push(d);
}

// The members of a constant structure.
bool Scanner::integers(const Function &f, uint32_t value, std::span<uint32_t> out) const {
    std::fill(out.begin(), out.end(), 0);
    const Value &v = m_.value(&f, value);
    if (v.kind != ValueKind::constant) return false;
    const Constant &c = m_.constants[v.index];
    if (c.kind == ConstantKind::null) return true; // all zero is written as such
    if (c.kind != ConstantKind::aggregate || c.count != out.size()) return false;
    for (uint32_t i = 0; i < c.count; ++i)
        if (!integer(f, m_.operands[c.first + i], &out[i])) return false;
    return true;
}

Scanner::Handle Scanner::named(const Resource *r) const {
    Handle h;
    h.resource = r;
    if (r) h.descriptor = static_cast<uint32_t>(r - resources_.all.data());
    return h;
}

// A descriptor out of a heap is one of the unbounded range of its kind in the heaps' space.
Scanner::Handle Scanner::annotated(const Function &f, Handle h, uint32_t properties) {
    Resource r;
    uint32_t words[2];
    if (!h.heap || !integers(f, properties, words) || !heap_entry(words, &r)) return h;
    h.heap = false;
    for (uint32_t i = 0; i < heap_.size(); ++i)
        if (same_entry(*heap_[i], r)) {
            h.resource = heap_[i];
            h.descriptor = static_cast<uint32_t>(resources_.all.size() + i);
            return h;
        }
    if (heap_.size() >= max_heap_entries) return h;
    heap_.push(heap_.arena().make<Resource>(r));
    h.resource = heap_.back();
    h.descriptor = static_cast<uint32_t>(descriptors_.size());
    declare(r);
    return h;
}

Scanner::Handle Scanner::create(const Function &f, DxOp op, const uint32_t *arguments, uint32_t count) {
    Handle h;
    uint32_t resource_class, id, fields[4]; // lower, upper, space, class
    switch (op) {
    case DxOp::CreateHandle:
        if (count < 4 || !integer(f, arguments[1], &resource_class) || !integer(f, arguments[2], &id)) break;
        h = named(resources_.find(static_cast<ResourceClass>(resource_class & 0xff), id));
        h.constant = integer(f, arguments[3], &h.index);
        break;
    case DxOp::CreateHandleFromBinding:
        if (count < 3 || !integers(f, arguments[1], fields)) break;
        h = named(resources_.find(static_cast<ResourceClass>(fields[3] & 0xff), fields[2], fields[0]));
        h.constant = integer(f, arguments[2], &h.index);
        break;
    case DxOp::CreateHandleFromHeap:
        if (count < 2) break;
        h.heap = true;
        h.constant = integer(f, arguments[1], &h.index);
        break;
    case DxOp::CreateHandleForLib: {
        if (count < 2) break;
        const Value &v = m_.value(&f, arguments[1]);
        if (v.kind != ValueKind::instruction || m_.instructions[v.index].opcode != Opcode::load) break;
        const uint32_t symbol = m_.operands[m_.instructions[v.index].first];
        for (const Resource &r : resources_.all)
            if (r.symbol == symbol) {
                h = named(&r);
                h.index = r.lower;
                h.constant = r.count == 1;
            }
        break;
    }
    default: // annotateHandle
        if (count < 2) break;
        h = handle(arguments[1]);
        if (count >= 3) h = annotated(f, h, arguments[2]);
        break;
    }
    return h;
}

// Each once, in the order of first use.
std::span<const driver::ResourceSamplerPair> Scanner::distinct_pairs() {
    struct Numbered {
        driver::ResourceSamplerPair pair;
        uint32_t number;
    };
    const auto key = [](const driver::ResourceSamplerPair &p) {
        return std::tie(p.resource_space, p.resource_index, p.sampler_space, p.sampler_index);
    };
    Vec<Numbered> all(pairs_.arena(), pairs_.size());
    for (const auto &p : pairs_)
        all.push({p, static_cast<uint32_t>(all.size())});
    std::sort(all.begin(), all.end(), [&](const Numbered &a, const Numbered &b) {
        return key(a.pair) != key(b.pair) ? key(a.pair) < key(b.pair) : a.number < b.number;
    });
    Numbered *end = std::unique(all.begin(), all.end(), [&](const Numbered &a, const Numbered &b) {
        return key(a.pair) == key(b.pair);
    });
    std::sort(all.begin(), end, [](const Numbered &a, const Numbered &b) { return a.number < b.number; });
    pairs_.clear();
    for (const Numbered *n = all.begin(); n != end; ++n)
        pairs_.push(n->pair);
    return pairs_.span();
}

void Scanner::mark(const Handle &h, uint32_t flags) {
    if (h.resource && h.resource->type == ResourceClass::uav) descriptors_[h.descriptor].flags |= flags;
}

void Scanner::pair(const Handle &resource, const Handle *sampler) {
    if (!wants_pairs_ || (resource.resource && resource.resource->type != ResourceClass::srv)) return;
    if (!resource.resource || !resource.constant || (sampler && (!sampler->resource || !sampler->constant))) {
        if (!warned_)
            diag_.warning({}, 9300,
                          "Resources and samplers with a dynamic index are left out of the combined list.");
        warned_ = true;
        return;
    }
    const driver::ResourceSamplerPair p{resource.resource->space, resource.index,
                                        sampler ? sampler->resource->space : 0,
                                        sampler ? sampler->index : driver::dummy_sampler};
    pairs_.push(p);
}

void Scanner::call(const Function &f, const Instruction &ins) {
    const uint32_t *operands = m_.operands.data() + ins.first;
    uint32_t number;
    if (!m_.operation(f, ins, &number)) return;
    const uint32_t *arguments = operands + 1; // the opcode first
    const uint32_t count = ins.count - 1;
    const auto set = [&](const Handle &h) {
        if (ins.value != none) handles_[ins.value - m_.global_values.size()] = h;
    };
    const auto sampled = [&](uint32_t resource) {
        if (count < resource + 2) return;
        const Handle sampler = handle(arguments[resource + 1]);
        pair(handle(arguments[resource]), &sampler);
    };
    const auto op = static_cast<DxOp>(number);
    switch (op) {
    case DxOp::CreateHandle:
    case DxOp::CreateHandleForLib:
    case DxOp::CreateHandleFromBinding:
    case DxOp::CreateHandleFromHeap:
    case DxOp::AnnotateHandle: set(create(f, op, arguments, count)); break;
    case DxOp::TextureLoad:
    case DxOp::BufferLoad:
    case DxOp::RawBufferLoad:
        if (count < 2) break;
        mark(handle(arguments[1]), driver::descriptor_uav_read);
        pair(handle(arguments[1]), nullptr);
        break;
    case DxOp::AtomicBinOp:
    case DxOp::AtomicCompareExchange:
        if (count < 2) break;
        mark(handle(arguments[1]), driver::descriptor_uav_read | driver::descriptor_uav_atomics);
        break;
    case DxOp::TextureGather:
    case DxOp::TextureGatherCmp:
    case DxOp::TextureGatherRaw:
    case DxOp::CalculateLOD:
    case DxOp::SampleCmpLevel:
    case DxOp::SampleCmpGrad:
    case DxOp::SampleCmpBias: sampled(1); break;
    default:
        if (op >= DxOp::Sample && op <= DxOp::SampleCmpLevelZero) sampled(1);
        if (op >= DxOp::WriteSamplerFeedback && op <= DxOp::WriteSamplerFeedbackGrad) sampled(2);
        break;
    }
}

void Scanner::run(const driver::ScanRequest &request, driver::ScanResult *out) {
    wants_pairs_ = request.combined_samplers;
    for (const Resource &r : resources_.all)
        declare(r);
    for (const Function &f : m_.functions) {
        if (f.is_declaration) continue;
        handles_.clear();
        handles_.resize(f.values.count);
        for (uint32_t i = 0; i < f.instructions.count; ++i) {
            const Instruction &ins = m_.instructions[f.instructions.first + i];
            if (ins.opcode == Opcode::call) call(f, ins);
        }
    }
    if (request.descriptors) out->descriptors = descriptors_.span();
    if (request.combined_samplers) out->combined_samplers = distinct_pairs();
}

} // namespace

Result scan(const Module &module, const Interface &interface, const driver::ScanRequest &request,
            Arena &arena, Diagnostics &diag, driver::ScanResult *out) {
    out->inputs = signature::by_row(interface.inputs, arena);
    out->outputs = signature::by_row(interface.outputs, arena);
    out->patch_constants = signature::by_row(interface.patch_constants, arena);
    for (unsigned i = 0; i < 3; ++i)
        out->thread_group_size[i] = interface.thread_group_size[i];
    if (interface.output_primitive <= static_cast<uint32_t>(driver::TessellatorOutput::triangle_ccw))
        out->tessellator_output = static_cast<driver::TessellatorOutput>(interface.output_primitive);
    if (interface.partitioning <= static_cast<uint32_t>(driver::TessellatorPartitioning::fractional_even))
        out->tessellator_partitioning = static_cast<driver::TessellatorPartitioning>(interface.partitioning);
    out->denormal_f32 = static_cast<driver::DenormalMode>(interface.denormals_f32);
    if (!request.descriptors && !request.combined_samplers) return Result::ok;
    Resources resources;
    if (Result r = read_resources(module, arena, diag, &resources); failed(r)) return r;
    Scanner(module, resources, arena, diag).run(request, out);
    return Result::ok;
}

} // namespace weft::dxil
