// The spellings of LLVM's assembly for the numbers of bitcode.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::dxil {

// `floating`: the operands are floats, which share their numbers with integers. All give "?" for what is
// unknown.
std::string_view binary_name(uint8_t op, bool floating);
std::string_view cast_name(uint8_t op);
std::string_view predicate_name(uint8_t predicate);
std::string_view rmw_name(uint8_t op);
std::string_view ordering_name(uint8_t ordering);
std::string_view linkage_name(uint32_t linkage); // empty for external
std::string_view attribute_name(uint64_t attribute);

// A debug info record: its name, and its operands behind the one that says whether it is distinct.
struct DebugField {
    enum Kind : uint8_t {
        end,
        number,
        signed_number, // as VBR with a sign
        boolean,
        node,       // metadata + 1
        plain_node, // metadata
        tag,        // DW_TAG number
    };
    Kind kind = end;
    std::string_view name;
};
struct DebugRecord {
    uint8_t code;
    std::string_view name;
    DebugField fields[19];
};
const DebugRecord *debug_record(uint8_t code);

} // namespace weft::dxil
