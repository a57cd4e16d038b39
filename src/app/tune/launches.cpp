#include <algorithm>

#include "src/app/tune/tune.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

bool is_given(const SweepAsk& ask, const std::string& name) {
  return std::ranges::any_of(ask.definitions, [&](const std::string& definition) {
    return definition.substr(0, definition.find('=')) == name;
  });
}

bool names(const Formula& formula, const std::string& name) {
  return std::ranges::any_of(formula.expression.names(),
                             [&](const Expression::Name& used) { return used.text == name; });
}

// Powers of two around the usual blocks of one, two and three dimensions; warps run along x.
const char* values_of_axis(std::size_t dimensions, std::size_t axis) {
  if (dimensions == 1) return "32..1024:x2";
  if (dimensions == 2) return axis == 0 ? "8..512:x2" : "1..32:x2";
  return axis == 0 ? "8..256:x2" : axis == 1 ? "1..16:x2" : "1..8:x2";
}

// A parameter of the grid that is no size: elements per thread, or a number of blocks. Values that
// change the work are left out when they are predicted.
std::string values_of_grid(std::int64_t now) {
  constexpr std::int64_t most_elements = 16;
  if (now <= most_elements) return "1..16:x2";
  std::string list;
  for (const std::int64_t quarter : {1, 2, 4, 8, 16}) {
    const std::int64_t value = now * quarter / 4;
    if (value >= 1) list += (list.empty() ? "" : ",") + std::to_string(value);
  }
  return list;
}

}  // namespace

void find_launches(SweepAsk& ask) {
  const Kernel& kernel = ask.kernel->kernel;
  if (!kernel.launch || ask.way == LaunchWay::openacc ||
      (kernel.openacc && kernel.openacc->only_way)) {
    refuse_call(
        "usage", "'" + kernel.id + "' states no launch to choose",
        {"values of its parameters can be given: gpumodel tune " + kernel.id + " NAME=1..8"});
  }
  const std::vector<Formula>& block = kernel.launch->block;
  for (std::size_t axis = 0; axis < block.size(); ++axis) {
    const std::string& name = block[axis].expression.text();
    if (!find_parameter(kernel, name) || is_given(ask, name)) continue;
    const bool square = std::ranges::count_if(block, [&](const Formula& other) {
                          return other.expression.text() == name;
                        }) > 1;
    ask.definitions.push_back(name + "=" +
                              (square ? "4..32:x2" : values_of_axis(block.size(), axis)));
  }
  const bool fixed = block.size() == 1 && block.front().expression.names().empty();
  const bool follows = std::ranges::any_of(
      kernel.launch->grid, [](const Formula& grid) { return names(grid, "block.x"); });
  if (fixed && follows && ask.threads.empty()) ask.threads = values_of_axis(1, 0);
  if (is_open(kernel)) return;  // no grid of its own to look around
  std::vector<Number> defaults;
  evaluate_parameters(kernel, {}, defaults);
  for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
    const std::string& name = kernel.parameters[p].name;
    const bool in_grid = std::ranges::any_of(
        kernel.launch->grid, [&](const Formula& grid) { return names(grid, name); });
    const bool in_shape = std::ranges::any_of(kernel.arrays, [&](const Array& array) {
      return std::ranges::any_of(array.shape, [&](const Formula& f) { return names(f, name); });
    });
    if (!in_grid || in_shape || is_given(ask, name) || !defaults[p].is_integer()) continue;
    ask.definitions.push_back(name + "=" + values_of_grid(defaults[p].integer()));
  }
}

}  // namespace gpumodel
