#include "core/signature/metadata_parser.h"

#include <algorithm>

namespace weft::signature {

namespace {

constexpr unsigned depth_limit = 16; // of nodes within nodes

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '$' ||
           c == '.' || c == '_' || c == '\\';
}
int hex_digit(char c) {
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

struct StageName {
    std::string_view name;
    Stage stage;
};
constexpr StageName stage_names[] = {
    {"pixel", Stage::pixel},       {"vertex", Stage::vertex},
    {"geometry", Stage::geometry}, {"hull", Stage::hull},
    {"domain", Stage::domain},     {"compute", Stage::compute},
    {"mesh", Stage::mesh},         {"amplification", Stage::amplification},
};

Stage stage_by_name(std::string_view name) {
    for (const StageName &s : stage_names)
        if (s.name == name) return s.stage;
    return Stage::unknown;
}

class Parser {
  public:
    Parser(std::string_view text, Arena &arena, Diagnostics &diag, MetadataText &out)
        : text_(text), arena_(arena), diag_(diag), out_(out), lines_(arena), groups_(arena), uses_(arena) {
        lines_.push(0);
        for (size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') lines_.push(static_cast<uint32_t>(i + 1));
    }

    bool run();

  private:
    struct Group { // attributes #number
        uint64_t number;
        Stage stage;
    };
    struct Use {
        uint32_t function;
        uint64_t group;
    };

    Location at(size_t offset) const {
        const auto line = std::upper_bound(lines_.begin(), lines_.end(), offset) - lines_.begin();
        return {static_cast<uint32_t>(line),
                static_cast<uint32_t>(offset - lines_[static_cast<size_t>(line) - 1] + 1)};
    }
    bool fail(size_t offset, const char *what) {
        diag_.error(at(offset), code::dxil_metadata, "%s.", what);
        return false;
    }
    void skip_space() {
        while (pos_ < text_.size()) {
            if (text_[pos_] == ';')
                while (pos_ < text_.size() && text_[pos_] != '\n')
                    ++pos_;
            else if (is_space(text_[pos_]))
                ++pos_;
            else
                break;
        }
    }
    char peek() const { return pos_ < text_.size() ? text_[pos_] : '\0'; }
    bool take(char c) {
        if (peek() != c) return false;
        ++pos_;
        return true;
    }
    bool expect(char c, const char *what) {
        skip_space();
        return take(c) || fail(pos_, what);
    }

    bool definition();
    bool node_body(unsigned depth, uint32_t *first, uint32_t *count);
    bool value(unsigned depth, MetadataValue *v);
    bool constant(MetadataValue *v);
    bool quoted(std::string_view *out);
    std::string_view unescape(std::string_view raw) const;
    bool number(uint64_t *n);
    bool skip_specialised();
    void other_line();
    std::string_view function_name(std::string_view line) const;
    Stage stage_attribute(std::string_view line) const;
    bool resolve();

    std::string_view text_;
    size_t pos_ = 0;
    Arena &arena_;
    Diagnostics &diag_;
    MetadataText &out_;
    Vec<uint32_t> lines_;
    Vec<Group> groups_;
    Vec<Use> uses_;
};

// A string's inside with its escapes undone; `pos_` is behind the opening quote.
bool Parser::quoted(std::string_view *out) {
    const size_t start = pos_;
    while (pos_ < text_.size() && text_[pos_] != '"')
        ++pos_;
    if (pos_ == text_.size()) return fail(start - 1, "A string has no end");
    *out = unescape(text_.substr(start, pos_++ - start));
    return true;
}

std::string_view Parser::unescape(std::string_view raw) const {
    if (raw.find('\\') == raw.npos) return raw;
    char *copy = arena_.array<char>(raw.size());
    size_t n = 0;
    for (size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '\\' && i + 2 < raw.size() && hex_digit(raw[i + 1]) >= 0 &&
            hex_digit(raw[i + 2]) >= 0) {
            copy[n++] = static_cast<char>(hex_digit(raw[i + 1]) << 4 | hex_digit(raw[i + 2]));
            i += 2;
        } else if (raw[i] == '\\' && i + 1 < raw.size() && raw[i + 1] == '\\') {
            copy[n++] = raw[i++];
        } else {
            copy[n++] = raw[i];
        }
    }
    return {copy, n};
}

bool Parser::number(uint64_t *n) {
    const size_t start = pos_;
    *n = 0;
    while (is_digit(peek())) {
        const auto digit = static_cast<uint64_t>(peek() - '0');
        if (*n > (~uint64_t{0} - digit) / 10) return fail(start, "The number is too large");
        *n = *n * 10 + digit;
        ++pos_;
    }
    return pos_ != start || fail(start, "A number is missing");
}

// !DILocation(...) and the like: nothing that signatures use.
bool Parser::skip_specialised() {
    const size_t start = pos_;
    while (is_name(peek()))
        ++pos_;
    skip_space();
    if (!take('(')) return fail(start, "This is no metadata");
    for (unsigned depth = 1; depth;) {
        if (pos_ == text_.size()) return fail(start, "A node has no end");
        const char c = text_[pos_++];
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == '"') {
            std::string_view ignored;
            if (!quoted(&ignored)) return false;
        }
    }
    return true;
}

// A constant of LLVM's, up to the comma or brace behind it.
bool Parser::constant(MetadataValue *v) {
    const size_t start = pos_;
    unsigned depth = 0;
    while (pos_ < text_.size()) {
        const char c = text_[pos_];
        if (!depth && (c == ',' || c == '}')) break;
        if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
        if (c == ')' || c == ']' || c == '}' || c == '>') {
            if (!depth) break;
            --depth;
        }
        ++pos_;
        if (c == '"') {
            std::string_view ignored;
            if (!quoted(&ignored)) return false;
        }
    }
    std::string_view raw = text_.substr(start, pos_ - start);
    while (!raw.empty() && is_space(raw.back()))
        raw.remove_suffix(1);
    if (raw.empty()) return fail(start, "An operand is missing");
    v->kind = MetadataValue::Kind::other;
    if (const std::string_view name = function_name(raw); !name.empty()) {
        v->kind = MetadataValue::Kind::function;
        v->text = name;
        return true;
    }
    if (raw == "null") {
        v->kind = MetadataValue::Kind::null;
        return true;
    }
    // iN VALUE
    size_t i = 1;
    unsigned bits = 0;
    if (raw[0] != 'i' || raw.size() < 2 || !is_digit(raw[1])) return true;
    while (i < raw.size() && is_digit(raw[i]) && bits < 10000)
        bits = bits * 10 + static_cast<unsigned>(raw[i++] - '0');
    if (i == raw.size() || !is_space(raw[i])) return true;
    while (i < raw.size() && is_space(raw[i]))
        ++i;
    const std::string_view digits = raw.substr(i);
    if (!bits || bits > 64) return fail(start, "An integer here has at most 64 bits");
    v->kind = MetadataValue::Kind::integer;
    v->bits = static_cast<uint8_t>(bits);
    if (bits == 1 && (digits == "true" || digits == "false")) {
        v->integer = digits == "true";
        return true;
    }
    const bool negative = !digits.empty() && digits[0] == '-';
    uint64_t n = 0;
    if (digits.size() == size_t{negative}) return fail(start, "This is no integer");
    for (const char c : digits.substr(negative)) {
        if (!is_digit(c)) return fail(start, "This is no integer");
        const auto digit = static_cast<uint64_t>(c - '0');
        if (n > (~uint64_t{0} - digit) / 10) return fail(start, "The integer does not fit into its type");
        n = n * 10 + digit;
    }
    const uint64_t all = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    const uint64_t lowest = uint64_t{1} << (bits - 1);
    if (negative ? n > lowest : n > all) return fail(start, "The integer does not fit into its type");
    v->integer = (negative ? ~n + 1 : n) & all;
    return true;
}

bool Parser::value(unsigned depth, MetadataValue *v) {
    skip_space();
    v->where = at(pos_);
    if (!take('!')) return constant(v);
    const char c = peek();
    if (c == '"') {
        ++pos_;
        v->kind = MetadataValue::Kind::string;
        return quoted(&v->text);
    }
    if (is_digit(c)) {
        v->kind = MetadataValue::Kind::reference;
        return number(&v->integer);
    }
    if (c != '{') {
        v->kind = MetadataValue::Kind::other;
        return skip_specialised();
    }
    ++pos_;
    if (depth == depth_limit) return fail(pos_, "Nodes stand too deep within each other");
    MetadataNode node;
    node.where = v->where;
    if (!node_body(depth + 1, &node.first, &node.count)) return false;
    v->kind = MetadataValue::Kind::node;
    v->integer = out_.inner.size();
    out_.inner.push(node);
    return true;
}

// Behind the opening brace.
bool Parser::node_body(unsigned depth, uint32_t *first, uint32_t *count) {
    Vec<MetadataValue> own(arena_);
    skip_space();
    if (!take('}')) {
        for (;;) {
            MetadataValue v;
            if (!value(depth, &v)) return false;
            own.push(v);
            skip_space();
            if (take('}')) break;
            if (!take(',')) return fail(pos_, "A comma or the end of the node is missing");
        }
    }
    *first = static_cast<uint32_t>(out_.operands.size());
    *count = static_cast<uint32_t>(own.size());
    out_.operands.append(own.span());
    return true;
}

bool Parser::definition() {
    const size_t start = pos_++;
    MetadataNode node;
    NamedNode named;
    node.where = named.where = at(start);
    const bool numbered = is_digit(peek());
    if (numbered) {
        if (!number(&node.number)) return false;
    } else {
        const size_t name = pos_;
        while (is_name(peek()))
            ++pos_;
        named.name = text_.substr(name, pos_ - name);
        if (named.name.empty()) return fail(start, "Metadata without number or name");
    }
    if (!expect('=', "An equals sign is missing")) return false;
    skip_space();
    constexpr std::string_view distinct = "distinct";
    if (numbered && text_.substr(pos_).starts_with(distinct)) {
        pos_ += distinct.size();
        skip_space();
    }
    if (!take('!')) return fail(pos_, "A node is missing");
    if (!take('{')) {
        if (!numbered) return fail(pos_, "A node is missing");
        out_.nodes.push(node); // of no interest, but referred to
        return skip_specialised();
    }
    if (!numbered) {
        if (!node_body(0, &named.first, &named.count)) return false;
        // Only the tables that signatures need are kept.
        if (std::find(std::begin(metadata_tables), std::end(metadata_tables), named.name) ==
            std::end(metadata_tables))
            return true;
        if (out_.find_named(named.name)) return fail(start, "This named metadata stands twice");
        out_.named.push(named);
        return true;
    }
    if (!node_body(0, &node.first, &node.count)) return false;
    out_.nodes.push(node);
    return true;
}

// The name behind the first @ outside strings.
std::string_view Parser::function_name(std::string_view line) const {
    const size_t found = line.find('@');
    if (found == line.npos || line.substr(0, found).find('"') != line.npos) return {};
    std::string_view name = line.substr(found + 1);
    if (!name.empty() && name[0] == '"') {
        name.remove_prefix(1);
        return unescape(name.substr(0, name.find('"')));
    }
    size_t n = 0;
    while (n < name.size() && is_name(name[n]))
        ++n;
    return name.substr(0, n);
}

Stage Parser::stage_attribute(std::string_view line) const {
    constexpr std::string_view key = "\"hlsl.shader\"=\"";
    const size_t found = line.find(key);
    if (found == line.npos) return Stage::unknown;
    const std::string_view value = line.substr(found + key.size());
    return stage_by_name(value.substr(0, value.find('"')));
}

// Functions, their attributes and the target: where the stages of entry points come from.
void Parser::other_line() {
    const size_t end = std::min(text_.find('\n', pos_), text_.size());
    const std::string_view line = text_.substr(pos_, end - pos_);
    pos_ = end;
    const auto number_behind = [&](size_t i) {
        uint64_t n = 0;
        for (unsigned digits = 0; i < line.size() && is_digit(line[i]) && digits < 18; ++i, ++digits)
            n = n * 10 + static_cast<uint64_t>(line[i] - '0');
        return n;
    };
    if (line.starts_with("target triple")) {
        const size_t last = line.rfind('-'), quote = line.rfind('"');
        if (last != line.npos && quote != line.npos && quote > last)
            out_.triple_stage = stage_by_name(line.substr(last + 1, quote - last - 1));
    } else if (line.starts_with("define") || line.starts_with("@")) {
        MetadataText::Function f;
        f.defined = line[0] == 'd';
        f.name = function_name(line);
        f.stage = stage_attribute(line);
        if (f.defined)
            for (size_t i = line.rfind(')'); i != line.npos && i + 1 < line.size(); ++i)
                if (line[i] == '#' && is_digit(line[i + 1]))
                    uses_.push({static_cast<uint32_t>(out_.functions.size()), number_behind(i + 1)});
        out_.functions.push(f);
    } else if (constexpr std::string_view attributes = "attributes #"; line.starts_with(attributes)) {
        if (const Stage s = stage_attribute(line); s != Stage::unknown)
            groups_.push({number_behind(attributes.size()), s});
    }
}

bool Parser::resolve() {
    std::stable_sort(groups_.begin(), groups_.end(),
                     [](const Group &a, const Group &b) { return a.number < b.number; });
    for (const Use &use : uses_) {
        const auto g = std::lower_bound(groups_.begin(), groups_.end(), use.group,
                                        [](const Group &group, uint64_t n) { return group.number < n; });
        if (g != groups_.end() && g->number == use.group) out_.functions[use.function].stage = g->stage;
    }
    std::stable_sort(out_.functions.begin(), out_.functions.end(),
                     [](const auto &a, const auto &b) { return a.name < b.name; });
    std::stable_sort(out_.nodes.begin(), out_.nodes.end(),
                     [](const MetadataNode &a, const MetadataNode &b) { return a.number < b.number; });
    bool ok = true;
    for (size_t i = 1; i < out_.nodes.size(); ++i)
        if (out_.nodes[i].number == out_.nodes[i - 1].number) {
            diag_.error(out_.nodes[i].where, code::dxil_metadata, "Node !%llu stands twice.",
                        static_cast<unsigned long long>(out_.nodes[i].number));
            ok = false;
        }
    return ok;
}

bool Parser::run() {
    while (pos_ < text_.size()) {
        skip_space();
        if (pos_ == text_.size()) break;
        if (text_[pos_] == '!') {
            if (!definition()) return false;
        } else {
            other_line();
        }
    }
    return resolve();
}

} // namespace

const NamedNode *MetadataText::find_named(std::string_view name) const {
    for (const NamedNode &n : named)
        if (n.name == name) return &n;
    return nullptr;
}

const MetadataNode *MetadataText::node(const MetadataValue &value) const {
    if (value.kind == MetadataValue::Kind::node) return &inner[value.integer];
    if (value.kind != MetadataValue::Kind::reference) return nullptr;
    const auto n =
        std::lower_bound(nodes.begin(), nodes.end(), value.integer,
                         [](const MetadataNode &node, uint64_t number) { return node.number < number; });
    return n != nodes.end() && n->number == value.integer ? n : nullptr;
}

const MetadataText::Function *MetadataText::function(std::string_view name) const {
    const auto f = std::lower_bound(functions.begin(), functions.end(), name,
                                    [](const Function &a, std::string_view n) { return a.name < n; });
    return f != functions.end() && f->name == name ? f : nullptr;
}

bool parse_metadata(std::string_view text, Arena &arena, Diagnostics &diag, MetadataText *out) {
    constexpr size_t size_limit = size_t{1} << 30; // places are 32 bits wide
    if (text.size() > size_limit) {
        diag.error({}, code::dxil_metadata, "The text has %zu bytes; that is more than can be read.",
                   text.size());
        return false;
    }
    return Parser(text, arena, diag, *out).run();
}

} // namespace weft::signature
