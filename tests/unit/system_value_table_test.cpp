// Stage x system value x direction: each that Direct3D 11 allows is in the byte code of some shader test, and
// the shader tests are executed. What no test can execute is excused with a reason.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "core/container/container.h"
#include "tpf_test_util.h"

namespace weft::tpf {
namespace {

using signature::SystemValue;

struct Place {
    Stage stage;
    bool output;
    auto operator<=>(const Place &) const = default;
};

constexpr Place vs_in{Stage::vertex, false}, vs_out{Stage::vertex, true}, hs_in{Stage::hull, false},
    hs_out{Stage::hull, true}, ds_in{Stage::domain, false}, ds_out{Stage::domain, true},
    gs_in{Stage::geometry, false}, gs_out{Stage::geometry, true}, ps_in{Stage::pixel, false},
    ps_out{Stage::pixel, true}, cs_in{Stage::compute, false};

// D3D11.3 §15 to §19, and the lists of system values of HLSL.
struct Row {
    const char *value;
    std::vector<Place> places;
    const char *excuse = nullptr;
};
const std::vector<Row> allowed = {
    {"vertex id", {vs_in}},
    {"instance id", {vs_in}},
    {"position", {vs_out, hs_in, hs_out, ds_in, ds_out, gs_in, gs_out, ps_in}},
    {"clip distance", {vs_out, hs_in, hs_out, ds_in, ds_out, gs_in, gs_out, ps_in}},
    {"cull distance", {vs_out, hs_in, hs_out, ds_in, ds_out, gs_in, gs_out, ps_in}},
    {"render target array index", {vs_out, ds_out, gs_out, ps_in}},
    {"viewport array index", {vs_out, ds_out, gs_out, ps_in}},
    {"primitive id", {hs_in, ds_in, gs_in, gs_out, ps_in}},
    {"output control point id", {hs_in}},
    {"fork instance id", {hs_in}},
    {"join instance id", {hs_in}},
    {"quad edge", {hs_out, ds_in}},
    {"quad inside", {hs_out, ds_in}},
    {"triangle edge", {hs_out, ds_in}},
    {"triangle inside", {hs_out, ds_in}},
    {"line detail", {hs_out, ds_in}},
    {"line density", {hs_out, ds_in}},
    {"domain location", {ds_in}},
    {"geometry instance id", {gs_in}},
    {"is front face", {ps_in}},
    {"sample index", {ps_in}},
    {"coverage", {ps_in, ps_out}},
    {"inner coverage", {ps_in}, "needs conservative rasterisation, which the test device lacks"},
    {"target", {ps_out}},
    {"depth", {ps_out}},
    {"depth, greater or equal", {ps_out}},
    {"depth, less or equal", {ps_out}},
    {"stencil reference", {ps_out}},
    {"thread id", {cs_in}},
    {"group id", {cs_in}},
    {"thread id in group", {cs_in}},
    {"flattened thread id in group", {cs_in}},
};

const char *of_declaration(SystemName name) {
    switch (name) {
    case SystemName::position: return "position";
    case SystemName::clip_distance: return "clip distance";
    case SystemName::cull_distance: return "cull distance";
    case SystemName::render_target_array_index: return "render target array index";
    case SystemName::viewport_array_index: return "viewport array index";
    case SystemName::vertex_id: return "vertex id";
    case SystemName::primitive_id: return "primitive id";
    case SystemName::instance_id: return "instance id";
    case SystemName::is_front_face: return "is front face";
    case SystemName::sample_index: return "sample index";
    case SystemName::quad_u0_edge:
    case SystemName::quad_v0_edge:
    case SystemName::quad_u1_edge:
    case SystemName::quad_v1_edge: return "quad edge";
    case SystemName::quad_u_inside:
    case SystemName::quad_v_inside: return "quad inside";
    case SystemName::tri_u_edge:
    case SystemName::tri_v_edge:
    case SystemName::tri_w_edge: return "triangle edge";
    case SystemName::tri_inside: return "triangle inside";
    case SystemName::line_detail: return "line detail";
    case SystemName::line_density: return "line density";
    default: return nullptr;
    }
}

const char *of_register(RegisterType type) {
    switch (type) {
    case RegisterType::primitive_id: return "primitive id";
    case RegisterType::output_control_point_id: return "output control point id";
    case RegisterType::fork_instance_id: return "fork instance id";
    case RegisterType::join_instance_id: return "join instance id";
    case RegisterType::domain_point: return "domain location";
    case RegisterType::gs_instance_id: return "geometry instance id";
    case RegisterType::coverage_mask:
    case RegisterType::input_coverage_mask: return "coverage";
    case RegisterType::inner_coverage: return "inner coverage";
    case RegisterType::depth: return "depth";
    case RegisterType::depth_greater_equal: return "depth, greater or equal";
    case RegisterType::depth_less_equal: return "depth, less or equal";
    case RegisterType::stencil_ref: return "stencil reference";
    case RegisterType::thread_id: return "thread id";
    case RegisterType::thread_group_id: return "group id";
    case RegisterType::thread_id_in_group: return "thread id in group";
    case RegisterType::thread_id_in_group_flattened: return "flattened thread id in group";
    default: return nullptr;
    }
}

// Control points and targets are told by the signature alone.
const char *of_element(SystemValue value) {
    switch (value) {
    case SystemValue::position: return "position";
    case SystemValue::clip_distance: return "clip distance";
    case SystemValue::cull_distance: return "cull distance";
    case SystemValue::target: return "target";
    default: return nullptr;
    }
}

using Found = std::map<std::pair<std::string, Place>, std::string>; // to the first file

void look(const std::vector<uint32_t> &words, const std::string &file, Found *found) {
    std::vector<uint8_t> bytes(words.size() * 4);
    std::memcpy(bytes.data(), words.data(), bytes.size());
    Arena arena;
    Diagnostics diag;
    container::ShaderParts parts;
    Program program;
    if (failed(container::read_shader(bytes, false, arena, diag, &parts)) || parts.code.empty() ||
        failed(read(parts.code, arena, diag, &program)))
        return;
    auto add = [&](const char *value, bool output) {
        if (value) found->emplace(std::pair{std::string(value), Place{program.stage, output}}, file);
    };
    for (const Instruction &ins : program.instructions) {
        if (!is_io(ins.opcode)) continue;
        const IoDeclaration d = decode_io(program, ins);
        add(of_declaration(d.name), d.output);
        add(of_register(d.type), d.output);
    }
    for (const auto &e : parts.inputs)
        if (e.used_mask) add(of_element(e.system_value), false);
    for (const auto &e : parts.outputs)
        add(of_element(e.system_value), true);
}

TEST(SystemValues, EachInEveryPlaceIsExecuted) {
    Found found;
    namespace fs = std::filesystem;
    for (const auto &entry : fs::recursive_directory_iterator(fs::path(WEFT_TEST_DATA) / "shaders")) {
        if (entry.path().extension() != ".shader_test") continue;
        std::istringstream text(test::read_text(entry.path()));
        std::vector<uint32_t> words;
        bool hex = false;
        for (std::string line; std::getline(text, line);) {
            if (line.starts_with("[")) {
                if (!words.empty()) look(words, entry.path().stem().string(), &found);
                words.clear();
                hex = line.find("dxbc-tpf-hex") != std::string::npos;
            } else if (hex && !line.starts_with("%")) {
                std::istringstream in(line);
                for (uint32_t w; in >> std::hex >> w;)
                    words.push_back(w);
            }
        }
        if (!words.empty()) look(words, entry.path().stem().string(), &found);
    }
    static constexpr const char *stages[] = {"pixel", "vertex", "geometry", "hull", "domain", "compute"};
    std::set<std::pair<std::string, Place>> expected;
    for (const Row &row : allowed)
        for (const Place &place : row.places) {
            expected.emplace(row.value, place);
            if (row.excuse) continue;
            EXPECT_TRUE(found.contains({row.value, place}))
                << row.value << (place.output ? " out of " : " into ")
                << stages[static_cast<unsigned>(place.stage)] << " shaders";
        }
    // A place that the table lacks is a hole in the table.
    for (const auto &[key, file] : found)
        EXPECT_TRUE(expected.contains(key))
            << key.first << (key.second.output ? " out of " : " into ")
            << stages[static_cast<unsigned>(key.second.stage)] << " shaders, in " << file;
}

} // namespace
} // namespace weft::tpf
