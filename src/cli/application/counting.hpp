// What kernels leave open and a number answers: how often a condition on data holds, how many
// rounds a loop has, which values decide on indices. It is counted where the application runs once
// more and executes, on the processor, the first launches of each such kernel and all that these
// depend on.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "src/cli/application/application.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/describe/describer.hpp"

namespace gpumodel {

// What a question is about: taken_12 of "-D taken_12=SHARE", col of "--values 'col=...'"; empty: it
// is none.
std::string name_asked(const Diagnostic& said);

// A kernel with a block, and what its description asks.
struct OpenKernel {
  const LaunchableKernel* kernel = nullptr;
  SourceAsk ask{};
  std::array<std::int64_t, 3> block{1, 1, 1};
  std::vector<std::string> names{};  // "taken_12", "i_rounds", of arrays
  std::size_t launches = 1;          // that the application makes
};

struct CountedKernel {
  std::string why_not{};                              // for all names that have no number
  std::map<std::string, std::string> why_not_name{};  // for some
  std::string where{};                                // "all 4 blocks of its first launch"
  std::map<std::string, CountedNumber> numbers{};     // of that
  // By how many launches came before, and of all that were counted together.
  std::map<std::size_t, std::map<std::string, CountedNumber>> later{};
  std::string where_all{};
  std::map<std::string, CountedNumber> of_all{};
  std::map<std::string, std::string> contents{};  // of arrays, as files of their bytes
};

class Counting {
 public:
  using Answer = std::function<std::optional<std::string>(const ApplicationRecord&)>;
  // All must outlive this. `answer`: of what the application asks about its kernels.
  Counting(const ApplicationAsk& what, const ProgramAsk& ask, const BuiltApplication& built,
           const TemporaryFolder& folder, Answer answer)
      : what_(what), ask_(ask), built_(built), folder_(folder), answer_(std::move(answer)) {}

  // One for each. Throws MachineError.
  std::vector<CountedKernel> count(const std::vector<OpenKernel>& open);

 private:
  class Session;

  const ApplicationAsk& what_;
  const ProgramAsk& ask_;
  const BuiltApplication& built_;
  const TemporaryFolder& folder_;
  Answer answer_;
  std::vector<std::string> objects_;  // with kernels
  int runs_ = 0;
};

}  // namespace gpumodel
