// What launches, copies and waits cost on one device: expressions over numbers of its file
// (models/core/workings.hpp), whose ends are those of the interval.
//
//   copy, pinned      on the engine what each further copy of its size takes in a stream, longer
//                     while another goes the other way, after `issue` of the host; it comes back
//                     from a blocking one in host_latency - issue - queued. Where the file has no
//                     copies by size: queued + V / sustained bandwidth
//   on another engine what follows in a stream waits for its turn: hand_overs.hpp
//   copy, pageable    seen from the host, by its size; the host is busy meanwhile. To the device
//                     it is under way a while longer, and takes longer where a copy from there
//                     has written the memory: past the caches
//   kernel            launch.queued_each + its body on the device, after launch.issue of the host
//   OpenACC region    in a queue launch.openacc_each + its body. For the memory of its arguments
//                     GCC's library first gives back that of regions that have ended
//                     (libgomp/plugin/plugin-nvptx.c: a callback lists it, the next allocation
//                     frees it), and the driver waits until the device is idle, copies included.
//                     What the host begins before the first region ends waits for nothing.
//                     Without a queue launch.openacc_sync + its body until the host goes on, and
//                     where no small array lies on the device memory for the arguments as for
//                     such an array
//   OpenACC data      memory for each array that a clause brings, openacc_data_by_size; none for a
//                     small one beside others
//   in a graph        launch.graph + its body; the whole graph graph_pair - 2 launch.graph more,
//                     and graph_issue of the host
//   synchronisation   host_round_trip - issue - queued_each
//
// Device files without these numbers have launch.queued or launch.latency of single kernels, and
// latency of single copies (a file's own `h2d.latency`), which stand for them. With peak ceilings
// (the textbook model) launches cost nothing, nor does the host.
//
// What is a difference of numbers is that of the expected ones at both ends of the interval.
#pragma once

#include "models/core/constants.hpp"
#include "models/core/workings.hpp"
#include "models/hardware/device.hpp"
#include "models/hardware/machine_parameters.hpp"
#include "models/time/terms/transfer.hpp"

namespace gpumodel {

// Which end of the interval that uncertain numbers allow.
enum class Bound { expected, fastest, slowest };

template <class Q>
Q pick(const Estimate<Q>& value, Bound bound) {
  if (bound == Bound::expected) return value.value;
  return bound == Bound::fastest ? value.low : value.high;
}

// About its expected value as uncertain as `source`; what was measured at least by a spread
// (constants::spread_of_host and its neighbours).
inline constexpr Constant no_spread{};
Worked<Seconds> uncertain(Worked<Seconds> value, const Source& source,
                          const Constant& spread = no_spread);
// One number so. Throws UnknownInput.
Worked<Seconds> stated(Workings& w, Symbol symbol, const Sourced<Seconds>& time,
                       const Constant& spread = no_spread);
// So many bytes at one rate so. Throws UnknownInput.
Worked<Seconds> at_rate(Workings& w, double bytes, const Sourced<BytesPerSecond>& rate,
                        const Constant& spread = no_spread);

// The share of its rate that a copy keeps while another one runs the other way.
double share_left(const Sourced<BytesPerSecond>& both, const Sourced<BytesPerSecond>& alone);

struct CopyCosts {
  explicit CopyCosts(Workings& w)
      : issue(w.zero<Seconds>()), latency(issue), work(issue), back(issue), tail(issue) {}
  Worked<Seconds> issue, latency, work;  // work: of its bytes, by their rate
  Worked<Seconds> back;                  // from a blocking one
  Worked<Seconds> tail;                  // still under way when the host is back
  double both_ways = 0.0;  // rate left while another goes the other way; 0: as large ones
};

struct DeviceCosts {
  explicit DeviceCosts(Workings& w);
  double both_ways_to_device = 1.0, both_ways_to_host = 1.0;  // rate while the other runs
  Worked<Seconds> kernel_issue, kernel_queued, synchronise;
  Worked<Seconds> graph_issue, kernel_in_graph, first_in_graph;
  Worked<Seconds> region_queued, region_blocking;
  bool one_copy_engine = false;
  bool in_order = false;  // one hardware queue per engine: before compute capability 3.5
};

DeviceCosts device_costs(Workings& w, const Gpu& gpu, Ceiling ceiling);
// Of one copy by a curve of rates. What is below its first point takes as long as that.
Worked<Seconds> seconds_of(Workings& w, Symbol symbol, const BandwidthByBytes& by_size,
                           double bytes);
// Of one copy of pinned memory: by what the device file has for its size, else by the rate of
// large ones; pages of managed memory, too.
CopyCosts pinned_costs(Workings& w, const Gpu& gpu, Ceiling ceiling, bool to_device, double bytes);
CopyCosts page_costs(Workings& w, const Gpu& gpu, Ceiling ceiling, bool to_device, double bytes);
// Memory for an array of an OpenACC data clause, got and given back; `beside_small`: a small array
// is on the device. Nothing where the device file does not tell.
Worked<Seconds> data_clause_costs(Workings& w, const Gpu& gpu, double bytes, bool beside_small);
// One copy, of so many bytes that the program copies from and to pageable memory in all: what
// exceeds the caches of the host comes from its memory, as it does for one copy of that size.
struct PageableCopy {
  bool to_device = true, again = false;  // again: of memory that a copy from the device has written
  double bytes = 0.0, of_all = 0.0;
  auto operator<=>(const PageableCopy&) const = default;
};
// Throws UnknownInput where the device file does not state pageable copies.
CopyCosts pageable_costs(Workings& w, const Gpu& gpu, const PageableCopy& copy);
// Throws UnknownInput where the device file does not state it.
Worked<Seconds> stream_creation(Workings& w, const Gpu& gpu);

}  // namespace gpumodel
