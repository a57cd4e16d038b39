// The elements of a warp looked at together hold what they hold one by one.
#include "models/kernel/thread/lane_contents.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace gpumodel {
namespace {

constexpr std::uint64_t content_seed = 11;
const std::vector<Number> constants = {Number::integer(12)};

Formula formula(const char* text, Arithmetic arithmetic) {
  Formula result;
  result.expression = Expression::parse(text, arithmetic);
  for (Expression::Name& name : result.expression.names()) name.slot = name.text == "n" ? 0 : 1;
  return result;
}

Contents contents(Contents::Kind kind, std::initializer_list<const char*> arguments,
                  Arithmetic arithmetic = Arithmetic::exact) {
  Contents result;
  result.kind = kind;
  for (const char* text : arguments) result.arguments.push_back(formula(text, arithmetic));
  return result;
}

LaneVector elements(std::int64_t first) {
  LaneVector result;
  result.uniform = false;
  for (std::int64_t& element : result.value) element = first++;
  return result;
}

// Nothing where they are to be asked for one by one.
std::optional<LaneVector> together(const Contents& stated, const LaneVector& elements,
                                   std::uint32_t active) {
  const PreparedContents prepared(stated, constants);
  const std::vector<LaneVector> slots = {LaneVector::all(0), elements};
  LaneVector result{};
  if (LaneContents(prepared, constants).values_at(slots, elements, content_seed, active, result)) {
    return result;
  }
  return {};
}

void expect_the_same(const Contents& stated) {
  constexpr std::uint32_t active = all_lanes & ~0x90U;
  const PreparedContents prepared(stated, constants);
  for (const LaneVector& asked : {elements(0), elements(1'000'003), LaneVector::all(57)}) {
    const std::optional<LaneVector> values = together(stated, asked, active);
    ASSERT_TRUE(values.has_value());
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      if ((active >> lane & 1U) == 0) continue;
      const auto element = static_cast<std::uint64_t>(asked[lane]);
      const std::vector<Number> slots = {constants[0], Number::integer(asked[lane])};
      EXPECT_EQ((*values)[lane], prepared.value_at(slots, scramble(content_seed, element), element))
          << "lane " << lane << ": " << stated.arguments[0].expression.text();
    }
  }
}

TEST(LaneContents, AreThoseOfElementsOneByOne) {
  using Kind = Contents::Kind;
  expect_the_same(contents(Kind::exact, {"index * n"}));
  expect_the_same(contents(Kind::exact, {"(index - 20) % n + floor_div(20 - index, n)"}));
  expect_the_same(contents(Kind::exact, {"ceil_div(index - 20, n) - floor_div(index, 0 - 7)"}));
  expect_the_same(contents(Kind::exact, {"(20 - index) / n + index % 7"}, Arithmetic::index));
  expect_the_same(contents(Kind::uniform, {"index - 5", "index + n"}));
  expect_the_same(contents(Kind::uniform, {"0", "2^31"}));
  expect_the_same(contents(Kind::exact, {"n"}));
  expect_the_same(contents(Kind::banded, {"min(max(floor_div(index, n), 4), 90)", "n"}));
}

TEST(LaneContents, AreLeftToOneByOneWhereAnArgumentMayBeNoWholeNumber) {
  using Kind = Contents::Kind;
  EXPECT_FALSE(together(contents(Kind::exact, {"index / 2 * 2"}), elements(0), all_lanes));
  EXPECT_FALSE(together(contents(Kind::exact, {"floor(index * 0.5)"}), elements(0), all_lanes));
  EXPECT_FALSE(together(contents(Kind::uniform, {"0", "n / 5"}), elements(0), all_lanes));
}

TEST(LaneContents, AreLeftToOneByOneWhereALaneIsAtFault) {
  const Contents stated = contents(Contents::Kind::exact, {"n % (index - 3)"});
  EXPECT_FALSE(together(stated, elements(0), all_lanes));
  EXPECT_TRUE(together(stated, elements(0), all_lanes & ~8U));
}

}  // namespace
}  // namespace gpumodel
