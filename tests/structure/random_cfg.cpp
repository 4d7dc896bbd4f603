#include "random_cfg.h"

#include <algorithm>
#include <sstream>

namespace weft::structure_test {

using dxil::Opcode;
using dxil::TypeKind;

namespace {

constexpr uint32_t nowhere = ~0u;
enum Binary : unsigned { op_add = 0, op_sub = 1, op_mul = 2, op_and = 10, op_or = 11, op_xor = 12 };
enum Predicate : unsigned { eq = 32, ne = 33, ugt = 34, ult = 36, slt = 40 };
constexpr uint32_t turns = 24;

} // namespace

// --- Model
// -------------------------------------------------------------------------------------------------------------

Model::Model(Arena &arena) : arena_(arena), m_(arena, 4096) {
    void_ = type(TypeKind::void_, 0, {});
    i1 = type(TypeKind::integer, 1, {});
    i8 = type(TypeKind::integer, 8, {});
    i32 = type(TypeKind::integer, 32, {});
    f32 = type(TypeKind::float_, 0, {});
    i32_pointer = pointer(i32);
}

uint32_t Model::type(TypeKind kind, uint64_t size, std::span<const uint32_t> list) {
    dxil::Type t;
    t.kind = kind;
    t.size = size;
    t.first = static_cast<uint32_t>(m_.type_lists.size());
    t.count = static_cast<uint32_t>(list.size());
    m_.type_lists.append(list);
    m_.types.push(t);
    return static_cast<uint32_t>(m_.types.size() - 1);
}

uint32_t Model::string(const std::string &text) {
    m_.strings.push(arena_.copy(std::string_view(text)));
    return static_cast<uint32_t>(m_.strings.size() - 1);
}

uint32_t Model::pointer(uint32_t t) {
    const uint32_t list[] = {t};
    return type(TypeKind::pointer, 0, list);
}

uint32_t Model::function_type(uint32_t result, std::span<const uint32_t> parameters) {
    std::vector<uint32_t> list{result};
    list.insert(list.end(), parameters.begin(), parameters.end());
    return type(TypeKind::function, 0, list);
}

uint32_t Model::constant(uint32_t t, uint64_t bits) {
    auto [it, fresh] = constants_.try_emplace({t, bits}, 0);
    if (fresh) {
        dxil::Constant c;
        c.kind = dxil::ConstantKind::integer;
        c.type = t;
        c.bits = bits;
        it->second = globals();
        m_.global_values.push({dxil::ValueKind::constant, t, static_cast<uint32_t>(m_.constants.size())});
        m_.constants.push(c);
    }
    return it->second;
}

uint32_t Model::undefined(uint32_t t) {
    dxil::Constant c;
    c.kind = dxil::ConstantKind::undef;
    c.type = t;
    m_.global_values.push({dxil::ValueKind::constant, t, static_cast<uint32_t>(m_.constants.size())});
    m_.constants.push(c);
    return globals() - 1;
}

uint32_t Model::variable(uint32_t elements) {
    const uint32_t element[] = {i32};
    const uint32_t array = type(TypeKind::array, elements, element);
    dxil::Variable v;
    v.value_type = array;
    m_.global_values.push(
        {dxil::ValueKind::variable, pointer(array), static_cast<uint32_t>(m_.variables.size())});
    m_.variables.push(v);
    return globals() - 1;
}

uint32_t Model::function(const std::string &name, uint32_t t) {
    dxil::Function f;
    f.type = t;
    f.value = globals();
    m_.global_values.push(
        {dxil::ValueKind::function, pointer(t), static_cast<uint32_t>(m_.functions.size()), string(name)});
    m_.functions.push(f);
    return f.value;
}

void Model::begin(uint32_t function) {
    fn_ = &of(function);
    dxil::Function &f = *fn_;
    const auto start = [](const auto &table) { return dxil::Range{static_cast<uint32_t>(table.size()), 0}; };
    f.is_declaration = false;
    f.instructions = start(m_.instructions);
    f.blocks = start(m_.block_starts);
    f.values = start(m_.local_values);
    const dxil::Type &t = m_.types[f.type];
    f.argument_count = t.count - 1;
    for (uint32_t i = 0; i < f.argument_count; ++i) {
        m_.local_values.push({dxil::ValueKind::argument, m_.element(t, i + 1), i});
        ++f.values.count;
    }
}

uint32_t Model::add(Opcode opcode, uint32_t t, std::span<const uint32_t> operands, unsigned sub,
                    uint32_t aux) {
    dxil::Instruction ins{opcode};
    ins.sub = static_cast<uint8_t>(sub);
    ins.type = t;
    ins.aux = aux;
    ins.first = static_cast<uint32_t>(m_.operands.size());
    ins.count = static_cast<uint32_t>(operands.size());
    m_.operands.append(operands);
    if (t != void_) {
        ins.value = next_value();
        m_.local_values.push(
            {dxil::ValueKind::instruction, t, static_cast<uint32_t>(m_.instructions.size())});
        ++fn_->values.count;
    }
    m_.instructions.push(ins);
    ++fn_->instructions.count;
    return ins.value;
}

uint32_t Model::node(std::span<const uint32_t> operands) {
    m_.metadata.push({dxil::MetadataKind::node, false, 0, static_cast<uint32_t>(m_.node_operands.size()),
                      static_cast<uint32_t>(operands.size())});
    m_.node_operands.append(operands);
    return m_.global_metadata = static_cast<uint32_t>(m_.metadata.size());
}

uint32_t Model::metadata_value(uint32_t value) {
    m_.metadata.push({dxil::MetadataKind::value, false, 0, value, m_.global_values[value].type});
    return m_.global_metadata = static_cast<uint32_t>(m_.metadata.size());
}

uint32_t Model::metadata_string(const char *text) {
    m_.metadata.push({dxil::MetadataKind::string, false, 0, string(text), 0});
    return m_.global_metadata = static_cast<uint32_t>(m_.metadata.size());
}

void Model::name(const char *name, std::span<const uint32_t> nodes) {
    m_.named.push(
        {name, static_cast<uint32_t>(m_.node_operands.size()), static_cast<uint32_t>(nodes.size())});
    m_.node_operands.append(nodes);
}

// --- RandomFunction
// ----------------------------------------------------------------------------------------------------

RandomFunction::RandomFunction(uint32_t seed, const Shape &shape) : shape_(shape), rng_(seed) {
    make_graph();
    make_code();
}

// Ways forward lead to later blocks, ways back to dominators: every reducible graph is of that form.
void RandomFunction::make_graph() {
    const uint32_t n = shape_.blocks;
    blocks_.resize(n);
    back_to_.assign(n, nowhere);
    for (uint32_t b = 0; b + 1 < n; ++b) {
        Block &block = blocks_[b];
        // Mostly near: so that shapes nest.
        const auto later = [&] {
            return b + 1 + (chance(60) ? below(std::min(3u, n - b - 1)) : below(n - b - 1));
        };
        const unsigned kind = below(100);
        if (shape_.early_returns && kind < 6 && b > 1) continue;
        if (kind < 28) {
            block.successors = {later()};
        } else if (kind < 84 || !shape_.switches) {
            block.successors = {later(), later()};
        } else {
            for (uint32_t k = 2 + below(4); k--;)
                block.successors.push_back(later());
        }
    }
    // Each block is entered from somewhere before it.
    std::vector<bool> entered(n);
    for (const Block &b : blocks_)
        for (uint32_t s : b.successors)
            entered[s] = true;
    for (uint32_t b = 1; b < n; ++b)
        if (!entered[b]) blocks_[below(b)].successors.push_back(b);
    for (Block &b : blocks_)
        for (size_t i = 1; i < b.successors.size(); ++i)
            b.labels.push_back(static_cast<uint32_t>(i - 1) * (chance(20) ? 1000 : 1) +
                               (i > 1 ? b.labels.back() + 1 : 0));
    for (uint32_t b = 0; b < n; ++b) {
        std::vector<uint32_t> &s = blocks_[b].successors;
        for (uint32_t to : s)
            blocks_[to].predecessors.push_back(b);
    }
    for (uint32_t b = 0; b < n; ++b) {
        std::vector<bool> &d = blocks_[b].dominators;
        d.assign(n, b != 0);
        for (uint32_t p : blocks_[b].predecessors)
            for (uint32_t k = 0; k < n; ++k)
                d[k] = d[k] && blocks_[p].dominators[k];
        d[b] = true;
    }
    for (unsigned i = 0; i < shape_.back_edges; ++i) {
        const uint32_t b = 1 + below(n - 1);
        std::vector<uint32_t> headers;
        for (uint32_t k = 1; k < n; ++k)
            if (blocks_[b].dominators[k]) headers.push_back(k);
        if (headers.empty() || blocks_[b].successors.empty() || back_to_[b] != nowhere) continue;
        const uint32_t h = headers[below(static_cast<uint32_t>(headers.size()))];
        back_to_[b] = h;
        blocks_[b].successors = {h, blocks_[b].successors[0]};
        blocks_[b].labels = {0};
        blocks_[h].predecessors.push_back(b);
    }
    // Ways that the last step took away.
    for (Block &b : blocks_)
        b.predecessors.clear();
    for (uint32_t b = 0; b < n; ++b) {
        std::vector<uint32_t> to = blocks_[b].successors;
        std::sort(to.begin(), to.end());
        to.erase(std::unique(to.begin(), to.end()), to.end());
        for (uint32_t s : to)
            blocks_[s].predecessors.push_back(b);
    }
    find_loops();
}

void RandomFunction::find_loops() {
    for (uint32_t b = 0; b < blocks_.size(); ++b) {
        if (back_to_[b] == nowhere) continue;
        std::vector<bool> inside(blocks_.size());
        inside[back_to_[b]] = true;
        std::vector<uint32_t> work{b};
        while (!work.empty()) {
            const uint32_t at = work.back();
            work.pop_back();
            if (inside[at]) continue;
            inside[at] = true;
            work.insert(work.end(), blocks_[at].predecessors.begin(), blocks_[at].predecessors.end());
        }
        for (uint32_t k = 0; k < blocks_.size(); ++k)
            if (inside[k]) blocks_[k].loops.push_back(b);
    }
}

RandomFunction::Operand RandomFunction::emit(uint32_t block, Opcode opcode, unsigned sub,
                                             std::vector<Operand> operands, bool available) {
    Ins ins;
    ins.opcode = opcode;
    ins.sub = sub;
    ins.operands = std::move(operands);
    ins.id = opcode == Opcode::store ? 0 : next_id_++;
    blocks_[block].body.push_back(ins);
    if (available) blocks_[block].values.push_back(ins.id);
    return {false, ins.id};
}

// Made in a dominator; at the end of a block its own values as well.
RandomFunction::Operand RandomFunction::any_value(uint32_t block, bool at_end, uint32_t user) {
    if (chance(10)) return constant(below(1000));
    std::vector<uint32_t> all{0};
    for (uint32_t b = 0; b < blocks_.size(); ++b)
        if (blocks_[block].dominators[b] && (b != block || at_end) &&
            (shape_.values_leave_loops ||
             std::includes(blocks_[user].loops.begin(), blocks_[user].loops.end(), blocks_[b].loops.begin(),
                           blocks_[b].loops.end())))
            all.insert(all.end(), blocks_[b].values.begin(), blocks_[b].values.end());
    return {false, all[below(static_cast<uint32_t>(all.size()))]};
}

void RandomFunction::make_code() {
    const auto n = static_cast<uint32_t>(blocks_.size());
    trace_ = emit(0, Opcode::alloca_, 0, {}, false).n;
    fuel_ = emit(0, Opcode::alloca_, 0, {}, false).n;
    emit(0, Opcode::store, 0, {{false, trace_}, constant(1)}, false);
    emit(0, Opcode::store, 0, {{false, fuel_}, constant(turns)}, false);
    for (uint32_t b = 1; b < n; ++b)
        for (unsigned k = below(3); k--;) {
            Ins phi;
            phi.opcode = Opcode::phi;
            phi.id = next_id_++;
            blocks_[b].phis.push_back(phi);
            blocks_[b].values.push_back(phi.id);
        }
    for (uint32_t b = 0; b < n; ++b) {
        Block &block = blocks_[b];
        constexpr unsigned ops[] = {op_add, op_sub, op_mul, op_and, op_or, op_xor};
        for (unsigned k = 1 + below(3); k--;)
            emit(b, Opcode::binary, ops[below(6)], {any_value(b, true), any_value(b, true)});
        // trace = trace * 33 + block + value
        const Operand old = emit(b, Opcode::load, 0, {{false, trace_}}, false);
        const Operand scaled = emit(b, Opcode::binary, op_mul, {old, constant(33)}, false);
        const Operand here = emit(b, Opcode::binary, op_add, {any_value(b, true), constant(b)}, false);
        const Operand now = emit(b, Opcode::binary, op_add, {scaled, here}, chance(30));
        emit(b, Opcode::store, 0, {{false, trace_}, now}, false);
        if (block.successors.size() < 2) continue;
        const Operand mixed = emit(b, Opcode::binary, op_xor, {now, {false, 0}}, false);
        // Some low bits, from the middle of the word.
        const Operand shifted = emit(b, Opcode::binary, 8, {mixed, constant(3 + below(5))}, false);
        if (back_to_[b] != nowhere) {
            const Operand fuel = emit(b, Opcode::load, 0, {{false, fuel_}}, false);
            const Operand less = emit(b, Opcode::binary, op_sub, {fuel, constant(1)}, false);
            emit(b, Opcode::store, 0, {{false, fuel_}, less}, false);
            const Operand enough = emit(b, Opcode::compare, slt, {constant(0), fuel}, false);
            const Operand bit = emit(b, Opcode::binary, op_and, {shifted, constant(3)}, false);
            const Operand wanted = emit(b, Opcode::compare, ne, {bit, constant(0)}, false);
            block.condition = emit(b, Opcode::binary, op_and, {enough, wanted}, false);
        } else if (block.successors.size() == 2) {
            const Operand bit = emit(b, Opcode::binary, op_and, {shifted, constant(1)}, false);
            block.condition = emit(b, Opcode::compare, eq, {bit, constant(0)}, false);
        } else {
            block.condition = emit(b, Opcode::binary, op_and, {shifted, constant(7)}, false);
        }
    }
    for (uint32_t b = 0; b < n; ++b)
        for (Ins &phi : blocks_[b].phis)
            for (uint32_t p : blocks_[b].predecessors) {
                phi.operands.push_back(any_value(p, true, b));
                phi.blocks.push_back(p);
            }
}

void RandomFunction::declare(Model &m, const std::string &name) {
    for (uint32_t c : constants_)
        m.i32c(c);
    for (const Block &b : blocks_)
        for (uint32_t label : b.labels)
            m.i32c(label);
    m.i32c(1);
    const uint32_t parameter[] = {m.i32};
    value_ = m.function(name, m.function_type(m.i32, parameter));
}

void RandomFunction::define(Model &m) {
    const auto n = static_cast<uint32_t>(blocks_.size());
    // Where each block stands, and which values come before it.
    std::vector<uint32_t> order(n), position(n);
    for (uint32_t b = 0; b < n; ++b)
        order[b] = b;
    if (shape_.shuffled) std::shuffle(order.begin() + 1, order.end(), rng_);
    for (uint32_t b = 0; b < n; ++b)
        position[order[b]] = b;
    m.begin(value_);
    std::vector<uint32_t> number(next_id_);
    uint32_t next = m.next_value();
    number[0] = m.argument(0);
    const auto is_return = [&](uint32_t b) { return blocks_[b].successors.empty(); };
    for (uint32_t b : order) {
        for (const Ins &i : blocks_[b].phis)
            number[i.id] = next++;
        for (const Ins &i : blocks_[b].body)
            if (i.opcode != Opcode::store) number[i.id] = next++;
        if (is_return(b)) ++next; // its last look at the trace
    }
    const auto value = [&](const Operand &o) { return o.constant ? m.i32c(o.n) : number[o.n]; };
    for (uint32_t b : order) {
        const Block &block = blocks_[b];
        m.begin_block();
        for (const Ins &i : block.phis) {
            std::vector<uint32_t> operands;
            for (size_t k = 0; k < i.operands.size(); ++k) {
                operands.push_back(value(i.operands[k]));
                operands.push_back(position[i.blocks[k]]);
            }
            m.add(Opcode::phi, m.i32, operands);
        }
        std::vector<bool> is_bool(next_id_);
        for (const Ins &i : block.body) {
            std::vector<uint32_t> operands;
            for (const Operand &o : i.operands)
                operands.push_back(value(o));
            bool truth = i.opcode == Opcode::compare;
            for (const Operand &o : i.operands)
                truth |= i.opcode == Opcode::binary && !o.constant && is_bool[o.n];
            is_bool[i.id] = truth;
            if (i.opcode == Opcode::alloca_)
                m.add(i.opcode, m.i32_pointer, {m.i32c(1)}, 0, m.i32);
            else
                m.add(i.opcode, i.opcode == Opcode::store ? m.void_ : truth ? m.i1 : m.i32, operands, i.sub);
        }
        if (is_return(b)) {
            const uint32_t trace = m.add(Opcode::load, m.i32, {number[trace_]});
            m.add(Opcode::ret, m.void_, {trace});
        } else if (block.successors.size() == 1) {
            m.add(Opcode::br, m.void_, {position[block.successors[0]]});
        } else if (block.successors.size() == 2) {
            m.add(Opcode::br, m.void_,
                  {position[block.successors[0]], position[block.successors[1]], value(block.condition)});
        } else {
            std::vector<uint32_t> operands{value(block.condition), position[block.successors[0]]};
            for (size_t i = 1; i < block.successors.size(); ++i) {
                operands.push_back(m.i32c(block.labels[i - 1]));
                operands.push_back(position[block.successors[i]]);
            }
            m.add(Opcode::switch_, m.void_, operands, 0, m.i32);
        }
    }
}

std::string RandomFunction::text() const {
    std::ostringstream s;
    for (size_t b = 0; b < blocks_.size(); ++b) {
        s << b << " ->";
        for (uint32_t to : blocks_[b].successors)
            s << ' ' << to;
        s << '\n';
    }
    return s.str();
}

// --- Reference
// -----------------------------------------------------------------------------------------------------------

bool Reference::run(uint32_t function, std::span<const uint32_t> arguments, uint32_t *result,
                    unsigned depth) {
    const dxil::Function &f = m_.functions[m_.global_values[function].index];
    const auto globals = static_cast<uint32_t>(m_.global_values.size());
    if (depth > 8) return false;
    std::vector<uint32_t> values(f.values.count), memory;
    std::copy(arguments.begin(), arguments.end(), values.begin());
    const auto get = [&](uint32_t v) {
        return v < globals ? static_cast<uint32_t>(m_.constants[m_.global_values[v].index].bits)
                           : values[v - globals];
    };
    uint32_t block = 0, from = nowhere;
    for (;;) {
        const uint32_t begin = m_.block_starts[f.blocks.first + block];
        std::vector<uint32_t> phis;
        uint32_t i = begin, to = nowhere;
        for (; m_.instructions[i].opcode == Opcode::phi; ++i) {
            const dxil::Instruction &phi = m_.instructions[i];
            bool found = false;
            for (uint32_t k = 0; k < phi.count && !found; k += 2)
                if ((found = m_.operands[phi.first + k + 1] == from))
                    phis.push_back(get(m_.operands[phi.first + k]));
            if (!found) return false;
        }
        for (uint32_t k = 0; k < phis.size(); ++k)
            values[m_.instructions[begin + k].value - globals] = phis[k];
        for (; to == nowhere; ++i) {
            if (++steps_ > 200000) return false;
            const dxil::Instruction &ins = m_.instructions[i];
            const auto operand = [&](uint32_t k) { return m_.operands[ins.first + k]; };
            const auto a = [&](uint32_t k) { return get(operand(k)); };
            uint32_t r = 0;
            switch (ins.opcode) {
            case Opcode::binary:
                switch (ins.sub) {
                case op_add: r = a(0) + a(1); break;
                case op_sub: r = a(0) - a(1); break;
                case op_mul: r = a(0) * a(1); break;
                case 8: r = a(0) >> a(1); break;
                case op_and: r = a(0) & a(1); break;
                case op_or: r = a(0) | a(1); break;
                case op_xor: r = a(0) ^ a(1); break;
                default: return false;
                }
                break;
            case Opcode::compare:
                switch (ins.sub) {
                case eq: r = a(0) == a(1); break;
                case ne: r = a(0) != a(1); break;
                case ugt: r = a(0) > a(1); break;
                case ult: r = a(0) < a(1); break;
                case slt: r = static_cast<int32_t>(a(0)) < static_cast<int32_t>(a(1)); break;
                default: return false;
                }
                break;
            case Opcode::alloca_:
                r = static_cast<uint32_t>(memory.size());
                memory.push_back(0);
                break;
            case Opcode::load: r = memory[a(0)]; break;
            case Opcode::store: memory[a(0)] = a(1); break;
            case Opcode::call: {
                std::vector<uint32_t> passed;
                for (uint32_t k = 1; k < ins.count; ++k)
                    passed.push_back(a(k));
                if (!run(operand(0), passed, &r, depth + 1)) return false;
                break;
            }
            case Opcode::ret:
                if (ins.count) *result = a(0);
                return true;
            case Opcode::br: to = ins.count == 1 || a(2) ? operand(0) : operand(1); break;
            case Opcode::switch_:
                to = operand(1);
                for (uint32_t k = 2; k < ins.count; k += 2)
                    if (a(k) == a(0)) to = operand(k + 1);
                break;
            default: return false;
            }
            if (ins.value != dxil::none) values[ins.value - globals] = r;
        }
        from = block;
        block = to;
    }
}

} // namespace weft::structure_test
