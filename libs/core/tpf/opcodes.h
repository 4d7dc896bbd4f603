// Every number of the tokenised program format, written once: reader, printer, scan and lowering share these
// tables.
#pragma once

#include <cstdint>

namespace weft::tpf {

// Numbers of the opcode field.
enum class Opcode : uint16_t {
    add,
    and_,
    break_,
    breakc,
    call,
    callc,
    case_,
    continue_,
    continuec,
    cut,
    default_,
    deriv_rtx,
    deriv_rty,
    discard,
    div,
    dp2,
    dp3,
    dp4,
    else_,
    emit,
    emit_then_cut,
    endif,
    endloop,
    endswitch,
    eq,
    exp,
    frc,
    ftoi,
    ftou,
    ge,
    iadd,
    if_,
    ieq,
    ige,
    ilt,
    imad,
    imax,
    imin,
    imul,
    ine,
    ineg,
    ishl,
    ishr,
    itof,
    label,
    ld,
    ldms,
    log,
    loop,
    lt,
    mad,
    min,
    max,
    customdata,
    mov,
    movc,
    mul,
    ne,
    nop,
    not_,
    or_,
    resinfo,
    ret,
    retc,
    round_ne,
    round_ni,
    round_pi,
    round_z,
    rsq,
    sample,
    sample_c,
    sample_c_lz,
    sample_l,
    sample_d,
    sample_b,
    sqrt,
    switch_,
    sincos,
    udiv,
    ult,
    uge,
    umul,
    umad,
    umax,
    umin,
    ushr,
    utof,
    xor_,
    dcl_resource,
    dcl_constant_buffer,
    dcl_sampler,
    dcl_index_range,
    dcl_gs_output_topology,
    dcl_gs_input_primitive,
    dcl_max_output_vertex_count,
    dcl_input,
    dcl_input_sgv,
    dcl_input_siv,
    dcl_input_ps,
    dcl_input_ps_sgv,
    dcl_input_ps_siv,
    dcl_output,
    dcl_output_sgv,
    dcl_output_siv,
    dcl_temps,
    dcl_indexable_temp,
    dcl_global_flags,
    reserved_6b,
    lod,
    gather4,
    samplepos,
    sampleinfo,
    reserved_70,
    hs_decls,
    hs_control_point_phase,
    hs_fork_phase,
    hs_join_phase,
    emit_stream,
    cut_stream,
    emit_then_cut_stream,
    fcall,
    bufinfo,
    deriv_rtx_coarse,
    deriv_rtx_fine,
    deriv_rty_coarse,
    deriv_rty_fine,
    gather4_c,
    gather4_po,
    gather4_po_c,
    rcp,
    f32tof16,
    f16tof32,
    uaddc,
    usubb,
    countbits,
    firstbit_hi,
    firstbit_lo,
    firstbit_shi,
    ubfe,
    ibfe,
    bfi,
    bfrev,
    swapc,
    dcl_stream,
    dcl_function_body,
    dcl_function_table,
    dcl_interface,
    dcl_input_control_point_count,
    dcl_output_control_point_count,
    dcl_tess_domain,
    dcl_tess_partitioning,
    dcl_tess_output_primitive,
    dcl_hs_max_tessfactor,
    dcl_hs_fork_phase_instance_count,
    dcl_hs_join_phase_instance_count,
    dcl_thread_group,
    dcl_uav_typed,
    dcl_uav_raw,
    dcl_uav_structured,
    dcl_tgsm_raw,
    dcl_tgsm_structured,
    dcl_resource_raw,
    dcl_resource_structured,
    ld_uav_typed,
    store_uav_typed,
    ld_raw,
    store_raw,
    ld_structured,
    store_structured,
    atomic_and,
    atomic_or,
    atomic_xor,
    atomic_cmp_store,
    atomic_iadd,
    atomic_imax,
    atomic_imin,
    atomic_umax,
    atomic_umin,
    imm_atomic_alloc,
    imm_atomic_consume,
    imm_atomic_iadd,
    imm_atomic_and,
    imm_atomic_or,
    imm_atomic_xor,
    imm_atomic_exch,
    imm_atomic_cmp_exch,
    imm_atomic_imax,
    imm_atomic_imin,
    imm_atomic_umax,
    imm_atomic_umin,
    sync,
    dadd,
    dmax,
    dmin,
    dmul,
    deq,
    dge,
    dlt,
    dne,
    dmov,
    dmovc,
    dtof,
    ftod,
    eval_snapped,
    eval_sample_index,
    eval_centroid,
    dcl_gs_instance_count,
    abort,
    debug_break,
    reserved_d1,
    ddiv,
    dfma,
    drcp,
    msad,
    dtoi,
    dtou,
    itod,
    utod,
    reserved_da,
    gather4_s,
    gather4_c_s,
    gather4_po_s,
    gather4_po_c_s,
    ld_s,
    ldms_s,
    ld_uav_typed_s,
    ld_raw_s,
    ld_structured_s,
    sample_l_s,
    sample_c_lz_s,
    sample_cl_s,
    sample_b_cl_s,
    sample_d_cl_s,
    sample_c_cl_s,
    check_access_fully_mapped,
    count
};

// How an operand is used.
enum class OperandRole : uint8_t {
    destination,
    source,
    resource, // SRV, UAV or shared memory read through its swizzle; also the rasterizer
    sampler,
    memory, // UAV or shared memory that is written
    label,
    stream,
    call_site,      // a bare dword without an operand token
    interface_slot, // fp#
    register_,      // of a declaration
};

// How the bits of an operand are interpreted: decides what a source modifier does and how a literal is spelt.
enum class OperandType : uint8_t { none, float_, int_, uint, boolean, double_, untyped };

// Program type as in the version token.
enum class Stage : uint8_t { pixel, vertex, geometry, hull, domain, compute };

constexpr uint8_t stage_bit(Stage stage) {
    return static_cast<uint8_t>(1u << static_cast<unsigned>(stage));
}

enum OpcodeFlag : uint8_t {
    can_saturate = 1,
    has_test = 2, // bit 18 of the opcode token chooses between "zero" and "not zero"
    declaration = 4,
};

constexpr unsigned max_operands = 8;

struct OpcodeInfo {
    const char *name;
    uint8_t operand_count;
    OperandRole roles[max_operands];
    OperandType types[max_operands];
    uint8_t min_version; // major << 4 | minor
    uint8_t stages;
    uint8_t flags;
};

constexpr unsigned opcode_count = static_cast<unsigned>(Opcode::count);

extern const OpcodeInfo opcode_table[opcode_count];

inline const OpcodeInfo &info(Opcode opcode) {
    return opcode_table[static_cast<unsigned>(opcode)];
}

// Numbers of the register type field.
enum class RegisterType : uint8_t {
    temp,
    input,
    output,
    indexable_temp,
    immediate32,
    immediate64,
    sampler,
    resource,
    constant_buffer,
    immediate_constant_buffer,
    label,
    primitive_id,
    depth,
    null,
    rasterizer,
    coverage_mask,
    stream,
    function_body,
    function_table,
    interface_,
    function_input,
    function_output,
    output_control_point_id,
    fork_instance_id,
    join_instance_id,
    input_control_point,
    output_control_point,
    patch_constant,
    domain_point,
    this_pointer,
    unordered_access_view,
    thread_group_shared_memory,
    thread_id,
    thread_group_id,
    thread_id_in_group,
    input_coverage_mask,
    thread_id_in_group_flattened,
    gs_instance_id,
    depth_greater_equal,
    depth_less_equal,
    cycle_counter,
    stencil_ref,
    inner_coverage,
    count
};

struct RegisterInfo {
    const char *name;
    uint8_t min_dimensions; // indices an instruction operand carries
    uint8_t max_dimensions; // SM5.1 adds one to bound registers; control points add the vertex
};

constexpr unsigned register_type_count = static_cast<unsigned>(RegisterType::count);

extern const RegisterInfo register_table[register_type_count];

inline const RegisterInfo &info(RegisterType type) {
    return register_table[static_cast<unsigned>(type)];
}

// Numbers of the resource dimension field.
enum class Dimension : uint8_t {
    unknown,
    buffer,
    texture_1d,
    texture_2d,
    texture_2dms,
    texture_3d,
    texture_cube,
    texture_1d_array,
    texture_2d_array,
    texture_2dms_array,
    texture_cube_array,
    raw_buffer,
    structured_buffer,
    count
};

struct DimensionInfo {
    const char *name;
    uint8_t coordinates; // layer included
    uint8_t derivatives; // components of a gradient
    uint8_t offsets;     // axes that take a texel offset
    bool array;
    bool multisample;
};

extern const DimensionInfo dimension_table[static_cast<unsigned>(Dimension::count)];

inline const DimensionInfo &info(Dimension dimension) {
    return dimension_table[static_cast<unsigned>(dimension)];
}

// Numbers of a nibble of the return type token.
enum class ReturnType : uint8_t { none, unorm, snorm, sint, uint, float_, mixed, double_, continued, unused };

enum class SamplerMode : uint8_t { default_, comparison, mono };

// Numbers of the name token of dcl_*_siv and dcl_*_sgv.
enum class SystemName : uint8_t {
    undefined,
    position,
    clip_distance,
    cull_distance,
    render_target_array_index,
    viewport_array_index,
    vertex_id,
    primitive_id,
    instance_id,
    is_front_face,
    sample_index,
    quad_u0_edge,
    quad_v0_edge,
    quad_u1_edge,
    quad_v1_edge,
    quad_u_inside,
    quad_v_inside,
    tri_u_edge,
    tri_v_edge,
    tri_w_edge,
    tri_inside,
    line_detail,
    line_density,
    barycentrics,
    shading_rate,
    cull_primitive,
    count
};

namespace global_flag {
constexpr uint32_t refactoring_allowed = 1u << 11, double_precision = 1u << 12,
                   early_depth_stencil = 1u << 13, raw_and_structured_buffers = 1u << 14,
                   skip_optimization = 1u << 15, minimum_precision = 1u << 16, double_extensions = 1u << 17,
                   shader_extensions = 1u << 18, all_resources_bound = 1u << 19;
}

namespace sync_flag {
constexpr uint32_t threads = 1u << 11, shared_memory = 1u << 12, uav_group = 1u << 13, uav_global = 1u << 14;
}

namespace uav_flag {
constexpr uint32_t globally_coherent = 1u << 16, rasterizer_ordered = 1u << 17,
                   order_preserving_counter = 1u << 23;
}

enum class CustomDataClass : uint32_t {
    comment,
    debug_info,
    opaque,
    immediate_constant_buffer,
    shader_message,
    clip_plane_mapping,
};

enum class TessDomain : uint8_t { undefined, isoline, triangle, quad };
enum class TessPartitioning : uint8_t { undefined, integer, pow2, fractional_odd, fractional_even };
enum class TessOutputPrimitive : uint8_t { undefined, point, line, triangle_cw, triangle_ccw };

// Spellings of Microsoft's disassembler; out-of-range numbers give "unknown".
const char *name(ReturnType type);
const char *name(SystemName name);
const char *interpolation_name(unsigned mode);
const char *stage_prefix(Stage stage);
const char *name(TessDomain domain);
const char *name(TessPartitioning partitioning);
const char *name(TessOutputPrimitive primitive);
const char *input_primitive_name(unsigned primitive);
const char *output_topology_name(unsigned topology);
const char *sampler_mode_name(unsigned mode);

} // namespace weft::tpf
