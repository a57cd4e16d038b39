// The rules of models/timeline/simulate.hpp once more, in the plainest way: every event looks at
// every task again. Slow, and nothing shared with the program.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "models/timeline/schedule.hpp"

namespace gpumodel::brute_force {

struct State {
  double latency, work;
  double ready = -1, start = -1, end = -1;
  bool running() const { return start >= 0 && end < 0; }
  bool moving() const { return running() && latency <= 0; }
};

class Simulation {
 public:
  explicit Simulation(const Schedule& s) : s_(s) {
    for (const Task& task : s.tasks()) states_.push_back({task.latency, task.work});
  }

  std::vector<State> run() {
    for (;;) {
      while (settle()) {
      }
      const double step = time_to_next_event();
      if (step == std::numeric_limits<double>::infinity()) return states_;
      advance(step);
    }
  }

 private:
  static constexpr double tiny = 1e-12;
  const Task& task(std::size_t i) const { return s_.tasks()[i]; }
  const Engine& engine(std::size_t i) const { return s_.engine(task(i).engine); }
  bool is_copy(std::size_t i) const {
    return engine(i).kind != EngineKind::host && engine(i).kind != EngineKind::compute;
  }

  // Ends, readiness and starts at this moment; true while anything changed.
  bool settle() {
    bool changed = false;
    for (State& state : states_) {
      if (state.running() && state.latency <= 0 && state.work <= 0) {
        state.end = now_;
        changed = true;
      }
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].ready >= 0) continue;
      bool ready = true;
      for (const Dependence& d : s_.dependences(static_cast<TaskId>(i))) {
        ready = ready && states_[static_cast<std::size_t>(d.on)].end >= 0;
      }
      if (ready) {
        states_[i].ready = now_;
        changed = true;
      }
    }
    if (changed) return true;
    for (std::size_t e = 0; e < s_.engines().size(); ++e) changed = start_one(e) || changed;
    return changed;
  }

  bool start_one(std::size_t e) {
    std::size_t next = states_.size();
    double busy = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (static_cast<std::size_t>(task(i).engine) != e) continue;
      if (states_[i].running()) busy += task(i).share;
      if (states_[i].start >= 0) continue;
      if (s_.engines()[e].in_order) {
        next = std::min(next, i);
      } else if (states_[i].ready >= 0 &&
                 (next == states_.size() || states_[i].ready < states_[next].ready)) {
        next = i;
      }
    }
    if (next == states_.size() || states_[next].ready < 0) return false;
    if (busy + task(next).share > 1 + 1e-9) return false;
    states_[next].start = now_;
    return true;
  }

  double one_way(std::size_t i) const {
    if (engine(i).opposite == nothing) return 1;
    for (std::size_t j = 0; j < states_.size(); ++j) {
      if (task(j).engine == engine(i).opposite && states_[j].moving()) {
        return task(i).both_ways > 0 ? task(i).both_ways : engine(i).both_ways;
      }
    }
    return 1;
  }

  double copy_rate(std::size_t i) const {
    double part = 1;
    for (const LineId line : task(i).lines) {
      if (line == nothing) continue;
      double demand = 0;
      for (std::size_t j = 0; j < states_.size(); ++j) {
        const auto& lines = task(j).lines;
        if (states_[j].moving() && (lines[0] == line || lines[1] == line)) {
          demand += one_way(j) * task(j).demand;
        }
      }
      part = std::min(part, s_.lines()[static_cast<std::size_t>(line)] / demand);
    }
    return one_way(i) * part;
  }

  double rate(std::size_t i) const {
    if (is_copy(i)) return copy_rate(i);
    double left = 1;
    for (std::size_t j = 0; j < states_.size(); ++j) {
      if (!is_copy(j) || !states_[j].moving()) continue;
      if (engine(j).device == engine(i).device || engine(j).peer == engine(i).device) {
        left -= task(i).drag * copy_rate(j) * task(j).demand;
      }
    }
    return std::max(left, 0.1);
  }

  double time_to_next_event() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].running()) continue;
      least = std::min(least, states_[i].moving() ? states_[i].work / rate(i) : states_[i].latency);
    }
    return least;
  }

  void advance(double step) {
    std::vector<double> rates;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      rates.push_back(states_[i].moving() ? rate(i) : 0);
    }
    now_ += step;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      State& state = states_[i];
      if (!state.running()) continue;
      double& left = state.moving() ? state.work : state.latency;
      left -= state.moving() ? rates[i] * step : step;
      if (left < tiny * now_) left = 0;
    }
  }

  const Schedule& s_;
  std::vector<State> states_;
  double now_ = 0;
};

}  // namespace gpumodel::brute_force
