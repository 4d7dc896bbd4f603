// Copies of what goes through the library, for people who look for a fault.
#pragma once

#include <span>
#include <string>

#include <vkd3d_shader.h>

#include "core/driver/driver.h"
#include "core/support/diagnostics.h"

namespace weft::shader {

// Files in the folder that VKD3D_SHADER_DUMP_PATH names, all of one call with one name: the digest of its
// source, and the profile of an HLSL source. Does nothing where the variable is not set; it is looked at
// once.
class Dump {
  public:
    Dump(std::span<const uint8_t> source, const driver::Options &options);

    void preprocessed(std::span<const uint8_t> text) const;
    void target(std::span<const uint8_t> code) const;
    void messages(const Diagnostics &diag) const;

  private:
    void write(const char *what, const char *extension, std::span<const uint8_t> bytes) const;

    std::string name_; // folder and all; empty when there is nothing to do
    driver::TargetType target_type_;
};

} // namespace weft::shader
