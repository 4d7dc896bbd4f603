#include "core/ir/print.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>
#include <vector>

namespace weft::ir {

namespace text {

const char *const kinds[] = {"void", "bool", "i8", "i16", "i32", "i64", "f16", "f32", "f64", nullptr};
const char *const stages[] = {"vertex",  "hull",          "domain", "geometry", "pixel",
                              "compute", "amplification", "mesh",   nullptr};
const char *const resource_kinds[] = {"constant_buffer",
                                      "sampler",
                                      "texture",
                                      "image",
                                      "raw_buffer",
                                      "structured_buffer",
                                      "rw_raw_buffer",
                                      "rw_structured_buffer",
                                      "acceleration_structure",
                                      nullptr};
const char *const dims[] = {"none",  "buffer",      "d1", "d1_array", "d2",         "d2_array",
                            "d2_ms", "d2_ms_array", "d3", "cube",     "cube_array", nullptr};
const char *const sampled_types[] = {"float",  "sint",   "uint",   "unorm", "snorm",
                                     "double", "sint64", "uint64", nullptr};
const char *const atomic_ops[] = {"and",  "or",   "xor",  "add",      "imin",
                                  "imax", "umin", "umax", "exchange", "compare_exchange",
                                  "fadd", nullptr};
const char *const tex_args[] = {
    "coord",   "reference",      "lod",           "ddx",   "ddy",  "offset", "sample",
    "min_lod", "resource_index", "sampler_index", "value", nullptr};
const char *const component_types[] = {"none",   "uint",  "int",     "float",  "bool",  "double",
                                       "uint64", "int64", "float16", "uint16", "int16", nullptr};
const char *const primitives[] = {"none", "point", "line", "triangle", "line_adjacency", "triangle_adjacency",
                                  nullptr};
const char *const tess_domains[] = {"none", "isoline", "triangle", "quad", nullptr};
const char *const tess_partitionings[] = {"none",           "integer",         "pow2",
                                          "fractional_odd", "fractional_even", nullptr};
const char *const tess_outputs[] = {"none", "point", "line", "triangle_cw", "triangle_ccw", nullptr};
const char *const wave_ops[] = {"add", "mul", "min", "max", "umin", "umax", "and", "or", "xor", nullptr};
const char *const pack_modes[] = {"truncate", "clamp_unsigned", "clamp_signed", nullptr};
const char *const ray_states[] = {"ray_flags",
                                  "ray_t_min",
                                  "world_ray_origin",
                                  "world_ray_direction",
                                  "candidate_opaque_procedural",
                                  "candidate_type",
                                  "committed_type",
                                  "candidate_ray_t",
                                  "committed_ray_t",
                                  "candidate_instance_index",
                                  "committed_instance_index",
                                  "candidate_instance_id",
                                  "committed_instance_id",
                                  "candidate_geometry_index",
                                  "committed_geometry_index",
                                  "candidate_primitive_index",
                                  "committed_primitive_index",
                                  "candidate_contribution",
                                  "committed_contribution",
                                  "candidate_barycentrics",
                                  "committed_barycentrics",
                                  "candidate_front_face",
                                  "committed_front_face",
                                  "candidate_object_ray_origin",
                                  "committed_object_ray_origin",
                                  "candidate_object_ray_direction",
                                  "committed_object_ray_direction",
                                  "candidate_object_to_world",
                                  "committed_object_to_world",
                                  "candidate_world_to_object",
                                  "committed_world_to_object",
                                  nullptr};
static_assert(std::size(ray_states) == static_cast<size_t>(RayState::count) + 1);

bool has_tex_args(Op op) {
    return op >= Op::sample && op <= Op::query_samples;
}

const char *literals(Op op) {
    switch (op) {
    case Op::spec_constant:
    case Op::argument:
    case Op::call:
    case Op::extract:
    case Op::insert:
    case Op::ddx:
    case Op::ddy:
    case Op::emit_vertex:
    case Op::cut_strip:
    case Op::unpack_4x8:
    case Op::quad_swap:
    case Op::copy_payload:
    case Op::ray_query_proceed:
    case Op::ray_query_abort:
    case Op::ray_query_commit_triangle:
    case Op::ray_query_commit_procedural:
    case Op::load_shared:
    case Op::store_shared: return "n";
    case Op::wave_reduce:
    case Op::wave_prefix:
    case Op::wave_multi_prefix: return "w";
    case Op::pack_4x8: return "p";
    case Op::ray_query_start: return "nr";
    case Op::ray_query_get: return "nqn";
    case Op::load_local:
    case Op::store_local:
    case Op::load_icb: return "nn";
    case Op::shuffle: return "s";
    case Op::load_input:
    case Op::load_attribute:
    case Op::store_output:
    case Op::store_primitive:
    case Op::load_output:
    case Op::load_patch:
    case Op::store_patch: return "a";
    case Op::eval_input: return "an";
    case Op::atomic_shared:
    case Op::barrier: return "x";
    case Op::load_cbuffer:
    case Op::counter: return "rn";
    case Op::load_buffer:
    case Op::store_buffer:
    case Op::query_buffer: return "r";
    case Op::atomic_buffer: return "ro";
    default: return has_tex_args(op) ? "rrx" : "";
    }
}

} // namespace text

namespace {

template <typename... Args>
void put(std::string &out, const char *format, Args... args) {
    char buffer[128];
    std::snprintf(buffer, sizeof(buffer), format, args...);
    out += buffer;
}

template <size_t N, typename E>
const char *word(const char *const (&table)[N], E value) {
    auto i = static_cast<size_t>(value);
    return i < N - 1 ? table[i] : "?";
}

void put_type(std::string &out, Type t) {
    out += word(text::kinds, t.kind());
    if (t.count() > 1) put(out, "x%u", t.count());
}

class Printer {
  public:
    Printer(const Module &m, const PrintOptions &options) : m_(m), options_(options) {}

    std::string run() {
        if (options_.header) header();
        if (!options_.raw_numbers) assign_numbers();
        for (unsigned f = 0; f < 2; ++f) {
            if (!m_.functions[f].head) continue;
            out_ += f ? "patch_function\n" : "function\n";
            code(m_.functions[f]);
        }
        for (const Callee &c : m_.callees) {
            ((out_ += "callee ") += c.name) += ' ';
            put_type(out_, c.result);
            out_ += '\n';
            code(c.code);
        }
        return std::move(out_);
    }

    std::string one(Value v) {
        inst(v);
        return std::move(out_);
    }

  private:
    void code(const Function &function) {
        depth_ = 1;
        size_t left = m_.insts.size();
        for (Value v = function.head; v && left--; v = m_[v].next) {
            Op op = m_[v].op;
            bool closes = is_end(op) || op == Op::else_;
            if (op == Op::end_switch && depth_ && m_[m_[v].arg[0]].arg[1]) --depth_; // the last case's region
            if (op == Op::case_ && m_[v].arg[2] < m_.insts.size() && m_[m_[v].arg[2]].arg[1] != v && depth_)
                --depth_;
            if (closes && depth_) --depth_;
            out_.append(2 * depth_, ' ');
            inst(v);
            out_ += '\n';
            if (op == Op::if_ || op == Op::loop || op == Op::switch_ || op == Op::block || op == Op::else_ ||
                op == Op::case_)
                ++depth_;
        }
    }

    void assign_numbers() {
        numbers_.assign(m_.insts.size(), 0);
        uint32_t n = 0;
        auto number = [&](const Function &f) {
            size_t left = m_.insts.size();
            for (Value v = f.head; v && left--; v = m_[v].next)
                if (info(m_[v].op).has_result || is_construct(m_[v].op)) numbers_[v] = ++n;
        };
        for (const Function &f : m_.functions)
            number(f);
        for (const Callee &c : m_.callees)
            number(c.code);
    }

    static bool is_construct(Op op) {
        return op == Op::if_ || op == Op::loop || op == Op::switch_ || op == Op::case_ || op == Op::block;
    }

    uint32_t number(Value v) const { return options_.raw_numbers || v >= numbers_.size() ? v : numbers_[v]; }

    void constant(const Inst &c) {
        put_type(out_, c.type);
        out_ += '(';
        unsigned n = c.type.count();
        bool wide = c.type.bits() == 64;
        if (n > 1 && !wide) {
            bool same = true;
            for (unsigned i = 1; i < n; ++i)
                same &= c.arg[i] == c.arg[0];
            if (same) n = 1;
        }
        for (unsigned i = 0; i < n; ++i) {
            if (i) out_ += ", ";
            if (wide)
                scalar64(c.type.kind(), c.arg[2 * i & 3] | static_cast<uint64_t>(c.arg[(2 * i + 1) & 3])
                                                               << 32);
            else
                scalar(c.type.kind(), c.arg[i]);
        }
        out_ += ')';
    }

    void scalar(Kind kind, uint32_t w) {
        if (kind == Kind::boolean) {
            out_ += w == 0 ? "false" : "true";
        } else if (kind == Kind::f32 && std::isfinite(std::bit_cast<float>(w))) {
            char buffer[40];
            for (int digits : {6, 9}) {
                std::snprintf(buffer, sizeof(buffer), "%.*g", digits, std::bit_cast<float>(w));
                if (std::bit_cast<uint32_t>(std::strtof(buffer, nullptr)) == w) break;
            }
            out_ += buffer;
        } else if (kind == Kind::i32 && w + 0x10000 < 0x110000) {
            put(out_, "%d", static_cast<int>(w));
        } else {
            put(out_, "0x%x", w);
        }
    }

    void scalar64(Kind kind, uint64_t w) {
        double d = std::bit_cast<double>(w);
        if (kind == Kind::f64 && std::isfinite(d))
            put(out_, "%.17g", d);
        else
            put(out_, "0x%llx", static_cast<unsigned long long>(w));
    }

    void value(Value v) {
        if (!v) {
            out_ += '_';
            return;
        }
        if (v >= m_.insts.size()) {
            put(out_, "%%?%u", v);
            return;
        }
        for (unsigned hops = 0; m_[v].op == Op::alias && !m_[v].prev && !m_[v].next &&
                                m_[v].arg[0] < m_.insts.size() && hops < 64;
             ++hops)
            v = m_[v].arg[0]; // an alias outside the code is only another name
        if (m_[v].op == Op::constant)
            constant(m_[v]);
        else
            put(out_, "%%%u", number(v));
    }

    void construct(Value v) { put(out_, "@%u", number(v)); }

    void value_list(const Inst &i) {
        out_ += '(';
        for (uint32_t k = 0; k < i.count && uint64_t{i.arg[0]} + k < m_.pool.size(); ++k) {
            if (k) out_ += ", ";
            value(m_.pool[i.arg[0] + k]);
        }
        out_ += ')';
    }

    void access(uint32_t w) {
        Access a = Access::unpack(w);
        put(out_, "[%u %u %u]", a.element, a.row, a.column);
    }

    void literals(const Inst &i, unsigned first, const char *separator) {
        unsigned at = first;
        for (const char *l = text::literals(i.op); *l && at < 4; ++l, ++at) {
            out_ += separator;
            separator = ", ";
            uint32_t w = i.arg[at];
            switch (*l) {
            case 'x': put(out_, "0x%x", w); break;
            case 'a': access(w); break;
            case 's':
                out_ += '<';
                for (unsigned k = 0; k < i.type.count(); ++k)
                    put(out_, k ? " %u" : "%u", w >> (8 * k) & 0xff);
                out_ += '>';
                break;
            case 'r':
                if (w == no_resource)
                    out_ += '_';
                else
                    put(out_, "r%u", w);
                break;
            case 'o': out_ += word(text::atomic_ops, w); break;
            case 'w': out_ += word(text::wave_ops, w); break;
            case 'p': out_ += word(text::pack_modes, w); break;
            case 'q': out_ += word(text::ray_states, w); break;
            default: put(out_, "%u", w); break;
            }
        }
    }

    void flags(const Inst &i) {
        if (i.op == Op::loop || i.op == Op::if_) {
            bool loop = i.op == Op::loop;
            if (i.flags & flag::unroll) out_ += loop ? ".unroll" : ".flatten";
            if (i.flags & flag::dont_unroll) out_ += loop ? ".dont_unroll" : ".dont_flatten";
            return;
        }
        if (i.flags & flag::precise) out_ += ".precise";
        if (i.flags & flag::relaxed) out_ += ".relaxed";
        if (i.flags & flag::non_uniform) out_ += ".non_uniform";
        if (i.flags & flag::sparse) out_ += ".sparse";
    }

    void inst(Value v) {
        const Inst &i = m_[v];
        const OpInfo &op = info(i.op);
        if (is_construct(i.op)) {
            construct(v);
            out_ += " = ";
        } else if (op.has_result) {
            put(out_, "%%%u = ", number(v));
        }
        switch (i.op) {
        case Op::if_: out_ += "if"; break;
        case Op::else_: out_ += "else"; break;
        case Op::end_if:
        case Op::end_loop:
        case Op::end_switch:
        case Op::end_block: out_ += "end"; break;
        case Op::switch_: out_ += "switch"; break;
        case Op::case_: out_ += "case"; break;
        case Op::break_: out_ += "break"; break;
        case Op::continue_: out_ += "continue"; break;
        case Op::return_: out_ += "return"; break;
        default: out_ += op.name; break;
        }
        flags(i);
        if (!i.type.is_void()) {
            out_ += ' ';
            put_type(out_, i.type);
        }
        switch (i.op) {
        case Op::constant:
            out_ += ' ';
            constant(i);
            return;
        case Op::if_:
        case Op::switch_:
            out_ += ' ';
            value(i.arg[0]);
            return;
        case Op::else_:
        case Op::end_if:
        case Op::end_loop:
        case Op::end_switch:
        case Op::end_block:
            out_ += ' ';
            construct(i.arg[0]);
            return;
        case Op::param:
        case Op::result:
            out_ += ' ';
            construct(i.arg[0]);
            put(out_, " %u", i.arg[1]);
            return;
        case Op::block: return;
        case Op::loop:
            out_ += ' ';
            value_list(i);
            return;
        case Op::case_: {
            out_ += ' ';
            construct(i.arg[2]);
            out_ += ' ';
            value_list(i);
            out_ += " [";
            uint32_t labels = i.arg[1] & 0x7fffffff;
            const char *space = "";
            for (uint32_t k = 0; k < labels && uint64_t{i.arg[0]} + i.count + k < m_.pool.size(); ++k) {
                put(out_, "%s0x%x", space, m_.pool[i.arg[0] + i.count + k]);
                space = " ";
            }
            if (i.arg[1] >> 31) put(out_, "%sdefault", space);
            out_ += ']';
            return;
        }
        case Op::break_:
        case Op::continue_:
        case Op::fallthrough:
            out_ += ' ';
            construct(i.arg[1]);
            out_ += ' ';
            value_list(i);
            return;
        default: break;
        }
        if (text::has_tex_args(i.op)) {
            literals(i, 1, " ");
            for (uint32_t k = 0; k < i.count && k < tex_arg::count; ++k) {
                if (uint64_t{i.arg[0]} + k >= m_.pool.size() || !m_.pool[i.arg[0] + k]) continue;
                put(out_, " %s=", text::tex_args[k]);
                value(m_.pool[i.arg[0] + k]);
            }
            return;
        }
        if (op.variadic) {
            out_ += ' ';
            value_list(i);
            literals(i, 1, ", ");
            return;
        }
        unsigned values = op.values;
        if (i.op == Op::construct)
            while (values > 1 && !i.arg[values - 1])
                --values;
        for (unsigned k = 0; k < values; ++k) {
            out_ += k ? ", " : " ";
            value(i.arg[k]);
        }
        literals(i, op.values, op.values ? ", " : " ");
    }

    void element(const char *direction, size_t index, const signature::Element &e) {
        put(out_, "%s %zu ", direction, index);
        out_ += e.name.empty() ? "_" : std::string(e.name);
        put(out_, " %u %s mask=0x%x", e.semantic_index, word(text::component_types, e.component_type),
            e.mask);
        if (e.used_mask != e.mask) put(out_, " used=0x%x", e.used_mask);
        if (e.rows != 1) put(out_, " rows=%u", e.rows);
        if (e.register_index != signature::no_register) put(out_, " reg=%u", e.register_index);
        if (e.location != signature::no_register) put(out_, " loc=%u", e.location);
        if (e.scan_index != index) put(out_, " scan=%d", static_cast<int>(e.scan_index));
        if (e.system_value != signature::SystemValue::none)
            put(out_, " sv=0x%x", static_cast<unsigned>(e.system_value));
        if (e.interpolation != signature::Interpolation::undefined)
            put(out_, " interp=%u", static_cast<unsigned>(e.interpolation));
        if (e.dynamic_index_mask) put(out_, " dynamic=0x%x", e.dynamic_index_mask);
        if (e.stream) put(out_, " stream=%u", e.stream);
        out_ += '\n';
    }

    void header() {
        put(out_, "shader %s\n", word(text::stages, m_.stage));
        if (const Geometry &g = m_.geometry; g.input != Primitive::none)
            put(out_, "geometry %s %s %u %u\n", word(text::primitives, g.input),
                word(text::primitives, g.output), g.max_vertices, g.instances);
        if (m_.input_vertices || m_.output_vertices)
            put(out_, "vertices %u %u\n", m_.input_vertices, m_.output_vertices);
        if (const Tessellation &t = m_.tessellation; t.domain != TessDomain::none)
            put(out_, "tessellation %s %s %s\n", word(text::tess_domains, t.domain),
                word(text::tess_partitionings, t.partitioning), word(text::tess_outputs, t.output));
        if (const Mesh &g = m_.mesh; g.output != Primitive::none)
            put(out_, "mesh %s %u %u\n", word(text::primitives, g.output), g.max_vertices, g.max_primitives);
        if (m_.mesh.payload_dwords) put(out_, "payload %u\n", m_.mesh.payload_dwords);
        if (m_.workgroup_size[0] * m_.workgroup_size[1] * m_.workgroup_size[2] != 1)
            put(out_, "workgroup %u %u %u\n", m_.workgroup_size[0], m_.workgroup_size[1],
                m_.workgroup_size[2]);
        if (m_.early_fragment_tests) out_ += "early_fragment_tests\n";
        if (m_.wave_helpers) out_ += "wave_helpers\n";
        for (size_t i = 0; i < m_.inputs.size(); ++i)
            element("input", i, m_.inputs[i]);
        for (size_t i = 0; i < m_.outputs.size(); ++i)
            element("output", i, m_.outputs[i]);
        for (size_t i = 0; i < m_.patch_constants.size(); ++i)
            element("patch", i, m_.patch_constants[i]);
        for (size_t i = 0; i < m_.resources.size(); ++i) {
            const Resource &r = m_.resources[i];
            put(out_, "resource %zu %s", i, word(text::resource_kinds, r.kind));
            if (r.dim != Dim::none)
                put(out_, " %s %s", word(text::dims, r.dim), word(text::sampled_types, r.sampled));
            put(out_, " reg=%u", r.first_register);
            if (r.space) put(out_, " space=%u", r.space);
            if (r.count != 1) put(out_, " count=%u", r.count);
            if (r.size) put(out_, " size=%u", r.size);
            if (r.stride) put(out_, " stride=%u", r.stride);
            if (r.sample_count) put(out_, " samples=%u", r.sample_count);
            const std::pair<bool, const char *> bits[] = {{r.comparison, " comparison"},
                                                          {r.plain_sample, " plain_sample"},
                                                          {r.coherent, " coherent"},
                                                          {r.rasteriser_ordered, " rasteriser_ordered"},
                                                          {r.read, " read"},
                                                          {r.written, " written"},
                                                          {r.atomics, " atomics"},
                                                          {r.counter, " counter"}};
            for (const auto &[set, name] : bits)
                if (set) out_ += name;
            out_ += '\n';
        }
        for (size_t i = 0; i < m_.locals.size(); ++i) {
            put(out_, "local %zu rows=%u ", i, m_.locals[i].rows);
            put_type(out_, m_.locals[i].row_type);
            out_ += '\n';
        }
        for (size_t i = 0; i < m_.constant_arrays.size(); ++i) {
            put(out_, "constant_array %zu rows=%u ", i, m_.constant_arrays[i].rows);
            put_type(out_, m_.constant_arrays[i].row_type);
            for (uint32_t w : m_.constant_arrays[i].words)
                put(out_, " 0x%x", w);
            out_ += '\n';
        }
        for (size_t i = 0; i < m_.shared.size(); ++i)
            put(out_, "shared %zu elements=%u %s\n", i, m_.shared[i].elements,
                word(text::kinds, m_.shared[i].kind));
        for (size_t i = 0; i < m_.ray_queries.size(); ++i)
            put(out_, "ray_query %zu count=%u flags=%u\n", i, m_.ray_queries[i].count,
                m_.ray_queries[i].flags);
        for (size_t i = 0; i < m_.parameters.size(); ++i) {
            const Parameter &p = m_.parameters[i];
            static const char *const sources[] = {"immediate", "specialization", "buffer", nullptr};
            put(out_, "parameter %zu %s ", i, word(sources, p.source));
            put_type(out_, p.type);
            put(out_, " name=%u spec=%u set=%u binding=%u offset=%u\n", p.name, p.spec_id, p.set, p.binding,
                p.offset);
        }
    }

    const Module &m_;
    PrintOptions options_;
    std::string out_;
    std::vector<uint32_t> numbers_;
    unsigned depth_ = 0;
};

} // namespace

std::string print(const Module &module, const PrintOptions &options) {
    return Printer(module, options).run();
}

std::string print_inst(const Module &module, Value v) {
    return Printer(module, {.raw_numbers = true, .header = false}).one(v);
}

} // namespace weft::ir
