// The tasks that wait for an engine, in the order in which it takes them.
#pragma once

#include <optional>
#include <queue>
#include <vector>

#include "models/timeline/schedule.hpp"

namespace gpumodel {

class ReadyTasks {
 public:
  explicit ReadyTasks(bool in_order) : in_order_(in_order) {}

  // All tasks of the engine, in the order of issue; only for engines that keep it.
  void expect(TaskId task) { order_.push_back(task); }
  void add(TaskId task, double since) { waiting_.push({since, task}); }

  // The next one to start; nothing where none is ready, or an earlier one is not.
  std::optional<TaskId> next() const {
    if (waiting_.empty()) return std::nullopt;
    const TaskId task = waiting_.top().task;
    if (in_order_ && task != order_[started_]) return std::nullopt;
    return task;
  }
  void take() {
    waiting_.pop();
    ++started_;
  }
  bool in_order() const { return in_order_; }

 private:
  struct Waiting {
    double since;
    TaskId task;
  };
  struct Later {
    bool in_order;
    bool operator()(const Waiting& a, const Waiting& b) const {
      if (!in_order && a.since != b.since) return a.since > b.since;
      return a.task > b.task;
    }
  };

  bool in_order_;
  std::vector<TaskId> order_;
  std::size_t started_ = 0;
  std::priority_queue<Waiting, std::vector<Waiting>, Later> waiting_{Later{in_order_}};
};

}  // namespace gpumodel
