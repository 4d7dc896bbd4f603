#include "core/tpf/scan.h"

#include "core/tpf/reader.h"

namespace weft::tpf {

namespace {

// Open addressing from 64-bit keys to indices; grows with its load, so hostile programs cost linear time.
class IndexMap {
  public:
    explicit IndexMap(Arena &arena) : arena_(arena), slots_(arena.zeroed<Slot>(64)) {}

    // The value of `key`, or `fresh` after inserting it.
    uint32_t find_or_add(uint64_t key, uint32_t fresh) {
        if ((used_ + 1) * 2 > slots_.size()) grow();
        Slot &s = slot(key);
        if (!s.value) {
            s = {key, fresh + 1};
            ++used_;
        }
        return s.value - 1;
    }
    // The value of `key`, or ~0.
    uint32_t find(uint64_t key) { return slot(key).value - 1; }

  private:
    struct Slot {
        uint64_t key;
        uint32_t value; // 0 = free
    };

    Slot &slot(uint64_t key) {
        size_t i = static_cast<size_t>(key * 0x9e3779b97f4a7c15ull >> 32) & (slots_.size() - 1);
        while (slots_[i].value && slots_[i].key != key)
            i = (i + 1) & (slots_.size() - 1);
        return slots_[i];
    }
    void grow() {
        auto old = slots_;
        slots_ = arena_.zeroed<Slot>(old.size() * 2);
        for (const Slot &s : old)
            if (s.value) slot(s.key) = s;
    }

    Arena &arena_;
    std::span<Slot> slots_;
    size_t used_ = 0;
};

constexpr uint64_t declaration_key(Binding::Kind kind, uint32_t id) {
    return uint64_t{static_cast<unsigned>(kind)} << 32 | id;
}

driver::ResourceType resource_type(Dimension dimension) {
    switch (dimension) {
    case Dimension::buffer:
    case Dimension::raw_buffer:
    case Dimension::structured_buffer: return driver::ResourceType::buffer;
    case Dimension::texture_1d: return driver::ResourceType::texture_1d;
    case Dimension::texture_2d: return driver::ResourceType::texture_2d;
    case Dimension::texture_2dms: return driver::ResourceType::texture_2dms;
    case Dimension::texture_3d: return driver::ResourceType::texture_3d;
    case Dimension::texture_cube: return driver::ResourceType::texture_cube;
    case Dimension::texture_1d_array: return driver::ResourceType::texture_1darray;
    case Dimension::texture_2d_array: return driver::ResourceType::texture_2darray;
    case Dimension::texture_2dms_array: return driver::ResourceType::texture_2dmsarray;
    case Dimension::texture_cube_array: return driver::ResourceType::texture_cubearray;
    default: return driver::ResourceType::none;
    }
}

// The numbers of the return type token are those of the public data types.
driver::ResourceDataType data_type(ReturnType type) {
    return type <= ReturnType::continued ? static_cast<driver::ResourceDataType>(type)
                                         : driver::ResourceDataType::none;
}

class Scanner {
  public:
    Scanner(const Program &program, Arena &arena, Diagnostics &diag)
        : program_(program),
          diag_(diag),
          descriptors_(arena),
          pairs_(arena),
          declared_(arena),
          known_pairs_(arena) {}

    void run(const driver::ScanRequest &request, driver::ScanResult *out);

  private:
    void declare(const Instruction &ins);
    void use(const Instruction &ins);
    void mark_uav(const Operand &op, uint32_t flags);
    void pair(const Instruction &ins, const Operand &resource, const Operand *sampler);
    bool address(const Operand &op, Binding::Kind kind, uint32_t *space, uint32_t *index);

    const Program &program_;
    Diagnostics &diag_;
    Vec<driver::Descriptor> descriptors_;
    Vec<driver::ResourceSamplerPair> pairs_;
    IndexMap declared_;
    IndexMap known_pairs_;
    bool warned_ = false;
};

void Scanner::declare(const Instruction &ins) {
    const Binding b = decode_binding(program_, ins);
    driver::Descriptor d{};
    d.register_space = b.space;
    d.register_index = b.lower;
    d.count = b.count();
    switch (b.kind) {
    case Binding::Kind::constant_buffer:
        d.type = driver::DescriptorType::cbv;
        d.resource_type = driver::ResourceType::buffer;
        d.data_type = driver::ResourceDataType::uint;
        break;
    case Binding::Kind::sampler:
        d.type = driver::DescriptorType::sampler;
        if (b.sampler_mode == SamplerMode::comparison) d.flags = driver::descriptor_sampler_comparison;
        break;
    case Binding::Kind::resource:
    case Binding::Kind::uav: {
        const bool typed = ins.opcode == Opcode::dcl_resource || ins.opcode == Opcode::dcl_uav_typed;
        d.type = b.kind == Binding::Kind::uav ? driver::DescriptorType::uav : driver::DescriptorType::srv;
        d.resource_type = resource_type(b.dimension);
        d.data_type = typed ? data_type(b.return_type(0)) : driver::ResourceDataType::uint;
        if (ins.opcode == Opcode::dcl_resource_raw || ins.opcode == Opcode::dcl_uav_raw)
            d.flags = driver::descriptor_raw_buffer;
        break;
    }
    }
    declared_.find_or_add(declaration_key(b.kind, b.id), static_cast<uint32_t>(descriptors_.size()));
    descriptors_.push(d);
}

void Scanner::mark_uav(const Operand &op, uint32_t flags) {
    if (op.type != RegisterType::unordered_access_view || !op.index_count || op.index(0).is_relative())
        return;
    const uint32_t i = declared_.find(declaration_key(Binding::Kind::uav, op.index(0).value));
    if (i != ~0u) descriptors_[i].flags |= flags;
}

bool Scanner::address(const Operand &op, Binding::Kind kind, uint32_t *space, uint32_t *index) {
    if (!op.index_count) return false;
    const Index last = op.index(op.index_count - 1);
    if (op.index(0).is_relative() || last.is_relative()) return false;
    *space = 0;
    *index = last.value;
    if (program_.has_spaces()) {
        const uint32_t i = declared_.find(declaration_key(kind, op.index(0).value));
        if (i != ~0u) *space = descriptors_[i].register_space;
    }
    return true;
}

void Scanner::pair(const Instruction &ins, const Operand &resource, const Operand *sampler) {
    if (resource.type != RegisterType::resource) return;
    driver::ResourceSamplerPair p{0, 0, 0, driver::dummy_sampler};
    if (!address(resource, Binding::Kind::resource, &p.resource_space, &p.resource_index) ||
        (sampler && !address(*sampler, Binding::Kind::sampler, &p.sampler_space, &p.sampler_index))) {
        if (!warned_)
            diag_.warning(location_of(static_cast<size_t>(&ins - program_.instructions.data())), 9300,
                          "Resources and samplers with a dynamic index are left out of the combined list.");
        warned_ = true;
        return;
    }
    const uint64_t key = (uint64_t{p.resource_space} << 32 | p.resource_index) * 0xd6e8feb86659fd93ull ^
                         (uint64_t{p.sampler_space} << 32 | p.sampler_index);
    // The key mixes 128 bits into 64: a collision is told apart from a repetition by looking.
    const auto fresh = static_cast<uint32_t>(pairs_.size());
    const uint32_t found = known_pairs_.find_or_add(key, fresh);
    if (found != fresh) {
        const auto &q = pairs_[found];
        if (q.resource_space == p.resource_space && q.resource_index == p.resource_index &&
            q.sampler_space == p.sampler_space && q.sampler_index == p.sampler_index)
            return;
    }
    pairs_.push(p);
}

void Scanner::use(const Instruction &ins) {
    const OpcodeInfo &op = info(ins.opcode);
    const Operand *operands = program_.operands_of(ins);
    switch (ins.opcode) {
    case Opcode::imm_atomic_alloc:
    case Opcode::imm_atomic_consume: mark_uav(operands[1], driver::descriptor_uav_counter); return;
    case Opcode::ld_uav_typed:
    case Opcode::ld_uav_typed_s:
        mark_uav(operands[ins.operand_count - 1], driver::descriptor_uav_read);
        return;
    default: break;
    }
    if (ins.opcode >= Opcode::atomic_and && ins.opcode <= Opcode::atomic_umin) {
        mark_uav(operands[0], driver::descriptor_uav_read | driver::descriptor_uav_atomics);
        return;
    }
    if (ins.opcode >= Opcode::imm_atomic_iadd && ins.opcode <= Opcode::imm_atomic_umin) {
        mark_uav(operands[1], driver::descriptor_uav_read | driver::descriptor_uav_atomics);
        return;
    }
    const Operand *resource = nullptr, *sampler = nullptr;
    for (unsigned i = 0; i < ins.operand_count; ++i) {
        if (op.roles[i] == OperandRole::resource) resource = &operands[i];
        if (op.roles[i] == OperandRole::sampler) sampler = &operands[i];
    }
    if (!resource) return;
    switch (ins.opcode) {
    case Opcode::ld_raw:
    case Opcode::ld_raw_s:
    case Opcode::ld_structured:
    case Opcode::ld_structured_s: mark_uav(*resource, driver::descriptor_uav_read); break;
    default: break;
    }
    pair(ins, *resource, sampler);
}

void Scanner::run(const driver::ScanRequest &request, driver::ScanResult *out) {
    for (const Instruction &ins : program_.instructions) {
        if (is_binding(ins.opcode)) {
            declare(ins);
            continue;
        }
        switch (ins.opcode) {
        case Opcode::dcl_tess_output_primitive: {
            const uint32_t v = ins.token >> 11 & 7;
            if (v <= 4) out->tessellator_output = static_cast<driver::TessellatorOutput>(v);
            break;
        }
        case Opcode::dcl_tess_partitioning: {
            const uint32_t v = ins.token >> 11 & 7;
            if (v <= 4) out->tessellator_partitioning = static_cast<driver::TessellatorPartitioning>(v);
            break;
        }
        case Opcode::dcl_thread_group:
            for (uint32_t i = 0; i < 3; ++i)
                out->thread_group_size[i] = program_.payload(ins, i);
            break;
        default:
            if (!(info(ins.opcode).flags & declaration)) use(ins);
            break;
        }
    }
    if (request.descriptors) out->descriptors = descriptors_.span();
    if (request.combined_samplers) out->combined_samplers = pairs_.span();
}

} // namespace

Result scan(const Program &program, const driver::ScanRequest &request, Arena &arena, Diagnostics &diag,
            driver::ScanResult *out) {
    Scanner(program, arena, diag).run(request, out);
    return Result::ok;
}

} // namespace weft::tpf
