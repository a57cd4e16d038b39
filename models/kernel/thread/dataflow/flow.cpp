#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

#include "models/kernel/thread/dataflow/place_registers.hpp"

namespace gpumodel {

Flow::Flow(const Kernel& kernel, std::span<const Number> values, const LaunchShape& shape)
    : kernel_(kernel), program_(*kernel.thread), values_(values), shape_(shape), spread_(kernel) {
  list_operations(program_.body);
  for (const Access& access : program_.accesses) {
    if (access.value_slot) read_arrays_.push_back(access.array);
  }
}

Dataflow Flow::run() {
  FlowSteps body;
  lists_.push_back(&body);
  lower(program_.body);
  refuse_lost_values();
  for (const auto& [source, count] : now_.conversions) {
    if (count > 0) depart(std::to_string(count) + " of the conversions: none is needed", source);
  }
  Dataflow result{std::move(now_.registers), std::move(body), std::move(now_.departures)};
  place_registers(result);
  return result;
}

void Flow::open(FlowSteps& steps) {
  lists_.push_back(&steps);
  control_of_list_.push_back(control_);
}

void Flow::close() {
  lists_.pop_back();
  control_of_list_.pop_back();
}

void Flow::enter(Spread spread, const Source& source) {
  if (spread <= control_) return;
  control_ = spread;
  control_source_ = source;
}

void Flow::depart(std::string what, const Source& source, const char* way) {
  what = std::string(way) + ": " + what;
  const bool known = std::ranges::any_of(now_.departures, [&](const Departure& d) {
    return d.what == what && d.source.line == source.line;
  });
  if (!known) now_.departures.push_back({std::move(what), source});
}

void Flow::cannot(const Access& access, std::string message, std::vector<std::string> hints) {
  throw CannotWrite{access.source, access.column, std::move(message), std::move(hints)};
}

Dataflow dataflow_of(const Kernel& kernel, std::span<const Number> values,
                     const LaunchShape& shape) {
  return Flow(kernel, values, shape).run();
}

}  // namespace gpumodel
