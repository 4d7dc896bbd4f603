#include "core/dxil/interface.h"

#include <algorithm>
#include <bit>

#include "core/dxil/metadata.h"
#include "core/signature/metadata_type.h"
#include "core/signature/semantic.h"

namespace weft::dxil {

using signature::ComponentType;
using signature::Element;
using signature::Interpolation;
using signature::SemanticKind;
using signature::SystemValue;

namespace {

// A signature has 32 registers of four components, and a few values outside.
constexpr uint32_t max_elements = 256, max_rows = 512, max_register = 32;

enum EntryOperand : uint32_t {
    entry_function,
    entry_name,
    entry_signatures,
    entry_resources,
    entry_properties
};

enum ElementOperand : uint32_t {
    element_name = 1,
    element_component_type,
    element_kind,
    element_indices,
    element_interpolation,
    element_rows,
    element_columns,
    element_start_row,
    element_start_column,
    element_extra,
};

enum ElementTag : uint32_t { tag_stream = 0, tag_dynamic_mask = 2, tag_usage_mask = 3 };

enum PropertyTag : uint32_t {
    tag_flags = 0,
    tag_geometry = 1,
    tag_domain = 2,
    tag_hull = 3,
    tag_threads = 4,
    tag_mesh = 9,
    tag_amplification = 10,
    tag_wave_size = 11,
    tag_wave_range = 23,
};

constexpr std::string_view kind_names[] = {"ps", "vs", "gs", "hs", "ds", "cs", "lib", "",
                                           "",   "",   "",   "",   "",   "ms", "as",  ""};

class InterfaceReader {
  public:
    InterfaceReader(const ProgramHeader &header, const Module &module, Arena &arena, Diagnostics &diag,
                    Interface *out, Bodies bodies)
        : header_(header),
          m_(module),
          view_(module),
          arena_(arena),
          diag_(diag),
          out_(*out),
          bodies_(bodies) {}

    bool run();

  private:
    WEFT_PRINTF(3, 4) bool fail(unsigned code, const char *format, ...);
    bool shader_model();
    bool properties(const Metadata *list);
    bool property(uint32_t tag, const Metadata *value);
    // Consecutive integers out of a node.
    bool integers(const Metadata *node, uint32_t first, std::initializer_list<uint32_t *> values);
    bool signature(const Metadata *list, signature::Signature *out);
    bool element(const Metadata *node, uint32_t number, Element *e);
    uint32_t function(const Metadata *m) const;
    void attributes();

    const ProgramHeader &header_;
    const Module &m_;
    MetadataView view_;
    Arena &arena_;
    Diagnostics &diag_;
    Interface &out_;
    const Bodies bodies_;
};

bool InterfaceReader::fail(unsigned code, const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    diag_.error({}, Result::invalid_shader, code, "%s.", message);
    return false;
}

uint32_t InterfaceReader::function(const Metadata *m) const {
    const Value *v = view_.value(m);
    return v && v->kind == ValueKind::function ? v->index : none;
}

bool InterfaceReader::shader_model() {
    const Metadata *node = view_.operand(view_.named("dx.shaderModel"), 0);
    const std::string_view *name = view_.string(view_.operand(node, 0));
    bool ok = true;
    const uint32_t major = view_.u32(view_.operand(node, 1), &ok),
                   minor = view_.u32(view_.operand(node, 2), &ok);
    if (!name || !ok)
        return fail(code::dxil_metadata, "The module does not name its shader model (dx.shaderModel)");
    if (header_.kind >= static_cast<uint32_t>(ShaderKind::count))
        return fail(code::dxil_entry_point, "Shader kind %u is unknown", header_.kind);
    out_.kind = static_cast<ShaderKind>(header_.kind);
    if (*name != kind_names[header_.kind] || major != header_.major || minor != header_.minor)
        return fail(code::dxil_metadata, "The module is for %.*s_%u_%u, its header for kind %u, model %u.%u",
                    static_cast<int>(std::min<size_t>(name->size(), 16)), name->data(), major, minor,
                    header_.kind, header_.major, header_.minor);
    out_.major = header_.major;
    out_.minor = header_.minor;
    // Validators before 1.5 wrote no usage masks; then everything counts as used. Version 0.0 is that of
    // modules that no validator sees, which are as new as can be.
    const Metadata *validator = view_.operand(view_.named("dx.valver"), 0);
    bool has_version = true;
    const uint32_t valver_major = view_.u32(view_.operand(validator, 0), &has_version);
    const uint32_t valver_minor = view_.u32(view_.operand(validator, 1), &has_version);
    out_.says_usage = has_version && (valver_major > 1 || (valver_major == 1 && valver_minor >= 5) ||
                                      (!valver_major && !valver_minor));
    return true;
}

bool InterfaceReader::run() {
    if (!shader_model()) return false;
    if (out_.kind == ShaderKind::library)
        return true; // its entry points are its functions, without signatures
    const NamedMetadata *entries = view_.named("dx.entryPoints");
    const Metadata *entry = view_.operand(entries, 0);
    if (!entry) return fail(code::dxil_entry_point, "The module has no entry point (dx.entryPoints)");
    if (entries->count != 1)
        return fail(code::dxil_entry_point, "The module has %u entry points", entries->count);
    out_.entry = function(view_.operand(entry, entry_function));
    if (out_.entry == none || (bodies_ == Bodies::required && m_.functions[out_.entry].is_declaration))
        return fail(code::dxil_entry_point, "The entry point is no function with a body");
    if (const std::string_view *name = view_.string(view_.operand(entry, entry_name)))
        out_.entry_name = *name;
    if (!properties(view_.operand(entry, entry_properties))) return false;
    attributes();
    const Metadata *signatures = view_.operand(entry, entry_signatures);
    return signature(view_.operand(signatures, 0), &out_.inputs) &&
           signature(view_.operand(signatures, 1), &out_.outputs) &&
           signature(view_.operand(signatures, 2), &out_.patch_constants);
}

bool InterfaceReader::properties(const Metadata *list) {
    // Flags decide about types, whatever their place.
    for (uint32_t i = 0; i + 1 < view_.count(list); i += 2) {
        bool ok = true;
        const uint32_t tag = view_.u32(view_.operand(list, i), &ok);
        if (!ok) return fail(code::dxil_properties, "A property of the entry point has no number");
        if (!property(tag, view_.operand(list, i + 1))) return false;
    }
    return true;
}

bool InterfaceReader::integers(const Metadata *node, uint32_t first,
                               std::initializer_list<uint32_t *> values) {
    bool ok = true;
    for (uint32_t *v : values)
        *v = view_.u32(view_.operand(node, first++), &ok);
    return ok;
}

bool InterfaceReader::property(uint32_t tag, const Metadata *value) {
    bool ok = true;
    uint32_t *threads = out_.thread_group_size;
    switch (tag) {
    case tag_flags: out_.flags = static_cast<uint64_t>(view_.integer(value, &ok)); break;
    case tag_geometry:
        ok = integers(value, 0,
                      {&out_.input_primitive, &out_.max_vertices, &out_.stream_mask, &out_.output_topology,
                       &out_.instances});
        break;
    case tag_domain: ok = integers(value, 0, {&out_.tessellator_domain, &out_.input_control_points}); break;
    case tag_hull: {
        out_.patch_function = function(view_.operand(value, 0));
        ok = integers(value, 1,
                      {&out_.input_control_points, &out_.output_control_points, &out_.tessellator_domain,
                       &out_.partitioning, &out_.output_primitive});
        const Constant *factor = view_.constant(view_.operand(value, 6));
        ok &= out_.patch_function != none && factor && m_.types[factor->type].kind == TypeKind::float_;
        if (ok) out_.max_tess_factor = std::bit_cast<float>(static_cast<uint32_t>(factor->bits));
        break;
    }
    case tag_threads: ok = integers(value, 0, {&threads[0], &threads[1], &threads[2]}); break;
    case tag_mesh:
        ok = integers(view_.operand(value, 0), 0, {&threads[0], &threads[1], &threads[2]}) &&
             integers(value, 1,
                      {&out_.max_vertices, &out_.max_primitives, &out_.output_topology, &out_.payload_size});
        break;
    case tag_amplification:
        ok = integers(view_.operand(value, 0), 0, {&threads[0], &threads[1], &threads[2]}) &&
             integers(value, 1, {&out_.payload_size});
        break;
    case tag_wave_size:
        ok = integers(value, 0, {&out_.wave_size[0]});
        out_.wave_size[1] = out_.wave_size[2] = out_.wave_size[0];
        break;
    case tag_wave_range:
        ok = integers(value, 0, {&out_.wave_size[0], &out_.wave_size[1], &out_.wave_size[2]});
        break;
    default: break; // root signature, spaces: no part of the interface
    }
    return ok || fail(code::dxil_properties, "Property %u of the entry point is malformed", tag);
}

void InterfaceReader::attributes() {
    const Function &f = m_.functions[out_.entry];
    if (!f.attributes) return;
    const Range &list = m_.attribute_lists[f.attributes - 1];
    for (uint32_t i = 0; i < list.count; ++i) {
        const AttributeGroup &g = m_.groups[m_.group_lists[list.first + i]];
        for (uint32_t k = 0; k < g.count; ++k) {
            const Attribute &a = m_.attributes[g.first + k];
            if (a.key == "waveops-include-helper-lanes") out_.wave_helpers = true;
            if (a.kind != 4 || a.key != "fp32-denorm-mode") continue;
            out_.denormals_f32 = a.text == "preserve" ? Denormals::preserve
                                 : a.text == "ftz"    ? Denormals::flush
                                                      : Denormals::any;
        }
    }
}

bool InterfaceReader::signature(const Metadata *list, signature::Signature *out) {
    const uint32_t count = view_.count(list);
    if (count > max_elements) return fail(code::dxil_signature, "A signature has %u elements", count);
    std::span<Element> elements{arena_.array<Element>(count), count};
    uint32_t rows = 0;
    for (uint32_t i = 0; i < count; ++i) {
        elements[i] = Element{};
        if (!element(view_.operand(list, i), i, &elements[i])) return false;
        rows += elements[i].rows;
    }
    if (rows > max_rows) return fail(code::dxil_signature, "A signature has %u rows", rows);
    *out = elements;
    return true;
}

bool InterfaceReader::element(const Metadata *node, uint32_t number, Element *e) {
    bool ok = true;
    const auto at = [&](uint32_t i) { return view_.integer(view_.operand(node, i), &ok); };
    const std::string_view *name = view_.string(view_.operand(node, element_name));
    const int64_t id = at(0), type = at(element_component_type), kind = at(element_kind),
                  interpolation = at(element_interpolation), rows = at(element_rows),
                  columns = at(element_columns), row = at(element_start_row),
                  column = at(element_start_column);
    const Metadata *indices = view_.operand(node, element_indices);
    if (!name || !ok) return fail(code::dxil_signature, "Signature element %u is malformed", number);
    if (id != number)
        return fail(code::dxil_signature, "Signature element %u is numbered %lld", number,
                    static_cast<long long>(id));
    e->name = name->substr(0, name->find('\0')); // a C string wherever it goes
    e->scan_index = number;
    if (type < 0 || type >= static_cast<int64_t>(std::size(signature::metadata_types)) || kind < 0 ||
        kind > 255 || interpolation < 0 ||
        interpolation > static_cast<int64_t>(Interpolation::linear_noperspective_sample))
        return fail(code::dxil_signature, "Signature element %u is of an unknown type, kind or interpolation",
                    number);
    if (rows < 1 || rows > max_register || columns < 1 || columns > 4 || row < -1 ||
        row + rows > max_register || column < -1 || column + columns > 4 || (row < 0) != (column < 0))
        return fail(code::dxil_signature, "Signature element %u lies outside the registers", number);
    signature::set_metadata_type(*e, static_cast<uint32_t>(type), out_.flags & shader_native_16_bit);
    // Bits are words in registers.
    if (e->component_type == ComponentType::boolean) e->component_type = ComponentType::uint;
    e->system_value = signature::system_value(static_cast<SemanticKind>(kind), out_.tessellator_domain);
    e->interpolation = static_cast<Interpolation>(interpolation);
    e->rows = static_cast<uint8_t>(rows);
    if (row >= 0) e->register_index = static_cast<uint32_t>(row);
    const auto start = static_cast<unsigned>(std::max<int64_t>(column, 0));
    e->mask = static_cast<uint8_t>(((1u << columns) - 1) << start);
    if (view_.count(indices) != static_cast<uint32_t>(rows))
        return fail(code::dxil_signature, "Signature element %u has %u semantic indices for %lld rows",
                    number, view_.count(indices), static_cast<long long>(rows));
    uint32_t *row_indices = arena_.array<uint32_t>(e->rows);
    for (uint32_t i = 0; i < e->rows; ++i) {
        row_indices[i] = view_.u32(view_.operand(indices, i), &ok);
        if (!ok)
            return fail(code::dxil_signature, "A semantic index of signature element %u is malformed",
                        number);
    }
    e->set_indices(row_indices);
    e->used_mask = out_.says_usage ? 0 : e->mask;
    const Metadata *extra = view_.operand(node, element_extra);
    for (uint32_t i = 0; i + 1 < view_.count(extra); i += 2) {
        const uint32_t tag = view_.u32(view_.operand(extra, i), &ok);
        const Metadata *value = view_.operand(extra, i + 1);
        switch (tag) {
        case tag_stream: {
            const uint32_t stream = view_.u32(value, &ok);
            if (stream > 3) return fail(code::dxil_signature, "Geometry stream %u does not exist", stream);
            e->stream = static_cast<uint8_t>(stream);
            break;
        }
        case tag_dynamic_mask:
            e->dynamic_index_mask = static_cast<uint8_t>(view_.u32(value, &ok) << start) & e->mask;
            break;
        case tag_usage_mask:
            e->used_mask = static_cast<uint8_t>(view_.u32(value, &ok) << start) & e->mask;
            break;
        default: break;
        }
        if (!ok) return fail(code::dxil_signature, "Signature element %u has a malformed property", number);
    }
    return true;
}

} // namespace

uint64_t required_features(uint64_t flags) {
    // By the flag's bit, the feature's; flags that ask for nothing have none.
    constexpr struct {
        uint8_t flag, feature;
    } features[] = {
        {2, 0},   // doubles
        {5, 4},   // minimum precision
        {6, 5},   // division and other arithmetic on doubles
        {7, 6},   // msad
        {9, 13},  // viewport and layer from any stage
        {10, 10}, // inner coverage
        {11, 9},  // stencil reference
        {12, 8},  // tiled resources
        {13, 11}, // loads of typed UAVs of more formats
        {14, 7},  // comparisons on level 9
        {15, 3},  // 64 UAVs
        {16, 2},  // UAVs in every stage
        {17, 1},  // raw and structured buffers on level 10
        {18, 12}, // rasterizer ordered views
        {19, 14}, // wave operations
        {20, 15}, // 64-bit integers
        {21, 16}, // view instancing
        {22, 17}, // barycentrics
        {24, 19}, // shading rate
        {25, 20}, // ray queries
        {26, 21}, // sampler feedback
        {27, 22}, // 64-bit atomics: typed resources,
        {28, 23}, // group-shared memory
        {29, 24}, // derivatives in mesh and amplification shaders
        {30, 25}, // heaps: of resources,
        {31, 26}, // of samplers
        {32, 28}, // 64-bit atomics on resources of heaps
        {34, 29}, // texture operations of 6.7
        {35, 30}, // writeable multisampled textures
        {37, 31}, // comparisons with gradients or bias
        {38, 32}, // start vertex and instance locations
    };
    constexpr uint64_t native_low_precision = uint64_t{1} << 18;
    uint64_t result = 0;
    // Native types take the place of minimum precision.
    if (flags & shader_native_16_bit && flags & shader_minimum_precision) {
        result = native_low_precision;
        flags &= ~uint64_t{shader_minimum_precision};
    }
    for (const auto &f : features)
        if (flags >> f.flag & 1) result |= uint64_t{1} << f.feature;
    return result;
}

Result read_interface(const ProgramHeader &header, const Module &module, Arena &arena, Diagnostics &diag,
                      Interface *out, Bodies bodies) {
    *out = {};
    return InterfaceReader(header, module, arena, diag, out, bodies).run() ? Result::ok : diag.result();
}

} // namespace weft::dxil
