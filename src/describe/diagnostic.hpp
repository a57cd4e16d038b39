// What went wrong, or is left out: with its place in the source.
#pragma once

#include <string>
#include <vector>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

enum class Severity { note, warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string id{};
  std::string message{};
  Place place{};
  std::string source_line{};
  std::vector<std::string> hints{};
  std::vector<std::string> bounds{};  // of a question: the options of both ends of what is possible
};

// Ends the program with these, and an exit code as gpumodel's.
struct Failure {
  std::vector<Diagnostic> diagnostics;
  int exit_code = 3;
};

std::string shown(const Diagnostic& diagnostic);          // with the line and a caret
std::string shown_as_json(const Diagnostic& diagnostic);  // on one line

}  // namespace gpumodel::describe
