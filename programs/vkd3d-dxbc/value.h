// What a dump says, before anybody decides how it looks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::dxbc {

class Value {
  public:
    enum class Kind { null, boolean, number, real, text, list, object };

    Value() = default;
    Value(bool b) : kind_(Kind::boolean), number_(b) {}
    Value(int n) : kind_(Kind::number), number_(n) {}
    Value(unsigned n) : kind_(Kind::number), number_(n) {}
    Value(uint64_t n) : kind_(Kind::number), number_(static_cast<int64_t>(n)) {}
    Value(int64_t n) : kind_(Kind::number), number_(n) {}
    Value(double r) : kind_(Kind::real), real_(r) {}
    Value(std::string_view s) : kind_(Kind::text), text_(s) {}
    Value(const std::string &s) : kind_(Kind::text), text_(s) {}
    Value(const char *s) : kind_(Kind::text), text_(s) {}

    static Value list() { return Value(Kind::list); }
    static Value object() { return Value(Kind::object); }

    Value &add(Value v) {
        items_.emplace_back(std::string(), std::move(v));
        return *this;
    }
    Value &add(std::string_view key, Value v) {
        items_.emplace_back(std::string(key), std::move(v));
        return *this;
    }

    Kind kind() const { return kind_; }
    bool is_scalar() const { return kind_ != Kind::list && kind_ != Kind::object; }
    const std::vector<std::pair<std::string, Value>> &items() const { return items_; }
    // Of scalars, as text and as JSON have it.
    std::string text() const;
    std::string json() const;

  private:
    explicit Value(Kind kind) : kind_(kind) {}

    Kind kind_ = Kind::null;
    int64_t number_ = 0;
    double real_ = 0;
    std::string text_;
    std::vector<std::pair<std::string, Value>> items_;
};

std::string to_json(const Value &value);
// Keys and values by indentation; lists of like objects as tables.
std::string to_text(const Value &value);

std::string hex(uint64_t value, unsigned digits = 0);

} // namespace weft::dxbc
