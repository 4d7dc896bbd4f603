// From the model to the IR.
#pragma once

#include "core/d3dbc/model.h"
#include "core/d3dbc/scan.h"
#include "core/d3dbc/signature.h"
#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::d3dbc {

// How products with zero behave. Hardware of the time gave 0 for 0 * infinity and 0 * NaN, and programs rely
// on it.
enum class FloatModel : uint8_t {
    ieee,   // as written
    finite, // reciprocals, roots, logarithms and powers stay within +-FLT_MAX, so that zero times them is
            // zero
    strict, // every product with a zero factor is zero
};

// Texture stage state that ps_1_x reads. The matrix stands in the order 00, 01, 10, 11.
struct BumpEnvironment {
    ir::Parameter matrix{.type = ir::f32(4)}, luminance_scale{.type = ir::f32()},
        luminance_offset{.type = ir::f32()};
};

struct LowerOptions {
    SignatureOptions signature; // for_target is implied
    ScanOptions scan;
    FloatModel float_model = FloatModel::finite;
    BumpEnvironment bump[6];
    // Bit n: `tex` of stage n divides its coordinates by the last one.
    ir::Parameter projected_textures{.type = ir::i32()};
    bool names = true; // names of the constant table go to the resources
};

// Fills `module`, which must be fresh, from a program that read() accepted. Constant files become constant
// buffers with registers 0 (c#), 1 (i#) and 2 (b#); sampler n becomes texture n and sampler n. Outputs are
// stored once for each element at every exit, with what the shader does not write at its default.
Result to_ir(const Program &program, const LowerOptions &options, Diagnostics &diag, ir::Module *module);

} // namespace weft::d3dbc
