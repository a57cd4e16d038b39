// What is wrong with a user's input, where, and what to do about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

enum class Severity { error, warning, note };

constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

struct Diagnostic {
  Severity severity = Severity::error;
  std::string_view id;  // of a page in catalogue.hpp
  std::string message;
  std::string file{};  // as shown to the user; empty where no file is at fault
  int line = 0;        // 1-based; 0: the file as a whole
  int column = 0;      // 1-based, in characters
  int length = 1;      // characters to underline
  std::string source_line{};
  std::string label{};               // beside the caret
  std::vector<std::string> hints{};  // what was expected, the nearest name, what to do
};

// Thrown when input cannot be used; holds every fault found, in the order they were written.
struct InputError {
  std::vector<Diagnostic> found;
};

// Thrown when the command line cannot be used.
struct UsageError {
  Diagnostic what;
};

}  // namespace gpumodel
