// Draws and dispatches: compile what is bound, build a pipeline, run it.
#pragma once

#include "shader-runner/bindings.h"
#include "shader-runner/capture.h"

namespace weft::runner {

enum class Topology : uint8_t {
    triangle_list,
    triangle_strip,
    point_list,
    line_list,
    line_strip,
    triangle_list_adjacency,
    triangle_strip_adjacency,
    line_list_adjacency,
    line_strip_adjacency,
    patch_list
};

// Everything a command may use; the runner owns it.
struct Scene {
    std::array<Shader, stage_count> shaders; // byte code only
    const std::vector<std::unique_ptr<Resource>> *resources = nullptr;
    std::vector<SamplerState> samplers;
    std::vector<LayoutElement> layout;
    CaptureLayout capture;
    DrawState state;
    Requirements requirements;
    bool d3d9 = false;

    const Shader &shader(Stage stage) const { return shaders[size_t(stage)]; }
};

struct DrawCommand {
    Topology topology = Topology::triangle_list;
    unsigned vertices = 0, instances = 1, control_points = 0;
    unsigned first_vertex = 0, first_instance = 0;
};

// Impossible: the device lacks what a module needs.
enum class Executed : uint8_t { done, failed, impossible };

struct Specialization;

class Executor {
  public:
    // `through_glsl`: the library writes GLSL, which is compiled for the device.
    Executor(Device &device, bool through_glsl) : device_(device), through_glsl_(through_glsl) {}

    // A folder for every module that is compiled; empty for none.
    void set_dump(std::string folder, std::string prefix) {
        dump_folder_ = std::move(folder);
        dump_prefix_ = std::move(prefix);
    }

    Executed draw(const Scene &scene, const DrawCommand &command, std::string &error);
    Executed dispatch(const Scene &scene, const std::array<unsigned, 3> &groups, std::string &error);

    // One stage as the next draw (or dispatch) would compile it, as SPIR-V text; fails when its module is not
    // valid.
    CompileResult disassemble(const Scene &scene, Stage stage);

  private:
    struct Modules;
    // Values that come with the pipeline go to `specialization`, which may be null.
    CompileSettings make_settings(const Scene &scene, const BindingSet &bindings, bool points,
                                  Specialization *specialization) const;
    CompileResult compile_stage(const Scene &scene, const CompileSettings &settings, Stage stage,
                                Target target) const;
    Executed create_module(const Scene &scene, const CompileSettings &settings, Stage stage, Modules &modules,
                           std::string &error);
    void dump(Stage stage, const cli::Bytes &code) const;

    Device &device_;
    const bool through_glsl_;
    std::string dump_folder_, dump_prefix_;
};

} // namespace weft::runner
