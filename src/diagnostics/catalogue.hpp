// The pages src/diagnostics/errors/ID.md, one for every diagnostic id, built into the program: what
// it means and what to do. `gpumodel explain ID` prints it.
#pragma once

#include <span>
#include <string_view>

namespace gpumodel {

struct DiagnosticPage {
  std::string_view id;
  std::string_view markdown;  // "# title", an empty line, then the text

  constexpr std::string_view title() const { return markdown.substr(2, markdown.find('\n') - 2); }
  constexpr std::string_view text() const { return markdown.substr(markdown.find('\n') + 2); }
};

// Sorted by id.
std::span<const DiagnosticPage> diagnostic_pages();
const DiagnosticPage* find_diagnostic_page(std::string_view id);

}  // namespace gpumodel
