#include "core/passes/link.h"

#include <algorithm>

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;
using signature::Element;
using signature::VaryingMapEntry;

// One place that an old element's stores go to.
struct Target {
    uint32_t element;  // new index
    int shift;         // new column = old column + shift
    uint8_t columns;   // of the new element
    bool plain;        // needs defaults where the source has no component
    uint32_t fallback; // word of the default
    Target *next;
};

// Columns that have to be stored at every exit because no store brings them.
struct Supply {
    uint32_t element;
    uint8_t column, count;
    uint32_t word;
};

uint8_t columns_of(const Element &e) {
    return static_cast<uint8_t>(e.mask ? signature::column_count(e.mask) : 4);
}

class Linker {
  public:
    Linker(Module &m, std::span<const VaryingMapEntry> map, std::span<const KeptOutput> kept,
           bool columns_are_fixed)
        : m_(m),
          arena_(*m.arena),
          map_(map),
          kept_(kept),
          columns_are_fixed_(columns_are_fixed),
          elements_(arena_),
          supplies_(arena_) {}

    void run() {
        auto n = static_cast<uint32_t>(m_.outputs.size());
        uint32_t scanned = 0;
        for (const Element &e : m_.outputs)
            if (e.scan_index != signature::no_register && e.scan_index >= scanned) scanned = e.scan_index + 1;
        targets_ = arena_.zeroed<Target *>(n);
        partial_ = arena_.zeroed<uint8_t>(n);
        auto read_back = arena_.zeroed<uint8_t>(n);
        survey(read_back);

        uint32_t next_location = 0;
        for (size_t i = 0; i < map_.size(); ++i) {
            const VaryingMapEntry &entry = map_[i];
            uint8_t mask = signature::contiguous_mask(static_cast<uint8_t>(entry.input_mask & 15));
            if (!mask || overlaps(i, mask)) continue;
            uint32_t old = n;
            for (uint32_t k = 0; k < n && entry.output_index < scanned; ++k)
                if (m_.outputs[k].scan_index == entry.output_index) old = k;
            if (old < n)
                redirect(old, entry.input_register, mask);
            else
                supply(entry.input_register, mask, entry.output_index == scanned + 1 ? 0x3f800000 : 0);
            uint32_t rows = old < n ? m_.outputs[old].rows : 1;
            if (entry.input_register + rows > next_location) next_location = entry.input_register + rows;
        }
        if (m_.stage == Stage::hull) next_location = link_patch(next_location);
        auto readable = arena_.array<uint32_t>(n); // old element -> new one for load_output
        for (uint32_t k = 0; k < n; ++k) {
            Element &e = m_.outputs[k];
            const bool builtin = e.system_value != signature::SystemValue::none && m_.stage != Stage::hull;
            Target *whole = targets_[k];
            while (whole && (whole->shift || whole->columns < columns_of(e)))
                whole = whole->next;
            if (builtin || ((read_back[k] || is_kept(e)) && !whole)) {
                Element kept = e;
                kept.register_index = signature::no_register;
                kept.location = signature::no_register;
                if (!builtin) {
                    kept.location = next_location;
                    next_location += e.rows;
                }
                whole = add(k, kept, 0, columns_of(e), false);
            }
            readable[k] = whole ? whole->element : 0;
        }
        m_.outputs = elements_.span();
        rewrite(readable);
    }

  private:
    bool is_kept(const Element &e) const {
        for (const KeptOutput &k : kept_)
            for (uint32_t row = 0; row < e.rows; ++row)
                if (k.stream == e.stream && k.index == e.index_of_row(row) &&
                    signature::same_name(k.name, e.name))
                    return true;
        return false;
    }

    // Maps leave system values out; between hull and domain shader they are data like any other. Patch
    // constants lie behind what the domain shader reads of control points. Returns the first location behind
    // them.
    uint32_t link_patch(uint32_t next_location) {
        for (uint32_t k = 0; k < m_.outputs.size(); ++k) {
            const Element e = m_.outputs[k];
            if (e.system_value == signature::SystemValue::none || targets_[k] ||
                e.register_index == signature::no_register)
                continue;
            add(k, e, 0, columns_of(e), false);
            next_location = std::max(next_location, e.register_index + e.rows);
        }
        uint32_t end = next_location;
        for (Element &e : m_.patch_constants) {
            if (e.register_index == signature::no_register) continue;
            e.location = next_location + e.register_index;
            end = std::max(end, e.location + e.rows);
        }
        return end;
    }

    // Which elements are stored by parts, and which are read back.
    void survey(std::span<uint8_t> read_back) {
        for (const Function &f : m_.functions)
            for (Value v = f.head; v; v = m_[v].next) {
                const Inst &i = m_[v];
                if (i.op == Op::store_output) {
                    Access a = Access::unpack(i.arg[3]);
                    Type t = m_[i.arg[0]].type;
                    if (a.column || t.count() != columns_of(m_.outputs[a.element]) || t.bits() == 64 ||
                        i.arg[1])
                        partial_[a.element] = 1;
                } else if (i.op == Op::load_output) {
                    read_back[Access::unpack(i.arg[2]).element] = 1;
                }
            }
    }

    bool overlaps(size_t at, uint8_t mask) const {
        for (size_t i = 0; i < at; ++i)
            if (map_[i].input_register == map_[at].input_register &&
                signature::contiguous_mask(static_cast<uint8_t>(map_[i].input_mask & 15)) & mask)
                return true;
        return false;
    }

    Target *add(uint32_t old, const Element &element, int shift, uint8_t columns, bool plain) {
        auto *t = arena_.make<Target>();
        *t = {static_cast<uint32_t>(elements_.size()),
              shift,
              columns,
              plain,
              signature::defaults_to_one(element) ? 0x3f800000u : 0,
              targets_[old]};
        targets_[old] = t;
        elements_.push(element);
        return t;
    }

    void redirect(uint32_t old, uint32_t location, uint8_t mask) {
        Element e = m_.outputs[old];
        uint8_t from = signature::contiguous_mask(e.mask ? e.mask : 15);
        int shift = (mask & ~from) && !columns_are_fixed_
                        ? 0
                        : static_cast<int>(signature::start_column(from)) -
                              static_cast<int>(signature::start_column(mask));
        // Its columns are not those that the name stands for.
        if (shift && is_kept(e)) e.name = {};
        e.system_value = signature::SystemValue::none;
        e.mask = e.used_mask = mask;
        e.location = e.register_index = location;
        auto columns = static_cast<uint8_t>(signature::column_count(mask));
        Target *t = add(old, e, shift, columns, true);
        if (!partial_[old]) return;
        // Stores by parts bring no defaults.
        int first = shift;
        int end = shift + columns_of(m_.outputs[old]);
        if (first > 0)
            supplies_.push(
                {t->element, 0, static_cast<uint8_t>(first < columns ? first : columns), t->fallback});
        if (end < columns)
            supplies_.push({t->element, static_cast<uint8_t>(end > 0 ? end : 0),
                            static_cast<uint8_t>(columns - (end > 0 ? end : 0)), t->fallback});
    }

    void supply(uint32_t location, uint8_t mask, uint32_t word) {
        Element e;
        e.scan_index = signature::no_register;
        e.mask = e.used_mask = mask;
        e.location = e.register_index = location;
        supplies_.push({static_cast<uint32_t>(elements_.size()), 0,
                        static_cast<uint8_t>(signature::column_count(mask)), word});
        elements_.push(e);
    }

    void rewrite(const uint32_t *readable) {
        for (unsigned f = 0; f < 2; ++f) {
            Builder b(m_, f);
            for (Value v = m_.functions[f].head; v;) {
                Value next = m_[v].next;
                const Inst i = m_[v];
                switch (i.op) {
                case Op::store_output: {
                    b.set_cursor_before(v);
                    for (Target *t = targets_[Access::unpack(i.arg[3]).element]; t; t = t->next)
                        store(b, i, *t);
                    m_.unlink(b.function(), v);
                    break;
                }
                case Op::load_output: {
                    Access a = Access::unpack(i.arg[2]);
                    m_[v].arg[2] = Access::pack(readable[a.element], a.row, a.column);
                    break;
                }
                case Op::return_:
                    if (f == 0 && m_.stage != Stage::geometry) supply_all(b, v);
                    break;
                case Op::emit_vertex:
                    if (i.arg[0] == 0) supply_all(b, v);
                    break;
                default: break;
                }
                v = next;
            }
        }
    }

    void supply_all(Builder &b, Value before) {
        b.set_cursor_before(before);
        for (const Supply &s : supplies_) {
            const Element &e = elements_[s.element];
            Kind kind = e.component_type == signature::ComponentType::float_ ? Kind::f32 : Kind::i32;
            for (uint32_t row = 0; row < e.rows; ++row)
                b.emit(Op::store_output, void_type, b.splat({kind, s.count}, s.word), 0, 0,
                       Access::pack(s.element, row, s.column));
        }
    }

    void store(Builder &b, const Inst &old, const Target &t) {
        Access a = Access::unpack(old.arg[3]);
        Type type = m_[old.arg[0]].type;
        if (type.bits() == 64) { // columns are pairs: whole values only
            int column = static_cast<int>(a.column) + t.shift;
            if (column >= 0 && column + 2 * static_cast<int>(type.count()) <= t.columns)
                b.emit(Op::store_output, void_type, old.arg[0], old.arg[1], old.arg[2],
                       Access::pack(t.element, a.row, static_cast<uint32_t>(column)));
            return;
        }
        int first = static_cast<int>(a.column) + t.shift;
        int end = first + static_cast<int>(type.count());
        int from = first < 0 ? 0 : first;
        int to = end > t.columns ? t.columns : end;
        bool fill = t.plain && !partial_[Access::unpack(old.arg[3]).element];
        if (fill) {
            from = 0;
            to = t.columns;
        } else if (from >= to) {
            return;
        }
        Lane lanes[4];
        Value missing = b.splat(type.scalar(), t.fallback);
        for (int c = from; c < to; ++c)
            lanes[c - from] =
                c >= first && c < end ? Lane{old.arg[0], static_cast<unsigned>(c - first)} : Lane{missing, 0};
        Value value = b.gather(lanes, static_cast<unsigned>(to - from), type.kind());
        b.emit(Op::store_output, void_type, value, old.arg[1], old.arg[2],
               Access::pack(t.element, a.row, static_cast<uint32_t>(from)));
    }

    Module &m_;
    Arena &arena_;
    std::span<const VaryingMapEntry> map_;
    std::span<const KeptOutput> kept_;
    bool columns_are_fixed_;
    Vec<Element> elements_;
    Vec<Supply> supplies_;
    std::span<Target *> targets_;
    std::span<uint8_t> partial_;
};

} // namespace

void link(Module &m, std::span<const VaryingMapEntry> map, std::span<const KeptOutput> kept,
          bool columns_are_fixed) {
    // Mesh shaders store outputs of any vertex at any time, and share the numbering of the next stage's
    // inputs.
    if (m.stage >= Stage::pixel) return;
    Linker(m, map, kept, columns_are_fixed).run();
}

} // namespace weft::passes
