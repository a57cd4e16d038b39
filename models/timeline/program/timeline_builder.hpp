// Puts copies, kernels and host work on the timeline one after the other, in the order in which the
// host issues them, with the rules of CUDA:
//
//   - a stream runs its tasks in the order of issue; each device has streams of its own
//   - the default stream waits for all streams of its device, and they for it (unless the program
//     has one per thread)
//   - each task is issued by the host, which does one thing at a time; a blocking one holds the
//   host
//     until it ends. Copies of pageable memory always do.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/timeline/program/costs.hpp"
#include "models/timeline/program/hand_overs.hpp"
#include "models/timeline/program/kernel_costs.hpp"
#include "models/timeline/program/program.hpp"
#include "models/timeline/program/system.hpp"
#include "models/timeline/program/task_times.hpp"
#include "models/timeline/program/timeline.hpp"

namespace gpumodel {

// What to put on the timeline: for whom, where, after what.
struct Order {
  std::uint32_t step = 0;
  std::int32_t device = 0, stream = nothing, chunk = nothing;
  std::vector<TaskId> after{};  // tasks whose end it waits for
  bool blocking = false;
};

// The devices of a timeline. `system` may be null: then no device reaches another.
struct Machine {
  std::vector<const Gpu*> gpus;
  const System* system = nullptr;
};

// Thrown where one more task would be beyond the limit.
struct TooManyTasks {};

class TimelineBuilder {
 public:
  TimelineBuilder(const Program& program, const Machine& machine, std::size_t streams,
                  Ceiling ceiling, Bound bound);

  void set_most_tasks(std::int64_t most) { most_tasks_ = static_cast<std::size_t>(most); }
  // Bytes of all pageable buffers that the program copies.
  void set_pageable_bytes(double bytes) { pageable_bytes_ = bytes; }

  // Each returns the task whose end is the end of the whole. All throw TooManyTasks.
  TaskId host_work(const Order& order, const HostCost& cost, double weight);
  TaskId host_work(const Order& order, Seconds stated, const Source& source);
  // `again`: of host memory that a copy from the device has written.
  TaskId copy(const Order& order, bool to_device, double bytes, MemoryKind memory,
              bool again = false);
  TaskId migrate(const Order& order, bool to_device, double bytes);
  // `memory`: an OpenACC region gets memory for its arguments and gives it back.
  TaskId kernel(const Order& order, const KernelCost& cost,
                std::optional<ClauseMemory> memory = std::nullopt);
  // The host gets memory on the device, and gives it back at some time.
  void allocate(const Order& order, const ClauseMemory& memory);
  // The host waits for a stream (order.stream), or for all devices and streams.
  TaskId synchronise(const Order& order, bool everything);

  bool has_link(int from, int to) const { return link(from, to) != nullptr; }
  // The host hands over a copy to another device.
  TaskId issue_send(const Order& order, int to);
  // The host has the stream record an event that device `to` waits for, and wait for one of device
  // `from`.
  void issue_record(const Order& order, int to);
  void issue_wait(const Order& order, int from);
  // Between devices that have a link. Does not continue the stream: see join().
  TaskId send(const Order& order, int to, double bytes, std::span<const TaskId> after);
  // What the system states of an all-reduce on all devices of the timeline; null if nothing.
  const AllReduce* stated_all_reduce() const;
  // The host hands over the part of one device.
  TaskId issue_all_reduce(const Order& order);
  // All devices begin it together and end it together.
  TaskId all_reduce(const Order& order, double bytes, std::span<const TaskId> after);
  // The host hands over one piece of work, such as the kernel of a collective.
  TaskId issue(const Order& order);
  // What the next task of the stream waits for.
  std::span<const TaskId> tails(int device, int stream) const;
  void join(int device, int stream, std::vector<TaskId> tails);

  // Kernels and copies between the two are nodes of a graph, launched once: they wait for what
  // its stream did before, whatever their own.
  void begin_graph(const Order& order);
  void end_graph() {
    graph_launch_ = nothing;
    graph_after_.clear();
    graph_before_.clear();
  }

  std::size_t size() const { return timeline_.schedule.size(); }
  Timeline take() { return std::move(timeline_); }
  const Timeline& timeline() const { return timeline_; }

 private:
  struct HostThread {
    EngineId engine = 0;
    TaskId last = nothing;
    std::vector<TaskId> waits;  // tasks that hold the host
  };
  struct StreamState {
    std::vector<TaskId> tails;
    NodeId under_way{};  // of a copy that the host is back from
    bool created = false, unsynchronised = false, since_default = false;
  };
  struct DeviceState {
    explicit DeviceState(DeviceCosts made) : costs(made) {}
    DeviceCosts costs;
    const Gpu* gpu = nullptr;
    HandOvers hand_overs;
    EngineId in = 0, compute = 0, out = 0, front = 0;
    std::vector<EngineId> peers;  // by device
    LineId egress = nothing, ingress = nothing;
    std::vector<StreamState> streams;  // the default stream, then those of the program
    std::vector<std::size_t> since_default, unsynchronised;
    TaskId last_default = nothing;
    bool had_region = false;     // of OpenACC
    double none_ends_for = 0.0;  // how long no region in a queue ends, of what the host does
  };

  // The default stream, then those of the program.
  static std::size_t number_of(std::int32_t stream) {
    return stream == nothing ? 0 : static_cast<std::size_t>(stream) + 1;
  }
  static std::int32_t stream_of(std::size_t number) {
    return number == 0 ? nothing : static_cast<std::int32_t>(number) - 1;
  }
  LineId add_shared(const BandwidthByCount& rates);
  LineId add_line(const Sourced<BytesPerSecond>& rate);
  void add_device(int index, const Machine& machine, std::size_t streams);
  void add_peers();
  void add_peer(int from, int to);
  void add_port(DeviceState& state);
  const PeerLink* link(int from, int to) const;
  bool waits_for_others(const Order& order, std::span<const TaskId> after) const;
  HostThread& thread(const Order& order);
  DeviceState& device(const Order& order) {
    return devices_[static_cast<std::size_t>(order.device)];
  }
  StreamState& stream(const Order& order) { return device(order).streams[number_of(order.stream)]; }
  static bool gives_back_memory(DeviceState& on, const KernelCost& cost);
  Worked<Seconds> queued_kernel(const Order& order, const KernelCost& cost,
                                std::optional<ClauseMemory> memory);
  double at_bound(NodeId time) const;
  double seconds(const Part& part) const { return part.times * at_bound(part.time); }

  // Its latency and work are those of `cost`.
  TaskId add(Task task, TaskCost cost, const Order& order, ActivityKind kind, double bytes,
             std::span<const Dependence> dependences);
  TaskId host_task(const Order& order, ActivityKind kind, const TaskCost& cost);
  TaskId host_task(const Order& order, ActivityKind kind, Worked<Seconds> time);
  TaskId issue(const Order& order, Worked<Seconds> time);
  void issue_event(const Order& order, const Sourced<Seconds>& time);
  void create_stream(const Order& order);
  std::vector<TaskId> take_tails(int device);
  TaskId synchronise_in_turn(const Order& order);
  void wait_for(const Order& order, TaskId task, Worked<Seconds> back);
  std::vector<Dependence> stream_dependences(const Order& order);
  TaskId submit(const Task& task, TaskCost cost, const Order& order, ActivityKind kind,
                double bytes, Worked<Seconds> issued);
  Part hand_over(const Order& order, ActivityKind kind, double bytes,
                 std::vector<Dependence>& before);
  void ends_with(const Order& order, std::vector<TaskId> tails);
  void arrive(const Order& order);
  void is_idle(const Order& order);
  TaskId last_blocks(const Order& order, const TaskCost& cost, TaskId kernel);
  TaskId pageable_copy(const Order& order, bool to_device, double bytes, bool again);
  TaskId staged_copy(const Order& order, bool to_device, double bytes);
  TaskId submit_copy(const Order& order, bool to_device, ActivityKind kind, double bytes,
                     const CopyCosts& costs);

  const Program& program_;
  const System* system_;
  Ceiling ceiling_;
  Bound bound_;
  Timeline timeline_;
  TaskTimes times_;
  std::vector<HostThread> threads_;
  std::vector<DeviceState> devices_;
  LineId host_in_ = nothing, host_out_ = nothing;
  std::size_t most_tasks_ = SIZE_MAX;
  double pageable_bytes_ = 0.0;
  EngineId collective_ = nothing;
  TaskId graph_launch_ = nothing;
  std::vector<TaskId> graph_after_;   // what it waits for
  std::vector<TaskId> graph_before_;  // what its stream did last
  std::int32_t graph_stream_ = nothing;
  bool graph_begins_ = false;  // its first kernel is still to come
};

}  // namespace gpumodel
