// Answers of a student, judged.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/app/learn/given_answer.hpp"
#include "src/app/learn/posed.hpp"
#include "src/app/learn/slips.hpp"
#include "src/io/course/read_answers.hpp"

namespace gpumodel {

enum class AnswerVerdict { right, follows, held, missed, wrong, unreadable, open };
// "right", "right given your earlier number", ...
std::string_view to_string(AnswerVerdict verdict);

struct JudgedQuestion {
  std::size_t question = 0;
  std::optional<GivenAnswer> given{};
  std::string text{};  // as it was written
  AnswerVerdict verdict = AnswerVerdict::open;
  std::string unreadable{};       // why
  std::optional<double> score{};  // of an interval: interval_score.hpp
  double credit = 0.0;            // of the question's weight, 0 to 1
  std::vector<Slip> slips{};

  bool correct() const {
    return verdict == AnswerVerdict::right || verdict == AnswerVerdict::follows ||
           verdict == AnswerVerdict::held;
  }
};

// How often intervals held the truth that should do so in four of five cases.
struct Calibration {
  int intervals = 0, held = 0;
  double score_sum = 0.0;

  void add(const JudgedQuestion& judged);
  void add(const Calibration& other);
};

struct CheckedExercise {
  std::shared_ptr<const Posed> posed;
  std::vector<JudgedQuestion> questions;  // all, in order

  double points() const;
  double weight() const;
  bool all_right() const;
  Calibration calibration() const;
};

using AnswerTexts = std::map<std::string, std::string>;  // by question

// `strict`: an answer that cannot be read is thrown as InputError; else it counts as wrong. Slips
// are most of the work: the engine is asked again and again.
CheckedExercise check_answers(std::shared_ptr<const Posed> posed, const AnswerTexts& texts,
                              bool strict, bool names_slips = true);

// "1.0.0-3fa2b1c4d5e6": the engine, and the data that the answers come from.
std::string pin_of(const Posed& posed, const std::string& engine);
// Throws InputError where a sheet was made with others.
void require_pin(const Posed& posed, const std::string& engine, const std::string& pin);

// A student's exercises.
struct Grade {
  std::string student, seed;
  std::vector<CheckedExercise> exercises;

  double points() const;
  double weight() const;
  bool all_right() const;
  Calibration calibration() const;
};

struct GradesAsk {
  std::vector<AnswersFile> files;
  std::vector<Exercise> course;
  std::string engine;
  bool any_pin = false;  // grade also where a sheet was made with other data
};

// In the order of the files. Throws InputError with the faults of all: an exercise or a question
// that is not there, a sheet of another version.
std::vector<Grade> grades(const GradesAsk& ask);

}  // namespace gpumodel
