// Collects every fault of one file, so that all of them are reported at once. After a hundred it is
// another kind of file: the reading stops there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/core/expression/expression.hpp"
#include "src/io/text/text_file.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

class Problems {
 public:
  explicit Problems(const TextFile& file) : file_(file) {}

  // A fault of the file as a whole.
  void add(std::string_view id, std::string message, std::vector<std::string> hints = {});
  // A fault at a node: its text, or its first character, is underlined.
  void add(std::string_view id, const Node& at, std::string message,
           std::vector<std::string> hints = {});
  // A fault inside the text of a scalar; the columns of `error` count from its first character.
  void add(std::string_view id, const Node& at, const ExpressionError& error,
           std::vector<std::string> hints = {});
  // A warning about a line, shown at its first word.
  void warn(std::string_view id, int line, std::string message,
            std::vector<std::string> hints = {});

  const TextFile& file() const { return file_; }
  bool has_errors() const;
  std::vector<Diagnostic> sorted() const;  // by line
  // Throws InputError if anything worse than a warning was found.
  void throw_if_any() const;

 private:
  // Faults are added through here; throws once there are too many.
  Diagnostic& keep(Diagnostic fault);
  Diagnostic& place(Severity severity, std::string_view id, int line, std::size_t byte_column,
                    std::size_t bytes, std::string message);

  const TextFile& file_;
  std::vector<Diagnostic> found_;
};

}  // namespace gpumodel
