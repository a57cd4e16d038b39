#include "validate/runner/check_answer.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <mutex>

#include "validate/runner/parallel.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_checked = std::int64_t{1} << 20;
constexpr double most_operations = 2e9;  // of the reference, all scalars together
constexpr std::int64_t at_each_end = 256;

// All scalars, or the first and last and some between, in order.
std::vector<std::int64_t> places(std::int64_t scalars, double cost) {
  const auto affordable = static_cast<std::int64_t>(most_operations / std::max(1.0, cost));
  const std::int64_t wanted = std::clamp<std::int64_t>(affordable, 2 * at_each_end, most_checked);
  std::vector<std::int64_t> chosen;
  if (scalars <= wanted) {
    for (std::int64_t i = 0; i < scalars; ++i) chosen.push_back(i);
    return chosen;
  }
  for (std::int64_t i = 0; i < at_each_end; ++i) {
    chosen.push_back(i);
    chosen.push_back(scalars - 1 - i);
  }
  for (std::int64_t i = 2 * at_each_end; i < wanted; ++i) {
    const std::uint64_t bits = scrambled(0xC4EC4, static_cast<std::uint64_t>(i));
    chosen.push_back(static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(scalars)));
  }
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  return chosen;
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// One place where the answer is not what it must be.
struct Wrong {
  std::int64_t index = -1;
  double actual = 0.0;
  double expected = 0.0;
  bool untouched = false;  // it had to stay as it was
};

// What an array held before the launch, as the device shows it: poison is NaN or -1.
double initial(const CaseArray& array, std::int64_t index) {
  if (array.start == Start::poison) {
    return array.scalar.front() == 'f' || array.scalar.front() == 'b' ? std::nan("") : -1.0;
  }
  if (array.scalar == "f32") return static_cast<double>(Input<float>(array)[index]);
  return Input<double>(array)[index];
}

std::string in_words(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.9g}", value);  // without a sign
}

class ArrayCheck {
 public:
  ArrayCheck(const CaseArray& array, const Expectation& expectation)
      : array_(array), expectation_(expectation) {}

  void compare(std::span<const std::int64_t> indices, std::span<const double> actual) {
    in_parallel(static_cast<std::int64_t>(indices.size()),
                [&](std::int64_t first, std::int64_t end) {
                  for (std::int64_t i = first; i < end; ++i) {
                    const auto at = static_cast<std::size_t>(i);
                    one(indices[at], actual[at]);
                  }
                });
  }

  double worst_error() const { return worst_error_; }
  std::string wrong(std::size_t checked) const {
    if (wrong_ == 0) return {};
    const std::string must = first_.untouched ? "must stay " + in_words(first_.expected)
                                              : "expected " + in_words(first_.expected);
    return fmt::format("{}[{}] is {}, {} ({} of {} checked scalars are wrong)", array_.name,
                       first_.index, in_words(first_.actual), must, wrong_, checked);
  }

 private:
  void one(std::int64_t index, double actual) {
    const std::optional<double> expected = expectation_.expected(index);
    const double target = expected ? *expected : initial(array_, index);
    const double error = std::abs(actual - target);
    const Tolerance& allowed = expectation_.tolerance;
    const bool right = expected ? error <= allowed.absolute + allowed.relative * std::abs(target) ||
                                      same(actual, target)
                                : same(actual, target);
    const std::lock_guard lock(mutex_);
    if (expected && target != 0.0 && std::isfinite(error)) {
      worst_error_ = std::max(worst_error_, error / std::abs(target));
    }
    if (right) return;
    if (wrong_++ == 0 || index < first_.index) first_ = {index, actual, target, !expected};
  }

  const CaseArray& array_;
  const Expectation& expectation_;
  std::mutex mutex_;
  double worst_error_ = 0.0;
  std::int64_t wrong_ = 0;
  Wrong first_;
};

const Expectation* find(const Reference& reference, const std::string& array) {
  for (const Expectation& expectation : reference.expectations()) {
    if (expectation.array == array) return &expectation;
  }
  return nullptr;
}

}  // namespace

Answer check_answer(Backend& backend, const KernelCase& c, const Reference& reference) {
  Answer answer;
  for (const CaseArray& array : c.arrays) {
    const Expectation untouched{
        array.name, {}, 100.0, [](std::int64_t) { return std::optional<double>(); }};
    const Expectation* stated = find(reference, array.name);
    ArrayCheck check(array, stated != nullptr ? *stated : untouched);
    const std::vector<std::int64_t> indices =
        places(array.scalars, stated != nullptr ? stated->cost : untouched.cost * 1000.0);
    check.compare(indices, backend.read(array, indices));
    answer.arrays.push_back({array.name, static_cast<std::int64_t>(indices.size()), array.scalars,
                             check.worst_error()});
    const std::string wrong = check.wrong(indices.size());
    if (answer.wrong.empty()) answer.wrong = wrong;
  }
  return answer;
}

}  // namespace gpumodel
