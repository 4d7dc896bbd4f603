// Fits the outputs of a shader to what the next stage reads.
#pragma once

#include <span>

#include "core/ir/module.h"
#include "core/signature/signature.h"

namespace weft::passes {

struct KeptOutput {
    std::string_view name;
    uint32_t index;
    uint32_t stream;
};

// Before: every output element is as it was scanned.
// After: there is one plain element for each entry of the map, at the consumer's location and with the
// consumer's mask, and one element for each built-in the shader writes; nothing else is stored.
//   - An output that no entry names is not stored any more, unless it is a built-in. A built-in that an entry
//     names is stored twice. Built-ins keep no register: they have no plain twin but the one an entry asks
//     for.
//   - An output that several entries name is stored for each.
//   - Components that the consumer reads and the shader does not write get the default: 1 in COLOR 0, else 0.
//   - An entry beyond the scanned outputs is supplied: index n + 1 with ones, any other with zeros (n being
//     the number of scanned outputs).
//   - Which component is which: a mask within the output's names the output's own components. Any other means
//     a register that several semantics share; then the first component of one is the first of the other.
//     Where `columns_are_fixed`, as in Direct3D 9, a component keeps its letter whatever the masks.
//   - Of two entries that overlap in the consumer's registers, the first holds.
//   - `kept` names outputs that someone else wants as well, all of their components: those that no entry
//   names
//     with all of them stand behind the others.
// Pixel and compute shaders have nobody to link to and stay as they are. Elements that a hull shader's
// patch-constant function reads back are kept behind the others when no entry names them with all their
// components.
void link(ir::Module &module, std::span<const signature::VaryingMapEntry> map,
          std::span<const KeptOutput> kept = {}, bool columns_are_fixed = false);

} // namespace weft::passes
