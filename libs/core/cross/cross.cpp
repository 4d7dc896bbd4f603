#include "core/cross/cross.h"

#ifdef WEFT_HAVE_SPIRV_CROSS
#include <algorithm>
#include <string>
#include <vector>

#include <spirv_cross_c.h>
#endif

namespace weft::cross {

driver::Options spirv_options(const driver::Options &options) {
    driver::Options o = options;
    const bool glsl = options.target_type == driver::TargetType::glsl;
    o.target_type = driver::TargetType::spirv_binary;
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
    // Direct3D makes doubles of two words, a cast that SPIRV-Cross has no GLSL for.
    if (o.emulate_float64 == driver::EmulateFloat64::automatic)
        o.emulate_float64 = driver::EmulateFloat64::always;
    return o;
}

#ifdef WEFT_HAVE_SPIRV_CROSS

namespace {

// The release of GLSL that belongs to OpenGL 4.5, and the first of MSL that every Mac with Metal 2.3 has.
constexpr unsigned default_glsl = 450, default_msl = 20300;

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
            set_options() && (glsl_ ? combine_samplers() : true) &&
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

    bool set_options() {
        spvc_compiler_options o = nullptr;
        if (!good(spvc_compiler_create_compiler_options(compiler_, &o))) return false;
        bool set;
        if (glsl_) {
            set = good(spvc_compiler_options_set_uint(o, SPVC_COMPILER_OPTION_GLSL_VERSION,
                                                      options_.glsl_version ? options_.glsl_version
                                                                            : default_glsl)) &&
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

    // OpenGL has no samplers apart from textures. A texture's first pair keeps the texture's binding; further
    // pairs get the lowest bindings that no texture has.
    bool combine_samplers() {
        spvc_variable_id dummy = 0;
        const spvc_combined_image_sampler *pairs = nullptr;
        size_t count = 0;
        if (!good(spvc_compiler_build_dummy_sampler_for_combined_images(compiler_, &dummy)) ||
            !good(spvc_compiler_build_combined_image_samplers(compiler_)) ||
            !good(spvc_compiler_get_combined_image_samplers(compiler_, &pairs, &count)))
            return false;
        std::vector<unsigned> taken;
        if (!taken_bindings(&taken)) return false;
        for (size_t i = 0; i < count; ++i)
            taken.push_back(binding(pairs[i].image_id));
        for (size_t i = 0; i < count; ++i) {
            unsigned at = binding(pairs[i].image_id);
            const bool first = std::none_of(pairs, pairs + i, [&](const spvc_combined_image_sampler &p) {
                return p.image_id == pairs[i].image_id;
            });
            if (!first) {
                at = 0;
                while (std::find(taken.begin(), taken.end(), at) != taken.end())
                    ++at;
                taken.push_back(at);
            }
            const std::string name =
                std::string(spvc_compiler_get_name(compiler_, pairs[i].image_id)) +
                (pairs[i].sampler_id == dummy
                     ? std::string()
                     : std::string("_") + spvc_compiler_get_name(compiler_, pairs[i].sampler_id));
            spvc_compiler_set_name(compiler_, pairs[i].combined_id, name.c_str());
            spvc_compiler_set_decoration(compiler_, pairs[i].combined_id, SpvDecorationBinding, at);
        }
        return true;
    }

    unsigned binding(SpvId id) const {
        return spvc_compiler_get_decoration(compiler_, id, SpvDecorationBinding);
    }

    // Of samplers that the caller combined.
    bool taken_bindings(std::vector<unsigned> *taken) {
        spvc_resources resources = nullptr;
        const spvc_reflected_resource *list = nullptr;
        size_t count = 0;
        if (!good(spvc_compiler_create_shader_resources(compiler_, &resources)) ||
            !good(spvc_resources_get_resource_list_for_type(resources, SPVC_RESOURCE_TYPE_SAMPLED_IMAGE,
                                                            &list, &count)))
            return false;
        for (size_t i = 0; i < count; ++i)
            if (spvc_compiler_has_decoration(compiler_, list[i].id, SpvDecorationBinding))
                taken->push_back(binding(list[i].id));
        return true;
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
