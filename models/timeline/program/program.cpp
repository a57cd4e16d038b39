#include "models/timeline/program/program.hpp"

#include <algorithm>

#include "models/timeline/program/loop_values.hpp"

namespace gpumodel {
namespace {

Formula variable(std::size_t parameters, LoopVariable which) {
  const auto name = loop_variables[static_cast<std::size_t>(which)];
  Formula made;
  made.expression = Expression::parse(name);
  made.expression.names()[0].slot =
      static_cast<std::int32_t>(parameters + static_cast<std::size_t>(which));
  return made;
}

Formula number(std::int64_t value) {
  Formula made;
  made.expression = Expression::constant(Number::integer(value));
  return made;
}

// In stream `chunk % streams`.
Formula round_robin(std::size_t parameters) {
  Formula made = variable(parameters, LoopVariable::chunk);
  made.expression = Expression::parse("chunk % streams");
  for (Expression::Name& name : made.expression.names()) {
    const auto which = name.text == "chunk" ? LoopVariable::chunk : LoopVariable::streams;
    name.slot = static_cast<std::int32_t>(parameters + static_cast<std::size_t>(which));
  }
  return made;
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) order.push_back(i);
  return order;
}

void add_copied(const std::vector<ProgramStep>& steps, bool to_device,
                std::vector<std::size_t>& all) {
  for (const ProgramStep& step : steps) {
    if (step.kind == (to_device ? StepKind::to_device : StepKind::to_host)) {
      all.insert(all.end(), step.buffers.begin(), step.buffers.end());
    }
    const DataClauses& data = step.data;
    for (const auto* clause : {to_device ? &data.copyin : &data.copyout, &data.copy}) {
      all.insert(all.end(), clause->begin(), clause->end());
    }
    add_copied(step.steps, to_device, all);
  }
}

std::vector<std::size_t> each_once(std::vector<std::size_t> all) {
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

}  // namespace

const ProgramStep* find_chunks(const std::vector<ProgramStep>& steps) {
  for (const ProgramStep& step : steps) {
    if (step.kind == StepKind::chunks) return &step;
    if (const ProgramStep* inner = find_chunks(step.steps)) return inner;
  }
  return nullptr;
}

namespace {

bool names_devices(const ProgramStep& step) {
  return step.device || step.kind == StepKind::each_device || step.kind == StepKind::peer_copy ||
         step.kind == StepKind::halo || step.kind == StepKind::all_reduce ||
         std::ranges::any_of(step.steps, names_devices);
}

}  // namespace

bool uses_several_devices(const Program& program) {
  return program.devices || std::ranges::any_of(program.steps, names_devices);
}

std::vector<std::size_t> copied_buffers(const std::vector<ProgramStep>& steps) {
  std::vector<std::size_t> all;
  add_copied(steps, true, all);
  add_copied(steps, false, all);
  return each_once(std::move(all));
}

std::vector<std::size_t> returned_buffers(const std::vector<ProgramStep>& steps) {
  std::vector<std::size_t> all;
  add_copied(steps, false, all);
  return each_once(std::move(all));
}

bool has_host_loops(const std::vector<ProgramStep>& steps) {
  return std::ranges::any_of(steps, [](const ProgramStep& step) {
    const bool loop =
        step.kind == StepKind::host_work && step.call && step.call->kernel != KernelCall::no_kernel;
    return loop || has_host_loops(step.steps);
  });
}

Program one_step_program(const Kernel& kernel) {
  Program program;
  program.id = kernel.id;
  program.summary = kernel.summary;
  program.parameters = kernel.parameters;
  program.evaluation_order = kernel.evaluation_order;
  program.kernels = {kernel};
  program.stream_count = number(1);
  for (const Array& array : kernel.arrays) {
    program.buffers.push_back(
        {array.name, static_cast<double>(array.element_bytes()), array.shape});
  }
  const std::size_t parameters = kernel.parameters.size();
  ProgramStep chunks{.kind = StepKind::chunks, .name = "chunks"};
  chunks.count = number(1);
  chunks.split = in_order(kernel.arrays.size());
  const auto add = [&](StepKind kind, std::string name) -> ProgramStep& {
    chunks.steps.push_back({.kind = kind, .name = std::move(name)});
    chunks.steps.back().stream = round_robin(parameters);
    return chunks.steps.back();
  };
  for (const std::size_t i : kernel.to_device) {
    add(StepKind::to_device, "to_device " + kernel.arrays[i].name).buffers = {i};
  }
  KernelCall call{
      .kernel = 0, .reads = kernel.to_device, .writes = kernel.to_host, .divided = true};
  for (std::size_t i = 0; i < parameters; ++i) {
    Formula same;
    same.expression = Expression::parse(kernel.parameters[i].name);
    same.expression.names()[0].slot = static_cast<std::int32_t>(i);
    call.with.push_back({i, same});
  }
  add(StepKind::kernel, kernel.id).call = std::move(call);
  for (const std::size_t i : kernel.to_host) {
    add(StepKind::to_host, "to_host " + kernel.arrays[i].name).buffers = {i};
  }
  chunks.issue_order = in_order(chunks.steps.size());
  program.steps.push_back(std::move(chunks));
  program.steps.push_back({.kind = StepKind::synchronise, .name = "synchronise"});
  program.issue_order = {0, 1};
  return program;
}

std::vector<Number> evaluate_program_parameters(const Program& program,
                                                std::span<const std::optional<Number>> overrides) {
  std::vector<Number> values(program.parameters.size(), Number::integer(0));
  for (const std::size_t i : program.evaluation_order) {
    const Formula& formula = program.parameters[i].value;
    const bool given = i < overrides.size() && overrides[i].has_value();
    try {
      values[i] = given ? *overrides[i] : formula.expression.evaluate(values);
    } catch (const ExpressionError& error) {
      throw FormulaError{&formula, error};
    }
  }
  return values;
}

}  // namespace gpumodel
