// Runs one test file: sections take effect in file order, [test] lines at once.
#pragma once

#include "shader-runner/executor.h"
#include "shader-runner/probes.h"
#include "shader-runner/sections.h"

#include <set>

namespace weft::runner {

struct RunOptions {
    std::string png_folder, dump_folder;
    unsigned first_model = sm2_0, last_model = sm6_2;
    Environment environment = Environment::vulkan_1_1; // where a test names none
    bool count_bugs = false;                           // take "bug" lines like any other
    bool emulated_doubles = true;                      // run files that need doubles with emulated ones, too
    bool through_glsl = false;                         // run what the library writes as GLSL
};

struct Outcome {
    unsigned passed = 0, failed = 0, todo = 0, bugs = 0;
    std::vector<std::string> failures;    // "LINE: text", in the order of their appearance
    std::vector<std::string> skipped;     // reasons why some or all of the file was not run
    std::vector<std::string> saved_files; // images
};

class TestFile {
  public:
    TestFile(Device &device, const RunOptions &options, std::string path);

    Outcome run();

  private:
    enum class Family { d3d9, d3d11, d3d12 };
    struct ModelRange {
        unsigned first, last;
    };
    static ModelRange family_range(Family family);
    static ModelSet family_models(Family family);

    bool load(std::string &error);
    // How often a family has to run the file so that each of its blobs is executed.
    size_t passes(Family family) const;
    bool uses_doubles() const;
    void run_families();
    void run_family(Family family, size_t pass);
    // False ends the file: the text makes no sense.
    bool run_section(const Section &section);
    bool run_shader(const Section &section);
    bool run_require(const Section &section);
    bool run_resource(const Section &section, ResourceDesc desc);
    bool run_test(const Section &section);
    bool run_preproc(const Section &section, bool expect_success);
    bool run_line(const Line &line);
    bool run_command(Cursor &cursor, const Line &line);

    bool draw(Cursor &cursor, const Line &line);
    bool draw_quad(const Line &line);
    bool dispatch(Cursor &cursor, const Line &line);
    bool clear(Cursor &cursor, const Line &line);
    bool copy(Cursor &cursor, const Line &line);
    bool probe(Cursor &cursor, const Line &line);
    bool uniform(Cursor &cursor, const Line &line);
    bool fog(Cursor &cursor, const Line &line);
    bool stencil(Cursor &cursor, const Line &line);
    bool texture_stage(Cursor &cursor, const Line &line);
    bool state(Cursor &cursor, const Line &line, bool &known);
    bool spirv(Cursor &cursor, const Line &line);
    bool compile(Cursor &cursor, const Line &line);

    bool fail_file(unsigned line, std::string text);
    void check(const Line &line, bool ok, const std::string &text);
    void skip(unsigned line, std::string reason);
    void check_validation(const Line &line);

    // Byte code for every stage of `stages`; false when the draw cannot take place in this family.
    bool prepare_shaders(std::initializer_list<Stage> stages, Scene &scene, std::string &error);
    void conclude(const Line &line, Executed executed, const std::string &error);
    void run_draw(const Line &line, const DrawCommand &command);
    Scene make_scene() const;
    bool ensure_target(const Line &line);
    Resource *find(ResourceKind kind, unsigned slot);
    bool put(const ResourceDesc &desc, std::string &error);
    void forget_read_backs() { read_backs_.clear(); }
    const cli::Bytes *read_back(Resource &resource, unsigned layer, bool stencil, std::string &error);
    void save_png(const Resource &resource, unsigned layer, const cli::Bytes &bytes);

    Device &device_;
    RunOptions options_;
    std::string path_, folder_, stem_;
    std::vector<Section> sections_;
    Outcome outcome_;
    std::set<std::pair<unsigned, std::string>> skips_;
    std::set<unsigned> executed_lines_; // [test] lines that ran in some family
    unsigned saved_images_ = 0;

    // State of one pass over the file.
    Family family_ = Family::d3d11;
    size_t pass_ = 0;
    bool emulated_doubles_ = false;
    uint32_t own_stages_ = 0; // whose byte code of this family came after the last [test]
    Executor executor_;
    Requirements requirements_;
    bool satisfied_ = true;
    std::array<Expectation, model_count> expected_{};
    std::array<Shader, stage_count> shaders_;
    std::vector<SamplerState> samplers_;
    std::vector<LayoutElement> layout_;
    CaptureLayout capture_;
    DrawState state_;
    std::vector<std::unique_ptr<Resource>> resources_;
    std::set<std::pair<ResourceKind, unsigned>> failed_resources_;
    bool probes_enabled_ = true;
    bool todo_ = false, bug_ = false;
    struct ReadBack {
        const Resource *resource;
        unsigned layer;
        bool stencil;
        cli::Bytes bytes;
    };
    std::vector<std::unique_ptr<ReadBack>> read_backs_;
};

} // namespace weft::runner
