// The host reference of a kernel: what stands in its arrays before, and what must stand there
// after one launch.
//
//   GPUMODEL_REFERENCE("saxpy", r) {
//     const auto x = r.input<float>("x"), y = r.input<float>("y");
//     r.expect<float>("y", {.relative = 1e-6}, [=](std::int64_t i) { return 2.0F * x[i] + y[i]; });
//   }
//
// Inputs are functions of the index: nothing of the size of the arrays is held on the host, and
// large outputs are checked at a sample of their elements.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// The initial values of an array, by scalar index.
template <class T>
class Input {
 public:
  explicit Input(const CaseArray& array) : array_(&array) {}
  T operator[](std::int64_t i) const {
    switch (array_->start) {
      case Start::random:
        return static_cast<T>(
            random_real(array_->seed, static_cast<std::uint64_t>(i), array_->low, array_->high));
      case Start::contents:
        return static_cast<T>(array_->contents[static_cast<std::size_t>(i)]);
      case Start::zero:
      case Start::poison:
        break;
    }
    return T{};
  }

 private:
  const CaseArray* array_;  // of the case, which outlives the reference
};

// |actual - expected| <= absolute + relative * |expected|. Both 0: equal.
struct Tolerance {
  double relative = 0.0;
  double absolute = 0.0;
};

// The value of one scalar after the launch; nothing: untouched, it must hold what it held before.
using ExpectedScalar = std::function<std::optional<double>(std::int64_t)>;

struct Expectation {
  std::string array;
  Tolerance tolerance;
  double cost = 1.0;  // of one scalar, in operations: fewer scalars of costly ones are checked
  ExpectedScalar expected;
};

class Reference {
 public:
  explicit Reference(KernelCase& c) : case_(c) {}

  const KernelCase& kernel_case() const { return case_; }
  std::int64_t value(std::string_view parameter) const { return case_.value(parameter); }
  double real_value(std::string_view parameter) const { return case_.real_value(parameter); }

  // An array that the kernel reads: the numbers the descriptor states, else uniform reals.
  template <class T>
  Input<T> input(std::string_view array, double low = 0.5, double high = 1.5) {
    CaseArray& a = case_.array(array);
    if (a.contents.empty()) {
      a.start = Start::random;
      a.low = low;
      a.high = high;
    } else {
      a.start = Start::contents;
    }
    return Input<T>(a);
  }
  // An array that is 0 before the kernel, such as the bins of a histogram.
  void zero(std::string_view array) { case_.array(array).start = Start::zero; }

  // `expected(i)` is a number, or std::optional of one. T is the scalar type of the array.
  // `cost` is roughly how many operations one value takes: n for an element of a matrix product.
  template <class T, class Expected>
  void expect(std::string_view array, Tolerance tolerance, Expected expected, double cost = 1.0) {
    expectations_.push_back(
        {std::string(array), tolerance, cost,
         [expected](std::int64_t i) -> std::optional<double> { return expected(i); }});
  }
  // The kernel must leave this array as it was; for kernels that store nothing (a sum is compared
  // with a number it never has, so that the compiler keeps the work).
  void expect_untouched(std::string_view array) {
    expectations_.push_back(
        {std::string(array), {}, 1.0, [](std::int64_t) { return std::optional<double>(); }});
  }

  std::span<const Expectation> expectations() const { return expectations_; }

 private:
  KernelCase& case_;
  std::vector<Expectation> expectations_;
};

using ReferenceFunction = void (*)(Reference&);
// Called before main() by GPUMODEL_REFERENCE.
bool register_reference(const char* kernel, ReferenceFunction function);
// Null where there is none.
ReferenceFunction find_reference(std::string_view kernel);
std::vector<std::string> referenced_kernels();

}  // namespace gpumodel

// The reference of the descriptor named KERNEL (a string); one per source file, or _AS with a name.
// NOLINTBEGIN(bugprone-macro-parentheses): R is declared, not used.
#define GPUMODEL_REFERENCE_AS(KERNEL, FUNCTION, R)           \
  static void FUNCTION(gpumodel::Reference& R);              \
  [[maybe_unused]] static const bool FUNCTION##_registered = \
      gpumodel::register_reference(KERNEL, FUNCTION);        \
  static void FUNCTION([[maybe_unused]] gpumodel::Reference& R)
// NOLINTEND(bugprone-macro-parentheses)
#define GPUMODEL_REFERENCE(KERNEL, R) GPUMODEL_REFERENCE_AS(KERNEL, gpumodel_reference, R)
