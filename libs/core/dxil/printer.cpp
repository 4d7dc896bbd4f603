#include "core/dxil/printer.h"

#include <charconv>

#include "core/dxil/listing.h"

namespace weft::dxil {

namespace {

constexpr std::string_view reset_escape = "\x1b[m";

// A listing is about six times as long as its bitcode. Names and constants that one line repeats make more,
// but a module has to be built for it to pass this.
constexpr size_t base_limit = 1 << 20, limit_factor = 64;

constexpr size_t cached_type_length = 4096;

constexpr const char *shader_kinds[] = {
    "ps",           "vs",     "gs",         "hs",   "ds",       "cs", "lib", "raygeneration",
    "intersection", "anyhit", "closesthit", "miss", "callable", "ms", "as",  "node"};

bool plain(std::string_view s) {
    if (s.empty() || (s[0] >= '0' && s[0] <= '9')) return false;
    for (char c : s)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
              c == '.' || c == '_'))
            return false;
    return true;
}

} // namespace

Result print(const ProgramHeader &header, const Module &module, const PrintOptions &options, Arena &arena,
             Diagnostics &diag, std::string_view *out) {
    Listing listing(header, module, options, arena);
    listing.run();
    if (listing.overflowed()) {
        diag.error({}, Result::invalid_shader, code::dxil_module,
                   "The listing would be longer than %zu bytes, for a module of %zu.",
                   base_limit + limit_factor * header.bitcode.size(), header.bitcode.size());
        return Result::invalid_shader;
    }
    *out = listing.result();
    return Result::ok;
}

Listing::Listing(const ProgramHeader &header, const Module &module, const PrintOptions &options, Arena &arena)
    : header_(header),
      m_(module),
      options_(options),
      arena_(arena),
      out_(arena, header.bitcode.size() * 6 + 1024),
      limit_(base_limit + limit_factor * header.bitcode.size()),
      type_texts_(arena.zeroed<std::string_view>(module.types.size())),
      node_numbers_(arena.zeroed<uint32_t>(module.metadata.size())),
      group_numbers_(arena.zeroed<uint32_t>(module.groups.size())),
      group_order_(arena),
      value_numbers_(arena),
      block_numbers_(arena),
      predecessor_starts_(arena),
      predecessors_(arena) {
    uint32_t next = 0;
    for (size_t i = 0; i < module.metadata.size(); ++i) {
        const MetadataKind kind = module.metadata[i].kind;
        if (kind == MetadataKind::node || kind == MetadataKind::debug) node_numbers_[i] = next++;
    }
}

void Listing::begin(Colour colour) {
    if (!options_.colour) return;
    switch (colour) {
    case Colour::keyword: text("\x1b[96;1m"); break;
    case Colour::value: text("\x1b[96m"); break;
    case Colour::literal: text("\x1b[95m"); break;
    case Colour::type: text("\x1b[32m"); break;
    case Colour::comment: text("\x1b[2;37m"); break;
    default: break;
    }
}

void Listing::end() {
    if (options_.colour) text(reset_escape);
}

void Listing::coloured(Colour colour, std::string_view s) {
    begin(colour);
    text(s);
    end();
}

void Listing::number(uint64_t v) {
    char buffer[24];
    text({buffer, static_cast<size_t>(std::to_chars(buffer, buffer + sizeof(buffer), v).ptr - buffer)});
}

void Listing::signed_number(int64_t v) {
    char buffer[24];
    text({buffer, static_cast<size_t>(std::to_chars(buffer, buffer + sizeof(buffer), v).ptr - buffer)});
}

void Listing::quoted(std::string_view s) {
    constexpr char digits[] = "0123456789ABCDEF";
    for (char c : s) {
        if (overflowed_) return;
        const auto byte = static_cast<uint8_t>(c);
        if (c == '\\')
            text("\\\\");
        else if (byte < 32 || byte > 126 || c == '"') {
            const char code[] = {'\\', digits[byte >> 4], digits[byte & 15]};
            text({code, 3});
        } else {
            letter(c);
        }
    }
}

void Listing::name(char sigil, std::string_view s) {
    letter(sigil);
    if (plain(s)) return text(s);
    letter('"');
    quoted(s);
    letter('"');
}

void Listing::indent() {
    if (options_.indent) text("  ");
}

void Listing::signature(std::string_view title, std::span<const signature::Element> elements, char file) {
    static constexpr std::string_view types[] = {"none",   "uint",  "int",     "float",  "bool", "double",
                                                 "uint64", "int64", "float16", "uint16", "int16"};
    static constexpr std::string_view precisions[] = {"", ", min16f", ", min2_8f",
                                                      "", ", min16i", ", min16u"};
    const auto mask = [&](uint8_t m) {
        letter('.');
        for (unsigned i = 0; i < 4; ++i)
            if (m >> i & 1) letter("xyzw"[i]);
    };
    begin(Colour::comment);
    for (const signature::Element &e : elements) {
        text("; ");
        text(title);
        letter(' ');
        quoted(e.name);
        number(e.semantic_index);
        mask(e.mask);
        if (e.register_index != signature::no_register) {
            text(", ");
            letter(file);
            number(e.register_index);
            if (e.used_mask) mask(e.used_mask);
        }
        text(", ");
        const auto type = static_cast<size_t>(e.component_type);
        text(type < std::size(types) ? types[type] : "none");
        const auto precision = static_cast<size_t>(e.min_precision);
        if (precision < std::size(precisions)) text(precisions[precision]);
        if (e.system_value != signature::SystemValue::none) {
            text(", sv ");
            number(static_cast<uint32_t>(e.system_value));
        }
        if (e.stream) {
            text(", stream ");
            number(e.stream);
        }
        text("\n");
    }
    end();
}

void Listing::run() {
    begin(Colour::comment);
    text("; ");
    text(header_.kind < std::size(shader_kinds) ? shader_kinds[header_.kind] : "?");
    letter('_');
    number(header_.major);
    letter('_');
    number(header_.minor);
    text(", DXIL ");
    number(header_.dxil_version >> 8);
    letter('.');
    number(header_.dxil_version & 0xff);
    end();
    text("\n");
    if (options_.signatures) {
        signature("input", options_.inputs, 'v');
        signature("output", options_.outputs, 'o');
        signature("patch constant", options_.patch_constants, 'p');
    }
    if (!m_.data_layout.empty()) {
        text("target datalayout = \"");
        quoted(m_.data_layout);
        text("\"\n");
    }
    text("target triple = \"");
    quoted(m_.triple);
    text("\"\n");
    type_definitions();
    variables();
    // Functions take their numbers of attributes first, calls in them after.
    for (const Function &f : m_.functions)
        if (f.attributes) {
            const Range &list = m_.attribute_lists[f.attributes - 1];
            for (uint32_t i = 0; i < list.count; ++i) {
                const uint32_t g = m_.group_lists[list.first + i];
                if (m_.groups[g].parameter != ~0u || group_numbers_[g]) continue;
                group_numbers_[g] = ++next_group_;
                group_order_.push(g);
            }
        }
    for (const Function &f : m_.functions) {
        if (overflowed_) return;
        letter('\n');
        function(f);
    }
    attribute_groups();
    named_metadata();
    if (m_.global_metadata) letter('\n');
    metadata_nodes(nullptr, {0, m_.global_metadata});
}

// Types

void Listing::members(const Type &t) {
    if (t.kind == TypeKind::opaque) return text("opaque");
    text(t.flag ? "<{" : "{");
    for (uint32_t i = 0; i < t.count && !overflowed_; ++i) {
        text(i ? ", " : " ");
        type(m_.element(t, i));
    }
    text(t.count ? " }" : "}");
    if (t.flag) letter('>');
}

void Listing::type(uint32_t id) {
    if (overflowed_) return;
    if (!type_texts_[id].empty()) return text(type_texts_[id]);
    const Type &t = m_.types[id];
    const size_t start = out_.size();
    const bool colour = t.kind != TypeKind::pointer && t.kind != TypeKind::array &&
                        t.kind != TypeKind::vector && t.kind != TypeKind::function &&
                        (t.kind != TypeKind::structure || !t.name.empty());
    if (colour) begin(Colour::type);
    switch (t.kind) {
    case TypeKind::void_: text("void"); break;
    case TypeKind::half: text("half"); break;
    case TypeKind::float_: text("float"); break;
    case TypeKind::double_: text("double"); break;
    case TypeKind::label: text("label"); break;
    case TypeKind::metadata: text("metadata"); break;
    case TypeKind::integer:
        letter('i');
        number(t.size);
        break;
    case TypeKind::pointer:
        type(m_.element(t));
        if (t.size) {
            text(" addrspace(");
            number(t.size);
            letter(')');
        }
        letter('*');
        break;
    case TypeKind::array:
    case TypeKind::vector: {
        const bool is_array = t.kind == TypeKind::array;
        letter(is_array ? '[' : '<');
        number(t.size);
        text(" x ");
        type(m_.element(t));
        letter(is_array ? ']' : '>');
        break;
    }
    case TypeKind::structure:
    case TypeKind::opaque:
        if (t.name.empty())
            members(t);
        else
            name('%', t.name);
        break;
    case TypeKind::function:
        type(m_.type_lists[t.first]);
        text(" (");
        for (uint32_t i = 0; i < m_.parameter_count(t); ++i) {
            if (i) text(", ");
            type(m_.element(t, i + 1));
        }
        if (t.flag) text(m_.parameter_count(t) ? ", ..." : "...");
        letter(')');
        break;
    }
    if (colour) end();
    if (!overflowed_ && out_.size() - start <= cached_type_length)
        type_texts_[id] = arena_.copy(std::string_view(out_.data() + start, out_.size() - start));
}

void Listing::type_definitions() {
    bool first = true;
    for (const Type &t : m_.types) {
        if (overflowed_) return;
        if (t.name.empty() || (t.kind != TypeKind::structure && t.kind != TypeKind::opaque)) continue;
        if (first) letter('\n');
        first = false;
        begin(Colour::type);
        name('%', t.name);
        end();
        text(" = type ");
        members(t);
        letter('\n');
    }
}

void Listing::variables() {
    if (!m_.variables.empty()) letter('\n');
    for (const Value &v : m_.global_values) {
        if (v.kind != ValueKind::variable || overflowed_) continue;
        const Variable &g = m_.variables[v.index];
        operand(nullptr, static_cast<uint32_t>(&v - m_.global_values.data()));
        text(" = ");
        const std::string_view linkage = linkage_name(g.linkage);
        if (linkage.empty() && g.initializer == none) text("external ");
        if (!linkage.empty()) {
            text(linkage);
            letter(' ');
        }
        if (g.thread_local_mode) text("thread_local ");
        if (g.unnamed_address) text("unnamed_addr ");
        if (g.address_space) {
            text("addrspace(");
            number(g.address_space);
            text(") ");
        }
        if (g.external_initializer) text("externally_initialized ");
        coloured(Colour::keyword, g.constant ? "constant" : "global");
        letter(' ');
        type(g.value_type);
        if (g.initializer != none) {
            letter(' ');
            operand(nullptr, g.initializer);
        }
        align(g.align);
        letter('\n');
    }
}

void Listing::align(uint8_t encoded) {
    if (!encoded) return;
    text(", align ");
    number(uint64_t{1} << (encoded - 1));
}

// Attributes

void Listing::attribute(const Attribute &a) {
    if (a.kind >= 3) {
        letter('"');
        quoted(a.key);
        letter('"');
        if (a.kind == 3) return;
        text("=\"");
        quoted(a.text);
        return letter('"');
    }
    constexpr uint64_t align_attribute = 1;
    text(attribute_name(a.id));
    if (a.kind != 1) return;
    letter(a.id == align_attribute ? ' ' : '(');
    number(a.value);
    if (a.id != align_attribute) letter(')');
}

// Those of a parameter or of the result (parameter 0), with a space in front or behind each.
void Listing::attributes_of(uint32_t list, uint32_t parameter, bool before) {
    if (!list) return;
    const Range &groups = m_.attribute_lists[list - 1];
    for (uint32_t i = 0; i < groups.count && !overflowed_; ++i) {
        const AttributeGroup &g = m_.groups[m_.group_lists[groups.first + i]];
        if (g.parameter != parameter) continue;
        for (uint32_t k = 0; k < g.count && !overflowed_; ++k) {
            if (before) letter(' ');
            attribute(m_.attributes[g.first + k]);
            if (!before) letter(' ');
        }
    }
}

void Listing::function_attributes(uint32_t list) {
    if (!list) return;
    const Range &groups = m_.attribute_lists[list - 1];
    for (uint32_t i = 0; i < groups.count && !overflowed_; ++i) {
        const uint32_t g = m_.group_lists[groups.first + i];
        if (m_.groups[g].parameter != ~0u) continue;
        if (!group_numbers_[g]) {
            group_numbers_[g] = ++next_group_;
            group_order_.push(g);
        }
        text(" #");
        number(group_numbers_[g] - 1);
    }
}

void Listing::attribute_groups() {
    if (!group_order_.empty()) letter('\n');
    for (uint32_t g : group_order_) {
        coloured(Colour::keyword, "attributes");
        text(" #");
        number(group_numbers_[g] - 1);
        text(" = {");
        for (uint32_t i = 0; i < m_.groups[g].count && !overflowed_; ++i) {
            letter(' ');
            attribute(m_.attributes[m_.groups[g].first + i]);
        }
        text(" }\n");
    }
}

} // namespace weft::dxil
