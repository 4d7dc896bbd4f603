// Registers and who is in them.
#pragma once

#include <weft.h>

#include <string>

namespace weft::dxbc {

// Packs the signatures of every entry point and draws them; false when an element found no place (`out` says
// which and why).
bool draw_packing(weft_module_signatures &module, weft_signature_pack_mode mode, bool colour,
                  std::string &out);

} // namespace weft::dxbc
