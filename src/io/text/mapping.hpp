// Strict reading of a YAML mapping: every key is asked for once, and what nobody asked for is an
// error at its own line. Faults go to a Problems; readers carry on with a default.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/problems.hpp"

namespace gpumodel {

class Mapping {
 public:
  // `what` names the mapping in messages ("the device file", "per_item"). If `node` is no mapping
  // that is a fault, and every key is missing silently. Duplicate keys are faults.
  Mapping(const Node& node, std::string what, Problems& problems);

  // The value of a key, or nothing. `optional` keys may also be empty.
  const Node* optional(std::string_view key);
  const Node* required(std::string_view key);

  // Texts, joined to one line; empty (with a fault) where the value is no text.
  std::string required_text(std::string_view key);
  std::string optional_text(std::string_view key);

  // All keys with their values, for mappings whose keys are names. Marks them all as asked for.
  struct Entry {
    const Node* key;
    const Node* value;
  };
  std::vector<Entry> entries();

  const Node* key_node(std::string_view key) const;
  bool is_mapping() const { return node_.kind == Node::Kind::mapping; }
  Problems& problems() { return problems_; }

  // To be called last by every reader. A key that is missing because it is misspelt is one fault.
  void reject_unknown_keys();
  // Instead, where it is not known which keys are right.
  void report_missing_keys();

 private:
  const Node* value_of(std::string_view key);

  const Node& node_;
  std::string what_;
  Problems& problems_;
  std::vector<std::string> asked_;
  std::vector<std::string> missing_;  // of the required ones
};

// The text of a scalar; nothing (with a fault) for anything else.
std::optional<std::string> scalar_text(const Node& node, std::string_view key, Problems& problems);

// The same without spaces at its end; empty for anything else.
std::string line_of_text(const Node& node, std::string_view key, Problems& problems);

std::string_view to_string(Node::Kind kind);

}  // namespace gpumodel
