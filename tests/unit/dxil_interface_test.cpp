#include <gtest/gtest.h>

#include <cstring>

#include "core/container/pipeline_validation.h"
#include "core/driver/driver.h"
#include "core/dxil/interface.h"
#include "core/dxil/resources.h"
#include "core/dxil/scan.h"
#include "dxil_test_util.h"

using namespace weft;
using namespace weft::dxil;
using namespace weft::dxil::test;
using signature::ComponentType;
using signature::MinPrecision;
using signature::SystemValue;

namespace {

struct Described : Loaded {
    Interface interface;
    container::ShaderParts shader;

    explicit Described(const Bytes &file) : Loaded(file) {
        EXPECT_EQ(result, Result::ok) << diag.text();
        if (failed(result)) return;
        result = read_interface(header, *module, arena, diag, &interface);
        EXPECT_EQ(result, Result::ok) << diag.text();
        EXPECT_EQ(container::read_shader(bytes, true, arena, diag, &shader), Result::ok) << diag.text();
    }
    ContainerParts container_parts() const {
        ContainerParts p;
        p.inputs = shader.inputs;
        p.outputs = shader.outputs;
        p.patch_constants = shader.patch_constants;
        p.has_inputs = parts.find(container::tag("ISG1"));
        p.has_outputs = parts.find(container::tag("OSG1"));
        p.has_patch_constants = parts.find(container::tag("PSG1"));
        if (const container::Part *psv = parts.find(container::tag("PSV0"))) p.validation = psv->data;
        return p;
    }
    std::string check(const ContainerParts &p) {
        Diagnostics d;
        check_parts(interface, p, arena, d);
        return d.text();
    }
};

struct Row {
    const char *name;
    uint32_t index, reg;
    uint8_t mask, used;
    SystemValue value = SystemValue::none;
    ComponentType type = ComponentType::float_;
    signature::Interpolation interpolation = signature::Interpolation::undefined;
    uint8_t stream = 0;
};

void expect_rows(Described &d, std::span<const signature::Element> elements,
                 std::initializer_list<Row> rows) {
    const signature::Signature got = signature::by_row(elements, d.arena);
    ASSERT_EQ(got.size(), rows.size());
    size_t i = 0;
    for (const Row &row : rows) {
        const signature::Element &e = got[i];
        SCOPED_TRACE(row.name + std::to_string(row.index));
        EXPECT_EQ(e.name, row.name);
        EXPECT_EQ(e.semantic_index, row.index);
        EXPECT_EQ(e.register_index, row.reg);
        EXPECT_EQ(e.mask, row.mask);
        EXPECT_EQ(e.used_mask, row.used);
        EXPECT_EQ(e.system_value, row.value);
        EXPECT_EQ(e.component_type, row.type);
        EXPECT_EQ(e.interpolation, row.interpolation);
        EXPECT_EQ(e.stream, row.stream);
        EXPECT_EQ(e.rows, 1);
        EXPECT_EQ(e.scan_index, i++);
    }
}

constexpr uint32_t nowhere = signature::no_register;

TEST(DxilInterface, VertexSignatures) {
    using enum signature::Interpolation;
    Described d(sample("vs_io.vs_6_0.dxbc"));
    expect_rows(d, d.interface.inputs,
                {{"POSITION", 0, 0, 7, 7},
                 {"BASIS", 3, 1, 3, 3},
                 {"BASIS", 4, 2, 3, 3},
                 {"BASIS", 5, 3, 3, 3},
                 {"PACKED", 0, 4, 3, 3, SystemValue::none, ComponentType::uint},
                 {"SV_VertexID", 0, 5, 1, 1, SystemValue::vertex_id, ComponentType::uint}});
    ASSERT_EQ(d.interface.inputs.size(), 4u); // the matrix is one element of three rows
    EXPECT_EQ(d.interface.inputs[1].rows, 3);
    expect_rows(
        d, d.interface.outputs,
        {{"SV_Position", 0, 0, 15, 15, SystemValue::position, ComponentType::float_, linear_noperspective},
         {"SV_ClipDistance", 0, 1, 3, 3, SystemValue::clip_distance, ComponentType::float_, linear},
         {"TEXCOORD", 1, 2, 3, 3, SystemValue::none, ComponentType::float_, linear},
         {"TEXCOORD", 2, 3, 3, 3, SystemValue::none, ComponentType::float_, linear},
         {"TAG", 0, 4, 1, 1, SystemValue::none, ComponentType::int_, constant},
         {"NORMAL", 0, 5, 7, 7, SystemValue::none, ComponentType::float_, linear_noperspective_centroid}});
    EXPECT_EQ(d.interface.entry_name, "main");
    EXPECT_EQ(d.interface.kind, ShaderKind::vertex);
}

TEST(DxilInterface, PixelSignatures) {
    using enum signature::Interpolation;
    Described d(sample("ps_flow.ps_6_0.dxbc"));
    expect_rows(
        d, d.interface.inputs,
        {{"SV_Position", 0, 0, 15, 7, SystemValue::position, ComponentType::float_, linear_noperspective},
         {"TEXCOORD", 0, 1, 3, 3, SystemValue::none, ComponentType::float_, linear},
         {"COUNT", 0, 2, 1, 1, SystemValue::none, ComponentType::uint, constant},
         {"BIAS", 0, 3, 1, 1, SystemValue::none, ComponentType::float_, linear_sample},
         {"SV_IsFrontFace", 0, 2, 2, 2, SystemValue::is_front_face, ComponentType::uint, constant},
         // read by an operation of its own
         {"SV_SampleIndex", 0, nowhere, 1, 0, SystemValue::sample_index, ComponentType::uint, constant}});
    expect_rows(d, d.interface.outputs,
                {{"SV_Target", 0, 0, 15, 15, SystemValue::target},
                 {"SV_Target", 2, 2, 3, 3, SystemValue::target, ComponentType::uint},
                 {"SV_DepthGreaterEqual", 0, nowhere, 1, 1, SystemValue::depth_greater_equal},
                 {"SV_Coverage", 0, nowhere, 1, 1, SystemValue::coverage, ComponentType::uint}});
}

TEST(DxilInterface, SixteenBits) {
    Described minimum(sample("ps_min.ps_6_0.dxbc")), native(sample("ps_native16.ps_6_2.dxbc"));
    const auto in = minimum.interface.inputs;
    EXPECT_EQ(in[0].component_type, ComponentType::float_);
    EXPECT_EQ(in[0].min_precision, MinPrecision::float_16);
    EXPECT_EQ(in[1].component_type, ComponentType::int_);
    EXPECT_EQ(in[1].min_precision, MinPrecision::int_16);
    EXPECT_EQ(in[2].component_type, ComponentType::uint);
    EXPECT_EQ(in[2].min_precision, MinPrecision::uint_16);
    EXPECT_EQ(native.interface.inputs[0].component_type, ComponentType::float16);
    EXPECT_EQ(native.interface.inputs[0].min_precision, MinPrecision::none);
    EXPECT_EQ(native.interface.inputs[1].component_type, ComponentType::int16);
}

TEST(DxilInterface, GeometryStreams) {
    using enum signature::Interpolation;
    Described d(sample("gs_streams.gs_6_0.dxbc"));
    expect_rows(
        d, d.interface.outputs,
        {{"SV_Position", 0, 0, 15, 15, SystemValue::position, ComponentType::float_, linear_noperspective},
         {"COLOR", 0, 1, 7, 7, SystemValue::none, ComponentType::float_, linear},
         {"SV_RenderTargetArrayIndex", 0, 2, 1, 1, SystemValue::render_target_array_index,
          ComponentType::uint, constant},
         {"DATA", 0, 0, 3, 3, SystemValue::none, ComponentType::float_, linear, 1}});
    EXPECT_EQ(d.interface.input_primitive, 3u); // triangles
    EXPECT_EQ(d.interface.max_vertices, 6u);
    EXPECT_EQ(d.interface.stream_mask, 3u);
    EXPECT_EQ(d.interface.output_topology, 1u); // points
    EXPECT_EQ(d.interface.instances, 3u);
}

TEST(DxilInterface, Tessellation) {
    Described hull(sample("hs_quad.hs_6_0.dxbc")), domain(sample("ds_quad.ds_6_0.dxbc"));
    const Interface &h = hull.interface;
    EXPECT_EQ(h.input_control_points, 16u);
    EXPECT_EQ(h.output_control_points, 4u);
    EXPECT_EQ(h.tessellator_domain, 3u); // quad
    EXPECT_EQ(h.partitioning, 4u);       // fractional_even
    EXPECT_EQ(h.output_primitive, 4u);   // triangle_ccw
    EXPECT_EQ(h.max_tess_factor, 32.0f);
    ASSERT_NE(h.patch_function, none);
    EXPECT_FALSE(hull.module->functions[h.patch_function].is_declaration);
    EXPECT_NE(h.patch_function, h.entry);
    expect_rows(hull, h.patch_constants,
                {{"SV_TessFactor", 0, 0, 8, 8, SystemValue::tess_factor_quad_edge},
                 {"SV_TessFactor", 1, 1, 8, 8, SystemValue::tess_factor_quad_edge},
                 {"SV_TessFactor", 2, 2, 8, 8, SystemValue::tess_factor_quad_edge},
                 {"SV_TessFactor", 3, 3, 8, 8, SystemValue::tess_factor_quad_edge},
                 {"SV_InsideTessFactor", 0, 4, 8, 8, SystemValue::tess_factor_quad_inside},
                 {"SV_InsideTessFactor", 1, 5, 8, 8, SystemValue::tess_factor_quad_inside},
                 {"CENTRE", 0, 0, 7, 7}});
    EXPECT_EQ(domain.interface.tessellator_domain, 3u);
    EXPECT_EQ(domain.interface.input_control_points, 4u);
    Described line(sample("hs_line.hs_6_0.dxbc"));
    const auto rows = signature::by_row(line.interface.patch_constants, line.arena);
    EXPECT_EQ(rows[0].system_value, SystemValue::tess_factor_line_density);
    EXPECT_EQ(rows[1].system_value, SystemValue::tess_factor_line_detail);
}

TEST(DxilInterface, ThreadGroups) {
    const struct {
        const char *file;
        uint32_t size[3], wave;
    } expected[] = {{"cs_memory.cs_6_0.dxbc", {8, 4, 2}, 0},
                    {"cs_heap.cs_6_8.dxbc", {64, 1, 1}, 32},
                    {"ms_triangle.ms_6_5.dxbc", {32, 1, 1}, 0},
                    {"as_dispatch.as_6_5.dxbc", {4, 2, 1}, 0},
                    {"vs_io.vs_6_0.dxbc", {0, 0, 0}, 0}};
    for (const auto &e : expected) {
        SCOPED_TRACE(e.file);
        Described d(sample(e.file));
        for (unsigned i = 0; i < 3; ++i)
            EXPECT_EQ(d.interface.thread_group_size[i], e.size[i]);
        EXPECT_EQ(d.interface.wave_size[0], e.wave);
    }
    Described mesh(sample("ms_triangle.ms_6_5.dxbc"));
    EXPECT_EQ(mesh.interface.max_vertices, 64u);
    EXPECT_EQ(mesh.interface.max_primitives, 32u);
    EXPECT_EQ(mesh.interface.output_topology, 2u);
    EXPECT_EQ(mesh.interface.payload_size, 16u);
}

TEST(DxilInterface, PartsOfEveryShaderAgree) {
    unsigned signatures = 0, validations = 0;
    for (const auto &path : shader_files()) {
        SCOPED_TRACE(path.string());
        Described d(read_file(path));
        const ContainerParts p = d.container_parts();
        EXPECT_EQ(d.check(p), "");
        signatures += p.has_inputs;
        validations += !p.validation.empty();
    }
    EXPECT_GE(signatures, 17u);
    EXPECT_GE(validations, 17u);
}

TEST(DxilInterface, PartsThatDisagreeAreNamed) {
    Described d(sample("vs_io.vs_6_0.dxbc"));
    const ContainerParts good = d.container_parts();
    const auto altered = [&](auto &&change) {
        std::vector<signature::Element> rows(good.inputs.begin(), good.inputs.end());
        change(rows);
        ContainerParts p = good;
        p.inputs = rows;
        return d.check(p);
    };
    EXPECT_NE(altered([](auto &r) { r[1].register_index = 9; }).find("register of BASIS3"),
              std::string::npos);
    EXPECT_NE(altered([](auto &r) { r[0].mask = 15; }).find("mask of POSITION0"), std::string::npos);
    EXPECT_NE(altered([](auto &r) { r[0].name = "ELSE"; }).find("presence of POSITION0"), std::string::npos);
    EXPECT_NE(altered([](auto &r) { r[4].component_type = ComponentType::int_; }).find("type of PACKED0"),
              std::string::npos);
    EXPECT_NE(altered([](auto &r) { r[5].system_value = SystemValue::none; }).find("system value"),
              std::string::npos);
    EXPECT_NE(altered([](auto &r) { r.pop_back(); }).find("5 elements, the code 6"), std::string::npos);
    EXPECT_NE(altered([](auto &r) { r.pop_back(); }).find("W8300"), std::string::npos);

    Described c(sample("cs_memory.cs_6_0.dxbc"));
    ContainerParts p = c.container_parts();
    Bytes psv(p.validation.begin(), p.validation.end());
    psv[4 + 36] = 9; // threads in x
    p.validation = psv;
    EXPECT_NE(c.check(p).find("9 threads in dimension 0, the code 8"), std::string::npos) << c.check(p);
    p.validation = std::span<const uint8_t>(psv).first(20);
    EXPECT_NE(c.check(p).find("cannot be read"), std::string::npos);
}

TEST(DxilInterface, ArraysOfStructuresHaveIndicesOfTheirOwn) {
    // Fields in order: S0 a, S1 b[0], S2 b[1], then the same of the second structure. One element holds each
    // field of all structures.
    Described d(sample("vs_structs.vs_6_0.dxbc"));
    for (const auto &list : {d.interface.inputs, d.interface.outputs}) {
        ASSERT_GE(list.size(), 2u);
        ASSERT_EQ(list[0].rows, 2u);
        ASSERT_EQ(list[1].rows, 4u);
        constexpr uint32_t a[] = {0, 3}, b[] = {1, 2, 4, 5};
        for (unsigned row = 0; row < 2; ++row)
            EXPECT_EQ(list[0].index_of_row(row), a[row]);
        for (unsigned row = 0; row < 4; ++row)
            EXPECT_EQ(list[1].index_of_row(row), b[row]);
    }
    EXPECT_EQ(d.check(d.container_parts()), "");
    const auto rows = signature::by_row(d.interface.inputs, d.arena);
    ASSERT_EQ(rows.size(), 6u);
    EXPECT_EQ(rows[1].semantic_index, 3u);
    EXPECT_EQ(rows[1].register_index, 1u);
}

TEST(DxilInterface, ValidationPartsCutAnywhere) {
    for (const char *file : {"hs_quad.hs_6_0.dxbc", "cs_memory.cs_6_0.dxbc"}) {
        Described d(sample(file));
        const auto whole = d.container_parts().validation;
        container::Validation v;
        ASSERT_EQ(container::read_validation(whole, d.arena, d.diag, &v), Result::ok) << d.diag.text();
        EXPECT_EQ(v.version, 4u);
        EXPECT_EQ(v.entry_name, "main");
        for (size_t n = 0; n < whole.size(); ++n) {
            // At its end exactly, so that a sanitizer sees a byte too many.
            const Bytes cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(n));
            Diagnostics diag;
            container::Validation w;
            const bool refused = failed(container::read_validation(cut, d.arena, diag, &w));
            EXPECT_EQ(refused, !diag.text().empty());
        }
        for (size_t n = 0; n + 4 <= whole.size(); n += 4) {
            Bytes wild(whole.begin(), whole.end());
            std::memset(wild.data() + n, 0xff, 4);
            Diagnostics diag;
            container::Validation w;
            const bool refused = failed(container::read_validation(wild, d.arena, diag, &w));
            EXPECT_EQ(refused, !diag.text().empty());
        }
    }
}

TEST(DxilInterface, MetadataThatDoesNotFit) {
    // A module whose metadata says `model`, and has the records `more`; ids 0..2 are its type, major and
    // minor number.
    const auto read = [](const char *model,
                         const std::vector<std::pair<uint32_t, std::vector<uint64_t>>> &more) {
        BitWriter w;
        w.enter(8).record(1, {1}).enter(17).record(7, {32}).leave();
        w.enter(11).record(1, {0}).record(4, {12}).record(4, {2}).record(4, {0}).leave(); // 6, 1, 0
        w.enter(15);
        std::vector<uint64_t> name(model, model + std::strlen(model));
        w.record(1, name).record(2, {0, 0}).record(2, {0, 2}).record(3, {1, 2, 3});
        const std::string shader_model = "dx.shaderModel";
        w.record(4, std::vector<uint64_t>(shader_model.begin(), shader_model.end())).record(10, {3});
        for (const auto &[code, ops] : more)
            w.record(code, ops);
        w.leave().leave();
        Arena arena;
        Diagnostics diag;
        const Module *m;
        EXPECT_EQ(read_module(w.bytes(), arena, diag, &m), Result::ok) << diag.text();
        ProgramHeader header;
        header.kind = 1;
        header.major = 6;
        Interface interface;
        const Result r = read_interface(header, *m, arena, diag, &interface);
        EXPECT_EQ(r, Result::invalid_shader);
        return diag.text();
    };
    const std::string entries = "dx.entryPoints";
    const std::vector<uint64_t> entry_name(entries.begin(), entries.end());
    EXPECT_NE(read("ps", {}).find("ps_6_0"), std::string::npos);
    EXPECT_NE(read("vs", {}).find("no entry point"), std::string::npos);
    EXPECT_NE(read("vs", {{3, {0, 0, 0, 0, 0}}, {4, entry_name}, {10, {4}}}).find("no function"),
              std::string::npos);
    EXPECT_NE(read("vs", {{3, {0, 0, 0, 0, 0}}, {4, entry_name}, {10, {4, 4}}}).find("2 entry points"),
              std::string::npos);
}

driver::ScanResult scan_file(Described &d, std::string *text = nullptr) {
    driver::ScanResult result;
    Diagnostics diag;
    EXPECT_EQ(
        dxil::scan(*d.module, d.interface, {true, true, true, true, true, true}, d.arena, diag, &result),
        Result::ok)
        << diag.text();
    if (text) *text = diag.text();
    return result;
}

TEST(DxilScan, DescriptorsAndPairs) {
    Described d(sample("ps_flow.ps_6_6.dxbc"));
    const driver::ScanResult r = scan_file(d);
    using enum driver::ResourceType;
    const struct {
        driver::DescriptorType type;
        uint32_t space, index;
        driver::ResourceType resource;
        driver::ResourceDataType data;
        uint32_t flags;
    } expected[] = {
        {driver::DescriptorType::srv, 0, 0, texture_2d, driver::ResourceDataType::float_, 0},
        {driver::DescriptorType::srv, 1, 3, texture_2dms, driver::ResourceDataType::float_, 0},
        {driver::DescriptorType::srv, 0, 1, buffer, driver::ResourceDataType::uint, 0},
        {driver::DescriptorType::srv, 0, 2, texture_2d, driver::ResourceDataType::float_, 0},
        {driver::DescriptorType::sampler, 0, 0, driver::ResourceType::none, driver::ResourceDataType::none,
         0},
        {driver::DescriptorType::sampler, 0, 2, driver::ResourceType::none, driver::ResourceDataType::none,
         driver::descriptor_sampler_comparison},
    };
    ASSERT_EQ(r.descriptors.size(), std::size(expected));
    for (size_t i = 0; i < std::size(expected); ++i) {
        EXPECT_EQ(r.descriptors[i].type, expected[i].type) << i;
        EXPECT_EQ(r.descriptors[i].register_space, expected[i].space) << i;
        EXPECT_EQ(r.descriptors[i].register_index, expected[i].index) << i;
        EXPECT_EQ(r.descriptors[i].resource_type, expected[i].resource) << i;
        EXPECT_EQ(r.descriptors[i].data_type, expected[i].data) << i;
        EXPECT_EQ(r.descriptors[i].flags, expected[i].flags) << i;
        EXPECT_EQ(r.descriptors[i].count, 1u) << i;
    }
    // t0 with s0, t1 alone, t3 of space 1 alone, t2 with s2
    std::vector<std::array<uint32_t, 4>> pairs;
    for (const auto &p : r.combined_samplers)
        pairs.push_back({p.resource_space, p.resource_index, p.sampler_space, p.sampler_index});
    std::sort(pairs.begin(), pairs.end());
    const std::vector<std::array<uint32_t, 4>> expected_pairs = {
        {0, 0, 0, 0}, {0, 1, 0, driver::dummy_sampler}, {0, 2, 0, 2}, {1, 3, 0, driver::dummy_sampler}};
    EXPECT_EQ(pairs, expected_pairs);
    // Shader model 6.0 names resources otherwise, which must not matter.
    Described old(sample("ps_flow.ps_6_0.dxbc"));
    EXPECT_EQ(scan_file(old).combined_samplers.size(), 4u);
}

TEST(DxilScan, UavFlags) {
    for (const char *file : {"cs_memory.cs_6_0.dxbc", "cs_memory.cs_6_6_od.dxbc"}) {
        SCOPED_TRACE(file);
        Described d(sample(file));
        const driver::ScanResult r = scan_file(d);
        ASSERT_EQ(r.descriptors.size(), 5u);
        using namespace driver;
        EXPECT_EQ(r.descriptors[0].flags, 0u); // items
        EXPECT_EQ(r.descriptors[1].flags,
                  descriptor_raw_buffer | descriptor_uav_read | descriptor_uav_atomics); // raw
        EXPECT_EQ(r.descriptors[2].flags, uint32_t{descriptor_uav_read});                // image
        EXPECT_EQ(r.descriptors[2].register_space, 4u);
        EXPECT_EQ(r.descriptors[3].flags, descriptor_uav_counter | descriptor_uav_read); // source
        EXPECT_EQ(r.descriptors[4].flags, 0u); // counters: written alone
        EXPECT_EQ(r.descriptors[4].data_type, ResourceDataType::uint);
        EXPECT_EQ(r.thread_group_size[0], 8u);
        EXPECT_EQ(r.thread_group_size[1], 4u);
        EXPECT_EQ(r.thread_group_size[2], 2u);
    }
}

TEST(DxilScan, Libraries) {
    for (const char *file : {"lib_rays.lib_6_3.dxbc", "lib_rays.lib_6_6.dxbc"}) {
        Described d(sample(file));
        const driver::ScanResult r = scan_file(d);
        ASSERT_EQ(r.descriptors.size(), 2u);
        EXPECT_EQ(r.descriptors[0].type, driver::DescriptorType::srv);
        EXPECT_EQ(r.descriptors[1].type, driver::DescriptorType::uav);
        EXPECT_EQ(r.descriptors[1].resource_type, driver::ResourceType::texture_2d);
        EXPECT_TRUE(r.inputs.empty());
    }
}

TEST(DxilScan, TessellationOfAHullShader) {
    Described d(sample("hs_quad.hs_6_0.dxbc"));
    const driver::ScanResult r = scan_file(d);
    EXPECT_EQ(r.tessellator_output, driver::TessellatorOutput::triangle_ccw);
    EXPECT_EQ(r.tessellator_partitioning, driver::TessellatorPartitioning::fractional_even);
    EXPECT_EQ(r.patch_constants.size(), 7u);
}

TEST(DxilScan, DenormalModes) {
    Described any(sample("ps_min.ps_6_0.dxbc")), flush(sample("ps_denormals.ps_6_2.dxbc"));
    EXPECT_EQ(scan_file(any).denormal_f32, driver::DenormalMode::any);
    EXPECT_EQ(scan_file(flush).denormal_f32, driver::DenormalMode::flush_to_zero);
}

// SFI0 is written from the same flags, by the validator.
TEST(DxilInterface, FeaturesAreThoseOfTheContainer) {
    unsigned count = 0;
    uint64_t seen = 0;
    std::vector<std::filesystem::path> files = shader_files();
    for (const auto &entry :
         std::filesystem::directory_iterator(std::filesystem::path(WEFT_TEST_DATA) / "data/reflection"))
        if (entry.path().extension() == ".dxbc" && entry.path().string().find("s_6_") != std::string::npos)
            files.push_back(entry.path());
    for (const auto &path : files) {
        Loaded d(read_file(path));
        const container::Part *part = d.parts.find(container::tag("SFI0"));
        if (failed(d.result) || d.header.kind == static_cast<uint32_t>(ShaderKind::library) || !part)
            continue;
        Interface interface;
        ASSERT_EQ(read_interface(d.header, *d.module, d.arena, d.diag, &interface), Result::ok) << path;
        uint64_t features = 0;
        ASSERT_EQ(part->data.size(), sizeof(features));
        std::memcpy(&features, part->data.data(), sizeof(features));
        EXPECT_EQ(required_features(interface.flags), features) << path;
        seen |= features;
        ++count;
    }
    EXPECT_GE(count, 80u);
    // Doubles, minimum precision, stencil reference, ROVs, waves, 64-bit integers, native 16 bits, heaps,
    // model 6.8.
    constexpr uint64_t various = 0x1'8604'd211;
    EXPECT_EQ(seen & various, various);
}

// The part STAT is a module without bodies, which only reflection may take.
TEST(DxilInterface, ModulesForReflectionHaveNoCode) {
    const Bytes bytes =
        read_file(std::filesystem::path(WEFT_TEST_DATA) / "data/reflection/vs6_layouts.vs_6_0.dxbc");
    Loaded program(bytes), reflection(bytes, container::tag("STAT"));
    ASSERT_EQ(reflection.result, Result::ok);
    Interface code, names;
    ASSERT_EQ(read_interface(program.header, *program.module, program.arena, program.diag, &code),
              Result::ok);
    ASSERT_EQ(read_interface(reflection.header, *reflection.module, reflection.arena, reflection.diag, &names,
                             Bodies::absent),
              Result::ok);
    EXPECT_TRUE(names.says_usage);
    ASSERT_EQ(names.inputs.size(), code.inputs.size());
    for (size_t i = 0; i < code.inputs.size(); ++i) {
        EXPECT_EQ(names.inputs[i].name, code.inputs[i].name);
        EXPECT_EQ(names.inputs[i].used_mask, code.inputs[i].used_mask);
    }
    EXPECT_EQ(
        read_interface(reflection.header, *reflection.module, reflection.arena, reflection.diag, &names),
        Result::invalid_shader);
}

} // namespace
