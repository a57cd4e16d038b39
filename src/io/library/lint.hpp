// Reads any YAML file of ours and says everything that is wrong with it.
#pragma once

#include <string>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

struct LintResult {
  std::string file;
  std::string sha256;
  std::string kind;  // "device", "kernel", or empty where that could not be told
  std::vector<Diagnostic> found;

  int count(Severity severity) const;
};

LintResult lint(const std::string& path);

}  // namespace gpumodel
