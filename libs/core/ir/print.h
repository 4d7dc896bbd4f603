// The text form of the IR; doc/ir.md describes it. tests/unit/ir_parser.h reads it back.
#pragma once

#include <string>

#include "core/ir/module.h"

namespace weft::ir {

struct PrintOptions {
    bool raw_numbers = false; // instruction numbers as they are in the table instead of dense ones in order
    bool header = true;       // stage, interface and resources before the code
};

std::string print(const Module &module, const PrintOptions &options = {});

// One instruction with raw numbers, without indentation or line end.
std::string print_inst(const Module &module, Value v);

// The words of the text form, shared with the parser. Tables end in nullptr.
namespace text {
extern const char *const kinds[];
extern const char *const stages[];
extern const char *const resource_kinds[];
extern const char *const dims[];
extern const char *const sampled_types[];
extern const char *const atomic_ops[];
extern const char *const tex_args[];
extern const char *const component_types[];
extern const char *const primitives[];
extern const char *const tess_domains[];
extern const char *const tess_partitionings[];
extern const char *const tess_outputs[];
extern const char *const wave_ops[];
extern const char *const pack_modes[];
extern const char *const ray_states[];

// Traits of a texture operation: values are named slots.
bool has_tex_args(Op op);

// One letter for each literal that the text shows, in order:
//   n number   x hexadecimal number   a packed access   s shuffle selector (as many as the result has lanes)
//   r resource or none   o atomic operation   w operation of a wave   p pack mode   q state of a ray query
const char *literals(Op op);
} // namespace text

} // namespace weft::ir
