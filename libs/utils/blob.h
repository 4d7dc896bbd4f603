// ID3DBlob, and its making.
#pragma once

#include <span>
#include <string_view>

#include "utils/com.h"

namespace weft::utils {

// Null: memory ran out.
ID3DBlob *make_blob(std::span<const uint8_t> bytes);

// A text with the zero byte behind it that counts, as Direct3D's have; nothing if there is no slot.
void make_text_blob(std::string_view text, ID3DBlob **slot);

} // namespace weft::utils
