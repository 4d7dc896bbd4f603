// One libvkd3d-shader.so.1, loaded at run time. Only entry points and structures of API version 1.2 are used,
// so that the oldest library in the field can be measured.
#pragma once

#include "common/blob.h"

#include <optional>
#include <string>

namespace weft::bench {

class Library {
  public:
    // A name without a slash goes through the loader's search path.
    static std::optional<Library> load(const std::string &name, std::string &error);

    const std::string &path() const { return path_; }
    const char *version() const { return version_; }

    struct Outcome {
        int result;
        size_t bytes;
        std::string message; // first diagnostic line, only collected when asked for
    };
    Outcome compile(cli::ByteView source, vkd3d_shader_source_type type, bool want_message = false) const;

    // A container with this as its only part, the code. False with a library that writes no containers.
    bool wrap_program(cli::ByteView code, cli::Bytes &container) const;

    // Wall time of one compilation including the release of its output.
    uint64_t time_compile_ns(cli::ByteView source, vkd3d_shader_source_type type) const;

  private:
    std::string path_;
    const char *version_ = "";
    decltype(&vkd3d_shader_compile) compile_ = nullptr;
    decltype(&vkd3d_shader_free_shader_code) free_code_ = nullptr;
    decltype(&vkd3d_shader_free_messages) free_messages_ = nullptr;
    decltype(&vkd3d_shader_serialize_dxbc) serialize_dxbc_ = nullptr; // from version 1.6 on
};

} // namespace weft::bench
