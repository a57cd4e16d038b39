// Reads any YAML text of ours and says everything that is wrong with it.
#pragma once

#include <string>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

struct LintResult {
  std::string file;
  std::string sha256;
  std::string kind;  // "device", "kernel", or empty where that could not be told
  std::vector<Diagnostic> found;

  int count(Severity severity) const;
};

// `library` holds the kernels that a program names.
LintResult lint(const TextFile& text, const Shelves& library);

}  // namespace gpumodel
