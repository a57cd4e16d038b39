#include "models/core/timed_term.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

TermId rebuilt(TermTree& tree, const TimedTerm& term,
               const std::function<Seconds(const TimedTerm& leaf)>& time) {
  TermId made = TermId::none;
  if (term.is_leaf()) {
    made = tree.leaf(term.name, tree.workings().term("t", exact(time(term)), ""));
  } else {
    std::vector<TermId> parts;
    for (const TimedTerm& part : term.parts) parts.push_back(rebuilt(tree, part, time));
    made = tree.combine(term.name, term.combine, parts, term.exponent, term.in_a_burst);
  }
  if (term.even) tree.serves_evenly(made);
  return made;
}

void collect(const TimedTerm& term, std::vector<std::string>& names) {
  if (term.is_leaf() && std::ranges::find(names, term.name) == names.end()) {
    names.push_back(term.name);
  }
  for (const TimedTerm& part : term.parts) collect(part, names);
}

}  // namespace

TimedTerm timed_term(const TermTree& tree, TermId id) {
  const Term& term = tree[id];
  TimedTerm made{.name = std::string(term.name),
                 .time = term.time,
                 .combine = term.combine,
                 .exponent = term.exponent,
                 .in_a_burst = term.in_a_burst,
                 .even = term.even};
  if (term.known_within != nullptr) {
    made.known_within = {term.known_within->low, term.known_within->high};
  }
  for (const TermId part : tree.parts(id)) made.parts.push_back(timed_term(tree, part));
  return made;
}

Seconds combined_time(const TimedTerm& term,
                      const std::function<Seconds(const TimedTerm& leaf)>& time) {
  TermTree tree;
  return tree[rebuilt(tree, term, time)].time.value;
}

std::vector<std::string> leaf_names(const TimedTerm& term) {
  std::vector<std::string> names;
  collect(term, names);
  return names;
}

}  // namespace gpumodel
