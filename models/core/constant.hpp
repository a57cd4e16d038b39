// A number of the models themselves: no device has it, no descriptor states it.
//
// Each is a row of models/core/constants.hpp with what it stands on. `low` and `high` are what the
// interval of a time takes it to be: the value itself where the error of its term covers it.
#pragma once

#include <string_view>

#include "models/core/units.hpp"

namespace gpumodel {

// What a constant stands on. None may stand on the points that `validate` counts unless it says so.
enum class Scope {
  published,   // a document, or a curve read off one
  calibrated,  // seen on kernels that calibrate a device
  experiment,  // measured once, for this purpose
  assumed,     // chosen; the range says how far it may be off
  validation,  // read off kernels that `validate` counts
  generated,   // read off generated kernels whose seeds are used up
};

constexpr std::string_view to_string(Scope scope) {
  switch (scope) {
    case Scope::published:
      return "published";
    case Scope::calibrated:
      return "calibrated";
    case Scope::experiment:
      return "experiment";
    case Scope::assumed:
      return "assumed";
    case Scope::validation:
      return "validation";
    case Scope::generated:
      return "generated";
  }
  return "assumed";
}

struct Constant {
  std::string_view name;  // "around_a_wait"
  double value = 0.0;     // SI
  Dim dim{};
  double low = 0.0, high = 0.0;
  Scope scope = Scope::assumed;
  std::string_view source{};
};

// Exact in intervals.
template <class Q>
constexpr Constant constant(std::string_view name, Q value, Scope scope, std::string_view source) {
  return {name, value.si, Q::dim, value.si, value.si, scope, source};
}
// Between value / factor and value * factor.
template <class Q>
constexpr Constant constant(std::string_view name, Q value, double factor, Scope scope,
                            std::string_view source) {
  return {name, value.si, Q::dim, value.si / factor, value.si * factor, scope, source};
}
// How far an equation can be from the truth where its inputs are right.
constexpr Constant error_of(std::string_view name, double factor, Scope scope,
                            std::string_view source) {
  return {name, 1.0, Dim{}, 1.0 / factor, factor, scope, source};
}

// How far predictions are off, measured over predicted.
constexpr Constant residual(std::string_view name, double low, double high) {
  return {name, 1.0, Dim{}, low, high, Scope::generated, "of generated kernels that it limits"};
}

}  // namespace gpumodel
