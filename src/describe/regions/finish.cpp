#include "src/describe/regions/finish.hpp"

#include <algorithm>
#include <cmath>

#include "src/describe/diagnostic.hpp"
#include "src/describe/formula/parse.hpp"
#include "src/describe/formula/proof.hpp"
#include "src/describe/program/visit.hpp"
#include "src/describe/regions/gcc_kernels.hpp"
#include "src/describe/regions/lanes.hpp"

namespace gpumodel::describe {
namespace {

using Kind = Statement::Kind;

// Where the condition fails, a loop of the nest has no rounds.
bool holds_in_rounds(const Condition& condition, const Nest& nest) {
  const std::vector<Formula> fails = condition.negated().facts();
  return !fails.empty() && std::ranges::any_of(nest.loops, [&](const NestLoop& loop) {
    Facts facts(fails.begin(), fails.end());
    const Formula empty = loop.start - loop.end;
    const Facts known = facts;
    append_facts_of_atoms(empty, known, facts);
    return never_negative_whole(empty, facts);
  });
}

Condition not_implied(const Condition& condition, const Nest& nest) {
  if (condition.kind() != Condition::Kind::all)
    return holds_in_rounds(condition, nest) ? Condition::always() : condition;
  Condition kept = Condition::always();
  for (const Condition& part : condition.parts())
    if (!holds_in_rounds(part, nest)) kept = Condition::all(kept, part);
  return kept;
}

// What a branch on data does beside sums, where it only computes: a sum is chosen, not jumped to.
bool only_computes(const Statement& branch) {
  const auto computes = [](const Statement& s) { return s.kind == Kind::operations; };
  return branch.kind == Kind::branch && !branch.probability.empty() &&
         std::ranges::all_of(branch.body, computes) && std::ranges::all_of(branch.other, computes);
}

void drop_question(const std::string& parameter, Program& program) {
  std::erase_if(program.questions, [&](const Question& question) {
    return question.option.starts_with("-D " + parameter + "=");
  });
}

bool answered(const Answers& answers, const char* key, std::string& value) {
  const auto found = answers.nest.find(key);
  if (found != answers.nest.end()) value = found->second;
  return found != answers.nest.end();
}

// "{i: gang, j: [gang, vector]}"
void state_schedule(const std::string& text, Nest& nest) {
  for (const std::string& entry : split_list("[" + text.substr(1, text.size() - 2) + "]")) {
    const std::size_t colon = entry.find(':');
    const std::string name = entry.substr(0, colon);
    const auto loop = std::ranges::find(nest.loops, name, &NestLoop::name);
    if (colon == std::string::npos || loop == nest.loops.end()) {
      std::string names = "the nest has";
      for (const NestLoop& each : nest.loops) names += " " + each.name;
      Diagnostic diagnostic;
      diagnostic.id = "usage";
      diagnostic.message = "--launch: the schedule names no loop of the nest: " + entry;
      diagnostic.hints = {std::move(names)};
      throw Failure{{std::move(diagnostic)}, 2};
    }
    const std::size_t level = entry.find_first_not_of(' ', colon + 1);
    loop->levels = split_list(level == std::string::npos ? std::string() : entry.substr(level));
  }
}

// Each round writes elements of its own, by an index that no other round has.
bool apart(const Program& program, const NestLoop& loop) {
  std::map<std::size_t, std::vector<const Access*>> all;
  std::set<std::size_t> written;
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind != Kind::access) return;
    all[s.access.array].push_back(&s.access);
    if (s.access.kind == AccessKind::store) written.insert(s.access.array);
  });
  const Formula counter = symbol(loop.name, Role::loop);
  return std::ranges::all_of(written, [&](std::size_t array) {
    const std::vector<const Access*>& accesses = all.at(array);
    for (std::size_t d = 0; d < accesses.front()->index.size(); ++d) {
      const Formula& index = accesses.front()->index[d];
      const bool moves = only_parameters(index - counter) || only_parameters(index + counter);
      if (moves &&
          std::ranges::all_of(accesses, [&](const Access* a) { return a->index[d] == index; }))
        return true;
    }
    return false;
  });
}

// An array has as many elements as its data clause says, if those are whole rows.
void use_sections(const Region& region, Program& program) {
  for (Array& array : program.arrays) {
    const auto section = region.elements.find(array.name);
    if (section == region.elements.end() || array.shape.empty() || array.declared_bytes) continue;
    const auto count = parse_formula(section->second);
    Formula row(1);
    for (std::size_t d = 1; d < array.shape.size(); ++d) row = row * array.shape[d];
    const auto rows = count ? count->divided_by(row) : std::nullopt;
    if (!rows) continue;
    array.shape.front() = *rows;
    drop_question(array.name + "_elements", program);
    drop_question(array.name + "_rows", program);
  }
}

void add_launch(const Answers& answers, Program& program) {
  if (answers.block.empty()) return;
  const std::vector<NestLoop>& loops = program.nest->loops;
  if (loops.size() > 3)
    throw Failure{{{Severity::error,
                    "not-described",
                    program.name + ": a nest of " + std::to_string(loops.size()) +
                        " loops is more than a grid has dimensions",
                    program.place,
                    {},
                    {"state a schedule: --launch 'schedule={" + loops.front().name + ": gang, " +
                     loops.back().name + ": vector}'"}}},
                  3};
  Launch& launch = program.launch;
  launch.block = answers.block;
  launch.block.resize(std::max(launch.block.size(), loops.size()), "1");
  launch.grid = answers.grid;
  launch.why = "the innermost loop is dimension x";
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const NestLoop& loop = loops[loops.size() - 1 - i];
    const std::string axis(1, "xyz"[i]);
    const Formula global = coordinate("global." + axis);
    const Formula value = loop.step.constant() == 1 ? global : loop.start + global * loop.step;
    program.lets.emplace(program.lets.begin(), loop.name, value);
    const Formula counter = symbol(loop.name, Role::loop);
    const Condition below = Condition::compare(counter, Comparison::less, loop.end);
    const bool from_start = loop.step.constant() == 1 && loop.start.constant() != 0;
    if (from_start)
      program.where = Condition::all(
          program.where, Condition::compare(counter, Comparison::greater_equal, loop.start));
    program.where = Condition::all(program.where, below);
    if (!answers.grid.empty()) continue;
    const Formula rounds = loop.step.constant() == 1 ? loop.end : loop.end - loop.start;
    std::string count = text(rounds, Dialect::parameters);
    if (loop.step.constant() != 1)
      count = "ceil_div(" + count + ", " + text(loop.step, Dialect::parameters) + ")";
    launch.grid.push_back("ceil_div(" + count + ", block." + axis + ")");
  }
}

// The median over the library's kernels whose registers are known (GCC 12, ptxas 13.0 for sm_90)
// where one loop has all levels. Where gangs have a loop of their own every address is worked out
// of all counters: of 12 such kernels and 4 of others half are within 3 registers so, with 2 more
// that are not for what a word or an access takes.
constexpr int registers_of_one_loop = 20, registers_of_several = 24, most_of_a_thread = 255;
constexpr double registers_of_each = 1.5;  // word, and access, of several

}  // namespace

Nest nest_of(const KernelSource& source, std::vector<NestLoop> loops, const Answers& answers) {
  const Region& region = *source.region;
  Nest nest;
  nest.loops = std::move(loops);
  nest.openacc = region.openacc;
  nest.compiler = "gcc";
  nest.collapse = std::min(region.collapse, nest.loops.size());
  nest.num_gangs = region.num_gangs;
  nest.num_workers = region.num_workers;
  nest.vector_length = region.vector_length;
  answered(answers, "compiler", nest.compiler);
  answered(answers, "num_gangs", nest.num_gangs);
  answered(answers, "num_workers", nest.num_workers);
  answered(answers, "vector_length", nest.vector_length);
  std::string schedule;
  if (answered(answers, "schedule", schedule)) state_schedule(schedule, nest);
  return nest;
}

void drop_what_rounds_imply(const KernelSource& source, Program& program) {
  const std::vector<std::string>& sums = source.region->reductions;
  const auto is_sum = [&](const Statement& s) {
    return s.kind == Kind::access &&
           std::ranges::find(sums, program.arrays[s.access.array].name) != sums.end();
  };
  const auto clean = [&](auto& self, Statements& statements) -> void {
    std::erase_if(statements, is_sum);
    Statements made;
    for (Statement& s : statements) {
      const bool sums_up =
          std::ranges::any_of(s.body, is_sum) || std::ranges::any_of(s.other, is_sum);
      self(self, s.body);
      self(self, s.other);
      if (s.kind == Kind::branch && s.probability.empty())
        s.condition = not_implied(s.condition, *program.nest);
      if (source.region->openacc && s.kind == Kind::loop) {
        s.unroll = 1;  // a rule of the CUDA compiler
        s.certainty.assumed.clear();
      }
      if (sums_up && only_computes(s)) {
        drop_question(s.probability, program);
        std::ranges::move(s.body, std::back_inserter(made));
        std::ranges::move(s.other, std::back_inserter(made));
      } else {
        made.push_back(std::move(s));
      }
    }
    statements = std::move(made);
  };
  clean(clean, program.body);
  if (source.region->openacc)
    for (Array& array : program.arrays) array.read_only = false;  // GCC loads all alike
}

void add_registers_of_gcc(int words, Program& program) {
  Nest& nest = *program.nest;
  const auto shared_out = [](const NestLoop& loop) {
    return !loop.levels.empty() && loop.levels.front() != "seq";
  };
  int besides = registers_of_one_loop;
  if (std::ranges::count_if(nest.loops, shared_out) > 1) {
    int accesses = 0;
    each_statement(program.body, [&](const Statement& s) {
      if (s.kind == Kind::access) ++accesses;
    });
    const double all = registers_of_several + registers_of_each * (words + accesses);
    besides = static_cast<int>(std::lround(all)) - words;
  }
  nest.registers = std::min(words + besides, most_of_a_thread);
  nest.registers_why = "estimated: " + std::to_string(words) + " words alive at once, and " +
                       std::to_string(besides) + " of GCC";
}

void finish_nest(const KernelSource& source, const Answers& answers, Program& program) {
  const Region& region = *source.region;
  const auto known = [&](const std::string& name) {
    return std::ranges::any_of(program.arrays, [&](const Array& array) {
      return array.name == name && !array.shape.empty();
    });
  };
  const auto take = [&](const std::vector<std::string>& from, std::vector<std::string>& to) {
    for (const std::string& name : from)
      if (known(name)) to.push_back(name);
  };
  take(region.to_device, program.nest->to_device);
  take(region.to_host, program.nest->to_host);
  program.nest->copied_at = region.copied_at;
  use_sections(region, program);
  Nest& nest = *program.nest;
  if (region.kernels && nest.compiler == "gcc" && !nest.loops.empty() &&
      !answers.nest.contains("schedule"))
    share_out_as_gcc(*region.kernels, !region.reductions.empty(),
                     apart(program, nest.loops.front()), program);
  deal_to_lanes(region, answers, program);
  program.assumptions.insert(program.assumptions.end(), region.assumptions.begin(),
                             region.assumptions.end());
  for (const NestLoop& loop : program.nest->loops)
    if (loop.partly)
      program.assumptions.push_back("rounds of " + loop.name + " (line " +
                                    std::to_string(loop.place.line) +
                                    ") that loops around it do not give it are passed over");
  if (!region.openacc) {
    for (const NestLoop& loop : program.nest->loops)
      if (!apart(program, loop))
        program.assumptions.push_back("rounds of " + loop.name + " (line " +
                                      std::to_string(loop.place.line) +
                                      ") do not depend on each other");
  }
  add_launch(answers, program);
}

}  // namespace gpumodel::describe
