// Signatures synthesised from the code, since Direct3D 9 bytecode carries none.
#pragma once

#include <span>

#include "core/d3dbc/model.h"
#include "core/signature/signature.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::d3dbc {

struct SignatureOptions {
    // Adds what compiling to a target adds. Off: the shader as it is.
    bool for_target = false;
    // Assembly listings show the components an instruction names even where no declaration covers them.
    bool clip_used_mask = true;
};

// Which element a register's components belong to. One register may have several (`dcl_texcoord o0.xy`,
// `dcl_texcoord1 o0.zw`), and one element several registers.
struct RegisterBinding {
    RegisterType type;
    uint8_t number;
    uint8_t mask; // components of the register
    uint16_t element;
};

struct Interface {
    signature::Signature inputs, outputs;
    std::span<const RegisterBinding> input_bindings, output_bindings;
};

// Elements stand in the order of first declaration or use. Registers that need a declaration and have none
// yield warning 7006 and no element; but a vertex shader 1.x without any declaration, as Direct3D 8 wrote
// them, gets the semantics that Direct3D 8 gave to its input registers when for_target is set.
Interface synthesise(const Program &program, const SignatureOptions &options, Arena &arena,
                     Diagnostics &diag);

} // namespace weft::d3dbc
