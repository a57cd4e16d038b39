#include "src/io/kernel/variables.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace gpumodel {

void Variables::look_for_definitions(const Node& node) {
  constexpr std::array<std::string_view, 4> defining = {"let", "draw", "read", "for"};
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Node& child = node.children[i];
    const bool defines =
        i < node.keys.size() && std::ranges::find(defining, node.keys[i].text) != defining.end();
    if (defines) {
      for (const Node& name : child.keys) definitions_.try_emplace(name.text, name.line);
    } else {
      look_for_definitions(child);
    }
  }
}

std::optional<int> Variables::line_of(std::string_view name) const {
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? std::nullopt : std::optional(found->second);
}

const Variables::Variable& Variables::define(const std::string& name, int line) {
  known_.push_back({name, defined_++, line});
  return known_.back();
}

const Variables::Variable* Variables::find(std::string_view name) const {
  for (const Variable& variable : known_ | std::views::reverse) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

}  // namespace gpumodel
