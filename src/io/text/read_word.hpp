// A key whose value is one of a few words.
#pragma once

#include <array>
#include <span>

#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {

template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

inline constexpr auto true_or_false = std::to_array<Word<bool>>({{"true", true}, {"false", false}});

// What the word stands for: that of the first one where (a fault) the value is none of them.
template <class Value>
Value word_of(const Node& node, std::string_view key, std::span<const Word<Value>> words,
              Problems& problems) {
  const std::optional<std::string> text = scalar_text(node, key, problems);
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
  problems.add("value-unknown", node, "'" + std::string(key) + "' cannot be '" + *text + "'",
               std::move(hints));
  return words.front().value;
}

// The same of a key; that of the first one also where the key is absent.
template <class Value>
Value read_word(Mapping& fields, std::string_view key, std::span<const Word<Value>> words) {
  const Node* node = fields.optional(key);
  return node == nullptr ? words.front().value : word_of(*node, key, words, fields.problems());
}

// A table of words as such, from which the type follows.
template <std::size_t n, class Value>
Value word_of(const Node& node, std::string_view key, const std::array<Word<Value>, n>& words,
              Problems& problems) {
  return word_of(node, key, std::span<const Word<Value>>(words), problems);
}

}  // namespace gpumodel
