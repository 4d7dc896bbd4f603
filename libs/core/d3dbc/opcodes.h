// Every number of Direct3D 9 shader bytecode: opcodes, register types, usages and modifiers. The reader, the
// printer, the scans and the lowering all work from these tables.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::d3dbc {

enum class Stage : uint8_t { vertex, pixel };

// `minor` is 1 for 2_x, 0xff for the software profiles.
struct Version {
    Stage stage = Stage::vertex;
    uint8_t major = 0;
    uint8_t minor = 0;

    constexpr unsigned number() const { return static_cast<unsigned>(major) << 8 | minor; }
    constexpr bool at_least(unsigned maj, unsigned min) const { return number() >= (maj << 8 | min); }
    constexpr bool is_vertex() const { return stage == Stage::vertex; }
    constexpr bool is_pixel() const { return stage == Stage::pixel; }
    constexpr bool operator==(const Version &) const = default;
};

// Values are the opcode field of the instruction token. Where one number means different things in different
// versions (0x40, 0x42), the table has one row for each; `Op::texcoord` and `Op::tex` name the number.
enum class Op : uint16_t {
    nop = 0x00,
    mov = 0x01,
    add = 0x02,
    sub = 0x03,
    mad = 0x04,
    mul = 0x05,
    rcp = 0x06,
    rsq = 0x07,
    dp3 = 0x08,
    dp4 = 0x09,
    min = 0x0a,
    max = 0x0b,
    slt = 0x0c,
    sge = 0x0d,
    exp = 0x0e,
    log = 0x0f,
    lit = 0x10,
    dst = 0x11,
    lrp = 0x12,
    frc = 0x13,
    m4x4 = 0x14,
    m4x3 = 0x15,
    m3x4 = 0x16,
    m3x3 = 0x17,
    m3x2 = 0x18,
    call = 0x19,
    callnz = 0x1a,
    loop = 0x1b,
    ret = 0x1c,
    endloop = 0x1d,
    label = 0x1e,
    dcl = 0x1f,
    pow = 0x20,
    crs = 0x21,
    sgn = 0x22,
    abs = 0x23,
    nrm = 0x24,
    sincos = 0x25,
    rep = 0x26,
    endrep = 0x27,
    if_ = 0x28,
    ifc = 0x29,
    else_ = 0x2a,
    endif = 0x2b,
    break_ = 0x2c,
    breakc = 0x2d,
    mova = 0x2e,
    defb = 0x2f,
    defi = 0x30,
    texcoord = 0x40,
    texkill = 0x41,
    tex = 0x42,
    texbem = 0x43,
    texbeml = 0x44,
    texreg2ar = 0x45,
    texreg2gb = 0x46,
    texm3x2pad = 0x47,
    texm3x2tex = 0x48,
    texm3x3pad = 0x49,
    texm3x3tex = 0x4a,
    texm3x3spec = 0x4c,
    texm3x3vspec = 0x4d,
    expp = 0x4e,
    logp = 0x4f,
    cnd = 0x50,
    def = 0x51,
    texreg2rgb = 0x52,
    texdp3tex = 0x53,
    texm3x2depth = 0x54,
    texdp3 = 0x55,
    texm3x3 = 0x56,
    texdepth = 0x57,
    cmp = 0x58,
    bem = 0x59,
    dp2add = 0x5a,
    dsx = 0x5b,
    dsy = 0x5c,
    texldd = 0x5d,
    setp = 0x5e,
    texldl = 0x5f,
    breakp = 0x60,
    phase = 0xfffd,
    comment = 0xfffe,
    end = 0xffff,
};

// What an opcode is, beside its operands.
enum OpFlag : uint16_t {
    op_declares = 1u << 0,   // dcl, def, defi, defb: executes nothing
    op_immediates = 1u << 1, // raw DWORDs follow the destination
    op_compares = 1u << 2,   // the control field is a Comparison
    op_samples = 1u << 3,    // reads a texture; with no sampler operand the stage is the destination's number
    op_coordinate = 1u << 4, // reads texture coordinate set n, n being the destination's number
    op_opens = 1u << 5,      // begins a block
    op_closes = 1u << 6,     // ends a block
    op_scalar = 1u << 7,     // sources are single components
    op_matrix = 1u << 8,     // source 1 is the first of several consecutive registers
    op_texld_mode = 1u << 9, // the control field is a TexldMode
    op_flow = 1u << 10,      // flow control
    op_componentwise =
        1u << 11, // each component of the result depends on that component of the sources alone
};

// Values of the control field of texld from 2.0 on.
enum class TexldMode : uint8_t { plain = 0, project = 1, bias = 2 };

// Values of the control field of ifc, breakc and setp.
enum class Comparison : uint8_t { never = 0, gt = 1, eq = 2, ge = 3, lt = 4, ne = 5, le = 6, always = 7 };

struct OpcodeInfo {
    Op op;
    std::string_view name;
    uint8_t destinations; // 0 or 1
    uint8_t sources;      // for def and its like: immediate DWORDs
    uint8_t
        other_sources; // another source count that occurs with this row (sgn, sincos), else the same number
    uint16_t vs_min, vs_max, ps_min, ps_max; // Version::number(); min > max: not in that stage
    uint16_t flags;
    uint8_t rows = 0; // op_matrix: consecutive registers read at source 1

    constexpr bool allows(Version v) const {
        uint16_t low = v.is_vertex() ? vs_min : ps_min, high = v.is_vertex() ? vs_max : ps_max;
        return v.number() >= low && v.number() <= high;
    }
};

// The row of an opcode number for a version; nullptr when the version lacks it.
const OpcodeInfo *find_opcode(uint32_t number, Version version);
// Any row of this number, whatever the version; nullptr for a number that means nothing.
const OpcodeInfo *any_opcode(uint32_t number);

enum class RegisterType : uint8_t {
    temp = 0,
    input = 1,
    constant = 2,
    address = 3, // vertex shaders
    texture = 3, // pixel shaders: coordinate or texture register
    raster_output = 4,
    color_attribute = 5, // oD#
    output = 6,          // oT# before 3.0, o# in 3.0
    constant_int = 7,
    color_output = 8,
    depth_output = 9,
    sampler = 10,
    constant2 = 11, // c2048 and up; operands report these as `constant`
    constant3 = 12,
    constant4 = 13,
    constant_bool = 14,
    loop = 15,
    temp_half = 16,
    misc = 17, // vPos, vFace
    label = 18,
    predicate = 19,
};

inline constexpr unsigned register_type_count = 20;

struct RegisterInfo {
    std::string_view vs_name; // empty: the stage has no such register
    std::string_view ps_name;
    uint16_t vs_count; // numbers allowed; generous, since software processing lifts most limits
    uint16_t ps_count;
    bool numbered; // whether the number is printed
};

const RegisterInfo &register_info(RegisterType type);

enum class RasterOutput : uint8_t { position = 0, fog = 1, point_size = 2 };
enum class MiscRegister : uint8_t { position = 0, face = 1 };

enum class Usage : uint8_t {
    position,
    blend_weight,
    blend_indices,
    normal,
    point_size,
    texcoord,
    tangent,
    binormal,
    tess_factor,
    position_t,
    color,
    fog,
    depth,
    sample,
};

inline constexpr unsigned usage_count = 14;

struct UsageInfo {
    std::string_view semantic; // as signatures spell it
    std::string_view suffix;   // as dcl_ spells it
};

const UsageInfo &usage_info(Usage usage);

enum class TextureType : uint8_t { unknown = 0, one_d = 1, two_d = 2, cube = 3, volume = 4 };

enum class SourceModifier : uint8_t {
    none,
    neg,
    bias,
    bias_neg,
    sign,
    sign_neg,
    complement,
    x2,
    x2_neg,
    dz,
    dw,
    abs,
    abs_neg,
    not_,
};

inline constexpr unsigned source_modifier_count = 14;

struct ModifierInfo {
    std::string_view prefix;
    std::string_view suffix;
};

const ModifierInfo &modifier_info(SourceModifier modifier);

enum DestinationModifier : uint8_t { dst_saturate = 1, dst_partial_precision = 2, dst_centroid = 4 };

// "" for codes without a meaning.
std::string_view comparison_suffix(unsigned control);
std::string_view texture_type_suffix(unsigned type);

} // namespace weft::d3dbc
