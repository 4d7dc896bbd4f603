// Reads the bodies of sections into the model.
#pragma once

#include "shader-runner/model.h"

namespace weft::runner {

struct ParseError {
    unsigned line = 0;
    std::string text;
};

// A file of byte code that a header names by source and profile: blobs=mad:ps_3_0,ps_6_0.
struct BlobFile {
    std::string profile; // ps_3_0
    std::string path;
    ModelSet models = 0; // that the profile belongs to
};

struct ShaderHeader {
    Stage stage = Stage::vertex;
    bool effect = false;
    std::array<Expectation, model_count> expected{};
    ModelSet todo = 0;
    std::vector<BlobFile> blobs; // which one the shader is depends on where the test runs
};

// True when the header names a shader; the section may still be wrong.
bool is_shader_header(const std::string &header);

// `folder` is where file names are looked up. A section without a body gives a shader that does not exist,
// and so does one with blobs, until load_blob() takes one of them.
bool parse_shader(const Section &section, const std::string &folder, ShaderHeader &header, Shader &shader,
                  ParseError &error);

bool load_blob(const Section &section, const BlobFile &blob, Shader &shader, ParseError &error);

// Adds to what `requirements` holds: the defaults of the run.
bool parse_require(const Section &section, Requirements &requirements, ParseError &error);

// A numbered resource as headers and commands name it: rtv N, srv N, uav N, vb N, cbv N, so N.
bool match_slot(Cursor &cursor, ResourceKind &kind, unsigned &slot);

// [rtv N], [dsv], [srv N], [uav N], [vb N], [cbv N], [so N]; nothing for any other header.
std::optional<ResourceDesc> match_resource_header(const std::string &header);
bool parse_resource(const Section &section, const std::string &folder, ResourceDesc &desc, ParseError &error);

std::optional<unsigned> match_sampler_header(const std::string &header);
bool parse_sampler(const Section &section, SamplerState &sampler, ParseError &error);

bool parse_input_layout(const Section &section, std::vector<LayoutElement> &layout, ParseError &error);
bool parse_stream_output(const Section &section, CaptureLayout &layout, ParseError &error);

} // namespace weft::runner
