// A TPF program held without loss: instructions and declarations in stream order, operands in one flat pool.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "core/support/arena.h"
#include "core/support/bytes.h"
#include "core/tpf/opcodes.h"

namespace weft::tpf {

// The token stream. The caller's bytes may lie at any address.
class Words {
  public:
    Words() = default;
    Words(const uint8_t *data, uint32_t count) : data_(data), count_(count) {}

    uint32_t operator[](size_t i) const { return load_u32(data_ + i * 4); }
    uint32_t size() const { return count_; }

  private:
    const uint8_t *data_ = nullptr;
    uint32_t count_ = 0;
};

constexpr uint32_t no_operand = ~0u;

// One index of a register: an immediate, plus the selected component of another operand if there is one.
struct Index {
    uint32_t value;
    uint32_t relative; // place in the operand pool, or no_operand

    bool is_relative() const { return relative != no_operand; }
};

enum class ComponentClass : uint8_t { none, one, four, n };
enum class Selection : uint8_t { mask, swizzle, one };

namespace modifier {
constexpr uint8_t negate = 1, absolute = 2;
}

constexpr bool is_scalar_output(RegisterType type) {
    return type == RegisterType::depth || type == RegisterType::depth_greater_equal ||
           type == RegisterType::depth_less_equal || type == RegisterType::coverage_mask ||
           type == RegisterType::stencil_ref;
}

// Those of a register, in little space.
struct Indices {
    uint32_t values[3];
    uint32_t relatives; // place of the first relative one's operand in the pool; those of the others follow
};

struct Operand {
    RegisterType type;
    ComponentClass components;
    Selection selection;
    uint8_t selected; // a mask, a swizzle of two bits per component, or a component number
    uint8_t index_count;
    uint8_t modifiers; // absolute acts before negate
    uint8_t min_precision;
    bool non_uniform : 1;
    uint8_t relative : 3; // which indices are
    union {
        Indices indices;
        uint32_t immediate[4];
    };

    Index index(unsigned i) const {
        const unsigned before = relative & ((1u << i) - 1);
        return {indices.values[i],
                relative >> i & 1 ? indices.relatives + std::popcount(before) : no_operand};
    }

    bool is_immediate() const {
        return type == RegisterType::immediate32 || type == RegisterType::immediate64;
    }
    // Which component lane `i` of the instruction reads.
    unsigned lane(unsigned i) const {
        if (components != ComponentClass::four) return 0;
        switch (selection) {
        case Selection::swizzle: return selected >> (2 * i) & 3;
        case Selection::one: return selected;
        default: return i;
        }
    }
    // The components that are written. Scalar outputs come with or without a mask and mean x.
    uint8_t write_mask() const {
        if (components == ComponentClass::one || is_scalar_output(type)) return 1;
        if (components != ComponentClass::four) return 0;
        if (selection == Selection::mask) return selected;
        return selection == Selection::one ? static_cast<uint8_t>(1u << selected) : 0xf;
    }
};

namespace extension {
constexpr uint8_t sample_controls = 1, resource_dimension = 2, resource_return_type = 4;
}

struct Instruction {
    Opcode opcode;
    uint8_t operand_count;
    uint8_t extensions; // which of the extension fields below were present
    uint32_t token;     // the opcode token with all its control fields
    uint32_t offset;    // of the opcode token, in dwords
    uint32_t first_operand;
    uint32_t payload; // offset in dwords of what follows the operands
    uint32_t payload_count;
    uint32_t sample_controls;
    uint32_t resource_dimension;
    uint32_t resource_return_type;

    bool saturate() const { return token >> 13 & 1; }
    uint8_t precise_mask() const { return token >> 19 & 0xf; }
    bool test_nonzero() const { return token >> 18 & 1; }
    // Texel offset on axis 0..2, -8..7.
    int texel_offset(unsigned axis) const {
        return static_cast<int>(sample_controls << (19 - 4 * axis)) >> 28;
    }
    bool has_texel_offset() const { return extensions & extension::sample_controls; }
    Dimension extended_dimension() const {
        unsigned d = resource_dimension >> 6 & 0x1f;
        return d < static_cast<unsigned>(Dimension::count) ? static_cast<Dimension>(d) : Dimension::unknown;
    }
    uint32_t extended_stride() const { return resource_dimension >> 11 & 0xfff; }
    ReturnType extended_return_type(unsigned component) const {
        return static_cast<ReturnType>(resource_return_type >> (6 + 4 * component) & 0xf);
    }
};

enum class PhaseKind : uint8_t { main, declarations, control_point, fork, join };

struct Phase {
    PhaseKind kind;
    uint32_t first; // its instructions are [first, end); the phase opcode itself is not among them
    uint32_t end;
    uint32_t instances; // at least 1
};

struct Program {
    Arena *arena = nullptr; // where it lies, and whatever else need not outlive it
    Stage stage = Stage::vertex;
    uint8_t version = 0; // major << 4 | minor
    Words words;
    std::span<const Instruction> instructions;
    std::span<const Operand> operands;
    std::span<const Phase> phases; // one of kind main, except in a hull shader
    uint32_t global_flags = 0;
    bool has_global_flags = false;
    uint32_t icb_offset = 0; // immediate constant buffer: dwords icb_offset ... + icb_count
    uint32_t icb_count = 0;

    unsigned major() const { return version >> 4; }
    unsigned minor() const { return version & 0xf; }
    // Descriptors are named by range and space instead of by register.
    bool has_spaces() const { return version >= 0x51; }
    const Operand *operands_of(const Instruction &ins) const { return operands.data() + ins.first_operand; }
    uint32_t payload(const Instruction &ins, uint32_t i) const {
        return i < ins.payload_count ? words[ins.payload + i] : 0;
    }
};

// A declaration of a constant buffer, sampler, SRV or UAV, in one form for 4.0 to 5.1.
struct Binding {
    enum class Kind : uint8_t { constant_buffer, sampler, resource, uav };
    Kind kind;
    Dimension dimension; // resource and uav
    uint8_t sample_count;
    SamplerMode sampler_mode;
    bool dynamic_index;    // constant buffer
    uint32_t uav_flags;    // uav_flag bits
    uint32_t return_types; // four nibbles
    uint32_t id;           // how instructions name it
    uint32_t lower;        // first register
    uint32_t upper;        // last register, ~0 = unbounded
    uint32_t space;
    uint32_t size;   // constant buffer: in vec4
    uint32_t stride; // structured buffers

    ReturnType return_type(unsigned component) const {
        return static_cast<ReturnType>(return_types >> (4 * component) & 0xf);
    }
    uint32_t count() const { return upper == ~0u ? ~0u : upper - lower + 1; }
};

constexpr bool is_binding(Opcode opcode) {
    switch (opcode) {
    case Opcode::dcl_constant_buffer:
    case Opcode::dcl_sampler:
    case Opcode::dcl_resource:
    case Opcode::dcl_resource_raw:
    case Opcode::dcl_resource_structured:
    case Opcode::dcl_uav_typed:
    case Opcode::dcl_uav_raw:
    case Opcode::dcl_uav_structured: return true;
    default: return false;
    }
}

// `ins` must satisfy is_binding().
Binding decode_binding(const Program &program, const Instruction &ins);

// Stage inputs and outputs.
struct IoDeclaration {
    bool output;
    RegisterType type;
    uint8_t mask;
    uint8_t interpolation; // pixel inputs
    SystemName name;       // of the _siv and _sgv forms
    uint32_t vertex_count; // first index of two-dimensional registers
    uint32_t register_index;
};

constexpr bool is_io(Opcode opcode) {
    return opcode >= Opcode::dcl_input && opcode <= Opcode::dcl_output_siv;
}

// `ins` must satisfy is_io().
IoDeclaration decode_io(const Program &program, const Instruction &ins);

} // namespace weft::tpf
