#include "core/dxil/structure.h"

#include <algorithm>
#include <cstdio>

#include "core/ir/module.h"

namespace weft::dxil {

namespace {

constexpr uint32_t max_loop_depth = 400;
// Values and places that loops hand outward, over all loops.
constexpr size_t max_carried = size_t{1} << 22;

// Successors of each node, side by side.
struct Graph {
    Vec<uint32_t> first;
    Vec<uint32_t> to;
    uint32_t count(uint32_t node) const { return first[node + 1] - first[node]; }
};

// Dominators of a graph, by node.
struct Tree {
    std::span<uint32_t> position; // in `order`, none where unreachable
    std::span<uint32_t> parent, depth, jump, entries, enter, leave;
    Vec<uint32_t> order; // dominators first

    Tree(Arena &arena, uint32_t nodes) : order(arena, nodes) {
        for (std::span<uint32_t> *table : {&position, &parent, &depth, &jump, &entries, &enter, &leave})
            *table = arena.zeroed<uint32_t>(nodes);
    }

    bool dominates(uint32_t a, uint32_t b) const { return enter[a] <= enter[b] && leave[b] <= leave[a]; }

    // The nearest common dominator, in logarithmic time by jump pointers.
    uint32_t common(uint32_t a, uint32_t b) const {
        if (depth[a] < depth[b]) std::swap(a, b);
        while (depth[a] > depth[b])
            a = depth[jump[a]] >= depth[b] ? jump[a] : parent[a];
        while (a != b) {
            const bool far = jump[a] != jump[b];
            a = far ? jump[a] : parent[a];
            b = far ? jump[b] : parent[b];
        }
        return a;
    }
};

void depth_first(const Graph &g, Arena &arena, Tree *tree) {
    const auto nodes = static_cast<uint32_t>(tree->position.size());
    struct Visit {
        uint32_t node, next;
    };
    Vec<Visit> stack(arena, 64);
    Vec<uint32_t> post(arena, nodes);
    for (uint32_t &p : tree->position)
        p = none;
    tree->position[0] = 0;
    stack.push({0, g.first[0]});
    while (!stack.empty()) {
        Visit &top = stack.back();
        if (top.next == g.first[top.node + 1]) {
            post.push(top.node);
            stack.pop();
            continue;
        }
        const uint32_t to = g.to[top.next++];
        if (tree->position[to] != none) continue;
        tree->position[to] = 0;
        stack.push({to, g.first[to]});
    }
    for (size_t i = post.size(); i--;) {
        tree->position[post[i]] = static_cast<uint32_t>(tree->order.size());
        tree->order.push(post[i]);
    }
}

// In a reducible graph dominators do not depend on back edges, so one pass in order finds them. `entries`
// counts edges that are not back edges.
void dominators(const Graph &g, Arena &arena, Tree *t) {
    depth_first(g, arena, t);
    for (uint32_t node : t->order) {
        if (node) {
            const uint32_t p = t->parent[node];
            const uint32_t far = t->jump[p];
            t->depth[node] = t->depth[p] + 1;
            t->jump[node] =
                t->depth[p] - t->depth[far] == t->depth[far] - t->depth[t->jump[far]] ? t->jump[far] : p;
        }
        for (uint32_t i = g.first[node]; i < g.first[node + 1]; ++i) {
            const uint32_t to = g.to[i];
            if (t->position[to] <= t->position[node]) continue;
            t->parent[to] = t->entries[to]++ ? t->common(t->parent[to], node) : node;
        }
    }
    // An interval for each subtree: sizes from the leaves up, places from the root down.
    std::span<uint32_t> next = arena.zeroed<uint32_t>(t->position.size());
    for (size_t i = t->order.size(); --i;)
        t->leave[t->parent[t->order[i]]] += t->leave[t->order[i]] + 1;
    for (uint32_t node : t->order) {
        const uint32_t p = t->parent[node];
        const uint32_t below = t->leave[node];
        t->enter[node] = node ? next[p] : 0;
        t->leave[node] = t->enter[node] + below;
        next[node] = t->enter[node] + 1;
        if (node) next[p] += below + 1;
    }
}

struct Pair {
    uint32_t loop, item;
};

class Analysis {
  public:
    Analysis(const Module &module, const Function &function, Arena &arena, Diagnostics &diag, Cfg *out)
        : m_(module),
          f_(function),
          arena_(arena),
          diag_(diag),
          c_(*out),
          tree_(arena, function.blocks.count),
          graph_{Vec<uint32_t>(arena), Vec<uint32_t>(arena)} {}

    bool run() {
        c_.blocks = f_.blocks.count;
        c_.first_instruction = f_.instructions.first;
        if (!find_edges()) return false;
        dominators(graph_, arena_, &tree_);
        c_.order = tree_.order;
        for (uint32_t b : c_.order)
            c_.returns += last(b).opcode == Opcode::ret;
        return find_loops() && find_targets() && make_nodes() && find_phis() && check_uses() && find_hints();
    }

  private:
    WEFT_PRINTF(3, 4) bool fail(unsigned code, const char *format, ...) {
        char message[256];
        va_list args;
        va_start(args, format);
        std::vsnprintf(message, sizeof(message), format, args);
        va_end(args);
        const std::string_view name = m_.name(m_.global_values[f_.value]);
        diag_.error({}, Result::invalid_shader, code, "Function %.*s: %s.", static_cast<int>(name.size()),
                    name.data(), message);
        return false;
    }

    uint32_t begin(uint32_t block) const { return m_.block_starts[f_.blocks.first + block]; }
    uint32_t end(uint32_t block) const {
        return block + 1 == c_.blocks ? f_.instructions.first + f_.instructions.count : begin(block + 1);
    }
    const Instruction &last(uint32_t block) const { return m_.instructions[end(block) - 1]; }
    bool reached(uint32_t block) const { return tree_.position[block] != none; }

    bool find_edges() {
        const uint32_t n = c_.blocks;
        std::span<uint32_t> seen = arena_.zeroed<uint32_t>(n);
        c_.out_first.reserve(n + 1);
        c_.edges.reserve(2 * n);
        for (uint32_t b = 0; b < n; ++b) {
            c_.out_first.push(static_cast<uint32_t>(c_.edges.size()));
            const Instruction &t = last(b);
            const auto add = [&](uint32_t to) {
                if (seen[to] == b + 1) return;
                seen[to] = b + 1;
                c_.edges.push({b, to});
            };
            const uint32_t *operands = m_.operands.data() + t.first;
            if (t.opcode == Opcode::br) {
                add(operands[0]);
                if (t.count == 3) add(operands[1]);
            } else if (t.opcode == Opcode::switch_) {
                add(operands[1]);
                for (uint32_t i = 3; i < t.count; i += 2)
                    add(operands[i]);
            }
        }
        c_.out_first.push(static_cast<uint32_t>(c_.edges.size()));
        graph_.first = c_.out_first;
        graph_.to.reserve(c_.edges.size());
        c_.in_first.resize(n + 1, 0);
        for (const Edge &e : c_.edges) {
            if (!e.to) return fail(code::dxil_function, "A branch leads to the first block");
            graph_.to.push(e.to);
            ++c_.in_first[e.to];
        }
        uint32_t at = 0;
        for (uint32_t b = 0; b <= n; ++b)
            c_.in_first[b] = at += c_.in_first[b];
        c_.in_edges.resize(c_.edges.size());
        for (size_t e = c_.edges.size(); e--;)
            c_.in_edges[--c_.in_first[c_.edges[e].to]] = static_cast<uint32_t>(e);
        return true;
    }

    // From the innermost headers outward; what has been found to be a loop counts as its header from then on.
    bool find_loops() {
        const uint32_t n = c_.blocks;
        c_.loop_of.resize(n, none);
        uint32_t *joined = nullptr; // union-find: the header of the outermost loop found so far
        Vec<uint32_t> work(arena_);
        const auto find = [&](uint32_t b) {
            while (joined[b] != b)
                b = joined[b] = joined[joined[b]];
            return b;
        };
        for (size_t i = tree_.order.size(); i--;) {
            const uint32_t header = tree_.order[i];
            work.clear();
            for (uint32_t k = c_.in_first[header]; k < c_.in_first[header + 1]; ++k) {
                const uint32_t from = c_.edges[c_.in_edges[k]].from;
                if (!reached(from) || tree_.position[from] < tree_.position[header]) continue;
                if (!tree_.dominates(header, from))
                    return fail(code::dxil_function,
                                "Irreducible control flow: the loop from block %u to block %u can be entered "
                                "elsewhere",
                                from, header);
                work.push(from);
            }
            if (work.empty()) continue;
            if (!joined) {
                joined = arena_.array<uint32_t>(n);
                for (uint32_t b = 0; b < n; ++b)
                    joined[b] = b;
            }
            const auto loop = static_cast<uint32_t>(c_.loops.size());
            c_.loops.push(Loop{.header = header, .targets = {}, .escaping = {}});
            c_.loop_of[header] = loop;
            while (!work.empty()) {
                const uint32_t b = find(work.back());
                work.pop();
                if (b == header) continue;
                joined[b] = header;
                if (c_.loop_of[b] == none)
                    c_.loop_of[b] = loop;
                else
                    c_.loops[c_.loop_of[b]].parent = loop;
                for (uint32_t k = c_.in_first[b]; k < c_.in_first[b + 1]; ++k) {
                    const uint32_t from = c_.edges[c_.in_edges[k]].from;
                    if (reached(from) && tree_.position[from] < tree_.position[b]) work.push(from);
                }
            }
        }
        // Outer loops come last. Intervals: `last` counts the loops inside first.
        Vec<Loop> &loops = c_.loops;
        for (Loop &l : loops)
            if (l.parent != none) loops[l.parent].last += l.last + 1;
        Vec<uint32_t> next(arena_);
        next.resize(loops.size());
        uint32_t top = 0;
        for (size_t i = loops.size(); i--;) {
            Loop &l = loops[i];
            uint32_t &place = l.parent == none ? top : next[l.parent];
            l.depth = l.parent == none ? 1 : loops[l.parent].depth + 1;
            if (l.depth > max_loop_depth) return fail(code::dxil_function, "Loops nest too deeply");
            const uint32_t inside = l.last;
            l.first = place;
            l.last = place + inside;
            next[i] = place + 1;
            place += inside + 1;
        }
        return true;
    }

    // Distributes pairs to their loops.
    void by_loop(const Vec<Pair> &pairs, Range Loop::*range, Vec<uint32_t> *out) {
        for (const Pair &p : pairs)
            ++(c_.loops[p.loop].*range).count;
        uint32_t at = 0;
        for (Loop &l : c_.loops) {
            (l.*range).first = at;
            at += (l.*range).count;
            (l.*range).count = 0;
        }
        out->resize(at);
        for (const Pair &p : pairs) {
            Range &r = c_.loops[p.loop].*range;
            (*out)[r.first + r.count++] = p.item;
        }
    }

    bool find_targets() {
        if (c_.loops.empty()) return true;
        Vec<Pair> pairs(arena_);
        for (uint32_t b : c_.order)
            for (uint32_t e = c_.out_first[b]; e < c_.out_first[b + 1]; ++e) {
                const uint32_t to = c_.edges[e].to;
                for (uint32_t l = c_.loop_of[b]; !c_.contains(l, c_.loop_of[to]); l = c_.loops[l].parent)
                    pairs.push({l, to});
                if (pairs.size() > max_carried) return too_much();
            }
        by_loop(pairs, &Loop::targets, &c_.targets);
        // Each once.
        std::span<uint32_t> seen = arena_.zeroed<uint32_t>(c_.blocks);
        for (uint32_t l = 0; l < c_.loops.size(); ++l) {
            Range &r = c_.loops[l].targets;
            uint32_t kept = 0;
            for (uint32_t i = 0; i < r.count; ++i) {
                const uint32_t to = c_.targets[r.first + i];
                if (seen[to] == l + 1) continue;
                seen[to] = l + 1;
                c_.targets[r.first + kept++] = to;
            }
            r.count = kept;
            std::sort(c_.targets.data() + r.first, c_.targets.data() + r.first + kept);
        }
        return true;
    }

    bool too_much() {
        return fail(code::dxil_not_implemented,
                    "Loops that hand this many values outward are not implemented");
    }

    // The graph in which loops are left for one place, and its tree.
    bool make_nodes() {
        const uint32_t n = c_.blocks;
        if (c_.loops.empty()) return adopt(tree_, graph_);
        const uint32_t nodes = c_.nodes();
        Graph g{Vec<uint32_t>(arena_, nodes + 1), Vec<uint32_t>(arena_, c_.edges.size() + c_.targets.size())};
        std::span<uint32_t> seen = arena_.zeroed<uint32_t>(nodes);
        for (uint32_t node = 0; node < nodes; ++node) {
            g.first.push(static_cast<uint32_t>(g.to.size()));
            const auto add = [&](uint32_t to) {
                const uint32_t next = c_.next(node, to);
                if (seen[next] == node + 1) return;
                seen[next] = node + 1;
                g.to.push(next);
            };
            if (node < n) {
                if (!reached(node)) continue;
                for (uint32_t e = c_.out_first[node]; e < c_.out_first[node + 1]; ++e)
                    add(c_.edges[e].to);
            } else {
                const Range &r = c_.loops[node - n].targets;
                for (uint32_t i = 0; i < r.count; ++i)
                    add(c_.targets[r.first + i]);
            }
        }
        g.first.push(static_cast<uint32_t>(g.to.size()));
        Tree t(arena_, nodes);
        dominators(g, arena_, &t);
        return adopt(t, g);
    }

    bool adopt(Tree &t, const Graph &g) {
        const uint32_t nodes = c_.nodes();
        c_.parent.resize(nodes, none);
        c_.is_merge.resize(nodes, 0);
        c_.enter.resize(nodes, none);
        c_.leave.resize(nodes, 0);
        c_.size.resize(nodes, 0);
        c_.first_merge.resize(nodes + 1, 0);
        for (uint32_t node : t.order) {
            if (node) c_.parent[node] = t.parent[node];
            c_.enter[node] = t.enter[node];
            c_.leave[node] = t.leave[node];
            c_.size[node] = t.leave[node] - t.enter[node] + 1;
            if (node < c_.blocks && t.entries[node] > 1) {
                c_.is_merge[node] = 1;
                ++c_.first_merge[t.parent[node]];
            }
        }
        uint32_t at = 0;
        for (uint32_t &first : c_.first_merge)
            first = at += first;
        c_.merges.resize(at);
        for (size_t i = t.order.size(); i--;) {
            const uint32_t node = t.order[i];
            if (c_.is_merge[node]) c_.merges[--c_.first_merge[t.parent[node]]] = node;
        }
        find_depth_zero(t, g);
        return true;
    }

    // Straight from block to block, over merges of all that lies between.
    void find_depth_zero(const Tree &t, const Graph &g) {
        const uint32_t nodes = c_.nodes();
        std::span<uint8_t> outside = arena_.zeroed<uint8_t>(nodes); // stands in no construct
        c_.depth_zero.resize(c_.blocks, 0);
        bool returns = false;
        for (uint32_t node : t.order) {
            if (!node) {
                outside[0] = 1;
            } else if (node >= c_.blocks) {
                outside[node] = outside[c_.loops[node - c_.blocks].header];
            } else {
                const uint32_t p = t.parent[node];
                const bool runs = outside[p] && !(p < c_.blocks && c_.is_header(p));
                const uint32_t last_merge = c_.first_merge[p + 1];
                outside[node] =
                    runs && (c_.is_merge[node] ? c_.merges[last_merge - 1] == node : g.count(p) == 1);
            }
            if (node < c_.blocks && outside[node] && !c_.is_header(node)) {
                c_.depth_zero[node] = 1;
                returns |= last(node).opcode == Opcode::ret;
            }
        }
        // Otherwise all of the function stands in a block that its returns leave.
        if (!returns || c_.returns != 1)
            for (uint8_t &z : c_.depth_zero)
                z = 0;
    }

    bool find_phis() {
        const uint32_t n = c_.blocks;
        c_.phis.resize(n, 0);
        c_.phi_first.resize(c_.edges.size(), 0);
        struct Entry {
            uint32_t phi, value;
        };
        std::span<Entry> entry;
        for (uint32_t b : c_.order) {
            uint32_t i = begin(b);
            while (m_.instructions[i].opcode == Opcode::phi)
                ++i;
            const uint32_t count = c_.phis[b] = i - begin(b);
            for (; i < end(b); ++i)
                if (m_.instructions[i].opcode == Opcode::phi)
                    return fail(code::dxil_function, "A phi stands behind other instructions of block %u", b);
            if (!count) continue;
            if (entry.empty()) entry = arena_.zeroed<Entry>(n);
            uint32_t ways = 0;
            for (uint32_t k = c_.in_first[b]; k < c_.in_first[b + 1]; ++k) {
                const uint32_t e = c_.in_edges[k];
                if (!reached(c_.edges[e].from)) continue;
                ++ways;
                c_.phi_first[e] = static_cast<uint32_t>(c_.phi_values.size());
                c_.phi_values.grow(count);
            }
            for (uint32_t p = 0; p < count; ++p) {
                const uint32_t at = begin(b) + p;
                const Instruction &phi = m_.instructions[at];
                uint32_t found = 0;
                for (uint32_t k = 0; k + 1 < phi.count; k += 2) {
                    const uint32_t value = m_.operands[phi.first + k], from = m_.operands[phi.first + k + 1];
                    if (!reached(from)) continue;
                    if (entry[from].phi == at + 1) {
                        if (entry[from].value != value)
                            return fail(code::dxil_function, "A phi of block %u has two values for block %u",
                                        b, from);
                        continue;
                    }
                    entry[from] = {at + 1, value};
                    ++found;
                }
                for (uint32_t k = c_.in_first[b]; k < c_.in_first[b + 1]; ++k) {
                    const uint32_t e = c_.in_edges[k], from = c_.edges[e].from;
                    if (!reached(from)) continue;
                    if (entry[from].phi != at + 1)
                        return fail(code::dxil_function, "A phi of block %u has no value for block %u", b,
                                    from);
                    c_.phi_values[c_.phi_first[e] + p] = entry[from].value;
                }
                if (found != ways)
                    return fail(code::dxil_function,
                                "A phi of block %u has values for other blocks than lead there", b);
            }
        }
        return true;
    }

    // Values are there where they are used; those that leave a loop are noted.
    bool check_uses() {
        const auto globals = static_cast<uint32_t>(m_.global_values.size());
        c_.block_of.resize(f_.values.count, none);
        for (uint32_t b = 0; b < c_.blocks; ++b)
            for (uint32_t i = begin(b); i < end(b); ++i)
                if (m_.instructions[i].value != none) c_.block_of[m_.instructions[i].value - globals] = b;
        std::span<uint32_t> left; // by value: depth of the outermost loop that it has left
        Vec<Pair> escaping(arena_);
        bool ok = true;
        uint32_t block = 0, at = 0;
        const auto use = [&](uint32_t v) {
            if (v < globals) return;
            const uint32_t def = c_.block_of[v - globals];
            if (def == none) return;
            if (def == block) {
                if (m_.value(&f_, v).index >= at) ok = false;
                return;
            }
            if (!reached(def) || !tree_.dominates(def, block)) {
                ok = false;
                return;
            }
            uint32_t l = c_.loop_of[def];
            if (c_.contains(l, c_.loop_of[block])) return;
            if (left.empty()) left = arena_.zeroed<uint32_t>(f_.values.count);
            for (; !c_.contains(l, c_.loop_of[block]); l = c_.loops[l].parent) {
                uint32_t &depth = left[v - globals];
                if (depth && depth <= c_.loops[l].depth) continue;
                depth = c_.loops[l].depth;
                escaping.push({l, v});
            }
        };
        for (uint32_t b : c_.order) {
            block = b;
            for (uint32_t i = begin(b) + c_.phis[b]; i < end(b); ++i) {
                at = i;
                for_each_use(m_, m_.instructions[i], use);
            }
            at = end(b);
            for (uint32_t e = c_.out_first[b]; e < c_.out_first[b + 1]; ++e)
                for (uint32_t p = 0; p < c_.phis[c_.edges[e].to]; ++p)
                    use(c_.phi_values[c_.phi_first[e] + p]);
            if (!ok)
                return fail(code::dxil_function, "Block %u uses a value that need not have been made", b);
            if (escaping.size() > max_carried) return too_much();
        }
        by_loop(escaping, &Loop::escaping, &c_.escaping);
        return true;
    }

    // [branch], [flatten], [loop] and [unroll] of the source.
    bool find_hints() {
        for (uint32_t i = 0; i < f_.attachments.count; ++i) {
            const Attachment &a = m_.attachments[f_.attachments.first + i];
            if (a.instruction == none || a.kind >= m_.kinds.size()) continue;
            const std::string_view kind = m_.kinds[a.kind];
            const bool loop = kind == "llvm.loop";
            if (!loop && kind != "dx.controlflow.hints") continue;
            const uint32_t *starts = m_.block_starts.data() + f_.blocks.first;
            const auto block =
                static_cast<uint32_t>(std::upper_bound(starts, starts + c_.blocks, a.instruction) - starts) -
                1;
            if (block >= c_.blocks || !reached(block)) continue;
            const Metadata *node = m_.node(&f_, a.node);
            if (!node || node->kind != MetadataKind::node) continue;
            for (uint32_t k = 0; k < node->count; ++k) {
                const uint32_t id = m_.node_operands[node->first + k];
                const Metadata *operand = id ? m_.node(&f_, id - 1) : nullptr;
                if (!operand || operand == node) continue;
                if (loop)
                    hint_loop(block, *operand);
                else
                    hint_branch(block, *operand);
            }
        }
        return true;
    }

    void hint_loop(uint32_t latch, const Metadata &property) {
        if (property.kind != MetadataKind::node || !property.count) return;
        const uint32_t id = m_.node_operands[property.first];
        const Metadata *name = id ? m_.node(&f_, id - 1) : nullptr;
        if (!name || name->kind != MetadataKind::string) return;
        const std::string_view text = m_.strings[name->first];
        uint8_t hint = 0;
        if (text == "llvm.loop.unroll.disable") hint = ir::flag::dont_unroll;
        if (text == "llvm.loop.unroll.full" || text == "llvm.loop.unroll.count") hint = ir::flag::unroll;
        for (uint32_t e = c_.out_first[latch]; hint && e < c_.out_first[latch + 1]; ++e) {
            const uint32_t to = c_.edges[e].to;
            if (c_.is_header(to) && c_.contains(c_.loop_of[to], c_.loop_of[latch]))
                c_.loops[c_.loop_of[to]].hint = hint;
        }
    }

    void hint_branch(uint32_t block, const Metadata &number) {
        constexpr uint64_t branch = 1, flatten = 2;
        if (number.kind != MetadataKind::value || number.first >= m_.global_values.size()) return;
        const Value &v = m_.global_values[number.first];
        if (v.kind != ValueKind::constant || m_.constants[v.index].kind != ConstantKind::integer) return;
        if (c_.hints.empty()) c_.hints.resize(c_.blocks, 0);
        if (m_.constants[v.index].bits == branch) c_.hints[block] = ir::flag::dont_flatten;
        if (m_.constants[v.index].bits == flatten) c_.hints[block] = ir::flag::flatten;
    }

    const Module &m_;
    const Function &f_;
    Arena &arena_;
    Diagnostics &diag_;
    Cfg &c_;
    Tree tree_; // of blocks
    Graph graph_;
};

} // namespace

Result analyse(const Module &module, const Function &function, Arena &arena, Diagnostics &diag, Cfg *out) {
    Analysis analysis(module, function, arena, diag, out);
    return analysis.run() ? Result::ok : diag.result();
}

} // namespace weft::dxil
