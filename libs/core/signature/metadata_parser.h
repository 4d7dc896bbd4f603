// The text of metadata as nodes and operands, before anybody asks what they mean.
#pragma once

#include "core/signature/metadata.h"

namespace weft::signature {

// The named metadata that matters here.
inline constexpr std::string_view signature_table = "dx.semantic.signatures",
                                  patch_table = "weft.patch.signatures", module_flags = "llvm.module.flags",
                                  native_16_bit_flag = "dx.nativelowprec";
inline constexpr std::string_view metadata_tables[] = {signature_table, patch_table, module_flags};

struct MetadataValue {
    enum class Kind : uint8_t { null, integer, string, function, node, reference, other };
    Kind kind = Kind::null;
    uint8_t bits = 0; // of integers
    uint64_t integer =
        0; // without its sign beyond its bits; of references, the number; of nodes, their index
    std::string_view text; // of strings and functions
    Location where;
};

struct MetadataNode {
    uint64_t number = 0;
    uint32_t first = 0, count = 0; // operands
    Location where;
};

struct NamedNode {
    std::string_view name;
    uint32_t first = 0, count = 0;
    Location where;
};

struct MetadataText {
    explicit MetadataText(Arena &arena)
        : operands(arena), nodes(arena), inner(arena), named(arena), functions(arena) {}

    struct Function {
        std::string_view name;
        Stage stage = Stage::unknown;
        bool defined = false; // a function with a body; else another global
    };

    Vec<MetadataValue> operands;
    Vec<MetadataNode> nodes; // by number
    Vec<MetadataNode> inner; // nodes within nodes
    Vec<NamedNode> named;    // those of metadata_tables
    Vec<Function> functions; // by name
    Stage triple_stage = Stage::unknown;

    const NamedNode *find_named(std::string_view name) const;
    // The node that a value stands for, or nullptr.
    const MetadataNode *node(const MetadataValue &value) const;
    const Function *function(std::string_view name) const;
};

// False after an error in the syntax, of which the first is reported. References that lead nowhere are
// errors, too.
bool parse_metadata(std::string_view text, Arena &arena, Diagnostics &diag, MetadataText *out);

} // namespace weft::signature
