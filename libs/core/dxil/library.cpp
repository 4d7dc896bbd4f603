// Why a library is not translated.
#include <algorithm>

#include "core/dxil/interface.h"
#include "core/dxil/metadata.h"

namespace weft::dxil {

namespace {

constexpr uint32_t tag_kind = 8;

constexpr struct {
    const char *name, *reason;
} kinds[] = {
    {"a pixel shader", nullptr},
    {"a vertex shader", nullptr},
    {"a geometry shader", nullptr},
    {"a hull shader", nullptr},
    {"a domain shader", nullptr},
    {"a compute shader", nullptr},
    {"a library", nullptr},
    {"a ray generation shader", "ray tracing pipelines are not translated"},
    {"an intersection shader", "ray tracing pipelines are not translated"},
    {"an any-hit shader", "ray tracing pipelines are not translated"},
    {"a closest-hit shader", "ray tracing pipelines are not translated"},
    {"a miss shader", "ray tracing pipelines are not translated"},
    {"a callable shader", "ray tracing pipelines are not translated"},
    {"a mesh shader", nullptr},
    {"an amplification shader", nullptr},
    {"a node", "Vulkan has no work graphs"},
};

} // namespace

void refuse_kind(ShaderKind kind, std::string_view entry, Diagnostics &diag) {
    const auto number = static_cast<size_t>(kind);
    const bool known = number < std::size(kinds);
    const char *reason = known ? kinds[number].reason : nullptr;
    diag.error({}, Result::not_implemented, code::dxil_not_implemented, "Entry point %.*s is %s: %s.",
               static_cast<int>(std::min<size_t>(entry.size(), 128)), entry.data(),
               known ? kinds[number].name : "of an unknown kind",
               reason ? reason : "entry points of libraries are not translated");
}

// By its first entry point, ray tracing and nodes before all else.
void refuse_library(const Module &module, Diagnostics &diag) {
    const MetadataView view(module);
    const NamedMetadata *entries = view.named("dx.entryPoints");
    std::string_view name;
    ShaderKind kind = ShaderKind::library;
    bool found = false;
    for (uint32_t i = 0; entries && i < entries->count; ++i) {
        const Metadata *entry = view.operand(entries, i);
        const std::string_view *text = view.string(view.operand(entry, 1));
        if (!view.operand(entry, 0) || !text) continue;
        const Metadata *properties = view.operand(entry, 4);
        uint32_t number = static_cast<uint32_t>(ShaderKind::library);
        for (uint32_t k = 0; k + 1 < view.count(properties); k += 2) {
            bool ok = true;
            if (view.u32(view.operand(properties, k), &ok) != tag_kind || !ok) continue;
            number = view.u32(view.operand(properties, k + 1), &ok);
        }
        const bool wanted = number < std::size(kinds) && kinds[number].reason;
        if (found && !wanted) continue;
        name = *text;
        kind = static_cast<ShaderKind>(std::min<uint32_t>(number, 0xff));
        found = true;
        if (wanted) break;
    }
    if (found) return refuse_kind(kind, name, diag);
    diag.error({}, Result::not_implemented, code::dxil_not_implemented,
               "Libraries without entry points are not translated.");
}

} // namespace weft::dxil
