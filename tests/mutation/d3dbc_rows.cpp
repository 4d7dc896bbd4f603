#include "d3dbc_rows.h"

#include <algorithm>
#include <vector>

namespace weft::mutation {

namespace {

using namespace d3dbc;

constexpr uint16_t none = 0xffff, last = 0x3ff;
constexpr Op no_op = static_cast<Op>(0xfffe);

// Versions that give one instruction another meaning than its neighbours.
struct Split {
    Op op;
    const char *name; // appended to the mnemonic, or instead of it without a leading space
    uint16_t first_pixel, last_pixel, first_vertex, last_vertex;
    int control = -1;
    bool to_address = false;
};
constexpr Split splits[] = {
    {Op::mov, "", 0x100, last, 0x100, last},
    {Op::mov, " to a0 (vs_1)", none, 0, 0x100, 0x1ff, -1, true},
    {Op::expp, " (vs_1)", none, 0, 0x100, 0x1ff},
    {Op::expp, " (vs_2, vs_3)", none, 0, 0x200, last},
    {Op::logp, " (vs_1)", none, 0, 0x100, 0x1ff},
    {Op::logp, " (vs_2, vs_3)", none, 0, 0x200, last},
    {Op::cnd, " (ps_1_1 to ps_1_3)", 0x100, 0x103, none, 0},
    {Op::cnd, " (ps_1_4)", 0x104, 0x104, none, 0},
    {Op::texkill, " (ps_1_1 to ps_1_3)", 0x100, 0x103, none, 0},
    {Op::texkill, " (ps_1_4)", 0x104, 0x104, none, 0},
    {Op::texkill, " (ps_2, ps_3)", 0x200, last, none, 0},
    {Op::sincos, " (2.0, 2.x)", 0x200, 0x2ff, 0x200, 0x2ff},
    {Op::sincos, " (3.0)", 0x300, last, 0x300, last},
    {Op::sgn, " (2.0, 2.x)", none, 0, 0x200, 0x2ff},
    {Op::sgn, " (3.0)", none, 0, 0x300, last},
};

struct Control {
    Op op;
    const char *names[7]; // by control value; null: no row
};
constexpr Control controls[] = {
    {Op::tex, {"texld (ps_2, ps_3)", "texldp", "texldb"}},
    {Op::ifc, {nullptr, "if_gt", "if_eq", "if_ge", "if_lt", "if_ne", "if_le"}},
    {Op::breakc, {nullptr, "break_gt", "break_eq", "break_ge", "break_lt", "break_ne", "break_le"}},
    {Op::setp, {nullptr, "setp_gt", "setp_eq", "setp_ge", "setp_lt", "setp_ne", "setp_le"}},
};

struct Excuse {
    Op op;
    const char *reason;
};
constexpr Excuse excuses[] = {
    {Op::nop, "does nothing"},
    {Op::ret, "stands where code ends, which the next label or the end of the program shows as well"},
    {Op::phase, "takes away what a program may not rely on"},
};

// Every row of the opcode table; the table itself is the reader's, so it is asked for all numbers and
// versions.
std::vector<const OpcodeInfo *> table() {
    constexpr uint8_t minors[][8] = {{}, {0, 1, 2, 3, 4}, {0, 1, 0xff}, {0, 0xff}};
    constexpr size_t counts[] = {0, 5, 3, 2};
    std::vector<const OpcodeInfo *> rows;
    for (uint32_t number = 0; number <= 0xfffd; number = number == 0x60 ? 0xfffd : number + 1)
        for (uint8_t major = 1; major <= 3; ++major)
            for (size_t i = 0; i < counts[major]; ++i)
                for (Stage stage : {Stage::vertex, Stage::pixel})
                    if (const OpcodeInfo *row = find_opcode(number, {stage, major, minors[major][i]});
                        row && std::find(rows.begin(), rows.end(), row) == rows.end())
                        rows.push_back(row);
    return rows;
}

std::vector<D3dbcRow> make_rows() {
    std::vector<D3dbcRow> rows;
    for (const OpcodeInfo *info : table()) {
        D3dbcRow whole{
            std::string(info->name), info->op, info->ps_min, info->ps_max, info->vs_min, info->vs_max};
        for (const Excuse &e : excuses)
            if (e.op == info->op) whole.excuse = e.reason;
        const Control *control = nullptr;
        for (const Control &c : controls)
            if (c.op == info->op && (c.op != Op::tex || info->ps_max > 0x104)) control = &c;
        bool split = false;
        for (const Split &s : splits) {
            if (s.op != info->op) continue;
            split = true;
            rows.push_back({whole.name + s.name, s.op, s.first_pixel, s.last_pixel, s.first_vertex,
                            s.last_vertex, s.control, s.to_address, whole.excuse});
        }
        for (int k = 0; control && k < 7; ++k) {
            if (!control->names[k]) continue;
            split = true;
            D3dbcRow row = whole;
            row.name = control->names[k];
            row.control = k;
            rows.push_back(row);
        }
        if (!split) rows.push_back(whole);
    }
    constexpr Excuse rest[] = {
        {no_op, "texm3x3diff: a number without an instruction, which the reader refuses"},
        {no_op, "comment: no instruction; what it may hold is names"},
        {no_op, "end: no instruction"},
    };
    for (const Excuse &e : rest) {
        const std::string reason = e.reason;
        rows.push_back({reason.substr(0, reason.find(':')), no_op, none, 0, none, 0, -1, false, e.reason});
    }
    return rows;
}

} // namespace

std::span<const D3dbcRow> d3dbc_rows() {
    static const std::vector<D3dbcRow> rows = make_rows();
    return rows;
}

bool matches(const D3dbcRow &row, Version version, const Instruction &ins) {
    if (ins.op != row.op) return false;
    const uint16_t first = version.is_pixel() ? row.first_pixel : row.first_vertex;
    const uint16_t end = version.is_pixel() ? row.last_pixel : row.last_vertex;
    if (version.number() < first || version.number() > end) return false;
    if (row.control >= 0 && ins.control != row.control) return false;
    return !row.to_address || (version.is_vertex() && ins.dst.is(RegisterType::address));
}

} // namespace weft::mutation
