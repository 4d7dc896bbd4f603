#include "core/d3dbc/printer.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "core/d3dbc/ctab.h"

namespace weft::d3dbc {

namespace {

enum class Colour : uint8_t { opcode, modifier, reg, swizzle, literal, comment, version };

constexpr std::string_view escapes[] = {
    "\x1b[96m",   // opcode
    "\x1b[36m",   // modifier
    "\x1b[94m",   // register
    "\x1b[93m",   // swizzle and mask
    "\x1b[95m",   // literal
    "\x1b[2;37m", // comment
    "\x1b[1m",    // version
};
constexpr std::string_view reset = "\x1b[m";

class Printer {
  public:
    Printer(const Program &program, const PrintOptions &options, Arena &arena)
        : program_(program), options_(options), out_(arena, 64 + program.instructions.size() * 40) {}

    std::string_view run() {
        if (options_.header) header();
        begin_line(0);
        Version v = program_.version;
        colour(Colour::version);
        put(v.is_vertex() ? "vs_" : "ps_");
        number(v.major);
        put('_');
        if (v.minor == 0xff)
            put("sw");
        else if (v.major == 2 && v.minor == 1)
            put('x');
        else
            number(v.minor);
        plain();
        put('\n');
        for (const Instruction &ins : program_.instructions)
            instruction(ins);
        out_.push(0);
        return {out_.data(), out_.size() - 1};
    }

  private:
    void put(std::string_view s) { out_.append({s.data(), s.size()}); }
    void put(char c) { out_.push(c); }
    void colour(Colour c) {
        if (options_.colour) put(escapes[static_cast<unsigned>(c)]);
    }
    void plain() {
        if (options_.colour) put(reset);
    }
    void coloured(Colour c, std::string_view s) {
        if (s.empty()) return;
        colour(c);
        put(s);
        plain();
    }

    template <typename T>
    void number(T value) {
        char buffer[16];
        auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
        put({buffer, static_cast<size_t>(end - buffer)});
    }

    // Nine significant digits name every float.
    void real(uint32_t bits) {
        float value = std::bit_cast<float>(bits);
        if (std::isfinite(value)) {
            char buffer[32];
            auto end =
                std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::general, 9).ptr;
            put({buffer, static_cast<size_t>(end - buffer)});
            return;
        }
        put(bits >> 31 ? "-1.#" : "1.#");
        put(std::isinf(value) ? "INF" : bits & 0x400000 ? "QNAN" : "SNAN");
    }

    void begin_line(unsigned depth, bool coissue = false) {
        unsigned columns = options_.indent ? 4 + 2 * depth : 0;
        if (coissue) {
            for (unsigned i = 2; i < columns; ++i)
                put(' ');
            put("+ ");
            return;
        }
        for (unsigned i = 0; i < columns; ++i)
            put(' ');
    }

    void header() {
        ConstantTable table;
        Arena &arena = out_.arena();
        if (!read_constant_table(program_, arena, &table) || table.constants.empty()) return;
        colour(Colour::comment);
        put("// Registers:\n//\n");
        for (const Constant &c : table.constants) {
            put("//   ");
            put(c.name);
            put(' ');
            put(register_set_letter(c.set));
            number(c.register_index);
            if (c.register_count != 1) {
                put(" (");
                number(c.register_count);
                put(')');
            }
            put('\n');
        }
        put("//");
        plain();
        put("\n\n");
    }

    void instruction(const Instruction &ins) {
        uint16_t flags = ins.info->flags;
        if ((flags & op_closes) && depth_) --depth_;
        begin_line(depth_, ins.coissue);
        if (flags & op_opens) ++depth_;
        if (ins.predicated && ins.predicate.token) {
            put('(');
            source(ins.predicate);
            put(") ");
        }
        coloured(Colour::opcode, ins.info->name);
        if (ins.op == Op::dcl) {
            declaration(ins);
        } else {
            if (flags & op_compares) coloured(Colour::modifier, comparison_suffix(ins.control));
            if (flags & op_texld_mode) {
                // These read as one word in Direct3D's language.
                auto mode = static_cast<TexldMode>(ins.control);
                coloured(Colour::opcode, mode == TexldMode::project ? "p"
                                         : mode == TexldMode::bias  ? "b"
                                                                    : "");
            }
            if (ins.has_destination()) result_modifiers(ins.dst);
            operands(ins);
        }
        put('\n');
    }

    void result_modifiers(const Destination &dst) {
        constexpr std::string_view shifts[] = {"", "_x2", "_x4", "_x8", "_x16", "_x32", "_x64", "_x128"};
        constexpr std::string_view divisions[] = {"",     "_d2",  "_d4",   "_d8",  "_d16",
                                                  "_d32", "_d64", "_d128", "_d256"};
        int shift = dst.shift();
        if (!shift && !dst.modifiers()) return;
        colour(Colour::modifier);
        put(shift >= 0 ? shifts[shift] : divisions[-shift]);
        if (dst.saturate()) put("_sat");
        if (dst.partial_precision()) put("_pp");
        if (dst.centroid()) put("_centroid");
        plain();
    }

    void declaration(const Instruction &ins) {
        if (ins.dst.is(RegisterType::sampler)) {
            coloured(Colour::modifier, texture_type_suffix(static_cast<unsigned>(ins.texture_type())));
        } else if (has_usage(ins)) {
            colour(Colour::modifier);
            put('_');
            put(usage_info(ins.usage()).suffix);
            if (ins.usage_index()) number(ins.usage_index());
            plain();
        }
        result_modifiers(ins.dst);
        put(' ');
        destination(ins.dst);
    }

    // Pixel shaders name inputs by register before 3.0, and vPos and vFace always.
    bool has_usage(const Instruction &ins) const {
        if (program_.version.is_vertex()) return true;
        return program_.version.major >= 3 && !ins.dst.is(RegisterType::misc);
    }

    void operands(const Instruction &ins) {
        bool first = true;
        auto separate = [&] {
            put(first ? " " : ", ");
            first = false;
        };
        if (ins.has_destination()) {
            separate();
            destination(ins.dst);
        }
        if (ins.info->flags & op_immediates) {
            for (unsigned i = 0; i < ins.source_count; ++i) {
                separate();
                colour(Colour::literal);
                if (ins.op == Op::def)
                    real(ins.immediate[i]);
                else if (ins.op == Op::defi)
                    number(static_cast<int32_t>(ins.immediate[i]));
                else
                    put(ins.immediate[i] ? "true" : "false");
                plain();
            }
            return;
        }
        for (const Source &src : ins.sources()) {
            separate();
            source(src);
        }
    }

    void reg(const Operand &operand) {
        colour(Colour::reg);
        RegisterType type = operand.type();
        bool vertex = program_.version.is_vertex();
        constexpr std::string_view raster_outputs[] = {"oPos", "oFog", "oPts"};
        if (type == RegisterType::raster_output && vertex) {
            put(raster_outputs[operand.number()]);
        } else if (type == RegisterType::misc) {
            put(operand.number() == static_cast<unsigned>(MiscRegister::position) ? "vPos" : "vFace");
        } else if (type == RegisterType::output && program_.version.major >= 3) {
            put('o');
            number(operand.number());
        } else {
            const RegisterInfo &info = register_info(type);
            put(vertex ? info.vs_name : info.ps_name);
            if (info.numbered) number(operand.number());
        }
        plain();
        if (operand.relative()) {
            put('[');
            colour(Colour::reg);
            if (operand.address_type() == RegisterType::loop) {
                put("aL");
                plain();
            } else {
                put("a0");
                plain();
                colour(Colour::swizzle);
                put('.');
                put("xyzw"[operand.address_component()]);
                plain();
            }
            put(']');
        }
    }

    void destination(const Destination &dst) {
        reg(dst);
        if (dst.mask() == 0xf || !has_components(dst.type()) || (is_scalar(dst) && dst.mask() == 1)) return;
        colour(Colour::swizzle);
        put('.');
        for (unsigned i = 0; i < 4; ++i)
            if (dst.mask() & 1u << i) put("xyzw"[i]);
        plain();
    }

    static bool has_components(RegisterType type) {
        switch (type) {
        case RegisterType::loop:
        case RegisterType::label:
        case RegisterType::constant_int:
        case RegisterType::constant_bool: return false;
        default: return true;
        }
    }

    bool is_scalar(const Operand &operand) const {
        switch (operand.type()) {
        case RegisterType::depth_output: return true;
        case RegisterType::misc: return operand.number() == static_cast<unsigned>(MiscRegister::face);
        case RegisterType::raster_output:
            return operand.number() != static_cast<unsigned>(RasterOutput::position);
        default: return false;
        }
    }

    void source(const Source &src) {
        const ModifierInfo &modifier = modifier_info(src.modifier());
        coloured(Colour::modifier, modifier.prefix);
        reg(src);
        coloured(Colour::modifier, modifier.suffix);
        bool whole = !has_components(src.type()) || (is_scalar(src) && src.swizzle() == 0);
        if (src.swizzle() == identity_swizzle || whole) return;
        colour(Colour::swizzle);
        put('.');
        unsigned first = src.component(0);
        put("xyzw"[first]);
        if (src.swizzle() != first * 0x55)
            for (unsigned i = 1; i < 4; ++i)
                put("xyzw"[src.component(i)]);
        plain();
    }

    const Program &program_;
    const PrintOptions &options_;
    Vec<char> out_;
    unsigned depth_ = 0;
};

} // namespace

std::string_view print(const Program &program, const PrintOptions &options, Arena &arena) {
    return Printer(program, options, arena).run();
}

} // namespace weft::d3dbc
