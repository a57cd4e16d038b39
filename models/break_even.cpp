#include "models/break_even.hpp"

#include <algorithm>
#include <vector>

namespace gpumodel {
namespace {

class Verdicts {
 public:
  Verdicts(const Model& model, const Question& question, std::size_t parameter,
           std::span<const std::optional<Number>> overrides)
      : model_(model),
        question_(question),
        parameter_(parameter),
        overrides_(overrides.begin(), overrides.end()) {
    overrides_.resize(std::max(overrides_.size(), question.kernel->parameters.size()));
  }

  // Nothing where the kernel has no value at this size.
  std::optional<bool> pays(std::int64_t size) {
    overrides_[parameter_] = Number::integer(size);
    try {
      evaluate_parameters(*question_.kernel, overrides_, values_);
      question_.values = values_;
      predict(model_, question_, prediction_);
      return prediction_.host->offload_pays;
    } catch (const FormulaError&) {
      return std::nullopt;
    } catch (const ThreadFault&) {
      return std::nullopt;
    }
  }

 private:
  const Model& model_;
  Question question_;
  std::size_t parameter_;
  std::vector<std::optional<Number>> overrides_;
  std::vector<Number> values_;
  Prediction prediction_;
};

// The first size in (low, high] whose verdict differs from that at `low`; sizes without a value
// count as unchanged.
std::int64_t bisect(Verdicts& verdicts, std::int64_t low, std::int64_t high, bool verdict) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (verdicts.pays(middle).value_or(verdict) == verdict ? low : high) = middle;
  }
  return high;
}

}  // namespace

BreakEven find_break_even(const Model& model, const Question& question, std::size_t parameter,
                          std::span<const std::optional<Number>> overrides) {
  Verdicts verdicts(model, question, parameter, overrides);
  std::optional<bool> first;
  std::int64_t before = 1;
  for (std::int64_t size = 1; size <= largest_break_even_size; size *= 2) {
    const std::optional<bool> now = verdicts.pays(size);
    if (!now) continue;
    if (first && *now != *first) return {*first, bisect(verdicts, before, size, *first)};
    first = now;
    before = size;
  }
  return {first.value_or(false), std::nullopt};
}

std::optional<std::size_t> size_parameter(const Kernel& kernel) {
  std::vector<bool> used(kernel.parameters.size(), false);
  const auto mark = [&](const Expression& expression) {
    for (const Expression::Name& name : expression.names()) {
      const auto slot = static_cast<std::size_t>(name.slot);
      if (slot < used.size()) used[slot] = true;
    }
  };
  mark(kernel.work_items.expression);
  if (kernel.thread) {
    for (const Formula& extent : kernel.launch->grid) mark(extent.expression);
    for (const Array& array : kernel.arrays) {
      for (const Formula& extent : array.shape) mark(extent.expression);
    }
  }
  for (std::size_t i = kernel.evaluation_order.size(); i-- > 0;) {  // users before the used
    const std::size_t parameter = kernel.evaluation_order[i];
    if (used[parameter]) mark(kernel.parameters[parameter].value.expression);
  }
  const auto found = std::ranges::find(used, true);
  if (found == used.end()) return std::nullopt;
  return static_cast<std::size_t>(found - used.begin());
}

}  // namespace gpumodel
