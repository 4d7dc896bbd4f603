#include "shader/preprocess.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "core/preprocessor/preprocessor.h"
#include "shader/dump.h"

namespace weft::shader {

namespace {

namespace pp = weft::preprocessor;

class CallbackIncludes : public pp::Includes {
  public:
    explicit CallbackIncludes(const vkd3d_shader_preprocess_info &info) : info_(info) {}

    bool open(std::string_view name, bool local, const File &parent, Arena &arena, File *out) override {
        auto *code = new (arena.array<vkd3d_shader_code>(1)) vkd3d_shader_code{};
        if (info_.pfn_open_include(arena.copy(name).data(), local, static_cast<const char *>(parent.data),
                                   info_.include_context, code))
            return false;
        out->data = code->code;
        out->owner = code;
        if (code->code) out->text = {static_cast<const char *>(code->code), code->size};
        return true;
    }

    void close(const File &file) override {
        info_.pfn_close_include(static_cast<const vkd3d_shader_code *>(file.owner), info_.include_context);
    }

  private:
    const vkd3d_shader_preprocess_info &info_;
};

// Files of the disk. A name in quotes is looked for beside the file that names it first; otherwise, and for
// names in angle brackets, from the working directory.
class DiskIncludes : public pp::Includes {
  public:
    bool open(std::string_view name, bool local, const File &parent, Arena &arena, File *out) override {
        const std::string_view including = parent.name ? parent.name : "";
        const size_t slash = including.find_last_of("/\\");
        const bool absolute = name.starts_with('/') || name.starts_with('\\') || name.find(':') == 1;
        if (local && !absolute && slash != std::string_view::npos) {
            std::string path(including.substr(0, slash + 1));
            path += name;
            if (read(path, arena, out)) return true;
        }
        return read(std::string(name), arena, out);
    }

    void close(const File &) override {}

  private:
    static bool read(const std::string &path, Arena &arena, File *out) {
        const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rb"),
                                                                    std::fclose);
        if (!file) return false;
        constexpr size_t max_size = size_t{64} << 20; // also of what never ends
        std::string text;
        char block[4096];
        while (const size_t n = std::fread(block, 1, sizeof(block), file.get())) {
            text.append(block, n);
            if (text.size() > max_size) return false;
        }
        if (std::ferror(file.get())) return false; // a directory, say
        out->name = arena.copy(path).data();
        out->text = arena.copy(text);
        return true;
    }
};

// Shader models up to 5 are fxc's.
pp::Dialect dialect(const vkd3d_shader_hlsl_source_info *hlsl) {
    const char *model = hlsl && hlsl->profile ? std::strpbrk(hlsl->profile, "0123456789") : nullptr;
    return model && *model < '6' ? pp::Dialect::fxc : pp::Dialect::any;
}

} // namespace

Result preprocess(const vkd3d_shader_compile_info &info, Diagnostics &diag, vkd3d_shader_code *out) {
    if (!info.source.code && info.source.size) {
        diag.bare_error(Result::invalid_argument, code_argument, "The source is a null pointer.");
        return diag.result();
    }
    if (info.source.size == SIZE_MAX) {
        diag.bare_error(Result::invalid_argument, code_argument, "The source has no size.");
        return diag.result();
    }
    const Chain chain(info.next);
    const auto *given = chain.find<vkd3d_shader_preprocess_info>(VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO);
    if (given && !given->pfn_open_include != !given->pfn_close_include) {
        diag.bare_error(Result::invalid_argument, code_argument,
                        "One include callback is given and the other is not.");
        return diag.result();
    }
    Arena arena;
    DiskIncludes disk;
    std::unique_ptr<CallbackIncludes> callbacks;
    pp::Options options;
    const auto *hlsl =
        chain.find<vkd3d_shader_hlsl_source_info>(VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO);
    options.source_name = info.source_name;
    options.dialect = dialect(hlsl);
    options.includes = &disk;
    if (given) {
        if (given->pfn_open_include) {
            callbacks = std::make_unique<CallbackIncludes>(*given);
            options.includes = callbacks.get();
        }
        Vec<pp::MacroDefinition> macros(arena, given->macro_count);
        for (unsigned i = 0; i < given->macro_count; ++i)
            macros.push({given->macros[i].name, given->macros[i].value});
        options.macros = macros.span();
    }
    const std::span<const uint8_t> bytes = bytes_of(info.source);
    const std::string_view source(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    driver::Options dumped;
    dumped.source_type = driver::SourceType::hlsl;
    if (hlsl && hlsl->profile) dumped.hlsl.profile = hlsl->profile;
    const Dump dump(bytes, dumped);
    std::string_view text;
    {
        pp::Preprocessor preprocessor(source, options, arena, diag);
        text = pp::print(preprocessor, info.source_name, arena);
    }
    dump.messages(diag);
    if (diag.has_errors()) return diag.result();
    const std::span<const uint8_t> result{reinterpret_cast<const uint8_t *>(text.data()), text.size()};
    dump.preprocessed(result);
    *out = copy_code(result);
    return Result::ok;
}

} // namespace weft::shader
