#include "src/describe/shape/knowledge.hpp"

#include <algorithm>

#include "src/describe/formula/parse.hpp"
#include "src/describe/program/visit.hpp"

namespace gpumodel::describe {

Knowledge::Knowledge(const Program& program) {
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind == Statement::Kind::let) lets_[s.name] = s.value;
  });
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string letter(1, "xyz"[axis]);
    const auto extent = [&](const std::vector<std::string>& list) {
      return axis < list.size() ? parse_formula(list[axis]) : std::optional(Formula(1));
    };
    if (const auto block = extent(program.launch.block)) extents_["block." + letter] = *block;
    if (const auto grid = extent(program.launch.grid)) extents_["grid." + letter] = *grid;
  }
  const Formula one(1);
  Formula threads(1), number;
  for (const char* letter : {"x", "y", "z"}) {
    const auto named = [&](const char* what) { return coordinate(std::string(what) + letter); };
    const Formula block = plain(named("block.")), grid = plain(named("grid."));
    if (!(block == one)) number += threads * named("thread.");
    threads = threads * block;
    coordinates_.push_back(block - named("thread.") - one);
    coordinates_.push_back(grid - named("block_index.") - one);
    coordinates_.push_back(block * grid - named("global.") - one);
  }
  coordinates_.push_back(Formula(31) - coordinate("lane"));
  coordinates_.push_back(threads - coordinate("warp") * Formula(32) - one);
  of_lanes_ = {coordinate("warp") * Formula(32) + coordinate("lane") - number};
  if (const auto last = threads.constant())
    of_lanes_.emplace_back(Formula((*last - 1) / 32) - coordinate("warp"));
  Facts more;
  for (const Formula& fact : coordinates_) append_facts_of_atoms(fact, {}, more);
  coordinates_.insert(coordinates_.end(), more.begin(), more.end());
}

Formula Knowledge::plain(const Formula& formula) const {
  return substitute(formula, [&](const Atom& atom) -> std::optional<Formula> {
    for (const auto* names : {&lets_, &extents_}) {
      const auto found = names->find(atom.key);
      if (found == names->end() || (names == &lets_ && atom.role != Role::let)) continue;
      const Formula& value = found->second;
      if (value.single_atom() && value.single_atom()->key == atom.key) return std::nullopt;
      return plain(value);
    }
    return std::nullopt;
  });
}

Facts Knowledge::facts(const Access& access, const Formula& formula) const {
  Facts all;
  for (auto fact = access.facts.rbegin(); fact != access.facts.rend(); ++fact)
    all.push_back(plain(*fact));
  if (std::ranges::any_of(all, [](const Formula& f) { return f.mentions("lane"); }))
    all.insert(all.end(), of_lanes_.begin(), of_lanes_.end());
  Facts known = all, of_atoms;
  known.insert(known.end(), coordinates_.begin(), coordinates_.end());
  for (const Formula& fact : all) append_facts_of_atoms(fact, known, of_atoms);
  append_facts_of_atoms(formula, known, of_atoms);
  all.insert(all.end(), of_atoms.begin(), of_atoms.end());
  all.insert(all.end(), coordinates_.begin(), coordinates_.end());
  return all;
}

}  // namespace gpumodel::describe
