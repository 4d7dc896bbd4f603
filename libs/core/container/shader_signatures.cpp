#include "core/container/shader_signatures.h"

#include <algorithm>

#include "core/support/bytes.h"

namespace weft::container {

using signature::ComponentType;
using signature::Element;
using signature::MinPrecision;

namespace {

constexpr uint64_t feature_native_16_bit = uint64_t{1} << 18;
constexpr unsigned list_count = 3;
constexpr const char *list_names[list_count] = {"input", "output", "patch constant"};

// Which signature a part holds, or -1.
int list_of(uint32_t part_tag) {
    switch (part_tag) {
    case tag("ISGN"):
    case tag("ISG1"): return 0;
    case tag("OSGN"):
    case tag("OSG5"):
    case tag("OSG1"): return 1;
    case tag("PCSG"):
    case tag("PSG1"): return 2;
    default: return -1;
    }
}

// Parts of outputs store what is never written; so do patch constants, but where they are inputs.
bool stores_unused(int list, ValidationStage stage) {
    return list == 1 || (list == 2 && stage != ValidationStage::domain);
}

Result refuse(Diagnostics &diag, Result result, const char *what, const char *list) {
    diag.error({}, result, code::dxil_signature, what, list);
    return result;
}

// The parts that matter. The first of a kind counts.
struct Parts {
    Container container;
    const Part *lists[list_count] = {};
    const Part *validation = nullptr;
    ValidationStage stage = ValidationStage::unknown;
    bool dxil = false;
    uint64_t features = 0;
    Validation v;

    Result read(std::span<const uint8_t> dxbc, Arena &arena, Diagnostics &diag);
    bool has_elements() const { return validation && v.version >= 1; }
};

Result Parts::read(std::span<const uint8_t> dxbc, Arena &arena, Diagnostics &diag) {
    if (Result r = parse(dxbc, true, arena, diag, &container); failed(r)) return r;
    for (const Part &part : container.parts) {
        const bool is_dxil = part.tag == tag("DXIL") || part.tag == tag("ILDB");
        if ((is_dxil || part.tag == tag("SHDR") || part.tag == tag("SHEX")) && part.data.size() >= 4) {
            // Both languages have the program's type in the upper half of their first word, TPF without the
            // stages that came later.
            stage = static_cast<ValidationStage>(load_u32(part.data.data()) >> 16 & 0xff);
            dxil |= is_dxil;
        }
        if (part.tag == tag("PSV0") && !validation) validation = &part;
        if (part.tag == tag("SFI0") && part.data.size() >= 8)
            features = load_u32(part.data.data()) | uint64_t{load_u32(part.data.data() + 4)} << 32;
        if (const int list = list_of(part.tag); list >= 0 && !lists[list]) lists[list] = &part;
    }
    dxil |= validation != nullptr;
    if (!validation) return Result::ok;
    if (Result r = read_validation(validation->data, arena, diag, &v); failed(r)) return r;
    if (stage == ValidationStage::unknown) stage = v.stage;
    return Result::ok;
}

// Containers call types of minimum precision by their 16-bit names.
ComponentType wide(ComponentType type) {
    switch (type) {
    case ComponentType::float16: return ComponentType::float_;
    case ComponentType::int16: return ComponentType::int_;
    case ComponentType::uint16: return ComponentType::uint;
    default: return type;
    }
}

// What the rows of a part say about the elements of PSV0.
bool complete(std::span<Element> elements, std::span<const Element> rows) {
    size_t count = 0;
    for (Element &e : elements) {
        count += e.rows;
        for (uint32_t r = 0; r < e.rows; ++r) {
            const auto row = std::find_if(rows.begin(), rows.end(), [&](const Element &p) {
                const bool same_register = e.register_index == signature::no_register
                                               ? p.register_index == signature::no_register
                                               : p.register_index == e.register_index + r && p.mask == e.mask;
                return same_register && p.stream == e.stream && p.semantic_index == e.index_of_row(r) &&
                       signature::same_name(p.name, e.name);
            });
            if (row == rows.end()) return false;
            e.name = row->name;
            e.used_mask |= row->used_mask;
            e.min_precision = row->min_precision;
        }
        if (e.min_precision != MinPrecision::none) e.component_type = wide(e.component_type);
    }
    return count == rows.size();
}

} // namespace

Result read_signatures(std::span<const uint8_t> dxbc, Arena &arena, Diagnostics &diag,
                       ShaderSignatures *out) {
    Parts parts;
    if (Result r = parts.read(dxbc, arena, diag); failed(r)) return r;
    ShaderSignatures s;
    s.stage = parts.stage;
    s.entry_name = parts.v.entry_name;
    s.dxil = parts.dxil;
    s.native_16_bit = parts.features & feature_native_16_bit;
    signature::Signature *lists[] = {&s.inputs, &s.outputs, &s.patch_constants};
    const signature::Signature *elements[] = {&parts.v.inputs, &parts.v.outputs, &parts.v.patch_constants};
    bool *has[] = {&s.has_inputs, &s.has_outputs, &s.has_patch_constants};
    for (int i = 0; i < static_cast<int>(list_count); ++i) {
        if (!parts.lists[i]) {
            if (parts.has_elements() && !elements[i]->empty())
                return refuse(diag, Result::invalid_shader, "PSV0 has an %s signature, the container none.",
                              list_names[i]);
            continue;
        }
        *has[i] = true;
        signature::Signature rows;
        if (Result r = read_signature(*parts.lists[i], stores_unused(i, s.stage), arena, diag, &rows);
            failed(r))
            return r;
        if (s.dxil) rows = declaration_order(*parts.lists[i], rows, arena);
        for (Element &e : rows) {
            if (e.min_precision != MinPrecision::none)
                e.component_type = wide(e.component_type);
            else
                s.native_16_bit |= wide(e.component_type) != e.component_type;
        }
        *lists[i] = rows;
        if (!parts.has_elements()) continue;
        *lists[i] = *elements[i];
        if (!complete(*lists[i], rows))
            return refuse(diag, Result::invalid_shader, "PSV0 and the %s signature contradict each other.",
                          list_names[i]);
    }
    *out = s;
    return Result::ok;
}

Result replace_signatures(std::span<const uint8_t> dxbc, const ShaderSignatures &signatures, Arena &arena,
                          Diagnostics &diag, std::span<const uint8_t> *out) {
    Parts parts;
    if (Result r = parts.read(dxbc, arena, diag); failed(r)) return r;
    const signature::Signature *lists[] = {&signatures.inputs, &signatures.outputs,
                                           &signatures.patch_constants};
    const bool has[] = {signatures.has_inputs, signatures.has_outputs, signatures.has_patch_constants};
    for (unsigned i = 0; i < list_count; ++i) {
        // A container without patch constants and a module without any are as good as empty ones.
        if (!parts.lists[i] && !lists[i]->empty())
            return refuse(diag, Result::invalid_argument, "The container has no %s signature to replace.",
                          list_names[i]);
        if (parts.lists[i] && !has[i])
            return refuse(diag, Result::invalid_argument, "There is no %s signature for the container's.",
                          list_names[i]);
    }
    const auto style = parts.dxil ? SignatureStyle::dxil : SignatureStyle::tpf;
    const std::span<Part> copies = arena.copy(std::span<const Part>(parts.container.parts));
    for (Part &part : copies) {
        if (const int i = list_of(part.tag); i >= 0)
            part.data = write_signature(part.tag, signature::by_row(*lists[i], arena),
                                        stores_unused(i, parts.stage), arena, style);
        if (part.tag != tag("PSV0") || !parts.has_elements()) continue;
        Validation v = parts.v;
        v.inputs = signatures.inputs;
        v.outputs = signatures.outputs;
        v.patch_constants = signatures.patch_constants;
        const auto vectors = [](std::span<const Element> list, unsigned stream) {
            uint32_t next = 0;
            for (const Element &e : list)
                if (e.stream == stream && e.register_index != signature::no_register)
                    next = std::max(next, e.register_index + e.rows);
            return static_cast<uint8_t>(std::min<uint32_t>(next, 255));
        };
        v.input_vectors = vectors(v.inputs, 0);
        for (unsigned s = 0; s < validation_streams; ++s)
            v.output_vectors[s] = vectors(v.outputs, s);
        v.patch_constant_vectors = vectors(v.patch_constants, 0);
        if (Result r = write_validation(v, arena, diag, &part.data); failed(r)) return r;
    }
    *out = serialize(copies, arena);
    return Result::ok;
}

} // namespace weft::container
