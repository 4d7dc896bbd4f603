#include "core/d3dbc/signature.h"

namespace weft::d3dbc {

namespace {

using signature::Element;
using signature::SystemValue;

// Register numbers that dedicated registers take in a signature, so that vertex and pixel shaders up to 2.x
// share one numbering without a map.
constexpr unsigned color_register = 8, raster_register = 10;

// What the fixed input registers of Direct3D 8 meant.
struct FixedInput {
    Usage usage;
    uint8_t index;
};
constexpr FixedInput fixed_inputs[16] = {
    {Usage::position, 0},   {Usage::blend_weight, 0}, {Usage::blend_indices, 0}, {Usage::normal, 0},
    {Usage::point_size, 0}, {Usage::color, 0},        {Usage::color, 1},         {Usage::texcoord, 0},
    {Usage::texcoord, 1},   {Usage::texcoord, 2},     {Usage::texcoord, 3},      {Usage::texcoord, 4},
    {Usage::texcoord, 5},   {Usage::texcoord, 6},     {Usage::texcoord, 7},      {Usage::position, 1},
};

struct Side {
    explicit Side(Arena &arena) : elements(arena), bindings(arena) {}
    Vec<Element> elements;
    Vec<RegisterBinding> bindings;

    // First binding of (type, number), or -1; registers are few, so a scan costs less than an index.
    int find(RegisterType type, unsigned number) const {
        for (size_t i = 0; i < bindings.size(); ++i)
            if (bindings[i].type == type && bindings[i].number == number) return static_cast<int>(i);
        return -1;
    }
};

class Synthesis {
  public:
    Synthesis(const Program &program, const SignatureOptions &options, Arena &arena, Diagnostics &diag)
        : program_(program),
          version_(program.version),
          options_(options),
          diag_(diag),
          inputs_(arena),
          outputs_(arena) {}

    Interface run() {
        bool any_input_declared = false;
        for (const Instruction &ins : program_.instructions)
            any_input_declared |= ins.op == Op::dcl && ins.dst.is(RegisterType::input);
        fixed_inputs_ =
            options_.for_target && version_.is_vertex() && version_.major == 1 && !any_input_declared;

        for (const Instruction &ins : program_.instructions) {
            if (ins.is_declaration()) {
                if (ins.op == Op::dcl) declare(ins);
                continue;
            }
            line_ = ins.line;
            if (ins.op == Op::texdepth || ins.op == Op::texm3x2depth)
                add(outputs_, RegisterType::depth_output, 0, "DEPTH", 0, SystemValue::depth, 0, 1, 1);
            if (ins.has_destination()) use(ins.dst, ins.dst.mask(), true);
            for (const Source &src : ins.sources())
                use(src, src.read_mask(), false);
        }
        if (options_.for_target && version_.is_vertex() && version_.major < 3)
            add(outputs_, RegisterType::color_attribute, 0, "COLOR", 0, SystemValue::none, color_register,
                0xf, 0xf);
        finish(inputs_);
        finish(outputs_);
        return {inputs_.elements.span(), outputs_.elements.span(), inputs_.bindings.span(),
                outputs_.bindings.span()};
    }

  private:
    // Finds or makes the element, and binds the register to it. `mask` counts as declared, `used` as used.
    void add(Side &side, RegisterType type, unsigned number, std::string_view name, unsigned index,
             SystemValue system_value, unsigned register_index, uint8_t mask, uint8_t used,
             bool centroid = false) {
        size_t e = 0;
        while (e < side.elements.size() &&
               (side.elements[e].semantic_index != index || side.elements[e].name != name))
            ++e;
        if (e == side.elements.size()) {
            Element element;
            element.name = name;
            element.semantic_index = index;
            element.system_value = system_value;
            element.register_index = register_index;
            element.scan_index = static_cast<uint32_t>(e);
            if (&side == &inputs_ && version_.is_pixel())
                element.interpolation =
                    centroid ? signature::Interpolation::linear_centroid : signature::Interpolation::linear;
            side.elements.push(element);
        }
        side.elements[e].mask |= mask;
        side.elements[e].used_mask |= used;
        for (RegisterBinding &b : side.bindings)
            if (b.type == type && b.number == number && b.element == e) {
                b.mask |= mask;
                return;
            }
        side.bindings.push({type, static_cast<uint8_t>(number), mask, static_cast<uint16_t>(e)});
    }

    void declare(const Instruction &ins) {
        const Destination &dst = ins.dst;
        unsigned number = dst.number();
        bool centroid = dst.centroid();
        line_ = ins.line;
        switch (dst.type()) {
        case RegisterType::input:
            if (version_.is_vertex() || version_.major >= 3) {
                add(inputs_, RegisterType::input, number, usage_info(ins.usage()).semantic, ins.usage_index(),
                    SystemValue::none, number, dst.mask(), 0, centroid);
                break;
            }
            add(inputs_, RegisterType::input, number, "COLOR", number, SystemValue::none,
                color_register + number, dst.mask(), 0, centroid);
            break;
        case RegisterType::texture:
            if (version_.is_pixel())
                add(inputs_, RegisterType::texture, number, "TEXCOORD", number, SystemValue::none, number,
                    dst.mask(), 0, centroid);
            break;
        case RegisterType::misc: misc(number, dst.mask(), 0); break;
        case RegisterType::output:
            if (version_.is_vertex() && version_.major >= 3) {
                // An output with usage position and another index is an ordinary varying.
                bool position = ins.usage() == Usage::position && !ins.usage_index();
                add(outputs_, RegisterType::output, number, usage_info(ins.usage()).semantic,
                    ins.usage_index(), position ? SystemValue::position : SystemValue::none, number,
                    dst.mask(), 0);
            }
            break;
        default: break;
        }
    }

    void misc(unsigned number, uint8_t mask, uint8_t used) {
        if (number == static_cast<unsigned>(MiscRegister::position))
            add(inputs_, RegisterType::misc, number, "VPOS", 0, SystemValue::position, 0, mask, used);
        else
            add(inputs_, RegisterType::misc, number, "VFACE", 0, SystemValue::is_front_face, 1, 1, used & 1);
    }

    // Registers whose name alone gives the semantic.
    void use(const Operand &operand, uint8_t mask, bool write) {
        unsigned number = operand.number();
        switch (operand.type()) {
        case RegisterType::temp:
            if (write && !number && version_.is_pixel() && version_.major == 1)
                add(outputs_, RegisterType::temp, 0, "COLOR", 0, SystemValue::target, 0, mask, mask);
            break;
        case RegisterType::input:
            if (version_.is_pixel() && version_.major < 3) {
                int b = inputs_.find(RegisterType::input, number);
                bool declared = version_.major >= 2 && b >= 0;
                add(inputs_, RegisterType::input, number, "COLOR", number, SystemValue::none,
                    color_register + number, declared ? uint8_t(0) : mask, mask);
            } else {
                use_declared(inputs_, operand, mask);
            }
            break;
        case RegisterType::texture:
            if (version_.is_pixel()) {
                int b = inputs_.find(RegisterType::texture, number);
                bool declared = version_.major >= 2 && b >= 0;
                add(inputs_, RegisterType::texture, number, "TEXCOORD", number, SystemValue::none, number,
                    declared ? uint8_t(0) : mask, mask);
            }
            break;
        case RegisterType::misc:
            if (inputs_.find(RegisterType::misc, number) < 0)
                misc(number, mask, mask);
            else
                misc(number, 0, mask);
            break;
        case RegisterType::raster_output: raster_output(number, mask); break;
        case RegisterType::color_attribute:
            add(outputs_, RegisterType::color_attribute, number, "COLOR", number, SystemValue::none,
                color_register + number, mask, mask);
            break;
        case RegisterType::output:
            if (version_.major >= 3)
                use_declared(outputs_, operand, mask);
            else
                add(outputs_, RegisterType::output, number, "TEXCOORD", number, SystemValue::none, number,
                    mask, mask);
            break;
        case RegisterType::color_output:
            add(outputs_, RegisterType::color_output, number, "COLOR", number, SystemValue::target, number,
                mask, mask);
            break;
        case RegisterType::depth_output:
            add(outputs_, RegisterType::depth_output, 0, "DEPTH", 0, SystemValue::depth, 0, 1, 1);
            break;
        default: break;
        }
    }

    void raster_output(unsigned number, uint8_t mask) {
        constexpr std::string_view names[] = {"POSITION", "FOG", "PSIZE"};
        bool position = number == static_cast<unsigned>(RasterOutput::position);
        if (!position) mask = 1;
        add(outputs_, RegisterType::raster_output, number, names[number], 0,
            position ? SystemValue::position : SystemValue::none, raster_register + number, mask, mask);
    }

    void use_declared(Side &side, const Operand &operand, uint8_t mask) {
        unsigned number = operand.number();
        if (operand.relative() && options_.for_target) {
            // Any register of the file may be meant.
            for (Element &e : side.elements)
                e.used_mask = 0xf;
            return;
        }
        int b = side.find(operand.type(), number);
        if (b >= 0) {
            for (const RegisterBinding &binding : side.bindings)
                if (binding.type == operand.type() && binding.number == number)
                    side.elements[binding.element].used_mask |= mask;
            return;
        }
        bool input = &side == &inputs_;
        if (!(warned_[!input] & 1u << number)) {
            warned_[!input] |= 1u << number;
            diag_.warning({line_, 0}, code::d3dbc_undeclared, "Register %c%u is used without a declaration.",
                          input ? 'v' : 'o', number);
        }
        if (input && fixed_inputs_) {
            const FixedInput &f = fixed_inputs[number];
            add(inputs_, RegisterType::input, number, usage_info(f.usage).semantic, f.index,
                SystemValue::none, number, 0xf, mask);
        }
    }

    void finish(Side &side) {
        for (Element &e : side.elements) {
            e.mask = signature::contiguous_mask(e.mask);
            if (options_.clip_used_mask) e.used_mask &= e.mask;
        }
        if (options_.for_target) part(side);
    }

    // Whether a location of the target's interface belongs to the element.
    bool takes_location(const Element &e) const { return e.system_value == SystemValue::none; }

    // One register may be declared for several semantics that overlap, in themselves or where a mask had
    // holes. Locations cannot: the later element moves behind all others.
    void part(Side &side) {
        for (size_t i = 1; i < side.elements.size(); ++i) {
            Element &e = side.elements[i];
            if (!takes_location(e)) continue;
            for (size_t k = 0; k < i; ++k) {
                const Element &other = side.elements[k];
                if (takes_location(other) && other.register_index == e.register_index &&
                    other.mask & e.mask) {
                    e.register_index = signature::next_register(side.elements.span());
                    break;
                }
            }
        }
    }

    const Program &program_;
    Version version_;
    const SignatureOptions &options_;
    Diagnostics &diag_;
    Side inputs_, outputs_;
    bool fixed_inputs_ = false;
    uint32_t line_ = 0;
    uint32_t warned_[2] = {};
};

} // namespace

Interface synthesise(const Program &program, const SignatureOptions &options, Arena &arena,
                     Diagnostics &diag) {
    return Synthesis(program, options, arena, diag).run();
}

} // namespace weft::d3dbc
