// `check`: files, and how much is wrong with each.
#pragma once

#include <vector>

#include "src/io/library/lint.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page check_page(const std::vector<LintResult>& results);

}  // namespace gpumodel
