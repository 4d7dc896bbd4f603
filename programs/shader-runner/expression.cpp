#include "shader-runner/expression.h"

#include <cstring>

namespace weft::runner {
namespace {

constexpr const char *model_names[model_count] = {"2.0", "3.0", "4.0", "4.1", "5.0", "5.1", "6.0", "6.2"};

// Longer names come before their own prefixes.
constexpr const char *tag_names[tag_count] = {"d3d12", "emulated-doubles", "glsl", "llvmpipe", "mesa<23.3",
                                              "msl",   "mvk<1.2.11",       "mvk",  "opengl",   "vulkan",
                                              "warp"};

void skip_space(const char *&at) {
    while (*at == ' ' || *at == '\t')
        ++at;
}

bool accept(const char *&at, const char *text) {
    const size_t length = strlen(text);
    if (strncmp(at, text, length) != 0) return false;
    at += length;
    return true;
}

// "4.1", or "4" for "4.0".
std::optional<unsigned> read_model(const char *&at) {
    for (unsigned i = 0; i < model_count; ++i)
        if (accept(at, model_names[i])) return i;
    for (unsigned i = 0; i < model_count; ++i) {
        if (model_names[i][2] != '0' || *at != model_names[i][0] || at[1] == '.' ||
            (at[1] >= '0' && at[1] <= '9'))
            continue;
        ++at;
        return i;
    }
    return std::nullopt;
}

} // namespace

const char *model_name(unsigned model) {
    return model < model_count ? model_names[model] : "?";
}

std::optional<unsigned> find_model(std::string_view name) {
    for (unsigned i = 0; i < model_count; ++i)
        if (name == model_names[i]) return i;
    return std::nullopt;
}

std::optional<Expression> Expression::parse(Cursor &cursor) {
    Expression expression;
    const char *at = cursor.rest();
    if (*at != '(') {
        expression.alternatives_.emplace_back();
        return expression;
    }
    ++at;
    Conjunction current;
    for (;;) {
        skip_space(at);
        if (accept(at, "sm>=")) {
            const auto model = read_model(at);
            if (!model) return std::nullopt;
            current.models &= ModelSet(all_models << *model);
        } else if (accept(at, "sm<")) {
            const auto model = read_model(at);
            if (!model) return std::nullopt;
            current.models &= ModelSet((1u << *model) - 1);
        } else {
            const bool negated = accept(at, "!");
            unsigned tag = 0;
            while (tag < tag_count && !accept(at, tag_names[tag]))
                ++tag;
            if (tag == tag_count) return std::nullopt;
            (negated ? current.excluded : current.required) |= 1u << tag;
        }
        skip_space(at);
        if (*at == '&') {
            ++at;
        } else if (*at == '|' || *at == ')') {
            expression.alternatives_.push_back(current);
            current = {};
            if (*at++ == ')') break;
        } else {
            return std::nullopt;
        }
    }
    cursor.move_to(at);
    cursor.skip_space();
    return expression;
}

bool Expression::holds(unsigned model, TagSet tags) const {
    for (const auto &alternative : alternatives_)
        if ((alternative.models >> model & 1) && (alternative.required & ~tags) == 0 &&
            (alternative.excluded & tags) == 0)
            return true;
    return false;
}

ModelSet Expression::models() const {
    ModelSet models = 0;
    for (const auto &alternative : alternatives_)
        models |= alternative.models;
    return models;
}

} // namespace weft::runner
