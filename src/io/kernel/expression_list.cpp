#include "src/io/kernel/expression_list.hpp"

namespace gpumodel {
namespace {

// Parentheses opened and not closed.
int open_parentheses(std::string_view text) {
  int depth = 0;
  for (const char c : text) depth += (c == '(' || c == '[') ? 1 : (c == ')' || c == ']') ? -1 : 0;
  return depth;
}

// YAML joins the lines of one text. Finds where its parts stand, as long as nothing but spaces,
// line ends and commas is between them.
class PartPlaces {
 public:
  PartPlaces(const Node& node, const TextFile& file) : file_(file), line_(node.line) {
    at_ = static_cast<std::size_t>(node.column - 1);
  }

  void place(Node& part) {
    skip_separators();
    if (lost_ || part.text.empty() || !file_.line(line_).substr(at_).starts_with(part.text)) {
      lost_ = true;
      return;
    }
    part.line = line_;
    part.column = static_cast<int>(at_) + 1;
    at_ += part.text.size();
  }

 private:
  void skip_separators() {
    const int last_line = static_cast<int>(file_.line_starts.size());
    while (!lost_) {
      at_ = file_.line(line_).find_first_not_of(" \t,", at_);
      if (at_ != std::string_view::npos) return;
      at_ = 0;
      lost_ = ++line_ > last_line;
    }
  }

  const TextFile& file_;
  int line_;
  std::size_t at_ = 0;  // in the line
  bool lost_ = false;
};

// Splits at commas outside all parentheses; spaces around the parts go.
std::vector<Node> split(const Node& node, const TextFile& file) {
  std::vector<Node> parts;
  PartPlaces places(node, file);
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
    places.place(parts.back());
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
    return node.text.size() > longest_list ? std::vector{node} : split(node, file);
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
