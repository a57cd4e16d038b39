// How fast tasks that run at the same time get on; the rules are in simulate.hpp.
#pragma once

#include <vector>

#include "models/timeline/schedule.hpp"

namespace gpumodel {

struct Running {
  TaskId task = nothing;
  bool moving = false;  // past its latency
  double rate = 1.0;
  double until = 0.0;  // when the latency, or the task, ends at this rate
};

class Rates {
 public:
  explicit Rates(const Schedule& schedule);

  // Whether any task can slow down another at all.
  bool coupled() const { return coupled_; }
  // Gives every running task the rate it has from `now` on, and the end that follows.
  void update(std::vector<Running>& running, double now);

 private:
  void add_demand(const std::vector<Running>& running);
  void add_traffic(const std::vector<Running>& running);
  double copy_rate(const Task& task) const;
  double part_of_lines(const Task& task) const;
  double rate_of(const Task& task) const;

  const Schedule& schedule_;
  bool coupled_ = false;
  std::vector<int> moving_;      // tasks, by engine
  std::vector<double> demand_;   // B/s, by line
  std::vector<double> traffic_;  // B/s copied, by device
  std::vector<double> use_;      // of kernels, by engine
};

}  // namespace gpumodel
