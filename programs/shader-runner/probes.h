// Probe lines: which texels, which values, how close.
#pragma once

#include "shader-runner/model.h"

namespace weft::runner {

struct Probe {
    enum class Target : uint8_t { resource, stencil, counter } target = Target::resource;
    ResourceKind kind = ResourceKind::rtv;
    unsigned slot = 0;
    unsigned left = 0, top = 0, right = 0, bottom = 0, layer = 0;

    enum class Type : uint8_t { f32, f64, u32, u64, rgba } type = Type::f32;
    unsigned count = 0;      // values
    uint64_t values[4] = {}; // bits
    unsigned ulps = 0;
};

// The cursor stands after "probe".
bool parse_probe(Cursor &cursor, Probe &probe, std::string &error);

// Compares level 0 of a resource, given as tightly packed rows. On failure `error` names the first texel that
// differs.
bool check_probe(const Probe &probe, const ResourceDesc &desc, const cli::Bytes &bytes, std::string &error);

} // namespace weft::runner
