#include "core/dxil/reflection.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "core/dxil/annotations.h"
#include "core/dxil/buffer_uses.h"
#include "core/dxil/interface.h"
#include "core/dxil/metadata.h"
#include "core/dxil/reader.h"
#include "core/dxil/resources.h"
#include "core/signature/metadata_type.h"
#include "core/support/bytes.h"

namespace weft::dxil {

using container::Counter;
using container::ReflectedBinding;
using container::ReflectedBuffer;
using container::ReflectedType;
using container::ReflectedVariable;

namespace {

// Numbers of d3dcommon.h and d3d12shader.h.
enum VariableClass : uint32_t {
    class_scalar = 0,
    class_vector = 1,
    class_matrix_rows = 2,
    class_matrix_columns = 3,
    class_struct = 5,
    class_bit_field = 8,
};
constexpr uint32_t variable_used = 0x2; // D3D_SHADER_VARIABLE_FLAGS
enum BufferType : uint32_t { buffer_constant = 0, buffer_texture = 1, buffer_bind_info = 3 };
enum InputType : uint32_t {
    input_cbuffer,
    input_tbuffer,
    input_texture,
    input_sampler,
    input_uav_typed,
    input_structured,
    input_uav_structured,
    input_byte_address,
    input_uav_byte_address,
    input_uav_append,
    input_uav_consume,
    input_uav_structured_with_counter,
    input_acceleration_structure,
    input_uav_feedback,
};
constexpr uint32_t input_user_packed = 0x1, input_comparison = 0x2, input_components_shift = 2;
enum ReturnType : uint8_t {
    return_none = 0,
    return_unorm = 1,
    return_snorm = 2,
    return_sint = 3,
    return_uint = 4,
    return_float = 5,
    return_mixed = 6,
    return_double = 7,
};

constexpr uint32_t unused_slot = ~0u;    // of textures and samplers that no variable has
constexpr uint32_t not_applicable = ~0u; // samples of what has none
constexpr uint32_t feature_level_12_0 = 0xc000;
constexpr uint32_t register_bytes = 16; // of a constant buffer

// By the component types of the metadata: D3D_SHADER_VARIABLE_TYPE, how the type is called in HLSL, its size
// in buffers, and what views return. Where 16-bit types are minimum precision, the first three.
struct ComponentInfo {
    struct Form {
        uint8_t type;
        const char *name;
        uint8_t size;
    };
    Form form, native;
    ReturnType result;
};
constexpr ComponentInfo::Form form_float = {3, "float", 4}, form_double = {39, "double", 8},
                              form_half = {54, "min16float", 4}, form_native_half = {60, "float16_t", 2};
constexpr ComponentInfo component_info[] = {
    {{0, "", 4}, {0, "", 4}, return_mixed},
    {{1, "bool", 4}, {1, "bool", 4}, return_uint},
    {{56, "min16int", 4}, {58, "int16_t", 2}, return_sint},
    {{57, "min16uint", 4}, {59, "uint16_t", 2}, return_uint},
    {{2, "int", 4}, {2, "int", 4}, return_sint},
    {{19, "uint", 4}, {19, "uint", 4}, return_uint},
    {{61, "int64_t", 8}, {61, "int64_t", 8}, return_sint},
    {{62, "uint64_t", 8}, {62, "uint64_t", 8}, return_uint},
    {form_half, form_native_half, return_float},
    {form_float, form_float, return_float},
    {form_double, form_double, return_double},
    {form_half, form_native_half, return_snorm},
    {form_half, form_native_half, return_unorm},
    {form_float, form_float, return_snorm},
    {form_float, form_float, return_unorm},
    {form_double, form_double, return_snorm},
    {form_double, form_double, return_unorm},
};
constexpr uint8_t type_uint = 19;

const ComponentInfo &info_of(uint8_t component_type) {
    return component_info[component_type < std::size(component_info) ? component_type : 0];
}

// D3D_SRV_DIMENSION, by resource kind.
constexpr uint8_t dimensions[] = {0, 2, 4, 6, 8, 9, 3, 5, 7, 10, 1, 1, 1, 0, 0, 0, 0, 4, 5};

// The metadata's names of counters; what has none of its own here is not told.
constexpr struct {
    std::string_view name;
    Counter counter;
} counters[] = {
    {"array_local_bytes", Counter::indexable_temps},
    {"array_static_bytes", Counter::indexable_temps},
    {"array_tgsm_bytes", Counter::indexable_temps},
    {"array_local_ldst", Counter::array_ops},
    {"array_static_ldst", Counter::array_ops},
    {"array_tgsm_ldst", Counter::array_ops},
    {"atomic", Counter::interlocked_ops},
    {"barrier", Counter::barriers},
    {"branches", Counter::dynamic_flow},
    {"floats", Counter::float_ops},
    {"gs_cut", Counter::cuts},
    {"gs_emit", Counter::emits},
    {"insts", Counter::instructions},
    {"ints", Counter::int_ops},
    {"tex_bias", Counter::bias_samples},
    {"tex_cmp", Counter::compare_samples},
    {"tex_grad", Counter::gradient_samples},
    {"tex_load", Counter::loads},
    {"tex_norm", Counter::samples},
    {"tex_store", Counter::texture_stores},
    {"uints", Counter::uint_ops},
};

uint32_t saturated(uint64_t n) {
    return static_cast<uint32_t>(std::min<uint64_t>(n, UINT32_MAX));
}

uint64_t round_up(uint64_t n, uint64_t to) {
    return (n + to - 1) / to * to;
}

// Sizes stay below this, so that sums and products of two of them cannot overflow.
uint64_t bounded(uint64_t n) {
    return std::min<uint64_t>(n, UINT32_MAX);
}

class Reflector {
  public:
    Reflector(const Module &module, Arena &arena, Diagnostics &diag)
        : m_(module), view_(module), arena_(arena), diag_(diag), texts_(arena) {}

    Result run(const ProgramHeader &header, container::Reflection *out);

  private:
    struct Layout {
        uint64_t size;
        uint32_t align;
    };
    // What a type is without the arrays around it.
    struct Shape {
        uint32_t type;
        uint64_t count;  // elements of all arrays
        uint32_t levels; // arrays within arrays
    };
    enum class Place : uint8_t { constant_buffer, structured_buffer };
    struct Text {
        const char *source;
        bool upper_case;
        const char *result;
    };

    Result refuse(const char *what) {
        diag_.error({}, Result::invalid_shader, container::code_reflection, "%s", what);
        return Result::invalid_shader;
    }

    void lay_out();
    Shape shape(uint32_t type, uint32_t inner_levels) const;
    bool is_matrix_class(const Type &t) const { return t.name.starts_with("class.matrix."); }

    const ReflectedType *type(uint32_t number, const FieldAnnotation &field, Place place, uint32_t offset,
                              uint64_t *size);
    std::span<const ReflectedType::Member> members(uint32_t structure, Place place);
    std::span<const ReflectedType::Member> bit_fields(const FieldAnnotation &field,
                                                      const ReflectedType &around);
    static uint32_t scalars(const ReflectedType &t) {
        const uint32_t one = t.variable_class == class_struct ? t.columns : t.rows * t.columns;
        return t.elements ? one * t.elements : one;
    }

    bool buffer(const Resource &r, ReflectedBuffer *out);
    bool constant_buffer(const Resource &r, ReflectedBuffer *out);
    bool structured_buffer(const Resource &r, ReflectedBuffer *out);
    bool is_used(const Resource &r, const FieldAnnotation &f, const ReflectedVariable &v) const;
    ReflectedBinding binding(const Resource &r);
    bool spend(uint64_t count) {
        if (count > budget_) return false;
        budget_ -= count;
        return true;
    }

    const char *derived(std::string_view source, bool upper_case);
    const char *type_name(const ComponentInfo::Form &form, const ReflectedType &t);
    const char *struct_name(std::string_view name) const;

    signature::Signature rows(signature::Signature elements, bool inputs);
    void read_counters(container::Reflection *out);
    void read_properties(const Interface &interface, container::Reflection *out);

    const Module &m_;
    MetadataView view_;
    Arena &arena_;
    Diagnostics &diag_;
    TypeAnnotations annotations_;
    bool says_usage_ = true; // the annotations, of members
    std::span<const BufferUse> uses_;
    bool native_ = false; // 16-bit types are 16 bits wide
    std::span<Layout> layouts_;
    // Structures are read once for each place, whatever the number of their uses.
    struct Members {
        bool known;
        std::span<const ReflectedType::Member> list;
    };
    std::span<Members> members_[2];
    uint64_t budget_ = 0; // of variables, which several buffers may have in common
    Vec<Text> texts_;
};

// Sizes and places in structured buffers: everything is aligned to its scalars. What a type is made from
// comes before it.
void Reflector::lay_out() {
    layouts_ = arena_.zeroed<Layout>(m_.types.size());
    const uint32_t small = native_ ? 2 : 4;
    for (size_t i = 0; i < layouts_.size(); ++i) {
        const Type &t = m_.types[i];
        Layout &l = layouts_[i];
        switch (t.kind) {
        case TypeKind::half: l = {small, small}; break;
        case TypeKind::float_: l = {4, 4}; break;
        case TypeKind::double_: l = {8, 8}; break;
        case TypeKind::integer:
            l.align = t.size == 64 ? 8 : t.size == 16 ? small : 4;
            l.size = l.align;
            break;
        case TypeKind::array:
        case TypeKind::vector: {
            const Layout &element = layouts_[m_.element(t)];
            l = {bounded(element.size * bounded(t.size)), element.align};
            break;
        }
        case TypeKind::structure:
            l.align = 1;
            for (uint32_t k = 0; k < t.count; ++k) {
                const Layout &member = layouts_[m_.element(t, k)];
                l.size = bounded(round_up(l.size, std::max(member.align, 1u)) + member.size);
                l.align = std::max(l.align, member.align);
            }
            l.size = bounded(round_up(l.size, l.align));
            break;
        default: l = {0, 1}; break; // nothing that a buffer holds
        }
    }
}

Reflector::Shape Reflector::shape(uint32_t type, uint32_t inner_levels) const {
    Shape s{type, 1, 0};
    uint32_t depth = 0;
    for (const Type *t = &m_.types[type]; t->kind == TypeKind::array; t = &m_.types[s.type]) {
        s.type = m_.element(*t);
        ++depth;
    }
    // A matrix is an array of its vectors unless it has only one, or is a structure.
    if (is_matrix_class(m_.types[s.type])) inner_levels = 0;
    for (; depth > inner_levels; --depth, ++s.levels) {
        s.count = bounded(s.count * bounded(m_.types[type].size));
        type = m_.element(m_.types[type]);
    }
    return s;
}

const char *Reflector::derived(std::string_view source, bool upper_case) {
    for (const Text &t : texts_)
        if (t.source == source.data() && t.upper_case == upper_case) return t.result;
    constexpr std::string_view first = "[0]";
    char *p = arena_.array<char>(source.size() + first.size() + 1);
    for (size_t i = 0; i < source.size(); ++i)
        p[i] = upper_case && source[i] >= 'a' && source[i] <= 'z' ? static_cast<char>(source[i] - 'a' + 'A')
                                                                  : source[i];
    size_t size = source.size();
    if (!upper_case)
        for (char c : first)
            p[size++] = c;
    p[size] = 0;
    texts_.push({source.data(), upper_case, p});
    return p;
}

const char *Reflector::type_name(const ComponentInfo::Form &form, const ReflectedType &t) {
    char text[32];
    switch (t.variable_class) {
    case class_scalar: return form.type == type_uint ? "dword" : form.name;
    case class_vector: std::snprintf(text, sizeof(text), "%s%u", form.name, t.columns); break;
    default: std::snprintf(text, sizeof(text), "%s%ux%u", form.name, t.rows, t.columns); break;
    }
    return arena_.copy(std::string_view(text)).data();
}

const char *Reflector::struct_name(std::string_view name) const {
    constexpr std::string_view layout = "hostlayout.", kinds[] = {"struct.", "class."};
    if (name.starts_with(layout)) name.remove_prefix(layout.size());
    for (std::string_view kind : kinds)
        if (name.starts_with(kind)) {
            name.remove_prefix(kind.size());
            break;
        }
    return name.data() ? name.data() : "";
}

std::span<const ReflectedType::Member> Reflector::bit_fields(const FieldAnnotation &field,
                                                             const ReflectedType &around) {
    const auto count = field.bit_fields.size();
    std::span<ReflectedType::Member> list{arena_.array<ReflectedType::Member>(count), count};
    for (size_t i = 0; i < count; ++i) {
        const FieldAnnotation &f = field.bit_fields[i];
        auto *t = arena_.make<ReflectedType>(around);
        t->variable_class = class_bit_field;
        t->rows = 1;
        t->columns = f.bit_width;
        t->elements = 0;
        t->offset = f.offset;
        list[i] = {f.name.data() ? f.name.data() : "", t};
    }
    return list;
}

std::span<const ReflectedType::Member> Reflector::members(uint32_t structure, Place place) {
    Members &known = members_[static_cast<size_t>(place)][structure];
    if (known.known) return known.list;
    known.known = true;
    const Type &t = m_.types[structure];
    // Structures without members have no annotation.
    const StructAnnotation *annotation = annotations_.find(structure);
    if (!annotation) return {};
    std::span<ReflectedType::Member> list{arena_.array<ReflectedType::Member>(t.count), t.count};
    uint64_t end = 0;
    for (uint32_t i = 0; i < t.count; ++i) {
        const FieldAnnotation &f = annotation->fields[i];
        const uint32_t member = m_.element(t, i);
        const uint64_t at = round_up(end, std::max(layouts_[member].align, 1u));
        end = at + layouts_[member].size;
        uint64_t size = 0;
        list[i].name = f.name.data() ? f.name.data() : "";
        list[i].type =
            type(member, f, place, place == Place::constant_buffer ? f.offset : saturated(at), &size);
    }
    known.list = list;
    return list;
}

// `size`: what it takes up in a constant buffer, up to its last component.
const ReflectedType *Reflector::type(uint32_t number, const FieldAnnotation &field, Place place,
                                     uint32_t offset, uint64_t *size) {
    auto *t = arena_.make<ReflectedType>();
    const uint32_t vectors = field.column_major ? field.columns : field.rows;
    const Shape s = shape(number, vectors > 1 ? 1 : 0);
    const Type &inner = m_.types[s.type];
    const ComponentInfo &info = info_of(field.component_type);
    const ComponentInfo::Form &form = native_ ? info.native : info.form;
    uint64_t one = 0;
    t->offset = offset;
    t->elements = s.levels ? saturated(s.count) : 0;
    t->rows = 1;
    if (field.is_matrix()) {
        t->variable_class = field.column_major ? class_matrix_columns : class_matrix_rows;
        t->variable_type = form.type;
        t->rows = field.rows;
        t->columns = field.columns;
        t->name = type_name(form, *t);
        const uint64_t vector = form.size * (field.column_major ? field.rows : field.columns);
        one = (vectors - 1) * round_up(vector, register_bytes) + vector;
    } else if (inner.kind == TypeKind::structure) {
        t->variable_class = class_struct;
        t->name = struct_name(inner.name);
        t->members = members(s.type, place);
        for (const ReflectedType::Member &m : t->members)
            t->columns += scalars(*m.type);
        if (const StructAnnotation *annotation = annotations_.find(s.type)) one = annotation->size;
    } else {
        const bool vector = inner.kind == TypeKind::vector;
        t->variable_class = vector ? class_vector : class_scalar;
        t->variable_type = form.type;
        t->columns = vector ? saturated(inner.size) : 1;
        t->name = type_name(form, *t);
        t->members = bit_fields(field, *t);
        one = form.size * uint64_t{t->columns};
    }
    const uint64_t before = s.count ? bounded((s.count - 1) * round_up(one, register_bytes)) : 0;
    *size = bounded(before + one);
    return t;
}

bool Reflector::constant_buffer(const Resource &r, ReflectedBuffer *out) {
    const bool texture = r.type == ResourceClass::srv;
    out->type = texture ? buffer_texture : buffer_constant;
    out->size = saturated(round_up(r.size, register_bytes));
    if (!texture) out->name = r.name.data();
    if (r.symbol_type == none) return true;
    const Shape s = shape(r.symbol_type, 0);
    const StructAnnotation *annotation = annotations_.find(s.type);
    if (!annotation) return true;
    out->name = r.name.data();
    if (texture) out->size = saturated(round_up(annotation->size, register_bytes));
    const Type &structure = m_.types[s.type];
    if (!spend(structure.count)) return false;
    std::span<ReflectedVariable> variables{arena_.array<ReflectedVariable>(structure.count), structure.count};
    const uint32_t slot = texture ? unused_slot : 0;
    for (uint32_t i = 0; i < structure.count; ++i) {
        const FieldAnnotation &f = annotation->fields[i];
        ReflectedVariable &v = variables[i];
        v = {};
        uint64_t size = 0;
        v.type = type(m_.element(structure, i), f, Place::constant_buffer, 0, &size);
        // Of an array of buffers this is one.
        if (s.levels && !v.type->elements) {
            auto *one_of_array = arena_.make<ReflectedType>(*v.type);
            one_of_array->elements = 1;
            v.type = one_of_array;
        }
        v.name = f.name.data() ? f.name.data() : "";
        v.offset = f.offset;
        v.size = saturated(size);
        // The only member of a buffer that is there is used.
        v.flags = structure.count == 1 || is_used(r, f, v) ? variable_used : 0;
        v.first_texture = v.first_sampler = slot;
    }
    out->variables = variables;
    return true;
}

// Of texture buffers code tells nothing.
bool Reflector::is_used(const Resource &r, const FieldAnnotation &f, const ReflectedVariable &v) const {
    if (says_usage_) return f.used;
    if (r.type != ResourceClass::cbv) return true;
    const auto first = std::lower_bound(uses_.begin(), uses_.end(), BufferUse{r.id, v.offset});
    return first != uses_.end() && first->buffer == r.id && first->offset - v.offset < v.size;
}

bool Reflector::structured_buffer(const Resource &r, ReflectedBuffer *out) {
    out->type = buffer_bind_info;
    out->size = r.stride;
    out->name = r.name.data();
    if (!spend(1)) return false;
    auto *v = arena_.make<ReflectedVariable>();
    v->name = "$Element";
    v->size = r.stride;
    v->flags = variable_used;
    v->first_texture = v->first_sampler = unused_slot;
    v->type = arena_.make<ReflectedType>();
    out->variables = {v, 1};
    if (r.symbol_type == none) return true;
    const Shape s = shape(r.symbol_type, 0);
    if (s.levels) out->name = derived(r.name, false);
    const StructAnnotation *annotation = annotations_.find(s.type);
    if (!annotation || annotation->fields.empty()) return true;
    uint64_t size = 0;
    v->type = type(m_.element(m_.types[s.type]), annotation->fields[0], Place::structured_buffer, 0, &size);
    return true;
}

bool Reflector::buffer(const Resource &r, ReflectedBuffer *out) {
    return r.kind == ResourceKind::structured_buffer ? structured_buffer(r, out) : constant_buffer(r, out);
}

bool has_buffer(const Resource &r) {
    return r.kind == ResourceKind::constant_buffer || r.kind == ResourceKind::structured_buffer ||
           r.kind == ResourceKind::texture_buffer;
}

bool is_typed(ResourceKind kind) {
    return kind >= ResourceKind::texture_1d && kind <= ResourceKind::typed_buffer;
}

uint32_t input_type(const Resource &r) {
    const bool uav = r.type == ResourceClass::uav;
    switch (r.kind) {
    case ResourceKind::constant_buffer: return input_cbuffer;
    case ResourceKind::texture_buffer: return input_tbuffer;
    case ResourceKind::sampler: return input_sampler;
    case ResourceKind::raw_buffer: return uav ? input_uav_byte_address : input_byte_address;
    case ResourceKind::structured_buffer:
        return !uav ? input_structured : r.counter ? input_uav_structured_with_counter : input_uav_structured;
    case ResourceKind::acceleration_structure: return input_acceleration_structure;
    case ResourceKind::feedback_2d:
    case ResourceKind::feedback_2d_array: return input_uav_feedback;
    default: return uav ? input_uav_typed : input_texture;
    }
}

ReflectedBinding Reflector::binding(const Resource &r) {
    ReflectedBinding b{};
    b.name = r.name.data() ? r.name.data() : "";
    b.type = input_type(r);
    b.bind_point = r.lower;
    // Unbounded ranges have no size, but for constant buffers.
    b.bind_count = r.count == ~0u && r.type != ResourceClass::cbv ? 0 : r.count;
    b.dimension = dimensions[static_cast<size_t>(r.kind)];
    b.space = r.space;
    b.id = r.id;
    switch (r.kind) {
    case ResourceKind::constant_buffer:
    case ResourceKind::texture_buffer: b.flags = input_user_packed; return b;
    case ResourceKind::sampler: b.flags = r.sampler_mode == 1 ? input_comparison : 0; return b;
    case ResourceKind::structured_buffer: b.sample_count = r.stride; break;
    case ResourceKind::raw_buffer: break;
    case ResourceKind::texture_2dms:
    case ResourceKind::texture_2dms_array: b.sample_count = r.sample_count; break;
    default: b.sample_count = not_applicable; break;
    }
    b.return_type = info_of(r.component_type).result;
    if (!is_typed(r.kind) || r.symbol_type == none) return b;
    // A class begins with what it gives out.
    const Type &t = m_.types[shape(r.symbol_type, 0).type];
    if (t.kind != TypeKind::structure || !t.count) return b;
    const Type &texel = m_.types[m_.element(t)];
    if (texel.kind == TypeKind::vector && texel.size >= 1 && texel.size <= 4)
        b.flags = static_cast<uint32_t>(texel.size - 1) << input_components_shift;
    return b;
}

// One element a row, which says of outputs what is not written.
signature::Signature Reflector::rows(signature::Signature elements, bool inputs) {
    size_t count = 0;
    for (const signature::Element &e : elements)
        count += e.rows;
    std::span<signature::Element> list{arena_.array<signature::Element>(count), count};
    size_t next = 0;
    for (const signature::Element &e : elements) {
        // Types of 16 bits are told as minimum precision even where they are not.
        const signature::MetadataType &type = signature::metadata_types[signature::metadata_type(e)];
        const bool own = e.system_value == signature::SystemValue::none;
        const char *name = own ? e.name.data() : derived(e.name, true);
        for (uint32_t row = 0; row < e.rows; ++row) {
            signature::Element &r = list[next++];
            r = e;
            r.name = {name, e.name.size()};
            r.semantic_index = e.index_of_row(row);
            r.row_indices = nullptr;
            r.rows = 1;
            r.component_type = type.type;
            r.min_precision = type.precision;
            // The two factors of isolines are not told apart.
            if (e.system_value == signature::SystemValue::tess_factor_line_density)
                r.system_value = signature::SystemValue::tess_factor_line_detail;
            if (e.register_index != signature::no_register) r.register_index = e.register_index + row;
            if (!inputs) r.used_mask = ~e.used_mask & 0xf;
        }
    }
    return list;
}

void Reflector::read_counters(container::Reflection *out) {
    const Metadata *list = view_.operand(view_.named("dx.counters"), 0);
    for (uint32_t i = 0; i + 1 < view_.count(list); i += 2) {
        const std::string_view *name = view_.string(view_.operand(list, i));
        bool ok = true;
        const uint32_t value = view_.u32(view_.operand(list, i + 1), &ok);
        if (!name || !ok) continue;
        for (const auto &c : counters)
            if (c.name == *name) out->counters[static_cast<size_t>(c.counter)] += value;
    }
}

void Reflector::read_properties(const Interface &interface, container::Reflection *out) {
    const auto set = [out](Counter c, uint32_t value) { out->counters[static_cast<size_t>(c)] = value; };
    switch (interface.kind) {
    case ShaderKind::geometry:
        set(Counter::input_primitive, interface.input_primitive);
        set(Counter::output_topology, interface.output_topology);
        set(Counter::max_output_vertices, interface.max_vertices);
        set(Counter::gs_instances, interface.instances);
        out->gs_input_primitive = interface.input_primitive;
        break;
    case ShaderKind::hull: {
        constexpr uint32_t before_patches = 7; // D3D_PRIMITIVE: patches of one control point are 8
        set(Counter::input_primitive, before_patches + interface.input_control_points);
        set(Counter::control_points, interface.output_control_points);
        set(Counter::hs_output_primitive, interface.output_primitive);
        set(Counter::hs_partitioning, interface.partitioning);
        set(Counter::tess_domain, interface.tessellator_domain);
        break;
    }
    case ShaderKind::domain:
        set(Counter::control_points, interface.input_control_points);
        set(Counter::tess_domain, interface.tessellator_domain);
        break;
    case ShaderKind::compute:
    case ShaderKind::mesh:
    case ShaderKind::amplification:
        std::copy(std::begin(interface.thread_group_size), std::end(interface.thread_group_size),
                  out->group_size);
        break;
    default: break;
    }
}

Result Reflector::run(const ProgramHeader &header, container::Reflection *out) {
    Interface interface;
    if (Result r = read_interface(header, m_, arena_, diag_, &interface, Bodies::absent); failed(r)) return r;
    if (interface.kind == ShaderKind::library) {
        diag_.error({}, Result::not_implemented, code::dxil_not_implemented,
                    "A library has no reflection of one shader.");
        return Result::not_implemented;
    }
    Resources resources;
    if (Result r = read_resources(m_, arena_, diag_, &resources); failed(r)) return r;
    if (Result r = read_annotations(m_, arena_, diag_, &annotations_); failed(r)) return r;
    native_ = interface.flags & shader_native_16_bit;
    says_usage_ = interface.says_usage;
    if (!says_usage_) uses_ = find_buffer_uses(m_, arena_);
    lay_out();
    for (auto &table : members_)
        table = arena_.zeroed<Members>(m_.types.size());
    // A variable takes more than a byte to name and to describe.
    budget_ = header.bitcode.size();

    out->version = static_cast<uint32_t>(interface.kind) << 16 | interface.major << 4 | interface.minor;
    if (const std::string_view *creator =
            view_.string(view_.operand(view_.operand(view_.named("llvm.ident"), 0), 0)))
        out->creator = creator->data();
    out->feature_level = feature_level_12_0;
    out->requirements =
        required_features(interface.flags) & ~uint64_t{container::requires_early_depth_stencil};
    if (interface.flags & shader_early_depth_stencil)
        out->requirements |= container::requires_early_depth_stencil;
    read_counters(out);
    read_properties(interface, out);
    out->inputs = rows(interface.inputs, true);
    out->outputs = rows(interface.outputs, false);
    // Those that a domain shader reads are told in the way of outputs, too.
    out->patch_constants = rows(interface.patch_constants, false);

    Vec<ReflectedBinding> bindings(arena_, resources.all.size());
    Vec<ReflectedBuffer> buffers(arena_);
    const auto each = [&](ResourceClass type, auto &&handle) {
        const auto c = static_cast<size_t>(type);
        for (const Resource &r :
             resources.all.subspan(resources.first[c], resources.first[c + 1] - resources.first[c]))
            handle(r);
    };
    bool fits = true;
    for (ResourceClass c : {ResourceClass::cbv, ResourceClass::uav, ResourceClass::srv})
        each(c, [&](const Resource &r) {
            if (fits && has_buffer(r)) fits = buffer(r, &buffers.push({}));
        });
    if (!fits) return refuse("The shader's buffers have more variables than its module can describe.");
    for (ResourceClass c :
         {ResourceClass::cbv, ResourceClass::sampler, ResourceClass::srv, ResourceClass::uav})
        each(c, [&](const Resource &r) { bindings.push(binding(r)); });
    out->bindings = bindings.span();
    out->buffers = buffers.span();
    return Result::ok;
}

} // namespace

Result read_reflection(const container::Container &container, Arena &arena, Diagnostics &diag,
                       container::Reflection *out) {
    const container::Part *part = container.find(container::tag("STAT"));
    if (!part) part = container.find(container::tag("DXIL"));
    if (!part) {
        diag.error({}, Result::invalid_argument, container::code_reflection,
                   "The container has no DXIL program.");
        return Result::invalid_argument;
    }
    ProgramHeader header;
    if (Result r = read_header(part->data, diag, &header); failed(r)) return r;
    const Module *module = nullptr;
    if (Result r = read_module(header.bitcode, arena, diag, &module); failed(r)) return r;
    container::Reflection reflection;
    if (Result r = Reflector(*module, arena, diag).run(header, &reflection); failed(r)) return r;
    *out = reflection;
    return Result::ok;
}

} // namespace weft::dxil
