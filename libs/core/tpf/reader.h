// Token stream -> model.
#pragma once

#include "core/support/diagnostics.h"
#include "core/tpf/model.h"

namespace weft::tpf {

// Where an instruction stands, for messages: the version token counts as line 1.
inline Location location_of(size_t instruction_index) {
    return {static_cast<uint32_t>(instruction_index) + 2, 0};
}

// `code` is the payload of SHDR or SHEX and must outlive the program. Everything a compiler emits is accepted
// with the tolerance of hardware drivers: surplus dwords are skipped, unknown opcodes and custom data are
// stepped over, a length token beyond the part is clamped. A stream that is cut or contradicts itself is
// Result::invalid_shader.
Result read(std::span<const uint8_t> code, Arena &arena, Diagnostics &diag, Program *program);

} // namespace weft::tpf
