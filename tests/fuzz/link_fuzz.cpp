// Varying maps: hostile signatures are matched and fitted to a limit, and a shader is linked by whatever map
// comes of it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "core/driver/driver.h"
#include "core/signature/signature.h"
#include "core/support/bytes.h"

namespace {

using namespace weft;
using signature::Element;
using signature::VaryingMapEntry;

// Bytes as they come; zeros when there are no more.
class Input {
  public:
    Input(const uint8_t *data, size_t size) : at_(data), end_(data + size) {}
    uint8_t byte() { return at_ < end_ ? *at_++ : 0; }
    // Small numbers as a rule, any number now and then.
    uint32_t number() {
        uint8_t b = byte();
        if (b < 0xf8) return b;
        uint32_t n = 0;
        for (unsigned i = 0; i < 4; ++i)
            n = n << 8 | byte();
        return n;
    }
    std::string_view name() {
        constexpr std::string_view known[] = {"POSITION", "COLOR", "color", "TEXCOORD",
                                              "TexCoord", "FOG",   "PSIZE", ""};
        uint8_t b = byte();
        if (b < 0xe0) return known[b % std::size(known)];
        size_t length = b & 0x1f;
        if (length > static_cast<size_t>(end_ - at_)) length = static_cast<size_t>(end_ - at_);
        std::string_view raw(reinterpret_cast<const char *>(at_), length);
        at_ += length;
        return raw;
    }

  private:
    const uint8_t *at_, *end_;
};

std::span<Element> elements(Input &in, Arena &arena) {
    const size_t count = in.byte() & 0x3f;
    std::span<Element> all{arena.array<Element>(count), count};
    for (size_t i = 0; i < count; ++i) {
        Element e;
        e.name = in.name();
        e.semantic_index = in.number();
        e.system_value = static_cast<signature::SystemValue>(in.byte() & 1 ? 0 : in.byte());
        e.component_type = static_cast<signature::ComponentType>(in.byte() % 11);
        e.mask = in.byte();
        e.used_mask = in.byte();
        e.register_index = in.number();
        e.stream = in.byte() & 3;
        e.rows = in.byte() < 0xf0 ? 1 : in.byte();
        e.scan_index = static_cast<uint32_t>(i);
        all[i] = e;
    }
    return all;
}

void require(bool condition, const char *what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    __builtin_trap();
}

// vs_3_0 with POSITION0, two semantics in one register, PSIZE0, COLOR0 in part, TEXCOORD1 and FOG0.
constexpr uint32_t vertex_shader[] = {
    0xfffe0300, 0x0200001f, 0x80000000, 0x900f0000, 0x0200001f, 0x80000000, 0xe00f0000, 0x0200001f,
    0x80000005, 0xe0030001, 0x0200001f, 0x80020005, 0xe00c0001, 0x0200001f, 0x80000004, 0xe00f0002,
    0x0200001f, 0x8000000a, 0xe0050003, 0x0200001f, 0x80010005, 0xe0070004, 0x0200001f, 0x8000000b,
    0xe0080005, 0x02000001, 0xe00f0000, 0x90e40000, 0x02000001, 0xe00f0001, 0xa0e40001, 0x02000001,
    0xe00f0002, 0xa0e40002, 0x02000001, 0xe0050003, 0xa0e40003, 0x02000001, 0xe0070004, 0xa0e40004,
    0x02000001, 0xe0080005, 0xa0e40005, 0x0000ffff};

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    setenv("VKD3D_SHADER_CONFIG", "force_validation", 1);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in(data, size);
    Arena arena;
    const std::span<Element> outputs = elements(in, arena), inputs = elements(in, arena);
    const auto map = arena.zeroed<VaryingMapEntry>(inputs.size() + 16),
               again = arena.zeroed<VaryingMapEntry>(map.size());
    size_t count = signature::build_varying_map(outputs, inputs, map);
    require(count <= inputs.size(), "more entries than inputs");
    require(signature::build_varying_map(outputs, inputs, again) == count &&
                !std::memcmp(map.data(), again.data(), count * sizeof(VaryingMapEntry)),
            "equal signatures give different maps");

    const uint32_t limit = in.byte() & 0x1f;
    const auto limited = arena.copy(std::span<const Element>(inputs));
    if (limit && signature::limit_registers(limited, limit)) {
        for (size_t i = 0; i < limited.size(); ++i)
            require(limited[i].register_index == inputs[i].register_index ||
                        limited[i].register_index < limit,
                    "a register moved beyond the limit");
    } else {
        for (size_t i = 0; i < limited.size(); ++i)
            require(limited[i].register_index == inputs[i].register_index, "what does not fit has changed");
    }

    for (unsigned extra = in.byte() & 0xf; extra; --extra)
        map[count++] = {in.number(), in.number(), in.number()};
    driver::Options options;
    options.source_type = driver::SourceType::d3d_bytecode;
    options.target_type = driver::TargetType::spirv_binary;
    options.environment = in.byte() & 1 ? driver::Environment::vulkan_1_0 : driver::Environment::opengl_4_5;
    options.has_varying_map = true;
    options.varying_map = map.first(count);
    options.max_varyings = in.byte() & 0x1f;
    Diagnostics diag(LogLevel::info);
    driver::Output out;
    const Result r =
        driver::compile(arena, {reinterpret_cast<const uint8_t *>(vertex_shader), sizeof(vertex_shader)},
                        options, diag, &out);
    require(failed(r) == diag.has_errors(), "result and messages differ");
    require(diag.result() != Result::error && diag.first_error() != code::spirv_invalid, diag.text().c_str());
    return 0;
}
