#include "src/app/predict/fewer_bytes.hpp"

#include <cmath>
#include <map>

#include "models/core/timed_term.hpp"
#include "src/app/predict/predict.hpp"

namespace gpumodel {
namespace {

// Of each leaf d ln(time) / d ln(bytes), all bytes that the kernel moves changed alike: those that
// it states, and those of the leaves before it that it hangs on.
void add_shares_of_bytes(const TermTree& tree, TermId id, std::map<std::string, double>& shares) {
  const Term& term = tree[id];
  for (const TermId part : tree.parts(id)) add_shares_of_bytes(tree, part, shares);
  if (term.combine != Combine::leaf) return;
  const Workings& w = tree.workings();
  double share = 0.0;
  for (const Workings::Influence& one : w.influences(term.worked)) {
    const Operand& operand = w.operand(one.operand);
    if (operand.from == From::analysis && operand.dim == Bytes::dim) share += one.elasticity;
    if (operand.from == From::term) share += one.elasticity * shares[std::string(operand.what())];
  }
  shares[std::string(term.name)] = share;
}

}  // namespace

std::optional<NextStep> only_fewer_bytes(const PredictAnswer& answer, double least_gain) {
  const Prediction& p = answer.prediction;
  if (answer.ask.model->ceiling != Ceiling::sustained) return std::nullopt;
  std::map<std::string, double> shares;
  add_shares_of_bytes(p.terms, p.kernel, shares);
  if (shares[std::string(p.bound().name)] <= 0.5) return std::nullopt;
  const TimedTerm kernel = timed_term(p.terms, p.kernel);
  const auto with = [&](auto factor) {
    return combined_time(
        kernel, [&](const TimedTerm& leaf) { return factor(leaf.name) * leaf.time.value; });
  };
  const Seconds now = with([](const std::string&) { return 1.0; });
  for (const auto& [name, share] : shares) {
    if (share > 0.0) continue;
    const Seconds free = with([&](const std::string& leaf) { return leaf == name ? 0.0 : 1.0; });
    if (now / free >= least_gain) return std::nullopt;
  }
  const double left =
      with([&](const std::string& leaf) { return std::pow(0.5, shares[leaf]); }) / now;
  if (1.0 / left < least_gain) return std::nullopt;
  const Estimate<Seconds>& time = p.terms[p.kernel].time;
  return NextStep{"only fewer bytes help, half of them",
                  "narrower types, fused kernels, reuse",
                  {left * time.value, left * time.low, left * time.high},
                  1.0 / left,
                  {}};
}

}  // namespace gpumodel
