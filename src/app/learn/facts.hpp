// What the engine says, by name: "k.time" of an ask `k`. Asks are those of the commands.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "src/app/coalesce/answer.hpp"
#include "src/app/learn/tree.hpp"
#include "src/app/occupancy/answer.hpp"
#include "src/app/predict/predict.hpp"
#include "src/io/course/exercise.hpp"

namespace gpumodel {

// An ask with its numbers and texts in place.
struct ExerciseAsk {
  std::string what;
  std::vector<std::string> accesses, definitions, set, host_set;
  std::map<std::string, std::string> words;
  std::map<std::string, std::int64_t> numbers;

  std::string word(const std::string& key, const std::string& otherwise = {}) const;
  std::optional<std::int64_t> number(const std::string& key) const;
};

class EngineAnswer {
 public:
  // Throws InputError: what the use case throws, a record without such a point.
  EngineAnswer(AskKind kind, const ExerciseAsk& ask);

  // Nothing where it has no such name, or it does not apply.
  std::optional<Amount> fact(const std::string& name) const;
  // Names that are known, to suggest one.
  std::vector<std::string> names() const;
  // Of the files it was made from, in order: their SHA-256.
  const std::vector<std::string>& files() const { return files_; }

 private:
  struct Measured {
    double time_s = 0.0;
  };
  std::variant<std::shared_ptr<const PredictAnswer>, OccupancyPoint, CoalesceAnswer,
               std::shared_ptr<const DeviceFile>, Measured>
      answer_;
  std::vector<std::string> files_;

  void predict_kernel(const ExerciseAsk& ask);
  void ask_occupancy(const ExerciseAsk& ask);
  void look_at_warp(const ExerciseAsk& ask);
  void find_measured(const ExerciseAsk& ask);
};

}  // namespace gpumodel
