#include "src/diagnostics/catalogue.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

const DiagnosticPage* find_page(std::span<const DiagnosticPage> pages, std::string_view id) {
  const auto found = std::ranges::lower_bound(pages, id, {}, &DiagnosticPage::id);
  return found != pages.end() && found->id == id ? &*found : nullptr;
}

}  // namespace

const DiagnosticPage* find_diagnostic_page(std::string_view id) {
  return find_page(diagnostic_pages(), id);
}

const DiagnosticPage* find_word_page(std::string_view word) {
  return find_page(word_pages(), word);
}

}  // namespace gpumodel
