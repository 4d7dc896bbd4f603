// The state of a listing being printed; its member functions stand in printer.cpp and print_*.cpp.
#pragma once

#include "core/dxil/names.h"
#include "core/dxil/printer.h"

namespace weft::dxil {

class Listing {
  public:
    Listing(const ProgramHeader &header, const Module &module, const PrintOptions &options, Arena &arena);
    void run();
    bool overflowed() const { return overflowed_; }
    std::string_view result() const { return {out_.data(), out_.size()}; }

  private:
    enum class Colour : uint8_t { none, keyword, value, literal, type, comment };

    void text(std::string_view s) {
        if (out_.size() + s.size() > limit_) [[unlikely]]
            overflowed_ = true;
        else
            out_.append({s.data(), s.size()});
    }
    void letter(char c) { text({&c, 1}); }
    void begin(Colour colour);
    void end();
    void coloured(Colour colour, std::string_view s);
    void number(uint64_t v);
    void signed_number(int64_t v);
    void quoted(std::string_view s); // with the escapes, without the quotation marks
    void name(char sigil, std::string_view s);
    void indent();
    void signature(std::string_view title, std::span<const signature::Element> elements, char file);

    void type(uint32_t id);
    void members(const Type &t);
    void type_definitions();
    void variables();
    void attribute(const Attribute &a);
    void attributes_of(uint32_t list, uint32_t parameter, bool before);
    void function_attributes(uint32_t list);
    void attribute_groups();
    void named_metadata();
    void metadata_nodes(const Function *owner, const Range &range);
    void metadata_reference(const Function *f, uint64_t id_plus_one);
    void debug_node(const Function *f, const Metadata &m);

    void function(const Function &f);
    void number_values(const Function &f);
    void label(const Function &f, uint32_t block);
    void block_head(const Function &f, uint32_t block);
    void find_predecessors(const Function &f);
    void instruction(const Function &f, uint32_t index);
    void call(const Function &f, const Instruction &ins);
    void flags(const Instruction &ins);
    void suffix(const Function &f, uint32_t index);
    void align(uint8_t encoded);
    void operand(const Function *f, uint32_t value);       // without its type
    void typed_operand(const Function *f, uint32_t value); // with it
    void constant(const Function *f, const Constant &c);
    void expression(const Function *f, const Constant &c);
    void floating(const Type &t, uint64_t bits);
    void integer(const Type &t, uint64_t bits);
    void element(const Type &t, uint64_t bits);
    const Type &scalar(uint32_t type) const;

    const ProgramHeader &header_;
    const Module &m_;
    const PrintOptions &options_;
    Arena &arena_;
    Vec<char> out_;
    size_t limit_;
    bool overflowed_ = false;

    std::span<std::string_view> type_texts_;
    std::span<uint32_t> node_numbers_;  // by place in Module::metadata; nodes alone have one
    std::span<uint32_t> group_numbers_; // by group, + 1; those of functions
    uint32_t next_group_ = 0;
    Vec<uint32_t> group_order_;
    Vec<uint32_t> value_numbers_; // of the function's own values
    Vec<uint32_t> block_numbers_;
    Vec<uint32_t> predecessor_starts_, predecessors_;
    uint32_t next_attachment_ = 0, next_location_ = 0;
};

} // namespace weft::dxil
