// The sections of a SPIR-V module, and its types and constants without repetition.
#pragma once

#include <string_view>

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp11>

#include "core/ir/type.h"
#include "core/support/arena.h"

namespace weft::spirv {

using Id = uint32_t;

// SPIR-V 2.2 and 2.17: the word count is half a word; ids of a portable module stay below the bound.
constexpr size_t max_instruction_words = 0xffff;
constexpr Id max_id_bound = 0x3fffff;
constexpr size_t max_name = 1024; // bytes of a debug name, a choice of ours

// A run of words that instructions are appended to.
class Section {
  public:
    // `room`: for what may come in front of all words, so that they need not move.
    explicit Section(Arena &arena, size_t reserve, size_t room = 0)
        : words_(arena, room + reserve), room_(room) {
        words_.grow(room);
    }

    template <typename... Words>
    void emit(spv::Op op, Words... words) {
        constexpr uint32_t count = sizeof...(Words) + 1;
        uint32_t *p = words_.grow(count);
        *p++ = static_cast<uint32_t>(op) | count << 16;
        ((*p++ = static_cast<uint32_t>(words)), ...);
    }

    // For instructions of variable length: begin, push, end.
    void begin(spv::Op op) {
        start_ = words_.size();
        words_.push(static_cast<uint32_t>(op));
    }
    void push(uint32_t word) { words_.push(word); }
    void push_string(std::string_view text);
    void end() {
        const size_t count = words_.size() - start_;
        overflowed_ |= count > max_instruction_words;
        words_[start_] |= static_cast<uint32_t>(count) << 16;
    }
    // Whether an instruction has become longer than SPIR-V can say.
    bool overflowed() const { return overflowed_; }

    // Room for so many words in front of all others; not initialised.
    uint32_t *prepend(size_t words) {
        if (words > room_) {
            const size_t more = words - room_, size = words_.size();
            words_.grow(more);
            std::memmove(words_.data() + more, words_.data(), size * sizeof(uint32_t));
            room_ = words;
        }
        room_ -= words;
        return words_.data() + room_;
    }
    void append(const Section &other) {
        words_.append(other.words());
        overflowed_ |= other.overflowed_;
    }

    size_t size() const { return words_.size() - room_; }
    uint32_t &operator[](size_t i) { return words_[room_ + i]; }
    std::span<const uint32_t> words() const { return words_.span().subspan(room_); }

  private:
    Vec<uint32_t> words_;
    size_t room_; // words in front that are not used
    size_t start_ = 0;
    bool overflowed_ = false;
};

class ModuleBuilder {
  public:
    explicit ModuleBuilder(Arena &arena);

    Id new_id() { return next_id_++; }

    void capability(spv::Capability c);
    void extension(std::string_view name);
    Id glsl(); // the GLSL.std.450 import

    // --- types ---
    Id type_void();
    Id type(ir::Type t) {
        Id id = value_types_[t.raw()];
        return id ? id : make_value_type(t);
    }
    bool has_scalar(ir::Kind k) const { return value_types_[ir::Type(k).raw()]; }
    // The unsigned twin is what IR integers are; this is the signed one, for interface and image types.
    Id type_signed(unsigned count, unsigned bits = 32);
    Id pointer(spv::StorageClass storage, Id pointee);
    Id function_type();
    Id array(Id element, uint32_t length, uint32_t stride = 0); // stride 0: no layout
    Id runtime_array(Id element, uint32_t stride);              // stride 0: of descriptors
    // Any other type instruction: operands after the result.
    Id other(spv::Op op, std::span<const uint32_t> operands) {
        return intern(op, 0, operands.data(), static_cast<unsigned>(operands.size()));
    }
    Id other(spv::Op op, std::initializer_list<uint32_t> operands);
    // A struct or a strided array may not be shared where decorations differ.
    Id unique_struct(std::span<const Id> members);
    Id unique_struct(Id member) { return unique_struct({&member, 1}); }

    // --- constants ---
    Id u32(uint32_t value);
    Id f32(uint32_t bits);
    Id constant(ir::Type t, const uint32_t *words); // as Op::constant holds them
    Id null(Id type);
    Id scalar_constant(Id type, uint32_t bits);
    Id composite(Id type, std::span<const Id> parts);
    Id boolean(bool value);

    Section entry_points, modes, debug, annotations, globals, functions;

    void decorate(Id target, spv::Decoration d) { annotations.emit(spv::Op::OpDecorate, target, d); }
    void decorate(Id target, spv::Decoration d, uint32_t value) {
        annotations.emit(spv::Op::OpDecorate, target, d, value);
    }
    void member_decorate(Id target, uint32_t member, spv::Decoration d, uint32_t value) {
        annotations.emit(spv::Op::OpMemberDecorate, target, member, d, value);
    }
    void name(Id target, std::string_view text);

    // False when the module holds what SPIR-V cannot encode; it must not be handed out then.
    bool within_limits() const;
    // The whole module, in the memory of `body`, which is what stands behind `functions`.
    std::span<const uint32_t> assemble(uint32_t version, Section &body, Arena &arena);

  private:
    Id make_value_type(ir::Type t);
    // Finds or adds an instruction in `globals`: `op type? result operands`.
    Id intern(spv::Op op, Id result_type, const uint32_t *operands, unsigned count);
    void grow();

    Arena &arena_;
    Section capabilities_, extensions_;
    Vec<uint32_t> table_;
    uint32_t used_ = 0;
    Id next_id_ = 1;
    Id glsl_ = 0;
    Id value_types_[128] = {};
    uint64_t small_capabilities_[2] = {};
    Vec<uint32_t> other_capabilities_;
    Vec<std::string_view> extension_names_;
};

} // namespace weft::spirv
