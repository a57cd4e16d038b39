// The course: every exercise is solved by its own solution and failed by slips, for many seeds;
// slips are named; intervals are scored so that honesty pays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <random>
#include <set>

#include "src/app/learn/check.hpp"
#include "src/app/learn/interval_score.hpp"
#include "src/io/course/read_exercise.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel::test {
namespace {

constexpr int seeds = 50;
const auto records = std::make_shared<Records>();

std::string exact(double si, const CourseQuestion& question) {
  char text[64];
  std::snprintf(text, sizeof text, "%.12g", si / question.unit.si);
  return std::string(text) + (question.unit.text.empty() ? "" : " " + question.unit.text);
}

std::string message_of(const InputError& error) {
  std::string all;
  for (const Diagnostic& each : error.found) {
    all += each.file + ":" + std::to_string(each.line) + " " + each.message + "\n";
    for (const std::string& hint : each.hints) all += "  " + hint + "\n";
  }
  return all;
}

std::vector<Exercise> whole_course() {
  try {
    return read_course({});
  } catch (const InputError& error) {
    ADD_FAILURE() << message_of(error);
    return {};
  }
}

// The numbers of the solution's last lines, words as they are.
AnswerTexts solution_of(const Posed& posed) {
  AnswerTexts texts;
  Posed::Own own;
  for (std::size_t i = 0; i < posed.exercise().questions.size(); ++i) {
    const CourseQuestion& question = posed.exercise().questions[i];
    if (question.chooses()) {
      texts[question.id] = posed.answers()[i].word;
    } else {
      own[question.id] = posed.follows(i, own);
      texts[question.id] = exact(own[question.id], question);
    }
  }
  return texts;
}

struct SlipCount {
  int tried = 0, differing = 0;
};

// One wrong number at a time, all others as in the solution.
void expect_slips_fail(const std::shared_ptr<const Posed>& posed, AnswerTexts solved,
                       std::map<std::string, SlipCount>& counts) {
  for (std::size_t i = 0; i < posed->exercise().questions.size(); ++i) {
    const CourseQuestion& question = posed->exercise().questions[i];
    for (const Expression& slip : question.slips) {
      const double value = posed->worth(slip, {});
      const double truth = posed->answers()[i].truth;
      SlipCount& count = counts[posed->exercise().id + ": " + slip.text()];
      ++count.tried;
      if (std::abs(value - truth) <= question.tolerance * 1.001 * std::abs(truth)) continue;
      ++count.differing;
      const std::string right = solved[question.id];
      solved[question.id] = exact(value, question);
      EXPECT_FALSE(check_answers(posed, solved, true, false).questions[i].correct())
          << posed->exercise().id << "/" << question.id << " seed " << posed->seed() << ": "
          << slip.text();
      solved[question.id] = right;
    }
  }
}

TEST(Course, IsSolvedByItsSolutionsAndFailedBySlipsForManySeeds) {
  const std::vector<Exercise> course = whole_course();
  EXPECT_GE(course.size(), 30U);
  std::map<std::string, int> units;
  std::map<std::string, SlipCount> counts;
  for (const Exercise& exercise : course) {
    ++units[exercise.unit];
    for (int seed = 0; seed < seeds; ++seed) {
      try {
        const auto posed =
            std::make_shared<const Posed>(exercise, seed == 0 ? "" : std::to_string(seed), records);
        const AnswerTexts solved = solution_of(*posed);
        const CheckedExercise checked = check_answers(posed, solved, true);
        for (const JudgedQuestion& each : checked.questions) {
          EXPECT_EQ(to_string(each.verdict), to_string(AnswerVerdict::right))
              << exercise.id << "/" << exercise.questions[each.question].id << " seed " << seed
              << ": " << each.text << " for "
              << exact(posed->answers()[each.question].truth, exercise.questions[each.question]);
        }
        expect_slips_fail(posed, solved, counts);
      } catch (const InputError& error) {
        ADD_FAILURE() << exercise.id << " seed " << seed << "\n" << message_of(error);
        break;
      }
    }
  }
  EXPECT_EQ(units.size(), 5U);
  for (const auto& [slip, count] : counts) {
    EXPECT_GE(count.differing * 4, count.tried) << slip << " seldom changes the answer";
  }
}

struct WrongAnswer {
  std::string exercise, seed, question, given;
  std::vector<std::string> slips;
};

std::vector<WrongAnswer> wrong_answers() {
  const TextFile file = read_text_file(GPUMODEL_WRONG_ANSWERS, "wrong_answers.yaml");
  std::vector<WrongAnswer> all;
  for (const Node& each : parse_yaml(file).children) {
    WrongAnswer made{value_of(each, "exercise")->text,
                     value_of(each, "seed")->text,
                     value_of(each, "question")->text,
                     value_of(each, "given")->text,
                     {}};
    for (const Node& slip : value_of(each, "slips")->children) made.slips.push_back(slip.text);
    all.push_back(std::move(made));
  }
  return all;
}

// "left-out:written"; those of one word have no part that they are done to.
bool is_named(const std::vector<Slip>& named, const std::string& slip) {
  const std::string kind = slip.substr(0, slip.find(':'));
  const std::string of = slip.size() == kind.size() ? "" : slip.substr(kind.size() + 1);
  return std::ranges::any_of(
      named, [&](const Slip& each) { return each.kind == kind && (of.empty() || each.of == of); });
}

// Leaving out a line of the solution that is made of just the two that were left out.
bool is_both(const CourseQuestion& question, const Slip& slip,
             const std::vector<std::string>& made) {
  const auto step = std::ranges::find(question.steps, slip.of, &SolutionStep::name);
  if (slip.kind != "left-out" || step == question.steps.end()) return false;
  const auto names = step->value.names();
  return names.size() == made.size() && std::ranges::all_of(names, [&](const auto& name) {
           return std::ranges::find(made, "left-out:" + name.text) != made.end();
         });
}

TEST(Slips, OfThreeHundredWrongAnswersAreNamed) {
  std::map<std::string, Exercise> course;
  for (Exercise& each : whole_course()) course.emplace(each.id, std::move(each));
  int single = 0, found = 0, rest = 0, wrong = 0, names = 0;
  for (const WrongAnswer& each : wrong_answers()) {
    const auto posed = std::make_shared<const Posed>(course.at(each.exercise), each.seed, records);
    const CheckedExercise checked = check_answers(posed, {{each.question, each.given}}, true);
    const auto& questions = posed->exercise().questions;
    const auto at = static_cast<std::size_t>(
        std::ranges::find(questions, each.question, &CourseQuestion::id) - questions.begin());
    const JudgedQuestion& judged = checked.questions[at];
    EXPECT_EQ(judged.verdict, AnswerVerdict::wrong)
        << each.exercise << "/" << each.question << " seed " << each.seed << ": " << each.given;
    std::string listed;
    for (const Slip& slip : judged.slips) {
      listed +=
          " " + std::string(slip.kind) + ":" + slip.of + "(" + std::to_string(slip.step) + ")";
    }
    if (each.slips.size() == 1) {
      ++single;
      names += static_cast<int>(judged.slips.size());
      const bool right = is_named(judged.slips, each.slips.front());
      found += right ? 1 : 0;
      if (!right) {
        std::cout << "not named: " << each.exercise << "/" << each.question << " " << each.seed
                  << " " << each.given << " by " << each.slips.front() << ", but" << listed << "\n";
      }
    } else {
      ++rest;
      const bool any_true = std::ranges::any_of(
          each.slips, [&](const std::string& slip) { return is_named(judged.slips, slip); });
      const bool both = std::ranges::any_of(
          judged.slips, [&](const Slip& slip) { return is_both(questions[at], slip, each.slips); });
      if (!judged.slips.empty() && !any_true && !both) {
        ++wrong;
        std::cout << "falsely named: " << each.exercise << "/" << each.question << " " << each.seed
                  << " " << each.given << " by " << each.slips.size() << ":" << listed << "\n";
      }
    }
  }
  std::cout << "single slips named: " << found << " of " << single << ", with " << names
            << " names; falsely named of the rest: " << wrong << " of " << rest << "\n";
  EXPECT_EQ(single, 150);
  EXPECT_EQ(rest, 150);
  EXPECT_GE(found, 120);
  EXPECT_LT(wrong * 20, rest);
}

// Of a lognormal belief the quantiles of 10 and 90 % are best, by the mean over its own draws.
TEST(IntervalScore, StatingOnesQuantilesIsBestInExpectation) {
  const double sigma = 0.5, z = 1.2815515655446004;
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(std::log(3e-6), sigma);
  std::vector<double> truths(200'000);
  for (double& each : truths) each = std::exp(normal(random));
  const auto expected = [&](double low, double high) {
    double sum = 0.0;
    for (const double truth : truths) {
      sum += interval_score(3e-6 * std::exp(low * sigma), 3e-6 * std::exp(high * sigma), truth);
    }
    return sum / static_cast<double>(truths.size());
  };
  const double best = expected(-z, z);
  for (const double low : {-3.0, -2.0, -1.6, -0.9, -0.5, 0.0}) {
    EXPECT_LT(best, expected(low, z)) << low;
    EXPECT_LT(best, expected(-z, -low)) << low;
    EXPECT_LT(best, expected(low, -low)) << low;
  }
}

TEST(IntervalScore, IsFiniteForPointsZeroAndEndlessIntervals) {
  const double endless = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(interval_score(2e-6, 2e-6, 2e-6), 0.0);
  EXPECT_NEAR(interval_score(1e-6, std::exp(1.0) * 1e-6, 2e-6), 1.0, 1e-12);
  EXPECT_NEAR(interval_score(2e-6, 2e-6, std::exp(1.0) * 2e-6), 10.0, 1e-12);
  for (const auto& [low, high] :
       std::initializer_list<std::pair<double, double>>{{0.0, 1e-6},
                                                        {0.0, 0.0},
                                                        {-endless, endless},
                                                        {-endless, 1e-9},
                                                        {-5.0, -4.0},
                                                        {1.0, endless}}) {
    EXPECT_TRUE(std::isfinite(interval_score(low, high, 2e-6)));
    EXPECT_GT(interval_score(low, high, 2e-6), interval_score(1e-6, 4e-6, 2e-6));
  }
}

CheckedExercise checked(const std::string& exercise, const AnswerTexts& texts) {
  return check_answers(std::make_shared<const Posed>(load_exercise({}, exercise), ""), texts, true);
}

TEST(Check, WhatFollowsFromAnEarlierWrongNumberCounts) {
  const CheckedExercise wrong_first =
      checked("transfers", {{"h2d", "100 us"}, {"d2h", "53 us"}, {"copies", "153 us"}});
  EXPECT_EQ(wrong_first.questions[0].verdict, AnswerVerdict::wrong);
  ASSERT_FALSE(wrong_first.questions[0].slips.empty());
  EXPECT_EQ(wrong_first.questions[0].slips[0].of, "to_latency");
  EXPECT_EQ(wrong_first.questions[1].verdict, AnswerVerdict::right);
  EXPECT_EQ(wrong_first.questions[2].verdict, AnswerVerdict::follows);
  EXPECT_EQ(wrong_first.points(), 2.0);
  // The right number counts, too, whatever came before.
  EXPECT_EQ(checked("transfers", {{"h2d", "100 us"}, {"copies", "155 us"}}).questions[2].verdict,
            AnswerVerdict::right);
}

TEST(Check, TheSheetsOwnNumbersAreRight) {
  EXPECT_TRUE(checked("kernel-time", {{"peak", "7168 GFLOP/s"},
                                      {"compute", "27.9 ns"},
                                      {"memory", "2.86 us"},
                                      {"bound", "Memory"},
                                      {"kernel", "0.00286 ms"}})
                  .all_right());
  EXPECT_TRUE(checked("occupancy", {{"by_warps", "16"},
                                    {"by_registers", "8"},
                                    {"by_shared", "12"},
                                    {"blocks", "8"},
                                    {"share", "50 %"}})
                  .all_right());
  EXPECT_TRUE(
      checked("bus-use",
              {{"moved", "384 B"}, {"reading", "66.67 %"}, {"writing", "33.33 %"}, {"gain", "1.5"}})
          .all_right());
}

TEST(Check, IntervalsHoldOrMissAndCalibrationCountsThem) {
  const CheckedExercise made =
      checked("transfers", {{"h2d", "90..110 us"}, {"d2h", "1..2 us"}, {"copies", "..200 us"}});
  EXPECT_EQ(made.questions[0].verdict, AnswerVerdict::held);
  EXPECT_EQ(made.questions[1].verdict, AnswerVerdict::missed);
  EXPECT_EQ(made.questions[2].verdict, AnswerVerdict::held);
  EXPECT_GT(made.questions[0].credit, 0.85);
  EXPECT_EQ(made.questions[2].credit, 0.0);
  EXPECT_EQ(made.calibration().intervals, 3);
  EXPECT_EQ(made.calibration().held, 2);
}

TEST(Check, UnitsMustFit) {
  for (const char* text : {"2.86", "2.86 GB", "fast", "4..2 us", "2.86 lightyears"}) {
    EXPECT_THROW(checked("kernel-time", {{"memory", text}}), InputError) << text;
  }
  EXPECT_THROW(checked("kernel-time", {{"memry", "2 us"}}), InputError);
}

TEST(Check, ASheetOfOtherDataIsRefused) {
  const Posed posed(load_exercise({}, "kernel-time"), "anna");
  EXPECT_NO_THROW(require_pin(posed, "1.2", pin_of(posed, "1.2")));
  EXPECT_THROW(require_pin(posed, "1.3", pin_of(posed, "1.2")), InputError);
  EXPECT_THROW(require_pin(posed, "1.2", "1.2-000000000000"), InputError);
}

// "line:column id", in order.
std::vector<std::string> faults_of_asks(const std::string& asks) {
  const std::string text = "exercise: e\nunit: sheet\ntitle: t\ntext: t\nasks:\n" + asks +
                           "questions:\n  q: {ask: q, is: p.time, steps: [q = 1]}\n";
  std::vector<std::string> all;
  try {
    const Posed posed(read_exercise(make_text_file(text, "e.yaml")), "");
  } catch (const InputError& error) {
    for (const Diagnostic& each : error.found) {
      all.push_back(std::to_string(each.line) + ":" + std::to_string(each.column) + " " +
                    std::string(each.id));
    }
  }
  return all;
}

TEST(Posed, AFaultOfWhatIsAskedIsToldWhereItIs) {
  using Faults = std::vector<std::string>;
  const std::string good = "  p: {program: jacobi-data, device: v100, with: {n: 1024}}\n";
  EXPECT_EQ(faults_of_asks(good), Faults{});
  EXPECT_EQ(faults_of_asks(good + "  k: {kernle: copy, device: v100}\n"),
            Faults{"7:7 step-unknown"});
  EXPECT_EQ(faults_of_asks(good + "  k: {kernel: copy, device: v100, threads: 3}\n"),
            Faults{"7:35 key-unknown"});
  // Only a story has assumptions.
  EXPECT_EQ(faults_of_asks(good + "  k: {kernel: copy, device: v100, assumes: a}\n"),
            Faults{"7:35 key-unknown"});
  EXPECT_EQ(faults_of_asks("  p: {program: jacobi-data}\n"), Faults{"6:6 key-missing"});
  EXPECT_EQ(faults_of_asks("  p: {program: jacobi-data, device: v100, with: {n: m}}\n"),
            Faults{"6:53 name-unknown"});
  EXPECT_EQ(faults_of_asks("  p: {program: jacobi-dat, device: v100}\n"),
            Faults{"6:3 program-unknown"});
  EXPECT_EQ(faults_of_asks("  p: {program: jacobi-data, device: v100, model: best}\n"),
            Faults{"6:3 model-unknown"});
  EXPECT_EQ(faults_of_asks("  p: {occupancy: v100, threads: 128}\n"),
            Faults{"6:3 expression-value"});
}

TEST(Posed, SeedsDrawOtherNumbersAndAlwaysTheSame) {
  const Exercise exercise = load_exercise({}, "1");
  EXPECT_EQ(Posed(exercise, "anna").amount("N").si, Posed(exercise, "anna").amount("N").si);
  std::set<double> sizes;
  for (const char* seed : {"anna", "ben", "cleo", "1", "2", "3"}) {
    sizes.insert(Posed(exercise, seed).amount("N").si);
  }
  EXPECT_GE(sizes.size(), 4U);
  EXPECT_EQ(Posed(exercise, "").amount("N").si, 100000.0);
}

}  // namespace
}  // namespace gpumodel::test
