// vkd3d-dxbc: containers at a shell.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "common/terminal.h"
#include "vkd3d-dxbc/dump.h"
#include "vkd3d-dxbc/options.h"
#include "vkd3d-dxbc/picture.h"

namespace {

using namespace weft;
using namespace weft::dxbc;

int fail(const std::string &text) {
    fprintf(stderr, "vkd3d-dxbc: %s\n", text.c_str());
    return 1;
}

cli::ByteView view(const std::string &text) {
    return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

cli::ByteView view(const vkd3d_shader_code &code) {
    return {static_cast<const uint8_t *>(code.code), code.size};
}

class Program {
  public:
    explicit Program(const Options &options) : o_(options) {}
    int run();

  private:
    bool step(const Step &s);
    bool open();
    bool write(const Step &s, cli::ByteView bytes, bool text);
    const vkd3d_shader_dxbc_section_desc *find(const Which &which);
    bool dump(const Step &s);
    bool list_data(const Step &s);
    bool emit(const Step &s);
    bool replace(const Step &s);
    bool rebuild(const std::vector<vkd3d_shader_dxbc_section_desc> &sections);
    bool read_metadata(const std::string &name, cli::ByteView text, weft_module_signatures *module);
    bool to_metadata(const Step &s);
    bool from_metadata(const Step &s);
    bool pack(const Step &s);
    bool call(int result, char *messages);
    bool wants_colour(const Step &s) const {
        if (o_.colour) return *o_.colour;
        return (s.output.empty() || s.output == "-") && cli::wants_colour(stdout);
    }

    const Options &o_;
    cli::Bytes input_;
    File file_;
    bool is_open_ = false;
    std::string error_;
};

// What the library says goes to standard error; a failure becomes this program's.
bool Program::call(int result, char *messages) {
    const std::string text = take_messages(messages);
    if (!text.empty()) cli::print_messages(stderr, (text + "\n").c_str(), cli::wants_colour(stderr));
    if (result < 0 && error_.empty())
        error_ = "'" + o_.input + "' failed with result " + std::to_string(result);
    return result >= 0;
}

bool Program::open() {
    if (is_open_) return true;
    file_.name = o_.input;
    is_open_ = file_.open(input_, o_.ignore_checksum, error_);
    return is_open_;
}

bool Program::write(const Step &s, cli::ByteView bytes, bool text) {
    const bool to_stdout = s.output.empty() || s.output == "-";
    if (!text && to_stdout && isatty(STDOUT_FILENO)) {
        error_ = "refusing to write a binary to a terminal; use -o FILE in front of this option";
        return false;
    }
    return cli::write_file(s.output, bytes, error_);
}

const vkd3d_shader_dxbc_section_desc *Program::find(const Which &which) {
    const vkd3d_shader_dxbc_section_desc *section =
        which.by_index
            ? which.number < file_.desc.section_count ? &file_.desc.sections[which.number] : nullptr
            : file_.find(which.number);
    if (!section) error_ = "'" + o_.input + "' has no part " + which.text;
    return section;
}

bool Program::dump(const Step &s) {
    Value out = Value::object();
    if (s.which) {
        const auto *section = find(*s.which);
        if (!section) return false;
        out.add(tag_text(section->tag), dump_part(file_, *section));
    } else {
        for (size_t i = 0; i < file_.desc.section_count; ++i)
            out.add(tag_text(file_.desc.sections[i].tag), dump_part(file_, file_.desc.sections[i]));
    }
    const std::string text = o_.json ? to_json(out) : to_text(out);
    return write(s, view(text), true);
}

bool Program::list_data(const Step &s) {
    std::string text = to_text(list_parts(file_));
    char digits[24];
    for (size_t i = 0; i < file_.desc.section_count; ++i) {
        const cli::ByteView data = file_.data(file_.desc.sections[i]);
        text.append("\n").append(std::to_string(i)).append(" ");
        text += tag_text(file_.desc.sections[i].tag) + "\n";
        for (size_t at = 0; at < data.size(); at += 16) {
            std::snprintf(digits, sizeof(digits), "%08zx ", at);
            text += digits;
            std::string characters;
            for (size_t k = at; k < at + 16; ++k) {
                if (k % 8 == 0 && k != at) text += ' ';
                if (k >= data.size()) {
                    text += "   ";
                    continue;
                }
                std::snprintf(digits, sizeof(digits), " %02x", data[k]);
                text += digits;
                characters += data[k] >= 0x20 && data[k] < 0x7f ? static_cast<char>(data[k]) : '.';
            }
            text += "  " + characters + "\n";
        }
    }
    return write(s, view(text), true);
}

bool Program::rebuild(const std::vector<vkd3d_shader_dxbc_section_desc> &sections) {
    vkd3d_shader_code code{};
    char *messages = nullptr;
    if (!call(vkd3d_shader_serialize_dxbc(sections.size(), sections.data(), &code, &messages), messages))
        return false;
    const cli::ByteView bytes = view(code);
    cli::Bytes copy(bytes.begin(), bytes.end());
    vkd3d_shader_free_shader_code(&code);
    return file_.open(std::move(copy), false, error_);
}

bool Program::emit(const Step &s) {
    const std::vector<vkd3d_shader_dxbc_section_desc> sections(
        file_.desc.sections, file_.desc.sections + file_.desc.section_count);
    return rebuild(sections) && write(s, file_.bytes, false);
}

bool Program::replace(const Step &s) {
    const auto bytes = cli::read_file(s.file, error_);
    if (!bytes) return false;
    std::vector<vkd3d_shader_dxbc_section_desc> sections(file_.desc.sections,
                                                         file_.desc.sections + file_.desc.section_count);
    const auto *section = s.which->by_index ? find(*s.which) : file_.find(s.which->number);
    if (!section && s.which->by_index) return false;
    if (section)
        sections[static_cast<size_t>(section - file_.desc.sections)].data = cli::as_code(*bytes);
    else
        sections.push_back({s.which->number, cli::as_code(*bytes)});
    return rebuild(sections);
}

bool Program::read_metadata(const std::string &name, cli::ByteView text, weft_module_signatures *module) {
    weft_signature_metadata_info info{};
    info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_METADATA_INFO;
    const std::string shown = name == "-" ? "<stdin>" : name;
    info.source_name = shown.c_str();
    info.stage = WEFT_SHADER_STAGE_UNKNOWN;
    if (is_open_ && file_.program_kind() != ~0u)
        info.stage = static_cast<weft_shader_stage>(file_.program_kind());
    const vkd3d_shader_code code = cli::as_code(text);
    char *messages = nullptr;
    const int result = weft_signature_parse_metadata(&info, &code, module, &messages);
    if (result < 0) error_ = "'" + name + "' is no sound metadata";
    return call(result, messages);
}

bool Program::to_metadata(const Step &s) {
    const vkd3d_shader_code code = cli::as_code(file_.bytes);
    weft_module_signatures module;
    char *messages = nullptr;
    if (!call(weft_signature_parse_dxbc(&code, &module, &messages), messages)) return false;
    vkd3d_shader_code text{};
    const bool ok = call(weft_signature_serialize_metadata(&module, &text, &messages), messages);
    weft_free_module_signatures(&module);
    const bool written = ok && write(s, view(text), true);
    vkd3d_shader_free_shader_code(&text);
    return written;
}

bool Program::from_metadata(const Step &s) {
    const auto text = cli::read_file(s.file, error_);
    weft_module_signatures module;
    if (!text || !read_metadata(s.file, *text, &module)) return false;
    const vkd3d_shader_code code = cli::as_code(file_.bytes);
    vkd3d_shader_code out{};
    char *messages = nullptr;
    const bool ok = call(weft_signature_replace_in_dxbc(&code, &module, &out, &messages), messages);
    weft_free_module_signatures(&module);
    const cli::ByteView bytes = view(out);
    const bool opened = ok && file_.open(cli::Bytes(bytes.begin(), bytes.end()), false, error_);
    vkd3d_shader_free_shader_code(&out);
    return opened;
}

bool Program::pack(const Step &s) {
    weft_module_signatures module;
    constexpr uint8_t magic[] = {'D', 'X', 'B', 'C'};
    if (input_.size() < sizeof(magic) || !std::equal(std::begin(magic), std::end(magic), input_.begin())) {
        if (!read_metadata(o_.input, input_, &module)) return false;
    } else {
        if (!open()) return false;
        const vkd3d_shader_code code = cli::as_code(file_.bytes);
        char *messages = nullptr;
        if (!call(weft_signature_parse_dxbc(&code, &module, &messages), messages)) return false;
    }
    std::string text;
    const bool ok = draw_packing(module, s.mode, wants_colour(s), text);
    weft_free_module_signatures(&module);
    if (!write(s, view(text), true)) return false;
    if (!ok) error_ = "not every element has a place";
    return ok;
}

bool Program::step(const Step &s) {
    if (s.action == Action::verify_metadata) return read_metadata(o_.input, input_, nullptr);
    if (s.action == Action::pack) return pack(s);
    if (!open()) return false;
    switch (s.action) {
    case Action::list: {
        const std::string text = o_.json ? to_json(list_parts(file_)) : to_text(list_parts(file_));
        return write(s, view(text), true);
    }
    case Action::list_data: return list_data(s);
    case Action::dump: return dump(s);
    case Action::emit: return emit(s);
    case Action::replace: return replace(s);
    case Action::to_metadata: return to_metadata(s);
    case Action::from_metadata: return from_metadata(s);
    default: break;
    }
    const auto *section = find(*s.which);
    return section && write(s, file_.data(*section), false);
}

int Program::run() {
    if (o_.input == "-" && isatty(STDIN_FILENO))
        return fail("refusing to read a container from a terminal; give a file (--help lists all options)");
    auto bytes = cli::read_file(o_.input, error_);
    if (!bytes) return fail(error_);
    input_ = std::move(*bytes);
    for (const Step &s : o_.steps)
        if (!step(s)) return fail(error_);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 1 && isatty(STDIN_FILENO)) {
        fputs(usage_text, stdout);
        return 0;
    }
    Options options;
    std::string error;
    if (!parse_options(argc, argv, options, error)) {
        fprintf(stderr, "vkd3d-dxbc: %s\n%s", error.c_str(), usage_text);
        return 1;
    }
    switch (options.mode) {
    case Options::Mode::help: fputs(usage_text, stdout); return 0;
    case Options::Mode::version: printf("%s\n", vkd3d_shader_get_version(nullptr, nullptr)); return 0;
    default: break;
    }
    return Program(options).run();
}
