#include "core/signature/packing.h"

#include <algorithm>
#include <array>
#include <bit>

namespace weft::signature {

namespace {

constexpr uint32_t register_count = 32, column_limit = 4, stream_count = 4, target_count = 8;
constexpr uint32_t tess_factor_column = 3;

constexpr std::string_view rule_texts[] = {
    "it has a place",
    "there is no such value at this point of the pipeline",
    "it has more or fewer rows or columns than a signature can hold",
    "system values and indexed rows cannot share a register",
    "a tessellation factor cannot be in registers that are indexed beyond it",
    "the interpolation modes in a register must be the same",
    "values of 16 and of 32 bits cannot share a register",
    "no register has enough free columns side by side",
    "a register holds user data, then system values, then generated values",
    "there are no registers left",
    "clip and cull distances are in two registers at most",
    "the rows of clip or cull distances must be in two registers side by side",
    "another element has this target",
    "there are eight targets",
    "it lies over another element",
    "its register is not that of its target",
};
static_assert(std::size(rule_texts) == static_cast<size_t>(PackRule::count));

// What an element is for the rules of a register: a bit in Register::columns, and what those bits keep out.
enum Class : uint8_t {
    class_user = 1 << 0,
    class_system = 1 << 1, // system values, distances, factors
    class_generated = 1 << 2,
    occupied = 1 << 3,
};

struct Item {
    uint32_t index; // in the signature
    uint8_t rows, columns;
    Class kind;
    bool is_single;      // never in a row that may be indexed: system and generated values, not distances
    bool is_tess_factor; // in several rows
    Interpolation interpolation;
    uint8_t bits;
    int row = -1, column = -1;
};

// How a row belongs to a range of rows that may be indexed.
enum Range : uint8_t { continues_up = 1, continues_down = 2 };

uint8_t range_flags(uint32_t row, uint32_t rows) {
    return static_cast<uint8_t>((row ? continues_up : 0) | (row + 1 < rows ? continues_down : 0));
}

class Register {
  public:
    PackRule row_rule(const Item &e, uint8_t range) const {
        if (range_ && e.is_single) return PackRule::indexed_system_value;
        if (range_is_fixed_ && (range | range_) != range_) return PackRule::indexed_system_value;
        if (e.is_tess_factor && (range | range_) != range) return PackRule::tess_factor_range;
        if (interpolation_ != Interpolation::undefined && interpolation_ != e.interpolation)
            return PackRule::interpolation;
        if (bits_ && bits_ != e.bits) return PackRule::width;
        unsigned run = 0, longest = 0;
        for (const uint8_t c : columns_) {
            run = c & occupied ? 0 : run + 1;
            longest = std::max(longest, run);
        }
        return longest < e.columns ? PackRule::columns : PackRule::none;
    }

    PackRule column_rule(const Item &e, uint32_t column) const {
        if (column + e.columns > column_limit) return PackRule::columns;
        PackRule rule = PackRule::none;
        for (uint32_t c = column; c < column + e.columns; ++c) {
            if (columns_[c] & occupied) return PackRule::columns;
            if (columns_[c] & e.kind) rule = PackRule::column_order;
        }
        return rule;
    }

    bool occupied_at(const Item &e) const {
        for (int c = e.column; c < e.column + e.columns; ++c)
            if (columns_[c] & occupied) return true;
        return false;
    }

    void place(const Item &e, uint32_t column, uint8_t range) {
        interpolation_ = e.interpolation;
        bits_ = e.bits;
        range_ |= range;
        if (e.is_single || e.is_tess_factor) range_is_fixed_ = true;
        const uint8_t keeps_left = e.kind == class_user     ? class_system | class_generated
                                   : e.kind == class_system ? class_generated
                                                            : 0;
        const uint8_t keeps_right = e.kind == class_user     ? 0
                                    : e.kind == class_system ? class_user
                                                             : class_user | class_system;
        for (uint32_t c = 0; c < column_limit; ++c)
            columns_[c] |= c < column ? keeps_left : c < column + e.columns ? uint8_t{occupied} : keeps_right;
    }

  private:
    uint8_t columns_[column_limit] = {}; // occupied, and classes that are kept out
    uint8_t range_ = 0;
    bool range_is_fixed_ = false;
    Interpolation interpolation_ = Interpolation::undefined;
    uint8_t bits_ = 0;
};

class Registers {
  public:
    explicit Registers(uint32_t count = register_count) : count_(count) {}

    // The rules for an element at one place.
    PackRule rule(const Item &e, uint32_t row, uint32_t column) const {
        for (uint32_t r = 0; r < e.rows; ++r)
            if (PackRule rule = registers_[row + r].row_rule(e, range_flags(r, e.rows));
                rule != PackRule::none)
                return rule;
        for (uint32_t r = 0; r < e.rows; ++r)
            if (PackRule rule = registers_[row + r].column_rule(e, column); rule != PackRule::none)
                return rule;
        return PackRule::none;
    }

    // The first column of the first row that will do.
    PackRule find(Item &e, uint32_t first_row, uint32_t first_column = 0) const {
        PackRule worst = PackRule::none;
        if (e.rows > count_ || first_row > count_ - e.rows) return PackRule::rows;
        for (uint32_t row = first_row; row + e.rows <= count_; ++row)
            if (find_in(e, row, first_column, &worst)) return PackRule::none;
        return worst;
    }

    bool find_in(Item &e, uint32_t row, uint32_t first_column, PackRule *worst) const {
        for (uint32_t column = first_column; column < column_limit; ++column) {
            const PackRule r = rule(e, row, column);
            if (r == PackRule::none) {
                e.row = static_cast<int>(row);
                e.column = static_cast<int>(column);
                return true;
            }
            *worst = std::max(*worst, r);
        }
        return false;
    }

    void place(const Item &e) {
        for (uint32_t r = 0; r < e.rows; ++r)
            registers_[static_cast<uint32_t>(e.row) + r].place(e, static_cast<uint32_t>(e.column),
                                                               range_flags(r, e.rows));
        used_ = std::max(used_, static_cast<uint32_t>(e.row) + e.rows);
    }

    PackRule pack(Item &e, uint32_t first_row = 0, uint32_t first_column = 0) {
        const PackRule rule = find(e, first_row, first_column);
        if (rule == PackRule::none) place(e);
        return rule;
    }

    bool occupied_at(const Item &e) const {
        for (uint32_t r = 0; r < e.rows; ++r)
            if (registers_[static_cast<uint32_t>(e.row) + r].occupied_at(e)) return true;
        return false;
    }

    uint32_t used() const { return used_; }

  private:
    std::array<Register, register_count> registers_ = {};
    uint32_t count_, used_ = 0;
};

constexpr uint32_t distance_rows = 2;
// A second register of distances that may not be used, since an array took another one.
constexpr int beyond = register_count;

class Packer {
  public:
    Packer(std::span<Element> elements, Point point, uint32_t model, Arena &arena, Packing &result)
        : elements_(elements),
          point_(point),
          model_(model),
          arena_(arena),
          failures_(arena),
          result_(result) {}

    void run(PackMode mode);

  private:
    struct StreamItems {
        explicit StreamItems(Arena &arena) : items(arena) {}
        Vec<Item> items;
    };

    bool item(uint32_t index, Item *out);
    void fail(uint32_t element, PackRule rule) { failures_.push({element, rule}); }
    void apply(const Item &item);
    void stacked();
    void indexed();
    void prefix_stable(std::span<Item> items, Registers &registers);
    PackRule distance(Item &e, Registers &registers, Registers &area, int rows[distance_rows]);
    void optimized(std::span<Item> items, Registers &registers);
    void distances(std::span<Item *> items, Registers &registers, uint32_t first_row);
    bool is_distance(const Item &e) const { return kind_of(e.index) == Interpretation::clip_cull; }
    Interpretation kind_of(uint32_t index) const {
        return interpret_beside(semantic_kind(elements_[index].system_value), point_, model_);
    }

    std::span<Element> elements_;
    const Point point_;
    const uint32_t model_;
    Arena &arena_;
    Vec<PackFailure> failures_;
    Packing &result_;
};

uint8_t bits_of(ComponentType type) {
    switch (type) {
    case ComponentType::float16:
    case ComponentType::uint16:
    case ComponentType::int16: return 16;
    default: return 32;
    }
}

void move_to(Element &e, uint32_t row, uint32_t column) {
    const unsigned from = start_column(e.mask);
    const auto moved = [&](uint8_t mask) { return static_cast<uint8_t>(mask >> from << column & 0xf); };
    e.register_index = row;
    e.mask = moved(contiguous_mask(e.mask));
    e.used_mask = moved(e.used_mask);
    e.dynamic_index_mask = moved(e.dynamic_index_mask);
}

Item make_item(const Element &e, uint32_t index, Interpretation what) {
    const bool is_factor = what == Interpretation::tess_factor && e.rows > 1;
    Class kind = class_user;
    switch (what) {
    case Interpretation::system_value:
    case Interpretation::clip_cull:
    case Interpretation::tess_factor: kind = class_system; break;
    case Interpretation::generated: kind = class_generated; break;
    default: break;
    }
    Item item{};
    item.index = index;
    item.rows = e.rows;
    item.columns = static_cast<uint8_t>(column_count(e.mask));
    item.kind = kind;
    item.is_single = kind != class_user && what != Interpretation::clip_cull && !is_factor;
    item.is_tess_factor = is_factor;
    item.interpolation = e.interpolation;
    item.bits = bits_of(e.component_type);
    return item;
}

bool Packer::item(uint32_t index, Item *out) {
    const Element &e = elements_[index];
    if (!e.rows || e.rows > register_count || !column_count(e.mask)) {
        fail(index, PackRule::malformed);
        return false;
    }
    const Interpretation what = kind_of(index);
    switch (what) {
    case Interpretation::arbitrary:
    case Interpretation::system_value:
    case Interpretation::clip_cull:
    case Interpretation::tess_factor:
    case Interpretation::generated: break;
    case Interpretation::not_allowed: fail(index, PackRule::not_allowed); return false;
    default: return false;
    }
    *out = make_item(e, index, what);
    return true;
}

void Packer::apply(const Item &item) {
    if (item.row < 0) return;
    Element &e = elements_[item.index];
    move_to(e, static_cast<uint32_t>(item.row), static_cast<uint32_t>(item.column));
    uint32_t &used = result_.rows[e.stream < stream_count ? e.stream : 0];
    used = std::max(used, static_cast<uint32_t>(item.row) + item.rows);
}

void Packer::stacked() {
    uint32_t next = 0;
    for (uint32_t i = 0; i < elements_.size(); ++i) {
        Item e;
        if (!item(i, &e)) continue;
        if (next + e.rows > register_count) {
            fail(i, PackRule::rows);
            continue;
        }
        e.row = static_cast<int>(next);
        e.column = 0;
        next += e.rows;
        apply(e);
    }
}

void Packer::indexed() {
    uint32_t taken = 0;
    for (uint32_t i = 0; i < elements_.size(); ++i) {
        Element &e = elements_[i];
        switch (kind_of(i)) {
        case Interpretation::target: break;
        case Interpretation::not_allowed: fail(i, PackRule::not_allowed); continue;
        default: continue;
        }
        if (!e.rows || !column_count(e.mask)) {
            fail(i, PackRule::malformed);
            continue;
        }
        if (e.semantic_index >= target_count || e.rows > target_count - e.semantic_index) {
            fail(i, PackRule::target_range);
            continue;
        }
        const uint32_t mask = ((1u << e.rows) - 1) << e.semantic_index;
        if (taken & mask) {
            fail(i, PackRule::target_taken);
            continue;
        }
        taken |= mask;
        move_to(e, e.semantic_index, 0);
        result_.rows[0] = std::max(result_.rows[0], e.semantic_index + e.rows);
    }
}

// Distances have two registers of their own, each reserved whole when it is first needed.
PackRule Packer::distance(Item &e, Registers &registers, Registers &area, int rows[distance_rows]) {
    Item inside = e;
    if (e.rows > distance_rows || area.find(inside, 0) != PackRule::none) return PackRule::clip_cull_rows;
    const auto reserve = [&](unsigned which) {
        Item whole = {e.index, 1, column_limit, class_system, false, false, Interpolation::undefined, 32};
        const PackRule rule = registers.pack(whole);
        if (rule == PackRule::none) rows[which] = whole.row;
        return rule;
    };
    const auto first = static_cast<uint32_t>(inside.row);
    const bool was_reserved = rows[first] >= 0;
    for (uint32_t r = first; r < first + e.rows; ++r)
        if (rows[r] < 0)
            if (const PackRule rule = reserve(r); rule != PackRule::none) return rule;
    if (rows[first] == beyond) return PackRule::clip_cull_rows;
    e.row = rows[first];
    e.column = inside.column;
    if (e.rows == 2 && rows[1] != rows[0] + 1) {
        // Something else has the next register. It is shared if it has room; then there is no third one.
        const auto next = static_cast<uint32_t>(e.row) + 1;
        Item half = e;
        half.rows = 1;
        if (!was_reserved || next >= register_count ||
            registers.rule(half, next, static_cast<uint32_t>(e.column)) != PackRule::none) {
            e.row = e.column = -1;
            return PackRule::clip_cull_adjacent;
        }
        half.row = static_cast<int>(next);
        registers.place(half);
        rows[1] = beyond;
    }
    area.place(inside);
    return PackRule::none;
}

void Packer::prefix_stable(std::span<Item> items, Registers &registers) {
    Registers area(distance_rows);
    int rows[distance_rows] = {-1, -1};
    for (Item &e : items) {
        const PackRule rule = is_distance(e)
                                  ? distance(e, registers, area, rows)
                                  : registers.pack(e, 0, e.is_tess_factor ? tess_factor_column : 0);
        if (rule != PackRule::none) fail(e.index, rule);
    }
}

// Several rows: the first two registers side by side that take all of them. Else the two registers' worth are
// made up apart, and each gets the first register with room, to the right of what is there.
void Packer::distances(std::span<Item *> items, Registers &registers, uint32_t first_row) {
    Registers area(distance_rows);
    bool indexed = false;
    Vec<Item *> fit(arena_);
    Vec<Item *> by_row[distance_rows] = {Vec<Item *>(arena_), Vec<Item *>(arena_)};
    for (Item *e : items) {
        if (e->rows > distance_rows || area.pack(*e) != PackRule::none) {
            e->row = e->column = -1;
            fail(e->index, PackRule::clip_cull_rows);
            continue;
        }
        indexed |= e->rows > 1;
        fit.push(e);
        by_row[e->row].push(e);
    }
    if (fit.empty()) return;
    if (indexed) {
        for (uint32_t row = first_row; row + distance_rows <= register_count; ++row) {
            Registers trial = registers;
            bool all = true;
            PackRule worst = PackRule::none;
            for (Item *e : fit) {
                bool found = false;
                for (uint32_t r = 0; r + e->rows <= distance_rows && !found; ++r)
                    found = trial.find_in(*e, row + r, 0, &worst);
                if (!found) {
                    all = false;
                    break;
                }
                trial.place(*e);
            }
            if (!all) continue;
            registers = trial;
            return;
        }
        for (Item *e : fit) {
            e->row = e->column = -1;
            fail(e->index, PackRule::clip_cull_adjacent);
        }
        return;
    }
    for (Vec<Item *> &members : by_row) {
        Item whole{};
        for (Item *e : members)
            whole.columns = static_cast<uint8_t>(whole.columns + e->columns);
        if (members.empty()) continue;
        const Item &first = *members[0];
        whole = {first.index, 1, whole.columns, class_system, false, false, first.interpolation, 32};
        const PackRule rule = registers.pack(whole, first_row);
        for (Item *e : members) {
            if (rule != PackRule::none) {
                e->row = e->column = -1;
                fail(e->index, rule);
                continue;
            }
            e->row = whole.row;
            e->column += whole.column;
        }
    }
}

void Packer::optimized(std::span<Item> items, Registers &registers) {
    enum Group { whole_rows, tess_factors, user, system, clip_cull, generated, group_count };
    Vec<Item *> groups[group_count] = {Vec<Item *>(arena_), Vec<Item *>(arena_), Vec<Item *>(arena_),
                                       Vec<Item *>(arena_), Vec<Item *>(arena_), Vec<Item *>(arena_)};
    for (Item &e : items) {
        const Group group = is_distance(e)              ? clip_cull
                            : e.kind == class_generated ? generated
                            : e.is_tess_factor          ? tess_factors
                            : e.columns == column_limit ? whole_rows
                            : e.kind == class_user      ? user
                                                        : system;
        groups[group].push(&e);
    }
    uint32_t first_row = 0;
    for (unsigned g = 0; g < group_count; ++g) {
        Vec<Item *> &group = groups[g];
        std::sort(group.begin(), group.end(), [](const Item *a, const Item *b) {
            if (a->interpolation != b->interpolation) return a->interpolation < b->interpolation;
            if (a->rows != b->rows) return a->rows > b->rows;
            if (a->columns != b->columns) return a->columns > b->columns;
            return a->index < b->index;
        });
        if (g == clip_cull) {
            distances(group.span(), registers, first_row);
            continue;
        }
        for (Item *e : group)
            if (const PackRule rule =
                    registers.pack(*e, first_row, g == tess_factors ? tess_factor_column : 0);
                rule != PackRule::none)
                fail(e->index, rule);
        if (g == whole_rows) first_row = registers.used();
    }
}

void Packer::run(PackMode mode) {
    for (Element &e : elements_) {
        move_to(e, no_register, 0);
    }
    if (mode == PackMode::stacked) stacked();
    if (mode == PackMode::indexed) indexed();
    if (mode == PackMode::prefix_stable || mode == PackMode::optimized) {
        for (unsigned stream = 0; stream < stream_count; ++stream) {
            Vec<Item> items(arena_);
            for (uint32_t i = 0; i < elements_.size(); ++i)
                if (Item e;
                    (elements_[i].stream < stream_count ? elements_[i].stream : 0) == stream && item(i, &e))
                    items.push(e);
            if (items.empty()) continue;
            Registers registers;
            if (mode == PackMode::optimized)
                optimized(items.span(), registers);
            else
                prefix_stable(items.span(), registers);
            for (const Item &e : items)
                apply(e);
        }
    }
    std::sort(failures_.begin(), failures_.end(),
              [](const PackFailure &a, const PackFailure &b) { return a.element < b.element; });
    result_.failures = failures_.span();
}

// Whether elements that are in registers may be where they are. Undefined interpolation goes first: it joins
// whatever comes, but nothing that is there may be joined by it.
class Checker {
  public:
    Checker(std::span<const Element> elements, Point point, uint32_t model, Arena &arena)
        : elements_(elements), point_(point), model_(model), arena_(arena), failures_(arena) {}

    std::span<PackFailure> run(PackMode mode) {
        Vec<uint32_t> order(arena_);
        for (uint32_t i = 0; i < elements_.size(); ++i)
            if (elements_[i].register_index != no_register) order.push(i);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            return elements_[a].interpolation < elements_[b].interpolation;
        });
        uint32_t edges = 0;
        for (const Element &e : elements_)
            edges += semantic_kind(e.system_value) == SemanticKind::tess_factor;
        factors_stand_alone_ = edges > 1;
        Registers registers[stream_count];
        uint32_t distances[stream_count] = {}, components[stream_count] = {};
        for (const uint32_t i : order) {
            const Element &e = elements_[i];
            const unsigned stream = e.stream < stream_count ? e.stream : 0;
            const PackRule rule = check(i, mode, registers[stream], &distances[stream], &components[stream]);
            if (rule != PackRule::none) failures_.push({i, rule});
        }
        return failures_.span();
    }

  private:
    PackRule check(uint32_t index, PackMode mode, Registers &registers, uint32_t *distances,
                   uint32_t *components);

    std::span<const Element> elements_;
    const Point point_;
    const uint32_t model_;
    Arena &arena_;
    Vec<PackFailure> failures_;
    // One element for each factor comes from before DXIL, where factors are first in their registers.
    bool factors_stand_alone_ = false;
};

PackRule Checker::check(uint32_t index, PackMode mode, Registers &registers, uint32_t *distances,
                        uint32_t *components) {
    const Element &e = elements_[index];
    const Interpretation what = interpret_beside(semantic_kind(e.system_value), point_, model_);
    const unsigned columns = column_count(e.mask);
    if (!e.rows || !columns || e.register_index >= register_count ||
        e.rows > register_count - e.register_index)
        return PackRule::malformed;
    Item item = make_item(e, index, what);
    if (factors_stand_alone_ && what == Interpretation::tess_factor) item.kind = class_user;
    item.row = static_cast<int>(e.register_index);
    item.column = static_cast<int>(start_column(e.mask));
    const auto row = e.register_index, column = start_column(e.mask);
    PackRule rule = registers.occupied_at(item) ? PackRule::overlap : PackRule::none;
    if (mode == PackMode::indexed) {
        if (rule == PackRule::none && what == Interpretation::target) {
            if (e.semantic_index >= target_count)
                rule = PackRule::target_range;
            else if (row != e.semantic_index || column)
                rule = PackRule::target_register;
        }
    } else if (mode != PackMode::stacked && rule == PackRule::none) {
        rule = registers.rule(item, row, column);
        if (what == Interpretation::clip_cull) {
            *distances |= ((uint32_t{1} << e.rows) - 1) << row;
            *components += e.rows * columns;
            if (std::popcount(*distances) > static_cast<int>(distance_rows) || *components > 8)
                rule = PackRule::clip_cull_rows;
        }
    }
    registers.place(item);
    return rule;
}

} // namespace

std::string_view rule_text(PackRule rule) {
    return rule_texts[rule < PackRule::count ? static_cast<size_t>(rule) : 0];
}

bool default_mode(Point point, PackMode *mode) {
    switch (point) {
    case Point::vertex_input: *mode = PackMode::stacked; return true;
    case Point::pixel_output: *mode = PackMode::indexed; return true;
    case Point::patch_function_input:
    case Point::hull_input:
    case Point::geometry_input:
    case Point::compute_input:
    case Point::mesh_input:
    case Point::amplification_input: return false;
    default: *mode = PackMode::prefix_stable; return true;
    }
}

std::span<PackFailure> check_places(std::span<const Element> elements, Point point, PackMode mode,
                                    Arena &arena, uint32_t model) {
    return Checker(elements, point, model, arena).run(mode);
}

Packing pack(std::span<Element> elements, Point point, PackMode mode, Arena &arena, uint32_t model) {
    Packing result;
    Packer(elements, point, model, arena, result).run(mode);
    return result;
}

} // namespace weft::signature
