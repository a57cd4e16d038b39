#include "src/input/yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>

namespace gpumodel {
namespace {

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const TextFile& file) : file_(file) {}

  Node take() { return std::move(root_); }

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
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) ++node.column;
    node.text = value;
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
  // A container that is still open; a mapping holds a key until its value arrives.
  struct Open {
    Node node;
    bool has_key = false;
  };

  Node make(Node::Kind kind, const YAML::Mark& mark) {
    if (++nodes_ > max_yaml_nodes) fail("yaml-too-large", mark, "the file has too many entries");
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
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    fail("yaml-tag", mark, "tags such as '" + tag + "' are not supported");
  }
  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() >= max_yaml_depth) fail("yaml-too-deep", mark, "nested more than 20 deep");
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
      parent.node.children.push_back(std::move(node));
      parent.has_key = false;
    }
  }

  const TextFile& file_;
  Node root_;
  std::vector<Open> open_;
  int documents_ = 0;
  int nodes_ = 0;
};

}  // namespace

Node parse_yaml(const TextFile& file) {
  TreeBuilder builder(file);
  std::istringstream stream(file.content);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    builder.fail("yaml-syntax", error.mark, "not valid YAML: " + error.msg);
  }
  return builder.take();
}

}  // namespace gpumodel
