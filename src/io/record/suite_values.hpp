// What suites of kernels and of programs are written with: names, words and parameters, each one or
// a list of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "models/validation/suite.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

// One text, or a list of them.
std::vector<std::string> suite_texts(const Node& node, Problems& problems);
// name: value, or a list of values, which are expressions without names.
std::vector<SuiteParameter> suite_parameters(const Node& node, Problems& problems);
// Whole numbers from 1 to `most`; none where the key is absent.
std::vector<std::int64_t> suite_counts(Mapping& fields, std::string_view key, std::int64_t most);

// Words that to_string() gives for `known`; none where the key is absent.
template <class Value, std::size_t n>
std::vector<Value> suite_words(Mapping& fields, std::string_view key,
                               const std::array<Value, n>& known) {
  std::vector<Value> all;
  const Node* node = fields.optional(key);
  if (node == nullptr) return all;
  for (const std::string& text : suite_texts(*node, fields.problems())) {
    std::string hint = "known:";
    std::optional<Value> found;
    for (const Value value : known) {
      hint += " " + std::string(to_string(value));
      if (to_string(value) == text) found = value;
    }
    if (found) {
      all.push_back(*found);
    } else {
      fields.problems().add("value-unknown", *node,
                            "'" + std::string(key) + "' cannot be '" + text + "'", {hint});
    }
  }
  return all;
}

}  // namespace gpumodel
