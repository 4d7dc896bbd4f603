// What every exported function shares: messages, the barrier that no exception passes, memory handed to
// callers, and chained structures.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>

#include <vkd3d_shader.h>

#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::shader {

// Of calls that are wrong before any shader is looked at; outside the ranges that have their own meanings.
inline constexpr unsigned code_argument = 9900;

// Logs the diagnostics and hands them to the caller. May leave *messages NULL when memory is short.
void publish(const Diagnostics &diag, char **messages) noexcept;

// Runs `body(diag)`. *messages is written whatever happens.
template <typename Body>
int guarded(char **messages, LogLevel level, const char *source_name, Body &&body) noexcept {
    if (messages) *messages = nullptr;
    try {
        Diagnostics diag(level, source_name);
        Result result = body(diag);
        if (failed(result) && !diag.has_errors())
            diag.bare_error(result, code_argument, "The call failed with result %d.",
                            static_cast<int>(result));
        publish(diag, messages);
        return static_cast<int>(result);
    } catch (const std::bad_alloc &) {
        return VKD3D_ERROR_OUT_OF_MEMORY;
    } catch (...) {
        return VKD3D_ERROR;
    }
}

LogLevel log_level(vkd3d_shader_log_level level);

// Memory that the caller releases through one of the free functions.
template <typename T>
T *allocate(size_t count) {
    void *p = std::calloc(count ? count : 1, sizeof(T));
    if (!p) throw std::bad_alloc();
    return static_cast<T *>(p);
}

// A copy for the caller, followed by a zero byte.
vkd3d_shader_code copy_code(std::span<const uint8_t> bytes);

inline std::span<const uint8_t> bytes_of(const vkd3d_shader_code &code) {
    return {static_cast<const uint8_t *>(code.code), code.code ? code.size : 0};
}

// The structures behind a compile_info, each the first of its type.
class Chain {
  public:
    explicit Chain(const void *first) {
        // A well-formed chain is short; a ring must not hang us.
        unsigned steps = 256;
        for (auto *s = static_cast<const Header *>(first); s && steps;
             s = static_cast<const Header *>(s->next)) {
            --steps;
            const auto type = static_cast<unsigned>(s->type);
            if (type < type_count && !found_[type]) found_[type] = s;
        }
    }

    template <typename T>
    const T *find(vkd3d_shader_structure_type type) const {
        return static_cast<const T *>(found_[type]);
    }

    // Output structures are const only through the chain's pointers.
    template <typename T>
    T *find_output(vkd3d_shader_structure_type type) const {
        return static_cast<T *>(const_cast<void *>(found_[type]));
    }

  private:
    struct Header {
        vkd3d_shader_structure_type type;
        const void *next;
    };
    static constexpr unsigned type_count = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DENORMAL_MODE_INFO + 1;
    const void *found_[type_count] = {};
};

} // namespace weft::shader
