// One page for every diagnostic id: what it means and what to do. `gpumodel explain ID` prints it.
#pragma once

#include <span>
#include <string_view>

namespace gpumodel {

struct DiagnosticPage {
  std::string_view id;
  std::string_view title;
  std::string_view text;  // paragraphs separated by empty lines, lines under 80 columns
};

// Sorted by id.
std::span<const DiagnosticPage> diagnostic_pages();
const DiagnosticPage* find_diagnostic_page(std::string_view id);

}  // namespace gpumodel
