// Names in the expressions of a descriptor, and the places that hold expressions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/text_edit.hpp"

namespace gpumodel {

// The text with each name, such as `n` or `thread.x`, as `named` has it; names that it gives back
// unchanged stay.
std::string with_names(std::string_view text,
                       const std::function<std::string(std::string_view)>& named);
bool has_name(std::string_view text, std::string_view name);

// Scalars that are values, at any depth.
void for_each_scalar(const Node& node, const std::function<void(const Node&)>& act);
// Changes every value below the node that `changed` changes; false: one is not in one piece.
[[nodiscard]] bool edit_scalars(TextEdit& edit, const Node& node,
                                const std::function<std::string(const std::string&)>& changed);
// Of a path such as "launch", "grid"; null where a key is missing.
const Node* node_at(const Node& root, std::initializer_list<std::string_view> keys);

// Texts between the commas that are in no brackets.
std::vector<std::string> split_list(std::string_view text);

}  // namespace gpumodel
