#include "core/cross/cross.h"

#ifdef WEFT_HAVE_SPIRV_CROSS
#include <algorithm>
#include <cstdarg>
#include <iterator>

#include <spirv_cross_c.h>
#endif

namespace weft::cross {

driver::Options spirv_options(const driver::Options &options) {
    driver::Options o = options;
    const bool glsl = options.target_type == driver::TargetType::glsl;
    o.target_type = driver::TargetType::spirv_binary;
    o.for_cross = true;
    o.environment = glsl ? driver::Environment::opengl_4_5 : driver::Environment::vulkan_1_1;
    // SPIRV-Cross writes these as extensions of the language, or as parts of it.
    o.extensions |= driver::extension_stencil_export | driver::extension_viewport_index_layer |
                    driver::extension_fragment_shader_interlock;
    o.features |= driver::feature_int64 | driver::feature_wave_ops;
    // Metal has no doubles at all, nor have GLSL ES and GLSL before 4.0.
    if (glsl && !o.glsl_es && (!o.glsl_version || o.glsl_version >= 400))
        o.features |= driver::feature_float64;
    else
        o.features &= ~static_cast<uint32_t>(driver::feature_float64);
    if (o.emulate_float64 == driver::EmulateFloat64::automatic)
        o.emulate_float64 = driver::EmulateFloat64::where_missing;
    return o;
}

#ifdef WEFT_HAVE_SPIRV_CROSS

namespace {

// The release of GLSL that belongs to OpenGL 4.5, and the first of MSL that every Mac with Metal 2.3 has.
constexpr unsigned default_glsl = 450, default_msl = 20300;

// Versions of the two languages that are told apart below.
constexpr unsigned glsl_versions[] = {140, 150, 330, 400, 410, 420, 430, 440, 450, 460};
constexpr unsigned glsl_es_versions[] = {300, 310, 320};

// What SPIRV-Cross writes without saying where it comes from: for GLSL and for GLSL ES, the extension, and
// the version from which on it is not needed (0: always needed). Without either the language has nothing of
// the kind, or SPIRV-Cross knows what to say.
struct Source {
    unsigned core;
    const char *extension;
};
struct Row {
    SpvCapability capability;
    Source desktop, es;
};

constexpr Row sources[] = {
    {SpvCapabilityShaderViewportIndexLayerEXT, {0, "GL_ARB_shader_viewport_layer_array"}, {}},
    {SpvCapabilityMultiViewport, {410, "GL_ARB_viewport_array"}, {}},
    {SpvCapabilityClipDistance, {140, nullptr}, {0, "GL_EXT_clip_cull_distance"}},
    {SpvCapabilityCullDistance, {450, "GL_ARB_cull_distance"}, {0, "GL_EXT_clip_cull_distance"}},
    {SpvCapabilityStorageImageMultisample, {420, "GL_ARB_shader_image_load_store"}, {}},
    {SpvCapabilityInt64, {0, "GL_ARB_gpu_shader_int64"}, {}},
    {SpvCapabilityInt64Atomics, {0, "GL_NV_shader_atomic_int64"}, {}},
    {SpvCapabilityGeometry, {140, nullptr}, {320, "GL_EXT_geometry_shader"}},
    {SpvCapabilityInterpolationFunction,
     {400, "GL_ARB_gpu_shader5"},
     {320, "GL_OES_shader_multisample_interpolation"}},
    {SpvCapabilityImageGatherExtended, {400, "GL_ARB_gpu_shader5"}, {320, "GL_EXT_gpu_shader5"}},
    {SpvCapabilityUniformBufferArrayDynamicIndexing,
     {400, "GL_ARB_gpu_shader5"},
     {320, "GL_EXT_gpu_shader5"}},
    {SpvCapabilitySampledCubeArray, {400, nullptr}, {320, "GL_EXT_texture_cube_map_array"}},
};

class Translation {
  public:
    Translation(const driver::Options &options, Diagnostics &diag)
        : options_(options), diag_(diag), glsl_(options.target_type == driver::TargetType::glsl) {}
    ~Translation() {
        if (context_) spvc_context_destroy(context_);
    }
    Translation(const Translation &) = delete;
    Translation &operator=(const Translation &) = delete;

    Result run(std::span<const uint32_t> words, Arena &arena, std::string_view *text) {
        spvc_parsed_ir ir = nullptr;
        const char *source = nullptr;
        const bool done =
            good(spvc_context_create(&context_)) &&
            good(spvc_context_parse_spirv(context_, words.data(), words.size(), &ir)) &&
            good(spvc_context_create_compiler(context_, glsl_ ? SPVC_BACKEND_GLSL : SPVC_BACKEND_MSL, ir,
                                              SPVC_CAPTURE_MODE_TAKE_OWNERSHIP, &compiler_)) &&
            check_version() && check_stage() && set_options() && (!glsl_ || require_extensions()) &&
            good(spvc_compiler_compile(compiler_, &source));
        if (!done) return diag_.result();
        *text = arena.copy(source);
        return Result::ok;
    }

  private:
    bool good(spvc_result r) {
        if (r == SPVC_SUCCESS) return true;
        const std::string_view what = context_ ? spvc_context_get_last_error_string(context_) : "";
        // Exceptions of all kinds become the error of the function that failed; their text tells.
        if (r == SPVC_ERROR_OUT_OF_MEMORY || what == std::bad_alloc().what())
            diag_.error({}, Result::out_of_memory, glsl_ ? code::glsl_internal : code::msl_internal,
                        "SPIRV-Cross ran out of memory.");
        else
            diag_.error({}, Result::not_implemented, glsl_ ? code::glsl_unsupported : code::msl_unsupported,
                        "SPIRV-Cross cannot write this shader as %s: %s", glsl_ ? "GLSL" : "MSL",
                        what.data());
        return false;
    }

    unsigned glsl_version() const { return options_.glsl_version ? options_.glsl_version : default_glsl; }

    bool check_version() {
        const unsigned version = glsl_version();
        const auto among = [version](const auto &list) {
            return std::find(std::begin(list), std::end(list), version) != std::end(list);
        };
        if (!glsl_ || (options_.glsl_es ? among(glsl_es_versions) : among(glsl_versions))) return true;
        return unsupported("Version %u of GLSL%s is not supported.", version, options_.glsl_es ? " ES" : "");
    }

    bool set_options() {
        spvc_compiler_options o = nullptr;
        if (!good(spvc_compiler_create_compiler_options(compiler_, &o))) return false;
        bool set;
        if (glsl_) {
            set =
                good(spvc_compiler_options_set_uint(o, SPVC_COMPILER_OPTION_GLSL_VERSION, glsl_version())) &&
                good(spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_GLSL_ES, options_.glsl_es)) &&
                good(spvc_compiler_options_set_bool(
                    o, SPVC_COMPILER_OPTION_GLSL_EMIT_PUSH_CONSTANT_AS_UNIFORM_BUFFER, SPVC_TRUE));
        } else {
            set = good(spvc_compiler_options_set_uint(o, SPVC_COMPILER_OPTION_MSL_VERSION,
                                                      options_.msl_version ? options_.msl_version
                                                                           : default_msl)) &&
                  // Bindings become the indices of buffers, textures and samplers.
                  good(spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_MSL_ENABLE_DECORATION_BINDING,
                                                      SPVC_TRUE)) &&
                  good(spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_MSL_TEXTURE_BUFFER_NATIVE,
                                                      SPVC_TRUE));
        }
        return set && good(spvc_compiler_install_compiler_options(compiler_, o));
    }

    // Metal's pipelines have no geometry shaders, and SPIRV-Cross writes them as if they had.
    bool check_stage() {
        if (glsl_ || spvc_compiler_get_execution_model(compiler_) != SpvExecutionModelGeometry) return true;
        return unsupported("Metal has no geometry shaders.");
    }

    bool require_extensions() {
        const SpvCapability *capabilities = nullptr;
        size_t count = 0;
        if (!good(spvc_compiler_get_declared_capabilities(compiler_, &capabilities, &count))) return false;
        for (size_t i = 0; i < count; ++i)
            for (const Row &row : sources) {
                if (row.capability != capabilities[i]) continue;
                const Source &from = options_.glsl_es ? row.es : row.desktop;
                if (!from.core && !from.extension)
                    return unsupported("GLSL ES has nothing like %s.", row.desktop.extension);
                if ((from.core && glsl_version() >= from.core) || !from.extension) continue;
                if (!good(spvc_compiler_require_extension(compiler_, from.extension))) return false;
            }
        return true;
    }

    WEFT_PRINTF(2, 3) bool unsupported(const char *format, ...) {
        va_list arguments;
        va_start(arguments, format);
        diag_.error_v({}, Result::not_implemented, glsl_ ? code::glsl_unsupported : code::msl_unsupported,
                      format, arguments);
        va_end(arguments);
        return false;
    }

    const driver::Options &options_;
    Diagnostics &diag_;
    const bool glsl_;
    spvc_context context_ = nullptr;
    spvc_compiler compiler_ = nullptr;
};

} // namespace

Result translate(std::span<const uint32_t> words, const driver::Options &options, Arena &arena,
                 Diagnostics &diag, std::string_view *text) {
    return Translation(options, diag).run(words, arena, text);
}

#else

Result translate(std::span<const uint32_t>, const driver::Options &, Arena &, Diagnostics &diag,
                 std::string_view *) {
    diag.bare_error(Result::not_implemented, code::glsl_unsupported,
                    "GLSL and MSL need SPIRV-Cross, which this build was made without.");
    return diag.result();
}

#endif

} // namespace weft::cross
