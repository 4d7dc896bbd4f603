#include "shaders_of.h"

#include "common/blob.h"
#include "core/container/container.h"
#include "core/d3dbc/reader.h"
#include "core/tpf/reader.h"
#include "d3dbc_rows.h"
#include "shader-runner/sections.h"

namespace weft::mutation {

namespace {

void add_opcodes(const cli::Bytes &code, TestShaders &out) {
    Arena arena;
    Diagnostics diag;
    container::ShaderParts parts;
    tpf::Program program;
    if (failed(container::read_shader(code, false, arena, diag, &parts)) ||
        failed(tpf::read(parts.code, arena, diag, &program)))
        return;
    for (const tpf::Instruction &ins : program.instructions)
        out.opcodes.set(static_cast<size_t>(ins.opcode));
    for (const tpf::Phase &p : program.phases) {
        using enum tpf::Opcode;
        constexpr tpf::Opcode openers[] = {nop, hs_decls, hs_control_point_phase, hs_fork_phase,
                                           hs_join_phase};
        if (p.kind != tpf::PhaseKind::main)
            out.opcodes.set(static_cast<size_t>(openers[static_cast<size_t>(p.kind)]));
    }
}

void add_d3dbc_rows(const cli::Bytes &code, TestShaders &out) {
    Arena arena;
    Diagnostics diag;
    d3dbc::Program program;
    if (failed(d3dbc::read(code, arena, diag, &program))) return;
    const auto rows = d3dbc_rows();
    out.d3dbc_rows.resize(rows.size());
    for (const d3dbc::Instruction &ins : program.instructions)
        for (size_t i = 0; i < rows.size(); ++i)
            if (matches(rows[i], program.version, ins)) out.d3dbc_rows[i] = true;
}

void add(const runner::Shader &shader, TestShaders &out) {
    switch (shader.form) {
    case runner::ShaderForm::tpf: add_opcodes(shader.code, out); break;
    case runner::ShaderForm::d3dbc: add_d3dbc_rows(shader.code, out); break;
    case runner::ShaderForm::dxil: add_operations(shader.code, out.operations); break;
    default: break;
    }
}

} // namespace

bool read_test(const std::string &path, TestShaders &out, std::string &error) {
    const auto bytes = cli::read_file(path, error);
    if (!bytes) return false;
    out.path = path;
    out.size = bytes->size();
    std::vector<runner::Section> sections;
    unsigned line = 0;
    if (!runner::split_sections({reinterpret_cast<const char *>(bytes->data()), bytes->size()}, sections,
                                line)) {
        error = path + ": no test";
        return false;
    }
    const size_t slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
    for (const runner::Section &section : sections) {
        if (!runner::is_shader_header(section.header)) continue;
        runner::ShaderHeader header;
        runner::Shader shader;
        runner::ParseError problem;
        if (!runner::parse_shader(section, folder, header, shader, problem)) continue;
        add(shader, out);
        for (const runner::BlobFile &blob : header.blobs)
            if (runner::load_blob(section, blob, shader, problem)) add(shader, out);
    }
    return true;
}

} // namespace weft::mutation
