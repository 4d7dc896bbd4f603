#include "core/spirv/text.h"

#ifdef WEFT_HAVE_SPIRV_TOOLS
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

struct Context {
    spv_context context;
    explicit Context(driver::Environment e) : context(spvContextCreate(target_environment(e))) {}
    ~Context() { spvContextDestroy(context); }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;
};

} // namespace

Result disassemble(std::span<const uint32_t> words, const driver::Options &options, Arena &arena,
                   Diagnostics &diag, std::string_view *text) {
    uint32_t flags = 0;
    if (options.formatting & driver::formatting_colour) flags |= SPV_BINARY_TO_TEXT_OPTION_COLOR;
    if (options.formatting & driver::formatting_indent) flags |= SPV_BINARY_TO_TEXT_OPTION_INDENT;
    if (options.formatting & driver::formatting_offsets) flags |= SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET;
    if (!(options.formatting & driver::formatting_header)) flags |= SPV_BINARY_TO_TEXT_OPTION_NO_HEADER;
    if (!(options.formatting & driver::formatting_raw_ids)) flags |= SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    Context c(options.environment);
    spv_text out = nullptr;
    spv_diagnostic message = nullptr;
    spv_result_t r = spvBinaryToText(c.context, words.data(), words.size(), flags, &out, &message);
    if (r == SPV_SUCCESS)
        *text = arena.copy(std::string_view(out->str, out->length));
    else
        diag.error({}, Result::error, code::spirv_invalid, "The module cannot be printed: %s",
                   message ? message->error : "unknown error");
    spvTextDestroy(out);
    spvDiagnosticDestroy(message);
    return r == SPV_SUCCESS ? Result::ok : diag.result();
}

Result validate(std::span<const uint32_t> words, const driver::Options &options, Diagnostics &diag) {
    Context c(options.environment);
    spv_const_binary_t binary{words.data(), words.size()};
    spv_diagnostic message = nullptr;
    spv_result_t r = spvValidate(c.context, &binary, &message);
    if (r != SPV_SUCCESS)
        diag.error({}, code::spirv_invalid, "Invalid module: %s", message ? message->error : "unknown error");
    spvDiagnosticDestroy(message);
    return r == SPV_SUCCESS ? Result::ok : diag.result();
}

#else

Result disassemble(std::span<const uint32_t>, const driver::Options &, Arena &, Diagnostics &diag,
                   std::string_view *) {
    diag.bare_error(Result::not_implemented, code::spirv_not_implemented,
                    "SPIR-V text needs SPIRV-Tools, which this build was made without.");
    return diag.result();
}

Result validate(std::span<const uint32_t>, const driver::Options &, Diagnostics &diag) {
    diag.bare_error(Result::not_implemented, code::spirv_not_implemented,
                    "Validation needs SPIRV-Tools, which this build was made without.");
    return diag.result();
}

#endif

} // namespace weft::spirv
