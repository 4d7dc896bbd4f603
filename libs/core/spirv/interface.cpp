// Stage inputs, outputs and patch constants: the variables that carry them.
#include <algorithm>
#include <cstdio>

#include "core/signature/semantic.h"
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

using signature::ComponentType;
using signature::Element;
using signature::Interpolation;
using signature::SystemValue;

ir::Kind kind_of(ComponentType t) {
    switch (t) {
    case ComponentType::float_:
    case ComponentType::float16:
    case ComponentType::none: return ir::Kind::f32;
    case ComponentType::double_: return ir::Kind::f64;
    case ComponentType::uint64:
    case ComponentType::int64: return ir::Kind::i64;
    default: return ir::Kind::i32;
    }
}

ir::Type value_type(Shape shape) {
    switch (shape) {
    case Shape::uint:
    case Shape::mask_array: return ir::i32();
    case Shape::boolean: return ir::boolean();
    case Shape::float_:
    case Shape::float_array:
    case Shape::outer_level:
    case Shape::inner_level: return ir::f32();
    case Shape::float2: return ir::f32(2);
    case Shape::float3: return ir::f32(3);
    case Shape::float4: return ir::f32(4);
    case Shape::uint3: return ir::i32(3);
    }
    return ir::i32();
}

} // namespace

// --- declarations
// --------------------------------------------------------------------------------------------------

Id Writer::builtin_variable(spv::BuiltIn builtin, Id value_type, spv::StorageClass storage, bool flat) {
    for (const KnownBuiltIn &k : builtins_)
        if (k.builtin == builtin && k.storage == storage) return k.id;
    Id v = global(storage, value_type);
    b_.decorate(v, spv::Decoration::BuiltIn, static_cast<uint32_t>(builtin));
    if (flat) b_.decorate(v, spv::Decoration::Flat);
    // Passes that draw the same surface again compare depths for equality: the same code must give the same
    // position in every pipeline.
    if (builtin == spv::BuiltIn::Position && storage == spv::StorageClass::Output)
        b_.decorate(v, spv::Decoration::Invariant);
    builtins_.push({builtin, storage, v});
    return v;
}

// The arrays that a variable of this element is of: vertices outside.
uint32_t Writer::vertices(Place where, const Element &e) const {
    if (where == Place::input && m_.per_vertex(e)) return m_.input_vertices;
    if (m_.stage == ir::Stage::mesh)
        return where == Place::output  ? m_.mesh.max_vertices
               : where == Place::patch ? m_.mesh.max_primitives
                                       : 0;
    return where == Place::output && m_.stage == ir::Stage::hull ? m_.output_vertices : 0;
}

spv::StorageClass Writer::storage(Place where) const {
    const bool out = where == Place::output || (where == Place::patch && m_.stage != ir::Stage::domain);
    return out ? spv::StorageClass::Output : spv::StorageClass::Input;
}

// Clip and cull distances of all elements are slices of one array, numbered by semantic index and component.
unsigned Writer::distance_slot(std::span<const Element> signature, uint32_t element, uint32_t column,
                               unsigned *total) const {
    const Element &self = signature[element];
    const uint32_t key = self.semantic_index * 4 + column;
    unsigned below = 0;
    *total = 0;
    for (const Element &e : signature) {
        if (e.system_value != self.system_value) continue;
        unsigned n = signature::column_count(e.mask);
        *total += n;
        for (unsigned i = 0; i < n; ++i)
            below += e.semantic_index * 4 + i < key;
    }
    return below;
}

// The distances of all vertices as members of GLSL's gl_in: SPIRV-Cross writes variables of their own as if
// the vertices had none.
Id Writer::distance_block(SystemValue wanted, uint32_t vertices, uint32_t *member) {
    static constexpr SystemValue values[] = {SystemValue::clip_distance, SystemValue::cull_distance};
    Id arrays[2];
    uint32_t count = 0;
    for (SystemValue value : values) {
        unsigned total = 0;
        for (const Element &e : m_.inputs)
            if (e.system_value == value) total += signature::column_count(e.mask);
        if (value == wanted) *member = count;
        if (total) arrays[count++] = b_.array(type(ir::f32()), total);
    }
    if (distance_block_) return distance_block_;
    Id block = b_.unique_struct({arrays, count});
    b_.decorate(block, spv::Decoration::Block);
    count = 0;
    for (SystemValue value : values) {
        if (std::none_of(m_.inputs.begin(), m_.inputs.end(),
                         [value](const Element &e) { return e.system_value == value; }))
            continue;
        const BuiltIn *b = find_builtin(m_.stage, Place::input, value);
        b_.capability(static_cast<spv::Capability>(b->capability));
        b_.member_decorate(block, count++, spv::Decoration::BuiltIn, static_cast<uint32_t>(b->builtin));
    }
    return distance_block_ = global(spv::StorageClass::Input, b_.array(block, vertices));
}

Id Writer::distance_pointer(Place where, uint32_t element, uint32_t column, Id vertex) {
    const std::span<const Element> signature = places_[static_cast<unsigned>(where)].elements;
    const SystemValue value = signature[element].system_value;
    const auto storage_class = storage(where);
    unsigned total;
    const unsigned slot = distance_slot(signature, element, column, &total);
    if (o_.for_cross && vertex && where == Place::input) {
        uint32_t member;
        Id block = distance_block(value, vertices(where, signature[element]), &member);
        return typed(spv::Op::OpAccessChain, pointer_to(storage_class, ir::f32()), block, vertex,
                     b_.u32(member), b_.u32(slot));
    }
    Id &variable = distances_[value == SystemValue::cull_distance][where == Place::output];
    if (!variable) {
        const BuiltIn *b = find_builtin(m_.stage, where, value);
        b_.capability(static_cast<spv::Capability>(b->capability));
        Id declared = b_.array(type(ir::f32()), total);
        if (const uint32_t n = vertices(where, signature[element])) declared = b_.array(declared, n);
        variable = builtin_variable(b->builtin, declared, storage_class);
    }
    Id pointer_type = pointer_to(storage_class, ir::f32());
    if (vertex) return typed(spv::Op::OpAccessChain, pointer_type, variable, vertex, b_.u32(slot));
    return typed(spv::Op::OpAccessChain, pointer_type, variable, b_.u32(slot));
}

// Row n of a factor is slot n; a line's two factors are values of their own.
bool Writer::level_slot(InterfaceVariable &var, const Element &e, uint32_t row) {
    var.slot = e.system_value == SystemValue::tess_factor_line_density  ? 0
               : e.system_value == SystemValue::tess_factor_line_detail ? 1
                                                                        : e.index_of_row(row);
    if (var.slot < level_count(var.builtin->shape)) return true;
    error(code::ir_tessellation, "There is no tessellation factor %.*s%u.", static_cast<int>(e.name.size()),
          e.name.data(), e.index_of_row(row));
    return false;
}

void Writer::decorate_patch(Id variable) {
    b_.decorate(variable,
                m_.stage == ir::Stage::mesh ? spv::Decoration::PerPrimitiveEXT : spv::Decoration::Patch);
}

void Writer::draw_parameters() {
    if (o_.environment < driver::Environment::vulkan_1_1) b_.extension("SPV_KHR_shader_draw_parameters");
    b_.capability(spv::Capability::DrawParameters);
}

bool Writer::barycentrics() {
    if (!extension_allowed(driver::extension_fragment_shader_barycentric)) {
        error(code::spirv_feature,
              "Barycentrics and attributes of vertices need SPV_KHR_fragment_shader_barycentric, "
              "which the target environment does not offer.");
        return false;
    }
    b_.extension("SPV_KHR_fragment_shader_barycentric");
    b_.capability(spv::Capability::FragmentBarycentricKHR);
    return true;
}

// What a built-in wants beyond its capability, and which one it really is.
bool Writer::declare_needs(const BuiltIn &b, const Element &e, spv::BuiltIn *builtin) {
    const auto wants = [&](driver::Extension extension, const char *name) {
        if (extension_allowed(extension)) {
            b_.extension(name);
            return true;
        }
        // Elements for operations that read the value have no name of their own.
        const std::string_view known = signature::semantic(signature::semantic_kind(e.system_value)).name;
        const std::string_view value = e.name.empty() ? known : e.name;
        error(code::spirv_feature, "%.*s needs %s, which the target environment does not offer.",
              static_cast<int>(value.size()), value.data(), name);
        return false;
    };
    switch (b.needs) {
    case Needs::draw_parameters: draw_parameters(); return true;
    case Needs::multiview:
        return o_.environment >= driver::Environment::vulkan_1_1 ||
               wants(driver::extension_multiview, "SPV_KHR_multiview");
    case Needs::barycentric: {
        const auto mode = e.interpolation;
        if (mode == Interpolation::linear_noperspective ||
            mode == Interpolation::linear_noperspective_centroid ||
            mode == Interpolation::linear_noperspective_sample)
            *builtin = spv::BuiltIn::BaryCoordNoPerspKHR;
        return barycentrics();
    }
    case Needs::shading_rate:
        return wants(driver::extension_fragment_shading_rate, "SPV_KHR_fragment_shading_rate");
    case Needs::fully_covered:
        return wants(driver::extension_fragment_fully_covered, "SPV_EXT_fragment_fully_covered");
    default: return true;
    }
}

bool Writer::declare_builtin(InterfaceVariable &var, const Element &e, uint32_t row, Place where) {
    const BuiltIn &b = *var.builtin;
    spv::BuiltIn builtin = b.builtin;
    const bool core = o_.environment >= driver::Environment::vulkan_1_2;
    if (b.needs == Needs::viewport_index_layer) {
        if (core) {
            b_.capability(builtin == spv::BuiltIn::Layer ? spv::Capability::ShaderLayer
                                                         : spv::Capability::ShaderViewportIndex);
        } else if (extension_allowed(driver::extension_viewport_index_layer)) {
            b_.extension("SPV_EXT_shader_viewport_index_layer");
            b_.capability(spv::Capability::ShaderViewportIndexLayerEXT);
        } else {
            error(code::spirv_feature,
                  "Writing %.*s from this stage needs SPV_EXT_shader_viewport_index_layer, which the target "
                  "environment does not offer.",
                  static_cast<int>(e.name.size()), e.name.data());
            return false;
        }
    }
    if (!declare_needs(b, e, &builtin)) return false;
    if (b.needs == Needs::stencil_export) {
        if (!extension_allowed(driver::extension_stencil_export)) {
            error(code::spirv_feature, "Writing the stencil reference needs SPV_EXT_shader_stencil_export, "
                                       "which the target environment does not offer.");
            return false;
        }
        b_.extension("SPV_EXT_shader_stencil_export");
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::StencilRefReplacingEXT);
    }
    if (builtin == spv::BuiltIn::FragDepth) {
        auto mode = [this](spv::ExecutionMode m) { b_.modes.emit(spv::Op::OpExecutionMode, entry_, m); };
        mode(spv::ExecutionMode::DepthReplacing);
        if (b.value == SystemValue::depth_greater_equal) mode(spv::ExecutionMode::DepthGreater);
        if (b.value == SystemValue::depth_less_equal) mode(spv::ExecutionMode::DepthLess);
    }
    if (b.capability != no_capability) b_.capability(static_cast<spv::Capability>(b.capability));
    if (opengl() && builtin == spv::BuiltIn::VertexIndex) builtin = spv::BuiltIn::VertexId;
    if (opengl() && builtin == spv::BuiltIn::InstanceIndex) builtin = spv::BuiltIn::InstanceId;
    var.value = value_type(b.shape);
    var.type = type(var.value);
    Id declared = var.type;
    if (b.shape == Shape::mask_array) declared = b_.array(var.type, 1);
    if (o_.for_cross && builtin == spv::BuiltIn::InvocationId)
        declared = b_.type_signed(1); // invocation_id()
    if (const uint32_t levels = level_count(b.shape)) {
        if (!level_slot(var, e, row)) return false;
        declared = b_.array(var.type, levels);
    }
    var.vertices = vertices(where, e);
    if (var.vertices) declared = b_.array(declared, var.vertices);
    const size_t known = builtins_.size();
    var.id = builtin_variable(builtin, declared, storage(where), b.flat);
    if (builtins_.size() == known) return true;
    if (where == Place::patch) decorate_patch(var.id);
    if (!o_.strip_debug && !e.name.empty()) b_.name(var.id, e.name);
    return true;
}

void Writer::interpolation(Id variable, Interpolation mode, ir::Type t) {
    auto decorate = [&](spv::Decoration d) { b_.decorate(variable, d); };
    if (!t.is_float() || t.kind() == ir::Kind::f64) return decorate(spv::Decoration::Flat);
    switch (mode) {
    case Interpolation::undefined:
    case Interpolation::linear: return;
    case Interpolation::constant: return decorate(spv::Decoration::Flat);
    case Interpolation::linear_centroid: return decorate(spv::Decoration::Centroid);
    case Interpolation::linear_noperspective: return decorate(spv::Decoration::NoPerspective);
    case Interpolation::linear_noperspective_centroid:
        decorate(spv::Decoration::NoPerspective);
        return decorate(spv::Decoration::Centroid);
    case Interpolation::linear_noperspective_sample:
        decorate(spv::Decoration::NoPerspective);
        [[fallthrough]];
    case Interpolation::linear_sample:
        b_.capability(spv::Capability::SampleRateShading);
        return decorate(spv::Decoration::Sample);
    }
}

// A varying, an attribute or a render target.
void Writer::declare_plain(InterfaceVariable &var, const Element &e, uint32_t row, Place where) {
    const bool is_output = where == Place::output;
    const bool swizzled = is_output && output_swizzle(e) != identity_swizzle;
    const unsigned columns = swizzled ? 4 : signature::column_count(e.mask);
    const bool target = m_.stage == ir::Stage::pixel && is_output && e.system_value == SystemValue::target;
    // The twin of a built-in scalar is what the built-in is.
    const ir::Type t = var.builtin ? var.value : ir::Type{kind_of(e.component_type), columns ? columns : 1};
    // Integers cross stages as uint; the sign matters only where a format decides.
    const bool fixed_format =
        (m_.stage == ir::Stage::vertex && !is_output) || (m_.stage == ir::Stage::pixel && is_output);
    const bool is_signed = fixed_format && e.component_type == ComponentType::int_;
    Id declared = is_signed ? b_.type_signed(t.count()) : type(t);
    var.vertices = vertices(where, e);
    const bool attribute = m_.stage == ir::Stage::pixel && !is_output &&
                           of_vertices_[static_cast<size_t>(&e - m_.inputs.data())];
    if (attribute) {
        if (!barycentrics()) return;
        var.vertices = 3;
    }
    Id v = global(storage(where), var.vertices ? b_.array(declared, var.vertices) : declared);
    if (where == Place::patch) decorate_patch(v);
    uint32_t location = target                                 ? e.semantic_index
                        : e.location != signature::no_register ? e.location
                                                               : e.register_index;
    location += row;
    var.location = location;
    if (target && o_.dual_source_blending && location < 2) {
        b_.decorate(v, spv::Decoration::Location, 0);
        b_.decorate(v, spv::Decoration::Index, location);
    } else {
        b_.decorate(v, spv::Decoration::Location, location);
    }
    if (unsigned start = signature::start_column(e.mask); start && !swizzled)
        b_.decorate(v, spv::Decoration::Component, start);
    if (attribute)
        b_.decorate(v, spv::Decoration::PerVertexKHR);
    else if (m_.stage == ir::Stage::pixel && !is_output)
        interpolation(v, e.interpolation, t);
    if (!o_.strip_debug) {
        static constexpr const char *prefixes[] = {"in", "out", "patch"};
        char name[96];
        int n = std::snprintf(name, sizeof(name), "%s_%.*s%u", prefixes[static_cast<unsigned>(where)],
                              static_cast<int>(e.name.size() < 64 ? e.name.size() : 64), e.name.data(),
                              e.index_of_row(row));
        b_.name(v, {name, static_cast<size_t>(n)});
    }
    if (var.builtin) {
        var.mirror = v;
        return;
    }
    var.id = v;
    var.value = t;
    var.type = declared;
    var.signed_int = is_signed;
}

InterfaceVariable &Writer::variable(Place where, uint32_t element, uint32_t row) {
    InterfacePlace &place = places_[static_cast<unsigned>(where)];
    InterfaceVariable &var = place.variables[place.base[element] + row];
    if (var.declared) return var;
    const Element &e = place.elements[element];
    var.declared = true;
    var.builtin = find_builtin(m_.stage, where, e.system_value);
    const bool attribute =
        m_.stage == ir::Stage::pixel && where == Place::input && var.builtin && of_vertices_[element];
    if (attribute)
        error(code::spirv_register, "%.*s%u is no attribute of a vertex.", static_cast<int>(e.name.size()),
              e.name.data(), e.semantic_index);
    else if (!var.builtin && (m_.stage == ir::Stage::compute || m_.stage == ir::Stage::amplification ||
                              (m_.stage == ir::Stage::mesh && where == Place::input)))
        error(code::spirv_register,
              "%.*s%u: a thread group has no inputs, and no outputs but those of meshes.",
              static_cast<int>(e.name.size()), e.name.data(), e.semantic_index);
    else if (!var.builtin)
        declare_plain(var, e, row, where);
    else if (var.builtin->shape == Shape::float_array)
        var.vertices = vertices(where, e); // all elements share the variable
    else if (declare_builtin(var, e, row, where) && var.builtin->fixup == Fixup::mirror &&
             (e.location != signature::no_register || e.register_index != signature::no_register))
        declare_plain(var, e, row, where);
    if (where == Place::output) declare_captures(var, element, row);
    return var;
}

} // namespace weft::spirv
