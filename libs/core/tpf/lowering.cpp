#include "core/tpf/lowering.h"

#include <algorithm>
#include <cstring>

#include "core/tpf/reader.h"

namespace weft::tpf {

ir::Stage ir_stage(Stage stage) {
    switch (stage) {
    case Stage::vertex: return ir::Stage::vertex;
    case Stage::pixel: return ir::Stage::pixel;
    case Stage::geometry: return ir::Stage::geometry;
    case Stage::hull: return ir::Stage::hull;
    case Stage::domain: return ir::Stage::domain;
    case Stage::compute: break;
    }
    return ir::Stage::compute;
}

Lowering::Lowering(const Program &program, const Interface &interface, const LowerOptions &options,
                   const Plan &plan, Diagnostics &diag, ir::Module &module)
    : program_(program),
      interface_(interface),
      options_(options),
      plan_(plan),
      diag_(diag),
      m_(module),
      b_(module, 0, program.instructions.size() + program.instructions.size() / 2),
      r_(b_, plan.slots, *program.arena),
      bound_(*module.arena),
      shared_(*module.arena),
      inputs_(*module.arena),
      outputs_(*module.arena),
      patch_(*module.arena),
      loaded_(*module.arena) {
    std::memset(input_map_, 0xff, sizeof(input_map_));
    std::memset(output_map_, 0xff, sizeof(output_map_));
    std::memset(patch_map_, 0xff, sizeof(patch_map_));
    zero_ = {b_.i32c(0), 0};
}

bool Lowering::fail(unsigned code, const char *what) {
    const bool inside = at_ < program_.instructions.size();
    diag_.error(location_of(at_), Result::invalid_shader, code, "%s: %s",
                inside ? info(program_.instructions[at_].opcode).name : "program", what);
    return false;
}

bool Lowering::unsupported(const char *what) {
    diag_.error(location_of(at_), Result::not_implemented, code::tpf_not_implemented,
                "%s is not implemented.", what);
    return false;
}

bool Lowering::run() {
    m_.stage = ir_stage(program_.stage);
    // A program without the flag allows no refactoring, except that 4.0 programs without the declaration
    // always do.
    all_precise_ = !(program_.global_flags & global_flag::refactoring_allowed) &&
                   (program_.has_global_flags || program_.version > 0x40);
    m_.early_fragment_tests =
        program_.stage == Stage::pixel && (program_.global_flags & global_flag::early_depth_stencil);

    if (!begin_io() || !(program_.stage == Stage::hull ? run_hull() : run_main())) return false;
    if (!r_.within_limits()) return unsupported("Control flow that merges this many values");
    m_.inputs = inputs_.span();
    m_.outputs = outputs_.span();
    m_.patch_constants = patch_.span();
    return true;
}

bool Lowering::declare_range(uint32_t first, uint32_t end) {
    for (at_ = first; at_ < end; ++at_) {
        const Instruction &ins = program_.instructions[at_];
        if ((info(ins.opcode).flags & declaration) && !declare(ins)) return false;
    }
    at_ = first;
    return true;
}

bool Lowering::run_main() {
    if (!declare_range(0, static_cast<uint32_t>(program_.instructions.size())) || !finish_declarations())
        return false;
    if (program_.stage == Stage::geometry && !finish_geometry()) return false;
    if (!run_range(0, plan_.main_end, 0)) return false;
    if (r_.live()) return_from_main();
    return true;
}

bool Lowering::declare(const Instruction &ins) {
    if (is_binding(ins.opcode)) return declare_resource(ins);
    if (is_io(ins.opcode)) return declare_io(ins);
    switch (ins.opcode) {
    case Opcode::dcl_tgsm_raw:
    case Opcode::dcl_tgsm_structured: return declare_shared(ins);
    case Opcode::dcl_gs_input_primitive:
    case Opcode::dcl_gs_output_topology:
    case Opcode::dcl_max_output_vertex_count:
    case Opcode::dcl_gs_instance_count:
    case Opcode::dcl_stream: return declare_geometry(ins);
    case Opcode::dcl_input_control_point_count:
    case Opcode::dcl_output_control_point_count:
    case Opcode::dcl_tess_domain:
    case Opcode::dcl_tess_partitioning:
    case Opcode::dcl_tess_output_primitive:
    case Opcode::dcl_hs_max_tessfactor: return declare_tessellation(ins);
    case Opcode::dcl_thread_group:
        for (uint32_t i = 0; i < 3; ++i) {
            const uint32_t n = program_.payload(ins, i);
            if (!n || n > 1024) return fail(code::tpf_declaration, "group size out of range.");
            m_.workgroup_size[i] = n;
        }
        return true;
    default: return true;
    }
}

bool Lowering::lower(const Instruction &ins) {
    flags_ = 0;
    const OpcodeInfo &op = info(ins.opcode);
    if (!(op.stages & stage_bit(program_.stage)))
        return fail(code::tpf_control_flow, "this instruction has no meaning in this stage.");
    if (ins.operand_count && op.roles[0] == OperandRole::destination) {
        const Operand &dst = operand(ins, 0);
        if (all_precise_ || (program_.major() >= 5 && (ins.precise_mask() & dst.write_mask())))
            flags_ |= ir::flag::precise;
        // Integers narrower than 32 bits would need their sign kept apart, so only floats are relaxed.
        else if (dst.min_precision && op.types[0] == OperandType::float_)
            flags_ |= ir::flag::relaxed;
    }
    switch (ins.opcode) {
    case Opcode::nop:
    case Opcode::customdata:
    case Opcode::abort:
    case Opcode::debug_break:
    case Opcode::label: return true;
    case Opcode::discard: {
        Value c;
        if (!condition(ins, &c)) return false;
        b_.emit(ir::Op::demote, ir::void_type, c);
        return true;
    }
    case Opcode::fcall: return unsupported("Class linkage (fcall)");
    case Opcode::cut:
    case Opcode::emit:
    case Opcode::emit_then_cut:
    case Opcode::emit_stream:
    case Opcode::cut_stream:
    case Opcode::emit_then_cut_stream: return emit_vertex(ins);
    case Opcode::hs_decls:
    case Opcode::hs_control_point_phase:
    case Opcode::hs_fork_phase:
    case Opcode::hs_join_phase: return fail(code::tpf_control_flow, "the stage has no phases.");
    case Opcode::eval_centroid:
    case Opcode::eval_sample_index:
    case Opcode::eval_snapped: return evaluate(ins);
    default: break;
    }
    for (unsigned i = 0; i < ins.operand_count; ++i)
        if (op.roles[i] == OperandRole::resource || op.roles[i] == OperandRole::memory)
            return op.roles[i] == OperandRole::resource ? texture(ins) : memory(ins);
    return arithmetic(ins);
}

#ifdef WEFT_TPF_MUTATION
// tests/mutation: translates with one opcode forgotten. No library has this.
Program mutate(const Program &program, Arena &arena);
#endif

Result to_ir(const Program &original, const Interface &interface, const LowerOptions &options,
             Diagnostics &diag, ir::Module *module) {
#ifdef WEFT_TPF_MUTATION
    const Program program = mutate(original, *module->arena);
#else
    const Program &program = original;
#endif
    Plan plan;
    if (Result r = make_plan(program, *program.arena, diag, &plan); failed(r)) return r;
    Lowering lowering(program, interface, options, plan, diag, *module);
    return lowering.run() ? Result::ok : diag.result();
}

} // namespace weft::tpf
