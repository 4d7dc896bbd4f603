#include "core/dxil/annotations.h"

#include "core/dxil/metadata.h"

namespace weft::dxil {

namespace {

enum FieldTag : uint32_t {
    tag_matrix = 2,
    tag_offset = 3,
    tag_name = 6,
    tag_component_type = 7,
    tag_used = 9,
    tag_bit_fields = 11,
    tag_bit_width = 12,
};

// Of one integer, which has 64 bits at most.
constexpr uint32_t max_bit_fields = 64;

class AnnotationReader {
  public:
    AnnotationReader(const Module &module, Arena &arena) : m_(module), view_(module), arena_(arena) {}

    bool read(std::span<const StructAnnotation *> by_type) {
        const NamedMetadata *lists = view_.named("dx.typeAnnotations");
        for (uint32_t i = 0; lists && i < lists->count; ++i) {
            const Metadata *list = view_.operand(lists, i);
            bool ok = true;
            constexpr uint32_t of_structures = 0; // others are of functions
            if (view_.u32(view_.operand(list, 0), &ok) != of_structures || !ok) continue;
            // A value of the type, which says nothing else, and the annotation.
            for (uint32_t k = 1; k + 1 < view_.count(list); k += 2) {
                const Metadata *value = view_.operand(list, k);
                if (!value || value->kind != MetadataKind::value) return false;
                const uint32_t type = value->count;
                // Each type once, so that no list is read more often than there are members.
                if (m_.types[type].kind != TypeKind::structure || by_type[type]) continue;
                by_type[type] = structure(m_.types[type], view_.operand(list, k + 1));
                if (!by_type[type]) return false;
            }
        }
        return true;
    }

  private:
    // Behind the members may come what a template was made with.
    const StructAnnotation *structure(const Type &type, const Metadata *node) {
        bool ok = true;
        auto *s = arena_.make<StructAnnotation>();
        s->size = view_.u32(view_.operand(node, 0), &ok);
        if (!ok || view_.count(node) < type.count + 1) return nullptr;
        std::span<FieldAnnotation> fields{arena_.array<FieldAnnotation>(type.count), type.count};
        for (uint32_t i = 0; i < type.count; ++i)
            if (!field(view_.operand(node, i + 1), true, &fields[i])) return nullptr;
        s->fields = fields;
        return s;
    }

    bool field(const Metadata *node, bool may_have_bit_fields, FieldAnnotation *f) {
        *f = {};
        bool ok = true;
        if (!node || node->kind != MetadataKind::node) return false;
        for (uint32_t i = 0; i + 1 < view_.count(node); i += 2) {
            const uint32_t tag = view_.u32(view_.operand(node, i), &ok);
            const Metadata *value = view_.operand(node, i + 1);
            switch (tag) {
            case tag_matrix: {
                const uint32_t rows = view_.u32(view_.operand(value, 0), &ok),
                               columns = view_.u32(view_.operand(value, 1), &ok),
                               orientation = view_.u32(view_.operand(value, 2), &ok);
                if (rows < 1 || rows > 4 || columns < 1 || columns > 4) return false;
                f->rows = static_cast<uint8_t>(rows);
                f->columns = static_cast<uint8_t>(columns);
                f->column_major = orientation == 2;
                break;
            }
            case tag_offset: f->offset = view_.u32(value, &ok); break;
            case tag_name:
                if (const std::string_view *name = view_.string(value)) f->name = *name;
                break;
            case tag_component_type:
                f->component_type = static_cast<uint8_t>(std::min(view_.u32(value, &ok), 0xffu));
                break;
            case tag_used: f->used = view_.integer(value, &ok); break;
            case tag_bit_fields: {
                const uint32_t count = view_.count(value);
                if (!may_have_bit_fields || count > max_bit_fields) return false;
                std::span<FieldAnnotation> list{arena_.array<FieldAnnotation>(count), count};
                for (uint32_t k = 0; k < count; ++k)
                    if (!field(view_.operand(value, k), false, &list[k])) return false;
                f->bit_fields = list;
                break;
            }
            case tag_bit_width: f->bit_width = view_.u32(value, &ok); break;
            default: break; // interpolation, precision, resources: no part of a layout
            }
            if (!ok) return false;
        }
        return true;
    }

    const Module &m_;
    MetadataView view_;
    Arena &arena_;
};

} // namespace

Result read_annotations(const Module &module, Arena &arena, Diagnostics &diag, TypeAnnotations *out) {
    const std::span<const StructAnnotation *> by_type =
        arena.zeroed<const StructAnnotation *>(module.types.size());
    out->by_type = by_type;
    if (AnnotationReader(module, arena).read(by_type)) return Result::ok;
    diag.error({}, Result::invalid_shader, code::dxil_metadata,
               "The annotations of types (dx.typeAnnotations) are malformed.");
    return Result::invalid_shader;
}

} // namespace weft::dxil
