#include "models/timeline/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/core/index.hpp"
#include "models/timeline/rates.hpp"
#include "models/timeline/ready_tasks.hpp"

namespace gpumodel {
namespace {

// Shares of an engine as whole numbers, so that they add up exactly.
constexpr std::int64_t whole_engine = std::int64_t{1} << 30;

std::int64_t parts(double share) {
  const double of = std::ceil(share * static_cast<double>(whole_engine));
  return std::clamp(static_cast<std::int64_t>(of), std::int64_t{1}, whole_engine);
}

struct EngineState {
  ReadyTasks ready;
  std::int64_t free = whole_engine;
  TaskId last_ended = nothing, last_started = nothing;
};

class Simulator {
 public:
  explicit Simulator(const Schedule& schedule)
      : schedule_(schedule), rates_(schedule), times_(schedule.size()), open_(schedule.size()) {
    for (const Engine& engine : schedule.engines()) {
      engines_.push_back({ReadyTasks(engine.in_order)});
    }
    list_successors();
  }

  std::vector<TaskTime> run() {
    for (std::size_t i = 0; i < schedule_.size(); ++i) {
      const auto task = static_cast<TaskId>(i);
      EngineState& engine = state_of(task);
      if (engine.ready.in_order()) engine.ready.expect(task);
      if (open_[i] == 0) engine.ready.add(task, 0.0);
    }
    for (EngineState& engine : engines_) start_on(engine);
    while (!running_.empty()) step();
    return std::move(times_);
  }

 private:
  EngineState& state_of(TaskId task) { return engines_[index(schedule_.task(task).engine)]; }

  // The dependences turned around, in two flat arrays.
  void list_successors() {
    first_successor_.assign(schedule_.size() + 1, 0);
    const auto each = [&](auto visit) {
      for (std::size_t i = 0; i < schedule_.size(); ++i) {
        for (const Dependence& d : schedule_.dependences(static_cast<TaskId>(i))) visit(i, d);
      }
    };
    each([&](std::size_t i, const Dependence& d) {
      ++open_[i];
      ++first_successor_[index(d.on) + 1];
    });
    for (std::size_t i = 1; i < first_successor_.size(); ++i) {
      first_successor_[i] += first_successor_[i - 1];
    }
    successors_.resize(schedule_.dependence_count());
    std::vector<std::uint32_t> next(first_successor_.begin(), first_successor_.end() - 1);
    each([&](std::size_t i, const Dependence& d) {
      successors_[next[index(d.on)]++] = {static_cast<TaskId>(i), d.why};
    });
  }

  void step() {
    if (rates_.coupled()) rates_.update(running_, now_);
    now_ = std::ranges::min_element(running_, {}, &Running::until)->until;
    ended_.clear();
    for (std::size_t i = 0; i < running_.size();) {
      Running& each = running_[i];
      if (each.until > now_ || (!each.moving && begin_work(each))) {
        ++i;
      } else {
        ended_.push_back(each.task);
        each = running_.back();
        running_.pop_back();
      }
    }
    std::ranges::sort(ended_);
    for (const TaskId task : ended_) end(task);
    for (const EngineId engine : touched_) start_on(engines_[index(engine)]);
    touched_.clear();
  }

  // Past the latency. False if nothing is left to do.
  bool begin_work(Running& each) const {
    each.moving = true;
    each.until = now_ + schedule_.task(each.task).work;
    return each.until > now_;
  }

  void end(TaskId task) {
    times_[index(task)].end = now_;
    EngineState& engine = state_of(task);
    engine.free += parts(schedule_.task(task).share);
    engine.last_ended = task;
    touched_.push_back(schedule_.task(task).engine);
    for (std::uint32_t i = first_successor_[index(task)]; i < first_successor_[index(task) + 1];
         ++i) {
      release(successors_[i], task);
    }
  }

  void release(const Dependence& successor, TaskId by) {
    if (--open_[index(successor.on)] > 0) return;
    TaskTime& time = times_[index(successor.on)];
    time.ready = now_;
    time.cause = by;
    time.wait = successor.why;
    state_of(successor.on).ready.add(successor.on, now_);
    touched_.push_back(schedule_.task(successor.on).engine);
  }

  void start_on(EngineState& engine) {
    while (const std::optional<TaskId> task = engine.ready.next()) {
      const std::int64_t needed = parts(schedule_.task(*task).share);
      if (needed > engine.free) return;
      engine.ready.take();
      engine.free -= needed;
      start(*task, engine);
    }
  }

  void start(TaskId id, EngineState& engine) {
    TaskTime& time = times_[index(id)];
    time.start = now_;
    if (time.ready < now_) {  // the engine was busy, or held up by an earlier task
      const TaskId last = engine.last_ended;
      const bool just_ended = last != nothing && times_[index(last)].end == now_;
      time.cause = just_ended ? last : times_[index(engine.last_started)].cause;
      time.wait = Wait::engine;
    }
    const Task& task = schedule_.task(id);
    engine.last_started = id;
    const double latency_ends = now_ + task.latency;
    if (rates_.coupled() && task.latency > 0.0) {
      running_.push_back({id, false, 1.0, latency_ends});
    } else {
      running_.push_back({id, true, 1.0, latency_ends + task.work});
    }
  }

  const Schedule& schedule_;
  Rates rates_;
  std::vector<TaskTime> times_;
  std::vector<std::uint32_t> open_;  // dependences that have not ended, by task
  std::vector<std::uint32_t> first_successor_;
  std::vector<Dependence> successors_;
  std::vector<EngineState> engines_;
  std::vector<Running> running_;
  std::vector<TaskId> ended_;
  std::vector<EngineId> touched_;
  double now_ = 0.0;
};

}  // namespace

std::vector<TaskTime> simulate(const Schedule& schedule) {
  return Simulator(schedule).run();
}

double makespan(const std::vector<TaskTime>& times) {
  double end = 0.0;
  for (const TaskTime& time : times) end = std::max(end, time.end);
  return end;
}

std::vector<TaskId> critical_path(const std::vector<TaskTime>& times) {
  std::vector<TaskId> path;
  if (times.empty()) return path;
  const auto last = std::ranges::max_element(times, {}, &TaskTime::end);
  for (auto task = static_cast<TaskId>(last - times.begin()); task != nothing;
       task = times[index(task)].cause) {
    path.push_back(task);
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace gpumodel
