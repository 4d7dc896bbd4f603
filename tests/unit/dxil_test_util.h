// What the DXIL tests share: files, parts, LLVM's own disassembler, and a bitstream writer.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <unistd.h>

#include "core/container/container.h"
#include "core/dxil/reader.h"

namespace weft::dxil::test {

using Bytes = std::vector<uint8_t>;

inline Bytes read_file(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline Bytes sample(const char *name) {
    return read_file(std::filesystem::path(WEFT_TEST_DATA) / "data/dxil" / name);
}

// Our own shaders, and those of a folder of real ones where WEFT_CORPUS names one.
inline std::vector<std::filesystem::path> shader_files() {
    std::vector<std::filesystem::path> result;
    const auto add = [&result](const std::filesystem::path &folder, const char *extension) {
        std::error_code ignored;
        for (const auto &entry : std::filesystem::directory_iterator(folder, ignored))
            if (entry.path().extension() == extension) result.push_back(entry.path());
    };
    add(std::filesystem::path(WEFT_TEST_DATA) / "data/dxil", ".dxbc");
    if (const char *corpus = std::getenv("WEFT_CORPUS")) add(std::filesystem::path(corpus) / "dxil", ".bin");
    std::sort(result.begin(), result.end());
    return result;
}

// A part read as a program.
struct Loaded {
    Arena arena;
    Diagnostics diag;
    std::span<const uint8_t> bytes; // a copy: callers pass temporaries
    container::Container parts;
    ProgramHeader header;
    const Module *module = nullptr;
    Result result;

    explicit Loaded(std::span<const uint8_t> file, uint32_t tag = container::tag("DXIL")) {
        bytes = arena.copy(file);
        result = container::parse(bytes, true, arena, diag, &parts);
        if (failed(result)) return;
        const container::Part *part = parts.find(tag);
        if (!part) {
            result = Result::error;
            return;
        }
        result = read_header(part->data, diag, &header);
        if (!failed(result)) result = read_module(header.bitcode, arena, diag, &module);
    }
};

inline bool has_llvm_dis() {
#ifdef _WIN32
    return false;
#else
    static const bool found = std::system("command -v llvm-dis-14 >/dev/null 2>&1") == 0;
    return found;
#endif
}

// What LLVM's disassembler prints; empty where it fails.
inline std::string llvm_dis(std::span<const uint8_t> bitcode) {
    char path[] = "/tmp/weft-bitcode-XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) return {};
    const bool written = write(file, bitcode.data(), bitcode.size()) == static_cast<ssize_t>(bitcode.size());
    close(file);
    std::string text;
    if (written) {
        const std::string command = std::string("llvm-dis-14 -o - ") + path + " 2>/dev/null";
        if (FILE *pipe = popen(command.c_str(), "r")) {
            char buffer[65536];
            size_t n;
            while ((n = fread(buffer, 1, sizeof(buffer), pipe)) > 0)
                text.append(buffer, n);
            pclose(pipe);
        }
    }
    unlink(path);
    return text;
}

inline std::vector<std::string> lines(const std::string &text) {
    std::vector<std::string> result;
    for (size_t start = 0; start < text.size();) {
        size_t end = text.find('\n', start);
        if (end == std::string::npos) end = text.size();
        result.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return result;
}

// Writes what BitReader reads.
class BitWriter {
  public:
    BitWriter() { fixed(0xdec04342, 32); }

    BitWriter &fixed(uint64_t v, unsigned width) {
        for (unsigned i = 0; i < width; ++i) {
            if (bit_ % 8 == 0) bytes_.push_back(0);
            bytes_.back() = static_cast<uint8_t>(bytes_.back() | (v >> i & 1) << bit_ % 8);
            ++bit_;
        }
        return *this;
    }
    BitWriter &vbr(uint64_t v, unsigned width) {
        const uint64_t more = uint64_t{1} << (width - 1);
        while (v >= more) {
            fixed((v & (more - 1)) | more, width);
            v >>= width - 1;
        }
        return fixed(v, width);
    }
    BitWriter &align() {
        while (bit_ % 32)
            fixed(0, 1);
        return *this;
    }
    BitWriter &enter(uint32_t id, unsigned width = 3) {
        fixed(1, width_).vbr(id, 8).vbr(width, 4).align();
        open_.push_back({bytes_.size(), width_});
        width_ = width;
        return fixed(0, 32);
    }
    BitWriter &leave() {
        fixed(0, width_).align();
        const Open o = open_.back();
        open_.pop_back();
        const auto words = static_cast<uint32_t>((bytes_.size() - o.length - 4) / 4);
        std::memcpy(bytes_.data() + o.length, &words, 4);
        width_ = o.width;
        return *this;
    }
    BitWriter &record(uint32_t code, const std::vector<uint64_t> &ops) {
        fixed(3, width_).vbr(code, 6).vbr(ops.size(), 6);
        for (uint64_t op : ops)
            vbr(op, 6);
        return *this;
    }
    // Inside a block: the start of a definition or of a record with an abbreviation.
    BitWriter &id(uint32_t v) { return fixed(v, width_); }
    const Bytes &bytes() const { return bytes_; }

  private:
    struct Open {
        size_t length;
        unsigned width;
    };
    Bytes bytes_;
    uint64_t bit_ = 0;
    unsigned width_ = 2;
    std::vector<Open> open_;
};

} // namespace weft::dxil::test
