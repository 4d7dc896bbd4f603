// Shader models and the qualifier expressions of test files: todo(sm<4 & vulkan | llvmpipe).
#pragma once

#include "shader-runner/lines.h"

#include <optional>

namespace weft::runner {

constexpr unsigned model_count = 8;
using ModelSet = uint8_t; // bit n: model n
constexpr ModelSet all_models = 0xff;
enum Model : unsigned { sm2_0, sm3_0, sm4_0, sm4_1, sm5_0, sm5_1, sm6_0, sm6_2 };

const char *model_name(unsigned model);                    // "4.1"
std::optional<unsigned> find_model(std::string_view name); // full form only

enum Tag : unsigned {
    tag_d3d12,
    tag_emulated_doubles,
    tag_glsl,
    tag_llvmpipe,
    tag_mesa_lt_23_3,
    tag_msl,
    tag_mvk_lt_1_2_11,
    tag_mvk,
    tag_opengl,
    tag_vulkan,
    tag_warp,
    tag_count,
};
using TagSet = uint32_t;

// A disjunction of conjunctions.
class Expression {
  public:
    // Reads "(…)" when it stands directly at the cursor; without it the expression is always true.
    static std::optional<Expression> parse(Cursor &cursor);

    bool holds(unsigned model, TagSet tags) const;
    ModelSet models() const; // tags select every model

  private:
    struct Conjunction {
        ModelSet models = all_models;
        TagSet required = 0, excluded = 0;
    };
    std::vector<Conjunction> alternatives_;
};

} // namespace weft::runner
