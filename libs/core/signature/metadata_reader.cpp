// From nodes to signatures, with everything that may be wrong about them.
#include <algorithm>

#include "core/signature/metadata.h"
#include "core/signature/metadata_parser.h"
#include "core/signature/metadata_type.h"

namespace weft::signature {

namespace {

constexpr uint32_t element_limit = 128; // 32 registers of four components
constexpr uint32_t register_count = 32, column_limit = 4, stream_count = 4;
constexpr uint32_t clip_cull_limit = 8;
constexpr size_t name_limit = 512;

enum Operand : uint32_t {
    op_number,
    op_name,
    op_component_type,
    op_kind,
    op_indices,
    op_interpolation,
    op_rows,
    op_columns,
    op_start_row,
    op_start_column,
    op_usage_mask,
    op_dynamic_mask,
    op_stream,
    operand_count,
};

struct OperandRule {
    const char *name;
    uint8_t bits; // 0: no integer
};
constexpr OperandRule operand_rules[operand_count] = {
    {"number", 32},          {"name", 0},
    {"component type", 32},  {"semantic kind", 32},
    {"semantic indices", 0}, {"interpolation mode", 32},
    {"number of rows", 32},  {"number of columns", 8},
    {"first row", 32},       {"first column", 8},
    {"usage mask", 8},       {"dynamic index mask", 8},
    {"geometry stream", 32},
};

constexpr const char *list_names[] = {"input", "output", "patch constant"};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

class Reader {
  public:
    Reader(const MetadataText &text, Stage stage, Arena &arena, Diagnostics &diag, MetadataSignatures *out)
        : t_(text), default_stage_(stage), arena_(arena), diag_(diag), out_(*out) {}

    void run(size_t text_size);

  private:
    WEFT_PRINTF(3, 4) void fail(Location where, const char *format, ...);
    WEFT_PRINTF(3, 4) void fail_signature(Location where, const char *format, ...);
    void flags();
    void table();
    void patch_constants();
    bool entry_function(const MetadataValue &v, EntrySignatures *e);
    const MetadataValue &operand(uint32_t first, uint32_t i) const { return t_.operands[first + i]; }

    // A list of elements, and all that can be said of it.
    bool list(const MetadataValue &v, Stage stage, List which, Signature *out);
    bool element(const MetadataValue &v, uint32_t number, Point point, Element *e);
    bool place(const MetadataNode &node, const uint64_t *n, Element *e);
    bool indices(const MetadataValue &v, uint32_t rows, Element *e);
    void names(std::span<const Element> elements, std::span<const Location> where);
    void places(std::span<const Element> elements, std::span<const Location> where, Point point, Stage stage);
    void meanings(std::span<const Element> elements, std::span<const Location> where, Point point);

    const MetadataText &t_;
    const Stage default_stage_;
    Arena &arena_;
    Diagnostics &diag_;
    MetadataSignatures &out_;
    size_t budget_ = 0; // of elements: lists may be shared
};

void Reader::fail(Location where, const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    diag_.error(where, code::dxil_metadata, "%s.", message);
}

void Reader::fail_signature(Location where, const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    diag_.error(where, code::dxil_signature, "%s.", message);
}

#define NAME(e) static_cast<int>(std::min<size_t>((e).name.size(), 64)), (e).name.data()

void Reader::flags() {
    const NamedNode *table = t_.find_named(module_flags);
    for (uint32_t i = 0; table && i < table->count; ++i) {
        const MetadataNode *flag = t_.node(operand(table->first, i));
        if (!flag || flag->count != 3) continue;
        const MetadataValue &name = operand(flag->first, 1), &value = operand(flag->first, 2);
        if (name.kind == MetadataValue::Kind::string && name.text == native_16_bit_flag &&
            value.kind == MetadataValue::Kind::integer)
            out_.native_16_bit = value.integer != 0;
    }
}

bool Reader::entry_function(const MetadataValue &v, EntrySignatures *e) {
    if (v.kind != MetadataValue::Kind::function) {
        fail(v.where, "The entry point is no function");
        return false;
    }
    e->function = v.text;
    const MetadataText::Function *f = t_.function(v.text);
    // A text of metadata alone defines nothing.
    if (t_.functions.size() && (!f || !f->defined)) {
        fail(v.where, "The module defines no function %.*s",
             static_cast<int>(std::min<size_t>(v.text.size(), 64)), v.text.data());
        return false;
    }
    e->stage = f && f->stage != Stage::unknown     ? f->stage
               : t_.triple_stage != Stage::unknown ? t_.triple_stage
                                                   : default_stage_;
    return true;
}

void Reader::table() {
    const NamedNode *table = t_.find_named(signature_table);
    if (!table) return;
    Vec<EntrySignatures> entries(arena_, table->count);
    Vec<Location> where(arena_, table->count);
    for (uint32_t i = 0; i < table->count; ++i) {
        const MetadataValue &v = operand(table->first, i);
        const MetadataNode *triple = t_.node(v);
        if (!triple) {
            fail(v.where, "Entry %u of the table is no node of this text", i);
            continue;
        }
        if (triple->count != 3) {
            fail(triple->where, "A function and its inputs and outputs make three operands, not %u",
                 triple->count);
            continue;
        }
        EntrySignatures e;
        if (!entry_function(operand(triple->first, 0), &e)) continue;
        e.has_inputs = list(operand(triple->first, 1), e.stage, List::inputs, &e.inputs);
        e.has_outputs = list(operand(triple->first, 2), e.stage, List::outputs, &e.outputs);
        entries.push(e);
        where.push(triple->where);
    }
    Vec<uint32_t> order(arena_, entries.size());
    for (uint32_t i = 0; i < entries.size(); ++i)
        order.push(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return entries[a].function < entries[b].function; });
    for (size_t i = 1; i < order.size(); ++i) {
        const EntrySignatures &e = entries[order[i]];
        if (e.function == entries[order[i - 1]].function)
            fail(where[order[i]], "Function %.*s has signatures already",
                 static_cast<int>(std::min<size_t>(e.function.size(), 64)), e.function.data());
    }
    out_.entries = entries.span();
}

void Reader::patch_constants() {
    const NamedNode *table = t_.find_named(patch_table);
    for (uint32_t i = 0; table && i < table->count; ++i) {
        const MetadataValue &v = operand(table->first, i);
        const MetadataNode *pair = t_.node(v);
        if (!pair || pair->count != 2) {
            fail(v.where, "A function and its patch constants make a node of two operands");
            continue;
        }
        EntrySignatures e;
        if (!entry_function(operand(pair->first, 0), &e)) continue;
        const auto entry = std::find_if(out_.entries.begin(), out_.entries.end(),
                                        [&](const EntrySignatures &o) { return o.function == e.function; });
        if (entry == out_.entries.end() || entry->has_patch_constants) {
            fail(v.where, "Function %.*s has %s", static_cast<int>(std::min<size_t>(e.function.size(), 64)),
                 e.function.data(),
                 entry == out_.entries.end() ? "no other signatures" : "patch constants already");
            continue;
        }
        entry->has_patch_constants =
            list(operand(pair->first, 1), e.stage, List::patch_constants, &entry->patch_constants);
    }
}

bool Reader::indices(const MetadataValue &v, uint32_t rows, Element *e) {
    const MetadataNode *node = t_.node(v);
    if (!node) {
        fail(v.where, "The semantic indices are no node of this text");
        return false;
    }
    if (node->count != rows) {
        fail_signature(node->where, "There are %u semantic indices for %u rows", node->count, rows);
        return false;
    }
    uint32_t *list = arena_.array<uint32_t>(rows);
    for (uint32_t i = 0; i < rows; ++i) {
        const MetadataValue &index = operand(node->first, i);
        if (index.kind != MetadataValue::Kind::integer || index.bits != 32) {
            fail(index.where, "Semantic index %u is no i32", i);
            return false;
        }
        list[i] = static_cast<uint32_t>(index.integer);
    }
    e->set_indices(list);
    return true;
}

// Rows, columns, register and the masks that go by them.
bool Reader::place(const MetadataNode &node, const uint64_t *n, Element *e) {
    const auto where = [&](Operand o) { return operand(node.first, o).where; };
    bool ok = true;
    if (n[op_rows] < 1 || n[op_rows] > register_count) {
        fail_signature(where(op_rows), "An element has 1 to 32 rows, not %llu",
                       static_cast<unsigned long long>(n[op_rows]));
        ok = false;
    }
    if (n[op_columns] < 1 || n[op_columns] > column_limit) {
        fail_signature(where(op_columns), "An element has 1 to 4 columns, not %u",
                       static_cast<unsigned>(n[op_columns]));
        ok = false;
    }
    if (!ok) return false;
    e->rows = static_cast<uint8_t>(n[op_rows]);
    const bool has_row = n[op_start_row] != ~uint32_t{0}, has_column = n[op_start_column] != 0xff;
    unsigned column = 0;
    if (has_row != has_column) {
        fail_signature(where(has_row ? op_start_column : op_start_row),
                       "First row and first column are both -1 or neither is");
        ok = false;
    } else if (has_row) {
        if (n[op_start_row] + n[op_rows] > register_count) {
            fail_signature(where(op_start_row), "The element ends beyond row 31");
            ok = false;
        }
        if (n[op_start_column] + n[op_columns] > column_limit) {
            fail_signature(where(op_start_column), "The element ends beyond column 3");
            ok = false;
        }
        if (!ok) return false;
        e->register_index = static_cast<uint32_t>(n[op_start_row]);
        column = static_cast<unsigned>(n[op_start_column]);
    }
    const unsigned columns = (1u << n[op_columns]) - 1;
    e->mask = static_cast<uint8_t>(columns << column);
    if (n[op_usage_mask] & ~uint64_t{e->mask}) {
        fail_signature(where(op_usage_mask), "Usage mask 0x%x names components that the element (0x%x) lacks",
                       static_cast<unsigned>(n[op_usage_mask]), e->mask);
        ok = false;
    }
    if (n[op_dynamic_mask] & ~uint64_t{columns}) {
        fail_signature(where(op_dynamic_mask),
                       "Dynamic index mask 0x%x names components that the element (0x%x) lacks",
                       static_cast<unsigned>(n[op_dynamic_mask]), columns);
        ok = false;
    }
    e->used_mask = static_cast<uint8_t>(n[op_usage_mask] & 0xf);
    e->dynamic_index_mask = static_cast<uint8_t>(n[op_dynamic_mask] << column & 0xf);
    return ok;
}

bool Reader::element(const MetadataValue &v, uint32_t number, Point point, Element *e) {
    const MetadataNode *node = t_.node(v);
    if (!node) {
        fail(v.where, "Element %u is no node of this text", number);
        return false;
    }
    if (node->count != operand_count) {
        fail(node->where, "Element %u has %u operands instead of %u", number, node->count,
             static_cast<unsigned>(operand_count));
        return false;
    }
    bool ok = true;
    uint64_t n[operand_count] = {};
    for (uint32_t i = 0; i < operand_count; ++i) {
        const MetadataValue &o = operand(node->first, i);
        const OperandRule &rule = operand_rules[i];
        if (!rule.bits) continue;
        if (o.kind != MetadataValue::Kind::integer || o.bits != rule.bits) {
            fail(o.where, "The %s is no i%u", rule.name, rule.bits);
            ok = false;
        }
        n[i] = o.integer;
    }
    const MetadataValue &name = operand(node->first, op_name);
    if (name.kind != MetadataValue::Kind::string) {
        fail(name.where, "The name is no string");
        ok = false;
    }
    if (!ok) return false;

    const auto where = [&](Operand o) { return operand(node->first, o).where; };
    e->scan_index = number;
    if (n[op_number] != number) {
        fail_signature(where(op_number), "Element %u is numbered %llu; numbers follow the order of the list",
                       number, static_cast<unsigned long long>(n[op_number]));
        ok = false;
    }
    e->name = name.text;
    if (name.text.empty() || name.text.find('\0') != name.text.npos || name.text.size() > name_limit) {
        fail_signature(name.where, "The name is empty, longer than %zu characters or has a zero in it",
                       name_limit);
        ok = false;
    }
    if (n[op_component_type] >= std::size(metadata_types) ||
        metadata_types[n[op_component_type]].type == ComponentType::none) {
        fail_signature(where(op_component_type), "Component type %llu is none that signatures have",
                       static_cast<unsigned long long>(n[op_component_type]));
        ok = false;
    } else {
        set_metadata_type(*e, static_cast<uint32_t>(n[op_component_type]), out_.native_16_bit);
        switch (e->component_type) {
        case ComponentType::double_:
        case ComponentType::int64:
        case ComponentType::uint64:
            fail_signature(where(op_component_type), "Components of signatures have no 64 bits");
            ok = false;
            break;
        default: break;
        }
    }
    if (n[op_kind] >= static_cast<uint64_t>(SemanticKind::count)) {
        fail_signature(where(op_kind), "Semantic kind %llu is unknown",
                       static_cast<unsigned long long>(n[op_kind]));
        ok = false;
    } else if (ok) {
        const auto kind = static_cast<SemanticKind>(n[op_kind]);
        const Semantic *system = find_semantic(e->name);
        if (is_system_name(e->name) && !system) {
            fail_signature(name.where, "There is no system value %.*s", NAME(*e));
            ok = false;
        } else if (kind == SemanticKind::arbitrary && system &&
                   (point == Point::count ||
                    interpret_beside(system->kind, point) == Interpretation::arbitrary)) {
            // DXC calls what is plain data by its name alone: an instance number between two stages.
        } else if (system ? system->kind != kind : kind != SemanticKind::arbitrary) {
            fail_signature(where(op_kind), "%.*s is of another semantic kind than %u", NAME(*e),
                           static_cast<unsigned>(kind));
            ok = false;
        }
        e->system_value = system_value(kind);
    }
    if (n[op_interpolation] > static_cast<uint64_t>(Interpolation::linear_noperspective_sample)) {
        fail_signature(where(op_interpolation), "Interpolation mode %llu is unknown",
                       static_cast<unsigned long long>(n[op_interpolation]));
        ok = false;
    } else {
        e->interpolation = static_cast<Interpolation>(n[op_interpolation]);
        const bool is_float =
            e->component_type == ComponentType::float_ || e->component_type == ComponentType::float16;
        if (ok && !is_float && e->interpolation > Interpolation::constant) {
            fail_signature(where(op_interpolation), "Integers are not interpolated");
            ok = false;
        }
    }
    if (n[op_stream] >= stream_count) {
        fail_signature(where(op_stream), "Geometry stream %llu does not exist",
                       static_cast<unsigned long long>(n[op_stream]));
        ok = false;
    } else {
        e->stream = static_cast<uint8_t>(n[op_stream]);
    }
    if (!place(*node, n, e)) return false;
    return indices(operand(node->first, op_indices), static_cast<uint32_t>(n[op_rows]), e) && ok;
}

// Nodes do not tell the tessellator's domain, but lines have two factors and no inner one, triangles three
// and one, quads four and two, be it in one element or in one for each.
void factors(std::span<Element> elements) {
    enum Domain : uint32_t { isoline = 1, triangle = 2, quad = 3 };
    unsigned edges = 0, inner = 0;
    for (const Element &e : elements) {
        const SemanticKind kind = semantic_kind(e.system_value);
        edges += kind == SemanticKind::tess_factor ? e.rows : 0;
        inner += kind == SemanticKind::inside_tess_factor ? e.rows : 0;
    }
    const Domain domain = edges == 4 || inner == 2 ? quad : edges == 3 || inner == 1 ? triangle : isoline;
    for (Element &e : elements) {
        const SemanticKind kind = semantic_kind(e.system_value);
        if (kind != SemanticKind::tess_factor && kind != SemanticKind::inside_tess_factor) continue;
        e.system_value = system_value(kind, domain);
        // Of an isoline's factors the second tells the segments.
        if (e.system_value == SystemValue::tess_factor_line_density && e.semantic_index == 1)
            e.system_value = SystemValue::tess_factor_line_detail;
    }
}

// One semantic twice.
void Reader::names(std::span<const Element> elements, std::span<const Location> where) {
    struct Row {
        uint32_t element, index;
    };
    Vec<Row> rows(arena_, elements.size());
    for (uint32_t i = 0; i < elements.size(); ++i)
        for (uint32_t r = 0; r < elements[i].rows; ++r)
            rows.push({i, elements[i].index_of_row(r)});
    const auto compare = [&](const Row &a, const Row &b) {
        const Element &x = elements[a.element], &y = elements[b.element];
        if (x.stream != y.stream) return x.stream < y.stream ? -1 : 1;
        if (a.index != b.index) return a.index < b.index ? -1 : 1;
        if (x.name.size() != y.name.size()) return x.name.size() < y.name.size() ? -1 : 1;
        for (size_t i = 0; i < x.name.size(); ++i)
            if (lower(x.name[i]) != lower(y.name[i])) return lower(x.name[i]) < lower(y.name[i]) ? -1 : 1;
        return 0;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const Row &a, const Row &b) { return compare(a, b) < 0; });
    for (size_t i = 1; i < rows.size(); ++i)
        if (!compare(rows[i - 1], rows[i]))
            fail_signature(where[rows[i].element], "Semantic %.*s%u stands twice in this signature",
                           NAME(elements[rows[i].element]), rows[i].index);
}

// What the kinds of values ask for at this point of the pipeline.
void Reader::meanings(std::span<const Element> elements, std::span<const Location> where, Point point) {
    for (size_t i = 0; i < elements.size(); ++i) {
        const Element &e = elements[i];
        const SemanticKind kind = semantic_kind(e.system_value);
        const Interpretation what = interpret_beside(kind, point);
        const std::string_view at = point_name(point);
        const auto refuse = [&](const char *why) {
            fail_signature(where[i], "%.*s%u at %.*s: %s", NAME(e), e.semantic_index,
                           static_cast<int>(at.size()), at.data(), why);
        };
        if (what == Interpretation::not_allowed)
            refuse("there is no such value here");
        else if (what == Interpretation::not_in_signature)
            refuse("an operation reads this value; it has no element");
        if (e.stream && point != Point::geometry_output) refuse("only geometry shaders have output streams");
        const unsigned columns = column_count(e.mask);
        if (what == Interpretation::system_value && kind == SemanticKind::position && columns != column_limit)
            refuse("a position has four components");
        if ((what == Interpretation::system_value && kind != SemanticKind::position) ||
            what == Interpretation::generated || what == Interpretation::tess_factor)
            if (columns != 1) refuse("this value has one component");
        if ((what == Interpretation::system_value || what == Interpretation::generated) && e.rows != 1)
            refuse("this value has one row");
    }
}

void Reader::places(std::span<const Element> elements, std::span<const Location> where, Point point,
                    Stage stage) {
    bool any = false, missing = false;
    uint32_t first_missing = 0;
    unsigned distances[stream_count] = {};
    for (uint32_t i = 0; i < elements.size(); ++i) {
        const Element &e = elements[i];
        const bool has_register = e.register_index != no_register;
        switch (interpret_beside(semantic_kind(e.system_value), point)) {
        case Interpretation::not_packed:
        case Interpretation::shadow:
            if (has_register)
                fail_signature(where[i], "%.*s%u is not in a register", NAME(e), e.semantic_index);
            break;
        case Interpretation::not_allowed:
        case Interpretation::not_in_signature: break;
        case Interpretation::clip_cull:
            distances[e.stream] += e.rows * column_count(e.mask);
            if (distances[e.stream] > clip_cull_limit)
                fail_signature(where[i], "There are at most %u clip and cull distances", clip_cull_limit);
            [[fallthrough]];
        default:
            any |= has_register;
            if (!has_register && !missing) first_missing = i;
            missing |= !has_register;
            break;
        }
    }
    if (any && missing)
        fail_signature(where[first_missing], "%.*s%u is in no register though others are",
                       NAME(elements[first_missing]), elements[first_missing].semantic_index);
    PackMode mode;
    if (!default_mode(point, &mode)) return;
    for (const PackFailure &failure : check_places(elements, point, mode, arena_)) {
        const Element &e = elements[failure.element];
        const std::string_view rule = rule_text(failure.rule);
        fail_signature(where[failure.element], "%.*s%u cannot be in register %u: %.*s", NAME(e),
                       e.semantic_index, e.register_index, static_cast<int>(rule.size()), rule.data());
    }
}

bool Reader::list(const MetadataValue &v, Stage stage, List which, Signature *out) {
    if (v.kind == MetadataValue::Kind::null) return false;
    const MetadataNode *node = t_.node(v);
    const char *name = list_names[static_cast<unsigned>(which)];
    if (!node) {
        fail(v.where, "The %s signature is neither null nor a node of this text", name);
        return false;
    }
    if (node->count > element_limit) {
        fail_signature(node->where, "A signature has at most %u elements, not %u", element_limit,
                       node->count);
        return false;
    }
    if (budget_ < node->count) {
        fail_signature(node->where, "There are more elements than can be read");
        return false;
    }
    budget_ -= node->count;
    const Signature elements{arena_.array<Element>(node->count), node->count};
    const std::span<Location> where{arena_.array<Location>(node->count), node->count};
    Point point = Point::count;
    const bool has_point = point_of(stage, which, &point);
    bool ok = true;
    for (uint32_t i = 0; i < node->count; ++i) {
        const MetadataValue &item = operand(node->first, i);
        elements[i] = Element{};
        const MetadataNode *element_node = t_.node(item);
        where[i] = element_node ? element_node->where : item.where;
        ok &= element(item, i, point, &elements[i]);
    }
    *out = elements;
    if (!ok) return true;
    factors(elements);
    names(elements, where);
    if (has_point) {
        meanings(elements, where, point);
        places(elements, where, point, stage);
    } else if (stage != Stage::unknown && !elements.empty()) {
        fail_signature(node->where, "This stage has no %s signature", name);
    }
    return true;
}

void Reader::run(size_t text_size) {
    constexpr size_t least_budget = 65536;
    budget_ = least_budget + text_size / 8;
    flags();
    table();
    patch_constants();
}

} // namespace

bool point_of(Stage stage, List list, Point *point) {
    constexpr Point none = Point::count;
    struct Row {
        Stage stage;
        Point points[3];
    };
    constexpr Row rows[] = {
        {Stage::vertex, {Point::vertex_input, Point::vertex_output, none}},
        {Stage::hull,
         {Point::hull_control_point_input, Point::hull_control_point_output, Point::patch_constant_output}},
        {Stage::domain, {Point::domain_control_point_input, Point::domain_output, Point::domain_input}},
        {Stage::geometry, {Point::geometry_vertex_input, Point::geometry_output, none}},
        {Stage::pixel, {Point::pixel_input, Point::pixel_output, none}},
        {Stage::mesh, {none, Point::mesh_output, Point::mesh_primitive_output}},
    };
    for (const Row &row : rows)
        if (row.stage == stage) {
            *point = row.points[static_cast<unsigned>(list)];
            return *point != none;
        }
    return false;
}

Result read_metadata(std::string_view text, Stage stage, Arena &arena, Diagnostics &diag,
                     MetadataSignatures *out) {
    *out = {};
    MetadataText parsed(arena);
    if (!parse_metadata(text, arena, diag, &parsed)) return Result::invalid_shader;
    Reader(parsed, stage, arena, diag, out).run(text.size());
    return diag.has_errors() ? Result::invalid_shader : Result::ok;
}

} // namespace weft::signature
