// Reading stories, and what is made of their answers.
#include "src/app/story/story.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace gpumodel::test {
namespace {

const std::string head = R"(story: s
title: t
document: {author: a, title: d, year: 2020}
)";

StoryFile story_of(const std::string& body) {
  return read_story(make_text_file(head + body, "story.yaml"));
}

StoryAnswer answer_of(const std::string& body) {
  return run_story(std::make_shared<const StoryFile>(story_of(body)), usual_work);
}

const StoryResult& result(const StoryAnswer& answer, std::string_view name) {
  for (const StoryResult& each : answer.results) {
    if (each.number->name == name) return each;
  }
  throw std::out_of_range(std::string(name));
}

// "line:column id", in order.
template <class Act>
std::vector<std::string> faults_of(Act act) {
  std::vector<std::string> all;
  try {
    act();
  } catch (const InputError& error) {
    for (const Diagnostic& each : error.found) {
      all.push_back(std::to_string(each.line) + ":" + std::to_string(each.column) + " " +
                    std::string(each.id));
    }
  }
  return all;
}
using Faults = std::vector<std::string>;

StoryPrinted printed_as(const std::string& text) {
  return *story_of("numbers:\n  - {name: n, text: t, page: p, kind: time, because: b, printed: " +
                   text + "}\n")
              .numbers.front()
              .printed;
}

TEST(Story, PrintedNumbersKeepTheirLastDigit) {
  const StoryPrinted time = printed_as("2.860 us");
  EXPECT_DOUBLE_EQ(time.value, 2.86e-6);
  EXPECT_DOUBLE_EQ(time.digit, 1e-9);
  EXPECT_EQ(time.decimals, 3);
  EXPECT_EQ(time.unit, "us");
  EXPECT_DOUBLE_EQ(printed_as("66.67 %").value, 0.6667);
  EXPECT_DOUBLE_EQ(printed_as("66.67 %").digit, 1e-4);
  EXPECT_DOUBLE_EQ(printed_as("27.30x").digit, 0.01);
  EXPECT_DOUBLE_EQ(printed_as("549 GB/s").digit, 1e9);
  EXPECT_DOUBLE_EQ(printed_as("14").digit, 1.0);
}

TEST(Story, EveryFaultOfAFileIsToldWhereItIs) {
  EXPECT_EQ(
      faults_of([] {
        story_of(R"(givens: {n: {value: 2 +, page: 1}}
assumptions: {a: {value: 1, text: t}}
asks:
  one: {kernle: saxpy, device: v100}
  two: {kernel: saxpy, devise: v100}
  three: {occupancy: v100, threads: 128, cache: warm}
numbers:
  - {name: x, text: t, page: p, kind: guess, printed: 3 us, predict: 1}
  - {name: y, text: t, page: p, kind: time, printed: three, predict: 1}
  - {name: y, text: t, page: p, kind: time, predict: 1}
  - {name: z, text: t, page: p, kind: time, printed: 1 s}
)");
      }),
      (Faults{"4:24 expression-syntax", "5:18 key-missing", "7:9 step-unknown", "8:24 key-unknown",
              "9:42 key-unknown", "11:39 value-unknown", "12:54 value-wrong", "13:5 key-missing",
              "13:12 key-duplicate", "14:5 key-missing"}));
}

TEST(Story, NamesAreThoseOfTheStory) {
  EXPECT_EQ(faults_of([] {
              check_story(story_of(R"(givens: {rows: {value: 8, page: 1}}
asks:
  one: {kernel: saxpy, device: v100, with: {N: row}}
numbers:
  - {name: x, text: t, page: p, kind: time, printed: 1 s, predict: one.tme + later}
  - {name: later, text: t, page: p, kind: time, printed: 1 s, predict: printed.y + rows}
)"));
            }),
            (Faults{"6:48 expression-unknown-name", "8:68 expression-unknown-name",
                    "8:78 expression-unknown-name", "9:72 expression-unknown-name"}));
  EXPECT_EQ(faults_of([] {
              check_story(story_of(R"(givens: {rows: {value: 8, page: 1}}
asks:
  one: {kernel: saxpy, device: v100}
numbers:
  - {name: x, text: t, page: p, kind: time, printed: 1 s, predict: 1}
)"));
            }),
            (Faults{"4:10 story-unused", "6:3 story-unused"}));
}

TEST(Story, WhatTheEngineRefusesStandsAtTheAsk) {
  EXPECT_EQ(faults_of([] {
              answer_of(R"(asks:
  one: {kernel: saxpy, device: v100, with: {M: 3}}
  two: {kernel: no-such-kernel, device: v100}
numbers:
  - {name: x, text: t, page: p, kind: time, printed: 1 s, predict: one.time + two.time}
)");
            }),
            (Faults{"5:3 parameter-unknown", "6:3 kernel-unknown"}));
  EXPECT_EQ(faults_of([] {
              answer_of(R"(asks: {one: {kernel: saxpy, device: v100}}
numbers:
  - {name: x, text: t, page: p, kind: time, printed: 1 s, predict: one.host}
)");
            }),
            (Faults{"6:68 value-unknown"}));
}

TEST(Story, ArithmeticIsHeldToTheLastPrintedDigit) {
  const StoryAnswer answer = answer_of(R"(givens: {n: {value: 3, page: 1}}
numbers:
  - {name: third, text: t, page: p, kind: arithmetic, printed: 0.34, predict: 1 / n}
  - {name: no_third, text: t, page: p, kind: arithmetic, printed: 0.35, predict: 1 / n}
  - {name: other, text: t, page: p, kind: arithmetic, printed: 0.9, predict: 1 / n,
     contradicts: the text says another thing}
  - {name: chain, text: t, page: p, kind: arithmetic, printed: 1.02, predict: n * printed.third}
  - {name: sum, text: t, page: p, kind: arithmetic, printed: 1.33, predict: third + 1}
  - {name: order, text: t, page: p, kind: order, predict: third < no_third}
)");
  EXPECT_EQ(result(answer, "third").standing, StoryStanding::exact);
  EXPECT_EQ(result(answer, "no_third").standing, StoryStanding::inexact);
  EXPECT_FALSE(result(answer, "other").counts());
  EXPECT_DOUBLE_EQ(result(answer, "chain").predicted->value, 3 * 0.34);
  EXPECT_EQ(result(answer, "sum").standing, StoryStanding::exact);
  EXPECT_EQ(result(answer, "order").standing, StoryStanding::fails);
  const StorySums sums = sums_of({&answer, 1});
  EXPECT_EQ(sums.arithmetic, 4U);
  EXPECT_EQ(sums.exact, 3U);
  EXPECT_EQ(sums.contradictions, 1U);
  EXPECT_EQ(sums.orders, 1U);
  EXPECT_EQ(sums.holds, 0U);
}

TEST(Story, IntervalsOfAnswersAreIndependentThoseOfOneAreNot) {
  const StoryAnswer answer = answer_of(R"(asks:
  one: {kernel: saxpy, device: v100}
  two: {kernel: jacobi2d, device: k40}
numbers:
  - {name: alone, text: t, page: p, kind: time, printed: 1 s, predict: one.time}
  - {name: thrice, text: t, page: p, kind: time, printed: 1 s, predict: 2 * alone + one.time}
  - {name: same, text: t, page: p, kind: ratio, printed: 1x, predict: one.time / one.time}
  - {name: both, text: t, page: p, kind: ratio, printed: 1x, predict: one.time / two.time}
  - {name: other, text: t, page: p, kind: time, printed: 1 s, predict: two.time}
)");
  const EngineNumber alone = *result(answer, "alone").predicted;
  const EngineNumber other = *result(answer, "other").predicted;
  const EngineNumber thrice = *result(answer, "thrice").predicted;
  EXPECT_LT(alone.low, alone.value);
  EXPECT_LT(alone.value, alone.high);
  EXPECT_NEAR(thrice.high / thrice.value, alone.high / alone.value, 1e-12);
  EXPECT_NEAR(result(answer, "same").predicted->high, 1.0, 1e-12);
  EXPECT_FALSE(result(answer, "same").inside);
  const double above =
      std::hypot(std::log(alone.high / alone.value), std::log(other.value / other.low));
  const EngineNumber both = *result(answer, "both").predicted;
  EXPECT_NEAR(std::log(both.high / both.value), above, 1e-9);
}

// 2^40 uses of the first number, each looked up once.
TEST(Story, NumbersOfNumbersAreWorkedOutOnce) {
  std::string body =
      "numbers:\n  - {name: n0, text: t, page: p, kind: arithmetic, printed: 1, "
      "predict: 1}\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string below = "n" + std::to_string(i - 1);
    body += "  - {name: n" + std::to_string(i) +
            ", text: t, page: p, kind: arithmetic, printed: 1, predict: (" + below + " + " + below +
            ") / 2}\n";
  }
  EXPECT_EQ(sums_of(std::array{answer_of(body)}).exact, 41U);
}

TEST(Story, WhatRestsOnAnInferredValueIsFitted) {
  const StoryAnswer answer = answer_of(R"(givens: {twice: {value: 2, page: 1}}
assumptions:
  size: {value: 2^20, text: t, source: s, inferred_from: far}
  free: {value: 2^10 * twice, text: t, source: s}
asks:
  one: {kernel: saxpy, device: v100, with: {N: size}}
  two: {kernel: saxpy, device: v100, with: {N: free}}
numbers:
  - {name: near, text: t, page: p, kind: time, printed: 1 ms, predict: one.time}
  - {name: far, text: t, page: p, kind: time, printed: 1 ms, predict: twice * near}
  - {name: apart, text: t, page: p, kind: time, printed: 1 ms, predict: two.time}
)");
  EXPECT_EQ(result(answer, "far").fitted_to, std::vector<std::string>{"far"});
  EXPECT_EQ(result(answer, "far").rests_on, std::vector<std::string>{"size"});
  EXPECT_TRUE(result(answer, "apart").fitted_to.empty());
  EXPECT_EQ(result(answer, "apart").rests_on, std::vector<std::string>{"free"});
  const StorySums sums = sums_of({&answer, 1});
  EXPECT_EQ(sums.fitted, 2U);
  EXPECT_EQ(sums.times.n, 1U);
}

TEST(Story, AnIntervalHoldsAllThatAnAssumptionMayBe) {
  const StoryAnswer answer = answer_of(R"(assumptions:
  size: {value: 2^24, over: [2^22, 2^26], text: t, source: s}
asks:
  one: {kernel: saxpy, device: v100, with: {N: size}}
  too: {kernel: copy, device: v100, with: {N: size}}
  less: {kernel: saxpy, device: v100, with: {N: 2^22}}
  more: {kernel: saxpy, device: v100, with: {N: 2^26}}
  at: {kernel: saxpy, device: v100, with: {N: 2^24}}
numbers:
  - {name: range, text: t, page: p, kind: time, printed: 1 s, predict: one.time}
  - {name: least, text: t, page: p, kind: time, printed: 1 s, predict: less.time}
  - {name: most, text: t, page: p, kind: time, printed: 1 s, predict: more.time}
  - {name: middle, text: t, page: p, kind: time, printed: 1 s, predict: at.time}
  - {name: both, text: t, page: p, kind: ratio, printed: 1x, predict: one.time / too.time}
)");
  const EngineNumber range = *result(answer, "range").predicted;
  EXPECT_DOUBLE_EQ(range.value, result(answer, "middle").predicted->value);
  EXPECT_NEAR(range.low, result(answer, "least").predicted->low, 1e-12);
  EXPECT_NEAR(range.high, result(answer, "most").predicted->high, 1e-12);
  // All that hangs on it varies with it: the ratio stays about what it is.
  const EngineNumber both = *result(answer, "both").predicted;
  EXPECT_LT(both.high / both.value, 3.0);
}

TEST(Story, ATableIsAnAskAndANumberForEachPair) {
  const StoryFile story = story_of(R"(assumptions: {a: {text: t, source: s}}
tables:
  - text: steps
    page: p
    kind: time
    predict: 5 * cell.time
    versions: {first: {kernel: saxpy, assumes: [a]}, then: {kernel: copy}}
    configurations: {v: {device: v100, assumes: [a]}, k: {device: k40}}
    printed: {first: [1 s, 2 s], then: [3 s, 4 s]}
    because: {then_k: why}
)");
  ASSERT_EQ(story.numbers.size(), 4U);
  EXPECT_EQ(story.numbers[3].name, "then_k");
  EXPECT_EQ(story.numbers[3].because, "why");
  EXPECT_DOUBLE_EQ(story.numbers[3].printed->value, 4.0);
  ASSERT_EQ(story.asks.size(), 4U);
  EXPECT_EQ(story.asks[3].what, "copy");
  EXPECT_EQ(story.asks[3].device, "k40");
  EXPECT_EQ(story.asks[0].assumes, (std::vector<std::string>{"a", "a"}));
  check_story(story);
  EXPECT_EQ(faults_of([] {
              story_of(R"(tables:
  - text: steps
    page: p
    kind: time
    predict: cell.time
    versions: {first: {kernel: saxpy}}
    configurations: {v: {device: v100}, k: {device: k40}}
    printed: {first: [1 s]}
    because: {second_v: why}
)");
            }),
            (Faults{"11:22 type-wrong", "12:15 key-unknown"}));
}

}  // namespace
}  // namespace gpumodel::test
