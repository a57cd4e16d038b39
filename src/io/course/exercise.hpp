// An exercise of the course, as its file states it: texts, numbers that are drawn for each student,
// what is asked of the engine, and questions whose answers are expressions over both.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/core/units.hpp"
#include "src/io/ask/ask.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// A unit as people write it; of shares "%", empty where numbers have none.
struct AnswerUnit {
  std::string text{};
  double si = 1.0;
  Dim dim{};
};

struct Given {
  std::string name;
  std::string what{};                // "memory bandwidth"
  AnswerUnit unit{};                 // to show it in; none stated: the best one
  bool has_unit = false;             // one was stated
  std::vector<double> values{};      // one is drawn, SI
  std::size_t usual = 0;             // without a seed
  std::vector<std::string> words{};  // instead: one is drawn and stands where {name} does
  std::optional<Expression> is{};    // instead: it follows from others
  std::string measured{};            // instead: the name of an ask
  Node at{};

  bool drawn() const { return !values.empty() || !words.empty(); }
};

// A line of a solution.
struct SolutionStep {
  std::string name;
  Expression value;
  std::string why{};
  Node at{};
};

struct CourseQuestion {
  std::string id;
  std::string ask;
  AnswerUnit unit{};
  std::optional<Expression> is{};                             // of numbers
  std::vector<std::pair<std::string, Expression>> choices{};  // of words: the first that holds
  std::string measured{};                                     // the name of an ask
  double tolerance = 0.01;
  double weight = 1.0;
  std::vector<std::string> hints{};
  std::vector<SolutionStep> steps{};
  std::vector<Expression> slips{};  // wrong answers, for tests
  Node at{};

  bool chooses() const { return !choices.empty(); }
};

struct Exercise {
  std::string id, unit, title, text;
  std::vector<Given> givens;
  std::vector<EngineAsk> asks;
  std::vector<CourseQuestion> questions;
  TextFile file;

  const Given* given(std::string_view name) const;
  const EngineAsk* find_ask(std::string_view name) const;
  const CourseQuestion* question(std::string_view wanted) const;
};

}  // namespace gpumodel
