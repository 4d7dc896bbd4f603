// The DXBC container: parts by four-character tag, an MD5-like checksum, and the signature parts.
#pragma once

#include <cstdint>
#include <span>

#include "core/signature/signature.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::container {

constexpr uint32_t tag(const char (&text)[5]) {
    return static_cast<uint32_t>(static_cast<uint8_t>(text[0])) |
           static_cast<uint32_t>(static_cast<uint8_t>(text[1])) << 8 |
           static_cast<uint32_t>(static_cast<uint8_t>(text[2])) << 16 |
           static_cast<uint32_t>(static_cast<uint8_t>(text[3])) << 24;
}

struct Part {
    uint32_t tag;
    std::span<const uint8_t> data; // points into the input
};

struct Container {
    uint32_t version = 0;
    uint32_t declared_size = 0;
    uint32_t checksum[4] = {};
    std::span<Part> parts;

    const Part *find(uint32_t part_tag) const;
};

// Whether data claims to be a container: its first four bytes.
bool is_container(std::span<const uint8_t> data);

// DXIL that was not validated has a digest of zeros, or of ones or twos where validation is bypassed.
bool is_unsigned(std::span<const uint8_t> data);

// Checks size, magic, checksum (unless ignored), version, then each part's offset and size, in that order,
// and stops at the first fault with Result::invalid_argument. Parts may be unaligned and may overlap.
Result parse(std::span<const uint8_t> data, bool ignore_checksum, Arena &arena, Diagnostics &diag,
             Container *out);

// The checksum of a whole container, over everything behind the digest itself.
void checksum(std::span<const uint8_t> data, uint32_t digest[4]);

// MD5 as RFC 1321 has it, which the checksum above is not.
void md5(std::span<const uint8_t> data, uint32_t digest[4]);

// Parts in order, each aligned to 4 with gaps of 0xab, checksum filled in.
std::span<const uint8_t> serialize(std::span<const Part> parts, Arena &arena);

// Signature parts. Reads ISGN, OSGN, PCSG, ISG1, OSG1, PSG1 and OSG5; `part.tag` tells the layout. Names
// point into the part. `invert_used_mask`: the part stores the components that are *not* used (outputs;
// patch constants of a hull shader).
Result read_signature(const Part &part, bool invert_used_mask, Arena &arena, Diagnostics &diag,
                      signature::Signature *out);

// Compilers differ in details of signature parts. FXC lists elements as it likes, pads with 0xab and leaves
// out the system values of a pixel shader's outputs. DXC sorts rows by stream, register and name, names
// being in the order of declaration; it pads with 0 and calls values of minimum precision by their 16-bit
// types.
enum class SignatureStyle : uint8_t { tpf, dxil };

// The inverse, as the payload of a part with this tag; elements of several rows become one for each. Names
// are stored once. For DXIL the elements are in the order of declaration.
std::span<const uint8_t> write_signature(uint32_t part_tag, std::span<const signature::Element> elements,
                                         bool invert_used_mask, Arena &arena,
                                         SignatureStyle style = SignatureStyle::tpf);

// The elements that read_signature() gave for this part, in the order of declaration as far as their names
// tell.
signature::Signature declaration_order(const Part &part, std::span<const signature::Element> elements,
                                       Arena &arena);

// Everything TPF and DXIL need from a container. `code` is the payload of SHDR/SHEX (or of DXIL, or of ILDB,
// its twin with debug info, where DXIL was stripped).
struct ShaderParts {
    std::span<const uint8_t> code;
    uint32_t code_tag = 0;
    uint64_t feature_flags = 0; // SFI0
    signature::Signature inputs, outputs,
        patch_constants; // of a mesh shader, primitives instead of patch constants
    bool has_inputs = false, has_outputs = false, has_patch_constants = false; // empty is not absent
    std::span<const uint8_t> resource_definitions; // RDEF, for names; may be empty
    std::span<const uint8_t> level9;               // Aon9
    std::span<const uint8_t> validation;           // PSV0
};

// Finds the code and reads the signatures. The code's own header tells the stage, which decides how used
// masks are stored and whether patch constants exist. A missing code part is Result::invalid_argument, unless
// there is a level-9 program in its stead: then `code` is empty.
Result read_shader(std::span<const uint8_t> data, bool dxil, Arena &arena, Diagnostics &diag,
                   ShaderParts *out);

// The Direct3D 9 bytecode within the payload of Aon9.
Result read_level9(std::span<const uint8_t> part, Diagnostics &diag, std::span<const uint8_t> *code);

} // namespace weft::container
