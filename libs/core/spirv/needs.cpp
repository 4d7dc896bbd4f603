#include "core/spirv/needs.h"

#include <algorithm>
#include <cstring>

#include <spirv/unified1/spirv.hpp11>

namespace weft::spirv {

namespace {

struct SubgroupClass {
    spv::Capability capability;
    uint32_t flag; // VkSubgroupFeatureFlagBits
};

constexpr SubgroupClass subgroup_classes[] = {
    {spv::Capability::GroupNonUniform, 0x01},
    {spv::Capability::GroupNonUniformVote, 0x02},
    {spv::Capability::GroupNonUniformArithmetic, 0x04},
    {spv::Capability::GroupNonUniformBallot, 0x08},
    {spv::Capability::GroupNonUniformShuffle, 0x10},
    {spv::Capability::GroupNonUniformShuffleRelative, 0x20},
    {spv::Capability::GroupNonUniformClustered, 0x40},
    {spv::Capability::GroupNonUniformQuad, 0x80},
    {spv::Capability::GroupNonUniformPartitionedNV, 0x100},
};

// One instruction; operand 0 is the first word behind the opcode. Words that it does not have read 0.
class Instruction {
  public:
    explicit Instruction(std::span<const uint32_t> words) : words_(words) {}
    spv::Op op() const { return static_cast<spv::Op>(words_[0] & 0xffff); }
    uint32_t operator[](size_t operand) const {
        return operand + 1 < words_.size() ? words_[operand + 1] : 0;
    }
    // A string that fills the operands, without what is behind its end.
    std::string_view text() const {
        const char *first = reinterpret_cast<const char *>(words_.data() + 1);
        const size_t size = words_.size() * 4 - 4;
        const void *end = size ? std::memchr(first, 0, size) : nullptr;
        return {first, end ? static_cast<size_t>(static_cast<const char *>(end) - first) : size};
    }

  private:
    std::span<const uint32_t> words_;
};

struct Named {
    uint32_t id, value;
    bool operator<(const Named &other) const { return id < other.id; }
};

// In a sorted list; or nullptr.
const Named *find(std::span<const Named> list, uint32_t id) {
    const auto at = std::lower_bound(list.begin(), list.end(), Named{id, 0});
    return at != list.end() && at->id == id ? &*at : nullptr;
}

class Reader {
  public:
    explicit Reader(Arena &arena)
        : arena_(arena),
          capabilities_(arena),
          extensions_(arena),
          ids_(arena),
          types_(arena),
          constants_(arena) {}

    // False at the first function, behind which nothing is declared.
    bool take(const Instruction &i) {
        switch (i.op()) {
        case spv::Op::OpCapability: capabilities_.push(i[0]); break;
        case spv::Op::OpExtension: extensions_.push(arena_.copy(i.text())); break;
        case spv::Op::OpDecorate:
            if (i[1] == static_cast<uint32_t>(spv::Decoration::SpecId)) ids_.push({i[0], i[2]});
            break;
        case spv::Op::OpTypeBool: types_.push({i[0], static_cast<uint32_t>(ConstantType::boolean)}); break;
        case spv::Op::OpTypeInt:
            if (i[1] == 32) types_.push({i[0], static_cast<uint32_t>(ConstantType::uint32)});
            break;
        case spv::Op::OpTypeFloat:
            if (i[1] == 32) types_.push({i[0], static_cast<uint32_t>(ConstantType::float32)});
            break;
        case spv::Op::OpSpecConstantTrue:
        case spv::Op::OpSpecConstantFalse:
            constants_.push({i[0], i[1], i.op() == spv::Op::OpSpecConstantTrue});
            break;
        case spv::Op::OpSpecConstant: constants_.push({i[0], i[1], i[2]}); break;
        case spv::Op::OpFunction: return false;
        default: break;
        }
        return true;
    }

    void finish(Needs *out) {
        out->capabilities = capabilities_.span();
        out->extensions = extensions_.span();
        for (uint32_t c : capabilities_)
            for (const SubgroupClass &s : subgroup_classes)
                if (static_cast<uint32_t>(s.capability) == c) out->subgroup_operations |= s.flag;
        std::stable_sort(ids_.begin(), ids_.end());
        std::stable_sort(types_.begin(), types_.end());
        Vec<SpecializationConstant> found(arena_, constants_.size());
        for (const Declared &c : constants_) {
            // Without an id it cannot be specialized.
            if (const Named *id = find(ids_.span(), c.id)) found.push({id->value, type_of(c.type), c.bits});
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto &a, const auto &b) { return a.id < b.id; });
        out->constants = found.span();
    }

  private:
    struct Declared {
        uint32_t type, id, bits;
    };

    ConstantType type_of(uint32_t id) const {
        const Named *type = find(types_.span(), id);
        return type ? static_cast<ConstantType>(type->value) : ConstantType::other;
    }

    Arena &arena_;
    Vec<uint32_t> capabilities_;
    Vec<std::string_view> extensions_;
    Vec<Named> ids_;   // SpecId of an id
    Vec<Named> types_; // ConstantType of a type
    Vec<Declared> constants_;
};

} // namespace

Result read_needs(std::span<const uint32_t> words, Arena &arena, Diagnostics &diag, Needs *out) {
    constexpr size_t header = 5;
    auto refuse = [&diag](const char *why) {
        diag.bare_error(Result::invalid_argument, code::spirv_invalid, "%s", why);
        return diag.result();
    };
    if (words.size() < header || words[0] != spv::MagicNumber) return refuse("The code is no SPIR-V module.");
    out->version = words[1];
    Reader reader(arena);
    for (size_t at = header; at < words.size();) {
        const uint32_t count = words[at] >> 16;
        if (!count || count > words.size() - at)
            return refuse("An instruction of the SPIR-V module does not end within it.");
        if (!reader.take(Instruction(words.subspan(at, count)))) break;
        at += count;
    }
    reader.finish(out);
    return Result::ok;
}

} // namespace weft::spirv
