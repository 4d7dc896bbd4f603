#include <cstring>
#include <string>

#include "core/preprocessor/preprocessor.h"

namespace weft::preprocessor {

namespace {

constexpr uint32_t max_empty_lines = 32;

void append_line_directive(std::string &out, uint32_t line, const char *file) {
    out += "#line " + std::to_string(line) + " \"";
    for (const char *c = file; *c; ++c) {
        if (*c == '"' || *c == '\\') out += '\\';
        out += *c;
    }
    out += "\"\n";
}

} // namespace

std::string_view print(Preprocessor &preprocessor, const char *source_name, Arena &arena) {
    std::string out;
    const char *file = source_name ? source_name : "<anonymous>";
    uint32_t line = 1;
    bool line_start = true;
    for (Token t = preprocessor.next(); t.kind != TokenKind::end; t = preprocessor.next()) {
        const bool same_file = t.place.file == file || !std::strcmp(t.place.file, file);
        if (!same_file || t.place.line < line || t.place.line - line > max_empty_lines) {
            if (!line_start) out += '\n';
            append_line_directive(out, t.place.line, t.place.file);
            file = t.place.file;
            line = t.place.line;
            line_start = true;
        }
        while (line < t.place.line) {
            out += '\n';
            ++line;
            line_start = true;
        }
        if (t.kind == TokenKind::pragma) {
            if (!line_start) out += '\n';
            out += t.text;
            out += '\n';
            ++line;
            line_start = true;
        } else {
            out += t.text;
            out += ' ';
            line_start = false;
        }
    }
    out += '\n';
    return arena.copy(out);
}

} // namespace weft::preprocessor
