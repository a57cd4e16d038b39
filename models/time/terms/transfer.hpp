// Copies of pinned memory over the host link with nothing else on it, as the copy engine sees them:
// the one place for predictions of kernels and for tasks of programs.
//
//   t = V / b(V)    where the device file has rates by size; below the first of them as long as
//   that t = a + V / b   else: what a queued copy takes before its bytes, and the rate of large
//   ones t = a + V / b   with peak ceilings: the start-up and the rate of exercise sheet 1.2
#pragma once

#include <optional>
#include <span>

#include "models/core/term.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"
#include "models/time/terms/compute.hpp"

namespace gpumodel {

// The numbers of one direction of the link.
struct HostLinkNumbers {
  const Sourced<BytesPerSecond>&rate, &peak;
  const Sourced<Seconds>&latency, &host_latency, &issue, &queued;
  const BandwidthByBytes &by_size, &both_by_size, &host_by_size;

  const Sourced<Seconds>& queued_or_alone() const { return queued.is_known() ? queued : latency; }
};
HostLinkNumbers host_link(const Gpu& gpu, bool to_device);

// A rate by size holds from the first point of its curve on: what is smaller takes as long as that.
inline bool is_small(const BandwidthByBytes& by_size, Bytes bytes) {
  return bytes.si < by_size.points.front().x;
}
Worked<Bytes> counted(const BandwidthByBytes& by_size, Worked<Bytes> bytes);
Worked<Seconds> at_rate_by_size(Worked<Bytes> bytes, const BandwidthByBytes& by_size);

// One copy on its engine: what passes before its bytes do, and the bytes. Nothing takes no time.
struct PinnedCopy {
  std::optional<Worked<Seconds>> latency, work;
  Worked<Seconds> time(Workings& w) const;
};
PinnedCopy pinned_copy(Worked<Bytes> bytes, const HostLinkNumbers& link, Ceiling ceiling);

// What a kernel copies in one direction, "h2d" or "d2h": array by array, one after the other; with
// peak ceilings all of it at once, as the sheet counts. A direction that moves nothing costs
// nothing.
TermId transfer_term(TermTree& tree, const Kernel& kernel, std::span<const Number> values,
                     const Workload& work, const Gpu& gpu, bool to_device, Ceiling ceiling);

}  // namespace gpumodel
