// A program in which one opcode does nothing: what a translator would make of it that forgot the opcode.
#pragma once

#include "core/support/arena.h"
#include "core/tpf/model.h"

namespace weft::tpf {

// The opcode that every translation forgets; Opcode::count forgets none.
extern Opcode forgotten_opcode;

// Results of the forgotten opcode are zero and its effects do not happen. A condition counts as false, except
// that of what leaves a loop: there it counts as true, because a program that never ends tells nothing. A
// construct that is forgotten takes its body along, a declaration is dropped.
Program mutate(const Program &program, Arena &arena);

} // namespace weft::tpf
