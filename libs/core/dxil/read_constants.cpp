#include "core/dxil/module_reader.h"

namespace weft::dxil {

namespace {

constexpr uint32_t set_type = 1;
constexpr uint32_t in_progress = none;
constexpr uint32_t max_size = 1u << 30;
// Lowering follows aggregates down by recursion.
constexpr size_t max_constant_depth = 64;

constexpr bool is_integer(TypeKind k) {
    return k == TypeKind::integer;
}
} // namespace

bool ModuleReader::constants(Function *function) {
    if (function ? m_.instructions.size() > function->instructions.first : functions_started_)
        return fail(code::dxil_constant, "Constants come after code");
    // The type to start with is i32; every writer sets one all the same.
    uint32_t type = none;
    const auto first = static_cast<uint32_t>(m_.constants.size());
    const bool read = each([&](const Record &r) {
        if (r.code == set_type) {
            uint64_t id;
            if (!take(&id) || !valid_type(id)) return false;
            type = static_cast<uint32_t>(id);
            const TypeKind kind = m_.types[type].kind;
            if (kind == TypeKind::void_ || kind == TypeKind::function || kind == TypeKind::label)
                return fail(code::dxil_constant, "Constants cannot be of type %u", type);
            return true;
        }
        if (type == none) return fail(code::dxil_constant, "A constant has no type");
        Constant c;
        c.type = type;
        if (!constant(r, type, &c)) return false;
        const Value v{ValueKind::constant, type, static_cast<uint32_t>(m_.constants.size())};
        m_.constants.push(c);
        if (function) {
            add_local(v);
            ++function->constant_count;
        } else {
            m_.global_values.push(v);
        }
        return true;
    });
    return read && (!function || finish_constants(function, first));
}

bool ModuleReader::constant(const Record &r, uint32_t type, Constant *c) {
    const Type &t = m_.types[type];
    c->kind = static_cast<ConstantKind>(r.code);
    // The operands of an expression: pairs of type and value.
    const auto operand = [&](uint32_t expected, uint64_t value) {
        if (value >= none) return fail(code::dxil_constant, "A constant refers to a value out of range");
        const Expectation e{static_cast<uint32_t>(value), expected, bit_};
        if (expected != none) (fn_ ? expectations_ : global_expectations_).push(e);
        m_.operands.push(e.value);
        return true;
    };
    c->first = static_cast<uint32_t>(m_.operands.size());
    const auto done = [&] {
        c->count = static_cast<uint32_t>(m_.operands.size()) - c->first;
        c->size = 0; // finish_constants() counts
        return true;
    };
    const auto wrong_type = [&] {
        return fail(code::dxil_constant, "Constant record %u does not fit type %u", r.code, type);
    };
    switch (c->kind) {
    case ConstantKind::null:
    case ConstantKind::undef: return true;
    case ConstantKind::integer: {
        uint64_t v;
        if (!is_integer(t.kind)) return wrong_type();
        if (!take(&v)) return false;
        c->bits = static_cast<uint64_t>(decode_signed(v));
        if (t.size < 64) c->bits &= (uint64_t{1} << t.size) - 1;
        return true;
    }
    case ConstantKind::floating:
        if (!is_floating(t.kind)) return wrong_type();
        return take(&c->bits);
    case ConstantKind::aggregate: {
        const bool list = t.kind == TypeKind::array || t.kind == TypeKind::vector;
        if ((!list && t.kind != TypeKind::structure) || r.size() != (list ? t.size : t.count))
            return wrong_type();
        for (size_t i = 0; i < r.size(); ++i)
            if (!operand(m_.element(t, list ? 0 : static_cast<uint32_t>(i)), r[i])) return false;
        return done();
    }
    case ConstantKind::string:
    case ConstantKind::cstring:
    case ConstantKind::data: {
        const bool zero = c->kind == ConstantKind::cstring;
        if ((t.kind != TypeKind::array && t.kind != TypeKind::vector) || r.size() + zero != t.size)
            return wrong_type();
        const TypeKind element = m_.types[m_.element(t)].kind;
        if (!is_integer(element) && !is_floating(element)) return wrong_type();
        c->first = static_cast<uint32_t>(m_.words.size());
        m_.words.append(r.ops);
        if (zero) m_.words.push(0);
        c->count = static_cast<uint32_t>(t.size);
        c->size = std::min<uint32_t>(c->count + 1, max_size);
        return true;
    }
    case ConstantKind::binary: {
        uint64_t op;
        if (r.size() < 3) return wrong_type();
        op = r[0];
        if (op > 12) return wrong_type();
        c->sub = static_cast<uint8_t>(op);
        return operand(type, r[1]) && operand(type, r[2]) && done();
    }
    case ConstantKind::cast:
        if (r.size() != 3 || r[0] > 12) return wrong_type();
        c->sub = static_cast<uint8_t>(r[0]);
        return valid_type(r[1]) && operand(static_cast<uint32_t>(r[1]), r[2]) && done();
    case ConstantKind::gep:
    case ConstantKind::inbounds_gep: {
        const size_t start = r.size() & 1;
        if (r.size() < start + 2) return wrong_type();
        for (size_t i = start; i < r.size(); i += 2)
            if (!valid_type(r[i]) || !operand(static_cast<uint32_t>(r[i]), r[i + 1])) return false;
        const Type &base = m_.types[r[start]];
        if (base.kind != TypeKind::pointer || t.kind != TypeKind::pointer) return wrong_type();
        c->bits = m_.element(base);
        if (start && r[0] != c->bits) return wrong_type();
        return done();
    }
    case ConstantKind::select:
        if (r.size() != 3) return wrong_type();
        return operand(boolean_like(type), r[0]) && operand(type, r[1]) && operand(type, r[2]) && done();
    case ConstantKind::compare: {
        if (r.size() != 4 || r[3] > 41) return wrong_type();
        c->sub = static_cast<uint8_t>(r[3]);
        if (!valid_type(r[0])) return false;
        const auto compared = static_cast<uint32_t>(r[0]);
        return operand(compared, r[1]) && operand(compared, r[2]) && done();
    }
    default: return fail(code::dxil_constant, "Constant record %u is not allowed", r.code);
    }
}

const Constant *ModuleReader::constant_of(const Function *function, uint32_t value) const {
    if (value >= m_.value_count(function)) return nullptr;
    const Value &v = m_.value(function, value);
    return v.kind == ValueKind::constant ? &m_.constants[v.index] : nullptr;
}

// Members may be listed after what they are members of, so that only now a constant that contains itself
// shows.
bool ModuleReader::finish_constants(Function *function, uint32_t first) {
    struct Visit {
        uint32_t constant;
        uint32_t next;
        uint64_t size;
    };
    Vec<Visit> stack(arena_);
    for (uint32_t i = first; i < m_.constants.size(); ++i) {
        if (m_.constants[i].size) continue;
        m_.constants[i].size = in_progress;
        stack.push({i, 0, 1});
        while (!stack.empty()) {
            Visit &top = stack.back();
            Constant &c = m_.constants[top.constant];
            if (top.next == c.count) {
                c.size = static_cast<uint32_t>(std::min<uint64_t>(top.size, max_size));
                stack.pop();
                if (!stack.empty()) stack.back().size += c.size;
                continue;
            }
            const uint32_t value = m_.operands[c.first + top.next++];
            if (value >= m_.value_count(function))
                return fail(code::dxil_constant, "A constant refers to value %u, which nothing defines",
                            value);
            const Value &v = m_.value(function, value);
            if (v.kind == ValueKind::argument || v.kind == ValueKind::instruction)
                return fail(code::dxil_constant, "A constant refers to value %u, which is not constant",
                            value);
            if (v.kind != ValueKind::constant) {
                ++top.size;
                continue;
            }
            Constant &member = m_.constants[v.index];
            if (member.size == in_progress)
                return fail(code::dxil_constant, "Value %u is a constant that contains itself", value);
            if (member.size) {
                top.size += member.size;
                continue;
            }
            if (stack.size() == max_constant_depth)
                return fail(code::dxil_constant, "Constants are nested too deep");
            member.size = in_progress;
            stack.push({v.index, 0, 1});
        }
    }
    return true;
}

} // namespace weft::dxil
