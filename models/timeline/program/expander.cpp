#include "models/timeline/program/expander.hpp"

#include <algorithm>

#include "models/core/index.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_streams = 65536;
constexpr std::int64_t most_left_out = 10'000;

}  // namespace

Expander::Expander(const Program& program, std::span<const Number> parameters,
                   const Machine& machine, KernelCosts& costs, const ExpandOptions& options,
                   bool check)
    : program_(program),
      machine_(machine),
      costs_(costs),
      options_(options),
      check_(check),
      values_(parameters),
      streams_(count_streams(program, values_, options)),
      builder_(program, machine, streams_, costs.model().ceiling, options.bound),
      data_(program, machine.gpus.size()) {
  values_.set(LoopVariable::devices, static_cast<std::int64_t>(machine.gpus.size()));
  values_.set(LoopVariable::streams,
              std::max<std::int64_t>(1, static_cast<std::int64_t>(streams_)));
  builder_.set_most_tasks(work_limit(most_tasks, options.work));
  if (check) data_.keep_accesses();
}

// The number of streams may depend on the number of chunks: async(block).
std::size_t Expander::count_streams(const Program& program, LoopValues& values,
                                    const ExpandOptions& options) {
  if (!program.streams.empty()) return program.streams.size();
  if (options.streams) return index(*options.streams);
  if (!program.stream_count) return 0;
  const ProgramStep* chunks = find_chunks(program.steps);
  if (chunks != nullptr) {
    values.set(LoopVariable::chunks,
               options.chunks.value_or(values.whole(*chunks->count, 1, most_iterations)));
  }
  return index(values.whole(*program.stream_count, 1, most_streams));
}

void Expander::run() {
  double pageable = 0.0;
  for (const std::size_t buffer : copied_buffers(program_.steps)) {
    if (program_.buffers[buffer].memory == MemoryKind::pageable) pageable += buffer_bytes(buffer);
  }
  builder_.set_pageable_bytes(pageable);
  // A run is one of many: its buffers are as the one before has left them.
  for (const std::size_t buffer : returned_buffers(program_.steps)) {
    data_.written_by_copy(buffer, true);
  }
  run_steps(program_.steps, program_.issue_order, {});
}

void Expander::run_steps(const std::vector<ProgramStep>& steps,
                         const std::vector<std::size_t>& order, const Scope& scope) {
  for (const std::size_t i : order) run_step(steps[i], steps, scope);
}

// A check looks on after a fault: a step with a formula that has no usable value is left out.
void Expander::run_step(const ProgramStep& step, const std::vector<ProgramStep>& siblings,
                        const Scope& scope) {
  pass_steps(step, 1);
  try {
    place_step(step, siblings, scope);
  } catch (const FormulaError& error) {
    fault(error);
    if (++steps_left_out_ > most_left_out) throw_faults();
  }
  if (!check_) throw_faults();
}

void Expander::place_step(const ProgramStep& step, const std::vector<ProgramStep>& siblings,
                          const Scope& scope) {
  set_scope(scope);
  const std::size_t before = recent_.size();
  const std::optional<Order> order = order_of(step, siblings, scope);
  if (!order) return;
  try {
    step.steps.empty() ? run_leaf(step, *order, scope) : run_inside(step, *order, scope);
  } catch (const UnknownInput& unknown) {
    if (step.source.line == 0) throw;  // a kernel by itself
    missing_number(step, unknown.key);
  } catch (const TooManyTasks&) {
    refuse_length(step, "the program comes to more than " +
                            std::to_string(work_limit(most_tasks, options_.work)) + " tasks");
  } catch (const TooManyCalls&) {
    refuse_length(step,
                  "the program calls kernels in so many different ways that looking at all "
                  "of them takes more than the usual work");
  }
  if (step.steps.empty()) return;
  ends_[{&step, scope.chunk}].assign(recent_.begin() + static_cast<std::ptrdiff_t>(before),
                                     recent_.end());
}

// Loops pass steps that make no task, too.
void Expander::pass_steps(const ProgramStep& step, std::int64_t count) {
  const std::int64_t most = work_limit(most_steps, options_.work);
  steps_passed_ += count;
  if (steps_passed_ <= most) return;
  refuse_length(step,
                "the loops of the program come to more than " + std::to_string(most) + " steps");
}

void Expander::refuse_length(const ProgramStep& step, std::string message) {
  fault("program-too-long", step, std::move(message),
        {"repeat fewer iterations, each takes as long as the one before; copy in larger pieces",
         "or allow it ten times the work: --work-limit 10"});
  throw ProgramFaults{faults_};
}

void Expander::run_inside(const ProgramStep& step, const Order& order, const Scope& scope) {
  Scope inner = scope;
  inner.device = order.device;
  const bool graph = step.kind == StepKind::graph;
  if (graph) builder_.begin_graph(order);
  if (graph && script_) script_->begin_graph(order);
  run_compound(step, inner);
  if (graph) builder_.end_graph();
  if (graph && script_) script_->end_graph(order);
}

std::optional<Order> Expander::order_of(const ProgramStep& step,
                                        const std::vector<ProgramStep>& siblings,
                                        const Scope& scope) {
  Order order{label(step), scope.device, nothing, scope.chunk, {}, step.blocking};
  const auto devices = static_cast<std::int64_t>(machine_.gpus.size());
  if (step.device) {
    const std::int64_t asked = whole(*step.device, 0, most_streams);
    if (asked >= devices) {
      fault("device-missing", step,
            "device " + std::to_string(asked) + " of " + std::to_string(devices) + " is asked for",
            {"devices are counted from 0; 'devices:', --gpus or --system says how many there are"});
      return std::nullopt;
    }
    order.device = static_cast<std::int32_t>(asked);
  }
  if (step.stream) {
    const std::int64_t asked = whole(*step.stream, 0, most_iterations);
    if (index(asked) < streams_) {
      order.stream = static_cast<std::int32_t>(asked);
    } else {  // in the default stream, so that what follows finds its data
      fault("stream-unknown", step,
            "stream " + std::to_string(asked) + " of " + std::to_string(streams_) + " is asked for",
            {"streams are counted from 0; 'streams:' says how many there are"});
    }
  }
  for (const std::size_t i : step.after) {
    const auto found = ends_.find({&siblings[i], scope.chunk});
    if (found == ends_.end()) continue;
    order.after.insert(order.after.end(), found->second.begin(), found->second.end());
  }
  return order;
}

void Expander::run_leaf(const ProgramStep& step, const Order& order, const Scope& scope) {
  switch (step.kind) {
    case StepKind::to_device:
    case StepKind::to_host:
      for (const std::size_t buffer : step.buffers) {
        record(step, scope, copy(step, order, buffer, step.kind == StepKind::to_device, scope));
      }
      return;
    case StepKind::peer_copy:
      return run_peer_copy(step, order, scope);
    case StepKind::halo:
      return run_halo(step, order, scope);
    case StepKind::all_reduce:
      return run_all_reduce(step, order, scope);
    case StepKind::kernel:
      return run_kernel(step, order, scope);
    case StepKind::host_work:
      return run_host_work(step, order, scope);
    case StepKind::synchronise:
      return run_synchronise(step, order, scope);
    default:
      return;
  }
}

void Expander::run_compound(const ProgramStep& step, const Scope& scope) {
  switch (step.kind) {
    case StepKind::repeat:
      return run_repeat(step, scope);
    case StepKind::chunks:
      return run_chunks(step, scope);
    case StepKind::data:
      return run_data(step, scope);
    case StepKind::each_device:
      return run_each_device(step, scope);
    default:
      return run_steps(step.steps, step.issue_order, scope);
  }
}

void Expander::set_scope(const Scope& scope) {
  values_.set(LoopVariable::device, scope.device);
  values_.set(LoopVariable::chunk, std::max(0, scope.chunk));
  values_.set(LoopVariable::first, scope.first);
  values_.set(LoopVariable::size, scope.size);
}

void Expander::record(const ProgramStep& step, const Scope& scope, TaskId task) {
  std::vector<TaskId>& ends = ends_[{&step, scope.chunk}];
  ends.assign(1, task);
  recent_.push_back(task);
}

std::uint32_t Expander::label(const ProgramStep& step) {
  const auto [found, is_new] =
      labels_.try_emplace(&step, static_cast<std::uint32_t>(steps_.size()));
  if (is_new) steps_.push_back(&step);
  return found->second;
}

void Expander::fault(std::string_view id, const ProgramStep& step, std::string message,
                     std::vector<std::string> hints) {
  if (!reported_.insert({&step, id}).second) return;
  faults_.push_back({id, std::move(message), step.source.line, step.column, std::move(hints)});
}

void Expander::fault(const FormulaError& error) {
  if (faulty_.insert(error.formula).second) {
    faults_.push_back({.id = "expression-value", .message = {}, .formula = error});
  }
}

std::int64_t Expander::whole(const Formula& formula, std::int64_t least, std::int64_t most) {
  try {
    return values_.whole(formula, least, most);
  } catch (const FormulaError& error) {
    fault(error);
    return least;
  }
}

void Expander::missing_number(const ProgramStep& step, const std::string& key) {
  if (key == "host") {
    fault("input-unknown", step, "'" + step.name + "' runs on the host, and no host is named",
          {"name a CPU: --host xeon-8480plus"});
  } else {
    fault("input-unknown", step,
          "'" + step.name + "' needs '" + key + "', which the device does not state",
          {"state it in the device file, or choose another device"});
  }
}

void Expander::kernel_fault(const ProgramStep& step, const KernelFault& found) {
  if (!kernel_faults_.insert(found.message).second) return;  // of a step before
  const Source& source = found.source;
  if (step.source.line == 0) {  // a kernel by itself: its file is that of the program
    faults_.push_back({"kernel-no-time", found.message, source.line, found.column});
    return;
  }
  fault("kernel-no-time", step, found.message,
        {"in " + source.file + ":" + std::to_string(source.line) + ":" +
         std::to_string(found.column) + ": " + source.note});
}

RaceCheck Expander::report_races() {
  const RaceSearch search =
      find_races(builder_.timeline(), data_.accesses(), work_limit(most_race_work, options_.work));
  for (const Race& race : search.found) {
    const auto step_of = [&](const BufferAccess& access) -> const ProgramStep& {
      const auto task = static_cast<std::size_t>(access.task);
      return *steps_[builder_.timeline().activities[task].step];
    };
    const auto does = [](const BufferAccess& access) { return access.writes ? "writes" : "reads"; };
    const ProgramStep& first = step_of(race.first);
    const ProgramStep& second = step_of(race.second);
    const std::string& buffer = program_.buffers[race.first.buffer].name;
    fault("data-race", second,
          "'" + second.name + "' " + does(race.second) + " " + buffer + " while '" + first.name +
              "' (line " + std::to_string(first.source.line) + ") " + does(race.first) + " it",
          {"nothing puts them in an order: use one stream, 'after:', or synchronise between them"});
  }
  return {data_.accesses().size(), search.looked_at};
}

void Expander::throw_faults() const {
  if (!faults_.empty()) throw ProgramFaults{faults_};
}

std::vector<MemoryUse> Expander::memory_use() const {
  std::vector<MemoryUse> all;
  for (std::size_t device = 0; device < machine_.gpus.size(); ++device) {
    all.push_back(data_.memory_use(static_cast<int>(device)));
  }
  return all;
}

Timeline Expander::take() {
  Timeline timeline = builder_.take();
  for (const ProgramStep* step : steps_) timeline.labels.push_back(step->name);
  timeline.loops = std::move(loops_);
  return timeline;
}

Script script_of(const Program& program, std::span<const Number> parameters, const Machine& machine,
                 KernelCosts& costs, const ExpandOptions& options) {
  Expander expander(program, parameters, machine, costs, options, false);
  expander.write_script();
  expander.run();
  expander.throw_faults();
  Script script = expander.take_script();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    script.parameters.push_back({program.parameters[i].name, parameters[i]});
  }
  if (const ProgramStep* chunks = find_chunks(program.steps)) {
    script.chunks =
        options.chunks.value_or(LoopValues(parameters).whole(*chunks->count, 1, most_iterations));
  }
  return script;
}

Timeline expand(const Program& program, std::span<const Number> parameters, const Machine& machine,
                KernelCosts& costs, const ExpandOptions& options) {
  Expander expander(program, parameters, machine, costs, options, false);
  expander.run();
  expander.throw_faults();
  return expander.take();
}

ProgramCheck check_program(const Program& program, std::span<const Number> parameters,
                           const Machine& machine, KernelCosts& costs,
                           const ExpandOptions& options) {
  Expander expander(program, parameters, machine, costs, options, true);
  expander.run();
  if (options.as_it_ran) expander.throw_faults();
  const RaceCheck races = expander.report_races();
  if (!options.as_it_ran) expander.throw_faults();
  return {races, expander.faults(), expander.memory_use()};
}

}  // namespace gpumodel
