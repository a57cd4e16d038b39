// `check` for machines; the schema is `gpumodel schema check`.
#pragma once

#include "src/io/library/lint.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<std::vector<LintResult>>& check_document();
Json check_json(const std::vector<LintResult>& results, int exit_code);

}  // namespace gpumodel
