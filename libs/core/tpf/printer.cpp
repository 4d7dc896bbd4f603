#include "core/tpf/printer.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace weft::tpf {

namespace {

enum class Colour : uint8_t { none, opcode, reg, literal, keyword };

constexpr std::string_view reset_escape = "\x1b[m";

constexpr std::string_view escape(Colour colour) {
    switch (colour) {
    case Colour::opcode: return "\x1b[96;1m";
    case Colour::reg: return "\x1b[96m";
    case Colour::literal: return "\x1b[95m";
    case Colour::keyword: return "\x1b[32m";
    default: return "";
    }
}

constexpr const char *component_letters = "xyzw";

class Printer {
  public:
    Printer(const Program &program, const PrintOptions &options, Arena &arena)
        : program_(program), options_(options), out_(arena, program.words.size() * 12 + 256) {}

    std::string_view run();

  private:
    void text(std::string_view s) { out_.append({s.data(), s.size()}); }
    void letter(char c) { out_.push(c); }
    void begin(Colour colour) {
        if (options_.colour) text(escape(colour));
    }
    void end() {
        if (options_.colour) text(reset_escape);
    }
    void coloured(Colour colour, std::string_view s) {
        begin(colour);
        text(s);
        end();
    }
    void number(uint32_t v) {
        char buffer[16];
        text({buffer, std::to_chars(buffer, buffer + sizeof(buffer), v).ptr});
    }
    void signed_number(int32_t v) {
        char buffer[16];
        text({buffer, std::to_chars(buffer, buffer + sizeof(buffer), v).ptr});
    }
    void hex(uint32_t v);
    template <typename T>
    void real(T v);
    void raw_literal(uint32_t bits);
    void literal(uint32_t bits, OperandType type);
    void mask_letters(uint8_t mask);
    void immediate(const Operand &op, OperandType type);
    void index(const Index &index);
    void register_name(const Operand &op);
    void component_suffix(const Operand &op);
    void operand(const Operand &op, OperandType type);
    void instruction(const Instruction &ins);
    void mnemonic(const Instruction &ins);
    bool print_declaration(const Instruction &ins);
    void binding(const Instruction &ins);
    void range(const Binding &b, char upper_letter, const char *lower_name);
    void return_types(uint32_t nibbles, unsigned shift, unsigned step);
    void icb(uint32_t first, uint32_t count);
    void flag_list(uint32_t flags);
    void signature(const char *title, std::span<const signature::Element> elements, char file);

    const Program &program_;
    const PrintOptions &options_;
    Vec<char> out_;
    uint8_t context_precision_ = 0;
};

void Printer::hex(uint32_t v) {
    char digits[8];
    auto r = std::to_chars(digits, digits + 8, v, 16);
    text("0x");
    for (size_t n = static_cast<size_t>(r.ptr - digits); n < 8; ++n)
        letter('0');
    text({digits, static_cast<size_t>(r.ptr - digits)});
}

template <typename T>
void Printer::real(T v) {
    if (std::isnan(v)) return text(std::signbit(v) ? "-1.#QNAN" : "1.#QNAN");
    if (std::isinf(v)) return text(v < 0 ? "-1.#INF00" : "1.#INF00");
    char buffer[64];
    auto r = std::to_chars(buffer, buffer + sizeof(buffer), v);
    std::string_view s(buffer, static_cast<size_t>(r.ptr - buffer));
    text(s);
    if (s.find_first_of(".e") == std::string_view::npos) text(".0");
}

void Printer::raw_literal(uint32_t bits) {
    const auto v = static_cast<int32_t>(bits);
    const uint32_t exponent = bits >> 23 & 0xff;
    if (v > -10000 && v < 10000)
        signed_number(v);
    else if ((exponent && exponent != 0xff) || bits == 0x80000000u)
        real(std::bit_cast<float>(bits));
    else
        hex(bits);
}

void Printer::literal(uint32_t bits, OperandType type) {
    switch (type) {
    case OperandType::float_: real(std::bit_cast<float>(bits)); break;
    case OperandType::int_:
    case OperandType::uint:
    case OperandType::boolean: {
        const auto v = static_cast<int32_t>(bits);
        if (v > -10000 && v < 10000)
            signed_number(v);
        else
            hex(bits);
        break;
    }
    default: raw_literal(bits); break;
    }
}

void Printer::mask_letters(uint8_t mask) {
    for (unsigned i = 0; i < 4; ++i)
        if (mask >> i & 1) letter(component_letters[i]);
}

void Printer::immediate(const Operand &op, OperandType type) {
    begin(Colour::literal);
    if (op.type == RegisterType::immediate64) {
        text("d(");
        const unsigned count = op.components == ComponentClass::four ? 2 : 1;
        for (unsigned i = 0; i < count; ++i) {
            if (i) text(", ");
            real(std::bit_cast<double>(uint64_t{op.immediate[2 * i]} | uint64_t{op.immediate[2 * i + 1]}
                                                                           << 32));
            letter('l');
        }
    } else {
        text("l(");
        const unsigned count = op.components == ComponentClass::four ? 4 : 1;
        for (unsigned i = 0; i < count; ++i) {
            if (i) text(type == OperandType::untyped ? "," : ", ");
            literal(op.immediate[i], type);
        }
    }
    letter(')');
    end();
}

void Printer::index(const Index &index) {
    const uint8_t precision = context_precision_;
    context_precision_ = 0;
    letter('[');
    if (index.is_relative()) {
        operand(program_.operands[index.relative], OperandType::uint);
        text(" + ");
    }
    number(index.value);
    letter(']');
    context_precision_ = precision;
}

void Printer::register_name(const Operand &op) {
    const RegisterInfo &reg = info(op.type);
    begin(Colour::reg);
    bool attach = true; // the first index follows the name without brackets
    switch (op.type) {
    case RegisterType::constant_buffer: text(program_.has_spaces() ? "CB" : reg.name); break;
    case RegisterType::sampler:
    case RegisterType::resource:
    case RegisterType::unordered_access_view:
        if (program_.has_spaces())
            letter(static_cast<char>(reg.name[0] - 'a' + 'A'));
        else
            text(reg.name);
        break;
    case RegisterType::input:
    case RegisterType::output:
    case RegisterType::patch_constant:
        text(reg.name);
        attach = op.index_count < 2;
        break;
    case RegisterType::immediate_constant_buffer:
    case RegisterType::input_control_point:
    case RegisterType::output_control_point:
    case RegisterType::this_pointer:
        text(reg.name);
        attach = false;
        break;
    default: text(reg.name); break;
    }
    for (unsigned i = 0; i < op.index_count; ++i) {
        if (!i && attach && !op.index(0).is_relative())
            number(op.index(0).value);
        else
            index(op.index(i));
    }
    end();
}

void Printer::component_suffix(const Operand &op) {
    if (op.components != ComponentClass::four) return;
    switch (op.selection) {
    case Selection::mask:
        if (!op.selected) return;
        letter('.');
        mask_letters(op.selected);
        break;
    case Selection::swizzle:
        letter('.');
        for (unsigned i = 0; i < 4; ++i)
            letter(component_letters[op.selected >> (2 * i) & 3]);
        break;
    case Selection::one:
        letter('.');
        letter(component_letters[op.selected & 3]);
        break;
    }
}

void Printer::operand(const Operand &op, OperandType type) {
    if (op.modifiers & modifier::negate) letter('-');
    if (op.modifiers & modifier::absolute) letter('|');
    if (op.is_immediate()) {
        immediate(op, type);
    } else {
        register_name(op);
        component_suffix(op);
    }
    if (op.min_precision || context_precision_) {
        static constexpr const char *names[] = {"",       "min16f", "min2_8f", "min3",
                                                "min16i", "min16u", "min6",    "min7"};
        text(op.min_precision ? " {" : " {def32 as ");
        text(names[op.min_precision ? op.min_precision : context_precision_]);
        letter('}');
    }
    if (op.non_uniform) text(" { nonuniform }");
    if (op.modifiers & modifier::absolute) letter('|');
}

void Printer::return_types(uint32_t nibbles, unsigned shift, unsigned step) {
    letter('(');
    for (unsigned i = 0; i < 4; ++i) {
        if (i) letter(',');
        text(name(static_cast<ReturnType>(nibbles >> (shift + step * i) & 0xf)));
    }
    letter(')');
}

void Printer::mnemonic(const Instruction &ins) {
    const OpcodeInfo &op = info(ins.opcode);
    begin(Colour::opcode);
    text(op.name);
    if ((op.flags & can_saturate) && ins.saturate()) text("_sat");
    if (op.flags & has_test) text(ins.test_nonzero() ? "_nz" : "_z");
    if (ins.extensions & extension::sample_controls) text("_aoffimmi");
    if (ins.extensions & extension::resource_dimension) text("_indexable");
    if (ins.extensions & extension::sample_controls) {
        letter('(');
        for (unsigned i = 0; i < 3; ++i) {
            if (i) letter(',');
            signed_number(ins.texel_offset(i));
        }
        letter(')');
    }
    if (ins.extensions & extension::resource_dimension) {
        letter('(');
        text(info(ins.extended_dimension()).name);
        if (ins.extended_dimension() == Dimension::structured_buffer) {
            text(", stride=");
            number(ins.extended_stride());
        }
        letter(')');
    }
    if (ins.extensions & extension::resource_return_type) return_types(ins.resource_return_type, 6, 4);
    switch (ins.opcode) {
    case Opcode::resinfo: {
        static constexpr const char *suffixes[] = {"", "_rcpFloat", "_uint", ""};
        text(suffixes[ins.token >> 11 & 3]);
        break;
    }
    case Opcode::sampleinfo:
        if (ins.token >> 11 & 1) text("_uint");
        break;
    case Opcode::sync:
        if (ins.token & sync_flag::uav_global) text("_uglobal");
        if (ins.token & sync_flag::uav_group) text("_ugroup");
        if (ins.token & sync_flag::shared_memory) text("_g");
        if (ins.token & sync_flag::threads) text("_t");
        break;
    default: break;
    }
    end();
    if (!(op.flags & declaration) && op.operand_count && op.roles[0] == OperandRole::destination &&
        ins.precise_mask()) {
        text(" [precise");
        if (ins.precise_mask() != 0xf) {
            letter('(');
            mask_letters(ins.precise_mask());
            letter(')');
        }
        letter(']');
    }
}

void Printer::range(const Binding &b, char upper_letter, const char *lower_name) {
    begin(Colour::reg);
    if (upper_letter == 'C')
        text("CB");
    else if (program_.has_spaces())
        letter(upper_letter);
    else
        text(lower_name);
    number(b.id);
    if (program_.has_spaces()) {
        letter('[');
        number(b.lower);
        letter(':');
        if (b.upper == ~0u)
            letter('*');
        else
            number(b.upper);
        letter(']');
    }
    end();
}

void Printer::binding(const Instruction &ins) {
    const Binding b = decode_binding(program_, ins);
    begin(Colour::opcode);
    switch (b.kind) {
    case Binding::Kind::constant_buffer:
        text("dcl_constantbuffer");
        end();
        letter(' ');
        range(b, 'C', "");
        letter('[');
        number(b.size);
        text(b.dynamic_index ? "], dynamicIndexed" : "], immediateIndexed");
        break;
    case Binding::Kind::sampler:
        text("dcl_sampler");
        end();
        letter(' ');
        range(b, 'S', "s");
        text(", ");
        text(sampler_mode_name(static_cast<unsigned>(b.sampler_mode)));
        break;
    case Binding::Kind::resource:
    case Binding::Kind::uav: {
        const bool uav = b.kind == Binding::Kind::uav;
        const bool raw = b.dimension == Dimension::raw_buffer && !b.return_types;
        const bool structured =
            ins.opcode == Opcode::dcl_resource_structured || ins.opcode == Opcode::dcl_uav_structured;
        text(uav ? "dcl_uav_" : "dcl_resource_");
        if (raw) {
            text("raw");
        } else if (structured) {
            text("structured");
        } else {
            if (uav) text("typed_");
            text(info(b.dimension).name);
            if (info(b.dimension).multisample) {
                letter('(');
                number(b.sample_count);
                letter(')');
            }
        }
        if (b.uav_flags & uav_flag::globally_coherent) text("_glc");
        if (b.uav_flags & uav_flag::rasterizer_ordered) text("_rov");
        if (b.uav_flags & uav_flag::order_preserving_counter) text("_opc");
        end();
        letter(' ');
        if (!raw && !structured) {
            return_types(b.return_types, 0, 4);
            letter(' ');
        }
        range(b, uav ? 'U' : 'T', uav ? "u" : "t");
        if (structured) {
            text(", ");
            number(b.stride);
        }
        break;
    }
    }
    if (program_.has_spaces()) {
        text(", space=");
        number(b.space);
    }
}

void Printer::icb(uint32_t first, uint32_t count) {
    coloured(Colour::opcode, "dcl_immediateConstantBuffer");
    text(" { ");
    for (uint32_t i = 0; i + 4 <= count; i += 4) {
        if (i) text(options_.indent ? ",\n                              " : ",\n");
        text("{ ");
        for (uint32_t c = 0; c < 4; ++c) {
            if (c) text(", ");
            begin(Colour::literal);
            raw_literal(program_.words[first + i + c]);
            end();
        }
        letter('}');
    }
    text(" }");
}

void Printer::flag_list(uint32_t flags) {
    static constexpr const char *names[] = {
        "refactoringAllowed",         "enableDoublePrecisionFloatOps",
        "forceEarlyDepthStencil",     "enableRawAndStructuredBuffers",
        "skipOptimization",           "enableMinimumPrecision",
        "enable11_1DoubleExtensions", "enable11_1ShaderExtensions",
        "allResourcesBound",
    };
    bool first = true;
    for (unsigned i = 0; i < 9; ++i)
        if (flags >> (11 + i) & 1) {
            text(first ? " " : " | ");
            coloured(Colour::keyword, names[i]);
            first = false;
        }
}

// Declarations whose text is more than name, operands and numbers.
bool Printer::print_declaration(const Instruction &ins) {
    const uint32_t token = ins.token;
    auto payload = [&](uint32_t i) { return program_.payload(ins, i); };
    auto named = [&](std::string_view value) {
        mnemonic(ins);
        letter(' ');
        coloured(Colour::keyword, value);
    };

    if (is_binding(ins.opcode)) {
        binding(ins);
        return true;
    }
    if (is_io(ins.opcode)) {
        const IoDeclaration d = decode_io(program_, ins);
        mnemonic(ins);
        letter(' ');
        if (ins.opcode >= Opcode::dcl_input_ps && ins.opcode <= Opcode::dcl_input_ps_siv) {
            coloured(Colour::keyword, interpolation_name(d.interpolation));
            letter(' ');
        }
        operand(program_.operands_of(ins)[0], OperandType::none);
        if (ins.payload_count && ins.opcode != Opcode::dcl_input && ins.opcode != Opcode::dcl_input_ps &&
            ins.opcode != Opcode::dcl_output) {
            text(", ");
            coloured(Colour::keyword, name(d.name));
        }
        return true;
    }
    switch (ins.opcode) {
    case Opcode::dcl_global_flags:
        mnemonic(ins);
        flag_list(token);
        return true;
    case Opcode::dcl_index_range:
        mnemonic(ins);
        letter(' ');
        operand(program_.operands_of(ins)[0], OperandType::none);
        letter(' ');
        number(payload(0));
        return true;
    case Opcode::dcl_indexable_temp:
        mnemonic(ins);
        text(" x");
        number(payload(0));
        letter('[');
        number(payload(1));
        text("], ");
        number(payload(2));
        return true;
    case Opcode::dcl_gs_input_primitive: {
        const uint32_t primitive = token >> 11 & 0x3f;
        if (primitive >= 8 && primitive < 40) {
            named("patch");
            number(primitive - 7);
        } else {
            named(input_primitive_name(primitive));
        }
        return true;
    }
    case Opcode::dcl_gs_output_topology: named(output_topology_name(token >> 11 & 0x7f)); return true;
    case Opcode::dcl_input_control_point_count:
    case Opcode::dcl_output_control_point_count:
        mnemonic(ins);
        letter(' ');
        number(token >> 11 & 0x3f);
        return true;
    case Opcode::dcl_tess_domain: named(name(static_cast<TessDomain>(token >> 11 & 3))); return true;
    case Opcode::dcl_tess_partitioning:
        named(name(static_cast<TessPartitioning>(token >> 11 & 7)));
        return true;
    case Opcode::dcl_tess_output_primitive:
        named(name(static_cast<TessOutputPrimitive>(token >> 11 & 7)));
        return true;
    case Opcode::dcl_hs_max_tessfactor:
        mnemonic(ins);
        text(" l(");
        real(std::bit_cast<float>(payload(0)));
        letter(')');
        return true;
    case Opcode::dcl_function_body:
        mnemonic(ins);
        text(" fb");
        number(payload(0));
        return true;
    case Opcode::dcl_function_table:
        mnemonic(ins);
        text(" ft");
        number(payload(0));
        text(" = {");
        for (uint32_t i = 0; i < payload(1); ++i) {
            text(i ? ", fb" : "fb");
            number(payload(2 + i));
        }
        letter('}');
        return true;
    case Opcode::dcl_interface: {
        const uint32_t counts = payload(2);
        mnemonic(ins);
        if (token >> 11 & 1) text("_dynamicindexed");
        text(" fp");
        number(payload(0));
        letter('[');
        number(counts >> 16);
        text("][");
        number(payload(1));
        text("] = {");
        for (uint32_t i = 0; i < (counts & 0xffff); ++i) {
            text(i ? ", ft" : "ft");
            number(payload(3 + i));
        }
        letter('}');
        return true;
    }
    case Opcode::dcl_thread_group:
    case Opcode::dcl_temps:
    case Opcode::dcl_max_output_vertex_count:
    case Opcode::dcl_gs_instance_count:
    case Opcode::dcl_hs_fork_phase_instance_count:
    case Opcode::dcl_hs_join_phase_instance_count: {
        const uint32_t count = ins.opcode == Opcode::dcl_thread_group ? 3 : 1;
        mnemonic(ins);
        for (uint32_t i = 0; i < count; ++i) {
            text(i ? ", " : " ");
            number(payload(i));
        }
        return true;
    }
    case Opcode::dcl_tgsm_raw:
    case Opcode::dcl_tgsm_structured: {
        const uint32_t count = ins.opcode == Opcode::dcl_tgsm_structured ? 2 : 1;
        mnemonic(ins);
        letter(' ');
        operand(program_.operands_of(ins)[0], OperandType::none);
        for (uint32_t i = 0; i < count; ++i) {
            text(", ");
            number(payload(i));
        }
        return true;
    }
    default: return false;
    }
}

void Printer::instruction(const Instruction &ins) {
    if (ins.opcode == Opcode::customdata) {
        if (static_cast<CustomDataClass>(ins.token >> 11) == CustomDataClass::immediate_constant_buffer)
            icb(ins.payload, ins.payload_count);
        return;
    }
    if (print_declaration(ins)) return;

    const OpcodeInfo &op = info(ins.opcode);
    mnemonic(ins);
    const Operand *operands = program_.operands_of(ins);
    if (ins.opcode == Opcode::fcall) {
        letter(' ');
        operand(operands[0], OperandType::none);
        letter('[');
        number(program_.payload(ins, 0));
        letter(']');
        return;
    }
    for (unsigned i = 0; i < ins.operand_count; ++i) {
        text(i ? ", " : " ");
        // A 32-bit source of a minimum-precision operation is narrowed on the way in.
        if (op.roles[i] == OperandRole::source && op.types[i] == op.types[0])
            context_precision_ = operands[0].min_precision;
        operand(operands[i], op.types[i]);
        context_precision_ = 0;
    }
}

void Printer::signature(const char *title, std::span<const signature::Element> elements, char file) {
    static constexpr const char *types[] = {"none",   "uint",  "int",     "float",  "bool", "double",
                                            "uint64", "int64", "float16", "uint16", "int16"};
    coloured(Colour::opcode, title);
    letter('\n');
    for (const auto &e : elements) {
        coloured(Colour::opcode, ".param");
        letter(' ');
        text(e.name);
        if (e.semantic_index) number(e.semantic_index);
        letter('.');
        mask_letters(e.mask);
        if (e.register_index != signature::no_register) {
            text(", ");
            begin(Colour::reg);
            letter(file);
            number(e.register_index);
            end();
            letter('.');
            mask_letters(e.used_mask);
        }
        text(", ");
        const auto type = static_cast<unsigned>(e.component_type);
        coloured(Colour::keyword, type < std::size(types) ? types[type] : "none");
        if (e.system_value != signature::SystemValue::none) {
            text(", sv ");
            number(static_cast<uint32_t>(e.system_value));
        }
        if (e.stream) {
            text(", m");
            number(e.stream);
        }
        letter('\n');
    }
}

std::string_view Printer::run() {
    begin(Colour::opcode);
    text(stage_prefix(program_.stage));
    letter('_');
    number(program_.major());
    letter('_');
    number(program_.minor());
    end();
    letter('\n');
    if (options_.signatures) {
        if (!options_.inputs.empty()) signature(".input", options_.inputs, 'v');
        if (!options_.outputs.empty()) signature(".output", options_.outputs, 'o');
        if (!options_.patch_constants.empty())
            signature(".patch_constant", options_.patch_constants, program_.stage == Stage::hull ? 'o' : 'p');
        coloured(Colour::opcode, ".text");
        letter('\n');
    }

    unsigned depth = 0;
    for (const Instruction &ins : program_.instructions) {
        switch (ins.opcode) {
        case Opcode::else_:
        case Opcode::endif:
        case Opcode::endloop:
        case Opcode::endswitch:
            if (depth) --depth;
            break;
        case Opcode::customdata:
            if (static_cast<CustomDataClass>(ins.token >> 11) != CustomDataClass::immediate_constant_buffer)
                continue;
            break;
        default: break;
        }
        if (options_.indent)
            for (unsigned i = 0; i < depth && i < 64; ++i)
                text("  ");
        instruction(ins);
        letter('\n');
        switch (ins.opcode) {
        case Opcode::if_:
        case Opcode::else_:
        case Opcode::loop:
        case Opcode::switch_: ++depth; break;
        default: break;
        }
    }
    return {out_.data(), out_.size()};
}

} // namespace

std::string_view print(const Program &program, const PrintOptions &options, Arena &arena) {
    return Printer(program, options, arena).run();
}

} // namespace weft::tpf
