#include "src/view/compare/words.hpp"

#include <algorithm>

#include "src/view/program/timeline_words.hpp"

namespace gpumodel {

std::string bound_text(const CompareRow& row) {
  if (!row.longest) return row.bound;
  return std::string(to_string(row.longest->kind)) + " " + row.longest_name;
}

std::string reason_text(const CompareRow& row) {
  return row.why_none.empty() ? std::string() : row.why_none.front().message;
}

std::string difference_text(const ResultPair& pair, const FilesAsk& ask) {
  std::string text;
  for (const ResultDifference& each : pair.differences) {
    if (std::ranges::find(ask.allow, each.what) != ask.allow.end()) continue;
    text += (text.empty() ? "" : "; ") + std::string(each.what) + ": " + each.between;
  }
  return text;
}

std::string setting_text(const ResultKey& key) {
  std::string text = named_values_text(key.parameters);
  if (key.cache != "cold") text += (text.empty() ? "" : " ") + key.cache;
  return text;
}

}  // namespace gpumodel
