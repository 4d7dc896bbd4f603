#include "shader-runner/sections.h"

#include <algorithm>
#include <cstring>

namespace weft::runner {
namespace {

bool fail(ParseError &error, unsigned line, std::string text) {
    error = {line, std::move(text)};
    return false;
}

struct StageHeader {
    const char *name;
    Stage stage;
    bool effect;
};
constexpr StageHeader stage_headers[] = {
    {"vertex shader", Stage::vertex, false},
    {"pixel shader", Stage::pixel, false},
    {"compute shader", Stage::compute, false},
    {"hull shader", Stage::hull, false},
    {"domain shader", Stage::domain, false},
    {"geometry shader", Stage::geometry, false},
    {"amplification shader", Stage::amplification, false},
    {"mesh shader", Stage::mesh, false},
    {"effect", Stage::pixel, true},
};

const StageHeader *match_stage(Cursor &cursor) {
    if (!cursor.match_character('[')) return nullptr;
    for (const auto &entry : stage_headers)
        if (cursor.match(entry.name)) return &entry;
    return nullptr;
}

struct FormName {
    const char *name;
    ShaderForm form;
};
constexpr FormName form_names[] = {
    {"d3dbc-hex", ShaderForm::d3dbc}, {"dxbc-tpf-hex", ShaderForm::tpf}, {"dxbc-dxil-hex", ShaderForm::dxil}};

bool parse_hex(const Section &section, cli::Bytes &code, ParseError &error) {
    for (const auto &line : section.lines) {
        const char *at = line.text.c_str();
        for (;;) {
            at += strspn(at, " \t\r\v\f");
            if (!*at || *at == '%') break;
            uint32_t word = 0;
            unsigned digits = 0;
            for (; digits < 8; ++digits, ++at) {
                const char c = *at;
                unsigned value;
                if (c >= '0' && c <= '9')
                    value = unsigned(c - '0');
                else if (c >= 'a' && c <= 'f')
                    value = unsigned(c - 'a' + 10);
                else if (c >= 'A' && c <= 'F')
                    value = unsigned(c - 'A' + 10);
                else
                    break;
                word = word << 4 | value;
            }
            if (digits < 8 || (*at && !strchr(" \t\r\v\f%", *at)))
                return fail(error, line.number, "a word must have eight hex digits");
            for (unsigned shift = 0; shift < 32; shift += 8)
                code.push_back(uint8_t(word >> shift));
        }
    }
    return true;
}

ShaderForm form_of(vkd3d_shader_source_type type) {
    switch (type) {
    case VKD3D_SHADER_SOURCE_D3D_BYTECODE: return ShaderForm::d3dbc;
    case VKD3D_SHADER_SOURCE_DXBC_TPF: return ShaderForm::tpf;
    case VKD3D_SHADER_SOURCE_DXBC_DXIL: return ShaderForm::dxil;
    default: return ShaderForm::hlsl;
    }
}

// "mad:ps_3_0,ps_6_0": files blobs/mad.ps_3_0.d3dbc and blobs/mad.ps_6_0.dxil.
bool parse_blobs(const std::string &text, const std::string &folder, Stage stage,
                 std::vector<BlobFile> &blobs) {
    const size_t colon = text.find(':');
    if (colon == 0 || colon == std::string::npos) return false;
    const std::string prefix = std::string(stage_prefix(stage)) + "_";
    for (size_t at = colon + 1; at <= text.size();) {
        const size_t end = std::min(text.find(',', at), text.size());
        BlobFile blob;
        blob.profile = text.substr(at, end - at);
        at = end + 1;
        if (!blob.profile.starts_with(prefix) || blob.profile.size() != prefix.size() + 3) return false;
        const char major = blob.profile[prefix.size()];
        const ShaderForm form = major < '4'   ? ShaderForm::d3dbc
                                : major < '6' ? ShaderForm::tpf
                                              : ShaderForm::dxil;
        constexpr const char *extensions[] = {"", "", ".d3dbc", ".dxbc", ".dxil"};
        blob.models = form_models(form);
        blob.path =
            folder + "/blobs/" + text.substr(0, colon) + "." + blob.profile + extensions[size_t(form)];
        blobs.push_back(std::move(blob));
    }
    return !blobs.empty();
}

void append_word(cli::Bytes &bytes, uint32_t word) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(uint8_t(word >> shift));
}

} // namespace

bool is_shader_header(const std::string &header) {
    Cursor cursor(header);
    return match_stage(cursor) != nullptr;
}

bool parse_shader(const Section &section, const std::string &folder, ShaderHeader &header, Shader &shader,
                  ParseError &error) {
    Cursor cursor(section.header);
    const StageHeader *stage = match_stage(cursor);
    if (!stage) return fail(error, section.line, "unknown section " + section.header);
    header = {};
    header.stage = stage->stage;
    header.effect = stage->effect;
    shader = {};
    shader.line = section.line;

    ShaderForm form = ShaderForm::hlsl;
    std::string blob;
    while (!cursor.match_character(']')) {
        constexpr const char *words[] = {"todo", "fail", "notimpl"};
        bool known = false;
        for (unsigned i = 0; i < 3 && !known; ++i) {
            const char *start = cursor.rest();
            const size_t length = strlen(words[i]);
            if (strncmp(start, words[i], length) != 0 || !strchr(" \t(]", start[length])) continue;
            known = true;
            cursor.move_to(start + length);
            const auto expression = Expression::parse(cursor);
            if (!expression) return fail(error, section.line, "malformed expression in " + section.header);
            const ModelSet models = expression->models();
            if (i == 0) {
                header.todo |= models;
                continue;
            }
            for (unsigned m = 0; m < model_count; ++m)
                if (models >> m & 1)
                    header.expected[m] = i == 1 ? Expectation::fail : Expectation::not_implemented;
        }
        for (const auto &entry : form_names) {
            if (known || !cursor.match(entry.name)) continue;
            known = true;
            form = entry.form;
        }
        if (!known && strncmp(cursor.rest(), "blob=", 5) == 0) {
            cursor.move_to(cursor.rest() + 5);
            blob = cursor.read_word("]");
            known = !blob.empty();
        }
        if (!known && strncmp(cursor.rest(), "blobs=", 6) == 0) {
            cursor.move_to(cursor.rest() + 6);
            known = parse_blobs(cursor.read_word("]"), folder, header.stage, header.blobs);
        }
        if (!known)
            return fail(error, section.line, std::string("unknown qualifier at '") + cursor.rest() + "'");
        cursor.skip_space();
    }

    if (!blob.empty())
        return load_blob(section, {"", blob[0] == '/' ? blob : folder + "/" + blob}, shader, error);
    if (section.lines.empty() || !header.blobs.empty()) return true;
    shader.form = form;
    if (form != ShaderForm::hlsl) return parse_hex(section, shader.code, error);
    for (const auto &line : section.lines) {
        shader.code.insert(shader.code.end(), line.text.begin(), line.text.end());
        shader.code.push_back('\n');
    }
    return true;
}

bool load_blob(const Section &section, const BlobFile &blob, Shader &shader, ParseError &error) {
    std::string reason;
    auto bytes = cli::read_file(blob.path, reason);
    if (!bytes) return fail(error, section.line, reason);
    shader.code = std::move(*bytes);
    shader.form = form_of(cli::guess_source_type(shader.code));
    return true;
}

bool parse_require(const Section &section, Requirements &requirements, ParseError &error) {
    for (const auto &line : section.lines) {
        Cursor cursor(line.text);
        if (cursor.match("shader model >=")) {
            const auto model = find_model(cursor.read_word());
            if (!model) return fail(error, line.number, "unknown shader model");
            requirements.first_model = std::max(requirements.first_model, *model);
        } else if (cursor.match("shader model <")) {
            const auto model = find_model(cursor.read_word());
            if (!model || *model == 0) return fail(error, line.number, "unknown shader model");
            requirements.last_model = std::min(requirements.last_model, *model - 1);
        } else if (cursor.match("options:")) {
            constexpr struct {
                const char *name;
                unsigned flag;
            } options[] = {{"none", 0},
                           {"row-major", 0x8},
                           {"column-major", 0x10},
                           {"backcompat", 0x1000},
                           {"unbounded-descriptor-arrays", 0x100000}};
            requirements.hlsl_options = 0;
            for (const auto &option : options)
                if (cursor.match(option.name)) requirements.hlsl_options |= option.flag;
        } else if (cursor.match("format")) {
            const auto *format = find_format(cursor.read_word());
            if (!format || !cursor.match("uav-load"))
                return fail(error, line.number, "malformed format requirement");
            requirements.uav_loads.push_back(format);
        } else if (cursor.match("environment:")) {
            const auto name = cursor.read_word();
            const auto environment = find_environment(name);
            if (!environment) return fail(error, line.number, "unknown environment '" + name + "'");
            requirements.environment = *environment;
            requirements.environment_given = true;
        } else if (cursor.match("buffer uav:")) {
            const auto name = cursor.read_word();
            if (name != "texel-buffer" && name != "storage-buffer")
                return fail(error, line.number, "unknown form of buffer UAVs '" + name + "'");
            requirements.storage_buffer_uavs = name == "storage-buffer";
        } else if (cursor.match("samplers:")) {
            const auto name = cursor.read_word();
            if (name != "separate" && name != "combined")
                return fail(error, line.number, "unknown form of samplers '" + name + "'");
            requirements.combined_samplers = name == "combined";
        } else if (cursor.match("uniforms:")) {
            const auto name = cursor.read_word();
            if (name != "buffer" && name != "push-constants")
                return fail(error, line.number, "unknown form of uniforms '" + name + "'");
            requirements.push_constants = name == "push-constants";
        } else if (cursor.match("varying map:")) {
            const auto name = cursor.read_word();
            if (name != "always" && name != "d3d9")
                return fail(error, line.number, "unknown use of the varying map '" + name + "'");
            requirements.varying_map_always = name == "always";
        } else if (cursor.match("max varyings:")) {
            if (!cursor.read_decimal(requirements.max_varyings))
                return fail(error, line.number, "malformed limit of varyings");
        } else if (cursor.match("float model:")) {
            constexpr const char *models[] = {"ieee", "finite", "strict"};
            const auto name = cursor.read_word();
            const auto *found = std::find(std::begin(models), std::end(models), name);
            if (found == std::end(models))
                return fail(error, line.number, "unknown float model '" + name + "'");
            requirements.float_model = unsigned(found - models);
        } else if (cursor.match("parameters:")) {
            constexpr const char *forms[] = {"immediate", "specialization-constants", "buffer"};
            const auto name = cursor.read_word();
            const auto *found = std::find(std::begin(forms), std::end(forms), name);
            if (found == std::end(forms))
                return fail(error, line.number, "unknown form of parameters '" + name + "'");
            requirements.parameters = Requirements::Parameters(found - forms);
        } else if (cursor.match("selectors:")) {
            const auto name = cursor.read_word();
            if (name != "immediate" && name != "parameters")
                return fail(error, line.number, "unknown form of selectors '" + name + "'");
            requirements.late_selectors = name == "parameters";
        } else if (cursor.match("spirv extensions:")) {
            constexpr struct {
                const char *name;
                uint32_t flag;
            } extensions[] = {{"none", 0},
                              {"demote", ext_demote},
                              {"descriptor-indexing", ext_descriptor_indexing},
                              {"stencil-export", ext_stencil_export},
                              {"viewport-layer", ext_viewport_layer},
                              {"interlock", ext_interlock},
                              {"partitioned", ext_partitioned},
                              {"compute-derivatives", ext_compute_derivatives},
                              {"shader-model-6", ext_shader_model_6}};
            requirements.spirv_extensions = 0;
            while (!cursor.at_end()) {
                const auto *found = std::find_if(std::begin(extensions), std::end(extensions),
                                                 [&](auto &entry) { return cursor.match(entry.name); });
                if (found == std::end(extensions))
                    return fail(error, line.number, "unknown SPIR-V extension");
                requirements.spirv_extensions |= found->flag;
            }
        } else {
            const auto capability = find_capability(cursor.read_word());
            if (!capability) return fail(error, line.number, "unknown requirement '" + line.text + "'");
            requirements.capabilities |= 1u << unsigned(*capability);
        }
    }
    return true;
}

bool match_slot(Cursor &cursor, ResourceKind &kind, unsigned &slot) {
    constexpr struct {
        const char *name;
        ResourceKind kind;
    } kinds[] = {{"rtv", ResourceKind::rtv}, {"srv", ResourceKind::srv}, {"uav", ResourceKind::uav},
                 {"vb", ResourceKind::vb},   {"so", ResourceKind::so},   {"cbv", ResourceKind::cbv}};
    const auto *found = std::find_if(std::begin(kinds), std::end(kinds),
                                     [&](auto &entry) { return cursor.match(entry.name); });
    if (found == std::end(kinds) || !cursor.read_decimal(slot)) return false;
    kind = found->kind;
    return true;
}

std::optional<ResourceDesc> match_resource_header(const std::string &header) {
    ResourceDesc desc;
    Cursor cursor(header);
    if (header == "[dsv]") {
        desc.kind = ResourceKind::dsv;
        desc.format = &depth_format();
    } else {
        if (!cursor.match_character('[')) return std::nullopt;
        if (!match_slot(cursor, desc.kind, desc.slot)) return std::nullopt;
    }
    if (desc.kind == ResourceKind::rtv || desc.kind == ResourceKind::srv || desc.kind == ResourceKind::so)
        desc.format = find_format("r32g32b32a32-float");
    if (desc.kind == ResourceKind::vb || desc.kind == ResourceKind::cbv) desc.dimension = Dimension::buffer;
    if (desc.format) desc.texel_size = desc.format->bytes;
    return desc;
}

namespace {

// "(2d, W, H)" and its relatives.
bool parse_size(Cursor &cursor, ResourceDesc &desc) {
    enum Field { width, height, depth, layers, samples };
    struct Shape {
        const char *name;
        Dimension dimension;
        uint8_t count;
        Field fields[4];
    };
    static constexpr Shape shapes[] = {
        {"buffer", Dimension::buffer, 1, {width}},
        {"raw_buffer", Dimension::raw_buffer, 1, {width}},
        {"counter_buffer", Dimension::buffer, 1, {width}},
        {"1d", Dimension::d1, 1, {width}},
        {"1darray", Dimension::d1_array, 2, {width, layers}},
        {"2d", Dimension::d2, 2, {width, height}},
        {"2darray", Dimension::d2_array, 3, {width, height, layers}},
        {"2dms", Dimension::d2_ms, 3, {samples, width, height}},
        {"2dmsarray", Dimension::d2_ms_array, 4, {samples, width, height, layers}},
        {"3d", Dimension::d3, 3, {width, height, depth}},
        {"cube", Dimension::cube, 1, {width}},
        {"cubearray", Dimension::cube_array, 2, {width, layers}},
    };
    if (!cursor.match_character('(')) return false;
    const std::string name = cursor.read_word(",)");
    const auto *shape =
        std::find_if(std::begin(shapes), std::end(shapes), [&](auto &entry) { return name == entry.name; });
    if (shape == std::end(shapes)) return false;
    desc.dimension = shape->dimension;
    desc.height = desc.depth = desc.layers = desc.samples = 1;
    for (unsigned i = 0; i < shape->count; ++i) {
        unsigned value;
        if (!cursor.match_character(',') || !cursor.read_decimal(value) || value == 0) return false;
        switch (shape->fields[i]) {
        case width: desc.width = value; break;
        case height: desc.height = value; break;
        case depth: desc.depth = value; break;
        case layers: desc.layers = value; break;
        case samples: desc.samples = value; break;
        }
    }
    if (desc.dimension == Dimension::cube || desc.dimension == Dimension::cube_array) {
        desc.height = desc.width;
        desc.layers *= 6;
    }
    if (name == "counter_buffer") {
        desc.has_counter = desc.structured = true;
        desc.texel_size = 4;
        desc.format = &unknown_format();
    }
    constexpr unsigned limit = 16384;
    if (!desc.is_buffer() &&
        (desc.width > limit || desc.height > limit || desc.depth > 2048 || desc.layers > 2048))
        return false;
    return cursor.match_character(')');
}

// Bytes of all levels and layers.
uint64_t total_bytes(const ResourceDesc &desc) {
    if (desc.is_buffer()) return uint64_t(desc.width) * desc.texel_size;
    uint64_t bytes = 0;
    for (unsigned level = 0; level < desc.levels; ++level)
        bytes += uint64_t(mip_size(desc.width, level)) * mip_size(desc.height, level) *
                 mip_size(desc.depth, level);
    return bytes * desc.layers * desc.texel_size;
}

// `register N [space S] [array FIRST COUNT]`, behind its first word.
bool parse_place(Cursor &cursor, Place &place) {
    unsigned index;
    if (!cursor.read_decimal(index)) return false;
    place = {};
    place.register_index = index;
    if (cursor.match("space") && !cursor.read_decimal(place.space)) return false;
    if (!cursor.match("array")) return true;
    return cursor.read_decimal(place.array_first) && cursor.read_decimal(place.array_count) &&
           place.array_count && place.array_count <= 64 && index >= place.array_first &&
           index - place.array_first < place.array_count;
}

} // namespace

bool parse_resource(const Section &section, const std::string &folder, ResourceDesc &desc,
                    ParseError &error) {
    std::vector<uint32_t> fill;
    for (const auto &line : section.lines) {
        Cursor cursor(line.text);
        if (cursor.match("format")) {
            const auto name = cursor.read_word();
            desc.format = find_format(name);
            if (!desc.format) return fail(error, line.number, "unknown format '" + name + "'");
            desc.texel_size = desc.format->bytes;
        } else if (cursor.match("stride")) {
            if (!cursor.read_decimal(desc.texel_size) || !desc.texel_size || desc.texel_size % 4)
                return fail(error, line.number, "malformed stride");
            desc.format = &unknown_format();
            desc.structured = true;
        } else if (cursor.match("size")) {
            if (!parse_size(cursor, desc))
                return fail(error, line.number, "malformed or unknown size '" + line.text + "'");
        } else if (cursor.match("levels")) {
            if (!cursor.read_decimal(desc.levels) || desc.levels < 1 || desc.levels > 15)
                return fail(error, line.number, "malformed number of levels");
        } else if (cursor.match("register")) {
            if (!parse_place(cursor, desc.place)) return fail(error, line.number, "malformed register");
        } else if (cursor.match("counter")) {
            if (!cursor.read_integer(desc.counter)) return fail(error, line.number, "malformed counter");
            desc.has_counter = true;
        } else if (cursor.match("data")) {
            std::string reason;
            const auto bytes = cli::read_file(folder + "/" + cursor.read_word(), reason);
            if (!bytes) return fail(error, line.number, reason);
            desc.data.insert(desc.data.end(), bytes->begin(), bytes->end());
        } else if (cursor.match("fill")) {
            for (uint32_t word; cursor.read_data_word(word);)
                fill.push_back(word);
        } else {
            uint32_t word;
            bool any = cursor.at_end();
            while (cursor.read_data_word(word)) {
                append_word(desc.data, word);
                any = true;
            }
            if (!any) return fail(error, line.number, "neither data nor a known line: '" + line.text + "'");
        }
    }
    if (desc.kind == ResourceKind::uav && !desc.format)
        return fail(error, section.line,
                    "an unordered access view needs a format, a stride or a counter buffer");
    if (desc.kind == ResourceKind::vb || desc.kind == ResourceKind::cbv) {
        desc.dimension = Dimension::buffer;
        desc.texel_size = 1;
        desc.width = unsigned(std::max<size_t>(desc.data.size(), desc.kind == ResourceKind::cbv ? 16 : 4));
        return true;
    }
    if (desc.width == 0) return fail(error, section.line, "the resource has no size");
    if (desc.kind == ResourceKind::so && !desc.is_buffer())
        return fail(error, section.line, "stream output goes to buffers");
    if (desc.texel_size == 0) return fail(error, section.line, "the resource has texels of no size");
    const uint64_t bytes = total_bytes(desc);
    if (bytes > 1u << 30) return fail(error, section.line, "the resource is too large");
    if (!fill.empty())
        for (size_t i = 0; desc.data.size() + 4 <= bytes; ++i)
            append_word(desc.data, fill[i % fill.size()]);
    if (desc.data.size() > bytes && !desc.is_buffer())
        return fail(error, section.line, "more data than the resource has texels");
    return true;
}

std::optional<unsigned> match_sampler_header(const std::string &header) {
    Cursor cursor(header);
    unsigned slot;
    if (!cursor.match_character('[') || !cursor.match("sampler") || !cursor.read_decimal(slot))
        return std::nullopt;
    return slot;
}

bool parse_sampler(const Section &section, SamplerState &sampler, ParseError &error) {
    constexpr const char *address_names[] = {"border", "clamp", "mirror_once", "mirror", "wrap"};
    for (const auto &line : section.lines) {
        Cursor cursor(line.text);
        if (cursor.match("address")) {
            for (auto &address : sampler.address) {
                const auto name = cursor.read_word();
                const auto *found = std::find(std::begin(address_names), std::end(address_names), name);
                if (found == std::end(address_names))
                    return fail(error, line.number, "unknown address mode '" + name + "'");
                address = Address(found - std::begin(address_names));
            }
        } else if (cursor.match("filter")) {
            for (Filter *filter : {&sampler.min, &sampler.mag, &sampler.mip}) {
                const auto name = cursor.read_word();
                if (name != "point" && name != "linear")
                    return fail(error, line.number, "unknown filter '" + name + "'");
                *filter = name == "linear" ? Filter::linear : Filter::point;
            }
        } else if (cursor.match("register")) {
            if (!parse_place(cursor, sampler.place)) return fail(error, line.number, "malformed register");
        } else if (cursor.match("comparison")) {
            const auto comparison = read_compare(cursor);
            if (!comparison) return fail(error, line.number, "unknown comparison");
            sampler.comparison = *comparison;
        } else if (cursor.match("lod bias")) {
            if (!cursor.read_float(sampler.lod_bias)) return fail(error, line.number, "malformed bias");
        } else if (cursor.match("lod range")) {
            if (!cursor.read_float(sampler.min_lod) || !cursor.read_float(sampler.max_lod))
                return fail(error, line.number, "malformed range");
        } else {
            return fail(error, line.number, "unknown sampler state '" + line.text + "'");
        }
    }
    return true;
}

bool parse_input_layout(const Section &section, std::vector<LayoutElement> &layout, ParseError &error) {
    layout.clear();
    for (const auto &line : section.lines) {
        Cursor cursor(line.text);
        LayoutElement element{};
        if (!cursor.read_decimal(element.slot))
            return fail(error, line.number, "an element starts with its slot");
        const auto format = cursor.read_word();
        element.format = find_format(format);
        if (!element.format || !element.format->bytes)
            return fail(error, line.number, "unknown vertex format '" + format + "'");
        element.name = cursor.read_word();
        if (element.name.empty()) return fail(error, line.number, "an element needs a name");
        if (!cursor.read_decimal(element.index)) element.index = 0;
        layout.push_back(std::move(element));
    }
    return true;
}

namespace {

// "xyz" or "zw": neighbouring components in order. A gap only counts them.
bool parse_components(const std::string &text, CaptureElement &element) {
    constexpr std::string_view names = "xyzw";
    const size_t first = text.empty() ? std::string::npos : names.find(text);
    if (first == std::string::npos) return false;
    element.first = unsigned(first);
    element.count = unsigned(text.size());
    return true;
}

} // namespace

bool parse_stream_output(const Section &section, CaptureLayout &layout, ParseError &error) {
    layout = {};
    for (const auto &line : section.lines) {
        Cursor cursor(line.text);
        if (cursor.match("stride")) {
            unsigned buffer, bytes;
            if (!cursor.read_decimal(buffer) || buffer > 3 || !cursor.read_decimal(bytes) || bytes % 4)
                return fail(error, line.number, "malformed stride");
            if (layout.strides.size() <= buffer) layout.strides.resize(buffer + 1);
            layout.strides[buffer] = bytes;
            continue;
        }
        if (cursor.match("rasterise")) {
            layout.rasterise = !cursor.match("none");
            continue;
        }
        CaptureElement element{};
        if (!cursor.read_decimal(element.buffer) || element.buffer > 3 ||
            !cursor.read_decimal(element.stream) || element.stream > 3 ||
            !parse_components(cursor.read_word(), element))
            return fail(error, line.number, "an element is: BUFFER STREAM COMPONENTS NAME [INDEX]");
        element.name = cursor.read_word();
        if (element.name.empty()) return fail(error, line.number, "an element needs a name, a gap '-'");
        if (element.name == "-") element.name.clear();
        if (!cursor.read_decimal(element.index)) element.index = 0;
        layout.elements.push_back(std::move(element));
    }
    // A buffer without a stride, before one that has it, is packed as well.
    for (unsigned buffer = 0; buffer < layout.strides.size(); ++buffer)
        if (!layout.strides[buffer])
            for (const CaptureElement &element : layout.elements)
                if (element.buffer == buffer) layout.strides[buffer] += element.count * 4;
    return true;
}

} // namespace weft::runner
