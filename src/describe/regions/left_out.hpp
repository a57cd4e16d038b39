// Statements of host code that do not compile, for what a build or a library would bring is not
// there: they are left out where no region is part of them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/describe/diagnostic.hpp"

namespace gpumodel::describe {

struct LeftOut {
  std::map<std::string, std::string> texts;  // by file, as long as they were
  std::set<std::string> names;               // that stand in what was left out
  std::vector<Diagnostic> said;              // a warning for each
};

// Leaves out what these errors are in. False where one of them is in a region, or in what cannot be
// spared: then nothing is changed.
bool leave_out(const std::vector<Diagnostic>& errors, LeftOut& left);

}  // namespace gpumodel::describe
