#include "src/view/check/page.hpp"

#include "src/io/text/format.hpp"

namespace gpumodel {

Page check_page(const std::vector<LintResult>& results) {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  Table table;
  table.columns = {{"file", "file"},
                   {"kind", "kind"},
                   {"errors", "errors", true},
                   {"warnings", "warnings", true}};
  for (const LintResult& result : results) {
    errors += static_cast<std::size_t>(result.count(Severity::error));
    warnings += static_cast<std::size_t>(result.count(Severity::warning));
    table.rows.push_back({{result.file},
                          {result.kind.empty() ? "n/a (see the error)" : result.kind},
                          {std::to_string(result.count(Severity::error))},
                          {std::to_string(result.count(Severity::warning))}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{counted(results.size(), "file") + ", " +
                                     counted(errors, "error") + ", " +
                                     counted(warnings, "warning")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

}  // namespace gpumodel
