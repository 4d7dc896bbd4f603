#include "ir_parser.h"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/builder.h"
#include "core/ir/print.h"

namespace weft::ir {

namespace {

class Parser {
  public:
    Parser(std::string_view text, Module &m)
        : text_(text), m_(m), inputs_(*m.arena), outputs_(inputs_), patch_(inputs_) {}

    bool run(std::string *error) {
        outputs_ = Vec<signature::Element>(*m_.arena);
        patch_ = Vec<signature::Element>(*m_.arena);
        std::optional<Builder> builder;
        while (error_.empty() && next_line()) {
            if (line_.empty()) continue;
            if (accept("function") || accept("patch_function")) {
                m_.inputs = inputs_.span();
                m_.outputs = outputs_.span();
                m_.patch_constants = patch_.span();
                unsigned f = line_text_.find("patch_function") != std::string_view::npos;
                builder.emplace(m_, f);
                b_ = &*builder;
            } else if (accept("callee")) {
                // Its code grows in a place of its own until the text ends, since the list may move.
                Callee c;
                c.name = m_.arena->copy(word());
                c.result = type();
                m_.callees.push(c);
                codes_.push_back(m_.arena->make<Function>());
                builder.emplace(m_, *codes_.back());
                b_ = &*builder;
            } else if (builder) {
                instruction();
            } else {
                declaration();
            }
            if (error_.empty()) {
                space();
                if (!line_.empty()) fail("unexpected text");
            }
        }
        for (size_t k = 0; k < codes_.size(); ++k) {
            Callee &c = m_.callees[k];
            c.code = *codes_[k];
            for (Value v = c.code.head; v && m_[v].op == Op::argument; v = m_[v].next)
                if (m_[v].arg[0] < 3) c.arguments[m_[v].arg[0]] = m_[v].type;
        }
        if (error_.empty()) return true;
        if (error) *error = error_;
        return false;
    }

  private:
    // --- words ---

    void fail(const std::string &what) {
        if (error_.empty())
            error_ = "line " + std::to_string(line_number_) + ": " + what + ": " + std::string(line_);
    }

    bool next_line() {
        if (text_.empty()) return false;
        size_t end = text_.find('\n');
        line_ = text_.substr(0, end);
        text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
        line_ = line_.substr(0, line_.find(';'));
        ++line_number_;
        space();
        while (!line_.empty() && line_.back() == ' ')
            line_.remove_suffix(1);
        line_text_ = line_;
        return true;
    }

    void space() {
        while (!line_.empty() && line_[0] == ' ')
            line_.remove_prefix(1);
    }

    // A character, after spaces.
    bool accept(char c) {
        space();
        if (line_.empty() || line_[0] != c) return false;
        line_.remove_prefix(1);
        return true;
    }

    void expect(char c) {
        if (!accept(c)) fail(std::string("expected '") + c + "'");
    }

    static bool is_word(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; }

    std::string_view word() {
        space();
        size_t n = 0;
        while (n < line_.size() && is_word(line_[n]))
            ++n;
        std::string_view w = line_.substr(0, n);
        line_.remove_prefix(n);
        return w;
    }

    bool accept(std::string_view w) {
        auto saved = line_;
        if (word() == w) return true;
        line_ = saved;
        return false;
    }

    uint64_t number() {
        space();
        std::string digits;
        size_t n = 0;
        while (n < line_.size() && (is_word(line_[n]) || line_[n] == '-'))
            digits += line_[n++];
        char *end;
        uint64_t v = digits.starts_with('-') ? static_cast<uint64_t>(std::strtoll(digits.c_str(), &end, 0))
                                             : std::strtoull(digits.c_str(), &end, 0);
        if (digits.empty() || *end) fail("expected a number");
        line_.remove_prefix(n);
        return v;
    }

    uint32_t number32() { return static_cast<uint32_t>(number()); }

    template <size_t N>
    unsigned one_of(const char *const (&table)[N], std::string_view w) {
        for (unsigned i = 0; table[i]; ++i)
            if (w == table[i]) return i;
        fail("unknown word '" + std::string(w) + "'");
        return 0;
    }

    unsigned one_of(const char *const *table, std::string_view w) {
        for (unsigned i = 0; table[i]; ++i)
            if (w == table[i]) return i;
        fail("unknown word '" + std::string(w) + "'");
        return 0;
    }

    // key=number
    bool option(std::string_view key, uint32_t *value) {
        auto saved = line_;
        if (word() == key && accept('=')) {
            *value = number32();
            return true;
        }
        line_ = saved;
        return false;
    }

    bool type_word(std::string_view w, Type *type) {
        unsigned count = 1;
        if (w.size() > 2 && w[w.size() - 2] == 'x' && isdigit(static_cast<unsigned char>(w.back()))) {
            count = static_cast<unsigned>(w.back() - '0');
            w.remove_suffix(2);
        }
        for (unsigned i = 1; text::kinds[i]; ++i)
            if (w == text::kinds[i]) {
                *type = {static_cast<Kind>(i), count};
                return true;
            }
        return false;
    }

    Type type() {
        Type t;
        if (!type_word(word(), &t)) fail("expected a type");
        return t;
    }

    // --- declarations ---

    std::string_view keep(std::string_view s) { return m_.arena->copy(s); }

    void element(Vec<signature::Element> &list) {
        signature::Element e;
        number();
        std::string_view name = word();
        e.name = name == "_" ? "" : keep(name);
        e.semantic_index = number32();
        e.component_type = static_cast<signature::ComponentType>(one_of(text::component_types, word()));
        e.scan_index = static_cast<uint32_t>(list.size());
        uint32_t v = 0;
        bool used = false;
        for (;;) {
            if (option("mask", &v))
                e.mask = static_cast<uint8_t>(v);
            else if (option("used", &v))
                e.used_mask = static_cast<uint8_t>(v), used = true;
            else if (option("rows", &v))
                e.rows = static_cast<uint8_t>(v);
            else if (option("reg", &v))
                e.register_index = v;
            else if (option("loc", &v))
                e.location = v;
            else if (option("scan", &v))
                e.scan_index = v;
            else if (option("sv", &v))
                e.system_value = static_cast<signature::SystemValue>(v);
            else if (option("interp", &v))
                e.interpolation = static_cast<signature::Interpolation>(v);
            else if (option("dynamic", &v))
                e.dynamic_index_mask = static_cast<uint8_t>(v);
            else if (option("stream", &v))
                e.stream = static_cast<uint8_t>(v);
            else
                break;
        }
        if (!used) e.used_mask = e.mask;
        list.push(e);
    }

    void declaration() {
        std::string_view w = word();
        uint32_t v = 0;
        if (w == "shader") {
            m_.stage = static_cast<Stage>(one_of(text::stages, word()));
        } else if (w == "workgroup") {
            for (uint32_t &size : m_.workgroup_size)
                size = number32();
        } else if (w == "geometry") {
            m_.geometry.input = static_cast<Primitive>(one_of(text::primitives, word()));
            m_.geometry.output = static_cast<Primitive>(one_of(text::primitives, word()));
            m_.geometry.max_vertices = number32();
            m_.geometry.instances = number32();
        } else if (w == "vertices") {
            m_.input_vertices = number32();
            m_.output_vertices = number32();
        } else if (w == "tessellation") {
            m_.tessellation.domain = static_cast<TessDomain>(one_of(text::tess_domains, word()));
            m_.tessellation.partitioning =
                static_cast<TessPartitioning>(one_of(text::tess_partitionings, word()));
            m_.tessellation.output = static_cast<TessOutput>(one_of(text::tess_outputs, word()));
        } else if (w == "early_fragment_tests") {
            m_.early_fragment_tests = true;
        } else if (w == "wave_helpers") {
            m_.wave_helpers = true;
        } else if (w == "mesh") {
            m_.mesh.output = static_cast<Primitive>(one_of(text::primitives, word()));
            m_.mesh.max_vertices = number32();
            m_.mesh.max_primitives = number32();
        } else if (w == "payload") {
            m_.mesh.payload_dwords = number32();
        } else if (w == "ray_query") {
            number();
            RayQuery q;
            option("count", &q.count);
            option("flags", &q.flags);
            m_.ray_queries.push(q);
        } else if (w == "input") {
            element(inputs_);
        } else if (w == "output") {
            element(outputs_);
        } else if (w == "patch") {
            element(patch_);
        } else if (w == "resource") {
            number();
            Resource r{};
            r.count = 1;
            r.kind = static_cast<ResourceKind>(one_of(text::resource_kinds, word()));
            auto saved = line_;
            std::string_view dim = word();
            line_ = saved;
            for (unsigned i = 0; text::dims[i]; ++i)
                if (dim == text::dims[i]) {
                    word();
                    r.dim = static_cast<Dim>(i);
                    r.sampled = static_cast<SampledType>(one_of(text::sampled_types, word()));
                }
            for (;;) {
                if (option("reg", &r.first_register) || option("space", &r.space) ||
                    option("count", &r.count) || option("size", &r.size) || option("stride", &r.stride))
                    continue;
                if (option("samples", &v))
                    r.sample_count = static_cast<uint8_t>(v);
                else if (accept("comparison"))
                    r.comparison = true;
                else if (accept("plain_sample"))
                    r.plain_sample = true;
                else if (accept("coherent"))
                    r.coherent = true;
                else if (accept("rasteriser_ordered"))
                    r.rasteriser_ordered = true;
                else if (accept("read"))
                    r.read = true;
                else if (accept("written"))
                    r.written = true;
                else if (accept("atomics"))
                    r.atomics = true;
                else if (accept("counter"))
                    r.counter = true;
                else
                    break;
            }
            m_.resources.push(r);
        } else if (w == "local") {
            number();
            LocalArray l{};
            option("rows", &l.rows);
            l.row_type = type();
            m_.locals.push(l);
        } else if (w == "constant_array") {
            number();
            ConstantArray c{};
            option("rows", &c.rows);
            c.row_type = type();
            const size_t n = size_t{c.rows} * c.row_type.count() * (c.row_type.bits() == 64 ? 2 : 1);
            auto *words = m_.arena->array<uint32_t>(n);
            for (size_t i = 0; i < n; ++i)
                words[i] = number32();
            c.words = {words, n};
            m_.constant_arrays.push(c);
        } else if (w == "shared") {
            number();
            SharedArray s{};
            option("elements", &s.elements);
            s.kind = type().kind();
            m_.shared.push(s);
        } else if (w == "parameter") {
            number();
            Parameter p;
            static const char *const sources[] = {"immediate", "specialization", "buffer", nullptr};
            p.source = static_cast<Parameter::Source>(one_of(sources, word()));
            p.type = type();
            while (option("name", &p.name) || option("spec", &p.spec_id) || option("set", &p.set) ||
                   option("binding", &p.binding) || option("offset", &p.offset)) {
            }
            m_.parameters.push(p);
        } else {
            fail("unknown declaration '" + std::string(w) + "'");
        }
    }

    // --- code ---

    Value constant(Type t) {
        expect('(');
        uint32_t words[4] = {};
        unsigned n = 0;
        do {
            space();
            size_t end = line_.find_first_of(",)");
            std::string item(line_.substr(0, end));
            line_.remove_prefix(end == std::string_view::npos ? line_.size() : end);
            bool hex = item.find("0x") != std::string::npos;
            uint64_t w;
            if (item == "true" || item == "false") {
                w = item == "true";
            } else if (t.kind() == Kind::f32 && !hex) {
                w = std::bit_cast<uint32_t>(std::strtof(item.c_str(), nullptr));
            } else if (t.kind() == Kind::f64 && !hex) {
                w = std::bit_cast<uint64_t>(std::strtod(item.c_str(), nullptr));
            } else {
                w = item.starts_with('-') ? static_cast<uint64_t>(std::strtoll(item.c_str(), nullptr, 0))
                                          : std::strtoull(item.c_str(), nullptr, 0);
            }
            if (n >= 4) return fail("too many components"), 0;
            words[n++] = static_cast<uint32_t>(w);
            if (t.bits() == 64 && n < 4) words[n++] = static_cast<uint32_t>(w >> 32);
        } while (accept(','));
        expect(')');
        if (n == 1)
            for (unsigned i = 1; i < t.count(); ++i)
                words[i] = words[0];
        return b_->constant(t, {words, 4});
    }

    Value value() {
        space();
        if (accept('%')) {
            auto at = names_.find(number32());
            if (at == names_.end()) fail("value is not defined");
            return at == names_.end() ? 0 : at->second;
        }
        auto saved = line_;
        std::string_view w = word();
        if (w == "_") return 0;
        Type t;
        if (type_word(w, &t)) return constant(t);
        line_ = saved;
        fail("expected a value");
        return 0;
    }

    Value construct() {
        expect('@');
        auto at = names_.find(number32());
        if (at == names_.end()) fail("construct is not defined");
        return at == names_.end() ? 0 : at->second;
    }

    void value_list(std::vector<Value> *values) {
        expect('(');
        if (accept(')')) return;
        do
            values->push_back(value());
        while (accept(',') && error_.empty());
        expect(')');
    }

    uint32_t literal(char kind) {
        switch (kind) {
        case 'a': {
            expect('[');
            uint32_t e = number32();
            uint32_t r = number32();
            uint32_t c = number32();
            expect(']');
            return Access::pack(e, r, c);
        }
        case 's': {
            expect('<');
            uint32_t w = 0;
            for (unsigned k = 0; k < 4 && !accept('>'); ++k)
                w |= number32() << (8 * k);
            accept('>');
            return w;
        }
        case 'r':
            if (accept("_")) return no_resource;
            if (accept('r')) return number32();
            fail("expected a resource");
            return 0;
        case 'o': return one_of(text::atomic_ops, word());
        case 'w': return one_of(text::wave_ops, word());
        case 'p': return one_of(text::pack_modes, word());
        case 'q': return one_of(text::ray_states, word());
        default: return number32();
        }
    }

    void instruction() {
        bool named = false;
        uint32_t name = 0;
        if (!line_.empty() && (line_[0] == '%' || line_[0] == '@')) {
            line_.remove_prefix(1);
            name = number32();
            expect('=');
            named = true;
        }
        std::string_view w = word();
        uint8_t flags = 0;
        while (!line_.empty() && line_[0] == '.') {
            line_.remove_prefix(1);
            std::string_view f = word();
            if (f == "precise")
                flags |= flag::precise;
            else if (f == "relaxed")
                flags |= flag::relaxed;
            else if (f == "non_uniform")
                flags |= flag::non_uniform;
            else if (f == "sparse")
                flags |= flag::sparse;
            else if (f == "unroll" || f == "flatten")
                flags |= flag::unroll;
            else if (f == "dont_unroll" || f == "dont_flatten")
                flags |= flag::dont_unroll;
            else
                fail("unknown flag");
        }
        Value v = 0;
        std::vector<Value> values;
        if (w == "if") {
            v = b_->begin_if(value());
        } else if (w == "else") {
            b_->begin_else(construct());
        } else if (w == "loop") {
            value_list(&values);
            v = b_->begin_loop();
            b_->set_values(v, values);
        } else if (w == "switch") {
            v = b_->begin_switch(value());
        } else if (w == "case") {
            Value s = construct();
            value_list(&values);
            Value last = m_[s].arg[1];
            while (last && m_[last].arg[3])
                last = m_[last].arg[3];
            v = b_->begin_case(s, last);
            for (Value f : fallthroughs_)
                if (m_[f].arg[1] == s && !m_[f].arg[2]) m_[f].arg[2] = v;
            expect('[');
            std::vector<uint32_t> labels;
            bool is_default = false;
            while (error_.empty() && !accept(']')) {
                if (accept("default"))
                    is_default = true;
                else
                    labels.push_back(number32());
            }
            b_->set_values(v, values);
            b_->set_case_labels(v, labels, is_default);
        } else if (w == "block") {
            v = b_->begin_block();
        } else if (w == "end") {
            Value c = construct();
            switch (m_[c].op) {
            case Op::if_: b_->end_if(c); break;
            case Op::loop: b_->end_loop(c); break;
            case Op::switch_: b_->end_switch(c, m_[c].arg[1] != 0); break;
            case Op::block: b_->end_block(c); break;
            default: fail("no construct");
            }
        } else if (w == "break" || w == "continue" || w == "fallthrough") {
            Value c = construct();
            value_list(&values);
            if (w == "break")
                v = b_->break_(c);
            else if (w == "continue")
                v = b_->continue_(c);
            else
                fallthroughs_.push_back(v = b_->fallthrough(c, 0));
            b_->set_values(v, values);
        } else if (w == "return") {
            b_->return_();
        } else {
            v = plain(w, flags);
        }
        if (v && flags) m_[v].flags = flags;
        if (named) names_[name] = v;
    }

    Value plain(std::string_view name, uint8_t flags) {
        Inst i;
        for (unsigned op = 1; op < static_cast<unsigned>(Op::count_); ++op)
            if (name == info(static_cast<Op>(op)).name) i.op = static_cast<Op>(op);
        if (i.op == Op::none) return fail("unknown operation '" + std::string(name) + "'"), 0;
        const OpInfo &op = info(i.op);
        i.flags = flags;
        if (op.has_result) i.type = type();
        if (i.op == Op::param || i.op == Op::result) {
            i.arg[0] = construct();
            i.arg[1] = number32();
            return b_->insert(i);
        }
        std::vector<Value> values;
        unsigned at = op.values;
        if (text::has_tex_args(i.op)) {
            literals(i, 1, false);
            values.resize(tex_arg::count);
            space();
            while (error_.empty() && !line_.empty()) {
                unsigned slot = one_of(text::tex_args, word());
                expect('=');
                values[slot] = value();
                space();
            }
            while (!values.empty() && !values.back())
                values.pop_back();
        } else if (op.variadic) {
            value_list(&values);
            literals(i, 1, true);
        } else {
            for (unsigned k = 0; k < op.values; ++k) {
                if (k && !accept(',')) {
                    if (i.op != Op::construct) fail("expected ','");
                    break;
                }
                i.arg[k] = value();
            }
            literals(i, at, op.values != 0);
        }
        if (op.variadic) {
            i.arg[0] = static_cast<uint32_t>(m_.pool.size());
            i.count = static_cast<uint32_t>(values.size());
            m_.pool.append(values);
        }
        return b_->insert(i);
    }

    void literals(Inst &i, unsigned at, bool comma) {
        for (const char *l = text::literals(i.op); *l && at < 4; ++l, ++at) {
            if (comma) expect(',');
            comma = true;
            i.arg[at] = literal(*l);
        }
    }

    std::string_view text_, line_, line_text_;
    unsigned line_number_ = 0;
    std::string error_;
    Module &m_;
    Builder *b_ = nullptr;
    Vec<signature::Element> inputs_, outputs_, patch_;
    std::unordered_map<uint32_t, Value> names_;
    std::vector<Value> fallthroughs_;
    std::vector<Function *> codes_; // of callees
};

} // namespace

bool parse(std::string_view text, Module &module, std::string *error) {
    return Parser(text, module).run(error);
}

} // namespace weft::ir
