#include "models/timeline/program/host_alone.hpp"

namespace gpumodel {
namespace {

struct HostSteps {
  std::vector<ProgramStep> steps;
  std::vector<std::size_t> issue_order;
};

HostSteps host_steps(const std::vector<ProgramStep>& steps, const std::vector<std::size_t>& order);

// A loop, chunks, or what only held data or a graph together, without its streams and clauses.
ProgramStep host_section(const ProgramStep& step, HostSteps inner) {
  const bool loops = step.kind == StepKind::repeat || step.kind == StepKind::chunks;
  ProgramStep section = step;
  section.kind = loops ? step.kind : StepKind::data;
  section.after.clear();
  section.stream.reset();
  section.data = {};
  section.steps = std::move(inner.steps);
  section.issue_order = std::move(inner.issue_order);
  return section;
}

ProgramStep host_loop(const ProgramStep& step) {
  return {.kind = StepKind::host_work,
          .name = step.name,
          .source = step.source,
          .column = step.column,
          .call = step.call,
          .seconds = step.seconds,
          .one_thread = step.one_thread};
}

// The host does one thing after the other, so that the order of issue is all the order there is.
HostSteps host_steps(const std::vector<ProgramStep>& steps, const std::vector<std::size_t>& order) {
  HostSteps all;
  for (const std::size_t i : order) {
    const ProgramStep& step = steps[i];
    if (!step.steps.empty()) {
      HostSteps inner = host_steps(step.steps, step.issue_order);
      if (inner.steps.empty()) continue;  // only copies
      all.steps.push_back(host_section(step, std::move(inner)));
    } else if (step.kind == StepKind::kernel || step.kind == StepKind::host_work) {
      all.steps.push_back(host_loop(step));
    } else {
      continue;
    }
    all.issue_order.push_back(all.issue_order.size());
  }
  return all;
}

}  // namespace

Program on_host_alone(const Program& program) {
  Program host = program;
  HostSteps all = host_steps(program.steps, program.issue_order);
  host.steps = std::move(all.steps);
  host.issue_order = std::move(all.issue_order);
  for (Buffer& buffer : host.buffers) {
    buffer.memory = MemoryKind::pageable;  // no pages that move
    buffer.resident = false;
  }
  return host;
}

}  // namespace gpumodel
