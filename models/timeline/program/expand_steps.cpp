// Copies, kernels, host work and data regions of a program; see expander.hpp.
#include <algorithm>
#include <cmath>
#include <set>

#include "models/core/constants.hpp"
#include "models/timeline/program/expander.hpp"

namespace gpumodel {
namespace {

bool same(Number a, Number b) {
  return a.is_integer() == b.is_integer() && compare(a, b) == 0;
}

}  // namespace

BufferSpan Expander::span_of(std::size_t buffer, const Scope& scope) const {
  for (auto part = scope.parts.rbegin(); part != scope.parts.rend(); ++part) {
    if (std::ranges::find(*part->buffers, buffer) != part->buffers->end()) return part->span;
  }
  return {};
}

double Expander::buffer_bytes(std::size_t buffer) {
  return gpumodel::buffer_bytes(program_.buffers[buffer], values_);
}

// Memory of the part that a step works on, all of it where nothing splits the buffer.
void Expander::hold(std::size_t buffer, int device, const Scope& scope) {
  data_.hold(buffer, device, span_of(buffer, scope), buffer_bytes(buffer));
}

double Expander::copied_bytes(const ProgramStep& step, std::size_t buffer, const Scope& scope) {
  if (step.bytes) {
    return static_cast<double>(values_.whole(*step.bytes, 0, std::int64_t{1} << 53));
  }
  const BufferSpan span = span_of(buffer, scope);
  const bool split = span.begin != 0 || span.end != BufferSpan::whole;
  return buffer_bytes(buffer) * (split ? scope.fraction : 1.0);
}

void Expander::expect_on_device(const ProgramStep& step, std::size_t buffer, int device,
                                const Scope& scope) {
  if (!data_.is_on(buffer, device, span_of(buffer, scope))) report_missing(step, buffer, device);
}

void Expander::report_missing(const ProgramStep& step, std::size_t buffer, int device) {
  if (steps_left_out_ > 0) return;  // one of them may be what would have sent it
  const std::string& name = program_.buffers[buffer].name;
  const std::string where =
      machine_.gpus.size() > 1 ? " on device " + std::to_string(device) : " on the device";
  fault("data-never-sent", step, "'" + step.name + "' needs " + name + where + ", where it is not",
        {"no step before it sends, computes or keeps " + name + " there"});
}

TaskId Expander::copy(const ProgramStep& step, const Order& order, std::size_t buffer,
                      bool to_device, const Scope& scope) {
  const BufferSpan span = span_of(buffer, scope);
  if (to_device) {
    data_.put(buffer, order.device, span);
    hold(buffer, order.device, scope);
  } else {
    expect_on_device(step, buffer, order.device, scope);
  }
  const TaskId task = builder_.copy(order, to_device, copied_bytes(step, buffer, scope),
                                    program_.buffers[buffer].memory,
                                    to_device && data_.was_written_by_copy(buffer));
  if (!to_device || span.covers({})) data_.written_by_copy(buffer, !to_device);
  if (script_) script_->copy(task, order, to_device, copied_part(step, buffer, scope));
  data_.note(task, buffer, to_device ? nothing : order.device, span, false);
  data_.note(task, buffer, to_device ? order.device : nothing, span, true);
  return task;
}

// Pages of managed memory are where they were touched last.
void Expander::migrate(const Order& order, std::size_t buffer, bool to_device, const Scope& scope) {
  if (program_.buffers[buffer].memory != MemoryKind::managed) return;
  const BufferSpan span = span_of(buffer, scope);
  if (data_.is_on(buffer, order.device, span) == to_device) return;
  const bool split = span.begin != 0 || span.end != BufferSpan::whole;
  Order pages = order;
  pages.blocking = !to_device;  // the host waits for what it touches
  builder_.migrate(pages, to_device, buffer_bytes(buffer) * (split ? scope.fraction : 1.0));
  if (to_device) {
    data_.put(buffer, order.device, span);
  } else {
    data_.take_away(buffer, order.device);
  }
}

KernelCosts::Overrides Expander::overrides_of(const ProgramStep& step, const Scope& scope) {
  set_scope(scope);
  KernelCosts::Overrides overrides(program_.kernels[step.call->kernel].parameters.size());
  for (const KernelCall::Binding& binding : step.call->with) {
    overrides[binding.parameter] = values_.evaluate(binding.value);
  }
  return overrides;
}

// Most calls are like the one before, and a kernel may have many parameters.
const KernelCost& Expander::device_cost(const ProgramStep& step, int device, const Scope& scope) {
  set_scope(scope);
  const KernelCall& call = *step.call;
  const auto [at, fresh] = calls_.try_emplace(&step);
  LastCall& last = at->second;
  const auto of_loop = [&](const Expression::Name& name) {
    return static_cast<std::size_t>(name.slot) >= program_.parameters.size();
  };
  for (const KernelCall::Binding& binding : call.with) {
    if (!fresh) break;
    if (std::ranges::any_of(binding.value.expression.names(), of_loop)) {
      last.set_by_loops.push_back(&binding.value);
    }
  }
  std::vector<Number> values;
  for (const Formula* formula : last.set_by_loops) values.push_back(values_.evaluate(*formula));
  if (last.device == device && std::ranges::equal(last.values, values, same)) return last.cost;
  last.cost = costs_.on_device(program_.kernels[call.kernel], overrides_of(step, scope),
                               *machine_.gpus[static_cast<std::size_t>(device)], call.cache,
                               options_.openacc && !call.cuda);
  last.device = device;
  last.values = std::move(values);
  return last.cost;
}

// Whether a small array lies on the device: the driver then has memory at hand for others.
bool Expander::beside_small(int device) {
  for (std::size_t buffer = 0; buffer < program_.buffers.size(); ++buffer) {
    const bool there = data_.in_region(buffer, device) || program_.buffers[buffer].resident;
    if (there && buffer_bytes(buffer) < constants::most_of_small_array.value) return true;
  }
  return false;
}

// Nothing where CUDA is not asked for it.
std::optional<ClauseMemory> Expander::clause_memory(double bytes, int device) {
  if (!options_.openacc) return std::nullopt;
  return ClauseMemory{bytes, beside_small(device)};
}

// What is in a data region already is not copied.
void Expander::enter_clauses(const ProgramStep& step, const Order& order, const Scope& scope) {
  const auto enter = [&](const std::vector<std::size_t>& buffers, bool copied) {
    for (const std::size_t buffer : buffers) {
      if (!data_.in_region(buffer, order.device)) {
        const auto memory = clause_memory(buffer_bytes(buffer), order.device);
        if (memory) builder_.allocate(order, *memory);
        hold(buffer, order.device, scope);
        if (copied) record(step, scope, copy(step, order, buffer, true, scope));
      }
      data_.enter_region(buffer, order.device);
    }
  };
  enter(step.data.copyin, true);
  enter(step.data.copy, true);
  enter(step.data.copyout, false);
  enter(step.data.create, false);
}

void Expander::leave_clauses(const ProgramStep& step, const Order& order, const Scope& scope) {
  const auto leave = [&](const std::vector<std::size_t>& buffers, bool copied) {
    for (const std::size_t buffer : buffers) {
      if (copied && data_.in_last_region(buffer, order.device)) {
        record(step, scope, copy(step, order, buffer, false, scope));
      }
      data_.leave_region(buffer, order.device);
    }
  };
  leave(step.data.copyout, true);
  leave(step.data.copy, true);
  leave(step.data.copyin, false);
  leave(step.data.create, false);
}

void Expander::run_data(const ProgramStep& step, const Scope& scope) {
  Order order{label(step), scope.device, nothing, scope.chunk, {}, true};
  if (step.stream) order = order_of(step, {}, scope).value_or(order);
  enter_clauses(step, order, scope);
  run_steps(step.steps, step.issue_order, scope);
  set_scope(scope);
  leave_clauses(step, order, scope);
}

void Expander::run_kernel(const ProgramStep& step, Order order, const Scope& scope) {
  const KernelCall& call = *step.call;
  enter_clauses(step, order, scope);
  for (const std::size_t buffer : call.reads) {
    migrate(order, buffer, true, scope);
    expect_on_device(step, buffer, order.device, scope);
    hold(buffer, order.device, scope);
  }
  for (const std::size_t buffer : call.writes) {
    migrate(order, buffer, true, scope);
    hold(buffer, order.device, scope);
  }
  KernelCost cost;  // without a time, for what follows: that it writes is true all the same
  try {
    cost = device_cost(step, order.device, scope);
  } catch (const KernelFault& no_time) {
    kernel_fault(step, no_time);
  } catch (const UnknownInput& unknown) {
    if (step.source.line == 0) throw;  // a kernel by itself
    missing_number(step, unknown.key);
  }
  cost.part = scope.weight;
  if (call.divided) {
    cost.part *= scope.fraction;
    cost.share = std::clamp(cost.share * scope.fraction, 1e-6, 1.0);
    if (cost.share < 1.0) cost.last_blocks = 0.0;
  }
  const bool waits = cost.region && order.blocking;
  const TaskId task =
      builder_.kernel(order, cost, waits ? clause_memory(0.0, order.device) : std::nullopt);
  if (script_) {
    script_->kernel(task, order, call.kernel, parameters_of(call), parts_of(call, scope));
  }
  for (const std::size_t buffer : call.reads) {
    data_.note(task, buffer, order.device, span_of(buffer, scope), false);
  }
  for (const std::size_t buffer : call.writes) {
    data_.put(buffer, order.device, span_of(buffer, scope));
    data_.note(task, buffer, order.device, span_of(buffer, scope), true);
  }
  record(step, scope, task);
  leave_clauses(step, order, scope);
}

// Of the bytes of the buffers that the host works on, those that a copy has just brought.
double Expander::share_from_devices(const KernelCall& call) {
  std::set<std::size_t> touched(call.reads.begin(), call.reads.end());
  touched.insert(call.writes.begin(), call.writes.end());
  double bytes = 0.0, brought = 0.0;
  for (const std::size_t buffer : touched) {
    bytes += buffer_bytes(buffer);
    if (data_.was_written_by_copy(buffer)) brought += buffer_bytes(buffer);
  }
  return bytes > 0.0 ? brought / bytes : 0.0;
}

void Expander::run_host_work(const ProgramStep& step, Order order, const Scope& scope) {
  const KernelCall& call = *step.call;
  std::optional<HostCost> loop;
  if (call.kernel != KernelCall::no_kernel) {
    try {
      loop = costs_.on_host(program_.kernels[call.kernel], overrides_of(step, scope),
                            step.one_thread, share_from_devices(call));
    } catch (const KernelFault& no_time) {
      kernel_fault(step, no_time);
      return;
    }
  }
  const auto touch = [&](const std::vector<std::size_t>& buffers) {
    for (const std::size_t buffer : buffers) migrate(order, buffer, false, scope);
  };
  touch(call.reads);
  touch(call.writes);
  for (const auto* touched : {&call.reads, &call.writes}) {
    for (const std::size_t buffer : *touched) {
      if (span_of(buffer, scope).covers({})) data_.written_by_copy(buffer, false);
    }
  }
  const double part = scope.weight * (call.divided ? scope.fraction : 1.0);
  const TaskId task = loop ? builder_.host_work(order, *loop, part)
                           : builder_.host_work(order, Seconds{step.seconds}, step.source);
  if (script_) {
    script_->host_work(task, order, step, parameters_of(call), parts_of(call, scope));
  }
  for (const std::size_t buffer : call.reads) {
    data_.note(task, buffer, nothing, span_of(buffer, scope), false);
  }
  for (const std::size_t buffer : call.writes) {
    data_.note(task, buffer, nothing, span_of(buffer, scope), true);
  }
  record(step, scope, task);
}

}  // namespace gpumodel
