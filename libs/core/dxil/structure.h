// What a function's blocks are to each other: order, dominance, loops, and the tree along which they become
// structured code.
#pragma once

#include "core/dxil/model.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

// A way from one block to another. Several ways out of one block to the same other one are one edge.
struct Edge {
    uint32_t from, to;
};

// A natural loop. Blocks that cannot come back to the header are not in it, whatever dominates them.
struct Loop {
    uint32_t header;
    uint32_t parent = none;
    uint32_t depth = 1;
    uint32_t first = 0, last = 0; // interval in the numbering of the loop tree
    Range targets;                // in Cfg::targets: blocks outside that its edges lead to, each once
    Range escaping;               // in Cfg::escaping: values made inside and used outside
    uint8_t hint = 0;             // ir::flag
};

// Blocks by their number in the function. Nodes are blocks and then, for each loop, the place behind it where
// all ways out of it meet; the tables of nodes are those of the graph in which edges that leave loops lead
// through these, from the innermost loop outward. In that graph a loop is left for one place only, so that a
// walk of its dominator tree never runs code of a loop behind it or code behind a loop inside.
struct Cfg {
    explicit Cfg(Arena &arena)
        : loops(arena),
          targets(arena),
          escaping(arena),
          out_first(arena),
          edges(arena),
          in_first(arena),
          in_edges(arena),
          loop_of(arena),
          parent(arena),
          is_merge(arena),
          first_merge(arena),
          merges(arena),
          enter(arena),
          leave(arena),
          size(arena),
          depth_zero(arena),
          phi_first(arena),
          phis(arena),
          phi_values(arena),
          block_of(arena),
          order(arena),
          hints(arena) {}

    uint32_t blocks = 0;
    uint32_t first_instruction = 0; // in Module::instructions
    uint32_t returns = 0;           // reachable ones

    Vec<Loop> loops; // inner ones before outer ones
    Vec<uint32_t> targets;
    Vec<uint32_t> escaping; // value numbers

    Vec<uint32_t> out_first; // by block, and the end: its edges
    Vec<Edge> edges;
    Vec<uint32_t> in_first; // by block, and the end: in in_edges
    Vec<uint32_t> in_edges;
    Vec<uint32_t> loop_of; // by block: innermost loop or none

    // By node. Unreachable ones have no number in `enter`.
    Vec<uint32_t> parent;      // immediate dominator
    Vec<uint8_t> is_merge;     // entered from several nodes, back edges aside
    Vec<uint32_t> first_merge; // and the end: in merges, children that are merges, in order
    Vec<uint32_t> merges;
    Vec<uint32_t> enter, leave; // numbering of the tree
    Vec<uint32_t> size;         // nodes of the subtree
    Vec<uint8_t> depth_zero;    // by block: runs exactly once, outside of every construct

    // Phis by block: their instructions, and their operands by edge: phi_values[edge's row + k].
    Vec<uint32_t> phi_first; // by edge: row in phi_values
    Vec<uint32_t> phis;      // by block: number of phis, which are its first instructions
    Vec<uint32_t> phi_values;

    Vec<uint32_t> block_of; // by local value: block of its instruction, none for arguments and constants
    Vec<uint32_t> order;    // reachable blocks, dominators first
    Vec<uint8_t> hints;     // by block, ir::flag of the branch at its end; empty where there are none

    uint32_t nodes() const { return blocks + static_cast<uint32_t>(loops.size()); }
    uint32_t exit_node(uint32_t loop) const { return blocks + loop; }
    bool reachable(uint32_t node) const { return enter[node] != none; }
    // By the tree of nodes.
    bool dominates(uint32_t a, uint32_t b) const { return enter[a] <= enter[b] && leave[b] <= leave[a]; }
    bool contains(uint32_t outer, uint32_t inner) const {
        return outer == none || (inner != none && loops[outer].first <= loops[inner].first &&
                                 loops[inner].last <= loops[outer].last);
    }
    // Innermost loop around a node.
    uint32_t loop_around(uint32_t node) const {
        return node < blocks ? loop_of[node] : loops[node - blocks].parent;
    }
    // Where an edge to block `to` leads first from a node.
    uint32_t next(uint32_t node, uint32_t to) const {
        const uint32_t loop = loop_around(node);
        return contains(loop, loop_of[to]) ? to : exit_node(loop);
    }
    bool is_header(uint32_t block) const {
        return loop_of[block] != none && loops[loop_of[block]].header == block;
    }
};

// Refuses, by name, irreducible control flow, values used where they need not have been made, and phis that
// do not fit their block.
Result analyse(const Module &module, const Function &function, Arena &arena, Diagnostics &diag, Cfg *out);

// Calls `use(value)` for each value that an instruction other than a phi takes.
template <typename F>
void for_each_use(const Module &m, const Instruction &ins, F &&use) {
    const uint32_t *operands = m.operands.data() + ins.first;
    uint32_t first = 0, count = ins.count;
    switch (ins.opcode) {
    case Opcode::br:
        if (count == 3) use(operands[2]);
        return;
    case Opcode::switch_: count = 1; break;
    case Opcode::phi: return;
    case Opcode::extract_value: count = 1; break;
    case Opcode::insert_value: count = 2; break;
    case Opcode::call: {
        use(operands[0]);
        const Type &callee = m.types[ins.aux];
        for (uint32_t i = 1; i < count; ++i)
            if (i > m.parameter_count(callee) || m.types[m.element(callee, i)].kind != TypeKind::metadata)
                use(operands[i]);
        return;
    }
    default: break;
    }
    for (uint32_t i = first; i < count; ++i)
        use(operands[i]);
}

} // namespace weft::dxil
