// The state of a module being read; its member functions stand in the read_*.cpp and reader.cpp.
#pragma once

#include "core/dxil/bitstream.h"
#include "core/dxil/reader.h"

namespace weft::dxil {

enum BlockId : uint32_t {
    block_info = 0,
    module_block = 8,
    attribute_block = 9,
    attribute_group_block = 10,
    constants_block = 11,
    function_block = 12,
    symbol_block = 14,
    metadata_block = 15,
    attachment_block = 16,
    type_block = 17,
};

class ModuleReader {
  public:
    ModuleReader(std::span<const uint8_t> bitcode, Arena &arena, Diagnostics &diag);
    bool run();
    const Module &module() const { return m_; }

  private:
    static constexpr uint64_t address_spaces = 8; // DXIL has seven
    // The error of the bitstream, or the given one, with its place. Returns false.
    bool bad_stream();
    WEFT_PRINTF(3, 4) bool fail(unsigned code, const char *format, ...);
    // Calls `handle` for each record of the block just announced; blocks inside it go to `nested`.
    template <typename Handle, typename Nested>
    bool each(Handle &&handle, Nested &&nested);
    template <typename Handle>
    bool each(Handle &&handle);

    bool module_records();
    bool finish_module();
    bool start_functions();
    bool variable(const Record &r);
    bool function(const Record &r);

    bool types();
    bool type(const Record &r);
    bool add_type(const Record &r, Type type, size_t first_operand);
    bool finish_types();
    bool valid_type(uint64_t id);
    // Numbers of derived types, which a module that uses them always has in its table; none otherwise.
    uint32_t pointer_to(uint32_t pointee, uint64_t address_space) const;
    uint64_t vector_key(uint32_t type) const;
    uint32_t vector_of(uint32_t element, uint64_t size) const;
    uint32_t boolean_like(uint32_t type) const;

    bool attribute_groups();
    bool attribute_lists();
    bool symbols(Function *function);

    bool constants(Function *function);
    bool constant(const Record &r, uint32_t type, Constant *c);
    bool finish_constants(Function *function, uint32_t first);
    const Constant *constant_of(const Function *function, uint32_t value) const;

    bool metadata(Function *function);
    bool metadata_record(const Record &r, Function *function);
    bool attachments(Function &function);
    bool finish_metadata(const Function *function, uint32_t first, uint32_t first_operand);

    bool function_body();
    bool instruction(const Record &r);
    bool instruction_memory(const Record &r);
    bool instruction_flow(const Record &r);
    bool call(const Record &r);
    bool debug_location(const Record &r);
    bool finish_function();

    // Operands of the record in hand, from slot `at_`.
    bool take(uint64_t *v);
    bool take_u32(uint32_t *v);
    bool typed(uint32_t *id, uint32_t *type);   // relative, with a type where it refers forward
    bool relative(uint32_t type, uint32_t *id); // relative, of a type known otherwise
    bool refer(uint32_t id, uint32_t type);     // checks now or at the function's end
    bool take_block(uint32_t *block);
    bool align(uint64_t encoded, uint8_t *out);
    Instruction &begin(Opcode opcode);
    bool emit(Instruction &ins, std::span<const uint32_t> operands);
    uint32_t walk(uint32_t type, uint32_t index) const; // type of a member, or none
    uint32_t type_of(uint32_t value) const { return m_.value(fn_, value).type; }
    uint32_t next_value() const { return static_cast<uint32_t>(m_.global_values.size()) + fn_->values.count; }
    void add_local(Value v);

    std::string_view text(std::span<const uint64_t> chars);
    uint32_t add_string(std::string_view s);

    struct Expectation {
        uint32_t value;
        uint32_t type;
        uint64_t bit;
    };
    bool check(std::span<const Expectation> expectations, const Function *function);

    Arena &arena_;
    Diagnostics &diag_;
    Bitstream stream_;
    Module &m_;
    uint64_t bit_ = 0; // of the record in hand

    bool has_types_ = false;
    bool functions_started_ = false;
    std::string_view pending_name_;
    std::string_view pending_metadata_name_;
    bool has_metadata_name_ = false;
    Vec<uint8_t> type_depth_;
    // Derived types by what they are made from, so that no search grows with the table.
    Vec<uint32_t> pointers_;       // pointee * address_spaces + space
    Vec<uint32_t> pair_with_bool_; // first member
    Vec<uint32_t> vectors_;        // sorted by element and size
    uint32_t bool_ = none, void_ = none;
    uint32_t next_body_ = 0;
    Vec<Expectation> global_expectations_;

    Function *fn_ = nullptr;
    const Record *record_ = nullptr;
    size_t at_ = 0;
    uint64_t declared_blocks_ = 0;
    uint32_t max_block_ = 0;
    bool block_open_ = false;
    Vec<Expectation> expectations_;
    Vec<uint32_t> scratch_;
    DebugLocation last_location_{};
    bool has_location_ = false;
};

// The operands of nearly every record; each writes its result, for the callers' sake, before anything can
// fail.
inline bool ModuleReader::take(uint64_t *v) {
    *v = 0;
    if (at_ >= record_->size())
        return fail(code::dxil_operand_count, "Record %u has only %zu operands", record_->code,
                    record_->size());
    *v = (*record_)[at_++];
    return true;
}

inline bool ModuleReader::take_u32(uint32_t *v) {
    *v = 0;
    uint64_t wide;
    if (!take(&wide)) return false;
    if (wide > UINT32_MAX)
        return fail(code::dxil_operand, "Operand %zu of record %u is too large", at_, record_->code);
    *v = static_cast<uint32_t>(wide);
    return true;
}

inline bool ModuleReader::refer(uint32_t id, uint32_t type) {
    if (id < next_value()) {
        return type_of(id) == type || fail(code::dxil_type, "Value %u has another type than its use", id);
    }
    expectations_.push({id, type, bit_});
    return true;
}

inline bool ModuleReader::typed(uint32_t *id, uint32_t *type) {
    uint64_t encoded;
    if (!take(&encoded)) return false;
    const uint32_t next = next_value();
    *id = next - static_cast<uint32_t>(encoded);
    if (*id < next) {
        *type = type_of(*id);
        return true;
    }
    uint64_t t;
    if (!take(&t) || !valid_type(t)) return false;
    *type = static_cast<uint32_t>(t);
    return refer(*id, *type);
}

inline bool ModuleReader::relative(uint32_t type, uint32_t *id) {
    uint64_t encoded;
    if (!take(&encoded)) return false;
    *id = next_value() - static_cast<uint32_t>(encoded);
    return refer(*id, type);
}

template <typename Handle, typename Nested>
bool ModuleReader::each(Handle &&handle, Nested &&nested) {
    if (!stream_.enter()) return bad_stream();
    Record r;
    uint32_t id;
    for (;;) {
        switch (stream_.next(&r, &id)) {
        case Bitstream::Entry::end: return !stream_.error() || bad_stream();
        case Bitstream::Entry::block:
            bit_ = stream_.bit();
            if (!nested(id)) return false;
            break;
        case Bitstream::Entry::record:
            bit_ = r.bit;
            record_ = &r;
            at_ = 0;
            if (!handle(r)) return false;
            break;
        }
    }
}

template <typename Handle>
bool ModuleReader::each(Handle &&handle) {
    return each(handle, [this](uint32_t) { return stream_.skip() || bad_stream(); });
}

} // namespace weft::dxil
