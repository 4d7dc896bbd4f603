#include "shader-runner/runner.h"

#include "shader-runner/image_file.h"

#include <algorithm>

namespace weft::runner {
namespace {

std::string one_line(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    for (size_t at; (at = text.find('\n')) != std::string::npos;)
        text.replace(at, 1, "; ");
    return text;
}

} // namespace

TestFile::TestFile(Device &device, const RunOptions &options, std::string path)
    : device_(device), options_(options), path_(std::move(path)), executor_(device, options.through_glsl) {
    const size_t slash = path_.find_last_of('/');
    folder_ = slash == std::string::npos ? "." : path_.substr(0, slash);
    stem_ = slash == std::string::npos ? path_ : path_.substr(slash + 1);
    if (const size_t dot = stem_.rfind('.'); dot != std::string::npos) stem_.erase(dot);
}

TestFile::ModelRange TestFile::family_range(Family family) {
    constexpr ModelRange ranges[] = {{sm2_0, sm3_0}, {sm4_0, sm5_1}, {sm6_0, sm6_2}};
    return ranges[size_t(family)];
}

ModelSet TestFile::family_models(Family family) {
    const ModelRange range = family_range(family);
    return ModelSet((2u << range.last) - (1u << range.first));
}

bool TestFile::fail_file(unsigned line, std::string text) {
    ++outcome_.failed;
    outcome_.failures.push_back(std::to_string(line) + ": " + one_line(std::move(text)));
    return false;
}

void TestFile::check(const Line &line, bool ok, const std::string &text) {
    if (bug_ && !options_.count_bugs) {
        ++outcome_.bugs;
    } else if (todo_) {
        if (!ok) {
            ++outcome_.todo;
        } else {
            ++outcome_.failed;
            outcome_.failures.push_back(std::to_string(line.number) + ": todo succeeded");
        }
    } else if (ok) {
        ++outcome_.passed;
    } else {
        ++outcome_.failed;
        outcome_.failures.push_back(std::to_string(line.number) + ": " + one_line(text));
    }
}

void TestFile::skip(unsigned line, std::string reason) {
    if (skips_.insert({line, reason}).second)
        outcome_.skipped.push_back(std::to_string(line) + ": " + std::move(reason));
}

void TestFile::check_validation(const Line &line) {
    for (const auto &message : device_.take_messages()) {
        // Not subject to todo or bug: the run must be clean.
        ++outcome_.failed;
        outcome_.failures.push_back(std::to_string(line.number) + ": validation layer: " + one_line(message));
    }
}

bool TestFile::load(std::string &error) {
    const auto bytes = cli::read_file(path_, error);
    if (!bytes) return false;
    unsigned line = 0;
    if (split_sections({reinterpret_cast<const char *>(bytes->data()), bytes->size()}, sections_, line))
        return true;
    error = "line " + std::to_string(line) + " stands before the first section";
    return false;
}

Outcome TestFile::run() {
    std::string error;
    if (!load(error)) {
        fail_file(0, error);
        return std::move(outcome_);
    }
    run_families();
    // Doubles of the device and those that the library makes of integers give the same.
    if (options_.emulated_doubles && uses_doubles()) {
        emulated_doubles_ = true;
        run_families();
    }
    // A test that did run in one family is no worse for another family that has no use for it.
    if (outcome_.passed + outcome_.failed + outcome_.todo + outcome_.bugs == 0 && outcome_.skipped.empty()) {
        const bool dxil = std::any_of(sections_.begin(), sections_.end(), [](auto &section) {
            return section.header.find("dxbc-dxil-hex") != std::string::npos ||
                   section.header.find("s_6_") != std::string::npos;
        });
        outcome_.skipped.push_back(dxil ? "1: the library does not read DXIL"
                                        : "1: nothing in the file is for this runner");
    }
    return std::move(outcome_);
}

void TestFile::run_families() {
    for (const Family family : {Family::d3d9, Family::d3d11, Family::d3d12}) {
        if (family == Family::d3d12 && !library_reads(ShaderForm::dxil)) continue;
        for (size_t pass = 0; pass < passes(family); ++pass)
            run_family(family, pass);
    }
}

bool TestFile::uses_doubles() const {
    return std::any_of(sections_.begin(), sections_.end(), [](const Section &section) {
        Requirements requirements;
        ParseError error;
        return section.header == "[require]" && parse_require(section, requirements, error) &&
               requirements.capabilities >> unsigned(Capability::float64) & 1;
    });
}

size_t TestFile::passes(Family family) const {
    size_t most = 1;
    for (const Section &section : sections_) {
        ShaderHeader header;
        Shader shader;
        ParseError error;
        if (section.header.find("blobs=") == std::string::npos || !is_shader_header(section.header) ||
            !parse_shader(section, folder_, header, shader, error))
            continue;
        most = std::max(most, size_t(std::count_if(header.blobs.begin(), header.blobs.end(), [&](auto &blob) {
                            return blob.models & family_models(family);
                        })));
    }
    return most;
}

void TestFile::run_family(Family family, size_t pass) {
    family_ = family;
    pass_ = pass;
    own_stages_ = 0;
    expected_ = {};
    shaders_ = {};
    samplers_.clear();
    layout_.clear();
    capture_ = {};
    state_ = {};
    failed_resources_.clear();
    forget_read_backs();
    resources_.clear();
    probes_enabled_ = true;
    run_require({0, "[require]", {}});
    for (const Section &section : sections_)
        if (!run_section(section)) break;
    forget_read_backs();
    resources_.clear();
    check_validation({0, ""});
}

bool TestFile::run_section(const Section &section) {
    todo_ = bug_ = false;
    const Line line = {section.line, section.header};
    if (is_shader_header(section.header)) return run_shader(section);
    if (section.header == "[require]") return run_require(section);
    if (auto desc = match_resource_header(section.header)) {
        const bool ok = run_resource(section, *desc);
        check_validation(line);
        return ok;
    }
    if (section.header == "[test]") return run_test(section);
    if (section.header == "[preproc]") return run_preproc(section, true);
    if (section.header == "[preproc fail]") return run_preproc(section, false);
    ParseError error;
    bool ok;
    if (section.header == "[input layout]") {
        ok = parse_input_layout(section, layout_, error);
    } else if (section.header == "[stream output]") {
        ok = parse_stream_output(section, capture_, error);
    } else if (const auto slot = match_sampler_header(section.header)) {
        SamplerState sampler;
        sampler.slot = *slot;
        ok = parse_sampler(section, sampler, error);
        const auto same = std::find_if(samplers_.begin(), samplers_.end(),
                                       [&](auto &entry) { return entry.slot == *slot; });
        if (same == samplers_.end())
            samplers_.push_back(sampler);
        else
            *same = sampler;
    } else {
        error = {section.line, "unknown section " + section.header};
        ok = false;
    }
    return ok || fail_file(error.line, error.text);
}

bool TestFile::run_shader(const Section &section) {
    ShaderHeader header;
    Shader shader;
    ParseError error;
    if (!parse_shader(section, folder_, header, shader, error)) return fail_file(error.line, error.text);
    if (header.effect) {
        skip(section.line, "effects are only compiled, not run");
        return true;
    }
    if (!header.blobs.empty()) {
        // The blob whose turn it is in this family, or any other, which is then none of its business.
        const BlobFile *chosen = &header.blobs[0];
        size_t own = 0;
        for (const BlobFile &blob : header.blobs)
            if (blob.models & family_models(family_) && own++ <= pass_) chosen = &blob;
        if (!load_blob(section, *chosen, shader, error)) return fail_file(error.line, error.text);
    }
    expected_ = header.expected;
    // Sections of one stage without a [test] between them are alternatives.
    const uint32_t bit = 1u << unsigned(header.stage);
    const bool own = form_models(shader.form) & family_models(family_);
    if (!own && own_stages_ & bit) return true;
    if (own) own_stages_ |= bit;
    shaders_[size_t(header.stage)] = std::move(shader);
    return true;
}

bool TestFile::run_require(const Section &section) {
    const ModelRange family = family_range(family_);
    ParseError error;
    requirements_ = {};
    requirements_.environment = options_.environment;
    if (!parse_require(section, requirements_, error)) return fail_file(error.line, error.text);
    requirements_.first_model = std::max({requirements_.first_model, options_.first_model, family.first});
    requirements_.last_model = std::min({requirements_.last_model, options_.last_model, family.last});
    satisfied_ = requirements_.first_model <= requirements_.last_model;
    if (!satisfied_) return true;
    requirements_.emulated_doubles = emulated_doubles_;
    if (options_.through_glsl) {
        // OpenGL has neither samplers of their own, nor push constants, nor (as text) specialization
        // constants.
        requirements_.combined_samplers = true;
        satisfied_ = !requirements_.push_constants &&
                     requirements_.parameters != Requirements::Parameters::specialization;
        if (!satisfied_) {
            skip(section.line, "not in GLSL");
            return true;
        }
    }
    CapabilitySet available = device_.capabilities();
    if (emulated_doubles_) available |= 1u << unsigned(Capability::float64);
    if (family_ != Family::d3d9) available &= ~(1u << unsigned(Capability::fog));
    for (unsigned i = 0; i < unsigned(Capability::count); ++i) {
        if (!(requirements_.capabilities & ~available & 1u << i)) continue;
        satisfied_ = false;
        skip(section.line, std::string("the device lacks ") + capability_name(Capability(i)));
    }
    for (const FormatInfo *format : requirements_.uav_loads) {
        if (device_.can_load_uav(*format)) continue;
        satisfied_ = false;
        skip(section.line, std::string("the device cannot load from UAVs of format ") + format->name);
    }
    return true;
}

Resource *TestFile::find(ResourceKind kind, unsigned slot) {
    for (const auto &resource : resources_)
        if (resource->desc().kind == kind && resource->desc().slot == slot) return resource.get();
    return nullptr;
}

bool TestFile::put(const ResourceDesc &desc, std::string &error) {
    forget_read_backs();
    const auto same = std::find_if(resources_.begin(), resources_.end(), [&](auto &entry) {
        return entry->desc().kind == desc.kind && entry->desc().slot == desc.slot;
    });
    auto resource = Resource::create(device_, desc, error);
    if (!resource) {
        if (same != resources_.end()) resources_.erase(same);
        return false;
    }
    if (same != resources_.end())
        *same = std::move(resource); // keeps its place in the order of declaration
    else
        resources_.push_back(std::move(resource));
    return true;
}

bool TestFile::run_resource(const Section &section, ResourceDesc desc) {
    ParseError error;
    if (!parse_resource(section, folder_, desc, error)) return fail_file(error.line, error.text);
    if (!satisfied_) return true;
    std::string reason;
    if (put(desc, reason)) {
        failed_resources_.erase({desc.kind, desc.slot});
    } else {
        failed_resources_.insert({desc.kind, desc.slot});
        skip(section.line, reason);
    }
    return true;
}

bool TestFile::run_preproc(const Section &section, bool expect_success) {
    if (family_ != Family::d3d9) return true; // once is enough
    if (!library_preprocesses()) {
        skip(section.line, "the library does not preprocess HLSL");
        return true;
    }
    std::string text;
    for (const Line &line : section.lines)
        text += line.text + "\n";
    const auto result = preprocess_hlsl(cli::Bytes(text.begin(), text.end()));
    const std::string output(result.code.begin(), result.code.end());
    const Line line = {section.line, section.header};
    if (expect_success)
        check(line,
              result.ok() && output.find("pass") != std::string::npos &&
                  output.find("fail") == std::string::npos,
              result.ok() ? "wrong output: " + output : "preprocessing failed: " + result.messages);
    else
        check(line, !result.ok() && !result.messages.empty(), "preprocessing should have failed");
    return true;
}

bool TestFile::run_test(const Section &section) {
    own_stages_ = 0;
    for (const Line &line : section.lines) {
        // A library that refuses a shader it should refuse leaves nothing to draw with.
        if (!satisfied_ || !failed_resources_.empty() ||
            expected_[requirements_.first_model] != Expectation::success)
            continue;
        const bool ok = run_line(line);
        check_validation(line);
        if (!ok) return false;
    }
    return true;
}

bool TestFile::run_line(const Line &line) {
    Cursor cursor(line.text);
    todo_ = bug_ = false;
    const TagSet tags = device_.tags() | (emulated_doubles_ ? 1u << tag_emulated_doubles : 0);
    const unsigned model = requirements_.first_model;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < 3; ++i) {
            constexpr const char *words[] = {"todo", "bug", "if"};
            if (!cursor.match(words[i])) continue;
            const auto expression = Expression::parse(cursor);
            if (!expression) return fail_file(line.number, "malformed expression");
            const bool holds = expression->holds(model, tags);
            if (i == 2 && !holds) return true;
            if (i == 0) todo_ = todo_ || holds;
            if (i == 1) bug_ = bug_ || holds;
            again = true;
        }
    }
    const bool ok = run_command(cursor, line);
    todo_ = bug_ = false;
    return ok;
}

Scene TestFile::make_scene() const {
    Scene scene;
    scene.resources = &resources_;
    scene.samplers = samplers_;
    scene.layout = layout_;
    scene.capture = capture_;
    scene.state = state_;
    scene.requirements = requirements_;
    scene.d3d9 = family_ == Family::d3d9;
    return scene;
}

bool TestFile::prepare_shaders(std::initializer_list<Stage> stages, Scene &scene, std::string &error) {
    const unsigned model = requirements_.first_model;
    for (const Stage stage : stages) {
        const Shader &shader = shaders_[size_t(stage)];
        if (!shader.exists()) continue;
        if (!library_reads(shader.form)) {
            const char *what = shader.form == ShaderForm::hlsl   ? "HLSL"
                               : shader.form == ShaderForm::dxil ? "DXIL"
                                                                 : "this kind of byte code";
            skip(shader.line, std::string("the library does not read ") + what);
            return false;
        }
        // Byte code runs in its own family and is none of the others' business.
        if (!(form_models(shader.form) >> model & 1)) return false;
        Shader &target = scene.shaders[size_t(stage)];
        target = shader;
        if (shader.form != ShaderForm::hlsl) continue;
        auto compiled = compile_hlsl(shader, stage, model, requirements_.hlsl_options);
        if (!compiled.ok()) {
            error =
                std::string("the ") + stage_name(stage) + " shader does not compile: " + compiled.messages;
            return false;
        }
        target.code = std::move(compiled.code);
        target.form = model < sm4_0 ? ShaderForm::d3dbc : ShaderForm::tpf;
    }
    return true;
}

bool TestFile::ensure_target(const Line &line) {
    for (const auto &resource : resources_) {
        const ResourceDesc &desc = resource->desc();
        if (desc.kind == ResourceKind::dsv || (desc.kind == ResourceKind::rtv && desc.slot == 0)) return true;
    }
    auto desc = *match_resource_header("[rtv 0]");
    desc.width = 640;
    desc.height = 480;
    std::string error;
    return put(desc, error) || fail_file(line.number, error);
}

void TestFile::conclude(const Line &line, Executed executed, const std::string &error) {
    probes_enabled_ = executed == Executed::done;
    if (executed == Executed::impossible)
        skip(line.number, error);
    else
        check(line, probes_enabled_, error);
}

void TestFile::run_draw(const Line &line, const DrawCommand &command) {
    Scene scene = make_scene();
    std::string error;
    forget_read_backs();
    if (!prepare_shaders({Stage::vertex, Stage::hull, Stage::domain, Stage::geometry, Stage::pixel}, scene,
                         error)) {
        probes_enabled_ = false;
        if (!error.empty()) check(line, false, error);
        return;
    }
    executor_.set_dump(options_.dump_folder, stem_ + "-" + std::to_string(line.number));
    conclude(line, executor_.draw(scene, command, error), error);
}

bool TestFile::draw_quad(const Line &line) {
    if (!ensure_target(line)) return false;
    layout_ = {{0, find_format("r32g32-float"), "position", 0}};
    auto desc = *match_resource_header("[vb 0]");
    for (const float value : {-2.0f, -2.0f, -2.0f, 4.0f, 4.0f, -2.0f}) {
        const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
        desc.data.insert(desc.data.end(), bytes, bytes + 4);
    }
    desc.texel_size = 1;
    desc.width = unsigned(desc.data.size());
    std::string error;
    if (!put(desc, error)) return fail_file(line.number, error);
    Shader &vertex = shaders_[size_t(Stage::vertex)];
    if (!vertex.exists())
        vertex = quad_vertex_shader(family_ == Family::d3d9    ? ShaderForm::d3dbc
                                    : family_ == Family::d3d11 ? ShaderForm::tpf
                                                               : ShaderForm::dxil);
    run_draw(line, {Topology::triangle_list, 3, 1, 0});
    return true;
}

bool TestFile::draw(Cursor &cursor, const Line &line) {
    constexpr struct {
        const char *name;
        Topology topology;
    } topologies[] = {
        {"triangle list adjacency", Topology::triangle_list_adjacency},
        {"triangle strip adjacency", Topology::triangle_strip_adjacency},
        {"line list adjacency", Topology::line_list_adjacency},
        {"line strip adjacency", Topology::line_strip_adjacency},
        {"triangle list", Topology::triangle_list},
        {"triangle strip", Topology::triangle_strip},
        {"point list", Topology::point_list},
        {"line list", Topology::line_list},
        {"line strip", Topology::line_strip},
    };
    if (cursor.match("quad")) return draw_quad(line);
    DrawCommand command;
    const auto *found = std::find_if(std::begin(topologies), std::end(topologies),
                                     [&](auto &entry) { return cursor.match(entry.name); });
    if (found != std::end(topologies)) {
        command.topology = found->topology;
    } else {
        command.topology = Topology::patch_list;
        if (!cursor.read_decimal(command.control_points) || command.control_points < 1 ||
            command.control_points > 32 || !cursor.match("control point patch list"))
            return fail_file(line.number, "unknown topology");
    }
    if (!cursor.read_decimal(command.vertices))
        return fail_file(line.number, "a draw needs a number of vertices");
    if (!cursor.read_decimal(command.instances)) command.instances = 1;
    if (cursor.read_decimal(command.first_vertex)) cursor.read_decimal(command.first_instance);
    if (!ensure_target(line)) return false;
    run_draw(line, command);
    return true;
}

bool TestFile::dispatch(Cursor &cursor, const Line &line) {
    std::array<unsigned, 3> groups;
    for (unsigned &count : groups)
        if (!cursor.read_decimal(count)) return fail_file(line.number, "a dispatch needs three numbers");
    Scene scene = make_scene();
    std::string error;
    forget_read_backs();
    if (family_ == Family::d3d9 || !prepare_shaders({Stage::compute}, scene, error)) {
        probes_enabled_ = false;
        if (!error.empty()) check(line, false, error);
        return true;
    }
    executor_.set_dump(options_.dump_folder, stem_ + "-" + std::to_string(line.number));
    conclude(line, executor_.dispatch(scene, groups, error), error);
    return true;
}

bool TestFile::clear(Cursor &cursor, const Line &line) {
    float value[4] = {};
    uint32_t stencil = 0;
    Resource *resource;
    if (cursor.match("dsv")) {
        if (!cursor.read_float(value[0])) return fail_file(line.number, "a depth is needed");
        cursor.read_integer(stencil);
        resource = find(ResourceKind::dsv, 0);
    } else {
        unsigned slot;
        if (!cursor.match("rtv") || !cursor.read_decimal(slot))
            return fail_file(line.number, "only render and depth targets can be cleared");
        for (float &component : value)
            if (!cursor.read_float(component)) return fail_file(line.number, "four components are needed");
        if (!ensure_target(line)) return false;
        resource = find(ResourceKind::rtv, slot);
    }
    if (!resource) return fail_file(line.number, "there is no such target");
    forget_read_backs();
    check(line, resource->clear(value, stencil), "the clear failed");
    return true;
}

bool TestFile::copy(Cursor &cursor, const Line &line) {
    Resource *ends[2];
    for (Resource *&end : ends) {
        unsigned slot = 0;
        ResourceKind kind = ResourceKind::dsv;
        if (!cursor.match("dsv") && !match_slot(cursor, kind, slot))
            return fail_file(line.number, "malformed copy");
        end = find(kind, slot);
        if (!end) return fail_file(line.number, "there is no " + resource_name(kind, slot));
    }
    const ResourceDesc &a = ends[0]->desc(), &b = ends[1]->desc();
    if (a.is_buffer() != b.is_buffer() || a.texel_size != b.texel_size ||
        (!a.is_buffer() && (a.dimension != b.dimension || a.width != b.width || a.height != b.height ||
                            a.depth != b.depth || a.layers != b.layers || a.levels != b.levels ||
                            a.samples != b.samples || a.format->stencil || b.format->stencil)))
        return fail_file(line.number, "the two resources differ in shape");
    forget_read_backs();
    check(line, Resource::copy(*ends[0], *ends[1]), "the copy failed");
    return true;
}

const cli::Bytes *TestFile::read_back(Resource &resource, unsigned layer, bool stencil, std::string &error) {
    for (const auto &entry : read_backs_)
        if (entry->resource == &resource && entry->layer == layer && entry->stencil == stencil)
            return &entry->bytes;
    auto entry = std::make_unique<ReadBack>();
    entry->resource = &resource;
    entry->layer = layer;
    entry->stencil = stencil;
    if (!resource.read_back(layer, stencil, entry->bytes, error)) return nullptr;
    if (!stencil) save_png(resource, layer, entry->bytes);
    read_backs_.push_back(std::move(entry));
    return &read_backs_.back()->bytes;
}

void TestFile::save_png(const Resource &resource, unsigned layer, const cli::Bytes &bytes) {
    const ResourceDesc &desc = resource.desc();
    if (options_.png_folder.empty() || desc.is_buffer() || desc.kind == ResourceKind::uav) return;
    std::string name = resource_name(desc.kind, desc.slot);
    std::replace(name.begin(), name.end(), ' ', '-');
    std::string path = options_.png_folder + "/" + stem_ + "-" + std::to_string(++saved_images_) + "-" + name;
    if (layer) path += "-layer-" + std::to_string(layer);
    path += ".png";
    std::string error;
    if (write_png(path, desc, bytes, error))
        outcome_.saved_files.push_back(path);
    else
        fail_file(0, error);
}

bool TestFile::probe(Cursor &cursor, const Line &line) {
    Probe probe;
    std::string error;
    if (!parse_probe(cursor, probe, error)) return fail_file(line.number, error);
    if (!probes_enabled_) return true;
    Resource *resource = find(probe.kind, probe.slot);
    if (!resource) return fail_file(line.number, "there is no " + resource_name(probe.kind, probe.slot));
    if (probe.target == Probe::Target::counter) {
        if (!resource->counter().mapped)
            return fail_file(line.number, resource_name(probe.kind, probe.slot) + " has no counter");
        ResourceDesc desc;
        desc.kind = probe.kind;
        desc.slot = probe.slot;
        desc.dimension = Dimension::raw_buffer;
        probe.right = probe.bottom = 1;
        const cli::Bytes bytes(resource->counter().mapped, resource->counter().mapped + 4);
        const bool ok = check_probe(probe, desc, bytes, error);
        check(line, ok, "counter of " + error);
        return true;
    }
    const bool stencil = probe.target == Probe::Target::stencil;
    const cli::Bytes *bytes = read_back(*resource, probe.layer, stencil, error);
    ResourceDesc desc = resource->desc();
    if (stencil) desc.texel_size = 4;
    const bool ok = bytes && check_probe(probe, desc, *bytes, error);
    check(line, ok, error);
    return true;
}

bool TestFile::run_command(Cursor &cursor, const Line &line) {
    if (cursor.match("dispatch")) return dispatch(cursor, line);
    if (cursor.match("draw")) return draw(cursor, line);
    if (cursor.match("clear")) return clear(cursor, line);
    if (cursor.match("copy")) return copy(cursor, line);
    if (cursor.match("probe")) return probe(cursor, line);
    if (cursor.match("uniform")) return uniform(cursor, line);
    if (cursor.match("spirv")) return spirv(cursor, line);
    if (cursor.match("compile")) return compile(cursor, line);
    bool known = false;
    const bool ok = state(cursor, line, known);
    return known ? ok : fail_file(line.number, "unknown command '" + line.text + "'");
}

} // namespace weft::runner
