// Parts of a container as values.
#pragma once

#include "vkd3d-dxbc/file.h"
#include "vkd3d-dxbc/value.h"

namespace weft::dxbc {

Value list_parts(const File &file);
// Any part: by what its tag says, or its size alone.
Value dump_part(const File &file, const vkd3d_shader_dxbc_section_desc &section);

// By file.
Value dump_signature(const File &file, const vkd3d_shader_dxbc_section_desc &section); // dump_signatures.cpp
Value dump_validation(const File &file, const vkd3d_shader_dxbc_section_desc &section);
Value dump_resource_definitions(cli::ByteView part); // dump_rdef.cpp
Value dump_root_signature(const File &file);         // dump_root_signature.cpp

bool is_signature_tag(uint32_t tag);
// "xyzw" for 0xf, with blanks in between: "x z ".
std::string mask_text(unsigned mask);
std::string name_of(const char *const *names, size_t count, unsigned value);

// Little-endian fields of a part; beyond its end everything is 0 and ok() is false.
class Fields {
  public:
    explicit Fields(cli::ByteView bytes) : bytes_(bytes) {}
    uint32_t u32(size_t at);
    uint16_t u16(size_t at);
    uint8_t u8(size_t at);
    std::string string(size_t at);
    size_t size() const { return bytes_.size(); }
    bool ok() const { return ok_; }

  private:
    bool has(size_t at, size_t size);
    cli::ByteView bytes_;
    bool ok_ = true;
};

} // namespace weft::dxbc
