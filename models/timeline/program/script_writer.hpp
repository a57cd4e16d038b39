// Notes what the expander puts on the timeline as steps of a script.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "models/timeline/program/script.hpp"
#include "models/timeline/program/timeline_builder.hpp"

namespace gpumodel {

class ScriptWriter {
 public:
  ScriptWriter(const Program& program, std::size_t devices, std::size_t streams);

  void set_buffer_bytes(std::size_t buffer, double bytes);

  // Each notes the step that ends with `task`.
  void copy(TaskId task, const Order& order, bool to_device, ScriptStep::Part part);
  void exchange(std::span<const TaskId> tasks, const Order& order, ScriptStep::Part part,
                std::vector<ScriptStep::PeerCopy> peers);
  void all_reduce(std::span<const TaskId> tasks, const Order& order, ScriptStep::Part part);
  void kernel(TaskId task, const Order& order, std::size_t kernel,
              std::vector<ScriptStep::Parameter> parameters, std::vector<ScriptStep::Part> parts);
  void host_work(TaskId task, const Order& order, const ProgramStep& step,
                 std::vector<ScriptStep::Parameter> parameters,
                 std::vector<ScriptStep::Part> parts);
  void synchronise(TaskId task, const Order& order, bool everything);
  void begin_graph(const Order& order);
  void end_graph(const Order& order);

  Script take() { return std::move(script_); }

 private:
  ScriptStep& add(ScriptStep::Kind kind, const Order& order, std::span<const TaskId> tasks);

  Script script_;
  std::map<TaskId, std::size_t> steps_;  // by the task it ends with
};

}  // namespace gpumodel
