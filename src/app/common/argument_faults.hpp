// Faults in arguments of the command line, shown with the argument as the line at fault.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/core/expression/expression.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// An argument and where it was given: "EXPR", "--where".
struct Argument {
  std::string option;
  std::string text;
};

class ArgumentFaults {
 public:
  // Columns of the error are bytes into the argument.
  Diagnostic& add(std::string_view id, const Argument& argument, const ExpressionError& error,
                  std::vector<std::string> hints = {}) {
    Diagnostic fault{.id = id, .message = error.message, .file = argument.option};
    fault.source_line = argument.text;
    const int before = characters(argument.text, error.column);
    fault.column = before + 1;
    fault.length = std::max(1, characters(argument.text, error.column + error.length) - before);
    fault.hints = std::move(hints);
    if (!error.hint.empty()) fault.hints.push_back(error.hint);
    found_.push_back(std::move(fault));
    return found_.back();
  }
  void throw_if_any() const {
    if (!found_.empty()) throw InputError{found_};
  }

 private:
  std::vector<Diagnostic> found_;
};

}  // namespace gpumodel
