#include "src/io/record/read_point_sets.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "src/io/kernel/expression_list.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/record/suite_values.hpp"
#include "src/io/text/quantity.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto yes_or_no = std::to_array<Word<bool>>({{"yes", true}, {"no", false}});

// "mine" of "folder/mine.yaml": points know their kernel by its id.
std::string id_of(const std::string& name) {
  return std::filesystem::path(name).stem().string();
}

class PointSetReader {
 public:
  PointSetReader(std::span<const SuiteEntry> entries, Problems& problems) : problems_(problems) {
    for (const SuiteEntry& entry : entries) {
      for (const std::string& name : entry.kernels) of_points_.push_back(id_of(name));
    }
  }

  void read(const Node& node) {
    Mapping fields(node, "a member of 'sets'", problems_);
    PointSet set;
    set.name = name_of(fields);
    set.summary = fields.optional_text("summary");
    set.counts = read_word<bool>(fields, "counts", yes_or_no);
    set.members.push_back(members_of(fields));
    fields.reject_unknown_keys();
    add(std::move(set), node);
  }

  std::vector<PointSet> take() { return std::move(sets_); }

 private:
  std::string name_of(Mapping& fields) {
    const Node* node = fields.required("set");
    if (node == nullptr) return {};
    std::string name = scalar_text(*node, "set", problems_).value_or("");
    const bool is_name = std::ranges::all_of(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; });
    const std::vector<std::string> taken = built_in_sets();
    if (!is_name) {
      problems_.add("name-wrong", *node, "'" + name + "' cannot be the name of a set",
                    {"it is letters, digits and -"});
    } else if (std::ranges::find(taken, name) != taken.end()) {
      problems_.add("name-taken", *node, "there is a set '" + name + "' already",
                    {"it holds all points, or those of a backend, that count"});
    }
    return name;
  }

  SetMembers members_of(Mapping& fields) {
    SetMembers members;
    if (const Node* kernels = fields.optional("kernels")) members.kernels = kernels_of(*kernels);
    members.backends = suite_words<BackendKind>(fields, "backends", all_backends);
    members.over_s = time_of(fields, "over");
    members.under_s = time_of(fields, "under");
    if (members.over_s && members.under_s && *members.over_s >= *members.under_s) {
      problems_.add("value-range", *fields.key_node("under"),
                    "no time is under it and over 'over'");
    }
    return members;
  }

  std::vector<std::string> kernels_of(const Node& node) {
    for (const Node& kernel : expression_list(node, problems_.file())) {
      if (kernel.kind == Node::Kind::scalar) expect_kernel(kernel);
    }
    return suite_texts(node, problems_);
  }

  void expect_kernel(const Node& node) {
    if (std::ranges::find(of_points_, node.text) != of_points_.end()) return;
    if (id_of(node.text) == node.text && has(Shelf::kernels, node.text)) return;
    std::vector<std::string> known = of_points_;
    for (Listed& listed : list(Shelf::kernels)) known.push_back(std::move(listed.name));
    problems_.add("kernel-unknown", node, "no kernel '" + node.text + "'",
                  did_you_mean(node.text, known));
  }

  std::optional<double> time_of(Mapping& fields, std::string_view key) {
    const Node* node = fields.optional(key);
    if (node == nullptr) return std::nullopt;
    const std::optional<std::string> text = scalar_text(*node, key, problems_);
    if (!text) return std::nullopt;
    const std::string expected = "expected " + describe(Seconds::dim);
    try {
      const ParsedQuantity read = parse_quantity(*text);
      if (read.dim != Seconds::dim) {
        problems_.add("unit-wrong", *node, "'" + std::string(key) + "' has the wrong unit",
                      {expected});
      } else if (!(read.si > 0.0)) {
        problems_.add("value-range", *node, "'" + std::string(key) + "' must be more than 0");
      } else {
        return read.si;
      }
    } catch (const ExpressionError& error) {
      problems_.add("value-wrong", *node, error, {expected});
    }
    return std::nullopt;
  }

  void add(PointSet set, const Node& node) {
    const auto same = std::ranges::find(sets_, set.name, &PointSet::name);
    if (same == sets_.end()) {
      sets_.push_back(std::move(set));
      return;
    }
    if (same->counts != set.counts) {
      problems_.add("suite-set", node,
                    "'" + set.name + "' counts in one place and does not in another");
    }
    same->members.push_back(std::move(set.members.front()));
  }

  Problems& problems_;
  std::vector<std::string> of_points_;
  std::vector<PointSet> sets_;
};

}  // namespace

std::vector<PointSet> read_point_sets(const Node& node, std::span<const SuiteEntry> entries,
                                      Problems& problems) {
  if (node.kind != Node::Kind::sequence) {
    problems.add("type-wrong", node, "'sets' must be a list");
    return {};
  }
  PointSetReader reader(entries, problems);
  for (const Node& set : node.children) reader.read(set);
  return reader.take();
}

}  // namespace gpumodel
