#include "core/tpf/opcodes.h"

namespace weft::tpf {

namespace {

constexpr uint8_t ps = 1, vs = 2, gs = 4, hs = 8, ds = 16, cs = 32;
constexpr uint8_t all_stages = ps | vs | gs | hs | ds | cs;

constexpr OperandRole role_of(char c) {
    switch (c) {
    case 'D': return OperandRole::destination;
    case 't': return OperandRole::resource;
    case 's': return OperandRole::sampler;
    case 'U': return OperandRole::memory;
    case 'L': return OperandRole::label;
    case 'M': return OperandRole::stream;
    case 'I': return OperandRole::call_site;
    case 'P': return OperandRole::interface_slot;
    case 'R': return OperandRole::register_;
    default: return OperandRole::source;
    }
}

constexpr OperandType type_of(char c) {
    switch (c) {
    case 'f': return OperandType::float_;
    case 'i': return OperandType::int_;
    case 'u': return OperandType::uint;
    case 'b': return OperandType::boolean;
    case 'd': return OperandType::double_;
    case 'a': return OperandType::untyped;
    default: return OperandType::none;
    }
}

// `operands` spells each operand in two letters, role and type, in token order.
constexpr OpcodeInfo entry(const char *name, const char *operands, uint8_t version, uint8_t stages,
                           uint8_t flags) {
    OpcodeInfo result{};
    result.name = name;
    result.min_version = version;
    result.stages = stages;
    result.flags = flags;
    for (; *operands; operands += 2) {
        result.roles[result.operand_count] = role_of(operands[0]);
        result.types[result.operand_count] = type_of(operands[1]);
        ++result.operand_count;
    }
    return result;
}

} // namespace

// clang-format off
constexpr OpcodeInfo opcode_table[opcode_count] = {
    entry("add", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("and", "DuSuSu", 0x40, all_stages, 0),
    entry("break", "", 0x40, all_stages, 0),
    entry("breakc", "Su", 0x40, all_stages, has_test),
    entry("call", "L_", 0x40, all_stages, 0),
    entry("callc", "SuL_", 0x40, all_stages, has_test),
    entry("case", "Su", 0x40, all_stages, 0),
    entry("continue", "", 0x40, all_stages, 0),
    entry("continuec", "Su", 0x40, all_stages, has_test),
    entry("cut", "", 0x40, gs, 0),
    entry("default", "", 0x40, all_stages, 0),
    entry("deriv_rtx", "DfSf", 0x40, ps, can_saturate),
    entry("deriv_rty", "DfSf", 0x40, ps, can_saturate),
    entry("discard", "Su", 0x40, ps, has_test),
    entry("div", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("dp2", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("dp3", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("dp4", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("else", "", 0x40, all_stages, 0),
    entry("emit", "", 0x40, gs, 0),
    entry("emit_then_cut", "", 0x40, gs, 0),
    entry("endif", "", 0x40, all_stages, 0),
    entry("endloop", "", 0x40, all_stages, 0),
    entry("endswitch", "", 0x40, all_stages, 0),
    entry("eq", "DbSfSf", 0x40, all_stages, 0),
    entry("exp", "DfSf", 0x40, all_stages, can_saturate),
    entry("frc", "DfSf", 0x40, all_stages, can_saturate),
    entry("ftoi", "DiSf", 0x40, all_stages, 0),
    entry("ftou", "DuSf", 0x40, all_stages, 0),
    entry("ge", "DbSfSf", 0x40, all_stages, 0),
    entry("iadd", "DiSiSi", 0x40, all_stages, 0),
    entry("if", "Su", 0x40, all_stages, has_test),
    entry("ieq", "DbSiSi", 0x40, all_stages, 0),
    entry("ige", "DbSiSi", 0x40, all_stages, 0),
    entry("ilt", "DbSiSi", 0x40, all_stages, 0),
    entry("imad", "DiSiSiSi", 0x40, all_stages, 0),
    entry("imax", "DiSiSi", 0x40, all_stages, 0),
    entry("imin", "DiSiSi", 0x40, all_stages, 0),
    entry("imul", "DiDiSiSi", 0x40, all_stages, 0),
    entry("ine", "DbSiSi", 0x40, all_stages, 0),
    entry("ineg", "DiSi", 0x40, all_stages, 0),
    entry("ishl", "DuSuSu", 0x40, all_stages, 0),
    entry("ishr", "DiSiSu", 0x40, all_stages, 0),
    entry("itof", "DfSi", 0x40, all_stages, 0),
    entry("label", "L_", 0x40, all_stages, 0),
    entry("ld", "DaSit_", 0x40, all_stages, 0),
    entry("ldms", "DaSit_Si", 0x40, all_stages, 0),
    entry("log", "DfSf", 0x40, all_stages, can_saturate),
    entry("loop", "", 0x40, all_stages, 0),
    entry("lt", "DbSfSf", 0x40, all_stages, 0),
    entry("mad", "DfSfSfSf", 0x40, all_stages, can_saturate),
    entry("min", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("max", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("customdata", "", 0x40, all_stages, 0),
    entry("mov", "DaSa", 0x40, all_stages, can_saturate),
    entry("movc", "DaSuSaSa", 0x40, all_stages, can_saturate),
    entry("mul", "DfSfSf", 0x40, all_stages, can_saturate),
    entry("ne", "DbSfSf", 0x40, all_stages, 0),
    entry("nop", "", 0x40, all_stages, 0),
    entry("not", "DuSu", 0x40, all_stages, 0),
    entry("or", "DuSuSu", 0x40, all_stages, 0),
    entry("resinfo", "DfSut_", 0x40, all_stages, 0),
    entry("ret", "", 0x40, all_stages, 0),
    entry("retc", "Su", 0x40, all_stages, has_test),
    entry("round_ne", "DfSf", 0x40, all_stages, can_saturate),
    entry("round_ni", "DfSf", 0x40, all_stages, can_saturate),
    entry("round_pi", "DfSf", 0x40, all_stages, can_saturate),
    entry("round_z", "DfSf", 0x40, all_stages, can_saturate),
    entry("rsq", "DfSf", 0x40, all_stages, can_saturate),
    entry("sample", "DaSft_s_", 0x40, ps, 0),
    entry("sample_c", "DfSft_s_Sf", 0x40, ps, 0),
    entry("sample_c_lz", "DfSft_s_Sf", 0x40, all_stages, 0),
    entry("sample_l", "DaSft_s_Sf", 0x40, all_stages, 0),
    entry("sample_d", "DaSft_s_SfSf", 0x40, all_stages, 0),
    entry("sample_b", "DaSft_s_Sf", 0x40, ps, 0),
    entry("sqrt", "DfSf", 0x40, all_stages, can_saturate),
    entry("switch", "Su", 0x40, all_stages, 0),
    entry("sincos", "DfDfSf", 0x40, all_stages, can_saturate),
    entry("udiv", "DuDuSuSu", 0x40, all_stages, 0),
    entry("ult", "DbSuSu", 0x40, all_stages, 0),
    entry("uge", "DbSuSu", 0x40, all_stages, 0),
    entry("umul", "DuDuSuSu", 0x40, all_stages, 0),
    entry("umad", "DuSuSuSu", 0x40, all_stages, 0),
    entry("umax", "DuSuSu", 0x40, all_stages, 0),
    entry("umin", "DuSuSu", 0x40, all_stages, 0),
    entry("ushr", "DuSuSu", 0x40, all_stages, 0),
    entry("utof", "DfSu", 0x40, all_stages, 0),
    entry("xor", "DuSuSu", 0x40, all_stages, 0),
    entry("dcl_resource", "R_", 0x40, all_stages, declaration),
    entry("dcl_constantbuffer", "R_", 0x40, all_stages, declaration),
    entry("dcl_sampler", "R_", 0x40, all_stages, declaration),
    entry("dcl_indexrange", "R_", 0x40, all_stages, declaration),
    entry("dcl_outputtopology", "", 0x40, gs, declaration),
    entry("dcl_inputprimitive", "", 0x40, gs, declaration),
    entry("dcl_maxout", "", 0x40, gs, declaration),
    entry("dcl_input", "R_", 0x40, all_stages, declaration),
    entry("dcl_input_sgv", "R_", 0x40, all_stages, declaration),
    entry("dcl_input_siv", "R_", 0x40, all_stages, declaration),
    entry("dcl_input_ps", "R_", 0x40, ps, declaration),
    entry("dcl_input_ps_sgv", "R_", 0x40, ps, declaration),
    entry("dcl_input_ps_siv", "R_", 0x40, ps, declaration),
    entry("dcl_output", "R_", 0x40, all_stages, declaration),
    entry("dcl_output_sgv", "R_", 0x40, all_stages, declaration),
    entry("dcl_output_siv", "R_", 0x40, all_stages, declaration),
    entry("dcl_temps", "", 0x40, all_stages, declaration),
    entry("dcl_indexableTemp", "", 0x40, all_stages, declaration),
    entry("dcl_globalFlags", "", 0x40, all_stages, declaration),
    entry("jmp", "", 0x40, all_stages, 0),
    entry("lod", "DfSft_s_", 0x41, ps, 0),
    entry("gather4", "DaSft_s_", 0x41, all_stages, 0),
    entry("samplepos", "Dft_Su", 0x41, all_stages, 0),
    entry("sampleinfo", "Dft_", 0x41, all_stages, 0),
    entry("reserved_70", "", 0x40, all_stages, 0),
    entry("hs_decls", "", 0x50, hs, 0),
    entry("hs_control_point_phase", "", 0x50, hs, 0),
    entry("hs_fork_phase", "", 0x50, hs, 0),
    entry("hs_join_phase", "", 0x50, hs, 0),
    entry("emit_stream", "M_", 0x50, gs, 0),
    entry("cut_stream", "M_", 0x50, gs, 0),
    entry("emit_then_cut_stream", "M_", 0x50, gs, 0),
    entry("fcall", "I_P_", 0x50, all_stages, 0),
    entry("bufinfo", "Dut_", 0x50, all_stages, 0),
    entry("deriv_rtx_coarse", "DfSf", 0x50, ps, can_saturate),
    entry("deriv_rtx_fine", "DfSf", 0x50, ps, can_saturate),
    entry("deriv_rty_coarse", "DfSf", 0x50, ps, can_saturate),
    entry("deriv_rty_fine", "DfSf", 0x50, ps, can_saturate),
    entry("gather4_c", "DfSft_s_Sf", 0x50, all_stages, 0),
    entry("gather4_po", "DaSfSit_s_", 0x50, all_stages, 0),
    entry("gather4_po_c", "DfSfSit_s_Sf", 0x50, all_stages, 0),
    entry("rcp", "DfSf", 0x50, all_stages, can_saturate),
    entry("f32tof16", "DuSf", 0x50, all_stages, 0),
    entry("f16tof32", "DfSu", 0x50, all_stages, 0),
    entry("uaddc", "DuDuSuSu", 0x50, all_stages, 0),
    entry("usubb", "DuDuSuSu", 0x50, all_stages, 0),
    entry("countbits", "DuSu", 0x50, all_stages, 0),
    entry("firstbit_hi", "DuSu", 0x50, all_stages, 0),
    entry("firstbit_lo", "DuSu", 0x50, all_stages, 0),
    entry("firstbit_shi", "DuSi", 0x50, all_stages, 0),
    entry("ubfe", "DuSuSuSu", 0x50, all_stages, 0),
    entry("ibfe", "DiSuSuSi", 0x50, all_stages, 0),
    entry("bfi", "DuSuSuSuSu", 0x50, all_stages, 0),
    entry("bfrev", "DuSu", 0x50, all_stages, 0),
    entry("swapc", "DaDaSuSaSa", 0x50, all_stages, can_saturate),
    entry("dcl_stream", "R_", 0x50, gs, declaration),
    entry("dcl_function_body", "", 0x50, all_stages, declaration),
    entry("dcl_function_table", "", 0x50, all_stages, declaration),
    entry("dcl_interface", "", 0x50, all_stages, declaration),
    entry("dcl_input_control_point_count", "", 0x50, hs | ds, declaration),
    entry("dcl_output_control_point_count", "", 0x50, hs, declaration),
    entry("dcl_tessellator_domain", "", 0x50, hs | ds, declaration),
    entry("dcl_tessellator_partitioning", "", 0x50, hs, declaration),
    entry("dcl_tessellator_output_primitive", "", 0x50, hs, declaration),
    entry("dcl_hs_max_tessfactor", "", 0x50, hs, declaration),
    entry("dcl_hs_fork_phase_instance_count", "", 0x50, hs, declaration),
    entry("dcl_hs_join_phase_instance_count", "", 0x50, hs, declaration),
    entry("dcl_thread_group", "", 0x40, cs, declaration),
    entry("dcl_uav_typed", "R_", 0x50, all_stages, declaration),
    entry("dcl_uav_raw", "R_", 0x40, all_stages, declaration),
    entry("dcl_uav_structured", "R_", 0x40, all_stages, declaration),
    entry("dcl_tgsm_raw", "R_", 0x50, cs, declaration),
    entry("dcl_tgsm_structured", "R_", 0x40, cs, declaration),
    entry("dcl_resource_raw", "R_", 0x40, all_stages, declaration),
    entry("dcl_resource_structured", "R_", 0x40, all_stages, declaration),
    entry("ld_uav_typed", "DaSit_", 0x50, all_stages, 0),
    entry("store_uav_typed", "U_SiSa", 0x50, all_stages, 0),
    entry("ld_raw", "DaSut_", 0x40, all_stages, 0),
    entry("store_raw", "U_SuSa", 0x40, all_stages, 0),
    entry("ld_structured", "DaSuSut_", 0x40, all_stages, 0),
    entry("store_structured", "U_SuSuSa", 0x40, all_stages, 0),
    entry("atomic_and", "U_SuSu", 0x50, all_stages, 0),
    entry("atomic_or", "U_SuSu", 0x50, all_stages, 0),
    entry("atomic_xor", "U_SuSu", 0x50, all_stages, 0),
    entry("atomic_cmp_store", "U_SuSuSu", 0x50, all_stages, 0),
    entry("atomic_iadd", "U_SuSi", 0x50, all_stages, 0),
    entry("atomic_imax", "U_SuSi", 0x50, all_stages, 0),
    entry("atomic_imin", "U_SuSi", 0x50, all_stages, 0),
    entry("atomic_umax", "U_SuSu", 0x50, all_stages, 0),
    entry("atomic_umin", "U_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_alloc", "Dut_", 0x50, all_stages, 0),
    entry("imm_atomic_consume", "Dut_", 0x50, all_stages, 0),
    entry("imm_atomic_iadd", "Dut_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_and", "Dut_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_or", "Dut_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_xor", "Dut_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_exch", "Dut_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_cmp_exch", "Dut_SuSuSu", 0x50, all_stages, 0),
    entry("imm_atomic_imax", "Dit_SuSi", 0x50, all_stages, 0),
    entry("imm_atomic_imin", "Dit_SuSi", 0x50, all_stages, 0),
    entry("imm_atomic_umax", "Dut_SuSu", 0x50, all_stages, 0),
    entry("imm_atomic_umin", "Dut_SuSu", 0x50, all_stages, 0),
    entry("sync", "", 0x40, ps | cs, 0),
    entry("dadd", "DdSdSd", 0x50, all_stages, can_saturate),
    entry("dmax", "DdSdSd", 0x50, all_stages, can_saturate),
    entry("dmin", "DdSdSd", 0x50, all_stages, can_saturate),
    entry("dmul", "DdSdSd", 0x50, all_stages, can_saturate),
    entry("deq", "DbSdSd", 0x50, all_stages, 0),
    entry("dge", "DbSdSd", 0x50, all_stages, 0),
    entry("dlt", "DbSdSd", 0x50, all_stages, 0),
    entry("dne", "DbSdSd", 0x50, all_stages, 0),
    entry("dmov", "DdSd", 0x50, all_stages, can_saturate),
    entry("dmovc", "DdSuSdSd", 0x50, all_stages, can_saturate),
    entry("dtof", "DfSd", 0x50, all_stages, can_saturate),
    entry("ftod", "DdSf", 0x50, all_stages, 0),
    entry("eval_snapped", "DfSfSi", 0x50, ps, 0),
    entry("eval_sample_index", "DfSfSu", 0x50, ps, 0),
    entry("eval_centroid", "DfSf", 0x50, ps, 0),
    entry("dcl_gsinstances", "", 0x50, gs, declaration),
    entry("abort", "", 0x50, all_stages, 0),
    entry("debug_break", "", 0x50, all_stages, 0),
    entry("reserved_d1", "", 0x40, all_stages, 0),
    entry("ddiv", "DdSdSd", 0x50, all_stages, can_saturate),
    entry("dfma", "DdSdSdSd", 0x50, all_stages, can_saturate),
    entry("drcp", "DdSd", 0x50, all_stages, can_saturate),
    entry("msad", "DuSuSuSu", 0x50, all_stages, 0),
    entry("dtoi", "DiSd", 0x50, all_stages, 0),
    entry("dtou", "DuSd", 0x50, all_stages, 0),
    entry("itod", "DdSi", 0x50, all_stages, 0),
    entry("utod", "DdSu", 0x50, all_stages, 0),
    entry("reserved_da", "", 0x40, all_stages, 0),
    entry("gather4_s", "DaDaSft_s_", 0x50, all_stages, 0),
    entry("gather4_c_s", "DfDaSft_s_Sf", 0x50, all_stages, 0),
    entry("gather4_po_s", "DaDaSfSit_s_", 0x50, all_stages, 0),
    entry("gather4_po_c_s", "DfDaSfSit_s_Sf", 0x50, all_stages, 0),
    entry("ld_s", "DaDaSit_", 0x50, all_stages, 0),
    entry("ldms_s", "DaDaSit_Si", 0x50, all_stages, 0),
    entry("ld_uav_typed_s", "DaDaSit_", 0x50, all_stages, 0),
    entry("ld_raw_s", "DaDaSut_", 0x50, all_stages, 0),
    entry("ld_structured_s", "DaDaSuSut_", 0x50, all_stages, 0),
    entry("sample_l_s", "DaDaSft_s_Sf", 0x50, all_stages, 0),
    entry("sample_c_lz_s", "DfDaSft_s_Sf", 0x50, all_stages, 0),
    entry("sample_cl_s", "DaDaSft_s_Sf", 0x50, ps, 0),
    entry("sample_b_cl_s", "DaDaSft_s_SfSf", 0x50, ps, 0),
    entry("sample_d_cl_s", "DaDaSft_s_SfSfSf", 0x50, all_stages, 0),
    entry("sample_c_cl_s", "DfDaSft_s_SfSf", 0x50, ps, 0),
    entry("check_access_fully_mapped", "DbSa", 0x50, all_stages, 0),
};
// clang-format on

constexpr RegisterInfo register_table[register_type_count] = {
    {"r", 1, 1},
    {"v", 1, 2},
    {"o", 1, 2},
    {"x", 2, 2},
    {"l", 0, 0},
    {"d", 0, 0},
    {"s", 1, 3},
    {"t", 1, 3},
    {"cb", 2, 3},
    {"icb", 1, 1},
    {"label", 1, 1},
    {"vPrim", 0, 0},
    {"oDepth", 0, 0},
    {"null", 0, 0},
    {"rasterizer", 0, 0},
    {"oMask", 0, 0},
    {"m", 1, 1},
    {"fb", 1, 1},
    {"ft", 1, 1},
    {"fp", 2, 2},
    {"fi", 1, 1},
    {"fo", 1, 1},
    {"vOutputControlPointID", 0, 0},
    {"vForkInstanceID", 0, 0},
    {"vJoinInstanceID", 0, 0},
    {"vicp", 2, 2},
    {"vocp", 2, 2},
    {"vpc", 1, 2},
    {"vDomain", 0, 0},
    {"this", 1, 1},
    {"u", 1, 3},
    {"g", 1, 1},
    {"vThreadID", 0, 0},
    {"vThreadGroupID", 0, 0},
    {"vThreadIDInGroup", 0, 0},
    {"vCoverage", 0, 0},
    {"vThreadIDInGroupFlattened", 0, 0},
    {"vGSInstanceID", 0, 0},
    {"oDepthGE", 0, 0},
    {"oDepthLE", 0, 0},
    {"vCycleCounter", 0, 0},
    {"oStencilRef", 0, 0},
    {"vInnerCoverage", 0, 0},
};

constexpr DimensionInfo dimension_table[static_cast<unsigned>(Dimension::count)] = {
    {"unknown", 4, 3, 0, false, false},           {"buffer", 1, 0, 0, false, false},
    {"texture1d", 1, 1, 1, false, false},         {"texture2d", 2, 2, 2, false, false},
    {"texture2dms", 2, 2, 2, false, true},        {"texture3d", 3, 3, 3, false, false},
    {"texturecube", 3, 3, 0, false, false},       {"texture1darray", 2, 1, 1, true, false},
    {"texture2darray", 3, 2, 2, true, false},     {"texture2dmsarray", 3, 2, 2, true, true},
    {"texturecubearray", 4, 3, 0, true, false},   {"raw_buffer", 1, 0, 0, false, false},
    {"structured_buffer", 1, 0, 0, false, false},
};

namespace {

template <typename T, unsigned N>
const char *lookup(const char *const (&names)[N], T value) {
    return static_cast<unsigned>(value) < N ? names[static_cast<unsigned>(value)] : "unknown";
}

} // namespace

const char *name(ReturnType type) {
    static constexpr const char *names[] = {"none",  "unorm", "snorm",  "sint",      "uint",
                                            "float", "mixed", "double", "continued", "unused"};
    return lookup(names, type);
}

const char *name(SystemName value) {
    static constexpr const char *names[] = {
        "undefined",
        "position",
        "clip_distance",
        "cull_distance",
        "rendertarget_array_index",
        "viewport_array_index",
        "vertex_id",
        "primitive_id",
        "instance_id",
        "is_front_face",
        "sampleIndex",
        "finalQuadUeq0EdgeTessFactor",
        "finalQuadVeq0EdgeTessFactor",
        "finalQuadUeq1EdgeTessFactor",
        "finalQuadVeq1EdgeTessFactor",
        "finalQuadUInsideTessFactor",
        "finalQuadVInsideTessFactor",
        "finalTriUeq0EdgeTessFactor",
        "finalTriVeq0EdgeTessFactor",
        "finalTriWeq0EdgeTessFactor",
        "finalTriInsideTessFactor",
        "finalLineDetailTessFactor",
        "finalLineDensityTessFactor",
        "barycentrics",
        "shading_rate",
        "cull_primitive",
    };
    return lookup(names, value);
}

const char *interpolation_name(unsigned mode) {
    static constexpr const char *names[] = {
        "undefined",
        "constant",
        "linear",
        "linear centroid",
        "linear noperspective",
        "linear noperspective centroid",
        "linear sample",
        "linear noperspective sample",
    };
    return lookup(names, mode);
}

const char *stage_prefix(Stage stage) {
    static constexpr const char *names[] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    return lookup(names, stage);
}

const char *name(TessDomain domain) {
    static constexpr const char *names[] = {"domain_undefined", "domain_isoline", "domain_tri",
                                            "domain_quad"};
    return lookup(names, domain);
}

const char *name(TessPartitioning partitioning) {
    static constexpr const char *names[] = {"partitioning_undefined", "partitioning_integer",
                                            "partitioning_pow2", "partitioning_fractional_odd",
                                            "partitioning_fractional_even"};
    return lookup(names, partitioning);
}

const char *name(TessOutputPrimitive primitive) {
    static constexpr const char *names[] = {"output_undefined", "output_point", "output_line",
                                            "output_triangle_cw", "output_triangle_ccw"};
    return lookup(names, primitive);
}

const char *input_primitive_name(unsigned primitive) {
    static constexpr const char *names[] = {"undefined", "point",   "line",    "triangle",
                                            "unknown",   "unknown", "lineadj", "triangleadj"};
    return lookup(names, primitive);
}

const char *output_topology_name(unsigned topology) {
    static constexpr const char *names[] = {"undefined", "pointlist",    "linelist",
                                            "linestrip", "trianglelist", "trianglestrip"};
    return lookup(names, topology);
}

const char *sampler_mode_name(unsigned mode) {
    static constexpr const char *names[] = {"mode_default", "mode_comparison", "mode_mono"};
    return lookup(names, mode);
}

} // namespace weft::tpf
