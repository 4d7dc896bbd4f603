#include "core/signature/semantic.h"

namespace weft::signature {

namespace {

// Letters of Semantic::points.
constexpr struct {
    char letter;
    Interpretation interpretation;
    std::string_view name;
} interpretations[] = {
    {'-', Interpretation::not_allowed, "not allowed"},
    {'a', Interpretation::arbitrary, "arbitrary"},
    {'s', Interpretation::system_value, "system value"},
    {'g', Interpretation::generated, "generated"},
    {'c', Interpretation::clip_cull, "clip or cull distance"},
    {'f', Interpretation::tess_factor, "tessellation factor"},
    {'t', Interpretation::target, "target"},
    {'p', Interpretation::not_packed, "not packed"},
    {'h', Interpretation::shadow, "shadow"},
    {'n', Interpretation::not_in_signature, "not in the signature"},
};

constexpr uint32_t sm41 = shader_model(4, 1), sm50 = shader_model(5, 0), sm61 = shader_model(6, 1),
                   sm64 = shader_model(6, 4), sm68 = shader_model(6, 8);

using K = SemanticKind;
// clang-format off
constexpr Semantic semantics[] = {
    // Vertex, Hull, Domain, Geometry, Pixel, Compute, Mesh, Amplification:
    //                                    v  vertex input
    //                                    |v vertex output
    //                                    ||c patch function, h hull
    //                                    ||||h hull control points in, out
    //                                    ||||||c patch constants out, in
    //                                    ||||||||d domain control points, output
    //                                    ||||||||||g geometry vertices, input, output
    //                                    |||||||||||||p pixel input, output
    //                                    |||||||||||||||c compute
    //                                    ||||||||||||||||m mesh input, output, primitives
    //                                    |||||||||||||||||||a amplification
    {K::arbitrary, "",                   "aa--aaaaaaa-aa---aa-"},
    {K::vertex_id, "SV_VertexID",        "s-------------------"},
    {K::instance_id, "SV_InstanceID",    "sa--aa--aaa-aa------"},
    {K::position, "SV_Position",         "as--ssaasss-ss---s--"},
    {K::render_target_array_index,
     "SV_RenderTargetArrayIndex",        "as--ssaasss-ss----s-"},
    {K::viewport_array_index,
     "SV_ViewportArrayIndex",            "as--ssaasss-ss----s-"},
    {K::clip_distance, "SV_ClipDistance","ac--ccaaccc-cc---c--"},
    {K::cull_distance, "SV_CullDistance","ac--ccaaccc-cc---c--"},
    {K::output_control_point_id,
     "SV_OutputControlPointID",          "---n----------------"},
    {K::domain_location,
     "SV_DomainLocation",                "-------n------------"},
    {K::primitive_id, "SV_PrimitiveID",  "--nn---n---hgg----s-"},
    {K::gs_instance_id,
     "SV_GSInstanceID",                  "-----------n--------"},
    {K::sample_index, "SV_SampleIndex",  "-------------h------", sm41},
    {K::is_front_face, "SV_IsFrontFace", "------------gg------"},
    {K::coverage, "SV_Coverage",         "-------------np-----", sm50, sm41},
    {K::inner_coverage,
     "SV_InnerCoverage",                 "-------------n------", sm50},
    {K::target, "SV_Target",             "--------------t-----"},
    {K::depth, "SV_Depth",               "--------------p-----"},
    {K::depth_less_equal,
     "SV_DepthLessEqual",                "--------------p-----", 0, sm50},
    {K::depth_greater_equal,
     "SV_DepthGreaterEqual",             "--------------p-----", 0, sm50},
    {K::stencil_ref, "SV_StencilRef",    "--------------p-----", 0, sm50},
    {K::dispatch_thread_id,
     "SV_DispatchThreadID",              "---------------nn--n"},
    {K::group_id, "SV_GroupID",          "---------------nn--n"},
    {K::group_index, "SV_GroupIndex",    "---------------nn--n"},
    {K::group_thread_id,
     "SV_GroupThreadID",                 "---------------nn--n"},
    {K::tess_factor, "SV_TessFactor",    "------ff------------"},
    {K::inside_tess_factor,
     "SV_InsideTessFactor",              "------ff------------"},
    {K::view_id, "SV_ViewID",            "n-nn---n---n-n--n---", sm61},
    {K::barycentrics, "SV_Barycentrics", "-------------p------", sm61},
    {K::shading_rate, "SV_ShadingRate",  "-s--ss--sss-ss----s-", sm64, sm64},
    {K::cull_primitive,
     "SV_CullPrimitive",                 "-------------n----p-"},
    {K::start_vertex_location,
     "SV_StartVertexLocation",           "n-------------------", sm68},
    {K::start_instance_location,
     "SV_StartInstanceLocation",         "n-------------------", sm68},
};
// clang-format on
static_assert(std::size(semantics) == static_cast<size_t>(K::count));
static_assert([] {
    for (size_t i = 0; i < std::size(semantics); ++i)
        if (semantics[i].kind != static_cast<K>(i) ||
            semantics[i].points.size() != static_cast<size_t>(Point::count))
            return false;
    return true;
}());

struct PointName {
    std::string_view name;
    bool input;
};
constexpr PointName points[] = {
    {"VSIn", true},     {"VSOut", false}, {"PCIn", true},   {"HSIn", true},    {"HSCPIn", true},
    {"HSCPOut", false}, {"PCOut", false}, {"DSIn", true},   {"DSCPIn", true},  {"DSOut", false},
    {"GSVIn", true},    {"GSIn", true},   {"GSOut", false}, {"PSIn", true},    {"PSOut", false},
    {"CSIn", true},     {"MSIn", true},   {"MSOut", false}, {"MSPOut", false}, {"ASIn", true},
};
static_assert(std::size(points) == static_cast<size_t>(Point::count));

// By kind; of the factors of tessellation, the domain tells.
constexpr SystemValue system_values[] = {
    SystemValue::none,
    SystemValue::vertex_id,
    SystemValue::instance_id,
    SystemValue::position,
    SystemValue::render_target_array_index,
    SystemValue::viewport_array_index,
    SystemValue::clip_distance,
    SystemValue::cull_distance,
    SystemValue::output_control_point_id,
    SystemValue::domain_location,
    SystemValue::primitive_id,
    SystemValue::gs_instance_id,
    SystemValue::sample_index,
    SystemValue::is_front_face,
    SystemValue::coverage,
    SystemValue::inner_coverage,
    SystemValue::target,
    SystemValue::depth,
    SystemValue::depth_less_equal,
    SystemValue::depth_greater_equal,
    SystemValue::stencil_ref,
    SystemValue::thread_id,
    SystemValue::group_id,
    SystemValue::thread_index_in_group,
    SystemValue::thread_id_in_group,
    SystemValue::none,
    SystemValue::none,
    SystemValue::view_id,
    SystemValue::barycentrics,
    SystemValue::shading_rate,
    SystemValue::cull_primitive,
    SystemValue::start_vertex_location,
    SystemValue::start_instance_location,
};
static_assert(std::size(system_values) == static_cast<size_t>(K::count));

} // namespace

const Semantic &semantic(SemanticKind kind) {
    return semantics[kind < K::count ? static_cast<size_t>(kind) : 0];
}

bool is_system_name(std::string_view name) {
    return name.size() >= 3 && same_name(name.substr(0, 3), "SV_");
}

const Semantic *find_semantic(std::string_view name) {
    if (!is_system_name(name)) return nullptr;
    for (const Semantic &s : semantics)
        if (same_name(s.name, name)) return &s;
    return nullptr;
}

Interpretation interpret(SemanticKind kind, Point point, uint32_t model) {
    if (kind >= K::count || point >= Point::count) return Interpretation::not_allowed;
    const Semantic &s = semantic(kind);
    if (model < (is_input(point) ? s.first_input : s.first_output)) return Interpretation::not_allowed;
    const char letter = s.points[static_cast<size_t>(point)];
    for (const auto &i : interpretations)
        if (i.letter == letter) return i.interpretation;
    return Interpretation::not_allowed;
}

Interpretation interpret_beside(SemanticKind kind, Point point, uint32_t model) {
    const Interpretation own = interpret(kind, point, model);
    if (own != Interpretation::not_allowed) return own;
    Interpretation beside = own;
    switch (point) {
    case Point::geometry_vertex_input: beside = interpret(kind, Point::geometry_input, model); break;
    case Point::hull_control_point_input: beside = interpret(kind, Point::hull_input, model); break;
    case Point::domain_control_point_input: beside = interpret(kind, Point::domain_input, model); break;
    default: break;
    }
    return beside == Interpretation::shadow || beside == Interpretation::not_in_signature ? beside : own;
}

std::string_view interpretation_name(Interpretation interpretation) {
    return interpretations[static_cast<size_t>(interpretation)].name;
}

std::string_view point_name(Point point) {
    return point < Point::count ? points[static_cast<size_t>(point)].name : "";
}

bool is_input(Point point) {
    return point < Point::count && points[static_cast<size_t>(point)].input;
}

SemanticKind semantic_kind(SystemValue value) {
    switch (value) {
    case SystemValue::none: return K::arbitrary;
    case SystemValue::tess_factor_quad_edge:
    case SystemValue::tess_factor_tri_edge:
    case SystemValue::tess_factor_line_density:
    case SystemValue::tess_factor_line_detail: return K::tess_factor;
    case SystemValue::tess_factor_quad_inside:
    case SystemValue::tess_factor_tri_inside: return K::inside_tess_factor;
    default: break;
    }
    for (size_t i = 1; i < std::size(system_values); ++i)
        if (system_values[i] == value) return static_cast<K>(i);
    return value == SystemValue::sample_coverage ? K::coverage : K::arbitrary;
}

SystemValue system_value(SemanticKind kind, uint32_t tessellator_domain) {
    enum Domain : uint32_t { isoline = 1, triangle = 2, quad = 3 };
    if (kind == K::tess_factor)
        return tessellator_domain == quad       ? SystemValue::tess_factor_quad_edge
               : tessellator_domain == triangle ? SystemValue::tess_factor_tri_edge
                                                : SystemValue::tess_factor_line_density;
    if (kind == K::inside_tess_factor)
        return tessellator_domain == quad ? SystemValue::tess_factor_quad_inside
                                          : SystemValue::tess_factor_tri_inside;
    return kind < K::count ? system_values[static_cast<size_t>(kind)] : SystemValue::none;
}

} // namespace weft::signature
