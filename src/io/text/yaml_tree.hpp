// YAML as a plain tree of scalars, mappings and sequences, each with its place in the file.
//
// The only file that knows the YAML library. Scalars stay text: what `no`, `010` or `.nan` mean is
// decided by whoever asks for a value, not by YAML's type rules. Anchors, aliases and tags are
// refused, so a small file cannot unfold into a large one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct Node {
  enum class Kind { null, scalar, sequence, mapping };

  Kind kind = Kind::null;
  std::string text{};        // of a scalar
  std::vector<Node> keys{};  // of a mapping, beside `children`
  std::vector<Node> children{};
  int line = 0;    // 1-based
  int column = 0;  // 1-based byte column of the first character of the text (inside quotes)
};

// The value of a key; nullptr if the mapping has none such.
const Node* value_of(const Node& mapping, std::string_view key);

inline constexpr int max_yaml_depth = 40;  // statements nested 16 deep take two levels each
inline constexpr int max_yaml_nodes = 20000;
inline constexpr int max_program_nodes = 1'000'000;  // a line for each step of an application

// Throws InputError: syntax, several documents, anchors, too deep, too many nodes.
Node parse_yaml(const TextFile& file);

}  // namespace gpumodel
