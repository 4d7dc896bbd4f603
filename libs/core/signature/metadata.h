// The `dx.semantic.signatures` metadata of LLVM in its textual form: a table of triples
// {function, inputs, outputs}, each list null or a list of element nodes.
//
//   !dx.semantic.signatures = !{!0}
//   !0 = !{ptr @main, !1, null}
//   !1 = !{!2}
//   !2 = !{i32 0, !"TEXCOORD", i32 9, i32 0, !3, i32 2, i32 1, i8 2, i32 0, i8 0, i8 3, i8 0, i32 0}
//   !3 = !{i32 0}
//
// Operands of an element: number, name, component type, semantic kind, semantic indices (one a row),
// interpolation, rows, columns, first row and column (-1: in no register), components used (x is bit 0),
// components indexed dynamically (the element's first is bit 0), geometry stream.
#pragma once

#include "core/signature/packing.h"
#include "core/support/diagnostics.h"

namespace weft::signature {

// Numbers of DXIL's shader kinds.
enum class Stage : uint8_t {
    pixel = 0,
    vertex = 1,
    geometry = 2,
    hull = 3,
    domain = 4,
    compute = 5,
    mesh = 13,
    amplification = 14,
    unknown = 255,
};

// Where the three signatures of a stage stand; false if it has no such signature or the stage is unknown.
enum class List : uint8_t { inputs, outputs, patch_constants };
bool point_of(Stage stage, List list, Point *point);

struct EntrySignatures {
    std::string_view function;
    Stage stage = Stage::unknown; // the function's attribute "hlsl.shader", or the module's target triple
    Signature inputs, outputs;
    bool has_inputs = false, has_outputs = false; // empty is not null
    // Triples have no place for these. They stand in a table of pairs {function, list} of our own,
    // `weft.patch.signatures`, which LLVM passes over.
    Signature patch_constants; // of mesh shaders, primitives
    bool has_patch_constants = false;
};

struct MetadataSignatures {
    std::span<EntrySignatures> entries;
    // The module flag "dx.nativelowprec": 16-bit types are 16 bits wide. Without it they are minimum
    // precision.
    bool native_16_bit = false;
};

// Reads a module, or nothing but its metadata; whatever else stands there is passed over. Every fault in the
// signatures is an error with its line and column, and then the result is Result::invalid_shader. `stage` is
// for entries of which the text does not tell it.
Result read_metadata(std::string_view text, Stage stage, Arena &arena, Diagnostics &diag,
                     MetadataSignatures *out);

// Nodes are numbered in the order of their use, equal ones shared.
std::string_view write_metadata(const MetadataSignatures &signatures, Arena &arena);

} // namespace weft::signature
