#include "src/diagnostics/catalogue.hpp"

#include <algorithm>

namespace gpumodel {

const DiagnosticPage* find_diagnostic_page(std::string_view id) {
  const std::span pages = diagnostic_pages();
  const auto found = std::ranges::lower_bound(pages, id, {}, &DiagnosticPage::id);
  return found != pages.end() && found->id == id ? &*found : nullptr;
}

}  // namespace gpumodel
