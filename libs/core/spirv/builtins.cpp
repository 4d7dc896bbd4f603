#include "core/spirv/builtins.h"

namespace weft::spirv {

namespace {

constexpr uint8_t stage(ir::Stage s) {
    return static_cast<uint8_t>(1u << static_cast<unsigned>(s));
}

constexpr uint8_t vs = stage(ir::Stage::vertex), ds = stage(ir::Stage::domain),
                  gs = stage(ir::Stage::geometry), ps = stage(ir::Stage::pixel),
                  cs = stage(ir::Stage::compute);

using S = signature::SystemValue;
using B = spv::BuiltIn;
using C = spv::Capability;

constexpr uint32_t cap(C c) {
    return static_cast<uint32_t>(c);
}

constexpr BuiltIn table[] = {
    // inputs
    {vs, false, S::vertex_id, B::VertexIndex, Shape::uint, Fixup::minus_base_vertex, false, no_capability},
    {vs, false, S::instance_id, B::InstanceIndex, Shape::uint, Fixup::minus_base_instance, false,
     no_capability},
    {ps, false, S::position, B::FragCoord, Shape::float4, Fixup::reciprocal_w, false, no_capability},
    {ps, false, S::is_front_face, B::FrontFacing, Shape::boolean, Fixup::all_ones, false, no_capability},
    {ps, false, S::primitive_id, B::PrimitiveId, Shape::uint, Fixup::none, true, cap(C::Geometry)},
    {ps, false, S::sample_index, B::SampleId, Shape::uint, Fixup::none, true, cap(C::SampleRateShading)},
    {ps, false, S::render_target_array_index, B::Layer, Shape::uint, Fixup::none, true, cap(C::Geometry)},
    {ps, false, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::none, true,
     cap(C::MultiViewport)},
    {ps, false, S::sample_coverage, B::SampleMask, Shape::mask_array, Fixup::none, true, no_capability},
    {ps, false, S::point_coord, B::PointCoord, Shape::float2, Fixup::none, false, no_capability},
    {ps, false, S::clip_distance, B::ClipDistance, Shape::float_array, Fixup::none, false,
     cap(C::ClipDistance)},
    {ps, false, S::cull_distance, B::CullDistance, Shape::float_array, Fixup::none, false,
     cap(C::CullDistance)},
    {cs, false, S::thread_id, B::GlobalInvocationId, Shape::uint3, Fixup::none, false, no_capability},
    {cs, false, S::group_id, B::WorkgroupId, Shape::uint3, Fixup::none, false, no_capability},
    {cs, false, S::thread_id_in_group, B::LocalInvocationId, Shape::uint3, Fixup::none, false, no_capability},
    {cs, false, S::thread_index_in_group, B::LocalInvocationIndex, Shape::uint, Fixup::none, false,
     no_capability},
    // outputs
    {vs | ds | gs, true, S::position, B::Position, Shape::float4, Fixup::none, false, no_capability},
    {vs | ds | gs, true, S::point_size, B::PointSize, Shape::float_, Fixup::none, false, no_capability},
    {vs | ds | gs, true, S::clip_distance, B::ClipDistance, Shape::float_array, Fixup::none, false,
     cap(C::ClipDistance)},
    {vs | ds | gs, true, S::cull_distance, B::CullDistance, Shape::float_array, Fixup::none, false,
     cap(C::CullDistance)},
    {vs | ds, true, S::render_target_array_index, B::Layer, Shape::uint, Fixup::mirror, false, no_capability,
     Needs::viewport_index_layer},
    {vs | ds, true, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::mirror, false,
     no_capability, Needs::viewport_index_layer},
    {gs, true, S::render_target_array_index, B::Layer, Shape::uint, Fixup::mirror, false, no_capability},
    {gs, true, S::viewport_array_index, B::ViewportIndex, Shape::uint, Fixup::mirror, false,
     cap(C::MultiViewport)},
    {ps, true, S::depth, B::FragDepth, Shape::float_, Fixup::none, false, no_capability},
    {ps, true, S::depth_greater_equal, B::FragDepth, Shape::float_, Fixup::none, false, no_capability},
    {ps, true, S::depth_less_equal, B::FragDepth, Shape::float_, Fixup::none, false, no_capability},
    {ps, true, S::coverage, B::SampleMask, Shape::mask_array, Fixup::none, false, no_capability},
    {ps, true, S::stencil_ref, B::FragStencilRefEXT, Shape::uint, Fixup::none, false,
     cap(C::StencilExportEXT), Needs::stencil_export},
};

} // namespace

const BuiltIn *find_builtin(ir::Stage s, bool output, signature::SystemValue value) {
    if (value == S::none || value == S::target) return nullptr;
    for (const BuiltIn &b : table)
        if (b.value == value && b.output == output && (b.stages & stage(s))) return &b;
    return nullptr;
}

} // namespace weft::spirv
