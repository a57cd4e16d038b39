// What 1 % of a number does, twice: by predicting again with that number changed, as --explain
// does, and by derivatives of the expressions that the prediction is made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "models/core/queue.hpp"
#include "models/time/sensitivity.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {
namespace {

// Times of terms, put together again where one leaf takes longer, wherever it stands.
class Again {
 public:
  Again(const TermTree& tree, std::optional<NodeId> longer, double by)
      : tree_(tree), longer_(longer), by_(by) {}

  double time(TermId id) const {
    const Term& term = tree_[id];
    const std::vector<TermId> parts = tree_.parts(id);
    if (parts.empty()) return term.time.value.si * (term.worked == longer_ ? by_ : 1.0);
    if (term.combine == Combine::queue) return queued(term, parts);
    double all = time(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) all = joined(term, all, time(parts[i]));
    return all;
  }

 private:
  static double joined(const Term& term, double a, double b) {
    if (term.combine == Combine::sum) return a + b;
    if (term.combine == Combine::max) return std::max(a, b);
    const double p = term.exponent;
    return std::pow(std::pow(a, p) + std::pow(b, p), 1.0 / p);
  }
  double queued(const Term& term, const std::vector<TermId>& parts) const {
    const double alone = time(parts.front());
    std::vector<Station> shared;
    double slowest = 0.0;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      shared.push_back({time(parts[i]), tree_[parts[i]].even});
      slowest = std::max(slowest, shared.back().time);
    }
    return term.in_a_burst * (alone + slowest) +
           (1.0 - term.in_a_burst) * queue_time(alone, shared, term.exponent);
  }

  const TermTree& tree_;
  std::optional<NodeId> longer_;
  double by_;
};

void collect_leaves(const TermTree& tree, TermId id, std::map<NodeId, TermId>& leaves) {
  const std::vector<TermId> parts = tree.parts(id);
  if (parts.empty()) leaves.emplace(tree[id].worked, id);
  for (const TermId part : parts) collect_leaves(tree, part, leaves);
}

// d ln(time of the kernel) / d ln(number), by the number's key.
class Derivatives {
 public:
  Derivatives(const TermTree& tree, TermId kernel) : tree_(tree), kernel_(kernel) {
    std::map<NodeId, TermId> leaves;
    collect_leaves(tree, kernel, leaves);
    constexpr double step = 1e-6;
    const double now = Again(tree, std::nullopt, 1.0).time(kernel);
    for (const auto& [worked, leaf] : leaves) {
      if (tree[leaf].time.value.si <= 0.0) continue;
      const double more = Again(tree, worked, 1.0 + step).time(kernel);
      follow(leaf, (more / now - 1.0) / step);
    }
  }
  const std::map<std::string, double>& by_key() const { return by_key_; }

 private:
  // Through the terms that a leaf refers to.
  void follow(TermId leaf, double weight) {
    const Workings& w = tree_.workings();
    for (const Workings::Influence& one : w.influences(tree_[leaf].worked)) {
      const Operand& operand = w.operand(one.operand);
      if (operand.from == From::term) {
        follow(tree_.find(kernel_, operand.what()), weight * one.elasticity);
      } else if (operand.from == From::number || operand.from == From::curve) {
        by_key_[operand.source()->key] += weight * one.elasticity;
      }
    }
  }

  const TermTree& tree_;
  TermId kernel_;
  std::map<std::string, double> by_key_;
};

// Numbers that the analysis reads before there is a term: what L1 and L2 keep, how long a chain of
// operations is, and what a store takes.
bool is_counted_with(const std::string& key) {
  static const std::set<std::string> others = {"l2.capacity", "l2.kept", "l2.lost", "l2.dirty",
                                               "lsu.global_store"};
  return others.contains(key) || key.starts_with("latency.") || key.starts_with("l1.");
}

struct Compared {
  int numbers = 0, counted_with = 0, settling = 0;
  std::vector<std::string> apart;
};

void compare(const Kernel& kernel, const Gpu& gpu, const Model& model, Compared& seen) {
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  const Question question{&kernel, values, &gpu};
  Prediction p;
  predict(model, question, p);
  // A wait that settles at a time which hangs on itself: its expression has only where it ended.
  const TermId settled = p.terms.find(p.kernel, "behind_writes");
  const bool settles = settled != TermId::none && p.terms[settled].time.value.si > 0.0;
  const std::map<std::string, double> derived = Derivatives(p.terms, p.kernel).by_key();
  for (const Sensitivity& one : sensitivities(model, question, p).numbers) {
    if (is_counted_with(one.source->key)) {
      ++seen.counted_with;
      continue;
    }
    const auto found = derived.find(one.source->key);
    const double elasticity = found != derived.end() ? found->second : 0.0;
    const double expected = std::pow(1.01, elasticity) - 1.0;
    ++(settles ? seen.settling : seen.numbers);
    const bool agrees =
        settles ? expected * one.change >= 0.0
                : std::abs(expected - one.change) <= 1.5e-4 + 0.02 * std::abs(one.change);
    if (agrees) continue;
    seen.apart.push_back(kernel.id + " on " + gpu.id + ", " + one.source->key + ": " +
                         std::to_string(100 * one.change) + " % again, " +
                         std::to_string(100 * expected) + " % by derivative");
  }
}

// Where two numbers limit just as much, 1 % more is where the two ways part.
const std::vector<std::string> at_a_kink = {"matmul-naive-f32 on h200, lsu.global_load",
                                            "jacobi2d-max on h200, atomic.reduce_curve",
                                            "jacobi2d-copy on h200, dispatch.interval_by_threads",
                                            "jacobi2d-copy on h200, dram.mix_curve",
                                            "scan-blocks on h200, throughput.issue",
                                            "spmv-acc on h200, throughput.shuffle"};

TEST(Derivatives, AgreeWithPredictingAgain) {
  Compared seen;
  const std::string path = GPUMODEL_LIBRARY "/devices/h200.yaml";
  const DeviceFile file = read_device(read_text_file(path, path));
  for (const auto& each :
       std::filesystem::recursive_directory_iterator(GPUMODEL_LIBRARY "/kernels")) {
    if (each.path().extension() != ".yaml") continue;
    const std::string text = each.path().string();
    const Kernel kernel = read_kernel(read_text_file(text, text)).kernel;
    compare(kernel, std::get<Gpu>(file.device), default_model(), seen);
  }
  EXPECT_GT(seen.numbers, 200);
  EXPECT_GT(seen.counted_with, 20);
  EXPECT_GT(seen.settling, 20);
  std::erase_if(seen.apart, [](const std::string& one) {
    return std::ranges::any_of(at_a_kink,
                               [&](const std::string& kink) { return one.starts_with(kink); });
  });
  for (const std::string& one : seen.apart) ADD_FAILURE() << one;
  std::cout << seen.numbers << " numbers agree to 2 %, " << seen.settling
            << " of kernels that wait behind writes in their signs; " << seen.counted_with
            << " count before there is a term\n";
}

}  // namespace
}  // namespace gpumodel
