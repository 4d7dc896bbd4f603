#include "core/spirv/text.h"

#include "core/support/log.h"

#ifdef WEFT_HAVE_SPIRV_TOOLS
#include <algorithm>
#include <new>

#include <spirv-tools/libspirv.h>
#endif

namespace weft::spirv {

#ifdef WEFT_HAVE_SPIRV_TOOLS

namespace {

spv_target_env target_environment(driver::Environment e) {
    switch (e) {
    case driver::Environment::opengl_4_5: return SPV_ENV_OPENGL_4_5;
    case driver::Environment::vulkan_1_1: return SPV_ENV_VULKAN_1_1;
    case driver::Environment::vulkan_1_2: return SPV_ENV_VULKAN_1_2;
    case driver::Environment::vulkan_1_3: return SPV_ENV_VULKAN_1_3;
    default: return SPV_ENV_VULKAN_1_0;
    }
}

// A context, and what a call with it leaves.
struct Call {
    spv_context context;
    spv_text text = nullptr;
    spv_diagnostic message = nullptr;
    explicit Call(driver::Environment e) : context(spvContextCreate(target_environment(e))) {}
    ~Call() {
        spvTextDestroy(text);
        spvDiagnosticDestroy(message);
        spvContextDestroy(context);
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
    const char *error() const { return message ? message->error : "unknown error"; }
};

// Every instruction has a line. SPIRV-Tools writes to a stream, which stops without a word when memory runs
// out.
bool is_complete(std::string_view text, std::span<const uint32_t> words, bool header) {
    constexpr size_t header_words = 5, header_lines = 5;
    size_t lines = header ? header_lines : 0;
    for (size_t at = header_words; at < words.size() && words[at] >> 16; at += words[at] >> 16)
        ++lines;
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) >= lines;
}

} // namespace

Result disassemble(std::span<const uint32_t> words, const driver::Options &options, Arena &arena,
                   Diagnostics &diag, std::string_view *text) {
    uint32_t flags = 0;
    if (options.formatting & driver::formatting_colour) flags |= SPV_BINARY_TO_TEXT_OPTION_COLOR;
    if (options.formatting & driver::formatting_indent) flags |= SPV_BINARY_TO_TEXT_OPTION_INDENT;
    if (options.formatting & driver::formatting_offsets) flags |= SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET;
    if (!(options.formatting & driver::formatting_header)) flags |= SPV_BINARY_TO_TEXT_OPTION_NO_HEADER;
    if (!(options.formatting & driver::formatting_raw_ids)) flags |= SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    Call c(options.environment);
    if (spvBinaryToText(c.context, words.data(), words.size(), flags, &c.text, &c.message) != SPV_SUCCESS) {
        diag.error({}, Result::error, code::spirv_invalid, "The module cannot be printed: %s", c.error());
        return diag.result();
    }
    *text = arena.copy(std::string_view(c.text->str, c.text->length));
    if (!is_complete(*text, words, (options.formatting & driver::formatting_header) != 0))
        throw std::bad_alloc();
    return Result::ok;
}

Result validate(std::span<const uint32_t> words, const driver::Options &options, Diagnostics &diag) {
    Call c(options.environment);
    spv_const_binary_t binary{words.data(), words.size()};
    if (spvValidate(c.context, &binary, &c.message) == SPV_SUCCESS) {
        WEFT_LOG(trace, "A module of %zu words is valid.", words.size());
        return Result::ok;
    }
    diag.error({}, code::spirv_invalid, "Invalid module: %s", c.error());
    return diag.result();
}

#else

Result disassemble(std::span<const uint32_t>, const driver::Options &, Arena &, Diagnostics &diag,
                   std::string_view *) {
    diag.bare_error(Result::not_implemented, code::spirv_not_implemented,
                    "SPIR-V text needs SPIRV-Tools, which this build was made without.");
    return diag.result();
}

Result validate(std::span<const uint32_t>, const driver::Options &, Diagnostics &) {
    WEFT_LOG(warn, "SPIR-V is not validated: this build was made without SPIRV-Tools.");
    return Result::ok;
}

#endif

} // namespace weft::spirv
