// How an application came to its end, in words.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "src/cli/application/run.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

std::string name_of_signal(int number);
std::string seconds_text(const RunLimits& limits);  // "60 s"
std::string launches_text(std::size_t n);           // "1 launch"

// "exit code 0", "stopped after 60 s", "crashed (...), after its call at app.cu:7, and is predicted
// until then". `behind` is "" or ", after its call at app.cu:7".
std::string ending_text(const RunEnd& end, const RunLimits& limits, const std::string& behind);
// Throws InputError where somebody interrupted it, or it took too much memory.
void refuse_stopped(const RunEnd& end, const RunLimits& limits, const std::string& behind);

// Why something is left out, by what it is: all reasons.
template <class Key>
std::vector<Diagnostic> all_reasons(const std::map<Key, std::vector<Diagnostic>>& left_out) {
  std::vector<Diagnostic> all;
  for (const auto& [key, why] : left_out) all.insert(all.end(), why.begin(), why.end());
  return all;
}
// Of a kernel that is not described.
Diagnostic left_out_note(const std::string& name, std::size_t launches);
// What is said of a run.
Diagnostic run_note(std::string message);

}  // namespace gpumodel
