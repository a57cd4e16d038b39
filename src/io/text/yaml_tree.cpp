#include "src/io/text/yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include "src/io/kernel/guarded_expressions.hpp"
#include "src/io/text/text_places.hpp"

namespace gpumodel {
namespace {

bool is_program(const TextFile& file) {
  constexpr std::string_view key = "program:";
  return file.content.starts_with(key) ||
         file.content.find("\n" + std::string(key)) != std::string::npos;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const TextFile& file)
      : file_(file), most_nodes_(is_program(file) ? max_program_nodes : max_yaml_nodes) {}

  Node take() { return std::move(root_); }

  // The innermost list or mapping that has not ended and begins with this bracket; null where there
  // is none.
  const Node* open_bracket(char bracket) const {
    for (auto it = open_.rbegin(); it != open_.rend(); ++it) {
      const std::string_view line = file_.line(it->node.line);
      const auto at = static_cast<std::size_t>(it->node.column - 1);
      if (at < line.size() && line[at] == bracket) return &it->node;
    }
    return nullptr;
  }

  [[noreturn]] void refuse_open_bracket(const Node& node, std::string message) const {
    YAML::Mark mark;
    mark.line = node.line - 1;
    mark.column = node.column - 1;
    fail("yaml-syntax", mark, std::move(message));
  }

  [[noreturn]] void fail(std::string_view id, const YAML::Mark& mark, std::string message,
                         std::vector<std::string> hints = {}) const {
    Diagnostic fault{.id = id, .message = std::move(message), .file = file_.shown};
    if (mark.line >= 0) {
      fault.line = mark.line + 1;
      fault.source_line = std::string(file_.line(fault.line));
      fault.column = 1 + characters(fault.source_line, static_cast<std::size_t>(mark.column));
    }
    fault.hints = std::move(hints);
    throw InputError{{std::move(fault)}};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      fail("yaml-documents", mark, "a second document starts here",
           {"put each device or kernel into a file of its own"});
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    add(make(Node::Kind::null, mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_alias(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    Node node = make(Node::Kind::scalar, mark);
    const std::string_view line = file_.line(node.line);
    const auto at = static_cast<std::size_t>(mark.column);
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) {
      refuse_open_quote(mark);
      ++node.column;
    }
    std::string text = value;
    unguard_expressions(text);
    if (std::ranges::any_of(text, is_control)) {
      fail("yaml-syntax", mark, "control characters are not supported");
    }
    node.text = one_line(std::move(text));
    add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::sequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::mapping, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  static bool is_control(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
  }
  // The YAML library takes the end of the file for the missing quote.
  void refuse_open_quote(const YAML::Mark& mark) const {
    const std::size_t begin = file_.line_starts[static_cast<std::size_t>(mark.line)] +
                              static_cast<std::size_t>(mark.column);
    const char quote = file_.content[begin];
    for (std::size_t at = begin + 1; at < file_.content.size(); ++at) {
      const bool doubled = quote == '\'' && file_.content.compare(at, 2, "''") == 0;
      const bool escaped = quote == '"' && file_.content[at] == '\\';
      if (doubled || escaped) {
        ++at;
      } else if (file_.content[at] == quote) {
        return;
      }
    }
    fail("yaml-syntax", mark, "not valid YAML: the quote is never closed");
  }

  // A container that is still open; a mapping holds a key until its value arrives.
  struct Open {
    Node node;
    bool has_key = false;
  };

  Node make(Node::Kind kind, const YAML::Mark& mark) {
    if (++nodes_ > most_nodes_)
      fail("yaml-too-large", mark,
           "the file has more than " + std::to_string(most_nodes_) + " entries");
    Node node;
    node.kind = kind;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }
  void refuse_alias(const YAML::Mark& mark) const {
    fail("yaml-alias", mark, "anchors and aliases are not supported", {"write the value out"});
  }
  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
    if (anchor != YAML::NullAnchor) refuse_alias(mark);
  }
  void refuse_tag(const YAML::Mark& mark, std::string tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    unguard_expressions(tag);
    fail("yaml-tag", mark, "tags such as '" + tag + "' are not supported");
  }
  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() >= max_yaml_depth) {
      fail("yaml-too-deep", mark, "nested more than " + std::to_string(max_yaml_depth) + " deep");
    }
    open_.push_back({make(kind, mark)});
  }
  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(node));
  }
  void add(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == Node::Kind::mapping && !parent.has_key) {
      parent.node.keys.push_back(std::move(node));
      parent.has_key = true;
    } else {
      // What is left empty has no place of its own: the library gives that of what comes next.
      if (node.kind == Node::Kind::null && parent.has_key) {
        node.line = parent.node.keys.back().line;
        node.column = parent.node.keys.back().column;
      }
      parent.node.children.push_back(std::move(node));
      parent.has_key = false;
    }
  }

  const TextFile& file_;
  Node root_;
  std::vector<Open> open_;
  int documents_ = 0;
  int most_nodes_ = 0, nodes_ = 0;
};

// What is usually behind the library's terse messages.
std::vector<std::string> syntax_hints(const YAML::Exception& error, const TextFile& file) {
  const std::string_view line = file.line(error.mark.line + 1);
  const std::string_view indent = line.substr(0, line.find_first_not_of(" \t"));
  if (indent.find('\t') != std::string_view::npos) {
    return {"indent with spaces: this line begins with a tab"};
  }
  if (error.msg == YAML::ErrorMsg::MAP_VALUE) {
    return {"keys of one mapping have the same indent; text with ': ' in it needs quotes"};
  }
  return {};
}

}  // namespace

const Node* value_of(const Node& mapping, std::string_view key) {
  for (std::size_t i = 0; i < mapping.keys.size(); ++i) {
    if (mapping.keys[i].text == key) return &mapping.children[i];
  }
  return nullptr;
}

Node parse_yaml(const TextFile& file) {
  TreeBuilder builder(file);
  std::istringstream stream(guard_expressions(file.content));
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const bool list = error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW;
    if (list || error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW) {
      if (const Node* open = builder.open_bracket(list ? '[' : '{')) {
        builder.refuse_open_bracket(
            *open,
            std::string("not valid YAML: the ") + (list ? "list [...]" : "mapping {...}") +
                " that begins here is not closed before line " +
                std::to_string(std::min<std::size_t>(static_cast<std::size_t>(error.mark.line) + 1,
                                                     file.line_starts.size())));
      }
    }
    builder.fail("yaml-syntax", error.mark, "not valid YAML: " + error.msg,
                 syntax_hints(error, file));
  }
  Node root = builder.take();
  if (root.line == 0) {  // nothing but comments
    root.line = static_cast<int>(file.line_starts.size());
    root.column = 1;
  }
  return root;
}

}  // namespace gpumodel
