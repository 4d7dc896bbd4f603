#include "shader-runner/glsl.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <unistd.h>

namespace weft::runner {

namespace {

// What glslangValidator tells a stage by.
const char *extension(Stage stage) {
    switch (stage) {
    case Stage::vertex: return "vert";
    case Stage::hull: return "tesc";
    case Stage::domain: return "tese";
    case Stage::geometry: return "geom";
    case Stage::pixel: return "frag";
    default: return "comp";
    }
}

// GLSL for OpenGL differs from that for Vulkan in the numbers of vertices and instances, and in the corner
// that tessellated patches are seen from.
std::string for_vulkan(const cli::Bytes &text, Stage stage) {
    std::string glsl(text.begin(), text.end());
    if (stage == Stage::vertex) {
        const size_t line = glsl.find('\n') + 1; // behind #version
        glsl.insert(line, "#extension GL_ARB_shader_draw_parameters : require\n"
                          "#define gl_VertexID gl_VertexIndex\n"
                          "#define gl_InstanceID (gl_InstanceIndex - gl_BaseInstanceARB)\n");
    }
    if (stage == Stage::domain) {
        const size_t end = glsl.find(") in;");
        const size_t at = glsl.rfind("cw", end);
        if (end != std::string::npos && at != std::string::npos && glsl[at - 1] == 'c')
            glsl.erase(at - 1, 1);
        else if (end != std::string::npos && at != std::string::npos)
            glsl.insert(at, 1, 'c');
    }
    return glsl;
}

// A folder that lasts as long as the program.
struct Folder {
    std::string path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "shader-runner-XXXXXX").string();
        if (mkdtemp(name.data())) path = name;
    }
    ~Folder() {
        std::error_code ignored;
        if (!path.empty()) std::filesystem::remove_all(path, ignored);
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
};

// What a command prints; its result is in `status`.
std::string output_of(const std::string &command, int *status) {
    std::string text;
    FILE *pipe = popen((command + " 2>&1").c_str(), "r");
    if (!pipe) {
        *status = -1;
        return text;
    }
    char part[4096];
    while (const size_t n = fread(part, 1, sizeof(part), pipe))
        text.append(part, n);
    *status = pclose(pipe);
    return text;
}

} // namespace

bool glslang_available() {
    int status;
    output_of("glslangValidator -v", &status);
    return !status;
}

CompileResult compile_glsl(const cli::Bytes &text, Stage stage, Environment environment) {
    static const Folder folder;
    static std::map<std::string, CompileResult> known; // draws repeat their shaders
    const std::string glsl = for_vulkan(text, stage);
    const std::string key = extension(stage) + std::to_string(int(environment)) + glsl;
    if (const auto found = known.find(key); found != known.end()) return found->second;

    CompileResult result;
    result.environment = environment;
    const std::string source = folder.path + "/shader." + extension(stage),
                      module = folder.path + "/shader.spv";
    std::string target = environment_name(environment); // vulkan-1.1
    target.erase(target.find('-'), 1);
    std::string error;
    int status = -1;
    if (cli::write_file(source, {reinterpret_cast<const uint8_t *>(glsl.data()), glsl.size()}, error))
        error =
            output_of("glslangValidator --target-env " + target + " -o " + module + " " + source, &status);
    if (!status) {
        if (auto bytes = cli::read_file(module, error)) result.code = std::move(*bytes);
        std::filesystem::remove(module);
    }
    if (result.code.empty()) {
        result.result = VKD3D_ERROR;
        result.messages = "glslangValidator: " + error;
    }
    return known[key] = result;
}

} // namespace weft::runner
