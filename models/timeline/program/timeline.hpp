// A program on the timeline: the schedule, and what each of its tasks is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/core/workings.hpp"
#include "models/timeline/schedule.hpp"

namespace gpumodel {

enum class ActivityKind : std::uint8_t {
  issue,  // the host hands over a copy or a kernel
  create_stream,
  allocate,  // memory on the device for a data clause of OpenACC
  host_work,
  staging,  // the host moves a piece to or from a pinned buffer
  synchronise,
  to_device,
  kernel,
  last_blocks,  // of a kernel: others fill the room they leave
  to_host,
  peer,
  migration,  // pages of managed memory
  hand_over,  // from one engine to another, within a stream
};
inline constexpr auto activity_kinds = static_cast<std::size_t>(ActivityKind::hand_over) + 1;

struct Activity {
  ActivityKind kind{};
  std::uint32_t step = 0;  // index into Timeline::labels
  std::int32_t device = 0;
  std::int32_t stream = nothing;  // the default stream
  std::int32_t chunk = nothing;
  double bytes = 0.0;
};

// What a task reads and writes, to find races.
struct BufferAccess {
  TaskId task = nothing;
  std::uint32_t buffer = 0;
  std::int32_t device = nothing;  // nothing: on the host
  std::int64_t begin = 0, end = 0;
  bool writes = false;
};

// So many times what was worked out once for all alike.
struct Part {
  NodeId time{};  // the first node of a timeline's workings: nothing
  double times = 0.0;
};

// What the times of a task follow from: its latency, what waiting for a turn adds to it, its work.
// Of kernels and loops these refer to the calls that were predicted.
struct TaskCost {
  Part latency{}, turn{}, work{};
  std::array<std::int32_t, 2> calls{nothing, nothing};
};

// A loop that no other stands around: the first task of each iteration, and the one behind the
// last.
struct IterationMarks {
  std::vector<TaskId> first;
  TaskId end = 0;
};

struct Timeline {
  Schedule schedule;
  std::vector<Activity> activities;  // one per task
  std::vector<TaskCost> costs;       // one per task
  Workings workings;
  std::vector<std::string> labels;  // of steps
  std::vector<IterationMarks> loops;
  int devices = 1;
  std::size_t stream_count = 0;
};

}  // namespace gpumodel
