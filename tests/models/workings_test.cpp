// Numbers that show how they were worked out: values, ends, text and derivatives of one expression.
#include "models/core/workings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "models/core/constants.hpp"
#include "src/io/text/unit_names.hpp"

namespace gpumodel {
namespace {

struct Toy {
  Workings w;
  Sourced<Seconds> sourced(double value, double factor = 1.0) {
    Sourced<Seconds> one;
    one.si = value;
    one.source = {.from = Provenance::measured, .key = "x", .factor = factor};
    return one;
  }
  Worked<Count> count(Symbol symbol, double value) { return w.count(symbol, Count{value}, "test"); }
};

TEST(Workings, EveryOperationHasItsValueItsEndsAndItsText) {
  Toy t;
  const Sourced<Seconds> ten = t.sourced(10, 2), four = t.sourced(4, 2);
  const auto a = t.w.number("a", ten), b = t.w.number("b", four);
  const auto expect = [&](Worked<Seconds> x, double value, double low, double high,
                          const char* text) {
    EXPECT_DOUBLE_EQ(x.value().si, value) << text;
    EXPECT_DOUBLE_EQ(x.estimate().low.si, low) << text;
    EXPECT_DOUBLE_EQ(x.estimate().high.si, high) << text;
    EXPECT_EQ(t.w.text(x.id()), text);
  };
  expect(a + b, 14, 7, 28, "a + b");
  expect(a - b, 6, 3, 12, "a - b");  // of one calibration: both err alike
  expect(max(a, b), 10, 5, 20, "max(a, b)");
  expect(min(a, b), 4, 2, 8, "min(a, b)");
  expect(hypot(a, b), std::hypot(10, 4), std::hypot(5, 2), std::hypot(20, 8), "hypot(a, b)");
  expect(geometric_mean(a, b), std::sqrt(40), std::sqrt(10), std::sqrt(160), "sqrt(a * b)");
  EXPECT_EQ(t.w.text(geometric_mean(a + b, a / 4.0).id()), "sqrt((a + b) * a / 4)");
  expect(2.0 * a, 20, 10, 40, "2 * a");
  expect(a / 4.0, 2.5, 1.25, 5, "a / 4");
  const auto ratio = a / b;
  EXPECT_DOUBLE_EQ(ratio.value().si, 2.5);
  EXPECT_DOUBLE_EQ(ratio.estimate().low.si, 5.0 / 8.0);
  EXPECT_DOUBLE_EQ(ratio.estimate().high.si, 10.0);
  EXPECT_DOUBLE_EQ(ceil(ratio).value().si, 3.0);
  EXPECT_EQ(t.w.text(ceil(ratio).id()), "ceil(a / b)");
  EXPECT_DOUBLE_EQ(log(ratio).value().si, std::log(2.5));
  EXPECT_EQ(t.w.text(log(ratio).id()), "log(a / b)");
  expect(t.w.within(a, constants::error_of_l1), 10, 5 / 1.07, 20 * 1.07, "a");
}

// A difference whose ends would cross holds its value.
TEST(Workings, EndsHoldTheValue) {
  Toy t;
  const Sourced<Seconds> sure = t.sourced(10), unsure = t.sourced(8, 3);
  const auto less = t.w.number("a", sure) - t.w.number("b", unsure);
  EXPECT_DOUBLE_EQ(less.value().si, 2.0);
  EXPECT_LE(less.estimate().low.si, 2.0);
  EXPECT_GE(less.estimate().high.si, 2.0);
}

TEST(Workings, TextBracketsWhatBindsLess) {
  Toy t;
  const auto a = t.count("a", 1), b = t.count("b", 2), c = t.count("c", 3);
  EXPECT_EQ(t.w.text((a * (b + c)).id()), "a * (b + c)");
  EXPECT_EQ(t.w.text((a / (b * c)).id()), "a / (b * c)");
  EXPECT_EQ(t.w.text((a / b / c).id()), "a / b / c");
  EXPECT_EQ(t.w.text((a - (b - c)).id()), "a - (b - c)");
  EXPECT_EQ(t.w.text((a + b - c).id()), "a + b - c");
  EXPECT_EQ(t.w.text(max(max(a, b), c).id()), "max(a, b, c)");
  EXPECT_EQ(t.w.text((t.count({"n", 0}, 1) * t.count({"n", 1}, 1)).id()), "n_1 * n_2");
  EXPECT_EQ(t.w.text((t.w.literal(0.1) * a).id()), "0.1 * a");
}

TEST(Workings, WhatIsNamedIsShownByItsNameAndHasItsOperandsBehindIt) {
  Toy t;
  const auto a = t.count("a", 2), b = t.count("b", 3);
  const auto sum = t.w.named("s", a + b);
  const auto all = sum * a;
  EXPECT_EQ(t.w.text(all.id()), "s * a");
  const Workings::Operands operands = t.w.operands(all.id());
  ASSERT_EQ(operands.in_text.size(), 2u);
  EXPECT_EQ(t.w.operand(operands.in_text[0]).from, From::worked);
  EXPECT_EQ(t.w.text(t.w.behind(operands.in_text[0])), "a + b");
  EXPECT_EQ(t.w.operands(t.w.behind(sum.id())).in_text.size(), 2u);
}

TEST(Workings, AnOperandStandsOnceAndErrorsApart) {
  Toy t;
  const auto a = t.count("a", 2);
  const auto x = t.w.within(a * a + a, constants::error_of_l1);
  const Workings::Operands operands = t.w.operands(x.id());
  EXPECT_EQ(operands.in_text.size(), 1u);
  ASSERT_EQ(operands.of_ends.size(), 1u);
  EXPECT_EQ(t.w.operand(operands.of_ends[0]).constant(), &constants::error_of_l1);
}

// Against differences.
TEST(Workings, Influences) {
  const auto value = [](double a, double b, double c) {
    return std::max(a, 3.0 * b) * std::hypot(a, c) / (b + std::min(c, 9.0)) -
           0.1 * std::sqrt(b * c) + std::log(c);
  };
  const double at[] = {2.0, 1.5, 4.0};
  Toy t;
  const auto a = t.count("a", at[0]), b = t.count("b", at[1]), c = t.count("c", at[2]);
  const auto made = max(a, 3.0 * b) * hypot(a, c) / t.w.named("n", b + min(c, t.w.literal(9.0))) -
                    0.1 * geometric_mean(b, c) + log(c);
  ASSERT_DOUBLE_EQ(made.value().si, value(at[0], at[1], at[2]));
  const auto influences = t.w.influences(made.id());
  ASSERT_EQ(influences.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    double more[] = {at[0], at[1], at[2]}, less[] = {at[0], at[1], at[2]};
    more[i] *= 1 + 1e-6;
    less[i] *= 1 - 1e-6;
    const double slope = (value(more[0], more[1], more[2]) - value(less[0], less[1], less[2])) /
                         (2e-6 * made.value().si);
    EXPECT_NEAR(influences[i].elasticity, slope, 1e-6) << t.w.symbol(influences[i].operand);
  }
}

// Another number in place of a count, and everything that was made of it is worked out again.
TEST(Workings, ACountIsReplaced) {
  Toy t;
  const auto a = t.count("a", 2), b = t.count("b", 5);
  const auto made = [&](Worked<Count> x) {
    const auto least = t.w.named("m", min(hypot(x, b), ceil(x / 3.0) * x));
    return t.w.within(max(least, x) - 0.5 * b + x / b, constants::error_of_l1);
  };
  const auto before = made(a);
  for (const double value : {0.5, 2.0, 7.0, 1e6}) {
    t.w.replace(a.id(), value, before.id());
    const auto afresh = made(t.count("a", value));
    EXPECT_EQ(before.value().si, afresh.value().si);
    EXPECT_EQ(before.estimate().low.si, afresh.estimate().low.si);
    EXPECT_EQ(before.estimate().high.si, afresh.estimate().high.si);
  }
}

// Every row says what it stands on and holds its value.
TEST(Constants, RowsAreWhole) {
  for (const Constant* row : all_constants()) {
    EXPECT_FALSE(row->name.empty() || row->source.empty()) << row->name;
    EXPECT_TRUE(row->low <= row->value && row->value <= row->high) << row->name;
  }
}

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(GPUMODEL_SOURCE_DIR) + "/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A row of the header that all_constants() leaves out would be used and never shown.
TEST(Constants, EveryRowOfTheHeaderIsListed) {
  const std::string header = text_of("models/core/constants.hpp");
  const std::string definition = "inline constexpr Constant ";
  std::size_t rows = 0;
  for (std::size_t at = header.find(definition); at != std::string::npos;
       at = header.find(definition, at + 1)) {
    ++rows;
  }
  EXPECT_EQ(rows, all_constants().size());
}

std::string number(double value) {
  std::ostringstream text;
  text << std::setprecision(value == std::floor(value) ? 15 : 4) << value;
  return text.str();
}

// docs/constants.md is this table; the test prints what it should be.
TEST(Constants, TheDocumentHasThem) {
  std::string table =
      "| constant | value | | in intervals | stands on | |\n|---|---|---|---|---|---|\n";
  for (const Constant* row : all_constants()) {
    const std::string range = row->low == row->high ? std::string("as it is")
                                                    : number(row->low) + " to " + number(row->high);
    table += "| `" + std::string(row->name) + "` | " + number(row->value) + " | " +
             base_unit(row->dim) + " | " + range + " | " + std::string(to_string(row->scope)) +
             " | " + std::string(row->source) + " |\n";
  }
  EXPECT_NE(text_of("docs/constants.md").find(table), std::string::npos) << table;
}

// How far errors can be trusted hangs on it.
TEST(Constants, TheReadmeSaysHowManyStandOnPointsThatCount) {
  const auto read_off = std::ranges::count(all_constants(), Scope::validation,
                                           [](const Constant* row) { return row->scope; });
  const std::string said =
      std::to_string(read_off) + " of the " + std::to_string(all_constants().size()) + " constants";
  for (const char* file : {"README.md", "docs/validation.md"}) {
    EXPECT_NE(text_of(file).find(said), std::string::npos) << file << ": " << said;
  }
}

}  // namespace
}  // namespace gpumodel
