// Elements, signatures and modules between their C form and the core's.
#pragma once

#include <weft.h>

#include "core/container/shader_signatures.h"
#include "core/signature/metadata.h"
#include "shader/call.h"

namespace weft::shader {

// False after a message: numbers out of range. What the result holds points into the input.
bool to_core(const weft_signature &signature, Arena &arena, Diagnostics &diag, signature::Signature *out);
bool to_core(const weft_module_signatures &module, Arena &arena, Diagnostics &diag,
             signature::MetadataSignatures *out);

// For the caller to release. After an exception nothing is left over.
void from_core(std::span<const signature::Element> elements, weft_signature *out);
void from_core(const signature::MetadataSignatures &signatures, weft_module_signatures *out);

// A copy that the caller releases, with a zero behind it.
char *copy_text(std::string_view text);

} // namespace weft::shader
