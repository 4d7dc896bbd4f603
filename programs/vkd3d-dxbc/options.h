#pragma once

#include <weft.h>

#include <optional>
#include <string>
#include <vector>

namespace weft::dxbc {

enum class Action {
    list,
    list_data,
    dump,
    emit,
    extract,
    replace,
    to_metadata,
    from_metadata,
    verify_metadata,
    pack,
};

// Which part: by its place in the container or by its tag, the first of several.
struct Which {
    bool by_index = false;
    uint32_t number = 0;
    std::string text;
};

// What stands on the command line, in its order.
struct Step {
    Action action;
    std::optional<Which> which;
    std::string file;   // to read, of replace and from_metadata
    std::string output; // as -o had it last
    weft_signature_pack_mode mode = WEFT_SIGNATURE_PACK_DEFAULT;
};

struct Options {
    enum class Mode { run, help, version } mode = Mode::run;
    std::vector<Step> steps;
    std::string input = "-";
    bool ignore_checksum = false, json = false;
    std::optional<bool> colour;
};

bool parse_options(int argc, char **argv, Options &options, std::string &error);

extern const char usage_text[];

} // namespace weft::dxbc
