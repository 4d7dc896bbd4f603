#include "core/tpf/reader.h"

namespace weft::tpf {

namespace {

// An index register may be x#[imm], never anything deeper; two levels leave room for that.
constexpr unsigned max_nesting = 2;

// Reads one instruction's operands. Every fetch is bounded by the instruction's own end.
class Reader {
  public:
    Reader(Words words, Arena &arena, Diagnostics &diag)
        : words_(words),
          diag_(diag),
          arena_(arena),
          // Nearly every program has room in this: an operand takes two words at least unless it is a bare
          // register, and what stays untouched costs nothing.
          instructions_(arena, words.size() / 5 + 16),
          operands_(arena, words.size() / 2 + 32),
          phases_(arena) {}

    Result run(Program *program);

  private:
    bool operand(uint32_t slot, unsigned depth);
    bool instruction(uint32_t token, uint32_t length);
    void custom_data(uint32_t token, uint32_t length);
    void begin_phase(PhaseKind kind);

    bool fail(unsigned code, const char *what) {
        diag_.error(location_of(instructions_.size()), Result::invalid_shader, code, "%s at dword %u.", what,
                    at_);
        return false;
    }

    Words words_;
    Diagnostics &diag_;
    Arena &arena_;
    Vec<Instruction> instructions_;
    Vec<Operand> operands_;
    Vec<Phase> phases_;
    Program program_;
    uint32_t at_ = 0;     // next dword
    uint32_t end_ = 0;    // end of the current instruction
    bool warned_ = false; // one warning is enough for a stream of garbage
};

bool Reader::operand(uint32_t slot, unsigned depth) {
    if (at_ >= end_) return fail(code::tpf_internal, "Instruction too short for its operands");
    const uint32_t token = words_[at_++];

    Operand op;
    const unsigned type = token >> 12 & 0xff;
    if (type >= register_type_count) {
        --at_;
        return fail(code::tpf_register_number, "Unknown register type");
    }
    op.type = static_cast<RegisterType>(type);
    op.components = static_cast<ComponentClass>(token & 3);
    op.selection = static_cast<Selection>(token >> 2 & 3);
    op.selected = 0;
    op.index_count = token >> 20 & 3;
    op.modifiers = 0;
    op.min_precision = 0;
    op.non_uniform = false;
    op.relative = 0;
    op.indices = {{}, no_operand};

    if (op.components == ComponentClass::n) return fail(code::tpf_dimension, "Operand with N components");
    if (op.components == ComponentClass::four) {
        switch (op.selection) {
        case Selection::mask: op.selected = token >> 4 & 0xf; break;
        case Selection::swizzle: op.selected = token >> 4 & 0xff; break;
        case Selection::one: op.selected = token >> 4 & 3; break;
        default: return fail(code::tpf_swizzle, "Unknown component selection mode");
        }
    } else {
        op.selection = Selection::mask;
    }

    bool more = token >> 31;
    while (more) {
        if (at_ >= end_) return fail(code::tpf_internal, "Extended operand token missing");
        const uint32_t extended = words_[at_++];
        if ((extended & 0x3f) == 1) {
            op.modifiers = extended >> 6 & 3;
            op.min_precision = extended >> 14 & 7;
            op.non_uniform = extended >> 17 & 1;
        }
        more = extended >> 31;
    }

    if (op.is_immediate()) {
        const uint32_t scale =
            op.type == RegisterType::immediate64 && op.components == ComponentClass::one ? 2 : 1;
        const uint32_t count = (op.components == ComponentClass::four ? 4 : 1) * scale;
        if (op.components == ComponentClass::none)
            return fail(code::tpf_dimension, "Literal without components");
        if (end_ - at_ < count) return fail(code::tpf_internal, "Literal cut short");
        for (uint32_t i = 0; i < 4; ++i)
            op.immediate[i] = i < count ? words_[at_ + i] : 0;
        at_ += count;
        op.index_count = 0;
        operands_[slot] = op;
        return true;
    }

    const auto representation_of = [&](unsigned i) { return token >> (22 + 3 * i) & 7; };
    uint32_t relatives = 0;
    for (unsigned i = 0; i < op.index_count; ++i)
        relatives += representation_of(i) >= 2;
    if (relatives) {
        op.indices.relatives = static_cast<uint32_t>(operands_.size());
        operands_.grow(relatives);
    }
    for (unsigned i = 0; i < op.index_count; ++i) {
        const unsigned representation = representation_of(i);
        if (representation > 4) return fail(code::tpf_index_count, "Unknown index representation");
        if (representation != 2) {
            const uint32_t dwords = representation == 1 || representation == 4 ? 2 : 1;
            if (end_ - at_ < dwords) return fail(code::tpf_internal, "Index missing");
            op.indices.values[i] = words_[at_];
            if (dwords == 2 && words_[at_ + 1])
                return fail(code::tpf_register_number, "Index exceeds 32 bits");
            at_ += dwords;
        }
        if (representation >= 2) {
            if (depth == max_nesting)
                return fail(code::tpf_index_count, "Relative addressing nested too deeply");
            const uint32_t nested = op.indices.relatives + std::popcount(op.relative);
            if (!operand(nested, depth + 1)) return false;
            op.relative |= 1u << i;
        }
    }
    if (op.index_count < info(op.type).min_dimensions || op.index_count > info(op.type).max_dimensions)
        return fail(code::tpf_index_count, "Wrong number of register indices");
    operands_[slot] = op;
    return true;
}

void Reader::begin_phase(PhaseKind kind) {
    const auto here = static_cast<uint32_t>(instructions_.size());
    if (!phases_.empty()) phases_.back().end = here;
    phases_.push({kind, here + 1, here + 1, 1});
}

void Reader::custom_data(uint32_t token, uint32_t length) {
    const auto kind = static_cast<CustomDataClass>(token >> 11);
    if (kind == CustomDataClass::immediate_constant_buffer && !program_.icb_count) {
        program_.icb_offset = at_ + 2;
        program_.icb_count = (length - 2) & ~3u;
    }
    instructions_.push({Opcode::customdata, 0, 0, token, at_, static_cast<uint32_t>(operands_.size()),
                        at_ + 2, length - 2, 0, 0, 0});
}

bool Reader::instruction(uint32_t token, uint32_t length) {
    const uint32_t start = at_;
    const auto opcode = static_cast<Opcode>(token & 0x7ff);
    const OpcodeInfo &op = info(opcode);

    Instruction ins;
    ins.opcode = opcode;
    ins.operand_count = 0;
    ins.extensions = 0;
    ins.token = token;
    ins.offset = start;
    ins.first_operand = static_cast<uint32_t>(operands_.size());
    ins.sample_controls = ins.resource_dimension = ins.resource_return_type = 0;
    end_ = start + length;
    ++at_;

    // Bit 31 of these two announces a second length token instead of an extended opcode token.
    const bool long_form = opcode == Opcode::dcl_function_table || opcode == Opcode::dcl_interface;
    bool more = token >> 31;
    if (long_form && more) {
        ++at_;
        more = false;
    }
    while (more) {
        if (at_ >= end_) return fail(code::tpf_internal, "Extended opcode token missing");
        const uint32_t extended = words_[at_++];
        switch (extended & 0x3f) {
        case 1:
            ins.sample_controls = extended;
            ins.extensions |= extension::sample_controls;
            break;
        case 2:
            ins.resource_dimension = extended;
            ins.extensions |= extension::resource_dimension;
            break;
        case 3:
            ins.resource_return_type = extended;
            ins.extensions |= extension::resource_return_type;
            break;
        default: break;
        }
        more = extended >> 31;
    }

    unsigned i = 0;
    if (opcode == Opcode::fcall) {
        // The call site is a bare dword; it stays in the payload.
        if (at_ >= end_) return fail(code::tpf_internal, "Call site missing");
        ins.payload = at_++;
        i = 1;
    }
    const unsigned count = op.operand_count - i;
    if (count) {
        ins.operand_count = static_cast<uint8_t>(count);
        operands_.grow(count);
        // A failed read leaves the program unused, so the slots need no initial value.
        for (unsigned k = 0; k < count; ++k)
            if (!operand(ins.first_operand + k, 0)) return false;
    }
    if (opcode == Opcode::fcall) {
        ins.payload_count = 1;
    } else {
        ins.payload = at_;
        ins.payload_count = end_ - at_;
    }

    if ((op.flags & declaration) && count) {
        const Operand &reg = operands_[ins.first_operand];
        for (unsigned k = 0; k < reg.index_count; ++k)
            if (reg.index(k).is_relative())
                return fail(code::tpf_declaration, "Relative register in a declaration");
        if (is_binding(opcode) && reg.index_count == 3 && reg.index(2).value < reg.index(1).value)
            return fail(code::tpf_declaration, "Empty register range");
    }
    switch (opcode) {
    case Opcode::hs_decls: begin_phase(PhaseKind::declarations); break;
    case Opcode::hs_control_point_phase: begin_phase(PhaseKind::control_point); break;
    case Opcode::hs_fork_phase: begin_phase(PhaseKind::fork); break;
    case Opcode::hs_join_phase: begin_phase(PhaseKind::join); break;
    case Opcode::dcl_hs_fork_phase_instance_count:
    case Opcode::dcl_hs_join_phase_instance_count:
        if (!phases_.empty() && ins.payload_count && words_[ins.payload])
            phases_.back().instances = words_[ins.payload];
        break;
    case Opcode::dcl_global_flags:
        program_.global_flags = token & 0xfff800;
        program_.has_global_flags = true;
        break;
    case Opcode::dcl_function_table:
        if (ins.payload_count < 2 || words_[ins.payload + 1] > ins.payload_count - 2)
            return fail(code::tpf_declaration, "Function table cut short");
        break;
    case Opcode::dcl_interface:
        if (ins.payload_count < 3 || (words_[ins.payload + 2] & 0xffff) > ins.payload_count - 3)
            return fail(code::tpf_declaration, "Interface declaration cut short");
        break;
    default: break;
    }
    instructions_.push(ins);
    return true;
}

Result Reader::run(Program *program) {
    program_.arena = &arena_;
    program_.words = words_;
    at_ = 2;
    while (at_ < words_.size()) {
        const uint32_t token = words_[at_];
        const uint32_t opcode = token & 0x7ff;
        const uint32_t left = words_.size() - at_;
        uint32_t length = token >> 24 & 0x7f;
        const bool custom = opcode == static_cast<uint32_t>(Opcode::customdata);
        const bool long_form = token >> 31 && (opcode == static_cast<uint32_t>(Opcode::dcl_function_table) ||
                                               opcode == static_cast<uint32_t>(Opcode::dcl_interface));
        if (custom || long_form) {
            if (left < 2) {
                fail(code::tpf_internal, "Length token missing");
                return Result::invalid_shader;
            }
            length = words_[at_ + 1];
        }
        if (length < (custom || long_form ? 2u : 1u)) {
            fail(code::tpf_internal, "Instruction of length zero");
            return Result::invalid_shader;
        }
        if (length > left) {
            fail(code::tpf_internal, "Instruction exceeds the program");
            return Result::invalid_shader;
        }
        const uint32_t next = at_ + length;
        if (custom) {
            custom_data(token, length);
        } else if (opcode >= opcode_count) {
            if (!warned_)
                diag_.warning(location_of(instructions_.size()), code::tpf_internal,
                              "Unknown opcode %#x is ignored.", opcode);
            warned_ = true;
        } else if (!instruction(token, length)) {
            return Result::invalid_shader;
        }
        at_ = next;
    }

    const auto count = static_cast<uint32_t>(instructions_.size());
    if (!phases_.empty())
        phases_.back().end = count;
    else
        phases_.push({PhaseKind::main, 0, count, 1});
    program_.stage = program->stage;
    program_.version = program->version;
    program_.instructions = instructions_.span();
    program_.operands = operands_.span();
    program_.phases = phases_.span();
    *program = program_;
    return Result::ok;
}

} // namespace

Result read(std::span<const uint8_t> code, Arena &arena, Diagnostics &diag, Program *program) {
    if (code.size() < 8) {
        diag.error({1, 0}, Result::invalid_shader, code::tpf_internal, "The program has no header.");
        return Result::invalid_shader;
    }
    const uint32_t version = load_u32(code.data());
    uint32_t length = load_u32(code.data() + 4);
    const uint32_t stage = version >> 16;
    const uint32_t model = version & 0xff;
    if (stage > static_cast<uint32_t>(Stage::compute)) {
        diag.error({1, 0}, Result::invalid_shader, code::tpf_internal, "Program type %#x is not a TPF stage.",
                   stage);
        return Result::invalid_shader;
    }
    if (model != 0x40 && model != 0x41 && model != 0x50 && model != 0x51) {
        diag.error({1, 0}, Result::invalid_shader, code::tpf_internal,
                   "Shader model %u.%u is not a TPF model.", model >> 4, model & 0xf);
        return Result::invalid_shader;
    }
    // Part sizes are 32 bits, so the count of dwords fits. Some tools round the length token up.
    const size_t available = code.size() / 4;
    if (length < 2) {
        diag.error({1, 0}, Result::invalid_shader, code::tpf_internal,
                   "Program length %u is less than its header.", length);
        return Result::invalid_shader;
    }
    if (length > available) length = static_cast<uint32_t>(available);

    program->stage = static_cast<Stage>(stage);
    program->version = static_cast<uint8_t>(model);
    return Reader(Words(code.data(), length), arena, diag).run(program);
}

} // namespace weft::tpf
