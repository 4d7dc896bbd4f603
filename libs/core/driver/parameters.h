// Shader parameters as the caller gave them, in the core's terms.
#pragma once

#include "core/driver/options.h"
#include "core/ir/module.h"
#include "core/passes/fixed_function.h"

namespace weft::driver {

// Empty if the caller did not give it.
std::optional<ir::Parameter> given_parameter(const Options &options, ParameterName name);
// Where the caller did not give it, every component has the bits of `fallback`, unless the pipeline says
// otherwise: as in the library that this one stands in for, it is a specialization constant, with the first
// number that the caller has given to none.
ir::Parameter parameter_or(const Options &options, ParameterName name, ir::Type type, uint32_t fallback);
// Of a parameter that selects code: where the caller did not give it, there is none but for `fallback`.
ir::Parameter selector(const Options &options, ParameterName name, uint32_t fallback = 0);
// The number that constants without one begin with.
uint32_t free_specialization_id(const Options &options);

passes::FixedFunction fixed_function(const Options &options);

} // namespace weft::driver
