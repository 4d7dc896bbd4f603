#include "core/d3dbc/reader.h"

#include "core/support/bytes.h"

namespace weft::d3dbc {

namespace {

constexpr uint32_t token_is_parameter = 1u << 31;
constexpr uint32_t instruction_coissue = 1u << 30;
constexpr uint32_t instruction_predicated = 1u << 28;
constexpr uint32_t parameter_relative = 1u << 13;
// a0.x, which SM1 means without saying it.
constexpr uint32_t implied_address = token_is_parameter | 3u << 28;

bool known_version(Version v) {
    switch (v.major) {
    case 1: return v.minor <= (v.is_vertex() ? 1 : 4);
    case 2: return v.minor <= 1 || v.minor == 0xff;
    case 3: return v.minor == 0 || v.minor == 0xff;
    default: return false;
    }
}

class Reader {
  public:
    Reader(std::span<const uint8_t> code, Arena &arena, Diagnostics &diag)
        : data_(code.data()), words_(code.size() / 4), diag_(diag), instructions_(arena), comments_(arena) {
        // An instruction takes about three DWORDs; a larger first guess would let a short prefix of a huge
        // span (or SIZE_MAX) claim memory.
        instructions_.reserve(words_ < 3 * 1024 ? words_ / 3 + 1 : 1024);
    }

    Result run(Program *program) {
        if (!read_version() || !read_body()) return diag_.result();
        program->version = version_;
        program->instructions = instructions_.span();
        program->comments = comments_.span();
        program->size = position_ * 4;
        return Result::ok;
    }

  private:
    uint32_t word(size_t i) const { return load_u32(data_ + i * 4); }
    size_t remaining() const { return words_ - position_; }
    Location here() const { return {line_, 0}; }

    bool read_version() {
        line_ = 1;
        if (words_ < 2) {
            diag_.error(here(), code::d3dbc_end, "A shader has at least 2 tokens; the input has %zu bytes.",
                        words_ * 4);
            return false;
        }
        uint32_t token = word(position_++);
        uint32_t kind = token >> 16;
        version_ = {kind == 0xfffe ? Stage::vertex : Stage::pixel, static_cast<uint8_t>(token >> 8),
                    static_cast<uint8_t>(token)};
        if ((kind != 0xfffe && kind != 0xffff) || !known_version(version_)) {
            diag_.error(here(), code::d3dbc_version, "Unknown version token 0x%08x.", token);
            return false;
        }
        return true;
    }

    bool read_body() {
        for (;;) {
            if (!remaining()) return true;
            uint32_t token = word(position_);
            if ((token & 0xffff) == static_cast<uint32_t>(Op::end)) {
                ++position_;
                return true;
            }
            if ((token & (token_is_parameter | 0xffff)) == static_cast<uint32_t>(Op::comment)) {
                size_t length = token >> 16;
                if (length > remaining() - 1) {
                    ++line_;
                    diag_.error(here(), code::d3dbc_end,
                                "A comment of %zu tokens exceeds the %zu that remain.", length,
                                remaining() - 1);
                    return false;
                }
                comments_.push(
                    {static_cast<uint32_t>(instructions_.size()), {data_ + (position_ + 1) * 4, length * 4}});
                position_ += 1 + length;
                continue;
            }
            ++line_;
            if (!read_instruction(token)) return false;
        }
    }

    bool read_instruction(uint32_t token) {
        const OpcodeInfo *info = token & token_is_parameter ? nullptr : find_opcode(token & 0xffff, version_);
        if (!info) {
            const OpcodeInfo *other = token & token_is_parameter ? nullptr : any_opcode(token & 0xffff);
            if (other)
                diag_.error(here(), code::d3dbc_opcode, "Opcode %.*s does not exist in %cs %u.%u.",
                            static_cast<int>(other->name.size()), other->name.data(),
                            version_.is_vertex() ? 'v' : 'p', version_.major, version_.minor);
            else
                diag_.error(here(), code::d3dbc_opcode, "Unknown instruction token 0x%08x.", token);
            return false;
        }
        info_ = info;
        ++position_;

        Instruction &ins = instructions_.push(Instruction{});
        ins.info = info;
        ins.op = info->op;
        ins.line = line_;
        ins.source_count = info->sources;

        end_ = words_;
        if (version_.major >= 2) {
            size_t length = token >> 24 & 0xf;
            if (length > remaining()) {
                diag_.error(here(), code::d3dbc_end, "%.*s claims %zu tokens, %zu remain.",
                            static_cast<int>(info->name.size()), info->name.data(), length, remaining());
                return false;
            }
            end_ = position_ + length;
            ins.control = static_cast<uint8_t>(token >> 16);
            ins.predicated = token & instruction_predicated;
            if ((info->flags & op_flow) && ins.predicated) {
                diag_.warning(here(), code::d3dbc_warn_flags, "Flow control cannot be predicated.");
            } else if (ins.control && !(info->flags & (op_compares | op_texld_mode))) {
                diag_.warning(here(), code::d3dbc_warn_flags, "Ignoring control bits 0x%02x of %.*s.",
                              ins.control, static_cast<int>(info->name.size()), info->name.data());
            }
        } else {
            ins.coissue = token & instruction_coissue;
        }
        if (!read_operands(ins)) return false;
        if (version_.major >= 2 && position_ != end_) {
            diag_.error(here(), code::d3dbc_operands, "%.*s has %zu tokens too many.",
                        static_cast<int>(info->name.size()), info->name.data(), end_ - position_);
            return false;
        }
        return true;
    }

    bool read_operands(Instruction &ins) {
        if (ins.op == Op::dcl) return read_declaration(ins);
        if (info_->destinations && !read_destination(ins.dst)) return false;
        if (info_->flags & op_immediates) return read_immediates(ins);

        bool wants_predicate = ins.predicated;
        if (wants_predicate && next_is_predicate() && !read_source(ins.predicate)) return false;
        if (wants_predicate && ins.predicate.token) wants_predicate = false;

        // sgn and sincos lost their scratch operands in 3.0; whatever the version, the length field tells.
        if (info_->other_sources != info_->sources && version_.major >= 2 &&
            end_ - position_ < info_->sources + (wants_predicate ? 1u : 0u))
            ins.source_count = info_->other_sources;
        for (unsigned i = 0; i < ins.source_count; ++i)
            if (!read_source(ins.src[i])) return false;

        // The driver reference puts the predicate last; compilers put it behind the destination.
        if (wants_predicate) {
            if (!next_is_predicate()) {
                diag_.error(here(), code::d3dbc_operands, "A predicated instruction lacks its predicate.");
                return false;
            }
            return read_source(ins.predicate);
        }
        return true;
    }

    bool next_is_predicate() const {
        return position_ < end_ && Operand::type_of(word(position_)) == RegisterType::predicate;
    }

    bool take(uint32_t *token) {
        if (position_ == end_) {
            if (end_ == words_)
                diag_.error(here(), code::d3dbc_end, "The shader ends inside %.*s.",
                            static_cast<int>(info_->name.size()), info_->name.data());
            else
                diag_.error(here(), code::d3dbc_operands, "%.*s has too few operands.",
                            static_cast<int>(info_->name.size()), info_->name.data());
            return false;
        }
        *token = word(position_++);
        return true;
    }

    bool take_parameter(uint32_t *token) {
        if (!take(token)) return false;
        if (!(*token & token_is_parameter)) {
            diag_.error(here(), code::d3dbc_operands, "%.*s: 0x%08x is not a parameter token.",
                        static_cast<int>(info_->name.size()), info_->name.data(), *token);
            return false;
        }
        return true;
    }

    bool check_register(const Operand &operand) {
        auto type = static_cast<unsigned>(operand.encoded_type());
        unsigned count = 0;
        if (type < register_type_count) {
            const RegisterInfo &info = register_info(operand.encoded_type());
            if (!(version_.is_vertex() ? info.vs_name : info.ps_name).empty())
                count = version_.is_vertex() ? info.vs_count : info.ps_count;
        }
        if (!count) {
            diag_.error(here(), code::d3dbc_register_type, "Register type %u does not exist in a %s shader.",
                        type, version_.is_vertex() ? "vertex" : "pixel");
            return false;
        }
        if ((operand.token & 0x7ff) >= count) {
            diag_.error(here(), code::d3dbc_register_index, "Register number %u exceeds the %u of its type.",
                        operand.token & 0x7ff, count);
            return false;
        }
        return true;
    }

    bool read_address(Operand &operand) {
        if (!(operand.token & parameter_relative)) return true;
        if (version_.major < 2) {
            operand.address = implied_address;
            return true;
        }
        if (!take_parameter(&operand.address)) return false;
        RegisterType type = operand.address_type();
        if (type != RegisterType::loop && (type != RegisterType::address || version_.is_pixel())) {
            diag_.error(here(), code::d3dbc_register_type, "Register type %u cannot address other registers.",
                        static_cast<unsigned>(type));
            return false;
        }
        return true;
    }

    bool read_destination(Destination &dst) {
        return take_parameter(&dst.token) && check_register(dst) && read_address(dst);
    }

    bool read_source(Source &src) {
        if (!take_parameter(&src.token) || !check_register(src)) return false;
        if (static_cast<unsigned>(src.modifier()) >= source_modifier_count) {
            diag_.error(here(), code::d3dbc_operands, "Unknown source modifier %u.",
                        static_cast<unsigned>(src.modifier()));
            return false;
        }
        return read_address(src);
    }

    bool read_immediates(Instruction &ins) {
        RegisterType wanted = ins.op == Op::def    ? RegisterType::constant
                              : ins.op == Op::defi ? RegisterType::constant_int
                                                   : RegisterType::constant_bool;
        if (!ins.dst.is(wanted) || ins.dst.relative()) {
            diag_.error(here(), code::d3dbc_register_type,
                        "%.*s of a register that is no constant of its kind.",
                        static_cast<int>(info_->name.size()), info_->name.data());
            return false;
        }
        for (unsigned i = 0; i < ins.source_count; ++i)
            if (!take(&ins.immediate[i])) return false;
        return true;
    }

    bool read_declaration(Instruction &ins) {
        if (!take_parameter(&ins.declaration) || !read_destination(ins.dst)) return false;
        if (ins.dst.is(RegisterType::sampler)) {
            if (ins.texture_type() > TextureType::volume) {
                diag_.error(here(), code::d3dbc_resource_type, "Unknown texture type %u.",
                            static_cast<unsigned>(ins.texture_type()));
                return false;
            }
        } else if (static_cast<unsigned>(ins.usage()) >= usage_count) {
            diag_.error(here(), code::d3dbc_operands, "Unknown usage %u.",
                        static_cast<unsigned>(ins.usage()));
            return false;
        }
        return true;
    }

    const uint8_t *data_;
    size_t words_;
    size_t position_ = 0;
    size_t end_ = 0; // of the instruction's operands
    uint32_t line_ = 0;
    Version version_;
    const OpcodeInfo *info_ = nullptr;
    Diagnostics &diag_;
    Vec<Instruction> instructions_;
    Vec<Comment> comments_;
};

} // namespace

Result read(std::span<const uint8_t> code, Arena &arena, Diagnostics &diag, Program *program) {
    return Reader(code, arena, diag).run(program);
}

std::span<const uint8_t> Program::find_comment(uint32_t tag) const {
    for (const Comment &c : comments)
        if (c.data.size() >= 4 && load_u32(c.data.data()) == tag) return c.data.subspan(4);
    return {};
}

size_t extent(const void *code) {
    constexpr auto def = static_cast<uint32_t>(Op::def), comment = static_cast<uint32_t>(Op::comment),
                   end = static_cast<uint32_t>(Op::end);
    const auto *bytes = static_cast<const uint8_t *>(code);
    const auto token = [bytes](size_t i) { return load_u32(bytes + i * 4); };
    const unsigned major = token(0) >> 8 & 0xff;
    size_t i = 1;
    while (token(i) != end) {
        const uint32_t instruction = token(i++);
        if ((instruction & 0xffff) == comment) {
            i += instruction >> 16 & 0x7fff;
        } else if (major >= 2) {
            i += instruction >> 24 & 0xf;
        } else if ((instruction & 0xffff) == def) {
            i += 5; // the constants may look like anything, an end token included
        } else {
            while (token(i) & token_is_parameter) // only parameters have the top bit in shader model 1
                ++i;
        }
    }
    return (i + 1) * 4;
}

} // namespace weft::d3dbc
