#include "models/program/expander.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {
namespace {

constexpr std::int64_t most_streams = 65536;
constexpr std::int64_t most_iterations = 100'000'000;
constexpr std::int64_t most_elements = std::int64_t{1} << 62;

std::size_t index(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

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
  run_steps(program_.steps, program_.issue_order, {});
}

void Expander::run_steps(const std::vector<ProgramStep>& steps,
                         const std::vector<std::size_t>& order, const Scope& scope) {
  for (const std::size_t i : order) run_step(steps[i], steps, scope);
}

void Expander::run_step(const ProgramStep& step, const std::vector<ProgramStep>& siblings,
                        const Scope& scope) {
  if (builder_.size() > most_tasks) {
    fault("program-too-long", step, "the program comes to more than a million tasks",
          {"repeat fewer iterations: each takes the same time as the one before"});
    throw_faults();
  }
  set_scope(scope);
  const std::size_t before = recent_.size();
  const std::optional<Order> order = order_of(step, siblings, scope);
  if (!order) return;
  if (step.steps.empty()) {
    run_leaf(step, *order, scope);
    return;
  }
  Scope inner = scope;
  inner.device = order->device;
  if (step.kind == StepKind::graph) builder_.begin_graph(*order);
  run_compound(step, inner);
  if (step.kind == StepKind::graph) builder_.end_graph();
  ends_[{&step, scope.chunk}].assign(recent_.begin() + static_cast<std::ptrdiff_t>(before),
                                     recent_.end());
}

std::optional<Order> Expander::order_of(const ProgramStep& step,
                                        const std::vector<ProgramStep>& siblings,
                                        const Scope& scope) {
  Order order{label(step), scope.device, nothing, scope.chunk, {}, step.blocking};
  const auto devices = static_cast<std::int64_t>(machine_.gpus.size());
  if (step.device) {
    const std::int64_t asked = values_.whole(*step.device, 0, most_streams);
    if (asked >= devices) {
      fault("device-missing", step,
            "device " + std::to_string(asked) + " of " + std::to_string(devices) + " is asked for",
            {"devices are counted from 0; 'devices:', --gpus or --system says how many there are"});
      return std::nullopt;
    }
    order.device = static_cast<std::int32_t>(asked);
  }
  if (step.stream) {
    const std::int64_t asked = values_.whole(*step.stream, 0, most_iterations);
    if (index(asked) >= streams_) {
      fault("stream-unknown", step,
            "stream " + std::to_string(asked) + " of " + std::to_string(streams_) + " is asked for",
            {"streams are counted from 0; 'streams:' says how many there are"});
      return std::nullopt;
    }
    order.stream = static_cast<std::int32_t>(asked);
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
      record(step, scope, builder_.synchronise(order, !step.stream));
      return;
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

void Expander::run_repeat(const ProgramStep& step, const Scope& scope) {
  std::int64_t count = values_.whole(*step.count, 0, most_iterations);
  if (check_) count = std::min<std::int64_t>(count, 2);
  const std::int64_t around = values_.get(LoopVariable::iteration);
  for (std::int64_t i = 0; i < count; ++i) {
    values_.set(LoopVariable::iteration, i);
    run_steps(step.steps, step.issue_order, scope);
  }
  values_.set(LoopVariable::iteration, around);
}

void Expander::run_chunks(const ProgramStep& step, const Scope& scope) {
  const std::int64_t count =
      options_.chunks.value_or(values_.whole(*step.count, 1, most_iterations));
  const std::int64_t elements =
      step.elements ? values_.whole(*step.elements, 1, most_elements) : BufferSpan::whole;
  if (count > elements) {
    fault("chunks-too-many", step,
          std::to_string(count) + " chunks of " + std::to_string(elements) + " elements",
          {"a chunk has one element or more"});
    return;
  }
  const std::int64_t around = values_.get(LoopVariable::chunks);
  values_.set(LoopVariable::chunks, count);
  std::vector<Share> parts = shares(step, count);
  weigh(step, elements, parts);
  std::vector<Scope> scopes;
  for (std::int64_t i = 0; i < count; ++i) {
    scopes.push_back(narrowed(step, parts[index(i)], elements, scope));
    scopes.back().chunk = static_cast<std::int32_t>(i);
  }
  if (options_.order.value_or(step.order) == IssueOrder::depth_first) {
    for (const Scope& each : scopes) run_steps(step.steps, step.issue_order, each);
  } else {
    for (const std::size_t i : step.issue_order) {
      for (const Scope& each : scopes) run_step(step.steps[i], step.steps, each);
    }
  }
  values_.set(LoopVariable::chunks, around);
  set_scope(scope);
}

// As equal as whole elements allow: the first ones get one more.
std::vector<Expander::Share> Expander::shares(const ProgramStep& step, std::int64_t count) {
  const std::int64_t elements =
      step.elements ? values_.whole(*step.elements, 1, most_elements) : BufferSpan::whole;
  std::vector<Share> all;
  for (std::int64_t i = 0, first = 0; i < count; ++i) {
    const std::int64_t size = elements / count + (i < elements % count ? 1 : 0);
    all.push_back({first, size});
    first += size;
  }
  return all;
}

// Weights average to 1 over all elements, so that the whole keeps its time.
void Expander::weigh(const ProgramStep& step, std::int64_t elements, std::vector<Share>& parts) {
  if (step.profile.empty() && !step.weight) return;
  const auto bins = static_cast<double>(step.profile.size());
  const auto until = [&](std::int64_t element) {  // the profile, summed up to there
    const double at = bins * static_cast<double>(element) / static_cast<double>(elements);
    double sum = 0.0;
    for (double bin = 0; bin < at; ++bin) {
      sum += step.profile[static_cast<std::size_t>(bin)] * std::min(1.0, at - bin);
    }
    return sum;
  };
  double total = 0.0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Share& part = parts[i];
    if (step.weight) {
      values_.set(LoopVariable::chunk, static_cast<std::int64_t>(i));
      values_.set(LoopVariable::first, part.first);
      values_.set(LoopVariable::size, part.size);
      part.weight = values_.evaluate(*step.weight).real();
      if (!(part.weight >= 0.0) || !std::isfinite(part.weight)) {
        throw FormulaError{&*step.weight, {"a weight is 0 or more", {}, 0, 1}};
      }
    } else {
      const double sum = until(part.first + part.size) - until(part.first);
      part.weight = sum * static_cast<double>(elements) / (bins * static_cast<double>(part.size));
    }
    total += part.weight * static_cast<double>(part.size);
  }
  if (total <= 0.0) return;
  for (Share& part : parts) part.weight *= static_cast<double>(elements) / total;
}

Expander::Scope Expander::narrowed(const ProgramStep& step, const Share& share,
                                   std::int64_t elements, const Scope& scope) {
  Scope inner = scope;
  inner.weight *= share.weight;
  if (!step.elements && step.split.empty()) return inner;
  inner.fraction *= static_cast<double>(share.size) / static_cast<double>(elements);
  inner.first = scope.first + share.first;
  inner.size = share.size;
  const BufferSpan around = step.split.empty() ? BufferSpan{} : span_of(step.split.front(), scope);
  const double scale =
      static_cast<double>(around.end - around.begin) / static_cast<double>(elements);
  const auto at = [&](std::int64_t element) {
    return around.begin + static_cast<std::int64_t>(scale * static_cast<double>(element));
  };
  const std::int64_t end = share.first + share.size;
  inner.parts.push_back({&step.split, {at(share.first), end == elements ? around.end : at(end)}});
  return inner;
}

void Expander::run_each_device(const ProgramStep& step, const Scope& scope) {
  const auto devices = static_cast<std::int64_t>(machine_.gpus.size());
  const std::int64_t elements =
      step.elements ? values_.whole(*step.elements, 1, most_elements) : BufferSpan::whole;
  if (devices > elements) {
    fault("chunks-too-many", step,
          std::to_string(devices) + " devices for " + std::to_string(elements) + " elements");
    return;
  }
  const std::vector<Share> parts = shares(step, devices);
  for (std::int64_t i = 0; i < devices; ++i) {
    Scope inner = narrowed(step, parts[index(i)], elements, scope);
    inner.device = static_cast<int>(i);
    run_steps(step.steps, step.issue_order, inner);
  }
  set_scope(scope);
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

void Expander::report_races() {
  for (const Race& race : find_races(builder_.timeline(), data_.accesses())) {
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
}

void Expander::throw_faults() const {
  if (!faults_.empty()) throw ProgramFaults{faults_};
}

Timeline Expander::take() {
  Timeline timeline = builder_.take();
  for (const ProgramStep* step : steps_) timeline.labels.push_back(step->name);
  return timeline;
}

Timeline expand(const Program& program, std::span<const Number> parameters, const Machine& machine,
                KernelCosts& costs, const ExpandOptions& options) {
  Expander expander(program, parameters, machine, costs, options, false);
  expander.run();
  expander.throw_faults();
  return expander.take();
}

void check_program(const Program& program, std::span<const Number> parameters,
                   const Machine& machine, KernelCosts& costs, const ExpandOptions& options) {
  Expander expander(program, parameters, machine, costs, options, true);
  expander.run();
  expander.report_races();
  expander.throw_faults();
}

}  // namespace gpumodel
