#include "src/io/text/nearest.hpp"

#include <algorithm>
#include <cctype>

namespace gpumodel {
namespace {

char folded(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Optimal string alignment distance (Damerau, CACM 7(3), 1964), case folded; `enough` or more where
// the words are that far apart.
std::size_t edits(std::string_view a, std::string_view b, std::size_t enough) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= enough) return enough;
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                           folded(a[i - 2]) == folded(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(previous);
    previous.swap(row);
    // A swap reaches back over two rows, so both must be too far off already.
    if (std::min(std::ranges::min(before), std::ranges::min(previous)) >= enough) return enough;
  }
  return previous[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> candidates) {
  // Nobody mistypes more, nobody has more names: keeps hostile input cheap.
  constexpr std::size_t longest_word = 40;
  constexpr std::size_t most_candidates = 200;
  if (word.empty() || word.size() > longest_word) return {};
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate :
       candidates.first(std::min(most_candidates, candidates.size()))) {
    if (candidate.size() > longest_word) continue;
    const std::size_t distance = edits(word, candidate, best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, folded, folded);
}

std::vector<std::string> did_you_mean(std::string_view word,
                                      std::span<const std::string> candidates) {
  constexpr std::size_t most_shown = 4;
  std::vector<std::string> meant;
  for (const std::string& candidate : candidates) {
    if (word.size() > 1 && same_but_for_case(word, candidate.substr(0, word.size()))) {
      meant.push_back(candidate);
    }
  }
  const std::string nearest = nearest_name(word, candidates);
  if (meant.empty() || same_but_for_case(word, nearest)) meant = {nearest};
  if (meant.front().empty()) return {};
  std::string text = "did you mean '" + meant.front() + "'";
  for (std::size_t i = 1; i < std::min(meant.size(), most_shown); ++i) {
    text += (i + 1 == meant.size() ? " or '" : ", '") + meant[i] + "'";
  }
  return {text + (meant.size() > most_shown ? ", ...?" : "?")};
}

}  // namespace gpumodel
