#include <bit>
#include <initializer_list>
#include <string>

#include "core/signature/metadata.h"
#include "core/signature/metadata_parser.h"
#include "core/signature/metadata_type.h"

namespace weft::signature {

namespace {

class Text {
  public:
    explicit Text(Arena &arena) : chars_(arena) {}

    Text &add(std::string_view s) {
        chars_.append({s.data(), s.size()});
        return *this;
    }
    Text &number(int64_t n) { return add(std::to_string(n)); }
    Text &node(uint32_t n) { return add("!").number(n); }
    // What LLVM writes: characters that do not print, quotes and backslashes as hexadecimal digits.
    Text &escaped(std::string_view s) {
        constexpr char digits[] = "0123456789ABCDEF";
        for (const char c : s) {
            const auto byte = static_cast<uint8_t>(c);
            if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\') {
                chars_.push(c);
            } else {
                chars_.push('\\');
                chars_.push(digits[byte >> 4]);
                chars_.push(digits[byte & 15]);
            }
        }
        return *this;
    }
    Text &function(std::string_view name) {
        bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
        for (const char c : name)
            plain &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                     c == '$' || c == '.' || c == '_';
        if (plain) return add("ptr @").add(name);
        return add("ptr @\"").escaped(name).add("\"");
    }
    std::string_view view() const { return {chars_.data(), chars_.size()}; }

  private:
    Vec<char> chars_;
};

class Writer {
  public:
    Writer(const MetadataSignatures &signatures, Arena &arena)
        : s_(signatures), arena_(arena), nodes_(arena) {
        slots_ = arena.zeroed<uint32_t>(64);
    }

    std::string_view run();

  private:
    // The number of a node with this inside, made when there is none.
    uint32_t node(const Text &inside);
    uint32_t element(const Element &e, uint32_t number);
    uint32_t list(std::span<const Element> elements);

    const MetadataSignatures &s_;
    Arena &arena_;
    Vec<std::string_view> nodes_;
    std::span<uint32_t> slots_; // by hash: a node's number plus one
};

uint32_t Writer::node(const Text &inside) {
    const auto hash_of = [](std::string_view text) {
        uint64_t hash = 14695981039346656037u;
        for (const char c : text)
            hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
        return static_cast<size_t>(hash ^ hash >> 29);
    };
    if (2 * nodes_.size() >= slots_.size()) {
        slots_ = arena_.zeroed<uint32_t>(slots_.size() * 4);
        for (uint32_t i = 0; i < nodes_.size(); ++i) {
            size_t at = hash_of(nodes_[i]);
            while (slots_[at & (slots_.size() - 1)])
                ++at;
            slots_[at & (slots_.size() - 1)] = i + 1;
        }
    }
    const std::string_view text = inside.view();
    for (size_t at = hash_of(text);; ++at) {
        uint32_t &slot = slots_[at & (slots_.size() - 1)];
        if (slot && nodes_[slot - 1] != text) continue;
        if (!slot) {
            nodes_.push(text);
            slot = static_cast<uint32_t>(nodes_.size());
        }
        return slot - 1;
    }
}

uint32_t Writer::element(const Element &e, uint32_t number) {
    Text indices(arena_);
    for (uint32_t r = 0; r < e.rows; ++r)
        indices.add(r ? ", i32 " : "i32 ").number(e.index_of_row(r));
    const bool has_register = e.register_index != no_register;
    const unsigned column = start_column(e.mask);
    Text t(arena_);
    t.add("i32 ").number(number);
    t.add(", !\"").escaped(e.name).add("\"");
    t.add(", i32 ").number(metadata_type(e));
    t.add(", i32 ").number(static_cast<int>(semantic_kind(e.system_value)));
    t.add(", ").node(node(indices));
    t.add(", i32 ").number(static_cast<int>(e.interpolation));
    t.add(", i32 ").number(e.rows);
    t.add(", i8 ").number(column_count(e.mask));
    t.add(", i32 ").number(has_register ? static_cast<int64_t>(e.register_index) : -1);
    t.add(", i8 ").number(has_register ? static_cast<int>(column) : -1);
    t.add(", i8 ").number(e.used_mask);
    t.add(", i8 ").number(e.dynamic_index_mask >> column);
    t.add(", i32 ").number(e.stream);
    return node(t);
}

uint32_t Writer::list(std::span<const Element> elements) {
    Text t(arena_);
    for (uint32_t i = 0; i < elements.size(); ++i) {
        if (i) t.add(", ");
        t.node(element(elements[i], i));
    }
    return node(t);
}

std::string_view Writer::run() {
    Text table(arena_), patches(arena_), flags(arena_), all(arena_);
    for (const EntrySignatures &e : s_.entries) {
        Text triple(arena_);
        triple.function(e.function).add(", ");
        if (e.has_inputs)
            triple.node(list(e.inputs));
        else
            triple.add("null");
        triple.add(", ");
        if (e.has_outputs)
            triple.node(list(e.outputs));
        else
            triple.add("null");
        table.add(table.view().empty() ? "" : ", ").node(node(triple));
        if (!e.has_patch_constants) continue;
        Text pair(arena_);
        pair.function(e.function).add(", ").node(list(e.patch_constants));
        patches.add(patches.view().empty() ? "" : ", ").node(node(pair));
    }
    if (s_.native_16_bit)
        flags.node(node(Text(arena_).add("i32 1, !\"").add(native_16_bit_flag).add("\", i32 1")));
    const auto named = [&](std::string_view name, const Text &inside) {
        if (!inside.view().empty()) all.add("!").add(name).add(" = !{").add(inside.view()).add("}\n");
    };
    named(signature_table, table);
    named(patch_table, patches);
    named(module_flags, flags);
    if (nodes_.size()) all.add("\n");
    for (uint32_t i = 0; i < nodes_.size(); ++i)
        all.node(i).add(" = !{").add(nodes_[i]).add("}\n");
    return all.view();
}

} // namespace

std::string_view write_metadata(const MetadataSignatures &signatures, Arena &arena) {
    return Writer(signatures, arena).run();
}

} // namespace weft::signature
