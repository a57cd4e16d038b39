#include "models/time/break_even.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

#include "models/hardware/device_memory.hpp"

namespace gpumodel {
namespace {

// Of one prediction's work: for each size, and for all; what is left is spread over sizes to come.
constexpr double share_of_size = 0.1, share_of_search = 1.0, least_share_of_size = 0.005;
constexpr double sizes_to_come = 10.0;
constexpr std::int64_t apart = 16;  // sizes that are looked at in any case
constexpr std::int64_t fine = 1024, coarse = 64;

// ln(host's time / offload's): offloading pays where it is above 0.
struct Gains {
  double expected = 0.0, at_best = 0.0, at_worst = 0.0;
};
using GainsCurve = double Gains::*;

Gains gains_of(const Prediction& p) {
  const Estimate<Seconds>& host = p.terms[p.host->term].time;
  const Estimate<Seconds>& offload = p.terms[p.offload].time;
  return {std::log(speedup(host.value, offload.value)), std::log(speedup(host.high, offload.low)),
          std::log(speedup(host.low, offload.high))};
}

class Values {
 public:
  Values(const Kernel& kernel, std::size_t parameter,
         std::span<const std::optional<Number>> overrides)
      : kernel_(kernel), parameter_(parameter), overrides_(overrides.begin(), overrides.end()) {
    overrides_.resize(std::max(overrides_.size(), kernel.parameters.size()));
  }
  // Throws FormulaError.
  const std::vector<Number>& at(std::int64_t size) {
    overrides_[parameter_] = Number::integer(size);
    evaluate_parameters(kernel_, overrides_, values_);
    return values_;
  }

 private:
  const Kernel& kernel_;
  std::size_t parameter_;
  std::vector<std::optional<Number>> overrides_;
  std::vector<Number> values_;
};

class Search {
 public:
  Search(const Model& model, const Question& question, Values& values)
      : model_(model), question_(question), values_(values), work_(question.work) {
    question_.streams = 0;
  }

  void know(std::int64_t size, const Gains& gains) { gains_[size] = gains; }

  // From the smallest power of two with a value to the largest, `most` at most.
  void look_around(std::int64_t most, BreakEven& found) {
    std::int64_t first = 1;
    while (first <= most && !evaluate(first)) first *= 2;
    std::int64_t last = most;
    while (last > first && !evaluate(last)) {
      last /= 2;
      found.end = SizesEnd::value;
      found.reason = reason_;
    }
    for (std::int64_t size = first; size < last / apart;) evaluate(size *= apart);
  }

  SizeChange first_change(GainsCurve curve, std::int64_t steps) {
    const bool pays = gains_.begin()->second.*curve > 0.0;
    SizeChange change{pays, {}, gains_.rbegin()->first};
    auto after = first_with(!pays, gains_.begin(), curve);
    if (after == gains_.end()) return change;
    change.at = narrow(*std::prev(after), *after, curve, steps);
    const auto back = first_with(pays, gains_.find(*change.at), curve);
    if (back != gains_.end()) change.holds_to = std::prev(back)->first;
    return change;
  }

  bool is_empty() const { return gains_.empty(); }
  std::int64_t smallest() const { return gains_.begin()->first; }
  std::int64_t largest() const { return gains_.rbegin()->first; }
  std::size_t evaluated() const { return gains_.size(); }

 private:
  using Point = std::pair<const std::int64_t, Gains>;

  bool evaluate(std::int64_t size) {
    if (gains_.contains(size)) return true;
    try {
      question_.values = values_.at(size);
      question_.work =
          work_ * std::clamp(left_ / sizes_to_come, least_share_of_size, share_of_size);
      predict(model_, question_, prediction_);
      if (prediction_.analysis) left_ -= prediction_.analysis->traffic.work_done / work_;
      gains_[size] = gains_of(prediction_);
      return true;
    } catch (const FormulaError& fault) {
      reason_ = fault.error.message;
    } catch (const ThreadFault& fault) {
      reason_ = fault.error.message;
    }
    return false;
  }

  std::map<std::int64_t, Gains>::iterator first_with(bool pays,
                                                     std::map<std::int64_t, Gains>::iterator from,
                                                     GainsCurve curve) {
    return std::find_if(from, gains_.end(),
                        [&](const Point& point) { return (point.second.*curve > 0.0) == pays; });
  }

  // A size with the verdict of `high`, next to one with that of `low`. What interpolation gives is
  // moved towards the end that is further away, so that both come closer, and every third time the
  // middle is taken, so that they surely do. Where that has no value, a kernel may want multiples:
  // the roundest number between the ends is tried from then on, until that has none either.
  std::int64_t narrow(const Point& low, const Point& high, GainsCurve curve, std::int64_t steps) {
    std::int64_t a = low.first, b = high.first;
    double at_a = low.second.*curve, at_b = high.second.*curve;
    const bool pays = at_b > 0.0;
    bool round = false;
    for (int step = 1; b - a > std::max<std::int64_t>(1, a / steps); ++step) {
      const double wide = std::log(static_cast<double>(b) / static_cast<double>(a));
      const double part = step % 3 == 0 ? 0.5 : at_a / (at_a - at_b);
      double size = static_cast<double>(a) * std::exp(part * wide);
      const double nudge = 0.5 * std::max(1.0, size / static_cast<double>(steps));
      size += step % 3 == 0 ? 0.0 : part < 0.5 ? nudge : -nudge;
      std::int64_t middle = std::clamp<std::int64_t>(std::llround(size), a + 1, b - 1);
      round = round || !evaluate(middle);
      if (round) middle = roundest(a + 1, b - 1);
      if (round && !evaluate(middle)) break;
      const double gain = gains_[middle].*curve;
      ((gain > 0.0) == pays ? b : a) = middle;
      ((gain > 0.0) == pays ? at_b : at_a) = gain;
    }
    return b;
  }

  // The number from `first` to `last` with the most binary zeros at its end.
  static std::int64_t roundest(std::int64_t first, std::int64_t last) {
    const auto differ = static_cast<std::uint64_t>((first - 1) ^ last);
    return last & ~static_cast<std::int64_t>(std::bit_floor(differ) - 1);
  }

  const Model& model_;
  Question question_;
  Values& values_;
  double work_;
  double left_ = share_of_search;  // of it
  Prediction prediction_;
  std::map<std::int64_t, Gains> gains_;
  std::string reason_;
};

}  // namespace

std::optional<BreakEven> find_break_even(const Model& model, const Question& question,
                                         const Prediction& prediction, std::size_t parameter,
                                         std::span<const std::optional<Number>> overrides) {
  BreakEven found;
  Values values(*question.kernel, parameter, overrides);
  std::int64_t most = largest_break_even_size;
  if (const auto memory = DeviceMemory({}, *question.gpu).capacity) {
    const auto fits = largest_that_fits(*question.kernel, parameter, overrides, *memory);
    most = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(fits.value_or(0))));
    if (most < largest_break_even_size) found.end = SizesEnd::memory;
  }
  Search search(model, question, values);
  const Number asked = question.values[parameter];
  if (asked.is_integer() && asked.integer() > 0) search.know(asked.integer(), gains_of(prediction));
  search.look_around(most, found);
  if (search.is_empty()) return std::nullopt;
  found.expected = search.first_change(&Gains::expected, fine);
  found.at_best = search.first_change(&Gains::at_best, coarse);
  found.at_worst = search.first_change(&Gains::at_worst, coarse);
  found.smallest = search.smallest();
  found.largest = search.largest();
  found.evaluated = search.evaluated();
  return found;
}

std::optional<std::int64_t> largest_that_fits(const Kernel& kernel, std::size_t parameter,
                                              std::span<const std::optional<Number>> overrides,
                                              Bytes memory) {
  Values values(kernel, parameter, overrides);
  const auto fits = [&](std::int64_t size) -> std::optional<bool> {
    try {
      return device_bytes(kernel, values.at(size)) <= memory;
    } catch (const FormulaError&) {
      return std::nullopt;
    }
  };
  std::int64_t low = 0, high = 2 * largest_break_even_size;
  for (std::int64_t size = 1; size <= largest_break_even_size; size *= 2) {
    const std::optional<bool> here = fits(size);
    if (here && *here) {
      low = size;
    } else if (here || low > 0) {  // too large, or too large a number
      high = size;
      break;
    }
  }
  if (low == 0) return std::nullopt;
  if (low == largest_break_even_size) return low;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(middle).value_or(false) ? low : high) = middle;
  }
  return low;
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
