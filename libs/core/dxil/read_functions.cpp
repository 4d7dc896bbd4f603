#include "core/dxil/module_reader.h"

namespace weft::dxil {

namespace {

enum FunctionCode : uint32_t {
    code_declare_blocks = 1,
    code_debug_location_again = 33,
    code_debug_location = 35,
};

} // namespace

void ModuleReader::add_local(Value v) {
    *m_.local_values.grow(1) = v;
    ++fn_->values.count;
}

bool ModuleReader::function_body() {
    if (!start_functions()) return false;
    while (next_body_ < m_.functions.size() && m_.functions[next_body_].is_declaration)
        ++next_body_;
    if (next_body_ == m_.functions.size())
        return fail(code::dxil_function, "There are more bodies than functions");
    Function &f = m_.functions[next_body_++];
    fn_ = &f;
    const auto start = [](const auto &table) { return Range{static_cast<uint32_t>(table.size()), 0}; };
    f.instructions = start(m_.instructions);
    f.blocks = start(m_.block_starts);
    f.values = start(m_.local_values);
    f.metadata = start(m_.metadata);
    f.locations = start(m_.locations);
    f.attachments = start(m_.attachments);
    const Type &type = m_.types[f.type];
    f.argument_count = m_.parameter_count(type);
    for (uint32_t i = 0; i < f.argument_count; ++i)
        add_local({ValueKind::argument, m_.element(type, i + 1), i});
    expectations_.clear();
    declared_blocks_ = 0;
    max_block_ = 0;
    block_open_ = false;
    has_location_ = false;

    bool finished = false;
    const auto record = [&](const Record &r) {
        if (r.code == code_declare_blocks) {
            if (declared_blocks_) return fail(code::dxil_function, "A function counts its blocks twice");
            if (!take(&declared_blocks_)) return false;
            return declared_blocks_ || fail(code::dxil_function, "A function has no blocks");
        }
        if (r.code == code_debug_location || r.code == code_debug_location_again) return debug_location(r);
        if (!declared_blocks_)
            return fail(code::dxil_function, "A function does not say how many blocks it has");
        if (finished) return fail(code::dxil_function, "A function goes on behind its symbols");
        if (!block_open_) {
            if (f.blocks.count == declared_blocks_)
                return fail(code::dxil_function, "A function has more than the %llu blocks it says",
                            static_cast<unsigned long long>(declared_blocks_));
            m_.block_starts.push(static_cast<uint32_t>(m_.instructions.size()));
            ++f.blocks.count;
            block_open_ = true;
        }
        return instruction(r);
    };
    const auto block = [&](uint32_t id) {
        switch (id) {
        case constants_block: return constants(&f);
        case metadata_block: return metadata(&f);
        case symbol_block: finished = true; return symbols(&f);
        case attachment_block: finished = true; return attachments(f);
        default: return stream_.skip() || bad_stream();
        }
    };
    if (!each(record, block) || !finish_function()) return false;
    fn_ = nullptr;
    return true;
}

bool ModuleReader::finish_function() {
    if (block_open_ || fn_->blocks.count != declared_blocks_)
        return fail(code::dxil_function, "A function has %u of the %llu blocks it says",
                    fn_->blocks.count - block_open_, static_cast<unsigned long long>(declared_blocks_));
    if (max_block_ >= declared_blocks_)
        return fail(code::dxil_function, "A branch leads to block %u, which does not exist", max_block_);
    return check(expectations_.span(), fn_);
}

bool ModuleReader::debug_location(const Record &r) {
    if (m_.instructions.size() == fn_->instructions.first)
        return fail(code::dxil_function, "A source location stands before the first instruction");
    if (r.code == code_debug_location) {
        DebugLocation l{};
        if (!take_u32(&l.line) || !take_u32(&l.column) || !take_u32(&l.scope) || !take_u32(&l.inlined))
            return false;
        const uint32_t count = m_.global_metadata + fn_->metadata.count;
        if (l.scope > count || l.inlined > count)
            return fail(code::dxil_metadata, "A source location has a scope that does not exist");
        last_location_ = l;
        has_location_ = true;
    } else if (!has_location_) {
        return fail(code::dxil_function, "A source location repeats one that is not there");
    }
    last_location_.instruction = static_cast<uint32_t>(m_.instructions.size() - 1);
    // Written twice for one instruction, the later one counts.
    if (fn_->locations.count && m_.locations.back().instruction == last_location_.instruction) {
        m_.locations.back() = last_location_;
        return true;
    }
    m_.locations.push(last_location_);
    ++fn_->locations.count;
    return true;
}

bool ModuleReader::take_block(uint32_t *block) {
    if (!take_u32(block)) return false;
    if (*block > max_block_) max_block_ = *block;
    return true;
}

bool ModuleReader::align(uint64_t encoded, uint8_t *out) {
    if (encoded > 30) return fail(code::dxil_operand, "An alignment is out of range");
    *out = static_cast<uint8_t>(encoded);
    return true;
}

// In its place from the start: a copy would read back what was written in smaller pieces a moment ago.
Instruction &ModuleReader::begin(Opcode opcode) {
    Instruction &ins = *m_.instructions.grow(1);
    ins = Instruction{opcode};
    return ins;
}

bool ModuleReader::emit(Instruction &ins, std::span<const uint32_t> operands) {
    ins.first = static_cast<uint32_t>(m_.operands.size());
    ins.count = static_cast<uint32_t>(operands.size());
    uint32_t *p = m_.operands.grow(operands.size());
    for (uint32_t id : operands)
        *p++ = id;
    const TypeKind kind = m_.types[ins.type].kind;
    if (kind != TypeKind::void_) {
        if (kind == TypeKind::function || kind == TypeKind::label)
            return fail(code::dxil_type, "An instruction cannot have a result of type %u", ins.type);
        ins.value = next_value();
        add_local({ValueKind::instruction, ins.type, static_cast<uint32_t>(m_.instructions.size() - 1)});
    }
    if (is_terminator(ins.opcode)) block_open_ = false;
    ++fn_->instructions.count;
    return true;
}

} // namespace weft::dxil
