#include "src/input/expression_list.hpp"

namespace gpumodel {
namespace {

// Parentheses opened and not closed.
int open_parentheses(std::string_view text) {
  int depth = 0;
  for (const char c : text) depth += (c == '(' || c == '[') ? 1 : (c == ')' || c == ']') ? -1 : 0;
  return depth;
}

// Splits at commas outside all parentheses; spaces around the parts go.
std::vector<Node> split(const Node& node) {
  std::vector<Node> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= node.text.size(); ++at) {
    const char c = at < node.text.size() ? node.text[at] : ',';
    depth += (c == '(' || c == '[') ? 1 : (c == ')' || c == ']') ? -1 : 0;
    const bool ends = at == node.text.size() || (c == ',' && depth == 0);
    if (!ends) continue;
    while (begin < at && node.text[begin] == ' ') ++begin;
    std::size_t end = at;
    while (end > begin && node.text[end - 1] == ' ') --end;
    Node part = node;
    part.text = node.text.substr(begin, end - begin);
    part.column = node.column + static_cast<int>(begin);
    parts.push_back(std::move(part));
    begin = at + 1;
  }
  return parts;
}

// Appends the next piece of a call that YAML cut at a comma; spacing is the user's where both
// pieces stand in one line, so that columns stay true.
void join(Node& call, const Node& piece, const TextFile& file) {
  if (call.line == piece.line && piece.column > call.column) {
    const auto begin = static_cast<std::size_t>(call.column - 1);
    const auto end = static_cast<std::size_t>(piece.column - 1) + piece.text.size();
    call.text = std::string(file.line(call.line).substr(begin, end - begin));
  } else {
    call.text += ", " + piece.text;
  }
}

}  // namespace

std::vector<Node> expression_list(const Node& node, const TextFile& file) {
  if (node.kind == Node::Kind::scalar) return split(node);
  if (node.kind != Node::Kind::sequence) return {};
  std::vector<Node> all;
  bool inside_call = false;
  for (const Node& child : node.children) {
    const bool scalar = child.kind == Node::Kind::scalar;
    if (inside_call && scalar) {
      join(all.back(), child, file);
    } else {
      all.push_back(child);
    }
    inside_call = scalar && open_parentheses(all.back().text) > 0;
  }
  return all;
}

}  // namespace gpumodel
