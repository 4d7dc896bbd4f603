#include "core/signature/signature.h"

namespace weft::signature {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

} // namespace

bool same_name(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

const Element *find(std::span<const Element> signature, std::string_view name, uint32_t index,
                    uint32_t stream) {
    for (const Element &e : signature)
        if (e.semantic_index == index && e.stream == stream && same_name(e.name, name)) return &e;
    return nullptr;
}

bool defaults_to_one(const Element &element) {
    return element.semantic_index == 0 && same_name(element.name, "COLOR");
}

size_t build_varying_map(std::span<const Element> outputs, std::span<const Element> inputs,
                         std::span<VaryingMapEntry> map) {
    size_t count = 0;
    const auto output_count = static_cast<uint32_t>(outputs.size());
    for (const Element &input : inputs) {
        if (input.system_value != SystemValue::none) continue;
        VaryingMapEntry &entry = map[count++];
        entry.input_register = input.register_index;
        entry.input_mask = input.mask;
        if (const Element *output = find(outputs, input.name, input.semantic_index))
            entry.output_index = static_cast<uint32_t>(output - outputs.data());
        else
            entry.output_index = output_count + (defaults_to_one(input) ? 1 : 0);
    }
    return count;
}

} // namespace weft::signature
