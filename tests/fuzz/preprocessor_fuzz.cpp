// The HLSL preprocessor on arbitrary text, which may include itself and short texts.
#include <cstddef>
#include <cstdint>

#include "core/preprocessor/preprocessor.h"

namespace {

using namespace weft;

class FuzzIncludes : public preprocessor::Includes {
  public:
    explicit FuzzIncludes(std::string_view source) : source_(source) {}
    bool open(std::string_view name, bool, const File &, Arena &, File *out) override {
        if (name == "no") return false;
        out->text = name == "s" ? source_ : name;
        out->owner = this;
        ++open_;
        return true;
    }
    void close(const File &file) override {
        if (file.owner != this || !open_--) __builtin_trap();
    }
    bool balanced() const { return !open_; }

  private:
    std::string_view source_;
    unsigned open_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena;
    Diagnostics diag(LogLevel::info);
    const std::string_view source(reinterpret_cast<const char *>(data), size);
    FuzzIncludes includes(source);
    const preprocessor::MacroDefinition macros[] = {{"A", "B(A)"}, {"N", nullptr}, {"2", "x"}};
    preprocessor::Options options;
    options.includes = &includes;
    options.macros = macros;
    options.dialect = size & 1 ? preprocessor::Dialect::fxc : preprocessor::Dialect::any;
    {
        preprocessor::Preprocessor p(source, options, arena, diag);
        preprocessor::print(p, "fuzz.hlsl", arena);
    }
    if (!includes.balanced()) __builtin_trap();
    return 0;
}
