#include "vkd3d-dxbc/value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace weft::dxbc {

namespace {

// Bytes that are no ASCII text come out as escapes: names in shaders are bytes, not UTF-8.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    char escape[8];
    for (const char c : text) {
        const auto byte = static_cast<uint8_t>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte >= 0x7f) {
            std::snprintf(escape, sizeof(escape), "\\u%04x", byte);
            out += escape;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

void write_json(const Value &v, unsigned depth, std::string &out) {
    if (v.is_scalar()) {
        out += v.json();
        return;
    }
    const bool object = v.kind() == Value::Kind::object;
    out += object ? '{' : '[';
    // Short lists of scalars stay on their line.
    const bool flat = std::all_of(v.items().begin(), v.items().end(),
                                  [](const auto &item) { return item.second.is_scalar(); }) &&
                      !object && v.items().size() <= 16;
    bool first = true;
    for (const auto &[key, item] : v.items()) {
        if (!first) out += flat ? ", " : ",";
        if (!flat) out += '\n' + std::string(2 * (depth + 1), ' ');
        first = false;
        if (object) out += quoted(key) + ": ";
        write_json(item, depth + 1, out);
    }
    if (!flat && !v.items().empty()) out += '\n' + std::string(2 * depth, ' ');
    out += object ? '}' : ']';
}

// Whether all items are objects with the same scalar members.
bool is_table(const Value &v) {
    if (v.kind() != Value::Kind::list || v.items().empty()) return false;
    const auto &first = v.items()[0].second.items();
    for (const auto &[ignored, row] : v.items()) {
        if (row.kind() != Value::Kind::object || row.items().size() != first.size() || first.empty())
            return false;
        for (size_t i = 0; i < first.size(); ++i)
            if (row.items()[i].first != first[i].first || !row.items()[i].second.is_scalar()) return false;
    }
    return true;
}

void write_table(const Value &v, const std::string &indent, std::string &out) {
    const auto &columns = v.items()[0].second.items();
    std::vector<size_t> widths;
    for (size_t i = 0; i < columns.size(); ++i) {
        size_t width = columns[i].first.size();
        for (const auto &[ignored, row] : v.items())
            width = std::max(width, row.items()[i].second.text().size());
        widths.push_back(width);
    }
    const auto line = [&](auto &&cell) {
        std::string text = indent;
        for (size_t i = 0; i < columns.size(); ++i) {
            const std::string c = cell(i);
            text += c;
            if (i + 1 < columns.size()) text += std::string(widths[i] - c.size() + 2, ' ');
        }
        while (!text.empty() && text.back() == ' ')
            text.pop_back();
        out += text + "\n";
    };
    line([&](size_t i) { return columns[i].first; });
    for (const auto &[ignored, row] : v.items())
        line([&, &row = row](size_t i) { return row.items()[i].second.text(); });
}

void write_text(const Value &v, const std::string &indent, std::string &out) {
    if (is_table(v)) {
        write_table(v, indent, out);
        return;
    }
    for (const auto &[key, item] : v.items()) {
        const std::string label = v.kind() == Value::Kind::object ? key + ":" : std::string("-");
        const bool short_list = item.kind() == Value::Kind::list && !is_table(item) &&
                                std::all_of(item.items().begin(), item.items().end(),
                                            [](const auto &i) { return i.second.is_scalar(); });
        if (item.is_scalar()) {
            out += indent + label + " " + item.text() + "\n";
        } else if (item.items().empty()) {
            out += indent + label + " none\n";
        } else if (short_list) {
            std::string line;
            for (const auto &[ignored, scalar] : item.items())
                line.append(" ").append(scalar.text());
            out += indent + label + line + "\n";
        } else {
            out += indent + label + "\n";
            write_text(item, indent + "  ", out);
        }
    }
}

} // namespace

std::string Value::text() const {
    switch (kind_) {
    case Kind::boolean: return number_ ? "yes" : "no";
    case Kind::number: return std::to_string(number_);
    case Kind::real: {
        char digits[40];
        std::snprintf(digits, sizeof(digits), "%.9g", real_);
        return digits;
    }
    case Kind::text: return text_;
    default: return "-";
    }
}

std::string Value::json() const {
    switch (kind_) {
    case Kind::boolean: return number_ ? "true" : "false";
    case Kind::null: return "null";
    case Kind::text: return quoted(text_);
    case Kind::real: return std::isfinite(real_) ? text() : quoted(text()); // JSON has no infinity
    default: return text();
    }
}

std::string to_json(const Value &value) {
    std::string out;
    write_json(value, 0, out);
    return out + "\n";
}

std::string to_text(const Value &value) {
    if (value.is_scalar()) return value.text() + "\n";
    std::string out;
    write_text(value, "", out);
    return out;
}

std::string hex(uint64_t value, unsigned digits) {
    char text[32];
    std::snprintf(text, sizeof(text), "0x%0*llx", static_cast<int>(digits),
                  static_cast<unsigned long long>(value));
    return text;
}

} // namespace weft::dxbc
