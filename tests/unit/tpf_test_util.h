// What the TPF tests share: files, and the code part of a container.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/support/bytes.h"
#include "core/tpf/reader.h"

namespace weft::tpf::test {

inline std::vector<uint8_t> read_file(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::string read_text(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// SHDR or SHEX of a container, found without the container room so that these tests stand alone.
inline std::span<const uint8_t> code_part(std::span<const uint8_t> dxbc) {
    if (dxbc.size() < 32) return {};
    const uint32_t count = load_u32(dxbc.data() + 28);
    for (uint32_t i = 0; i < count && 36 + i * 4 <= dxbc.size(); ++i) {
        const uint32_t offset = load_u32(dxbc.data() + 32 + i * 4);
        if (offset > dxbc.size() || dxbc.size() - offset < 8) continue;
        const uint32_t tag = load_u32(dxbc.data() + offset);
        const uint32_t size = load_u32(dxbc.data() + offset + 4);
        if (tag != 0x52444853 && tag != 0x58454853) continue;
        if (size > dxbc.size() - offset - 8) continue;
        return dxbc.subspan(offset + 8, size);
    }
    return {};
}

inline std::vector<std::filesystem::path> files_below(const std::filesystem::path &folder,
                                                      const char *extension) {
    std::vector<std::filesystem::path> result;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == extension) result.push_back(entry.path());
    std::sort(result.begin(), result.end());
    return result;
}

inline std::filesystem::path data_folder() {
    return std::filesystem::path(WEFT_TEST_DATA) / "data" / "tpf";
}

// A stream under construction: header first, length filled in by bytes().
class Stream {
  public:
    Stream(Stage stage, uint32_t version) : words_{static_cast<uint32_t>(stage) << 16 | version, 0} {}
    Stream &op(Opcode opcode, std::initializer_list<uint32_t> operands, uint32_t controls = 0) {
        words_.push_back(static_cast<uint32_t>(opcode) | controls |
                         static_cast<uint32_t>(operands.size() + 1) << 24);
        for (uint32_t word : operands) // GCC 12 takes a range insert for an overflow
            words_.push_back(word);
        return *this;
    }
    Stream &raw(std::initializer_list<uint32_t> words) {
        words_.insert(words_.end(), words);
        return *this;
    }
    std::vector<uint8_t> bytes() {
        words_[1] = static_cast<uint32_t>(words_.size());
        std::vector<uint8_t> result(words_.size() * 4);
        std::memcpy(result.data(), words_.data(), result.size());
        return result;
    }

  private:
    std::vector<uint32_t> words_;
};

} // namespace weft::tpf::test
