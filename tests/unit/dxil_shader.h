// A compute shader as a DXIL model made in memory, lowered.
#pragma once

#include <string>
#include <vector>

#include "../structure/random_cfg.h"
#include "core/dxil/to_ir.h"
#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "core/passes/pipeline.h"

namespace weft::dxil::test {

using structure_test::Model;

// What it keeps goes to a variable, and from there to a buffer, whose stores passes do not drop.
struct Shader {
    Arena arena;
    Model model{arena};
    Diagnostics diag;
    ir::Module ir{arena};
    Interface interface;
    uint32_t results = 0, main = 0;

    Shader() {
        results = model.variable(elements);
        pointer_ = model.i32_pointer;
        main = model.function("main", model.function_type(model.void_, {}));
        interface.kind = ShaderKind::compute;
        interface.entry = model.module().global_values[main].index;
        for (uint32_t &n : interface.thread_group_size)
            n = 1;
    }

    void store(uint32_t index, uint32_t value) {
        const uint32_t at = model.add(Opcode::gep, pointer_, {results, model.i32c(0), index}, 0,
                                      model.module().variables[0].value_type);
        model.add(Opcode::store, model.void_, {at, value});
    }
    uint32_t load(uint32_t index) {
        const uint32_t at = model.add(Opcode::gep, pointer_, {results, model.i32c(0), index}, 0,
                                      model.module().variables[0].value_type);
        return model.add(Opcode::load, model.i32, {at});
    }
    uint32_t call(uint32_t function, uint32_t argument) {
        return model.add(Opcode::call, model.i32, {function, argument}, 0, model.of(function).type);
    }
    Result lower() {
        ir.stage = ir::Stage::compute;
        const Result r = to_ir(model.module(), interface, {}, diag, &ir);
        ir::Resource buffer{};
        buffer.kind = ir::ResourceKind::rw_raw_buffer;
        ir.resources.push(buffer);
        for (ir::Inst &i : ir.insts)
            if (i.op == ir::Op::store_local && ir.locals[i.arg[2]].rows == elements) {
                i.op = ir::Op::store_buffer;
                i.arg[2] = i.arg[3] = 0;
            }
        return r;
    }
    std::string text() { return ir::print(ir); }

    static constexpr uint32_t elements = 1000;

  private:
    uint32_t pointer_;
};

} // namespace weft::dxil::test
