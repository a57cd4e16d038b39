// Pages built into the program, which `gpumodel explain WORD` prints: src/diagnostics/errors/ID.md,
// one for every diagnostic id, what it means and what to do; src/diagnostics/words/WORD.md, one for
// every term, limiter and word of an answer, what it is, its equation and a command to try.
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

// Sorted by word. The title of the page of a term is its name for people: "DRAM bandwidth".
std::span<const DiagnosticPage> word_pages();
const DiagnosticPage* find_word_page(std::string_view word);

}  // namespace gpumodel
