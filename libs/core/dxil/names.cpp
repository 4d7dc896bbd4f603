#include "core/dxil/names.h"

#include <iterator>

#include "core/dxil/suboperations.h"

namespace weft::dxil {

namespace {

constexpr std::string_view integer_ops[] = {"add", "sub",  "mul",  "udiv", "sdiv", "urem", "srem",
                                            "shl", "lshr", "ashr", "and",  "or",   "xor"};
constexpr std::string_view float_ops[] = {"fadd", "fsub", "fmul", "?", "fdiv", "?", "frem"};
constexpr std::string_view casts[] = {"trunc",    "zext",    "sext",         "fptoui", "fptosi",
                                      "uitofp",   "sitofp",  "fptrunc",      "fpext",  "ptrtoint",
                                      "inttoptr", "bitcast", "addrspacecast"};
constexpr std::string_view predicates[] = {
    "false", "oeq",  "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule",
    "une",   "true", "?",   "?",   "?",   "?",   "?",   "?",   "?",   "?",   "?",   "?",   "?",   "?",
    "?",     "?",    "?",   "?",   "eq",  "ne",  "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"};
constexpr std::string_view rmws[] = {"xchg", "add", "sub", "and",  "nand", "or",
                                     "xor",  "max", "min", "umax", "umin"};
static_assert(std::size(integer_ops) == binary_op::count && std::size(casts) == cast_op::count &&
              std::size(predicates) == integer_predicate::count && std::size(rmws) == rmw_op::count);
constexpr std::string_view orderings[] = {"",        "unordered", "monotonic", "acquire",
                                          "release", "acq_rel",   "seq_cst"};
constexpr std::string_view linkages[] = {"",
                                         "weak",
                                         "appending",
                                         "internal",
                                         "linkonce",
                                         "",
                                         "",
                                         "extern_weak",
                                         "common",
                                         "private",
                                         "weak_odr",
                                         "linkonce_odr",
                                         "available_externally",
                                         "private",
                                         "private",
                                         "",
                                         "weak",
                                         "weak_odr",
                                         "linkonce",
                                         "linkonce_odr"};
constexpr std::string_view attributes[] = {"?",
                                           "align",
                                           "alwaysinline",
                                           "byval",
                                           "inlinehint",
                                           "inreg",
                                           "minsize",
                                           "naked",
                                           "nest",
                                           "noalias",
                                           "nobuiltin",
                                           "nocapture",
                                           "noduplicate",
                                           "noimplicitfloat",
                                           "noinline",
                                           "nonlazybind",
                                           "noredzone",
                                           "noreturn",
                                           "nounwind",
                                           "optsize",
                                           "readnone",
                                           "readonly",
                                           "returned",
                                           "returns_twice",
                                           "signext",
                                           "alignstack",
                                           "ssp",
                                           "sspreq",
                                           "sspstrong",
                                           "sret",
                                           "sanitize_address",
                                           "sanitize_thread",
                                           "sanitize_memory",
                                           "uwtable",
                                           "zeroext",
                                           "builtin",
                                           "cold",
                                           "optnone",
                                           "inalloca",
                                           "nonnull",
                                           "jumptable",
                                           "dereferenceable",
                                           "dereferenceable_or_null",
                                           "convergent",
                                           "safestack",
                                           "argmemonly"};

using F = DebugField;
constexpr F line{F::number, "line"}, column{F::number, "column"}, size{F::number, "size"},
    alignment{F::number, "align"}, offset{F::number, "offset"}, flags{F::number, "flags"}, tag{F::tag, "tag"},
    scope{F::node, "scope"}, name{F::node, "name"}, linkage{F::node, "linkageName"}, file{F::node, "file"},
    type{F::node, "type"}, base{F::node, "baseType"}, elements{F::node, "elements"},
    parameters{F::node, "templateParams"}, is_local{F::boolean, "isLocal"},
    is_definition{F::boolean, "isDefinition"}, optimised{F::boolean, "isOptimized"};

constexpr DebugRecord records[] = {
    {7, "DILocation", {line, column, {F::plain_node, "scope"}, {F::node, "inlinedAt"}}},
    {12, "GenericDINode", {tag, {F::number, "version"}}},
    {13, "DISubrange", {{F::number, "count"}, {F::signed_number, "lowerBound"}}},
    {14, "DIEnumerator", {{F::signed_number, "value"}, name}},
    {15, "DIBasicType", {tag, name, size, alignment, {F::number, "encoding"}}},
    {16, "DIFile", {{F::node, "filename"}, {F::node, "directory"}}},
    {17,
     "DIDerivedType",
     {tag, name, file, line, scope, base, size, alignment, offset, flags, {F::node, "extraData"}}},
    {18,
     "DICompositeType",
     {tag,
      name,
      file,
      line,
      scope,
      base,
      size,
      alignment,
      offset,
      flags,
      elements,
      {F::number, "runtimeLang"},
      {F::node, "vtableHolder"},
      parameters,
      {F::node, "identifier"}}},
    {19, "DISubroutineType", {flags, {F::node, "types"}}},
    {20,
     "DICompileUnit",
     {{F::number, "language"},
      file,
      {F::node, "producer"},
      optimised,
      {F::node, "flags"},
      {F::number, "runtimeVersion"},
      {F::node, "splitDebugFilename"},
      {F::number, "emissionKind"},
      {F::node, "enums"},
      {F::node, "retainedTypes"},
      {F::node, "subprograms"},
      {F::node, "globals"},
      {F::node, "imports"},
      {F::number, "dwoId"}}},
    {21,
     "DISubprogram",
     {scope,
      name,
      linkage,
      file,
      line,
      type,
      is_local,
      is_definition,
      {F::number, "scopeLine"},
      {F::node, "containingType"},
      {F::number, "virtuality"},
      {F::number, "virtualIndex"},
      flags,
      optimised,
      {F::node, "function"},
      parameters,
      {F::node, "declaration"},
      {F::node, "variables"}}},
    {22, "DILexicalBlock", {scope, file, line, column}},
    {23, "DILexicalBlockFile", {scope, file, {F::number, "discriminator"}}},
    {24, "DINamespace", {scope, file, name, line}},
    {25, "DITemplateTypeParameter", {name, type}},
    {26, "DITemplateValueParameter", {tag, name, type, {F::node, "value"}}},
    {27,
     "DIGlobalVariable",
     {scope,
      name,
      linkage,
      file,
      line,
      type,
      is_local,
      is_definition,
      {F::node, "variable"},
      {F::node, "declaration"}}},
    {28, "DILocalVariable", {tag, scope, name, file, line, type, {F::number, "arg"}, flags}},
    {29, "DIExpression", {}},
    {30,
     "DIObjCProperty",
     {name, file, line, {F::node, "setter"}, {F::node, "getter"}, {F::number, "attributes"}, type}},
    {31, "DIImportedEntity", {tag, scope, {F::node, "entity"}, line, name}},
    {32,
     "DIModule",
     {scope, name, {F::node, "configMacros"}, {F::node, "includePath"}, {F::node, "isysroot"}}},
};

template <size_t n>
std::string_view find(const std::string_view (&table)[n], uint64_t i) {
    return i < n ? table[i] : "?";
}

} // namespace

std::string_view binary_name(uint8_t op, bool floating) {
    return floating ? find(float_ops, op) : find(integer_ops, op);
}
std::string_view cast_name(uint8_t op) {
    return find(casts, op);
}
std::string_view predicate_name(uint8_t predicate) {
    return find(predicates, predicate);
}
std::string_view rmw_name(uint8_t op) {
    return find(rmws, op);
}
std::string_view ordering_name(uint8_t ordering) {
    return find(orderings, ordering);
}
std::string_view linkage_name(uint32_t linkage) {
    return linkage < std::size(linkages) ? linkages[linkage] : "";
}
std::string_view attribute_name(uint64_t attribute) {
    return find(attributes, attribute);
}

const DebugRecord *debug_record(uint8_t code) {
    for (const DebugRecord &r : records)
        if (r.code == code) return &r;
    return nullptr;
}

} // namespace weft::dxil
