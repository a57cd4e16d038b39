#include "src/io/record/read_program_suite.hpp"

#include "src/io/record/suite_values.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_chunks = std::int64_t{1} << 20;
constexpr std::int64_t most_streams = std::int64_t{1} << 16;
constexpr std::int64_t most_gpus = 64;
constexpr double most_points = 10000;  // of one entry

double number_of_points(const ProgramSuiteEntry& entry) {
  const auto each = [](std::size_t n) { return n == 0 ? 1.0 : static_cast<double>(n); };
  double count = each(entry.programs.size()) * each(entry.chunks.size()) *
                 each(entry.streams.size()) * each(entry.gpus.size()) * each(entry.orders.size());
  for (const SuiteParameter& parameter : entry.parameters) count *= each(parameter.values.size());
  return count;
}

ProgramSuiteEntry read_entry(const Node& node, Problems& problems) {
  Mapping fields(node, "a member of 'points'", problems);
  ProgramSuiteEntry entry;
  entry.line = node.line;
  entry.set = fields.required_text("set");
  if (const Node* programs = fields.required("programs")) {
    entry.programs = suite_texts(*programs, problems);
  }
  if (const Node* with = fields.optional("with")) {
    entry.parameters = suite_parameters(*with, problems);
  }
  entry.chunks = suite_counts(fields, "chunks", most_chunks);
  entry.streams = suite_counts(fields, "streams", most_streams);
  entry.gpus = suite_counts(fields, "gpus", most_gpus);
  entry.orders = suite_words<IssueOrder>(
      fields, "order", std::to_array({IssueOrder::depth_first, IssueOrder::breadth_first}));
  entry.backends = suite_words<BackendKind>(
      fields, "backends", std::to_array({BackendKind::cuda, BackendKind::openacc}));
  fields.reject_unknown_keys();
  if (number_of_points(entry) > most_points) {
    problems.add("suite-point", node, "more than 10000 combinations");
  }
  return entry;
}

}  // namespace

ProgramSuiteFile read_program_suite(TextFile text) {
  ProgramSuiteFile file{{}, std::move(text)};
  const Node root = parse_yaml(file.text);
  Problems problems(file.text);
  Mapping top(root, "the suite", problems);
  file.suite.name = top.required_text("suite");
  file.suite.summary = top.optional_text("summary");
  if (const Node* points = top.required("points")) {
    if (points->kind == Node::Kind::sequence) {
      for (const Node& entry : points->children) {
        file.suite.entries.push_back(read_entry(entry, problems));
      }
    } else {
      problems.add("type-wrong", *points, "'points' must be a list");
    }
  }
  top.reject_unknown_keys();
  problems.throw_if_any();
  return file;
}

}  // namespace gpumodel
