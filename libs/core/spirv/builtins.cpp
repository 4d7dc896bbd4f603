#include "core/spirv/builtins.h"

namespace weft::spirv {

namespace {

constexpr uint8_t stage(ir::Stage s) {
    return static_cast<uint8_t>(1u << static_cast<unsigned>(s));
}

constexpr uint8_t vs = stage(ir::Stage::vertex), hs = stage(ir::Stage::hull), ds = stage(ir::Stage::domain),
                  gs = stage(ir::Stage::geometry), ps = stage(ir::Stage::pixel),
                  cs = stage(ir::Stage::compute), as = stage(ir::Stage::amplification),
                  ms = stage(ir::Stage::mesh), groups = cs | as | ms;

using S = signature::SystemValue;
using B = spv::BuiltIn;
using C = spv::Capability;

constexpr Place in = Place::input, out = Place::output, patch = Place::patch;

constexpr uint32_t cap(C c) {
    return static_cast<uint32_t>(c);
}

constexpr BuiltIn table[] = {
    // inputs
    {vs, in, S::vertex_id, B::VertexIndex, Shape::uint, Fixup::minus_base_vertex, false, no_capability},
    {vs, in, S::instance_id, B::InstanceIndex, Shape::uint, Fixup::minus_base_instance, false, no_capability},
    {ps, in, S::position, B::FragCoord, Shape::float4, Fixup::reciprocal_w, false, no_capability},
    {ps, in, S::is_front_face, B::FrontFacing, Shape::boolean, Fixup::all_ones, false, no_capability},
    {ps, in, S::primitive_id, B::PrimitiveId, Shape::uint, Fixup::none, true, cap(C::Geometry)},
    {ps, in, S::sample_index, B::SampleId, Shape::uint, Fixup::none, true, cap(C::SampleRateShading)},
    {ps, in, S::render_target_array_index, B::Layer, Shape::uint, Fixup::none, true, cap(C::Geometry)},
    {ps, in, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::none, true,
     cap(C::MultiViewport)},
    {ps, in, S::sample_coverage, B::SampleMask, Shape::mask_array, Fixup::none, true, no_capability},
    {ps, in, S::point_coord, B::PointCoord, Shape::float2, Fixup::none, false, no_capability},
    {ps, in, S::clip_distance, B::ClipDistance, Shape::float_array, Fixup::none, false, cap(C::ClipDistance)},
    {ps, in, S::cull_distance, B::CullDistance, Shape::float_array, Fixup::none, false, cap(C::CullDistance)},
    {groups, in, S::thread_id, B::GlobalInvocationId, Shape::uint3, Fixup::none, false, no_capability},
    {groups, in, S::group_id, B::WorkgroupId, Shape::uint3, Fixup::none, false, no_capability},
    {groups, in, S::thread_id_in_group, B::LocalInvocationId, Shape::uint3, Fixup::none, false,
     no_capability},
    {groups, in, S::thread_index_in_group, B::LocalInvocationIndex, Shape::uint, Fixup::none, false,
     no_capability},
    {vs, in, S::start_vertex_location, B::BaseVertex, Shape::uint, Fixup::none, false, no_capability,
     Needs::draw_parameters},
    {vs, in, S::start_instance_location, B::BaseInstance, Shape::uint, Fixup::none, false, no_capability,
     Needs::draw_parameters},
    {vs | hs | ds | gs | ms, in, S::view_id, B::ViewIndex, Shape::uint, Fixup::none, false, cap(C::MultiView),
     Needs::multiview},
    {ps, in, S::view_id, B::ViewIndex, Shape::uint, Fixup::none, true, cap(C::MultiView), Needs::multiview},
    {ps, in, S::barycentrics, B::BaryCoordKHR, Shape::float3, Fixup::none, false, no_capability,
     Needs::barycentric},
    {ps, in, S::shading_rate, B::ShadingRateKHR, Shape::uint, Fixup::none, true,
     cap(C::FragmentShadingRateKHR), Needs::shading_rate},
    {ps, in, S::inner_coverage, B::FullyCoveredEXT, Shape::boolean, Fixup::one, false,
     cap(C::FragmentFullyCoveredEXT), Needs::fully_covered},
    // Between hull and domain shader everything is plain; out of the vertex or domain shader it is not.
    {hs | gs, in, S::position, B::Position, Shape::float4, Fixup::none, false, no_capability},
    {hs | gs, in, S::clip_distance, B::ClipDistance, Shape::float_array, Fixup::none, false,
     cap(C::ClipDistance)},
    {hs | gs, in, S::cull_distance, B::CullDistance, Shape::float_array, Fixup::none, false,
     cap(C::CullDistance)},
    {hs | ds | gs, in, S::primitive_id, B::PrimitiveId, Shape::uint, Fixup::none, false, no_capability},
    {hs, in, S::output_control_point_id, B::InvocationId, Shape::uint, Fixup::none, false, no_capability},
    {gs, in, S::gs_instance_id, B::InvocationId, Shape::uint, Fixup::none, false, no_capability},
    {ds, in, S::domain_location, B::TessCoord, Shape::float3, Fixup::none, false, no_capability},
    // patch constants: an element's semantic index, or which of the line's factors it is, tells the slot
    {hs | ds, patch, S::tess_factor_quad_edge, B::TessLevelOuter, Shape::outer_level, Fixup::none, false,
     no_capability},
    {hs | ds, patch, S::tess_factor_quad_inside, B::TessLevelInner, Shape::inner_level, Fixup::none, false,
     no_capability},
    {hs | ds, patch, S::tess_factor_tri_edge, B::TessLevelOuter, Shape::outer_level, Fixup::none, false,
     no_capability},
    {hs | ds, patch, S::tess_factor_tri_inside, B::TessLevelInner, Shape::inner_level, Fixup::none, false,
     no_capability},
    {hs | ds, patch, S::tess_factor_line_density, B::TessLevelOuter, Shape::outer_level, Fixup::none, false,
     no_capability},
    {hs | ds, patch, S::tess_factor_line_detail, B::TessLevelOuter, Shape::outer_level, Fixup::none, false,
     no_capability},
    // of a mesh shader's primitives
    {ms, patch, S::primitive_id, B::PrimitiveId, Shape::uint, Fixup::none, false, no_capability},
    {ms, patch, S::render_target_array_index, B::Layer, Shape::uint, Fixup::none, false, cap(C::ShaderLayer)},
    {ms, patch, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::none, false,
     cap(C::ShaderViewportIndex)},
    {ms, patch, S::cull_primitive, B::CullPrimitiveEXT, Shape::boolean, Fixup::none, false, no_capability},
    {ms, patch, S::shading_rate, B::PrimitiveShadingRateKHR, Shape::uint, Fixup::none, false,
     cap(C::FragmentShadingRateKHR), Needs::shading_rate},
    // outputs
    {vs | gs, out, S::shading_rate, B::PrimitiveShadingRateKHR, Shape::uint, Fixup::none, false,
     cap(C::FragmentShadingRateKHR), Needs::shading_rate},
    {vs | ds | gs | ms, out, S::position, B::Position, Shape::float4, Fixup::none, false, no_capability},
    {vs, out, S::point_size, B::PointSize, Shape::float_, Fixup::none, false, no_capability},
    {ds, out, S::point_size, B::PointSize, Shape::float_, Fixup::none, false, cap(C::TessellationPointSize)},
    {gs, out, S::point_size, B::PointSize, Shape::float_, Fixup::none, false, cap(C::GeometryPointSize)},
    {vs | ds | gs | ms, out, S::clip_distance, B::ClipDistance, Shape::float_array, Fixup::none, false,
     cap(C::ClipDistance)},
    {vs | ds | gs | ms, out, S::cull_distance, B::CullDistance, Shape::float_array, Fixup::none, false,
     cap(C::CullDistance)},
    {vs | ds, out, S::render_target_array_index, B::Layer, Shape::uint, Fixup::mirror, false, no_capability,
     Needs::viewport_index_layer},
    {vs | ds, out, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::mirror, false,
     no_capability, Needs::viewport_index_layer},
    {gs, out, S::render_target_array_index, B::Layer, Shape::uint, Fixup::mirror, false, no_capability},
    {gs, out, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::mirror, false,
     cap(C::MultiViewport)},
    {gs, out, S::primitive_id, B::PrimitiveId, Shape::uint, Fixup::none, false, no_capability},
    {ps, out, S::depth, B::FragDepth, Shape::float_, Fixup::none, false, no_capability},
    {ps, out, S::depth_greater_equal, B::FragDepth, Shape::float_, Fixup::none, false, no_capability},
    {ps, out, S::depth_less_equal, B::FragDepth, Shape::float_, Fixup::none, false, no_capability},
    {ps, out, S::coverage, B::SampleMask, Shape::mask_array, Fixup::none, false, no_capability},
    {ps, out, S::stencil_ref, B::FragStencilRefEXT, Shape::uint, Fixup::none, false, cap(C::StencilExportEXT),
     Needs::stencil_export},
};

} // namespace

const BuiltIn *find_builtin(ir::Stage s, Place place, signature::SystemValue value) {
    if (value == S::none || value == S::target) return nullptr;
    for (const BuiltIn &b : table)
        if (b.value == value && b.place == place && (b.stages & stage(s))) return &b;
    return nullptr;
}

} // namespace weft::spirv
