// A published study replayed: each printed number beside what the engine answers.
//
// The interval of a number that is made of several answers takes their errors for independent: each
// answer is put to its ends, and the ratios that the number moves by are added as squares of their
// logarithms.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/app/answers/fields.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/story/read_story.hpp"

namespace gpumodel {

enum class StoryStanding {
  exact,    // arithmetic: to one unit of the last printed digit
  inexact,  // arithmetic, and not so
  within,   // 25 %
  beyond,
  holds,  // a statement
  fails,
  listed,  // not predicted
};
constexpr std::string_view to_string(StoryStanding standing) {
  constexpr std::string_view words[] = {"exact", "inexact", "within", "beyond",
                                        "holds", "fails",   "listed"};
  return words[static_cast<std::size_t>(standing)];
}
inline constexpr double near_enough = 0.25;

struct StoryResult {
  const StoryNumber* number = nullptr;
  std::optional<EngineNumber> predicted{};
  std::optional<double> measured{};
  std::optional<double> error{};  // of what is printed, else of what was measured
  std::optional<bool> inside{};   // whether that lies in the interval, where there is one
  StoryStanding standing = StoryStanding::listed;
  std::vector<std::string> rests_on{};   // assumptions
  std::vector<std::string> fitted_to{};  // published numbers that an assumption was inferred from

  // Among the numbers that sums are made of.
  bool counts() const {
    return number->contradicts.empty() && fitted_to.empty() && predicted.has_value();
  }
};

struct StoryAnswer {
  std::shared_ptr<const StoryFile> story;
  std::vector<StoryResult> results;  // in the order of the numbers
  std::vector<Diagnostic> notes{};
};

// Throws InputError with all that is wrong: names that are not known, asks that the engine refuses.
StoryAnswer run_story(std::shared_ptr<const StoryFile> story, double work);
// The same of the names alone, nothing asked.
void check_story(const StoryFile& story);

// Of one group of numbers that count.
struct StoryErrors {
  std::size_t n = 0, near = 0;     // within 25 %
  std::size_t inside = 0, of = 0;  // of those that have an interval
  std::optional<double> median{};  // of the absolute errors
};
struct StorySums {
  std::size_t numbers = 0, exact = 0, arithmetic = 0, holds = 0, orders = 0;
  std::size_t fitted = 0, contradictions = 0, listed = 0;
  StoryErrors times, hosts, ratios, on_record;
};
StorySums sums_of(std::span<const StoryAnswer> answers);

}  // namespace gpumodel
