#include "src/app/calibrate/loops.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "models/hardware/device_fields.hpp"
#include "models/time/asked_kernel.hpp"
#include "src/app/calibrate/value.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr int few = 300;        // rounds, and three times as many
constexpr double farthest = 8;  // from the usual number, times or over, that one is looked for

const CalibrationLoop* loop_of(std::string key) {
  std::ranges::replace_if(
      key, [](char c) { return c == '.' || c == '_'; }, '-');
  const auto loops = calibration_loops();
  const auto found = std::ranges::find(loops, key, &CalibrationLoop::name);
  return found == loops.end() ? nullptr : &*found;
}

// A launch of a loop on a device whose numbers change.
class Launch {
 public:
  Launch(const Kernel& kernel, const Gpu& gpu, double rounds, double warps)
      : values_(kernel.parameters.size()) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string& name = kernel.parameters[i].name;
      const double value = name == "sms" ? gpu.sms.si : name == "warps" ? warps : rounds;
      values_[i] = Number::integer(static_cast<std::int64_t>(value));
    }
    settle({.kernel = &kernel, .overrides = values_, .gpu = &gpu}, asked_);
    predict(default_model(), asked_.question, prediction_);
  }
  double seconds() {
    analyse_device_again(*asked_.question.gpu, *prediction_.analysis);
    predict_again(default_model(), asked_.question, prediction_);
    return prediction_.time(prediction_.kernel).si;
  }

 private:
  std::vector<std::optional<Number>> values_;
  AskedKernel asked_;
  Prediction prediction_;
};

// What each further round takes, as predicted and as measured.
struct Rounds {
  Launch less, more;
  double measured;
  Rounds(const Kernel& kernel, const Gpu& gpu, const CurvePoint& point)
      : less(kernel, gpu, few, point.x), more(kernel, gpu, 3 * few, point.x), measured(point.y) {}
  double error() { return std::log((more.seconds() - less.seconds()) / (2 * few) / measured); }
};

// Where f, which falls and then rises, is least.
template <class F>
double least(double low, double high, F&& f) {
  constexpr double golden = 0.6180339887498949;
  for (int i = 0; i < 40; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return 0.5 * (low + high);
}

double half_between_quartiles(std::vector<double> values) {
  std::ranges::sort(values);
  const auto quartile = [&](double q) {
    const double at = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], at - static_cast<double>(below));
  };
  return 0.5 * (quartile(0.75) - quartile(0.25));
}

class Fit {
 public:
  Fit(const CalibrationResult& times, const Gpu& device)
      : times_(times),
        gpu_(device),
        kernel_(
            read_kernel(make_text_file(std::string(loop_of(times.key)->text), times.key)).kernel) {
    for (const DeviceField<Gpu>& field : gpu_fields()) {
      if (field.key == times.key) number_ = &field.of(gpu_);
    }
    if (number_ == nullptr || !number_->is_known()) {
      refuse_result(times, "which no device of its kind has");
    }
    usual_ = number_->si;
    for (const CurvePoint& point : times.points) rounds_.emplace_back(kernel_, gpu_, point);
  }

  CalibrationResult number() {
    CalibrationResult result = times_;
    result.points.clear();
    result.unit_x.clear();
    result.value = best(rounds_.begin(), rounds_.end());
    std::vector<double> alone;
    for (auto one = rounds_.begin(); one != rounds_.end(); ++one) {
      alone.push_back(best(one, std::next(one)) / result.value);
    }
    const double between = half_between_quartiles(std::move(alone));
    const bool none_fits = std::abs(std::log(result.value / usual_)) > 0.99 * std::log(farthest);
    result.spread = none_fits ? farthest : std::max(times_.spread, between);
    result.note = "the number with which these are predicted best: " + times_.note;
    return result;
  }

 private:
  using Iterator = std::deque<Rounds>::iterator;
  double best(Iterator begin, Iterator end) {
    const double reach = std::log(farthest), middle = std::log(usual_);
    return std::exp(least(middle - reach, middle + reach, [&](double logarithm) {
      number_->si = std::exp(logarithm);
      double sum = 0.0;
      for (auto one = begin; one != end; ++one) sum += one->error() * one->error();
      return sum;
    }));
  }

  const CalibrationResult& times_;
  Gpu gpu_;
  const Kernel kernel_;
  SourcedValue* number_ = nullptr;
  double usual_ = 0.0;
  std::deque<Rounds> rounds_;
};

}  // namespace

bool is_of_loops(const CalibrationResult& result) {
  return result.is_curve() && loop_of(result.key) != nullptr;
}

CalibrationResult number_of_loops(const CalibrationResult& times, const Gpu& device) {
  expect_units(times, unit_name(Count::dim), unit_name(Seconds::dim));
  try {
    CalibrationResult number = Fit(times, device).number();
    for (const DeviceField<Gpu>& field : gpu_fields()) {
      if (field.key == number.key) number.unit = unit_name(field.dim);
    }
    return number;
  } catch (const UnknownInput& unknown) {
    refuse_result(times, "which cannot be told without '" + unknown.key + "'");
  } catch (const FormulaError& fault) {  // sizes that no launch can have
    refuse_result(times, fault.error.message);
  }
}

}  // namespace gpumodel
