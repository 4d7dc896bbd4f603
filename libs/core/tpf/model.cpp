#include "core/tpf/model.h"

namespace weft::tpf {

Binding decode_binding(const Program &program, const Instruction &ins) {
    Binding b{};
    const Operand &reg = *program.operands_of(ins);
    uint32_t next = 0; // first payload dword not taken yet
    const uint32_t token = ins.token;
    const bool spaces = program.has_spaces();

    b.id = reg.index_count ? reg.index(0).value : 0;
    b.lower = b.upper = b.id;
    if (spaces && reg.index_count == 3) {
        b.lower = reg.index(1).value;
        b.upper = reg.index(2).value;
    }

    auto dimension = [&] {
        unsigned d = token >> 11 & 0x1f;
        return d < static_cast<unsigned>(Dimension::count) ? static_cast<Dimension>(d) : Dimension::unknown;
    };
    switch (ins.opcode) {
    case Opcode::dcl_constant_buffer:
        b.kind = Binding::Kind::constant_buffer;
        b.dynamic_index = token >> 11 & 1;
        b.size = spaces ? program.payload(ins, next++) : reg.index_count > 1 ? reg.index(1).value : 0;
        break;
    case Opcode::dcl_sampler:
        b.kind = Binding::Kind::sampler;
        b.sampler_mode = static_cast<SamplerMode>(token >> 11 & 0xf);
        break;
    case Opcode::dcl_resource:
    case Opcode::dcl_uav_typed:
        b.dimension = dimension();
        b.return_types = program.payload(ins, next++);
        b.sample_count = ins.opcode == Opcode::dcl_resource ? token >> 16 & 0x7f : 0;
        break;
    case Opcode::dcl_resource_raw:
    case Opcode::dcl_uav_raw: b.dimension = Dimension::raw_buffer; break;
    case Opcode::dcl_resource_structured:
    case Opcode::dcl_uav_structured:
        b.dimension = Dimension::structured_buffer;
        b.stride = program.payload(ins, next++);
        break;
    default: break;
    }
    if (ins.opcode == Opcode::dcl_resource || ins.opcode == Opcode::dcl_resource_raw ||
        ins.opcode == Opcode::dcl_resource_structured)
        b.kind = Binding::Kind::resource;
    if (ins.opcode == Opcode::dcl_uav_typed || ins.opcode == Opcode::dcl_uav_raw ||
        ins.opcode == Opcode::dcl_uav_structured) {
        b.kind = Binding::Kind::uav;
        b.uav_flags = token & (uav_flag::globally_coherent | uav_flag::rasterizer_ordered |
                               uav_flag::order_preserving_counter);
    }
    b.space = spaces ? program.payload(ins, next) : 0;
    return b;
}

IoDeclaration decode_io(const Program &program, const Instruction &ins) {
    IoDeclaration d{};
    const Operand &reg = *program.operands_of(ins);
    d.output = ins.opcode >= Opcode::dcl_output;
    d.type = reg.type;
    d.mask = reg.write_mask();
    if (!d.mask && !reg.index_count) d.mask = 1;
    switch (ins.opcode) {
    case Opcode::dcl_input_ps:
    case Opcode::dcl_input_ps_sgv:
    case Opcode::dcl_input_ps_siv: d.interpolation = ins.token >> 11 & 0xf; break;
    default: break;
    }
    switch (ins.opcode) {
    case Opcode::dcl_input_sgv:
    case Opcode::dcl_input_siv:
    case Opcode::dcl_input_ps_sgv:
    case Opcode::dcl_input_ps_siv:
    case Opcode::dcl_output_sgv:
    case Opcode::dcl_output_siv: {
        uint32_t number = program.payload(ins, 0) & 0xffff;
        d.name = number < static_cast<unsigned>(SystemName::count) ? static_cast<SystemName>(number)
                                                                   : SystemName::undefined;
        break;
    }
    default: break;
    }
    if (reg.index_count == 2) {
        d.vertex_count = reg.index(0).value;
        d.register_index = reg.index(1).value;
    } else if (reg.index_count) {
        d.register_index = reg.index(0).value;
    }
    return d;
}

} // namespace weft::tpf
