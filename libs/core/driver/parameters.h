// Shader parameters as the caller gave them, in the core's terms.
#pragma once

#include "core/driver/options.h"
#include "core/ir/module.h"
#include "core/passes/fixed_function.h"

namespace weft::driver {

// Empty if the caller did not give it.
std::optional<ir::Parameter> given_parameter(const Options &options, ParameterName name);
// Where the caller did not give it, every component has `fallback`.
ir::Parameter parameter_or(const Options &options, ParameterName name, ir::Type type, float fallback);

passes::FixedFunction fixed_function(const Options &options);

} // namespace weft::driver
