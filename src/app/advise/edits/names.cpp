#include "src/app/advise/edits/names.hpp"

#include <algorithm>
#include <cctype>

namespace gpumodel {

std::string with_names(std::string_view text,
                       const std::function<std::string(std::string_view)>& named) {
  const auto begins = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
  };
  const auto goes_on = [&](char c) {
    return begins(c) || c == '.' || std::isdigit(static_cast<unsigned char>(c));
  };
  std::string changed;
  for (std::size_t i = 0; i < text.size();) {
    const auto at_range = [&](std::size_t at) { return text.substr(at, 2) == ".."; };
    std::size_t end = i + (at_range(i) ? 2 : 1);
    if (!at_range(i) && goes_on(text[i])) {  // a number with its suffix is no name
      while (end < text.size() && goes_on(text[end]) && !at_range(end)) ++end;
    }
    const std::string_view word = text.substr(i, end - i);
    changed += begins(text[i]) ? named(word) : std::string(word);
    i = end;
  }
  return changed;
}

bool has_name(std::string_view text, std::string_view name) {
  bool found = false;
  with_names(text, [&](std::string_view each) {
    found = found || each == name;
    return std::string(each);
  });
  return found;
}

void for_each_scalar(const Node& node, const std::function<void(const Node&)>& act) {
  if (node.kind == Node::Kind::scalar) act(node);
  for (const Node& child : node.children) for_each_scalar(child, act);
}

bool edit_scalars(TextEdit& edit, const Node& node,
                  const std::function<std::string(const std::string&)>& changed) {
  bool good = true;
  for_each_scalar(node, [&](const Node& scalar) {
    std::string text = changed(scalar.text);
    if (text != scalar.text) good = edit.replace(scalar, std::move(text)) && good;
  });
  return good;
}

const Node* node_at(const Node& root, std::initializer_list<std::string_view> keys) {
  const Node* node = &root;
  for (const std::string_view key : keys) {
    if (node == nullptr || node->kind != Node::Kind::mapping) return nullptr;
    node = value_of(*node, key);
  }
  return node;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size()) {
      depth += text[i] == '[' || text[i] == '(' ? 1 : text[i] == ']' || text[i] == ')' ? -1 : 0;
      if (text[i] != ',' || depth > 0) continue;
    }
    std::string_view one = text.substr(from, i - from);
    from = i + 1;
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    parts.emplace_back(one.substr(0, one.find_last_not_of(' ') + 1));
  }
  return parts;
}

}  // namespace gpumodel
