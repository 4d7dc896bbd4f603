#include "shader-runner/image_file.h"

#ifdef WEFT_HAVE_PNG
#include <png.h>
#endif

namespace weft::runner {

#ifdef WEFT_HAVE_PNG

bool png_available() {
    return true;
}

bool write_png(const std::string &path, const ResourceDesc &desc, const cli::Bytes &bytes,
               std::string &error) {
    cli::Bytes pixels(size_t(desc.width) * desc.height * 4);
    for (size_t i = 0; i < size_t(desc.width) * desc.height; ++i) {
        float rgba[4];
        decode_texel(*desc.format, bytes.data() + i * desc.texel_size, rgba);
        if (desc.format->components == 1) rgba[1] = rgba[2] = rgba[0];
        for (unsigned c = 0; c < 3; ++c) {
            // Not (x > 0) also catches NaN.
            const float value = !(rgba[c] > 0) ? 0.0f : rgba[c] < 1 ? rgba[c] : 1.0f;
            pixels[i * 4 + c] = uint8_t(value * 255.0f + 0.5f);
        }
        pixels[i * 4 + 3] = 255;
    }
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = desc.width;
    image.height = desc.height;
    image.format = PNG_FORMAT_RGBA;
    if (png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr)) return true;
    error = "cannot write '" + path + "': " + image.message;
    return false;
}

#else

bool png_available() {
    return false;
}

bool write_png(const std::string &, const ResourceDesc &, const cli::Bytes &, std::string &error) {
    error = "built without libpng";
    return false;
}

#endif

} // namespace weft::runner
