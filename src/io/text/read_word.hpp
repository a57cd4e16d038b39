// A key whose value is one of a few words.
#pragma once

#include <span>

#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {

template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

// What the word stands for: that of the first one where the key is absent, or (a fault) its value
// is none of them.
template <class Value>
Value read_word(Mapping& fields, std::string_view key, std::span<const Word<Value>> words) {
  const Node* node = fields.optional(key);
  if (node == nullptr) return words.front().value;
  const std::optional<std::string> text = scalar_text(*node, key, fields.problems());
  if (!text) return words.front().value;
  std::vector<std::string> known;
  std::string all = "known:";
  for (const Word<Value>& word : words) {
    if (word.text == *text) return word.value;
    known.emplace_back(word.text);
    all += " " + known.back();
  }
  std::vector<std::string> hints = did_you_mean(*text, known);
  if (hints.empty()) hints = {std::move(all)};
  fields.problems().add("value-unknown", *node,
                        "'" + std::string(key) + "' cannot be '" + *text + "'", std::move(hints));
  return words.front().value;
}

}  // namespace gpumodel
