// The [test] commands that set state, and those that look at the translation itself.

#include "shader-runner/runner.h"
#include "shader-runner/text_match.h"

#include <algorithm>
#include <bit>

namespace weft::runner {

bool TestFile::uniform(Cursor &cursor, const Line &line) {
    constexpr struct {
        const char *name;
        unsigned words, value_words;
        bool is_float;
    } types[] = {
        {"float4", 4, 1, true}, {"float", 1, 1, true},     {"double2", 4, 2, true},
        {"int4", 4, 1, false},  {"uint4", 4, 1, false},    {"int", 1, 1, false},
        {"uint", 1, 1, false},  {"int64_t2", 4, 2, false}, {"uint64_t2", 4, 2, false},
    };
    unsigned offset;
    if (!cursor.read_decimal(offset) || offset > 0xffff)
        return fail_file(line.number, "malformed uniform offset");
    const auto *type = std::find_if(std::begin(types), std::end(types),
                                    [&](auto &entry) { return cursor.match(entry.name); });
    if (type == std::end(types)) return fail_file(line.number, "unknown uniform type");
    std::vector<uint32_t> words;
    while (words.size() < type->words) {
        float number;
        double wide;
        uint32_t word;
        uint64_t long_word;
        bool ok;
        if (type->value_words == 2) {
            ok = type->is_float ? cursor.read_double(wide) : cursor.read_integer64(long_word);
            if (type->is_float) long_word = std::bit_cast<uint64_t>(wide);
            words.push_back(uint32_t(long_word));
            words.push_back(uint32_t(long_word >> 32));
        } else {
            ok = type->is_float ? cursor.read_float(number) : cursor.read_integer(word);
            words.push_back(type->is_float ? std::bit_cast<uint32_t>(number) : word);
        }
        if (!ok) return fail_file(line.number, "malformed uniform value");
    }
    // A word nobody set is easy to recognise.
    constexpr uint32_t unset = 0x7f7f7f7f;
    const size_t end = (offset + words.size() + 3) / 4 * 4;
    if (state_.uniforms.size() < end) state_.uniforms.resize(end, unset);
    std::copy(words.begin(), words.end(), state_.uniforms.begin() + offset);
    return true;
}

bool TestFile::fog(Cursor &cursor, const Line &line) {
    state_.fog_source.reset();
    if (cursor.match("disable")) {
        state_.fog = FogMode::disable;
    } else if (cursor.match("none")) {
        state_.fog = FogMode::none;
    } else {
        const bool linear = cursor.match("linear");
        if (linear)
            state_.fog = FogMode::linear;
        else if (cursor.match("exp2"))
            state_.fog = FogMode::exp2;
        else if (cursor.match("exp"))
            state_.fog = FogMode::exp;
        else
            return fail_file(line.number, "unknown fog mode");
        if (cursor.match("ortho"))
            state_.fog_ortho = true;
        else if (cursor.match("non-ortho"))
            state_.fog_ortho = false;
        if (linear ? !cursor.read_float(state_.fog_start) || !cursor.read_float(state_.fog_end)
                   : !cursor.read_float(state_.fog_density))
            return fail_file(line.number, "malformed fog");
    }
    return true;
}

bool TestFile::stencil(Cursor &cursor, const Line &line) {
    // In Vulkan's order.
    constexpr const char *operations[] = {
        "keep", "zero", "replace", "increment clamp", "decrement clamp", "invert", "increment", "decrement"};
    if (cursor.match("disable")) {
        state_.stencil = Compare::none;
        return true;
    }
    const auto compare = read_compare(cursor);
    if (!compare || !cursor.read_integer(state_.stencil_reference))
        return fail_file(line.number, "malformed: stencil FUNC REFERENCE OPERATION");
    const auto *found = std::find_if(std::begin(operations), std::end(operations),
                                     [&](const char *name) { return cursor.match(name); });
    if (found == std::end(operations)) return fail_file(line.number, "unknown stencil operation");
    state_.stencil = *compare;
    state_.stencil_pass = StencilOp(found - operations);
    return true;
}

bool TestFile::texture_stage(Cursor &cursor, const Line &line) {
    unsigned index;
    if (!cursor.read_decimal(index) || index >= state_.stages.size())
        return fail_file(line.number, "malformed texture stage");
    DrawState::Stage &stage = state_.stages[index];
    if (cursor.match("bump")) {
        stage.has_bump = true;
        for (float &component : stage.bump_matrix)
            if (!cursor.read_float(component)) return fail_file(line.number, "malformed bump matrix");
        return true;
    }
    if (cursor.match("luminance")) {
        stage.has_bump = true;
        return (cursor.read_float(stage.luminance_scale) && cursor.read_float(stage.luminance_offset)) ||
               fail_file(line.number, "malformed luminance");
    }
    constexpr struct {
        const char *name;
        unsigned type; // enum vkd3d_shader_resource_type
    } dimensions[] = {{"1d", 2}, {"2d", 3}, {"3d", 5}, {"cube", 6}};
    for (const auto &dimension : dimensions)
        if (cursor.match(dimension.name)) {
            state_.texture_dimensions[index] = dimension.type;
            return true;
        }
    return fail_file(line.number, "malformed: texture-stage N bump, luminance or a dimension");
}

bool TestFile::state(Cursor &cursor, const Line &line, bool &known) {
    known = true;
    if (cursor.match("depth-bounds")) {
        if (!(device_.capabilities() >> unsigned(Capability::depth_bounds) & 1))
            return fail_file(line.number, "the device lacks depth bounds");
        state_.depth_bounds = true;
        return (cursor.read_float(state_.depth_min) && cursor.read_float(state_.depth_max)) ||
               fail_file(line.number, "malformed depth bounds");
    }
    if (cursor.match("depth")) {
        const auto compare = read_compare(cursor);
        if (!compare) return fail_file(line.number, "unknown comparison");
        state_.depth = *compare;
        return true;
    }
    if (cursor.match("stencil")) return stencil(cursor, line);
    if (cursor.match("sample mask"))
        return cursor.read_integer(state_.sample_mask) || fail_file(line.number, "malformed sample mask");
    if (cursor.match("alpha test")) {
        const auto compare = read_compare(cursor);
        if (!compare) return fail_file(line.number, "unknown comparison");
        state_.alpha_test = *compare;
        cursor.read_float(state_.alpha_ref);
        return true;
    }
    if (cursor.match("position-offset")) {
        state_.has_position_offset = true;
        return (cursor.read_float(state_.position_offset[0]) &&
                cursor.read_float(state_.position_offset[1])) ||
               fail_file(line.number, "malformed offset of positions");
    }
    if (cursor.match("shade mode")) {
        state_.flat = cursor.match("flat");
        return true;
    }
    if (cursor.match("clip-plane")) {
        unsigned index;
        if (!cursor.read_decimal(index) || index > 7) return fail_file(line.number, "malformed clip plane");
        if (cursor.match("disable")) {
            state_.clip_plane_mask &= ~(1u << index);
            return true;
        }
        state_.clip_plane_mask |= 1u << index;
        for (float &component : state_.clip_planes[index])
            if (!cursor.read_float(component)) return fail_file(line.number, "malformed clip plane");
        return true;
    }
    if (cursor.match("point-size")) {
        state_.has_point_size = true;
        return (cursor.read_float(state_.point_size) && cursor.read_float(state_.point_min) &&
                cursor.read_float(state_.point_max)) ||
               fail_file(line.number, "malformed point size");
    }
    if (cursor.match("point-sprite")) {
        state_.point_sprite = cursor.match("on");
        return true;
    }
    if (cursor.match("fog")) return fog(cursor, line);
    if (cursor.match("fog-source")) {
        constexpr const char *sources[] = {"fog", "specular", "z", "w"};
        const auto name = cursor.read_word();
        const auto *found = std::find(std::begin(sources), std::end(sources), name);
        if (found == std::end(sources)) return fail_file(line.number, "unknown fog source");
        state_.fog_source = unsigned(found - sources);
        return true;
    }
    if (cursor.match("texture-stage")) return texture_stage(cursor, line);
    if (cursor.match("projected-textures"))
        return cursor.read_integer(state_.projected_textures) ||
               fail_file(line.number, "malformed mask of projected textures");
    if (cursor.match("shadow-samplers"))
        return cursor.read_integer(state_.shadow_samplers) ||
               fail_file(line.number, "malformed mask of shadow samplers");
    if (cursor.match("fetch4-samplers"))
        return cursor.read_integer(state_.fetch4_samplers) ||
               fail_file(line.number, "malformed mask of FETCH4 samplers");
    if (cursor.match("fog-colour")) {
        for (float &component : state_.fog_colour)
            if (!cursor.read_float(component)) return fail_file(line.number, "malformed fog colour");
        return true;
    }
    if (cursor.match("viewport")) {
        unsigned index;
        Viewport viewport{};
        if (!cursor.read_decimal(index) || index > 15 || !cursor.match_character('(') ||
            !cursor.read_float(viewport.x) || !cursor.match_character(',') ||
            !cursor.read_float(viewport.y) || !cursor.match_character(',') ||
            !cursor.read_float(viewport.width) || !cursor.match_character(',') ||
            !cursor.read_float(viewport.height) || !cursor.match_character(')'))
            return fail_file(line.number, "malformed viewport");
        if (state_.viewports.size() <= index) state_.viewports.resize(index + 1, viewport);
        state_.viewports[index] = viewport;
        return true;
    }
    known = false;
    return true;
}

namespace {

std::optional<Stage> read_stage(Cursor &cursor) {
    for (size_t i = 0; i < stage_count; ++i)
        if (cursor.match(stage_name(Stage(i)))) return Stage(i);
    return std::nullopt;
}

} // namespace

bool TestFile::spirv(Cursor &cursor, const Line &line) {
    if (options_.through_glsl) return true; // the module is another one
    std::vector<Stage> stages;
    if (const auto stage = read_stage(cursor))
        stages.push_back(*stage);
    else
        for (size_t i = 0; i < stage_count; ++i)
            if (shaders_[i].exists()) stages.push_back(Stage(i));
    enum { contains, lacks, count } mode;
    unsigned wanted = 0;
    if (cursor.match("contains"))
        mode = contains;
    else if (cursor.match("lacks"))
        mode = lacks;
    else if (cursor.match("count") && cursor.read_decimal(wanted))
        mode = count;
    else
        return fail_file(line.number, "malformed: spirv [STAGE] contains TEXT, lacks TEXT or count N TEXT");
    cursor.skip_space();
    const std::string pattern = cursor.rest();
    if (pattern.empty()) return fail_file(line.number, "a text is needed");
    if (stages.empty()) return fail_file(line.number, "no shader is bound");

    unsigned found = 0;
    for (const Stage stage : stages) {
        Scene scene = make_scene();
        std::string error;
        // A neighbour may change the interface (a varying map), so all stages of a draw are prepared.
        const bool ready =
            stage >= Stage::compute
                ? prepare_shaders({stage}, scene, error)
                : prepare_shaders({Stage::vertex, Stage::hull, Stage::domain, Stage::geometry, Stage::pixel},
                                  scene, error);
        if (!ready) {
            if (!error.empty()) check(line, false, error);
            return true;
        }
        const CompileResult text = executor_.disassemble(scene, stage);
        if (!text.ok()) {
            check(line, false,
                  std::string("no text of the ") + stage_name(stage) + " shader: " + text.messages);
            return true;
        }
        found += count_lines({reinterpret_cast<const char *>(text.code.data()), text.code.size()}, pattern);
    }
    const std::string have = stages.size() == 1 ? "the module has " : "the modules have ";
    switch (mode) {
    case contains: check(line, found > 0, have + "no '" + pattern + "'"); break;
    case lacks:
        check(line, found == 0, have + std::to_string(found) + " lines with '" + pattern + "'");
        break;
    case count:
        check(line, found == wanted,
              have + std::to_string(found) + " lines with '" + pattern + "', not " + std::to_string(wanted));
        break;
    }
    return true;
}

bool TestFile::compile(Cursor &cursor, const Line &line) {
    if (options_.through_glsl) return true;
    const auto stage = read_stage(cursor);
    const bool expect_failure = stage && cursor.match("fails");
    if (!stage || (!expect_failure && !cursor.match("succeeds")))
        return fail_file(line.number, "malformed: compile pixel fails [TEXT]");
    cursor.skip_space();
    const std::string pattern = cursor.rest();
    Scene scene = make_scene();
    std::string error;
    if (!prepare_shaders({*stage}, scene, error)) {
        if (!error.empty()) check(line, false, error);
        return true;
    }
    const CompileResult result = executor_.disassemble(scene, *stage);
    if (expect_failure)
        check(line, !result.ok() && (pattern.empty() || count_lines(result.messages, pattern) > 0),
              result.ok() ? "the shader compiles" : "the message is '" + result.messages + "'");
    else
        check(line, result.ok(), "the shader does not compile: " + result.messages);
    return true;
}

} // namespace weft::runner
