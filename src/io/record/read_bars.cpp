#include "src/io/record/read_bars.hpp"

#include <algorithm>

#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

class BarReader {
 public:
  BarReader(bool programs, std::span<const PointSet> sets, Problems& problems)
      : programs_(programs), sets_(sets), problems_(problems) {}

  void read(const Node& root) {
    Mapping top(root, "the file of bars", problems_);
    if (const Node* bars = top.required("bars")) read_models(*bars);
    top.reject_unknown_keys();
  }
  std::vector<Bar> take() { return std::move(bars_); }

 private:
  void read_models(const Node& node) {
    std::vector<std::string> known;
    if (!programs_) known.emplace_back(counter_bars);
    for (const Model& model : models()) known.emplace_back(model.name);
    Mapping owners(node, "'bars'", problems_);
    for (const Mapping::Entry& owner : owners.entries()) {
      if (is_known(*owner.key, known, "model")) read_sets(owner.key->text, *owner.value);
    }
  }

  void read_sets(const std::string& model, const Node& node) {
    const std::vector<std::string> known = bar_sets(model, {}, sets_);
    Mapping sets(node, "'" + model + "'", problems_);
    for (const Mapping::Entry& set : sets.entries()) {
      // Which counters there are depends on the records, and so do the sets of programs.
      const bool fixed = !programs_ && model != counter_bars;
      if (fixed && !is_known(*set.key, known, "set of points")) continue;
      read_quantities({model, set.key->text, {}, 0.0}, *set.value);
    }
  }

  void read_quantities(const Bar& bar, const Node& node) {
    const std::vector<std::string> known =
        programs_ ? program_bar_quantities() : bar_quantities(bar.model);
    Mapping quantities(node, "'" + bar.set + "'", problems_);
    for (const Mapping::Entry& quantity : quantities.entries()) {
      if (!is_known(*quantity.key, known, "quantity")) continue;
      if (const auto limit = number_of(*quantity.value)) {
        bars_.push_back({bar.model, bar.set, quantity.key->text, *limit});
      }
    }
  }

  bool is_known(const Node& key, const std::vector<std::string>& known, std::string_view what) {
    if (std::ranges::find(known, key.text) != known.end()) return true;
    std::vector<std::string> hints = did_you_mean(key.text, known);
    std::string all = "known:";
    for (const std::string& each : known) all += " " + each;
    hints.push_back(std::move(all));
    problems_.add("key-unknown", key, "no " + std::string(what) + " '" + key.text + "'",
                  std::move(hints));
    return false;
  }

  std::optional<double> number_of(const Node& node) {
    const auto text = scalar_text(node, "a bar", problems_);
    if (!text) return std::nullopt;
    try {
      const Expression expression = Expression::parse(*text);
      if (expression.names().empty()) return expression.evaluate({}).real();
      const Expression::Name& used = expression.names().front();
      throw ExpressionError{"a bar is a number", {}, used.column, used.text.size()};
    } catch (const ExpressionError& error) {
      problems_.add("expression-syntax", node, error);
      return std::nullopt;
    }
  }

  bool programs_;
  std::span<const PointSet> sets_;  // of the suite of kernels
  Problems& problems_;
  std::vector<Bar> bars_;
};

std::vector<Bar> read(const TextFile& text, bool programs, std::span<const PointSet> sets) {
  const Node root = parse_yaml(text);
  Problems problems(text);
  BarReader reader(programs, sets, problems);
  reader.read(root);
  problems.throw_if_any();
  return reader.take();
}

}  // namespace

std::vector<Bar> read_bars(const TextFile& text, std::span<const PointSet> sets) {
  return read(text, false, sets);
}

std::vector<Bar> read_program_bars(const TextFile& text) {
  return read(text, true, {});
}

}  // namespace gpumodel
