// y = 2 x over part of y, done rightly and wrongly: nothing wrong may pass, and nothing wrong may
// be timed.
#include "validate/runner/check_answer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/runner/fake_backend.hpp"
#include "validate/runner/measure_case.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t n = 3000;
constexpr std::int64_t written = n - 10;  // the last elements stay as they were

KernelCase doubling() {
  KernelCase c;
  c.kernel = "doubling";
  c.parameters = {{"N", true, n, static_cast<double>(n)}};
  c.arrays = {{.name = "x", .scalar = "f32", .scalar_bytes = 4, .scalars = n},
              {.name = "y", .scalar = "f32", .scalar_bytes = 4, .scalars = n}};
  return c;
}

void refer(Reference& r, Tolerance tolerance = {}) {
  const auto x = r.input<float>("x");
  r.expect<float>("y", tolerance, [=](std::int64_t i) -> std::optional<double> {
    if (i >= written) return std::nullopt;
    return 2.0F * x[i];
  });
}

void correct(const KernelCase& c) {
  const float* x = c.pointer<float>("x");
  float* y = c.pointer<float>("y");
  for (std::int64_t i = 0; i < written; ++i) y[i] = 2.0F * x[i];
}

Answer answer_of(const std::function<void(const KernelCase&)>& kernel, Tolerance tolerance = {}) {
  KernelCase c = doubling();
  Reference reference(c);
  refer(reference, tolerance);
  FakeBackend backend(kernel);
  for (CaseArray& array : c.arrays) backend.place(array);
  backend.select(c);
  backend.launch();
  return check_answer(backend, c, reference);
}

TEST(CheckAnswer, ARightAnswerPasses) {
  const Answer answer = answer_of(correct);
  EXPECT_EQ(answer.wrong, "");
  ASSERT_EQ(answer.arrays.size(), 2U);
  EXPECT_EQ(answer.arrays[1].checked, n);
}

TEST(CheckAnswer, OneWrongElementIsNamed) {
  const Answer answer = answer_of([](const KernelCase& c) {
    correct(c);
    c.pointer<float>("y")[1234] += 1.0F;
  });
  EXPECT_TRUE(answer.wrong.starts_with("y[1234] is ")) << answer.wrong;
  EXPECT_NE(answer.wrong.find("1 of 3000 checked scalars"), std::string::npos) << answer.wrong;
}

TEST(CheckAnswer, NotANumberIsWrong) {
  const Answer answer = answer_of([](const KernelCase& c) {
    correct(c);
    c.pointer<float>("y")[7] = std::nanf("");
  });
  EXPECT_TRUE(answer.wrong.starts_with("y[7] is nan, expected ")) << answer.wrong;
}

TEST(CheckAnswer, WhatTheKernelDidNotWriteIsStillPoison) {
  const Answer answer = answer_of([](const KernelCase&) {});
  EXPECT_TRUE(answer.wrong.starts_with("y[0] is nan, expected ")) << answer.wrong;
}

TEST(CheckAnswer, AWriteBeyondItsPartIsWrong) {
  const Answer answer = answer_of([](const KernelCase& c) {
    correct(c);
    c.pointer<float>("y")[n - 1] = 0.0F;
  });
  EXPECT_TRUE(answer.wrong.starts_with("y[2999] is 0, must stay nan")) << answer.wrong;
}

TEST(CheckAnswer, AChangedInputIsWrong) {
  const Answer answer = answer_of([](const KernelCase& c) {
    correct(c);
    c.pointer<float>("x")[5] = 9.0F;
  });
  EXPECT_TRUE(answer.wrong.starts_with("x[5] is 9, must stay ")) << answer.wrong;
}

TEST(CheckAnswer, ToleranceIsRelative) {
  const auto off = [](const KernelCase& c) {
    correct(c);
    for (std::int64_t i = 0; i < written; ++i) c.pointer<float>("y")[i] *= 1.0001F;
  };
  EXPECT_EQ(answer_of(off, {.relative = 2e-4}).wrong, "");
  EXPECT_NE(answer_of(off, {.relative = 5e-5}).wrong, "");
}

TEST(MeasureCase, AWrongAnswerIsNeverTimed) {
  KernelCase c = doubling();
  Reference reference(c);
  refer(reference);
  FakeBackend backend([](const KernelCase&) {});
  const auto points = measure_case(backend, c, reference, {});
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0]["status"], "wrong-answer");
  EXPECT_FALSE(points[0].contains("time"));
  EXPECT_EQ(backend.timed, 0);
}

TEST(MeasureCase, APointHoldsWhatARecordNeeds) {
  KernelCase c = doubling();
  Reference reference(c);
  refer(reference);
  FakeBackend backend(correct);
  const auto points = measure_case(backend, c, reference, {.caches = {CacheState::warm}});
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0]["status"], "measured");
  EXPECT_EQ(points[0]["cache"], "warm");
  EXPECT_EQ(points[0]["parameters"]["N"], n);
  EXPECT_DOUBLE_EQ(points[0]["time"]["median_s"].get<double>(), 1e-3);
  EXPECT_TRUE(points[0]["time"]["settled"].get<bool>());
}

}  // namespace
}  // namespace gpumodel
