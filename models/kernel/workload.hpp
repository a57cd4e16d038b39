// A kernel at given parameters: plain numbers, ready for any model.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "models/kernel/kernel.hpp"
#include "models/kernel/launch_shape.hpp"

namespace gpumodel {

struct Workload {
  double work_items = 0.0;
  std::array<Flop, pipe_count> flop{};  // of the whole launch, by Pipe
  Bytes loaded{}, stored{};             // between device memory and the chip
  Bytes unread{};  // of what is stored: nobody loads it; of kernels of counts all
  Bytes
      requested{};  // by the loads of all threads, cached or not; of kernels of counts those loaded
  Bytes to_device{}, to_host{};  // over the host link
  std::optional<LaunchShape> launch;

  Flop total_flop() const { return flop[0] + flop[1] + flop[2]; }
  Bytes moved() const { return loaded + stored; }
};

// `values` as filled by evaluate_parameters(). Throws FormulaError where a count is negative, not
// finite, or (sizes, work items, launch) not a whole number in range. Of a kernel at the depth of
// accesses only what needs no analysis: threads as work items, the launch, the transfers.
Workload evaluate(const Kernel& kernel, std::span<const Number> values);

// Of one array, whole; the same faults.
Bytes array_bytes(const Array& array, std::span<const Number> values);
// Of all arrays that are not in shared memory: what a device has to hold.
Bytes device_bytes(const Kernel& kernel, std::span<const Number> values);
// The largest of them; null if there is none.
const Array* largest_array(const Kernel& kernel, std::span<const Number> values);

// The launch of a kernel that states one; the same faults.
LaunchShape launch_shape(const Kernel& kernel, std::span<const Number> values);

}  // namespace gpumodel
