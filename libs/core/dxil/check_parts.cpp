#include "core/container/pipeline_validation.h"
#include "core/dxil/interface.h"

namespace weft::dxil {

using signature::ComponentType;
using signature::Element;
using signature::MinPrecision;

namespace {

// Containers call types of minimum precision by their 16-bit names as well.
ComponentType wide(ComponentType type) {
    switch (type) {
    case ComponentType::float16: return ComponentType::float_;
    case ComponentType::int16: return ComponentType::int_;
    case ComponentType::uint16: return ComponentType::uint;
    default: return type;
    }
}

ComponentType comparable(const Element &e) {
    return e.min_precision == MinPrecision::none ? e.component_type : wide(e.component_type);
}

class PartChecker {
  public:
    PartChecker(const Interface &interface, Arena &arena, Diagnostics &diag)
        : interface_(interface), arena_(arena), diag_(diag) {}

    // Each returns false after a warning.
    bool signature(const char *name, std::span<const Element> metadata, std::span<const Element> part);
    bool validation(std::span<const uint8_t> part);

  private:
    bool differ(const char *part, const Element &e, const char *what);
    bool elements(const char *name, std::span<const Element> metadata, std::span<const Element> part);

    const Interface &interface_;
    Arena &arena_;
    Diagnostics &diag_;
};

bool PartChecker::differ(const char *part, const Element &e, const char *what) {
    diag_.warning({}, code::dxil_warn_signature, "The %s and the code differ in the %s of %.*s%u.", part,
                  what, static_cast<int>(std::min<size_t>(e.name.size(), 64)), e.name.data(),
                  e.semantic_index);
    return false;
}

bool PartChecker::signature(const char *name, std::span<const Element> metadata,
                            std::span<const Element> part) {
    const signature::Signature rows = signature::by_row(metadata, arena_);
    if (rows.size() != part.size()) {
        diag_.warning({}, code::dxil_warn_signature, "The %s has %zu elements, the code %zu.", name,
                      part.size(), rows.size());
        return false;
    }
    for (const Element &e : rows) {
        const Element *other = signature::find(part, e.name, e.semantic_index, e.stream);
        if (!other) return differ(name, e, "presence");
        if (other->register_index != e.register_index) return differ(name, e, "register");
        if (other->mask != e.mask) return differ(name, e, "mask");
        if (other->system_value != e.system_value) return differ(name, e, "system value");
        if (comparable(*other) != comparable(e) || other->min_precision != e.min_precision)
            return differ(name, e, "type");
    }
    return true;
}

bool PartChecker::elements(const char *name, std::span<const Element> metadata,
                           std::span<const Element> part) {
    if (metadata.size() != part.size()) {
        diag_.warning({}, code::dxil_warn_signature, "The validation section has %zu %s, the code %zu.",
                      part.size(), name, metadata.size());
        return false;
    }
    constexpr const char *section = "validation section";
    for (size_t i = 0; i < metadata.size(); ++i) {
        const Element &e = metadata[i];
        const Element &v = part[i];
        if (!signature::same_name(v.name, e.name)) return differ(section, e, "name");
        if (v.rows != e.rows || signature::column_count(v.mask) != signature::column_count(e.mask))
            return differ(section, e, "size");
        for (uint32_t row = 0; row < e.rows; ++row)
            if (v.index_of_row(row) != e.index_of_row(row)) return differ(section, e, "semantic index");
        if (v.register_index != e.register_index ||
            (e.register_index != signature::no_register && v.mask != e.mask))
            return differ(section, e, "register");
        if (v.stream != e.stream) return differ(section, e, "stream");
        if (v.interpolation != e.interpolation) return differ(section, e, "interpolation");
        if (e.min_precision == MinPrecision::none ? v.component_type != e.component_type
                                                  : wide(v.component_type) != wide(e.component_type))
            return differ(section, e, "type");
    }
    return true;
}

bool PartChecker::validation(std::span<const uint8_t> part) {
    container::Validation v;
    Diagnostics reading(LogLevel::none);
    if (failed(container::read_validation(part, arena_, reading, &v))) {
        diag_.warning({}, code::dxil_warn_signature, "The validation section (PSV0) cannot be read.");
        return false;
    }
    if (v.version >= 1 && static_cast<uint8_t>(v.stage) != static_cast<uint8_t>(interface_.kind)) {
        diag_.warning({}, code::dxil_warn_signature,
                      "The validation section is for shader kind %u, the code for %u.",
                      static_cast<unsigned>(v.stage), static_cast<unsigned>(interface_.kind));
        return false;
    }
    if (v.version >= 2)
        for (unsigned i = 0; i < 3; ++i)
            if (v.thread_group_size[i] != interface_.thread_group_size[i]) {
                diag_.warning({}, code::dxil_warn_signature,
                              "The validation section has %u threads in dimension %u, the code %u.",
                              v.thread_group_size[i], i, interface_.thread_group_size[i]);
                return false;
            }
    if (v.version >= 3 && v.entry_name != interface_.entry_name) {
        diag_.warning({}, code::dxil_warn_signature,
                      "The validation section and the code name different entry points.");
        return false;
    }
    return v.version < 1 || (elements("inputs", interface_.inputs, v.inputs) &&
                             elements("outputs", interface_.outputs, v.outputs) &&
                             elements("patch constants", interface_.patch_constants, v.patch_constants));
}

} // namespace

void check_parts(const Interface &interface, const ContainerParts &parts, Arena &arena, Diagnostics &diag) {
    if (interface.kind == ShaderKind::library) return;
    PartChecker check(interface, arena, diag);
    if (parts.has_inputs && !check.signature("input signature", interface.inputs, parts.inputs)) return;
    if (parts.has_outputs && !check.signature("output signature", interface.outputs, parts.outputs)) return;
    if (parts.has_patch_constants &&
        !check.signature("patch constant signature", interface.patch_constants, parts.patch_constants))
        return;
    if (!parts.validation.empty()) check.validation(parts.validation);
}

} // namespace weft::dxil
