#include "src/io/record/read_suite.hpp"

#include "src/io/record/read_point_sets.hpp"
#include "src/io/record/suite_values.hpp"

namespace gpumodel {
namespace {

class SuiteReader {
 public:
  SuiteReader(const Node& root, Problems& problems)
      : top_(root, "the suite", problems), problems_(problems) {}

  Suite read() {
    Suite suite;
    suite.name = top_.required_text("suite");
    suite.summary = top_.optional_text("summary");
    if (const Node* points = top_.required("points")) read_points(*points, suite);
    if (const Node* sets = top_.optional("sets")) {
      suite.sets = read_point_sets(*sets, suite.entries, problems_);
    }
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
    if (const Node* kernels = fields.required("kernels"))
      entry.kernels = suite_texts(*kernels, problems_);
    if (const Node* with = fields.optional("with")) {
      entry.parameters = suite_parameters(*with, problems_);
    }
    entry.caches = suite_words<CacheStart>(fields, "cache",
                                           std::to_array({CacheStart::cold, CacheStart::warm}));
    if (entry.caches.empty()) entry.caches = {CacheStart::cold, CacheStart::warm};
    entry.backends = suite_words<BackendKind>(fields, "backends", all_backends);
    if (entry.backends.empty()) entry.backends = {BackendKind::cuda};
    fields.reject_unknown_keys();
    return entry;
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
