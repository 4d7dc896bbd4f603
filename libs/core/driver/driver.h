// The way into the core: a shader, options in plain C++ form, and what comes out. The C ABI converts to and
// from these structures and does nothing else; choosing readers, passes and writers happens behind them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/driver/options.h"
#include "core/ir/module.h"
#include "core/signature/signature.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::driver {

// The result of a compilation; lives in the arena.
struct Output {
    std::span<const uint8_t> code;
};

enum DescriptorFlag : uint32_t {
    descriptor_uav_counter = 0x01,
    descriptor_uav_read = 0x02,
    descriptor_sampler_comparison = 0x04,
    descriptor_uav_atomics = 0x08,
    descriptor_raw_buffer = 0x10,
};

struct Descriptor {
    DescriptorType type;
    uint32_t register_space = 0;
    uint32_t register_index = 0;
    ResourceType resource_type = ResourceType::none;
    ResourceDataType data_type = ResourceDataType::none;
    uint32_t flags = 0; // DescriptorFlag
    uint32_t count = 1; // ~0 = unbounded
};

struct ResourceSamplerPair {
    uint32_t resource_space;
    uint32_t resource_index;
    uint32_t sampler_space;
    uint32_t sampler_index; // or dummy_sampler
};

// What a caller wants to know, so that a scan may stop early. Asking for nothing still checks the shader.
struct ScanRequest {
    bool signatures = false;
    bool descriptors = false;
    bool combined_samplers = false;
    bool tessellation = false;
    bool thread_group_size = false;
    bool denormal_modes = false;
    bool any() const {
        return signatures || descriptors || combined_samplers || tessellation || thread_group_size ||
               denormal_modes;
    }
};

// Everything lives in the arena. Descriptors in order of declaration; pairs in order of first use. Data types
// are reported as the newest API version has them (samplers: none); the C ABI maps them back for older
// callers.
struct ScanResult {
    ir::Stage stage = ir::Stage::vertex;
    signature::Signature inputs, outputs, patch_constants;
    std::span<const Descriptor> descriptors;
    std::span<const ResourceSamplerPair> combined_samplers;
    TessellatorOutput tessellator_output = TessellatorOutput::none; // hull shaders
    TessellatorPartitioning tessellator_partitioning = TessellatorPartitioning::none;
    uint32_t thread_group_size[3] = {}; // compute shaders
    DenormalMode denormal_f16 = DenormalMode::any, denormal_f32 = DenormalMode::any,
                 denormal_f64 = DenormalMode::any;
};

// Translates `source`. A negative result comes with at least one error in `diag`; `out` is then left alone.
Result compile(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
               Output *out);

// Reads `source` without translating it. With a target type it tells the interface that a compilation for
// that target would have; none tells the shader's own.
Result scan(Arena &arena, std::span<const uint8_t> source, const Options &options, const ScanRequest &request,
            Diagnostics &diag, ScanResult *out);

// Direct3D 9 bytecode may be passed without its size, since it ends in a token of its own. Walks it, trusting
// it, and returns its byte count, end token included.
size_t d3dbc_extent(const void *code);

} // namespace weft::driver
