#include "shader/call.h"

#include <cstring>
#include <string>

#include "core/support/log.h"

namespace weft::shader {

void publish(const Diagnostics &diag, char **messages) noexcept {
    const std::string &text = diag.text();
    if (text.empty()) return;
    if (log_threshold() >= LogThreshold::warn) {
        for (size_t start = 0; start < text.size();) {
            size_t end = text.find('\n', start);
            if (end == std::string::npos) end = text.size();
            WEFT_LOG(warn, "%.*s", static_cast<int>(end - start), text.data() + start);
            start = end + 1;
        }
    }
    if (!messages) return;
    if (auto *copy = static_cast<char *>(std::malloc(text.size() + 1))) {
        std::memcpy(copy, text.c_str(), text.size() + 1);
        *messages = copy;
    }
}

LogLevel log_level(vkd3d_shader_log_level level) {
    const auto value = static_cast<unsigned>(level);
    return value <= static_cast<unsigned>(LogLevel::info) ? static_cast<LogLevel>(value) : LogLevel::info;
}

vkd3d_shader_code copy_code(std::span<const uint8_t> bytes) {
    auto *copy = static_cast<uint8_t *>(std::malloc(bytes.size() + 1));
    if (!copy) throw std::bad_alloc();
    if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
    copy[bytes.size()] = 0;
    return {copy, bytes.size()};
}

} // namespace weft::shader

extern "C" {

VKD3D_SHADER_API void vkd3d_shader_free_messages(char *messages) {
    std::free(messages);
}

VKD3D_SHADER_API void vkd3d_shader_free_shader_code(vkd3d_shader_code *code) {
    if (!code) return;
    std::free(const_cast<void *>(code->code));
    *code = {};
}

VKD3D_SHADER_API void vkd3d_shader_set_log_callback(PFN_vkd3d_log callback) {
    weft::set_log_sink(callback);
}
}
