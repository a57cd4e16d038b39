#include "models/timeline/program/script_writer.hpp"

namespace gpumodel {

ScriptWriter::ScriptWriter(const Program& program, std::size_t devices, std::size_t streams) {
  script_.program = program.id;
  for (const Buffer& buffer : program.buffers) {
    script_.buffers.push_back({buffer.name, 0, buffer.memory, buffer.resident});
  }
  for (const Kernel& kernel : program.kernels) script_.kernels.push_back(kernel.id);
  script_.devices = static_cast<std::int32_t>(devices);
  script_.streams = static_cast<std::int32_t>(streams);
  script_.creates_streams = program.creates_streams();
  script_.per_thread_default_stream = program.per_thread_default_stream;
  script_.host_thread_per_device = program.host_thread_per_device;
}

void ScriptWriter::set_buffer_bytes(std::size_t buffer, double bytes) {
  script_.buffers[buffer].bytes = static_cast<std::int64_t>(bytes);
}

ScriptStep& ScriptWriter::add(ScriptStep::Kind kind, const Order& order,
                              std::span<const TaskId> tasks) {
  ScriptStep made{kind, order.device, order.stream, order.blocking};
  for (const TaskId task : order.after) {
    const auto found = steps_.find(task);
    if (found == steps_.end()) continue;
    if (made.after.empty() || made.after.back() != found->second) {
      made.after.push_back(found->second);
    }
  }
  for (const TaskId task : tasks) steps_[task] = script_.steps.size();
  script_.steps.push_back(std::move(made));
  return script_.steps.back();
}

void ScriptWriter::copy(TaskId task, const Order& order, bool to_device, ScriptStep::Part part) {
  const auto kind = to_device ? ScriptStep::Kind::to_device : ScriptStep::Kind::to_host;
  add(kind, order, {&task, 1}).parts = {part};
}

void ScriptWriter::exchange(std::span<const TaskId> tasks, const Order& order,
                            ScriptStep::Part part, std::vector<ScriptStep::PeerCopy> peers) {
  ScriptStep& made = add(ScriptStep::Kind::exchange, order, tasks);
  made.parts = {part};
  made.peers = std::move(peers);
}

void ScriptWriter::all_reduce(std::span<const TaskId> tasks, const Order& order,
                              ScriptStep::Part part) {
  add(ScriptStep::Kind::all_reduce, order, tasks).parts = {part};
}

void ScriptWriter::kernel(TaskId task, const Order& order, std::size_t kernel,
                          std::vector<ScriptStep::Parameter> parameters,
                          std::vector<ScriptStep::Part> parts) {
  ScriptStep& made = add(ScriptStep::Kind::kernel, order, {&task, 1});
  made.kernel = kernel;
  made.parameters = std::move(parameters);
  made.parts = std::move(parts);
}

void ScriptWriter::host_work(TaskId task, const Order& order, const ProgramStep& step,
                             std::vector<ScriptStep::Parameter> parameters,
                             std::vector<ScriptStep::Part> parts) {
  const bool timed = step.call->kernel == KernelCall::no_kernel;
  ScriptStep& made =
      add(timed ? ScriptStep::Kind::host_time : ScriptStep::Kind::host_kernel, order, {&task, 1});
  made.seconds = step.seconds;
  made.one_thread = step.one_thread;
  if (timed) return;
  made.kernel = step.call->kernel;
  made.parameters = std::move(parameters);
  made.parts = std::move(parts);
}

void ScriptWriter::synchronise(TaskId task, const Order& order, bool everything) {
  add(ScriptStep::Kind::synchronise, order, {&task, 1}).everything = everything;
}

void ScriptWriter::begin_graph(const Order& order) {
  add(ScriptStep::Kind::begin_graph, order, {});
}

void ScriptWriter::end_graph(const Order& order) {
  add(ScriptStep::Kind::end_graph, order, {});
}

}  // namespace gpumodel
