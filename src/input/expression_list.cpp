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
    parts.push_back({.kind = Node::Kind::scalar,
                     .text = node.text.substr(begin, end - begin),
                     .line = node.line,
                     .column = node.column + static_cast<int>(begin)});
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
  constexpr std::size_t longest_list = 16 * 1024;  // hostile input: not worth taking apart
  if (node.kind == Node::Kind::scalar) {
    return node.text.size() > longest_list ? std::vector{node} : split(node);
  }
  if (node.kind != Node::Kind::sequence) return {};
  std::vector<Node> all;
  int open = 0;  // parentheses of the last expression
  for (const Node& child : node.children) {
    const bool scalar = child.kind == Node::Kind::scalar;
    if (open > 0 && scalar) {
      join(all.back(), child, file);
    } else {
      all.push_back(child);
      open = 0;
    }
    open = scalar ? open + open_parentheses(child.text) : 0;
  }
  return all;
}

}  // namespace gpumodel
