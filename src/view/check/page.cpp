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

Json check_json(const std::vector<LintResult>& results) {
  Json files = Json::array();
  Json inputs = Json::array();
  std::vector<Diagnostic> diagnostics;
  for (const LintResult& result : results) {
    inputs.push_back({{"name", result.file},
                      {"file", result.file},
                      {"sha256", result.sha256.empty() ? Json(nullptr) : Json(result.sha256)}});
    files.push_back({{"file", result.file},
                     {"kind", result.kind.empty() ? Json(nullptr) : Json(result.kind)},
                     {"errors", result.count(Severity::error)},
                     {"warnings", result.count(Severity::warning)}});
    diagnostics.insert(diagnostics.end(), result.found.begin(), result.found.end());
  }
  Json document = json_document("check", {{"files", std::move(inputs)}});
  document["files"] = std::move(files);
  finish_document(document, diagnostics, exit_code_of(results));
  return document;
}

int exit_code_of(const std::vector<LintResult>& results) {
  for (const LintResult& result : results) {
    if (result.count(Severity::error) > 0) return 3;
  }
  return 0;
}

}  // namespace gpumodel
