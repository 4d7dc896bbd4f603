// A DXIL module as its bitcode has it: flat tables, everything by number.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/support/arena.h"

namespace weft::dxil {

inline constexpr uint32_t none = ~0u;

enum class TypeKind : uint8_t {
    void_,
    half,
    float_,
    double_,
    label,
    metadata,
    opaque,
    integer,
    pointer,
    array,
    vector,
    structure,
    function,
};

constexpr bool is_floating(TypeKind k) {
    return k == TypeKind::half || k == TypeKind::float_ || k == TypeKind::double_;
}

struct Type {
    TypeKind kind = TypeKind::void_;
    bool flag = false;     // structure: packed; function: variable arguments
    uint32_t first = 0;    // in Module::type_lists: pointee, element, members; function: result, parameters
    uint32_t count = 0;    // entries there
    uint64_t size = 0;     // integer: bits; pointer: address space; array and vector: elements
    std::string_view name; // structure and opaque
};

enum class ValueKind : uint8_t { variable, function, constant, argument, instruction };

struct Value {
    ValueKind kind;
    uint32_t type;
    uint32_t index;    // in the table of its kind; an argument's position
    uint32_t name = 0; // in Module::strings; 0 = none
};

// The codes of the constants block.
enum class ConstantKind : uint8_t {
    null = 2,
    undef = 3,
    integer = 4,
    wide_integer = 5,
    floating = 6,
    aggregate = 7,
    string = 8,
    cstring = 9,
    binary = 10,
    cast = 11,
    gep = 12,
    select = 13,
    extract_element = 14,
    insert_element = 15,
    shuffle = 16,
    compare = 17,
    inbounds_gep = 20,
    data = 22,
};

struct Constant {
    ConstantKind kind = ConstantKind::null;
    uint8_t sub = 0; // binary, cast: operation; compare: predicate
    uint32_t type = 0;
    uint64_t bits = 0;  // integer, floating; gep: type of the elements
    uint32_t first = 0; // aggregate and expressions: values in Module::operands; data: Module::words
    uint32_t count = 0;
    // Constants that make it up, itself included, counted again at each use; saturates.
    uint32_t size = 1;
};

enum class Opcode : uint8_t {
    binary,
    cast,
    gep,
    select,
    extract_element,
    insert_element,
    shuffle,
    compare,
    ret,
    br,
    switch_,
    unreachable,
    phi,
    alloca_,
    load,
    store,
    extract_value,
    insert_value,
    call,
    atomic_rmw,
    compare_exchange,
    fence,
};

constexpr bool is_terminator(Opcode op) {
    return op == Opcode::ret || op == Opcode::br || op == Opcode::switch_ || op == Opcode::unreachable;
}

enum InstructionFlag : uint16_t {
    flag_no_unsigned_wrap = 0x0001,
    flag_no_signed_wrap = 0x0002,
    flag_exact = 0x0004,
    flag_in_bounds = 0x0008,
    flag_volatile = 0x0010,
    flag_tail = 0x0020,
    flag_must_tail = 0x0040,
    flag_single_thread = 0x0080,
    flag_weak = 0x0100,
    // Fast math, in the order of the bitcode.
    flag_fast = 0x0200,
    flag_no_nans = 0x0400,
    flag_no_infs = 0x0800,
    flag_no_signed_zeros = 0x1000,
    flag_allow_reciprocal = 0x2000,
};

// Operands by opcode, as value numbers unless said otherwise:
//   binary, compare: a b          cast, load, alloca: x        select: true false condition
//   gep: base index...            extract_element: v index     insert_element: v x index
//   shuffle: a b mask             ret: nothing or x            store: pointer x
//   br: block | block block condition      switch: condition, default block, (value, block)...
//   phi: (value, block)...        extract_value: x, literal... insert_value: x y, literal...
//   call: callee, argument...     atomic_rmw: pointer x        compare_exchange: pointer old new
// An argument whose parameter is of type metadata is a metadata number.
struct Instruction {
    Opcode opcode;
    uint8_t sub = 0;    // binary, cast, compare, atomic_rmw: which
    uint16_t flags = 0; // InstructionFlag
    uint8_t align = 0;  // load, store, alloca: log2 + 1, 0 = unknown
    uint8_t order = 0;  // atomics: ordering
    uint8_t order2 = 0; // compare_exchange: ordering on failure
    uint32_t type = 0;  // of the result; void for none
    uint32_t value = none;
    uint32_t aux = 0;        // gep, alloca: element type; call: function type; switch: type of the condition
    uint32_t attributes = 0; // call: attribute list + 1
    uint32_t first = 0;      // in Module::operands
    uint32_t count = 0;
};

struct Variable {
    uint32_t value_type = 0;
    uint32_t address_space = 0;
    uint32_t initializer = none;
    uint32_t linkage = 0;
    uint8_t align = 0; // log2 + 1
    bool constant = false;
    bool unnamed_address = false;
    bool external_initializer = false;
    uint8_t thread_local_mode = 0;
};

struct DebugLocation {
    uint32_t instruction; // in Module::instructions
    uint32_t line;
    uint32_t column;
    uint32_t scope;   // metadata + 1, 0 = none
    uint32_t inlined; // likewise
};

struct Attachment {
    uint32_t instruction; // in Module::instructions; none = of the function
    uint32_t kind;
    uint32_t node;
};

// A range of one of the module's tables.
struct Range {
    uint32_t first = 0;
    uint32_t count = 0;
};

struct Function {
    uint32_t type = 0; // the function type
    uint32_t value = 0;
    uint32_t calling_convention = 0;
    uint32_t linkage = 0;
    uint32_t attributes = 0; // attribute list + 1
    bool is_declaration = true;
    bool unnamed_address = false;
    Range instructions;
    Range blocks;    // in Module::block_starts
    Range values;    // in Module::local_values: arguments, constants, results
    Range metadata;  // in Module::metadata
    Range locations; // in Module::locations, by instruction
    Range attachments;
    uint32_t argument_count = 0;
    uint32_t constant_count = 0;
};

enum class MetadataKind : uint8_t { string, value, node, debug };

struct Metadata {
    MetadataKind kind;
    bool distinct; // node, debug
    uint8_t code;  // debug: record code
    uint32_t
        first; // string: Module::strings; value: the value; node: Module::node_operands; debug: Module::words
    uint32_t count; // node, debug: operands; value: the type
};

struct NamedMetadata {
    std::string_view name;
    uint32_t first; // in Module::node_operands
    uint32_t count;
};

struct Attribute {
    uint8_t kind; // 0 number, 1 number and value, 3 text, 4 text and text
    uint64_t id;
    uint64_t value;
    std::string_view key;
    std::string_view text;
};

struct AttributeGroup {
    uint64_t id;
    uint32_t parameter; // 0 result, 1... parameters, ~0 the function
    uint32_t first;     // in Module::attributes
    uint32_t count;
};

struct Module {
    explicit Module(Arena &arena, size_t bytes)
        : types(arena, 64),
          type_lists(arena, 128),
          variables(arena),
          functions(arena, 32),
          global_values(arena, bytes / 64 + 64),
          local_values(arena, bytes / 16 + 64),
          constants(arena, bytes / 64 + 64),
          instructions(arena, bytes / 16 + 64),
          operands(arena, bytes / 8 + 64),
          block_starts(arena, 64),
          block_names(arena),
          locations(arena),
          attachments(arena),
          metadata(arena, bytes / 32 + 64),
          node_operands(arena, bytes / 16 + 64),
          named(arena),
          kinds(arena, 32),
          strings(arena, 128),
          words(arena),
          attributes(arena),
          groups(arena),
          group_lists(arena),
          attribute_lists(arena) {
        strings.push({});
    }

    std::string_view triple;
    std::string_view data_layout;
    Vec<Type> types;
    Vec<uint32_t> type_lists;
    Vec<Variable> variables;
    Vec<Function> functions;
    Vec<Value> global_values; // variables and functions by record, then constants
    Vec<Value> local_values;
    Vec<Constant> constants;
    Vec<Instruction> instructions;
    Vec<uint32_t> operands;
    Vec<uint32_t> block_starts; // first instruction of each block
    Vec<uint32_t> block_names;  // parallel, in strings; shorter where no more names follow
    Vec<DebugLocation> locations;
    Vec<Attachment> attachments;
    Vec<Metadata> metadata;      // module level first, then each function's own
    Vec<uint32_t> node_operands; // metadata + 1, 0 = null; of named nodes without the 1
    Vec<NamedMetadata> named;
    Vec<std::string_view> kinds; // metadata kinds by number
    Vec<std::string_view> strings;
    Vec<uint64_t> words;
    Vec<Attribute> attributes;
    Vec<AttributeGroup> groups;
    Vec<uint32_t> group_lists;
    Vec<Range> attribute_lists;   // in group_lists
    uint32_t global_metadata = 0; // metadata of the module itself

    uint32_t element(const Type &type, uint32_t i = 0) const { return type_lists[type.first + i]; }
    const Type &result(const Type &function) const { return types[type_lists[function.first]]; }
    uint32_t parameter_count(const Type &function) const { return function.count - 1; }

    // A value of a function, or of the module without one. Numbers in a module that was read are in range.
    const Value &value(const Function *function, uint32_t number) const {
        const auto globals = static_cast<uint32_t>(global_values.size());
        return number < globals ? global_values[number]
                                : local_values[function->values.first + (number - globals)];
    }
    uint32_t value_count(const Function *function) const {
        return static_cast<uint32_t>(global_values.size()) + (function ? function->values.count : 0);
    }
    // Metadata by a function's numbering, where the function's own follow those of the module.
    const Metadata *node(const Function *function, uint32_t number) const {
        if (number < global_metadata) return &metadata[number];
        if (!function || number - global_metadata >= function->metadata.count) return nullptr;
        return &metadata[function->metadata.first + (number - global_metadata)];
    }
    std::string_view name(const Value &v) const { return strings[v.name]; }

    // False if the value is no constant integer.
    bool integer(const Function *function, uint32_t number, uint32_t *out) const {
        const Value &v = value(function, number);
        if (v.kind != ValueKind::constant) return false;
        const Constant &c = constants[v.index];
        if (types[c.type].kind != TypeKind::integer) return false;
        if (c.kind != ConstantKind::integer && c.kind != ConstantKind::null) return false;
        *out = static_cast<uint32_t>(c.bits);
        return true;
    }

    // False if the call is of no operation of DXIL.
    bool operation(const Function &function, const Instruction &call, uint32_t *number) const {
        if (call.count < 2) return false;
        const uint32_t *op = operands.data() + call.first;
        const Value &callee = value(&function, op[0]);
        return callee.kind == ValueKind::function && name(callee).starts_with("dx.op.") &&
               integer(&function, op[1], number);
    }
};

// What stands in front of the bitcode.
struct ProgramHeader {
    uint32_t kind = 0; // of shader
    uint8_t major = 0, minor = 0;
    uint32_t dxil_version = 0; // major << 8 | minor
    std::span<const uint8_t> bitcode;
};

} // namespace weft::dxil
