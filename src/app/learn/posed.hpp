// An exercise as one student meets it: the numbers that the seed draws, and what follows from them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/app/answers/answers.hpp"
#include "src/app/learn/tree.hpp"
#include "src/io/course/exercise.hpp"
#include "src/io/library/beside.hpp"

namespace gpumodel {

// Which of `count` values the seed draws: FNV-1a over "seed/exercise/given", mixed by the finaliser
// of SplitMix64, so that neither neighbouring seeds nor givens are alike.
std::size_t drawn_index(const std::string& seed, const std::string& exercise,
                        const std::string& given, std::size_t count);

class Posed {
 public:
  // An empty seed: the usual numbers. Whoever poses many shares what is measured. Throws
  // InputError: an expression without a value, what the engine refuses.
  Posed(Exercise exercise, std::string seed,
        std::shared_ptr<Records> records = std::make_shared<Records>());

  const Exercise& exercise() const { return exercise_; }
  const std::string& seed() const { return seed_; }
  // With every {name} in place.
  std::string text(const std::string& with_names) const;

  struct Answer {
    double truth = 0.0;  // of a number: the measured one where there is one, else `engine`
    double engine = 0.0;
    bool measured = false;
    std::string word{};           // of a choice
    std::vector<double> steps{};  // values of the solution's lines
  };
  // By question.
  const std::vector<Answer>& answers() const { return answers_; }

  // Of a given, a step or a question: as the solution has it. Throws InputError for others.
  Amount amount(const std::string& name) const;
  // The same with a student's numbers in place of those of questions.
  using Own = std::map<std::string, double>;
  // What the solution gives for a question from these. Not a number where it has no value.
  double follows(std::size_t question, const Own& own) const;
  std::string chosen(std::size_t question, const Own& own) const;
  double worth(const Expression& expression, const Own& own) const;

  // What was asked of the engine, with numbers in place, and what it said.
  const EngineAsk& settled_ask(const std::string& name) const { return asked_.at(name).ask; }
  const EngineAnswer& answer_to(const std::string& name) const { return asked_.at(name).answer; }
  EngineAnswer ask_anew(const EngineAsk& settled) const { return engine_.to(settled); }

  // One hash over all files that the answers come from.
  std::string data_hash() const;

 private:
  double given_value(const Given& given);
  struct Asked {
    EngineAsk ask;
    EngineAnswer answer;
  };
  const EngineAnswer& asked(const EngineAsk& ask);
  Amount amount_of(const std::string& name);  // while it is made up
  double worked(const Expression& expression, const Node& at);
  [[noreturn]] void refuse(const Node& at, std::string message,
                           std::vector<std::string> hints = {}) const;
  void answer(const CourseQuestion& question);
  std::string shown(const Given& given);

  Exercise exercise_;
  std::string seed_;
  ShelvesBeside library_;
  std::shared_ptr<Records> records_;
  Answers engine_;
  std::map<std::string, Amount> amounts_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, Asked> asked_;
  std::vector<std::string> pending_;
  std::vector<Answer> answers_;
};

}  // namespace gpumodel
