#include "excused.h"

namespace weft::mutation {

namespace {

using enum tpf::Opcode;

constexpr Excuse table[] = {
    {reserved_6b, false, "a number without an instruction"},
    {reserved_70, false, "a number without an instruction"},
    {reserved_d1, false, "a number without an instruction"},
    {reserved_da, false, "a number without an instruction"},
    {nop, false, "does nothing"},
    {abort, false, "addresses a debug layer; without one it does nothing"},
    {dcl_temps, false, "registers are there from their first use on"},
    {dcl_input, false, "the signature, or the register itself, says the same"},
    {fcall, false, "class linkage: the C interface cannot name class instances"},
    {dcl_function_body, false, "class linkage"},
    {dcl_function_table, false, "class linkage"},
    {dcl_interface, false, "class linkage"},
    {debug_break, false, "addresses a debug layer; without one it does nothing"},
};

} // namespace

const Excuse *find_excuse(tpf::Opcode opcode) {
    for (const Excuse &e : table)
        if (e.opcode == opcode) return &e;
    return nullptr;
}

} // namespace weft::mutation
