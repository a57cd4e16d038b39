// What a timeline is made from: engines, and tasks that wait for each other.
//
// A task occupies one engine (a share of it, on a compute engine) from its start to its end. It can
// start when every task it depends on has ended and its engine takes it. Streams are dependences: a
// task of a stream depends on the one before it. The host is an engine too: to issue a copy or to
// launch a kernel is a task of the host, which the copy or kernel depends on.
//
// A task takes `latency + work` seconds alone. The latency is fixed; the work slows down while
// others use the same wires or memory (simulate.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gpumodel {

using TaskId = std::int32_t;
using EngineId = std::int32_t;
using LineId = std::int32_t;
inline constexpr std::int32_t nothing = -1;

// `front`: what hands work from one engine to another, as much at a time as there is.
enum class EngineKind : std::uint8_t { host, to_device, compute, to_host, peer, collective, front };

struct Engine {
  EngineKind kind{};
  std::int32_t device = 0;
  std::int32_t peer = nothing;  // the device at the other end of a peer link
  // Tasks start in the order in which they were added, so that one that has to wait holds up those
  // behind it (one hardware queue). Otherwise the one that has been ready longest is next.
  bool in_order = false;
  // The engine that copies the other way, and the rate that is left while it does.
  EngineId opposite = nothing;
  double both_ways = 1.0;
};

// Why one task waits for another.
enum class Wait : std::uint8_t {
  none,    // it starts at once
  issue,   // the host has not got to it
  stream,  // the task before it in its stream
  data,    // an event, or the result of a task elsewhere
  engine,  // the engine is busy
};

struct Dependence {
  TaskId on = nothing;
  Wait why = Wait::data;
};

struct Task {
  EngineId engine = 0;
  double latency = 0.0;    // s
  double work = 0.0;       // s, alone
  double share = 1.0;      // of the engine, above 0 and up to 1
  double demand = 0.0;     // B/s on lines and in device memory while it works alone
  double drag = 0.0;       // s/B: what each byte per second copied meanwhile takes from a kernel
  double both_ways = 0.0;  // rate left to a copy while another goes the other way; 0: the engine's
  double use = 0.0;        // of the unit that a kernel keeps busiest, while it works alone
  std::array<LineId, 2> lines{nothing, nothing};
  std::uint32_t first_dependence = 0, dependence_count = 0;
};

class Schedule {
 public:
  EngineId add_engine(const Engine& engine);
  // Wires that several engines share; capacity in B/s.
  LineId add_line(double capacity);
  // `dependences` are on tasks that exist: nothing can wait for itself. Those on `nothing` are left
  // out.
  TaskId add(const Task& task, std::span<const Dependence> dependences);

  // Makes a task take `factor` of its time.
  void scale(TaskId id, double factor);

  std::span<const Engine> engines() const { return engines_; }
  std::span<const double> lines() const { return lines_; }
  std::span<const Task> tasks() const { return tasks_; }
  std::span<const Dependence> dependences(TaskId id) const;
  const Task& task(TaskId id) const { return tasks_[static_cast<std::size_t>(id)]; }
  const Engine& engine(EngineId id) const { return engines_[static_cast<std::size_t>(id)]; }
  const Engine& engine_of(TaskId id) const { return engine(task(id).engine); }
  std::size_t size() const { return tasks_.size(); }
  std::size_t dependence_count() const { return dependences_.size(); }

 private:
  std::vector<Engine> engines_;
  std::vector<double> lines_;
  std::vector<Task> tasks_;
  std::vector<Dependence> dependences_;
};

}  // namespace gpumodel
