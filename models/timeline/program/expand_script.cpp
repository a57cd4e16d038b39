// What a script says of a step beside what the timeline needs: where its data is. See expander.hpp.
#include <algorithm>
#include <cmath>

#include "models/timeline/program/expander.hpp"

namespace gpumodel {

void Expander::write_script() {
  script_.emplace(program_, machine_.gpus.size(), streams_);
  for (std::size_t i = 0; i < program_.buffers.size(); ++i) {
    script_->set_buffer_bytes(i, buffer_bytes(i));
  }
}

// Spans are in 2^-40 parts, which are rounded: to elements of the buffer.
ScriptStep::Part Expander::part_of(std::size_t buffer, const Scope& scope) {
  const double element = program_.buffers[buffer].element_bytes;
  const double elements = buffer_bytes(buffer) / element;
  const BufferSpan span = span_of(buffer, scope);
  const auto byte = [&](std::int64_t at) {
    const double part = static_cast<double>(at) / static_cast<double>(BufferSpan::whole);
    return static_cast<std::int64_t>(std::round(part * elements) * element);
  };
  return {buffer, byte(span.begin), byte(span.end) - byte(span.begin)};
}

ScriptStep::Part Expander::copied_part(const ProgramStep& step, std::size_t buffer,
                                       const Scope& scope) {
  ScriptStep::Part part = part_of(buffer, scope);
  if (step.bytes) part.bytes = static_cast<std::int64_t>(copied_bytes(step, buffer, scope));
  return part;
}

std::vector<ScriptStep::Part> Expander::parts_of(const KernelCall& call, const Scope& scope) {
  std::vector<ScriptStep::Part> parts;
  for (const auto* buffers : {&call.reads, &call.writes}) {
    for (const std::size_t buffer : *buffers) {
      const auto same = [&](const ScriptStep::Part& part) { return part.buffer == buffer; };
      if (std::ranges::none_of(parts, same)) parts.push_back(part_of(buffer, scope));
    }
  }
  return parts;
}

std::vector<ScriptStep::Parameter> Expander::parameters_of(const KernelCall& call) {
  std::vector<ScriptStep::Parameter> parameters;
  for (const auto* bindings : {&call.with, &call.at}) {
    for (const KernelCall::Binding& binding : *bindings) {
      const Parameter& parameter = program_.kernels[call.kernel].parameters[binding.parameter];
      parameters.push_back({parameter.name, values_.evaluate(binding.value)});
    }
  }
  return parameters;
}

void Expander::run_synchronise(const ProgramStep& step, const Order& order, const Scope& scope) {
  const TaskId task = builder_.synchronise(order, !step.stream);
  if (script_) script_->synchronise(task, order, !step.stream);
  record(step, scope, task);
}

}  // namespace gpumodel
