// The checks that one blob goes through, and the fixed-size record of their outcome. Records live in memory
// shared between processes, so they hold no pointers.
#pragma once

#include "common/blob.h"

#include <cstdint>

namespace weft::corpus {

enum class Step : uint8_t { parse, scan, disassemble, compile, validate };
constexpr size_t step_count = 5;
const char *step_name(Step step);

enum class State : uint8_t { untouched, running, done, crashed, hung, unreadable };

struct Environment {
    const char *name;
    vkd3d_shader_spirv_environment value;
    int validator; // spv_target_env
};
std::span<const Environment> all_environments();

struct Record {
    State state;
    uint8_t passed;       // bit per Step
    Step step;            // the running step, or the one that crashed
    bool invalid;         // a module was produced that the validator refuses
    bool translates;      // there is SPIR-V for its source type
    bool not_implemented; // the compilation was refused as something there is no translation for
    bool repaired;        // its checksum was wrong; the steps saw it with the right one
    int signal;
    uint64_t worst_ns;              // slowest single call of the library
    char messages[step_count][240]; // first diagnostic of each step that failed
};

struct Plan {
    const Environment *one = nullptr; // for every file
    bool every = false;               // all that a shader model before 6 may be meant for
    bool can_validate = false;

    // DXIL is compiled for Vulkan 1.3, everything else for Vulkan 1.1 unless the plan says more.
    std::span<const Environment> environments_of(vkd3d_shader_source_type type) const;
};

bool validation_available();

// Runs every step that makes sense after the ones before it. Progress is noted in `record` as it happens.
void check_blob(cli::ByteView bytes, vkd3d_shader_source_type type, const char *name, const Plan &plan,
                Record &record);

} // namespace weft::corpus
