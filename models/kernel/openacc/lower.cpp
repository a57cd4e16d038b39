#include "models/kernel/openacc/lower.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/kernel/compiler/rules.hpp"
#include "models/kernel/openacc/launch_sizes.hpp"
#include "models/kernel/openacc/nest_text.hpp"

namespace gpumodel {
namespace {

// A loop of the nest after collapsing: its variable runs from `first` to `end` in steps.
struct FusedLoop {
  std::vector<const NestLoop*> parts;  // one, or those that are collapsed
  AccLevels levels = 0;
  std::string variable;
  std::size_t slot = 0;
  std::string first, end, step, trips;
  const NestLoop& outer() const { return *parts.front(); }
};

// The place of a thread among those of its gang that share a loop, and how many they are.
struct Place {
  std::string id = "0", size = "1";
};
Place place_in_gang(AccLevels levels) {
  const bool vector = (levels & acc_vector) != 0;
  if ((levels & acc_worker) == 0) {
    return vector ? Place{"thread.x", "block.x"} : Place{};
  }
  if (!vector) return {"thread.y", "block.y"};
  return {"thread.y * block.x + thread.x", "block.x * block.y"};
}

const CompilerRules& rules_of(AccCompiler compiler) {
  return compiler == AccCompiler::gcc ? gcc_rules : nvcc_rules;  // of others nothing is known
}

bool has_loop(const Body& body) {
  return std::ranges::any_of(body, [](const Statement& statement) {
    if (const auto* branch = std::get_if<Branch>(&statement.what)) {
      return has_loop(branch->then) || has_loop(branch->otherwise);
    }
    return std::holds_alternative<Loop>(statement.what);
  });
}

// Innermost loops as the compiler unrolls them, with its tests before. What the file states of
// unrolling is the CUDA compiler's.
void unroll_innermost(Body& body, const CompilerRules& rules) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (auto* branch = std::get_if<Branch>(&body[i].what)) {
      unroll_innermost(branch->then, rules);
      unroll_innermost(branch->otherwise, rules);
    }
    auto* loop = std::get_if<Loop>(&body[i].what);
    if (loop == nullptr) continue;
    const bool innermost = !has_loop(loop->body);
    loop->unroll = innermost ? *rules.unroll : 1;
    unroll_innermost(loop->body, rules);
    if (innermost) body.insert(body.begin() + static_cast<std::ptrdiff_t>(i++), {rules.copies});
  }
}

class Lowering {
 public:
  Lowering(const Kernel& kernel, const DeviceFacts& facts, std::span<const Number> values)
      : kernel_(kernel),
        schedule_(*kernel.openacc),
        mapping_(mapping_of(schedule_.compiler)),
        rules_(rules_of(schedule_.compiler)),
        facts_(facts),
        values_(values),
        names_(kernel) {
    program_.variables = schedule_.variables;
    program_.accesses = kernel.thread->accesses;
    program_.source = kernel.thread->source;
    program_.compiler = &rules_;
    for (const NestLoop& loop : schedule_.nest) names_.add(loop.name, loop.slot);
  }

  Kernel run() {
    fuse();
    sizes_ = launch_sizes(schedule_, used_, gangs_needed(), names_, facts_, values_);
    Body body = schedule_.body;
    if (rules_.unroll) unroll_innermost(body, rules_);
    innermost_ = !has_loop(body);
    for (std::size_t i = loops_.size(); i-- > 0;) body = around(loops_[i], std::move(body));
    program_.body = single_lane(std::move(body));
    program_.body.insert(program_.body.begin(), added(rules_.start));
    Kernel result = kernel_;
    result.launch = launch();
    result.thread = std::move(program_);
    return result;
  }

 private:
  std::size_t hidden_variable(const std::string& name) {
    program_.variables.push_back(name);
    names_.add(name, names_.variable_slot(program_.variables.size() - 1));
    return names_.variable_slot(program_.variables.size() - 1);
  }

  void fuse() {
    std::vector<std::optional<AccLevels>> written;
    const auto rest = static_cast<std::ptrdiff_t>(schedule_.collapse);
    for (const NestLoop& loop : schedule_.nest) {
      const bool fused = &loop - schedule_.nest.data() < rest;
      if (!fused || loops_.empty()) {
        loops_.emplace_back();
        written.push_back(loop.levels);
      }
      loops_.back().parts.push_back(&loop);
    }
    const std::vector<AccLevels> levels = assigned_levels(schedule_.compiler, written);
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      loops_[i].levels = levels[i];
      used_ |= levels[i];
      describe(loops_[i]);
    }
  }

  void describe(FusedLoop& loop) {
    const NestLoop& outer = loop.outer();
    loop.trips = trips(outer);
    if (loop.parts.size() == 1) {
      loop.variable = outer.name;
      loop.slot = outer.slot;
      loop.first = outer.first.expression.text();
      loop.end = outer.end.expression.text();
      loop.step = outer.step.expression.text();
      return;
    }
    for (std::size_t i = 1; i < loop.parts.size(); ++i) {
      loop.trips = times(loop.trips, trips(*loop.parts[i]));
    }
    loop.variable = "nest.iteration";  // no name of a file has a point
    loop.slot = hidden_variable(loop.variable);
    loop.first = "0";
    loop.end = loop.trips;
    loop.step = "1";
  }

  std::string gangs_needed() const {
    const auto gang = std::ranges::find_if(
        loops_, [](const FusedLoop& loop) { return (loop.levels & acc_gang) != 0; });
    if (gang == loops_.end()) return "1";
    const std::string size = place_in_gang(gang->levels).size;
    return size == "1" ? gang->trips : "ceil_div(" + gang->trips + ", " + size + ")";
  }

  LaunchFormula launch() const {
    LaunchFormula launch;
    launch.block = {sizes_.vector_length};
    if (!sizes_.one_worker) launch.block.push_back(sizes_.workers);
    launch.grid = {sizes_.gangs};
    launch.registers_per_thread = schedule_.registers_per_thread;
    return launch;
  }

  Formula formula(const FusedLoop& loop, const std::string& text) const {
    return names_.formula(text, loop.outer().first);
  }

  // A warp exchanges state without barriers: by votes and shuffles.
  Statement added(AddedCode code) const {
    if (sizes_.one_warp) code.barriers = 0.0;
    return {code};
  }

  // The loop as one thread runs it, with `body` inside and what the compiler adds.
  Body around(const FusedLoop& loop, Body body) {
    const bool by_lanes = (loop.levels & (acc_worker | acc_vector)) != 0;
    const bool tested = loop.levels == acc_gang && used_ != acc_gang;
    if (tested) body.push_back(added(rules_.gang_test));
    Body result = dealt(loop, std::move(body));
    if (tested) result.insert(result.begin(), added(rules_.gang_test));
    if (by_lanes) {
      result.insert(std::prev(result.end()), {pointers(loop, std::get<Loop>(result.back().what))});
      result.insert(result.begin(), added(rules_.enter));
      result.push_back(added(rules_.leave));
    }
    return result;
  }

  // Only lanes with an iteration read the addresses of the arrays.
  Branch pointers(const FusedLoop& loop, const Loop& dealt) const {
    Branch branch;
    branch.condition =
        formula(loop, parentheses(dealt.first.expression.text()) + " < " + parentheses(loop.end));
    branch.source = schedule_.source;
    branch.source.note = "arguments";
    branch.then.push_back(added(rules_.pointers));
    return branch;
  }

  Body dealt(const FusedLoop& loop, Body body) {
    if (loop.parts.size() > 1) body = recovered(loop, std::move(body));
    const bool chunks = (loop.levels & acc_gang) != 0 && mapping_.dealing == GangDealing::chunks;
    Body result;
    if (chunks) {
      body = below_end(loop, std::move(body));
      result.push_back({span(loop)});
    }
    Loop shared = chunks ? chunk_loop(loop) : cyclic_loop(loop);
    if (std::exchange(innermost_, false)) shared.unroll = rules_.unroll.value_or(shared.unroll);
    shared.slot = loop.slot;
    shared.body = std::move(body);
    shared.source = schedule_.source;
    shared.source.note = title(loop);
    result.push_back({std::move(shared)});
    return result;
  }

  static std::string title(const FusedLoop& loop) {
    std::string text;
    for (const NestLoop* part : loop.parts) {
      text += (text.empty() ? "" : " and ") + part->name + ": " + part->first.expression.text() +
              ".." + part->end.expression.text();
    }
    return text + " (" + acc_text(loop.levels) + ")";
  }

  // Threads take turns: id, id + threads, id + 2 threads, ...
  Loop cyclic_loop(const FusedLoop& loop) const {
    const Place inner = place_in_gang(loop.levels);
    const bool gang = (loop.levels & acc_gang) != 0;
    const std::string id = gang ? plus(times("block_index.x", inner.size), inner.id) : inner.id;
    const std::string size = gang ? times("grid.x", inner.size) : inner.size;
    Loop result;
    result.first = formula(loop, plus(parentheses(loop.first), times(id, loop.step)));
    result.end = formula(loop, loop.end);
    result.step = formula(loop, times(size, loop.step));
    return result;
  }

  // Iterations of a gang: as many for each of its threads as the largest share has.
  Let span(const FusedLoop& loop) {
    const std::string size = place_in_gang(loop.levels).size;
    const std::string text =
        times("ceil_div(" + loop.trips + ", " + times("grid.x", size) + ")", size);
    return {hidden_variable(span_name(loop)), formula(loop, text)};
  }
  static std::string span_name(const FusedLoop& loop) { return loop.variable + ".span"; }

  Loop chunk_loop(const FusedLoop& loop) const {
    const Place inner = place_in_gang(loop.levels);
    const std::string begin = times("block_index.x", span_name(loop));
    const std::string next = times("block_index.x + 1", span_name(loop));
    Loop result;
    result.first =
        formula(loop, plus(parentheses(loop.first), times(plus(begin, inner.id), loop.step)));
    result.end = formula(loop, plus(parentheses(loop.first), times(next, loop.step)));
    result.step = formula(loop, times(inner.size, loop.step));
    return result;
  }

  // The last chunks may be short. A condition, not min() in the end of the loop: blocks then differ
  // at one place, which the analyses of blocks can find.
  Body below_end(const FusedLoop& loop, Body body) const {
    Branch branch;
    branch.condition = formula(loop, loop.variable + " < " + parentheses(loop.end));
    branch.source = schedule_.source;
    branch.source.note = loop.variable + " < " + loop.end;
    branch.then = std::move(body);
    Body result;
    result.push_back({std::move(branch)});
    return result;
  }

  // The variables of collapsed loops from the number of the iteration, the last running fastest.
  Body recovered(const FusedLoop& loop, Body body) const {
    Body result;
    std::string inside = "1";  // iterations of the loops further in
    for (std::size_t i = loop.parts.size(); i-- > 0;) {
      const NestLoop& part = *loop.parts[i];
      std::string number =
          inside == "1" ? loop.variable : loop.variable + " / " + parentheses(inside);
      if (i > 0) number += " % " + parentheses(trips(part));
      const std::string step = part.step.expression.text();
      const std::string value = plus(parentheses(part.first.expression.text()),
                                     step == "1" ? number : times(number, step));
      result.insert(result.begin(), {Let{part.slot, formula(loop, value)}});
      inside = times(trips(part), inside);
    }
    std::ranges::move(body, std::back_inserter(result));
    return result;
  }

  // Of workers and lanes that share no loop the first one works.
  Body single_lane(Body body) const {
    std::string idle;
    if ((used_ & acc_vector) == 0 && !sizes_.one_lane) idle = "thread.x == 0";
    if ((used_ & acc_worker) == 0 && !sizes_.one_worker) {
      idle += (idle.empty() ? "" : " && ") + std::string("thread.y == 0");
    }
    if (idle.empty()) return body;
    Branch branch;
    branch.condition = formula(loops_.front(), idle);
    branch.source = schedule_.source;
    branch.source.note = idle;
    branch.then = std::move(body);
    Body result;
    result.push_back({std::move(branch)});
    return result;
  }

  const Kernel& kernel_;
  const OpenAccSchedule& schedule_;
  const CompilerMapping& mapping_;
  const CompilerRules& rules_;
  const DeviceFacts& facts_;
  std::span<const Number> values_;
  NestNames names_;
  std::vector<FusedLoop> loops_;  // outermost first
  AccLevels used_ = 0;
  LaunchSizes sizes_;
  bool innermost_ = false;  // the next loop outwards is
  ThreadProgram program_;
};

}  // namespace

Kernel with_openacc(const Kernel& kernel, const DeviceFacts& facts,
                    std::span<const std::optional<Number>> overrides) {
  if (!kernel.openacc || !kernel.thread) return kernel;
  std::vector<Number> values;
  evaluate_parameters(kernel, overrides, values);
  return Lowering(kernel, facts, values).run();
}

}  // namespace gpumodel
