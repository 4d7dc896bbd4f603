#include "core/container/reflection.h"

#include <algorithm>

#include "core/container/container.h"
#include "core/support/bytes.h"

namespace weft::container {

namespace {

// How deep structures may hold structures, and bases have bases.
constexpr unsigned max_type_depth = 32;

class Reader {
  public:
    Reader(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag)
        : part_(part), arena_(arena), diag_(diag) {}

    Result read(Reflection *out) {
        constexpr size_t header_size = 28, extension_end = 60;
        if (!within(0, header_size)) return refuse("The resource definitions are too short.");
        const unsigned major = word(16) >> 8 & 0xff;
        modern_ = major >= 5;
        if (modern_) {
            if (!within(0, extension_end)) return refuse("The resource definitions are too short.");
            binding_size_ = word(40);
            if (word(36) < 24 || binding_size_ < 32 || word(44) < 40 || word(48) < 36 || word(52) < 12)
                return refuse("The records of the resource definitions are too short.");
            buffer_size_ = word(36);
            variable_size_ = word(44);
            member_size_ = word(52);
        }
        out->flags = word(20);
        out->creator = text(word(24));
        // Types that are shared are read once for each use; nothing may multiply that.
        budget_ = part_.size();
        if (Result r = read_bindings(out); failed(r)) return r;
        return read_buffers(out);
    }

  private:
    uint32_t word(size_t at) const { return load_u32(part_.data() + at); }
    uint16_t half(size_t at) const { return load_u16(part_.data() + at); }
    bool within(size_t at, uint64_t size) const { return at <= part_.size() && size <= part_.size() - at; }
    Result refuse(const char *what) {
        diag_.error({}, Result::invalid_argument, code_reflection, "%s", what);
        return Result::invalid_argument;
    }
    Result misplaced() { return refuse("The resource definitions point outside their section."); }

    // Null where there is no terminated text.
    const char *text(uint32_t at) const {
        if (at >= part_.size() || !std::memchr(part_.data() + at, 0, part_.size() - at)) return nullptr;
        return reinterpret_cast<const char *>(part_.data() + at);
    }

    template <typename T>
    bool array(uint64_t count, size_t at, size_t record, std::span<T> *out) {
        if (count && !within(at, count * record)) return false;
        if (count > budget_) return false;
        budget_ -= count;
        *out = {arena_.array<T>(count), count};
        std::fill(out->begin(), out->end(), T{});
        return true;
    }

    Result read_bindings(Reflection *out) {
        size_t at = word(12);
        std::span<ReflectedBinding> bindings;
        if (!array(word(8), at, binding_size_, &bindings)) return misplaced();
        for (ReflectedBinding &b : bindings) {
            b.name = text(word(at));
            b.type = word(at + 4);
            b.return_type = word(at + 8);
            b.dimension = word(at + 12);
            b.sample_count = word(at + 16);
            b.bind_point = b.id = word(at + 20);
            b.bind_count = word(at + 24);
            b.flags = word(at + 28);
            if (binding_size_ >= 40) {
                b.space = word(at + 32);
                b.id = word(at + 36);
            }
            at += binding_size_;
        }
        out->bindings = bindings;
        return Result::ok;
    }

    Result read_buffers(Reflection *out) {
        size_t at = word(4);
        std::span<ReflectedBuffer> buffers;
        if (!array(word(0), at, buffer_size_, &buffers)) return misplaced();
        for (ReflectedBuffer &b : buffers) {
            b.name = text(word(at));
            b.size = word(at + 12);
            b.flags = word(at + 16);
            b.type = word(at + 20);
            size_t variable_at = word(at + 8);
            std::span<ReflectedVariable> variables;
            if (!array(word(at + 4), variable_at, variable_size_, &variables)) return misplaced();
            for (ReflectedVariable &v : variables) {
                if (Result r = read_variable(variable_at, &v); failed(r)) return r;
                variable_at += variable_size_;
            }
            b.variables = variables;
            at += buffer_size_;
        }
        out->buffers = buffers;
        return Result::ok;
    }

    Result read_variable(size_t at, ReflectedVariable *v) {
        v->name = text(word(at));
        v->offset = word(at + 4);
        v->size = word(at + 8);
        v->flags = word(at + 12);
        if (const uint32_t value = word(at + 20)) {
            if (!within(value, v->size)) return misplaced();
            v->default_value = part_.data() + value;
        }
        v->first_texture = modern_ ? word(at + 24) : ~0u;
        v->texture_count = modern_ ? word(at + 28) : 0;
        v->first_sampler = modern_ ? word(at + 32) : ~0u;
        v->sampler_count = modern_ ? word(at + 36) : 0;
        v->type = read_type(word(at + 16), 0, 0);
        return v->type ? Result::ok : misplaced();
    }

    // Null: something is out of place.
    const ReflectedType *read_type(size_t at, uint32_t offset, unsigned depth) {
        const size_t size = modern_ ? 36 : 16;
        std::span<ReflectedType> one;
        if (depth >= max_type_depth || !within(at, size) || !array(1, at, size, &one)) return nullptr;
        ReflectedType &t = one[0];
        t.variable_class = half(at);
        t.variable_type = half(at + 2);
        t.rows = half(at + 4);
        t.columns = half(at + 6);
        t.elements = half(at + 8);
        t.offset = offset;
        size_t member_at = word(at + 12);
        std::span<ReflectedType::Member> members;
        if (!array(half(at + 10), member_at, member_size_, &members)) return nullptr;
        for (ReflectedType::Member &m : members) {
            m.name = text(word(member_at));
            m.type = read_type(word(member_at + 4), word(member_at + 8), depth + 1);
            if (!m.type) return nullptr;
            member_at += member_size_;
        }
        t.members = members;
        if (!modern_) return &t;
        t.name = text(word(at + 32));
        if (const uint32_t subtype = word(at + 16)) t.subtype = read_type(subtype, 0, depth + 1);
        if (const uint32_t base = word(at + 20)) t.base = read_type(base, 0, depth + 1);
        size_t interface_at = word(at + 28);
        std::span<const ReflectedType *> interfaces;
        if (!array(word(at + 24), interface_at, 4, &interfaces)) return nullptr;
        for (const ReflectedType *&i : interfaces) {
            i = read_type(word(interface_at), 0, depth + 1);
            if (!i) return nullptr;
            interface_at += 4;
        }
        t.interfaces = interfaces;
        return &t;
    }

    std::span<const uint8_t> part_;
    Arena &arena_;
    Diagnostics &diag_;
    bool modern_ = false; // shader model 5
    size_t binding_size_ = 32, buffer_size_ = 24, variable_size_ = 24, member_size_ = 12;
    uint64_t budget_ = 0;
};

// Declarations that are not repeated elsewhere, from the tokens.
void read_code(std::span<const uint8_t> code, Reflection *out) {
    enum : uint32_t { customdata = 0x35, dcl_global_flags = 0x6a, dcl_thread_group = 0x9b };
    constexpr uint32_t early_depth_stencil = 1u << 13;
    for (size_t at = 8; at + 4 <= code.size();) {
        const uint32_t token = load_u32(code.data() + at), opcode = token & 0x7ff;
        if (opcode == dcl_global_flags && (token & early_depth_stencil))
            out->requirements |= requires_early_depth_stencil;
        if (opcode == dcl_thread_group && at + 16 <= code.size())
            for (unsigned i = 0; i < 3; ++i)
                out->group_size[i] = load_u32(code.data() + at + 4 + 4 * i);
        size_t length = token >> 24 & 0x7f;
        if (opcode == customdata) length = at + 8 <= code.size() ? load_u32(code.data() + at + 4) : 0;
        if (!length || length > (code.size() - at) / 4) return;
        at += 4 * length;
    }
}

// The least that runs a shader of this model with these needs.
uint32_t feature_level(uint32_t version, uint64_t features, const Container &container) {
    if (const Part *level9 = container.find(tag("Aon9"))) {
        // Its program is of version 2.0, or of 2.1 for level 9.3.
        Diagnostics quiet(LogLevel::none);
        std::span<const uint8_t> code;
        if (!failed(read_level9(level9->data, quiet, &code)) && !code.empty())
            return code[0] ? 0x9300 : 0x9100;
    }
    constexpr uint64_t uavs_of_11_1 = 0x4 | 0x8; // in every stage, and 64 of them; see SFI0
    if (features & uavs_of_11_1) return 0xb100;
    if ((version & 0xff) >= 0x50) return 0xb000;
    return (version & 0xff) == 0x41 ? 0xa100 : 0xa000;
}

} // namespace

Result read_reflection(const Container &container, Arena &arena, Diagnostics &diag, Reflection *out) {
    Reflection reflection;
    uint64_t features = 0;
    bool has_inputs = false, has_outputs = false, has_code = false;
    for (const Part &part : container.parts) {
        const std::span<const uint8_t> bytes = part.data;
        Result r = Result::ok;
        switch (part.tag) {
        case tag("RDEF"): r = Reader(bytes, arena, diag).read(&reflection); break;
        case tag("ISGN"):
        case tag("ISG1"):
            r = read_signature(part, false, arena, diag, &reflection.inputs);
            has_inputs = true;
            break;
        case tag("OSGN"):
        case tag("OSG5"):
        case tag("OSG1"):
            r = read_signature(part, false, arena, diag, &reflection.outputs);
            has_outputs = true;
            break;
        case tag("PCSG"):
        case tag("PSG1"): r = read_signature(part, false, arena, diag, &reflection.patch_constants); break;
        case tag("STAT"):
            for (size_t i = 0; i < std::min(bytes.size() / 4, std::size(reflection.counters)); ++i)
                reflection.counters[i] = load_u32(bytes.data() + 4 * i);
            break;
        case tag("IFCE"):
            if (bytes.size() >= 16) reflection.interface_slots = load_u32(bytes.data() + 12);
            break;
        case tag("SFI0"):
            if (bytes.size() >= 8) features = load_u32(bytes.data());
            break;
        case tag("SHDR"):
        case tag("SHEX"):
            if (bytes.size() < 8) break;
            has_code = true;
            reflection.version = (load_u32(bytes.data()) & 0xffff0000u) | (load_u32(bytes.data()) & 0xff);
            read_code(bytes, &reflection);
            break;
        default: break;
        }
        if (failed(r)) return r;
    }
    // What else a shader may be stripped of.
    if (!has_inputs || !has_outputs || !has_code) {
        diag.error({}, Result::invalid_argument, code_reflection,
                   has_code ? "The container lacks a signature."
                            : "The container has no code for shader models 4 and 5.");
        return diag.result();
    }
    reflection.requirements |= features & ~uint64_t{requires_early_depth_stencil};
    reflection.gs_input_primitive = reflection.counter(Counter::input_primitive);
    reflection.feature_level = feature_level(reflection.version, features, container);
    *out = reflection;
    return Result::ok;
}

} // namespace weft::container
