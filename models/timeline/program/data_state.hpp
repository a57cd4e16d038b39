// Which parts of which buffers are on which device, who reads and writes them, and the memory that
// takes: from the first use of a part on, to the end of its data region or of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/timeline/program/program.hpp"
#include "models/timeline/program/span_set.hpp"
#include "models/timeline/program/timeline.hpp"

namespace gpumodel {

// The most that a device holds at any time of a program.
struct MemoryUse {
  double bytes = 0.0;
  std::size_t largest = 0;  // buffer, of those it held then
};

class DataState {
 public:
  DataState(const Program& program, std::size_t devices);

  // The buffer has `whole` bytes.
  void hold(std::size_t buffer, int device, BufferSpan span, double whole);
  const MemoryUse& memory_use(int device) const { return most_[static_cast<std::size_t>(device)]; }

  bool is_on(std::size_t buffer, int device, BufferSpan span) const {
    return at(buffer, device).parts.covers(span);
  }
  bool is_partly_on(std::size_t buffer, int device) const {
    return !at(buffer, device).parts.empty();
  }
  void put(std::size_t buffer, int device, BufferSpan span) { at(buffer, device).parts.add(span); }
  void take_away(std::size_t buffer, int device) {
    at(buffer, device).parts.clear();
    release(buffer, device);
  }

  bool in_region(std::size_t buffer, int device) const { return at(buffer, device).regions > 0; }
  bool in_last_region(std::size_t buffer, int device) const {
    return at(buffer, device).regions == 1;
  }
  void enter_region(std::size_t buffer, int device) { ++at(buffer, device).regions; }
  // What is on the device is gone with the last region.
  void leave_region(std::size_t buffer, int device);

  // Whether a copy from a device was the last to touch the buffer on the host.
  void written_by_copy(std::size_t buffer, bool by_copy) { by_copy_[buffer] = by_copy; }
  bool was_written_by_copy(std::size_t buffer) const { return by_copy_[buffer]; }

  // `device` nothing: on the host. Kept only if races are looked for.
  void note(TaskId task, std::size_t buffer, int device, BufferSpan span, bool writes);
  void keep_accesses() { keep_ = true; }
  const std::vector<BufferAccess>& accesses() const { return accesses_; }

 private:
  void release(std::size_t buffer, int device);

  struct Place {
    SpanSet parts, held;
    double bytes = 0.0;  // held
    int regions = 0;
  };
  Place& at(std::size_t buffer, int device) {
    return places_[static_cast<std::size_t>(device) * buffers_ + buffer];
  }
  const Place& at(std::size_t buffer, int device) const {
    return places_[static_cast<std::size_t>(device) * buffers_ + buffer];
  }

  std::size_t buffers_;
  std::vector<Place> places_;
  std::vector<double> held_;     // bytes, by device
  std::vector<MemoryUse> most_;  // likewise
  std::vector<bool> by_copy_;
  bool keep_ = false;
  std::vector<BufferAccess> accesses_;
};

// Two accesses of one place, at least one of them a write, that no stream, event or wait of the
// host puts in an order.
struct Race {
  BufferAccess first, second;
};

// At most one for each pair of steps.
struct RaceSearch {
  std::vector<Race> found;
  std::size_t looked_at = 0;  // accesses, before the work was too much
};
// Comparisons of two accesses, and tasks that were followed back.
inline constexpr std::int64_t most_race_work = 50'000'000;
// Accesses in the order of issue.
RaceSearch find_races(const Timeline& timeline, const std::vector<BufferAccess>& accesses,
                      std::int64_t most = most_race_work);

}  // namespace gpumodel
