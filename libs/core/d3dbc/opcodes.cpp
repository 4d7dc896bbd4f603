#include "core/d3dbc/opcodes.h"

#include <array>
#include <iterator>

namespace weft::d3dbc {

namespace {

// Version numbers in the notation of Version::number().
constexpr uint16_t v1 = 0x100, v1_2 = 0x102, v1_3 = 0x103, v1_4 = 0x104, v2 = 0x200, v2_x = 0x201, v3 = 0x300,
                   top = 0x3ff;
constexpr uint16_t no = 0xffff;

// clang-format off
constexpr OpcodeInfo opcodes[] = {
    //                         dst src      vs min, max  ps min, max  flags
    {Op::nop,          "nop",          0, 0, 0, v1,   top,  v1,   top,  0},
    {Op::mov,          "mov",          1, 1, 1, v1,   top,  v1,   top,  0},
    {Op::add,          "add",          1, 2, 2, v1,   top,  v1,   top,  op_componentwise},
    {Op::sub,          "sub",          1, 2, 2, v1,   top,  v1,   top,  op_componentwise},
    {Op::mad,          "mad",          1, 3, 3, v1,   top,  v1,   top,  op_componentwise},
    {Op::mul,          "mul",          1, 2, 2, v1,   top,  v1,   top,  op_componentwise},
    {Op::rcp,          "rcp",          1, 1, 1, v1,   top,  v2,   top,  op_scalar},
    {Op::rsq,          "rsq",          1, 1, 1, v1,   top,  v2,   top,  op_scalar},
    {Op::dp3,          "dp3",          1, 2, 2, v1,   top,  v1,   top,  0},
    {Op::dp4,          "dp4",          1, 2, 2, v1,   top,  v1_2, top,  0},
    {Op::min,          "min",          1, 2, 2, v1,   top,  v2,   top,  op_componentwise},
    {Op::max,          "max",          1, 2, 2, v1,   top,  v2,   top,  op_componentwise},
    {Op::slt,          "slt",          1, 2, 2, v1,   top,  no,   0,    op_componentwise},
    {Op::sge,          "sge",          1, 2, 2, v1,   top,  no,   0,    op_componentwise},
    {Op::exp,          "exp",          1, 1, 1, v1,   top,  v2,   top,  op_scalar},
    {Op::log,          "log",          1, 1, 1, v1,   top,  v2,   top,  op_scalar},
    {Op::lit,          "lit",          1, 1, 1, v1,   top,  no,   0,    0},
    {Op::dst,          "dst",          1, 2, 2, v1,   top,  no,   0,    0},
    {Op::lrp,          "lrp",          1, 3, 3, v2,   top,  v1,   top,  op_componentwise},
    {Op::frc,          "frc",          1, 1, 1, v1,   top,  v2,   top,  op_componentwise},
    {Op::m4x4,         "m4x4",         1, 2, 2, v1,   top,  v2,   top,  op_matrix, 4},
    {Op::m4x3,         "m4x3",         1, 2, 2, v1,   top,  v2,   top,  op_matrix, 3},
    {Op::m3x4,         "m3x4",         1, 2, 2, v1,   top,  v2,   top,  op_matrix, 4},
    {Op::m3x3,         "m3x3",         1, 2, 2, v1,   top,  v2,   top,  op_matrix, 3},
    {Op::m3x2,         "m3x2",         1, 2, 2, v1,   top,  v2,   top,  op_matrix, 2},
    {Op::call,         "call",         0, 1, 1, v2,   top,  v2_x, top,  op_flow},
    {Op::callnz,       "callnz",       0, 2, 2, v2,   top,  v2_x, top,  op_flow},
    {Op::loop,         "loop",         0, 2, 2, v2,   top,  v3,   top,  op_flow | op_opens},
    {Op::ret,          "ret",          0, 0, 0, v2,   top,  v2_x, top,  op_flow},
    {Op::endloop,      "endloop",      0, 0, 0, v2,   top,  v3,   top,  op_flow | op_closes},
    {Op::label,        "label",        0, 1, 1, v2,   top,  v2_x, top,  op_flow},
    {Op::dcl,          "dcl",          1, 0, 0, v1,   top,  v2,   top,  op_declares},
    {Op::pow,          "pow",          1, 2, 2, v2,   top,  v2,   top,  op_scalar},
    {Op::crs,          "crs",          1, 2, 2, v2,   top,  v2,   top,  0},
    {Op::sgn,          "sgn",          1, 3, 1, v2,   top,  no,   0,    op_componentwise},
    {Op::abs,          "abs",          1, 1, 1, v2,   top,  v2,   top,  op_componentwise},
    {Op::nrm,          "nrm",          1, 1, 1, v2,   top,  v2,   top,  0},
    {Op::sincos,       "sincos",       1, 3, 1, v2,   top,  v2,   top,  op_scalar},
    {Op::rep,          "rep",          0, 1, 1, v2,   top,  v2_x, top,  op_flow | op_opens},
    {Op::endrep,       "endrep",       0, 0, 0, v2,   top,  v2_x, top,  op_flow | op_closes},
    {Op::if_,          "if",           0, 1, 1, v2,   top,  v2_x, top,  op_flow | op_opens},
    {Op::ifc,          "if",           0, 2, 2, v2_x, top,  v2_x, top,  op_flow | op_opens | op_compares | op_scalar},
    {Op::else_,        "else",         0, 0, 0, v2,   top,  v2_x, top,  op_flow | op_opens | op_closes},
    {Op::endif,        "endif",        0, 0, 0, v2,   top,  v2_x, top,  op_flow | op_closes},
    {Op::break_,       "break",        0, 0, 0, v2_x, top,  v2_x, top,  op_flow},
    {Op::breakc,       "break",        0, 2, 2, v2_x, top,  v2_x, top,  op_flow | op_compares | op_scalar},
    {Op::mova,         "mova",         1, 1, 1, v2,   top,  no,   0,    0},
    {Op::defb,         "defb",         1, 1, 1, v2,   top,  v2,   top,  op_declares | op_immediates},
    {Op::defi,         "defi",         1, 4, 4, v2,   top,  v2,   top,  op_declares | op_immediates},
    {Op::texcoord,     "texcoord",     1, 0, 0, no,   0,    v1,   v1_3, op_coordinate},
    {Op::texcoord,     "texcrd",       1, 1, 1, no,   0,    v1_4, v1_4, 0},
    {Op::texkill,      "texkill",      1, 0, 0, no,   0,    v1,   top,  0},
    {Op::tex,          "tex",          1, 0, 0, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::tex,          "texld",        1, 1, 1, no,   0,    v1_4, v1_4, op_samples},
    {Op::tex,          "texld",        1, 2, 2, no,   0,    v2,   top,  op_samples | op_texld_mode},
    {Op::texbem,       "texbem",       1, 1, 1, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::texbeml,      "texbeml",      1, 1, 1, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::texreg2ar,    "texreg2ar",    1, 1, 1, no,   0,    v1,   v1_3, op_samples},
    {Op::texreg2gb,    "texreg2gb",    1, 1, 1, no,   0,    v1,   v1_3, op_samples},
    {Op::texm3x2pad,   "texm3x2pad",   1, 1, 1, no,   0,    v1,   v1_3, op_coordinate},
    {Op::texm3x2tex,   "texm3x2tex",   1, 1, 1, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::texm3x3pad,   "texm3x3pad",   1, 1, 1, no,   0,    v1,   v1_3, op_coordinate},
    {Op::texm3x3tex,   "texm3x3tex",   1, 1, 1, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::texm3x3spec,  "texm3x3spec",  1, 2, 2, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::texm3x3vspec, "texm3x3vspec", 1, 1, 1, no,   0,    v1,   v1_3, op_samples | op_coordinate},
    {Op::expp,         "expp",         1, 1, 1, v1,   top,  no,   0,    op_scalar},
    {Op::logp,         "logp",         1, 1, 1, v1,   top,  no,   0,    op_scalar},
    {Op::cnd,          "cnd",          1, 3, 3, no,   0,    v1,   v1_4, op_componentwise},
    {Op::def,          "def",          1, 4, 4, v1,   top,  v1,   top,  op_declares | op_immediates},
    {Op::texreg2rgb,   "texreg2rgb",   1, 1, 1, no,   0,    v1_2, v1_3, op_samples},
    {Op::texdp3tex,    "texdp3tex",    1, 1, 1, no,   0,    v1_2, v1_3, op_samples | op_coordinate},
    {Op::texm3x2depth, "texm3x2depth", 1, 1, 1, no,   0,    v1_3, v1_3, op_coordinate},
    {Op::texdp3,       "texdp3",       1, 1, 1, no,   0,    v1_2, v1_3, op_coordinate},
    {Op::texm3x3,      "texm3x3",      1, 1, 1, no,   0,    v1_2, v1_3, op_coordinate},
    {Op::texdepth,     "texdepth",     1, 0, 0, no,   0,    v1_4, v1_4, 0},
    {Op::cmp,          "cmp",          1, 3, 3, no,   0,    v1_2, top,  op_componentwise},
    {Op::bem,          "bem",          1, 2, 2, no,   0,    v1_4, v1_4, 0},
    {Op::dp2add,       "dp2add",       1, 3, 3, no,   0,    v2,   top,  0},
    {Op::dsx,          "dsx",          1, 1, 1, no,   0,    v2_x, top,  0},
    {Op::dsy,          "dsy",          1, 1, 1, no,   0,    v2_x, top,  0},
    {Op::texldd,       "texldd",       1, 4, 4, no,   0,    v2_x, top,  op_samples},
    {Op::setp,         "setp",         1, 2, 2, v2_x, top,  v2_x, top,  op_compares},
    {Op::texldl,       "texldl",       1, 2, 2, v3,   top,  v3,   top,  op_samples},
    {Op::breakp,       "breakp",       0, 1, 1, v2_x, top,  v2_x, top,  op_flow},
    {Op::phase,        "phase",        0, 0, 0, no,   0,    v1_4, v1_4, 0},
};

constexpr RegisterInfo registers[register_type_count] = {
    {"r",  "r",      32,   32,   true},
    {"v",  "v",      16,   16,   true},
    {"c",  "c",      2048, 2048, true},
    {"a",  "t",      1,    8,    true},
    {"o",  "",       3,    0,    false}, // named one by one: oPos, oFog, oPts
    {"oD", "",       2,    0,    true},
    {"oT", "",       16,   0,    true},  // "o" in 3.0
    {"i",  "i",      2048, 2048, true},
    {"",   "oC",     0,    16,   true},
    {"",   "oDepth", 0,    1,    false},
    {"s",  "s",      16,   16,   true},
    {"c",  "",       2048, 0,    true},
    {"c",  "",       2048, 0,    true},
    {"c",  "",       2048, 0,    true},
    {"b",  "b",      2048, 2048, true},
    {"aL", "aL",     1,    1,    false},
    {"",   "",       0,    0,    true},  // the half-precision temporary of the headers; no compiler writes it
    {"",   "v",      0,    2,    false}, // vPos, vFace
    {"l",  "l",      2048, 2048, true},
    {"p",  "p",      1,    1,    true},
};

constexpr UsageInfo usages[usage_count] = {
    {"POSITION", "position"},
    {"BLENDWEIGHT", "blendweight"},
    {"BLENDINDICES", "blendindices"},
    {"NORMAL", "normal"},
    {"PSIZE", "psize"},
    {"TEXCOORD", "texcoord"},
    {"TANGENT", "tangent"},
    {"BINORMAL", "binormal"},
    {"TESSFACTOR", "tessfactor"},
    {"POSITIONT", "positiont"},
    {"COLOR", "color"},
    {"FOG", "fog"},
    {"DEPTH", "depth"},
    {"SAMPLE", "sample"},
};

constexpr ModifierInfo modifiers[source_modifier_count] = {
    {"", ""},
    {"-", ""},
    {"", "_bias"},
    {"-", "_bias"},
    {"", "_bx2"},
    {"-", "_bx2"},
    {"1-", ""},
    {"", "_x2"},
    {"-", "_x2"},
    {"", "_dz"},
    {"", "_dw"},
    {"", "_abs"},
    {"-", "_abs"},
    {"!", ""},
};

constexpr std::string_view comparisons[] = {"", "_gt", "_eq", "_ge", "_lt", "_ne", "_le", ""};
constexpr std::string_view texture_types[] = {"", "_1d", "_2d", "_cube", "_volume"};
// clang-format on

constexpr unsigned index_size = 0x61;

// First row of each number; rows of one number stand together.
constexpr auto first_row = [] {
    std::array<uint8_t, index_size> index{};
    index.fill(0xff);
    for (unsigned i = std::size(opcodes); i--;)
        if (static_cast<unsigned>(opcodes[i].op) < index_size)
            index[static_cast<unsigned>(opcodes[i].op)] = static_cast<uint8_t>(i);
    return index;
}();

static_assert(std::size(opcodes) < 0xff);
static_assert(opcodes[std::size(opcodes) - 1].op == Op::phase);

} // namespace

const OpcodeInfo *any_opcode(uint32_t number) {
    if (number < index_size) return first_row[number] != 0xff ? &opcodes[first_row[number]] : nullptr;
    return number == static_cast<uint32_t>(Op::phase) ? &opcodes[std::size(opcodes) - 1] : nullptr;
}

const OpcodeInfo *find_opcode(uint32_t number, Version version) {
    const OpcodeInfo *row = any_opcode(number);
    if (!row) return nullptr;
    for (Op op = row->op; row != std::end(opcodes) && row->op == op; ++row)
        if (row->allows(version)) return row;
    return nullptr;
}

const RegisterInfo &register_info(RegisterType type) {
    return registers[static_cast<unsigned>(type)];
}

const UsageInfo &usage_info(Usage usage) {
    return usages[static_cast<unsigned>(usage)];
}

const ModifierInfo &modifier_info(SourceModifier modifier) {
    return modifiers[static_cast<unsigned>(modifier)];
}

std::string_view comparison_suffix(unsigned control) {
    return control < std::size(comparisons) ? comparisons[control] : std::string_view();
}

std::string_view texture_type_suffix(unsigned type) {
    return type < std::size(texture_types) ? texture_types[type] : std::string_view();
}

} // namespace weft::d3dbc
