#include "src/describe/regions/lanes.hpp"

#include <algorithm>

#include "src/describe/diagnostic.hpp"
#include "src/describe/formula/parse.hpp"
#include "src/describe/program/visit.hpp"

namespace gpumodel::describe {
namespace {

using Kind = Statement::Kind;

constexpr std::int64_t warp = 32, of_nvhpc = 128;  // lanes where no vector_length is stated

const LaneLoop* lane_loop_at(const Region& region, const Statement& s) {
  if (s.kind != Kind::loop) return nullptr;
  const auto found = std::ranges::find_if(region.lane_loops, [&](const LaneLoop& each) {
    return each.place.line == s.place.line && each.place.column == s.place.column;
  });
  return found == region.lane_loops.end() ? nullptr : &*found;
}

std::string free_name(const Program& program, const std::string& wanted) {
  std::set<std::string> taken;
  for (const Array& array : program.arrays) taken.insert(array.name);
  for (const NestLoop& loop : program.nest->loops) taken.insert(loop.name);
  const auto take = [&](const Formula& formula) {
    formula.each_symbol([&](const Atom& atom) { taken.insert(atom.key); });
  };
  each_statement(program.body, [&](const Statement& s) {
    taken.insert(s.name);
    taken.insert(s.access.read_name);
    take(s.value), take(s.end), take(s.step);
    for (const Formula& index : s.access.index) take(index);
    s.condition.each_formula(take);
  });
  std::string name = wanted;
  for (int i = 2; taken.contains(name); ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

class Dealer {
 public:
  Dealer(const Region& region, Program& program, std::int64_t vector, std::int64_t workers)
      : region_(region),
        program_(program),
        vector_(vector),
        lanes_(vector * workers),
        name_(free_name(program, "vector_lane")),
        lane_(symbol(name_, Role::loop)) {}

  const std::string& name() const { return name_; }
  bool has_dealt(const LaneLoop& loop) const { return dealt_.contains(&loop); }
  bool has_dealt_none() const { return dealt_.empty(); }

  void deal_all() {
    each_statement(program_.body, [&](const Statement& s) {
      if (const LaneLoop* loop = lane_loop_at(region_, s)) dealt_.insert(loop);
    });
    if (!dealt_.empty()) deal(program_.body);
  }

 private:
  void deal(Statements& statements) {
    Statements made;
    bool of_first = false;  // the last that was made is what lane 0 does
    for (Statement& s : statements) {
      if (const LaneLoop* loop = lane_loop_at(region_, s)) {
        std::vector<Statement> joins;
        for (const LaneSum& sum : loop->sums) join(sum, s, joins);
        s.value += lane_ * s.step;
        s.step = s.step * Formula(lanes_);
        made.push_back(std::move(s));
        std::ranges::move(joins, std::back_inserter(made));
        of_first = false;
        continue;
      }
      deal(s.body);
      deal(s.other);
      const bool writes = s.kind == Kind::access && s.access.kind != AccessKind::load;
      if (!writes) {
        made.push_back(std::move(s));
        of_first = false;
        continue;
      }
      if (!of_first) made.push_back(first_lane(s.place));
      of_first = true;
      made.back().body.push_back(std::move(s));
    }
    statements = std::move(made);
  }

  Statement first_lane(const Place& place) const {
    Statement only{.kind = Kind::branch};
    only.place = place;
    only.condition = Condition::compare(lane_, Comparison::equal, Formula(0));
    return only;
  }

  // GCC's code (nvptx_goacc_reduction_fini): shuffles in a vector of a warp, a step for each
  // halving; each lane of a longer vector that had a round, and the first of each worker's, adds to
  // a word of shared memory. Of NVHPC's nothing is known.
  void join(const LaneSum& sum, const Statement& loop, Statements& out) {
    if (program_.nest->compiler != "gcc") return;
    constexpr std::int64_t halvings = 5, word = 4;
    const bool of_warps = vector_ == warp;
    if (of_warps) {
      Statement steps{.kind = Kind::operations};
      steps.place = loop.place;
      steps.operations["shuffle"][""] = halvings * std::max<std::int64_t>(1, sum.bytes / word);
      steps.operations[sum.pipe][sum.operation] = halvings;
      out.push_back(std::move(steps));
      if (lanes_ == warp) return;
    }
    Array cell;
    cell.name = free_name(program_, "joined_" + sum.name);
    cell.space = Space::shared;
    cell.type = (sum.pipe == "int" ? "i" : "f") + std::to_string(8 * sum.bytes);
    cell.element_bytes = sum.bytes;
    cell.shape = {Formula(1)};
    Statement add{.kind = Kind::access};
    add.place = loop.place;
    add.access.kind = AccessKind::atomic;
    add.access.array = program_.arrays.size();
    add.access.index = {Formula(0)};
    add.access.place = loop.place;
    program_.arrays.push_back(std::move(cell));
    Statement with_rounds{.kind = Kind::branch};
    with_rounds.place = loop.place;
    with_rounds.condition =
        of_warps
            ? Condition::compare(remainder(lane_, Formula(warp)), Comparison::equal, Formula(0))
            : Condition::compare(loop.value + lane_ * loop.step, Comparison::less, loop.end);
    with_rounds.body.push_back(std::move(add));
    out.push_back(std::move(with_rounds));
  }

  const Region& region_;
  Program& program_;
  std::int64_t vector_, lanes_;  // of one worker, of all that share a loop
  std::string name_;
  Formula lane_;
  std::set<const LaneLoop*> dealt_;
};

}  // namespace

void deal_to_lanes(const Region& region, const Answers& answers, Program& program) {
  // Where somebody states how the nest runs, loops in it are the thread's.
  if (region.lane_loops.empty() || answers.nest.contains("schedule") || !answers.block.empty())
    return;
  Nest& nest = *program.nest;
  if (nest.vector_length.empty() && nest.compiler != "gcc")
    nest.vector_length = std::to_string(of_nvhpc);
  const auto stated = std::ranges::find_if(
      region.lane_loops, [](const LaneLoop& each) { return each.levels.front() != "auto"; });
  const LaneLoop& first = stated == region.lane_loops.end() ? region.lane_loops.front() : *stated;
  const auto count = [&](const std::string& text, const std::string& of) {
    const auto formula = parse_formula(text);
    const auto number = formula ? formula->constant() : std::nullopt;
    if (number && *number >= 1) return *number;
    throw Failure{{{Severity::error,
                    "not-described",
                    "lanes share a loop beside other statements, of a " + of + " that is no number",
                    first.place,
                    {},
                    {"--launch " + of + "=NUMBER states it"}}},
                  3};
  };
  const bool by_workers = std::ranges::find(first.levels, "worker") != first.levels.end();
  const std::int64_t workers = by_workers ? count(nest.num_workers, "num_workers") : 1;
  const std::int64_t vector =
      nest.vector_length.empty() ? warp : count(nest.vector_length, "vector_length");
  Dealer dealer(region, program, vector, workers);
  dealer.deal_all();
  for (const LaneLoop& loop : region.lane_loops)
    if (!dealer.has_dealt(loop))
      program.assumptions.push_back("the loop of line " + std::to_string(loop.place.line) +
                                    " is written out, by each lane");
  if (dealer.has_dealt_none()) return;
  nest.loops.push_back(
      {dealer.name(), Formula(0), Formula(vector * workers), 1, first.levels, first.place});
}

}  // namespace gpumodel::describe
