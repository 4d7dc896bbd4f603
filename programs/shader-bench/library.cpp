#include "shader-bench/library.h"

#include "common/child.h"

#include <climits>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <iterator>
#include <link.h>
#include <weft.h>

namespace weft::bench {
namespace {

// Loading a bare name in this process would return a library already loaded under the same SONAME, so the
// search path is asked in a child.
std::string find_on_search_path(const std::string &name) {
    auto work = [](void *context, int fd) {
        const auto &wanted = *static_cast<const std::string *>(context);
        void *handle = dlopen(wanted.c_str(), RTLD_LAZY | RTLD_LOCAL);
        link_map *map = nullptr;
        if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return 1;
        const std::string path = map->l_name;
        cli::write_all(fd, path.data(), path.size());
        return 0;
    };
    const auto result = cli::run_in_child(work, const_cast<std::string *>(&name), 10);
    return result.ending == cli::ChildResult::Ending::exited && result.code == 0 ? result.text : name;
}

uint64_t now_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000u + uint64_t(time.tv_nsec);
}

constexpr vkd3d_shader_compile_option options[] = {
    {VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG, 1},
    // Of DXIL only.
    {VKD3D_SHADER_COMPILE_OPTION_FEATURE, VKD3D_SHADER_COMPILE_OPTION_FEATURE_INT64 |
                                              VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64 |
                                              VKD3D_SHADER_COMPILE_OPTION_FEATURE_WAVE_OPS},
};

// DXIL is compiled for Vulkan 1.3, all else as a caller of version 1.2 does it.
struct Info {
    vkd3d_shader_compile_info info{};
    vkd3d_shader_spirv_target_info spirv{};

    Info(cli::ByteView source, vkd3d_shader_source_type type) {
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        info.source = cli::as_code(source);
        info.source_type = type;
        info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
        info.options = options;
        info.option_count = 1;
        info.log_level = VKD3D_SHADER_LOG_NONE;
        if (type != VKD3D_SHADER_SOURCE_DXBC_DXIL) return;
        info.option_count = std::size(options);
        info.next = &spirv;
        spirv.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        spirv.environment = vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3);
    }
    Info(const Info &) = delete;
    Info &operator=(const Info &) = delete;
};

} // namespace

std::optional<Library> Library::load(const std::string &name, std::string &error) {
    Library library;
    library.path_ = name.find('/') == std::string::npos ? find_on_search_path(name) : name;
    char resolved[PATH_MAX];
    if (library.path_.find('/') != std::string::npos && realpath(library.path_.c_str(), resolved))
        library.path_ = resolved;

    // DEEPBIND keeps the two libraries from resolving their own exported functions to each other's.
    void *handle = dlopen(library.path_.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!handle) {
        error = dlerror();
        return std::nullopt;
    }
    auto symbol = [&](const char *symbol_name, auto &target) {
        target = reinterpret_cast<std::remove_reference_t<decltype(target)>>(dlsym(handle, symbol_name));
        if (!target) error = library.path_ + ": no symbol " + symbol_name;
        return target != nullptr;
    };
    decltype(&vkd3d_shader_get_version) get_version = nullptr;
    if (!symbol("vkd3d_shader_compile", library.compile_) ||
        !symbol("vkd3d_shader_free_shader_code", library.free_code_) ||
        !symbol("vkd3d_shader_free_messages", library.free_messages_) ||
        !symbol("vkd3d_shader_get_version", get_version))
        return std::nullopt;
    library.version_ = get_version(nullptr, nullptr);
    library.serialize_dxbc_ =
        reinterpret_cast<decltype(library.serialize_dxbc_)>(dlsym(handle, "vkd3d_shader_serialize_dxbc"));
    return library;
}

Library::Outcome Library::compile(cli::ByteView source, vkd3d_shader_source_type type,
                                  bool want_message) const {
    Info call(source, type);
    vkd3d_shader_compile_info &info = call.info;
    if (want_message) info.log_level = VKD3D_SHADER_LOG_ERROR;
    vkd3d_shader_code out{};
    char *messages = nullptr;
    Outcome outcome{};
    outcome.result = compile_(&info, &out, want_message ? &messages : nullptr);
    if (outcome.result >= 0) {
        outcome.bytes = out.size;
        free_code_(&out);
    }
    if (messages) {
        outcome.message = cli::first_line(messages);
        free_messages_(messages);
    }
    return outcome;
}

uint64_t Library::time_compile_ns(cli::ByteView source, vkd3d_shader_source_type type) const {
    const Info call(source, type);
    vkd3d_shader_code out{};
    const uint64_t start = now_ns();
    if (compile_(&call.info, &out, nullptr) >= 0) free_code_(&out);
    return now_ns() - start;
}

bool Library::wrap_program(cli::ByteView code, cli::Bytes &container) const {
    if (!serialize_dxbc_) return false;
    vkd3d_shader_dxbc_section_desc section{};
    section.tag = cli::fourcc("SHEX");
    section.data = cli::as_code(code);
    vkd3d_shader_code out{};
    if (serialize_dxbc_(1, &section, &out, nullptr) < 0) return false;
    const auto *bytes = static_cast<const uint8_t *>(out.code);
    container.assign(bytes, bytes + out.size);
    free_code_(&out);
    return true;
}

} // namespace weft::bench
