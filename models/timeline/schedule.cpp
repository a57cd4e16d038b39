#include "models/timeline/schedule.hpp"

namespace gpumodel {

EngineId Schedule::add_engine(const Engine& engine) {
  engines_.push_back(engine);
  return static_cast<EngineId>(engines_.size() - 1);
}

LineId Schedule::add_line(double capacity) {
  lines_.push_back(capacity);
  return static_cast<LineId>(lines_.size() - 1);
}

TaskId Schedule::add(const Task& task, std::span<const Dependence> dependences) {
  Task added = task;
  added.first_dependence = static_cast<std::uint32_t>(dependences_.size());
  for (const Dependence& each : dependences) {
    if (each.on != nothing) dependences_.push_back(each);
  }
  added.dependence_count = static_cast<std::uint32_t>(dependences_.size()) - added.first_dependence;
  tasks_.push_back(added);
  return static_cast<TaskId>(tasks_.size() - 1);
}

void Schedule::scale(TaskId id, double factor) {
  Task& of = tasks_[static_cast<std::size_t>(id)];
  of.latency *= factor;
  of.work *= factor;
  of.demand /= factor;
}

std::span<const Dependence> Schedule::dependences(TaskId id) const {
  const Task& of = task(id);
  return std::span(dependences_).subspan(of.first_dependence, of.dependence_count);
}

}  // namespace gpumodel
