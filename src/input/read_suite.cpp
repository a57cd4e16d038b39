#include "src/input/read_suite.hpp"

#include "src/input/expression_list.hpp"
#include "src/input/mapping.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_combinations = 10000;

class SuiteReader {
 public:
  SuiteReader(const Node& root, Problems& problems)
      : top_(root, "the suite", problems), problems_(problems) {}

  Suite read() {
    Suite suite;
    suite.name = top_.required_text("suite");
    suite.summary = top_.optional_text("summary");
    if (const Node* points = top_.required("points")) read_points(*points, suite);
    top_.reject_unknown_keys();
    return suite;
  }

 private:
  void read_points(const Node& node, Suite& suite) {
    if (node.kind != Node::Kind::sequence) {
      problems_.add("type-wrong", node, "'points' must be a list");
      return;
    }
    for (const Node& entry : node.children) suite.entries.push_back(read_entry(entry));
  }

  SuiteEntry read_entry(const Node& node) {
    Mapping fields(node, "a member of 'points'", problems_);
    SuiteEntry entry;
    entry.line = node.line;
    if (const Node* kernels = fields.required("kernels")) entry.kernels = texts(*kernels);
    if (const Node* with = fields.optional("with")) read_parameters(*with, entry);
    entry.caches =
        words<CacheStart>(fields, "cache", std::to_array({CacheStart::cold, CacheStart::warm}));
    if (entry.caches.empty()) entry.caches = {CacheStart::cold, CacheStart::warm};
    entry.backends = words<BackendKind>(fields, "backends", all_backends);
    if (entry.backends.empty()) entry.backends = {BackendKind::cuda};
    fields.reject_unknown_keys();
    return entry;
  }

  // One text, or a list of them.
  std::vector<std::string> texts(const Node& node) {
    std::vector<std::string> all;
    for (const Node& child : expression_list(node, problems_.file())) {
      if (auto text = scalar_text(child, "a name", problems_)) all.push_back(std::move(*text));
    }
    if (all.empty()) problems_.add("type-wrong", node, "expected a name or a list of names");
    return all;
  }

  template <class Value, std::size_t n>
  std::vector<Value> words(Mapping& fields, std::string_view key,
                           const std::array<Value, n>& known) {
    std::vector<Value> all;
    const Node* node = fields.optional(key);
    if (node == nullptr) return all;
    for (const std::string& text : texts(*node)) {
      std::string hint = "known:";
      std::optional<Value> found;
      for (const Value value : known) {
        hint += " " + std::string(to_string(value));
        if (to_string(value) == text) found = value;
      }
      if (found) {
        all.push_back(*found);
      } else {
        problems_.add("value-unknown", *node, "'" + std::string(key) + "' cannot be '" + text + "'",
                      {hint});
      }
    }
    return all;
  }

  void read_parameters(const Node& node, SuiteEntry& entry) {
    Mapping with(node, "'with'", problems_);
    std::size_t count = 1;
    for (const Mapping::Entry& parameter : with.entries()) {
      SuiteParameter read{parameter.key->text, {}};
      for (const Node& value : expression_list(*parameter.value, problems_.file())) {
        if (const auto number = number_of(value)) read.values.push_back(*number);
      }
      count *= std::max<std::size_t>(1, read.values.size());
      if (count > most_combinations) {
        problems_.add("suite-point", *parameter.key, "more than 10000 combinations");
        return;
      }
      entry.parameters.push_back(std::move(read));
    }
  }

  std::optional<Number> number_of(const Node& node) {
    const auto text = scalar_text(node, "a value", problems_);
    if (!text) return std::nullopt;
    try {
      const Expression expression = Expression::parse(*text);
      if (!expression.names().empty()) {
        const Expression::Name& used = expression.names().front();
        throw ExpressionError{
            "values of a suite cannot use names", {}, used.column, used.text.size()};
      }
      return expression.evaluate({});
    } catch (const ExpressionError& error) {
      problems_.add("expression-syntax", node, error);
      return std::nullopt;
    }
  }

  Mapping top_;
  Problems& problems_;
};

}  // namespace

SuiteFile read_suite(TextFile text) {
  SuiteFile file{{}, std::move(text)};
  const Node root = parse_yaml(file.text);
  Problems problems(file.text);
  file.suite = SuiteReader(root, problems).read();
  problems.throw_if_any();
  return file;
}

}  // namespace gpumodel
