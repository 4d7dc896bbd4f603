// The shapes that control flow of DXIL takes, and what is refused. In the sketches below bN is the code of
// block N.
#include <gtest/gtest.h>

#include <sstream>

#include "dxil_shader.h"
#include "ir_interpreter.h"

namespace {

using namespace weft;
using dxil::Opcode;
using dxil::test::Shader;
using ir::Op;
using structure_test::Model;

// Blocks as lists of successors: none returns, two branch by a bit of the variable, more are a switch.
using Graph = std::vector<std::vector<uint32_t>>;

struct Sketched : Shader {
    // Blocks in `convergent` hold an operation that depends on which lanes run it.
    explicit Sketched(const Graph &graph, std::vector<uint32_t> convergent = {}) {
        Model &m = model;
        std::vector<uint32_t> numbers;
        for (uint32_t i = 0; i < std::max<size_t>(graph.size(), 8); ++i)
            numbers.push_back(m.i32c(i));
        const uint32_t elsewhere = m.i32c(999);
        m.begin(main);
        for (uint32_t b = 0; b < graph.size(); ++b) {
            m.begin_block();
            store(numbers[b], numbers[b]);
            for (uint32_t c : convergent)
                if (c == b) m.add(Opcode::fence, m.void_, {});
            const std::vector<uint32_t> &to = graph[b];
            if (to.empty()) {
                m.add(Opcode::ret, m.void_, {});
            } else if (to.size() == 1) {
                m.add(Opcode::br, m.void_, {to[0]});
            } else {
                const uint32_t x = load(elsewhere);
                if (to.size() == 2) {
                    m.add(Opcode::br, m.void_,
                          {to[0], to[1], m.add(Opcode::compare, m.i1, {x, numbers[0]}, 33)});
                } else {
                    std::vector<uint32_t> operands{x, to[0]};
                    for (uint32_t i = 1; i < to.size(); ++i)
                        operands.insert(operands.end(), {numbers[i], to[i]});
                    m.add(Opcode::switch_, m.void_, operands, 0, m.i32);
                }
            }
        }
    }

    // Constructs numbered in order of appearance.
    std::string sketch() const {
        std::ostringstream s;
        std::vector<uint32_t> names;
        const auto name = [&](uint32_t construct) {
            for (size_t i = 0; i < names.size(); ++i)
                if (names[i] == construct) return i + 1;
            names.push_back(construct);
            return names.size();
        };
        for (uint32_t v = ir.functions[0].head; v; v = ir[v].next) {
            const ir::Inst &i = ir[v];
            switch (i.op) {
            case Op::if_: s << "if" << name(v) << " { "; break;
            case Op::else_: s << "} else { "; break;
            case Op::loop: s << "loop" << name(v) << " { "; break;
            case Op::block: s << "block" << name(v) << " { "; break;
            case Op::switch_: s << "switch" << name(v) << " { "; break;
            case Op::case_: s << "case "; break;
            case Op::end_if:
            case Op::end_loop:
            case Op::end_block:
            case Op::end_switch: s << "} "; break;
            case Op::break_: s << "break" << name(i.arg[1]) << ' '; break;
            case Op::continue_: s << "continue" << name(i.arg[1]) << ' '; break;
            case Op::fallthrough: s << "fallthrough "; break;
            case Op::return_: s << "return"; break;
            case Op::unreachable: s << "unreachable "; break;
            case Op::barrier: s << "converge "; break;
            case Op::store_buffer: s << 'b' << ir[i.arg[0]].arg[0] << ' '; break;
            default: break;
            }
        }
        return s.str();
    }
};

std::string sketch(const Graph &graph, std::vector<uint32_t> convergent = {}) {
    Sketched s(graph, std::move(convergent));
    if (failed(s.lower())) return s.diag.text();
    std::string message;
    if (!ir::verify(s.ir, &message)) return message + s.text();
    return s.sketch();
}

TEST(DxilShape, Selections) {
    EXPECT_EQ(sketch({{1}, {}}), "b0 b1 return");
    EXPECT_EQ(sketch({{1, 2}, {2}, {}}), "b0 if1 { b1 break1 } else { break1 } b2 return");
    EXPECT_EQ(sketch({{1, 2}, {3}, {3}, {}}), "b0 if1 { b1 break1 } else { b2 break1 } b3 return");
    // a && b && c
    EXPECT_EQ(sketch({{1, 4}, {2, 4}, {3, 4}, {4}, {}}),
              "b0 if1 { b1 if2 { b2 if3 { b3 break3 } else { break3 } break2 } else { break2 } break1 } "
              "else { break1 } b4 return");
    // (a && b) || c, whose arms cross
    EXPECT_EQ(sketch({{1, 2}, {3, 2}, {3, 4}, {4}, {}}),
              "b0 block1 { block2 { if3 { b1 if4 { break2 } break3 } else { break3 } "
              "b2 if5 { break1 } break2 } b3 break1 } b4 return");
    // Nothing meets: the branch is one to the same block.
    EXPECT_EQ(sketch({{1, 1}, {}}), "b0 b1 return");
    // Unreachable blocks are dropped.
    EXPECT_EQ(sketch({{2}, {2}, {}}), "b0 b2 return");
}

TEST(DxilShape, Returns) {
    EXPECT_EQ(sketch({{1, 2}, {}, {}}), "block1 { b0 if2 { b1 break2 } else { b2 break2 } break1 } return");
    EXPECT_EQ(sketch({{1, 2}, {}, {3, 4}, {4}, {}}), "block1 { b0 if2 { b1 break2 } else { b2 if3 { b3 "
                                                     "break3 } else { break3 } b4 break2 } break1 } return");
}

TEST(DxilShape, Loops) {
    EXPECT_EQ(sketch({{1}, {1, 2}, {}}), "b0 loop1 { b1 if2 { continue1 } break1 } b2 return");
    // Several ways back.
    EXPECT_EQ(sketch({{1}, {2, 4}, {1, 3}, {1}, {}}),
              "b0 loop1 { b1 if2 { break1 } b2 if3 { continue1 } b3 continue1 } b4 return");
    // Two targets, of which one returns early. Lanes meet behind the loop before they part again.
    EXPECT_EQ(sketch({{1}, {2, 4}, {1, 3}, {}, {}}),
              "block1 { b0 loop2 { b1 if3 { break2 } b2 if4 { continue2 } break2 } "
              "if5 { b3 break5 } else { b4 break5 } break1 } return");
    // Out of two loops at once.
    EXPECT_EQ(sketch({{1}, {2}, {3, 5}, {2, 4}, {1}, {}}),
              "b0 loop1 { b1 loop2 { b2 if3 { break2 } b3 if4 { continue2 } break2 } "
              "if5 { break1 } b4 continue1 } b5 return");
    // No way out.
    EXPECT_EQ(sketch({{1}, {1}}), "block1 { b0 loop2 { b1 continue2 } unreachable } unreachable ");
}

TEST(DxilShape, Switches) {
    EXPECT_EQ(sketch({{4, 1, 2, 3}, {4}, {4}, {4}, {}}),
              "b0 switch1 { case break1 case b1 break1 case b2 break1 case b3 break1 } b4 return");
    // Into the next case.
    EXPECT_EQ(
        sketch({{4, 1, 2, 3}, {2}, {4}, {4}, {}}),
        "b0 switch1 { case break1 case block2 { b1 break2 } fallthrough case b2 break1 case b3 break1 } "
        "b4 return");
    // A case that continues the loop around, one that leaves it.
    EXPECT_EQ(
        sketch({{1}, {3, 1, 4, 2}, {3}, {1}, {}}),
        "b0 loop1 { b1 switch2 { case break2 case continue1 case break1 case b2 break2 } b3 continue1 } "
        "b4 return");
}

// What runs once in the source is never run by some lanes first and others later: code on the way out of a
// loop stands behind it, unless the graph has it inside.
TEST(DxilShape, LanesMeetWhereTheGraphLetsThem) {
    // if (leave) { once(); break; }
    EXPECT_EQ(sketch({{1}, {2, 3}, {4}, {1, 4}, {}}, {2}),
              "b0 loop1 { b1 if2 { break1 } b3 if3 { continue1 } break1 } "
              "if4 { b2 converge break4 } else { break4 } b4 return");
    // The same with the compiler's guard, a branch back that is never taken: in each turn, for those who
    // leave.
    EXPECT_EQ(sketch({{1}, {2, 3}, {4, 3}, {1, 4}, {}}, {2}),
              "b0 loop1 { b1 if2 { b2 converge if3 { break1 } break2 } else { break2 } "
              "b3 if4 { continue1 } break1 } b4 return");
    // Behind both arms of a branch, not in them.
    EXPECT_EQ(sketch({{1, 2}, {3}, {3}, {}}, {3}),
              "b0 if1 { b1 break1 } else { b2 break1 } b3 converge return");
}

// dx.break.cond: a constant that must not be known before it is settled what the loop holds.
TEST(DxilShape, GuardOfABreakFoldsLate) {
    Shader s;
    Model &m = s.model;
    const uint32_t zero = m.i32c(0), one = m.i32c(1), two = m.i32c(2), three = m.i32c(3), four = m.i32c(4);
    const uint32_t guard = m.variable(1);
    m.module().variables.back().constant = true;
    m.begin(s.main);
    m.begin_block();
    m.add(Opcode::br, m.void_, {1});
    m.begin_block();
    s.store(one, one);
    const uint32_t leave = m.add(Opcode::compare, m.i1, {s.load(four), zero}, 33);
    m.add(Opcode::br, m.void_, {2, 3, leave});
    m.begin_block();
    m.add(Opcode::fence, m.void_, {});
    s.store(two, two);
    const uint32_t at =
        m.add(Opcode::gep, m.i32_pointer, {guard, zero, zero}, 0, m.module().variables.back().value_type);
    const uint32_t always = m.add(Opcode::compare, m.i1, {m.add(Opcode::load, m.i32, {at}), zero}, 32);
    m.add(Opcode::br, m.void_, {4, 3, always});
    m.begin_block();
    s.store(three, three);
    m.add(Opcode::br, m.void_, {1});
    m.begin_block();
    m.add(Opcode::ret, m.void_, {});
    ASSERT_EQ(s.lower(), Result::ok) << s.diag.text();
    passes::PassOptions options;
    options.verify = true;
    ASSERT_EQ(passes::run(s.ir, options, s.diag), Result::ok) << s.diag.text();
    unsigned loops = 0, inside = 0, barriers = 0, tests = 0;
    for (uint32_t v = s.ir.functions[0].head; v; v = s.ir[v].next) {
        const Op op = s.ir[v].op;
        loops += op == Op::loop;
        loops -= op == Op::end_loop;
        tests += op == Op::if_;
        if (op == Op::barrier) {
            ++barriers;
            inside += loops;
        }
    }
    EXPECT_EQ(barriers, 1u) << s.text();
    EXPECT_EQ(inside, 1u) << s.text();
    EXPECT_EQ(tests, 1u) << s.text(); // the guard is gone
}

// [branch], [flatten], [loop] and [unroll] are metadata of branches; that of a loop is on the one that goes
// back.
TEST(DxilShape, HintsOfTheSource) {
    Sketched s({{1}, {1, 2}, {3, 4}, {4}, {5, 6}, {6}, {}});
    Model &m = s.model;
    dxil::Module &d = m.module();
    d.kinds.push("dx.controlflow.hints");
    d.kinds.push("llvm.loop");
    const auto at_end_of = [&](uint32_t block) { return d.block_starts[block + 1] - 1; };
    const auto attach = [&](uint32_t block, uint32_t kind, uint32_t node) {
        d.attachments.push({at_end_of(block), kind, node - 1});
        ++m.of(s.main).attachments.count;
    };
    const std::vector<uint32_t> disable{m.metadata_string("llvm.loop.unroll.disable")};
    attach(1, 1, m.node(std::vector{0u, m.node(disable)}));
    const uint32_t name = m.metadata_string("dx.controlflow.hints");
    attach(2, 0, m.node(std::vector{0u, name, m.metadata_value(m.i32c(1))}));
    attach(4, 0, m.node(std::vector{0u, name, m.metadata_value(m.i32c(2))}));
    ASSERT_EQ(s.lower(), Result::ok) << s.diag.text();
    std::vector<uint8_t> ifs;
    for (uint32_t v = s.ir.functions[0].head; v; v = s.ir[v].next) {
        if (s.ir[v].op == Op::loop) {
            EXPECT_EQ(s.ir[v].flags, ir::flag::dont_unroll);
        }
        if (s.ir[v].op == Op::if_) ifs.push_back(s.ir[v].flags);
    }
    EXPECT_EQ(ifs, (std::vector<uint8_t>{0, ir::flag::dont_flatten, ir::flag::flatten}));
}

// Depth grows with the logarithm of the size, code with the size.
TEST(DxilShape, LongChains) {
    const auto measure = [](const Graph &graph) {
        Sketched s(graph);
        EXPECT_EQ(s.lower(), Result::ok) << s.diag.text();
        std::string message;
        EXPECT_TRUE(ir::verify(s.ir, &message)) << message;
        return s.ir.insts.size();
    };
    const auto chain = [](uint32_t n, auto successors) {
        Graph g;
        for (uint32_t b = 0; b < n; ++b)
            g.push_back(successors(b));
        g.push_back({});
        return g;
    };
    const auto grows_linearly = [&](auto graph) {
        const double small = static_cast<double>(measure(graph(400))),
                     large = static_cast<double>(measure(graph(4000)));
        EXPECT_LT(large / small, 11);
    };
    // if (a) return; if (b) return; ...
    grows_linearly([&](uint32_t n) {
        return chain(n, [n](uint32_t b) -> std::vector<uint32_t> { return {n, b + 1}; });
    });
    // if (a) ...; if (b) ...; ...
    grows_linearly([&](uint32_t n) {
        return chain(n & ~1u, [](uint32_t b) -> std::vector<uint32_t> {
            return b & 1 ? std::vector<uint32_t>{b + 1} : std::vector<uint32_t>{b + 1, b + 2};
        });
    });
    // Loop behind loop.
    grows_linearly([&](uint32_t n) {
        return chain(n, [](uint32_t b) -> std::vector<uint32_t> {
            return b ? std::vector<uint32_t>{b, b + 1} : std::vector<uint32_t>{1};
        });
    });
    // if (a) break; if (b) break; ... in one loop
    grows_linearly([&](uint32_t n) {
        return chain(n, [n](uint32_t b) -> std::vector<uint32_t> {
            if (!b) return {1};
            return b + 1 == n ? std::vector<uint32_t>{1, n} : std::vector<uint32_t>{n, b + 1};
        });
    });
}

// --- refused
// --------------------------------------------------------------------------------------------------------------

std::string refused(const Graph &graph) {
    Sketched s(graph);
    EXPECT_EQ(s.lower(), Result::invalid_shader);
    return s.diag.text();
}

TEST(DxilRefuse, ControlFlow) {
    EXPECT_NE(refused({{1, 2}, {2, 3}, {1}, {}}).find("Irreducible control flow: the loop from block"),
              std::string::npos);
    EXPECT_NE(refused({{1}, {0}}).find("leads to the first block"), std::string::npos);
    // Merges within merges.
    Graph deep;
    constexpr uint32_t n = 600;
    for (uint32_t b = 0; b < n; ++b)
        deep.push_back({b + 1, 2 * n - b});
    for (uint32_t b = n; b < 2 * n; ++b)
        deep.push_back({b + 1});
    deep.push_back({});
    EXPECT_NE(refused(deep).find("nests too deeply"), std::string::npos);
}

TEST(DxilRefuse, ValuesThatNeedNotHaveBeenMade) {
    const auto text = [](unsigned kind) {
        Shader s;
        Model &m = s.model;
        const uint32_t zero = m.i32c(0), one = m.i32c(1);
        const uint32_t nine = m.i32c(9);
        m.begin(s.main);
        m.begin_block();
        const uint32_t x = s.load(nine);
        // Of the block itself, further down.
        if (kind == 1) m.add(Opcode::binary, m.i32, {m.next_value() + 1, one}, 0);
        m.add(Opcode::binary, m.i32, {x, one}, 0);
        const uint32_t condition = m.add(Opcode::compare, m.i1, {x, zero}, 33);
        m.add(Opcode::br, m.void_, {1, 2, condition});
        m.begin_block();
        const uint32_t made = m.add(Opcode::binary, m.i32, {x, one}, 0);
        m.add(Opcode::br, m.void_, {3});
        m.begin_block();
        // Of the other arm.
        if (kind == 2) m.add(Opcode::binary, m.i32, {made, one}, 0);
        m.add(Opcode::br, m.void_, {3});
        m.begin_block();
        if (kind == 3) m.add(Opcode::phi, m.i32, {zero, 1, made, 2});
        if (kind == 4) m.add(Opcode::phi, m.i32, {zero, 1});
        if (kind == 5) m.add(Opcode::phi, m.i32, {zero, 1, one, 2, one, 0});
        if (kind == 6) m.add(Opcode::phi, m.i32, {zero, 1, one, 2, one, 1});
        // Of one arm only.
        s.store(zero, kind == 7 ? made : one);
        if (kind == 8) m.add(Opcode::phi, m.i32, {zero, 1, one, 2});
        m.add(Opcode::ret, m.void_, {});
        if (!kind) {
            EXPECT_EQ(s.lower(), Result::ok) << s.diag.text();
            return s.diag.text();
        }
        EXPECT_EQ(s.lower(), Result::invalid_shader) << kind;
        return s.diag.text();
    };
    EXPECT_EQ(text(0), "");
    for (unsigned kind : {1, 2, 3, 7})
        EXPECT_NE(text(kind).find("uses a value that need not have been made"), std::string::npos)
            << kind << text(kind);
    EXPECT_NE(text(4).find("has no value for block 2"), std::string::npos);
    EXPECT_NE(text(5).find("has values for other blocks"), std::string::npos);
    EXPECT_NE(text(6).find("has two values for block 1"), std::string::npos);
    EXPECT_NE(text(8).find("stands behind other instructions"), std::string::npos);
}

TEST(DxilRefuse, ConversionsOfOtherKinds) {
    // Conversions by their numbers, from and to i1, i32 and float. Integers cannot shrink or grow to their
    // own width.
    const auto allowed = [](unsigned op, unsigned from, unsigned to) {
        switch (op) {
        case 0: return from == 1 && to == 0; // trunc
        case 1:
        case 2: return from == 0 && to == 1; // zext, sext
        case 3:
        case 4: return from == 2 && to < 2; // fptoui, fptosi
        case 5:
        case 6: return from < 2 && to == 2; // uitofp, sitofp
        default: return false;              // fptrunc, fpext: there is one width of float
        }
    };
    for (unsigned op = 0; op < 9; ++op)
        for (unsigned from = 0; from < 3; ++from)
            for (unsigned to = 0; to < 3; ++to) {
                Shader s;
                Model &m = s.model;
                const uint32_t types[] = {m.i1, m.i32, m.f32};
                const uint32_t zero = m.i32c(0), x = m.constant(types[from], 0);
                m.begin(s.main);
                m.begin_block();
                s.store(zero, zero);
                m.add(Opcode::cast, types[to], {x}, op);
                m.add(Opcode::ret, m.void_, {});
                EXPECT_EQ(s.lower() == Result::ok, allowed(op, from, to))
                    << op << from << to << s.diag.text();
            }
}

TEST(DxilRefuse, Recursion) {
    Shader s;
    Model &m = s.model;
    const uint32_t zero = m.i32c(0);
    const uint32_t parameter[] = {m.i32};
    const uint32_t f = m.function("f", m.function_type(m.i32, parameter));
    m.begin(f);
    m.begin_block();
    m.add(Opcode::ret, m.void_, {s.call(f, m.argument(0))});
    m.begin(s.main);
    m.begin_block();
    s.store(zero, s.call(f, zero));
    m.add(Opcode::ret, m.void_, {});
    EXPECT_EQ(s.lower(), Result::invalid_shader);
    EXPECT_NE(s.diag.text().find("Calls nest too deeply or recur"), std::string::npos);
}

} // namespace
