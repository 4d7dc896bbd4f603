#include "core/dxil/module_reader.h"

namespace weft::dxil {

namespace {

enum MetadataCode : uint32_t {
    code_string = 1,
    code_value = 2,
    code_node = 3,
    code_name = 4,
    code_distinct_node = 5,
    code_kind = 6,
    code_location = 7,
    code_named_node = 10,
    code_attachment = 11,
    code_first_debug = 12,
    code_last_debug = 32,
};

// Kinds are numbered by the writer without gaps; a few hundred are more than any has.
constexpr uint64_t max_kinds = 4096;

} // namespace

bool ModuleReader::metadata(Function *function) {
    if (function ? m_.instructions.size() > function->instructions.first : functions_started_)
        return fail(code::dxil_metadata, "Metadata comes after code");
    const auto first = static_cast<uint32_t>(m_.metadata.size());
    const auto first_operand = static_cast<uint32_t>(m_.node_operands.size());
    if (!each([&](const Record &r) { return metadata_record(r, function); })) return false;
    if (!function) return true;
    // Blocks of one function follow each other, with nothing in between.
    function->metadata.count += static_cast<uint32_t>(m_.metadata.size()) - first;
    return finish_metadata(function, first, first_operand);
}

bool ModuleReader::metadata_record(const Record &r, Function *function) {
    Metadata m{MetadataKind::node, false, 0, 0, 0};
    switch (r.code) {
    case code_string:
        m.kind = MetadataKind::string;
        m.first = add_string(text(r.ops));
        break;
    case code_value: {
        m.kind = MetadataKind::value;
        uint64_t type;
        if (!take(&type) || !valid_type(type) || !take_u32(&m.first)) return false;
        m.count = static_cast<uint32_t>(type);
        (function ? expectations_ : global_expectations_).push({m.first, m.count, bit_});
        break;
    }
    case code_distinct_node:
    case code_node: {
        m.distinct = r.code == code_distinct_node;
        m.first = static_cast<uint32_t>(m_.node_operands.size());
        m.count = static_cast<uint32_t>(r.size());
        uint32_t *p = m_.node_operands.grow(r.size());
        for (size_t i = 0; i < r.size(); ++i) {
            if (r[i] > UINT32_MAX)
                return fail(code::dxil_metadata, "A metadata node has an operand out of range");
            p[i] = static_cast<uint32_t>(r[i]);
        }
        break;
    }
    case code_name:
        pending_metadata_name_ = text(r.ops);
        has_metadata_name_ = true;
        return true;
    case code_named_node: {
        if (!has_metadata_name_ || function)
            return fail(code::dxil_metadata, "A named metadata node has no name");
        has_metadata_name_ = false;
        m_.named.push({pending_metadata_name_, static_cast<uint32_t>(m_.node_operands.size()),
                       static_cast<uint32_t>(r.size())});
        uint32_t *p = m_.node_operands.grow(r.size());
        for (size_t i = 0; i < r.size(); ++i) {
            if (r[i] >= none)
                return fail(code::dxil_metadata, "A named metadata node has an operand out of range");
            p[i] = static_cast<uint32_t>(r[i]) + 1;
        }
        return true;
    }
    case code_kind: {
        uint64_t id;
        if (!take(&id)) return false;
        if (id >= max_kinds) return fail(code::dxil_metadata, "A metadata kind has an impossible number");
        if (id >= m_.kinds.size()) m_.kinds.resize(id + 1);
        m_.kinds[id] = text(r.ops.subspan(1));
        return true;
    }
    default:
        if (r.code != code_location && (r.code < code_first_debug || r.code > code_last_debug))
            return fail(code::dxil_metadata, "Metadata record %u is not allowed", r.code);
        if (r.size() < 1) return fail(code::dxil_metadata, "Metadata record %u has no operands", r.code);
        m.kind = MetadataKind::debug;
        m.distinct = r[0] & 1;
        m.code = static_cast<uint8_t>(r.code);
        m.first = static_cast<uint32_t>(m_.words.size());
        m.count = static_cast<uint32_t>(r.size() - 1);
        m_.words.append(r.ops.subspan(1));
        break;
    }
    m_.metadata.push(m);
    return true;
}

// The operands of debug nodes are checked where they are looked at: what each means depends on its record.
bool ModuleReader::finish_metadata(const Function *function, uint32_t first, uint32_t first_operand) {
    const uint32_t count = m_.global_metadata + (function ? function->metadata.count : 0);
    for (size_t i = first_operand; i < m_.node_operands.size(); ++i)
        if (m_.node_operands[i] > count)
            return fail(code::dxil_metadata, "A metadata node refers to metadata %u; there are %u",
                        m_.node_operands[i] - 1, count);
    return true;
}

bool ModuleReader::attachments(Function &function) {
    uint32_t last = 0;
    return each([&](const Record &r) {
        if (r.code != code_attachment) return true;
        Attachment a{none, 0, 0};
        if (r.size() & 1) {
            uint64_t instruction;
            if (!take(&instruction)) return false;
            if (instruction >= function.instructions.count)
                return fail(code::dxil_metadata,
                            "Metadata is attached to an instruction that does not exist");
            a.instruction = function.instructions.first + static_cast<uint32_t>(instruction);
            if (a.instruction < last) return fail(code::dxil_metadata, "Attached metadata is out of order");
            last = a.instruction;
        }
        while (at_ < r.size()) {
            if (!take_u32(&a.kind) || !take_u32(&a.node)) return false;
            if (a.kind >= m_.kinds.size() || !m_.node(&function, a.node))
                return fail(code::dxil_metadata, "Attached metadata does not exist");
            m_.attachments.push(a);
            ++function.attachments.count;
        }
        return true;
    });
}

} // namespace weft::dxil
