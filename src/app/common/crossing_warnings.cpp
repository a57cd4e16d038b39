#include "src/app/common/crossing_warnings.hpp"

#include "models/timeline/program/crossing.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

std::vector<Diagnostic> crossing_warnings(const Kernel& kernel,
                                          std::span<const std::optional<Number>> overrides,
                                          const TextFile& text) {
  std::vector<Number> values;
  evaluate_parameters(kernel, overrides, values);
  Problems problems(text);
  for (const Access* access : crossing_accesses(kernel, values)) {
    const std::string& array = kernel.arrays[access->array].name;
    Node at;
    at.line = access->source.line;
    at.column = access->column;
    at.text = access->expression.text;
    problems.add("chunks-depend", at,
                 "blocks of one chunk use a part of " + array + " that belongs to another chunk",
                 {"the times are those of chunks that bring their own part of " + array +
                      " and wait for no other",
                  "a program says what else a chunk needs: docs/programs.md"});
  }
  std::vector<Diagnostic> all = problems.sorted();
  for (Diagnostic& each : all) each.severity = Severity::warning;
  return all;
}

}  // namespace gpumodel
