// Looking things up in metadata, whose shape nothing guarantees: whatever is absent or of another kind is
// null.
#pragma once

#include "core/dxil/model.h"

namespace weft::dxil {

class MetadataView {
  public:
    explicit MetadataView(const Module &module) : m_(module) {}

    const NamedMetadata *named(std::string_view name) const {
        for (const NamedMetadata &n : m_.named)
            if (n.name == name) return &n;
        return nullptr;
    }
    const Metadata *operand(const NamedMetadata *n, uint32_t i) const {
        return n && i < n->count ? by_reference(m_.node_operands[n->first + i]) : nullptr;
    }
    const Metadata *operand(const Metadata *node, uint32_t i) const {
        return i < count(node) ? by_reference(m_.node_operands[node->first + i]) : nullptr;
    }
    // A node's operands; 0 for anything else.
    uint32_t count(const Metadata *node) const {
        return node && node->kind == MetadataKind::node ? node->count : 0;
    }

    // An integer constant with its sign; `ok` is cleared for anything else.
    int64_t integer(const Metadata *m, bool *ok) const {
        const Constant *c = constant(m);
        const Type *t = c ? &m_.types[c->type] : nullptr;
        if (!t || t->kind != TypeKind::integer ||
            (c->kind != ConstantKind::integer && c->kind != ConstantKind::null)) {
            *ok = false;
            return 0;
        }
        const auto unused = static_cast<unsigned>(64 - t->size);
        return static_cast<int64_t>(c->bits << unused) >> unused;
    }
    uint32_t u32(const Metadata *m, bool *ok) const { return static_cast<uint32_t>(integer(m, ok)); }

    const Constant *constant(const Metadata *m) const {
        const Value *v = value(m);
        return v && v->kind == ValueKind::constant ? &m_.constants[v->index] : nullptr;
    }
    const Value *value(const Metadata *m) const {
        return m && m->kind == MetadataKind::value && m->first < m_.global_values.size()
                   ? &m_.global_values[m->first]
                   : nullptr;
    }
    const std::string_view *string(const Metadata *m) const {
        return m && m->kind == MetadataKind::string ? &m_.strings[m->first] : nullptr;
    }

  private:
    const Metadata *by_reference(uint32_t id_plus_one) const {
        return id_plus_one ? m_.node(nullptr, id_plus_one - 1) : nullptr;
    }

    const Module &m_;
};

} // namespace weft::dxil
