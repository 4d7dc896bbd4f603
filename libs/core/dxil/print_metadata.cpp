#include "core/dxil/bitstream.h"
#include "core/dxil/listing.h"

namespace weft::dxil {

void Listing::named_metadata() {
    if (!m_.named.empty()) letter('\n');
    for (const NamedMetadata &n : m_.named) {
        begin(Colour::value);
        name('!', n.name);
        end();
        text(" = !{");
        for (uint32_t i = 0; i < n.count && !overflowed_; ++i) {
            if (i) text(", ");
            metadata_reference(nullptr, m_.node_operands[n.first + i]);
        }
        text("}\n");
    }
}

// Nodes by number; strings and values as they are.
void Listing::metadata_reference(const Function *f, uint64_t id_plus_one) {
    if (!id_plus_one) return coloured(Colour::literal, "null");
    const Metadata *m = id_plus_one <= none ? m_.node(f, static_cast<uint32_t>(id_plus_one - 1)) : nullptr;
    if (!m) return text("!?"); // a debug node's operand, which nothing has checked
    switch (m->kind) {
    case MetadataKind::string:
        begin(Colour::literal);
        text("!\"");
        quoted(m_.strings[m->first]);
        letter('"');
        end();
        break;
    case MetadataKind::value: typed_operand(f, m->first); break;
    case MetadataKind::node:
    case MetadataKind::debug:
        begin(Colour::value);
        letter('!');
        number(node_numbers_[m - m_.metadata.data()]);
        end();
        break;
    }
}

void Listing::metadata_nodes(const Function *owner, const Range &range) {
    for (uint32_t i = range.first; i < range.first + range.count && !overflowed_; ++i) {
        const Metadata &m = m_.metadata[i];
        if (m.kind == MetadataKind::string || m.kind == MetadataKind::value) continue;
        begin(Colour::value);
        letter('!');
        number(node_numbers_[i]);
        end();
        text(m.distinct ? " = distinct " : " = ");
        if (m.kind == MetadataKind::debug) {
            debug_node(owner, m);
        } else {
            text("!{");
            for (uint32_t k = 0; k < m.count && !overflowed_; ++k) {
                if (k) text(", ");
                metadata_reference(owner, m_.node_operands[m.first + k]);
            }
            letter('}');
        }
        letter('\n');
    }
}

void Listing::debug_node(const Function *f, const Metadata &m) {
    const DebugRecord *record = debug_record(m.code);
    letter('!');
    text(record ? record->name : "?");
    letter('(');
    // Operands behind the known ones, all of an expression's among them, print as numbers.
    bool first = true, known = true;
    for (uint32_t i = 0; i < m.count && !overflowed_; ++i) {
        const uint64_t v = m_.words[m.first + i];
        known = known && record && i < std::size(record->fields) && record->fields[i].kind != DebugField::end;
        const DebugField field = known ? record->fields[i] : DebugField{DebugField::number, {}};
        if (field.kind == DebugField::node && !v) continue;
        if (!first) text(", ");
        first = false;
        if (!field.name.empty()) {
            text(field.name);
            text(": ");
        }
        switch (field.kind) {
        case DebugField::signed_number: signed_number(decode_signed(v)); break;
        case DebugField::boolean: text(v ? "true" : "false"); break;
        case DebugField::node: metadata_reference(f, v); break;
        case DebugField::plain_node: metadata_reference(f, v + 1); break;
        default: number(v); break;
        }
    }
    letter(')');
}

} // namespace weft::dxil
