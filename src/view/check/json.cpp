#include "src/view/check/json.hpp"

namespace gpumodel {
namespace {

const Object<LintResult>& checked_input() {
  static const Object<LintResult> table(
      "input", "",
      {
          {"name", "", &LintResult::file},
          {"file", "", &LintResult::file},
          {"sha256",
           "null: the file could not be read",
           [](auto& result) { return only_if(!result.sha256.empty(), result.sha256); },
           {.pattern = sha256_pattern}},
      });
  return table;
}

const Object<std::vector<LintResult>>& check_inputs() {
  static const Object<std::vector<LintResult>> table(
      "inputs", "", {{"files", "", checked_input, std::identity{}}});
  return table;
}

const Object<LintResult>& checked_file() {
  static const Object<LintResult> table(
      "file", "",
      {
          {"file", "as given", &LintResult::file},
          {"kind",
           "null: could not be told",
           [](auto& result) { return only_if(!result.kind.empty(), result.kind); },
           {.words = "device|kernel|program|system"}},
          {"errors", "number of errors",
           [](auto& result) { return result.count(Severity::error); }},
          {"warnings", "number of warnings",
           [](auto& result) { return result.count(Severity::warning); }},
      });
  return table;
}

}  // namespace

const Document<std::vector<LintResult>>& check_document() {
  static const Document<std::vector<LintResult>> document(
      {.name = "check",
       .description = "Everything that is wrong with kernel, program, device and system files.",
       .exit_codes = {0, 3}},
      {
          {"inputs", "", check_inputs, std::identity{}},
          {"files", "", checked_file, std::identity{}},
      });
  return document;
}

Json check_json(const std::vector<LintResult>& results, int exit_code) {
  std::vector<Diagnostic> diagnostics;
  for (const LintResult& result : results) {
    diagnostics.insert(diagnostics.end(), result.found.begin(), result.found.end());
  }
  return check_document().write(results, diagnostics, exit_code);
}

}  // namespace gpumodel
