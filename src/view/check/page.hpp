// `check`: files, and how much is wrong with each.
#pragma once

#include <vector>

#include "src/io/library/lint.hpp"
#include "src/view/common/json.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page check_page(const std::vector<LintResult>& results);
// The schema is `gpumodel schema check`.
Json check_json(const std::vector<LintResult>& results);
// Of the program: 3 where there are errors.
int exit_code_of(const std::vector<LintResult>& results);

}  // namespace gpumodel
