// What launches, copies and waits cost on one device, in seconds. All of it from the device file:
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
//   OpenACC region    in a queue launch.openacc_each + its body, begun when the one before has
//                     ended: for the memory of its arguments GCC's library first gives back that
//                     of earlier regions, and the driver waits for the device. Without a queue
//                     launch.openacc_sync + its body until the host goes on, and where no small
//                     array lies on the device memory for the arguments as for such an array
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

#include "models/core/estimate.hpp"
#include "models/hardware/device.hpp"
#include "models/hardware/machine_parameters.hpp"
#include "models/time/terms/compute.hpp"

namespace gpumodel {

// Which end of the interval that uncertain numbers allow.
enum class Bound { expected, fastest, slowest };

// Seconds that are as uncertain as `source`; measured ones at least by `spread`, a factor
// (constants::spread_of_host and its neighbours).
double bounded(double seconds, const Source& source, Bound bound, double spread = 1.0);
double pick(const Estimate<Seconds>& time, Bound bound);
// Throw UnknownInput.
double pick(const Sourced<Seconds>& time, Bound bound, double spread = 1.0);
// Seconds per byte.
double pick_inverse(const Sourced<BytesPerSecond>& rate, Bound bound, double spread = 1.0);

// The share of its rate that a copy keeps while another one runs the other way.
double share_left(const Sourced<BytesPerSecond>& both, const Sourced<BytesPerSecond>& alone);

struct CopyCosts {
  double issue = 0.0, latency = 0.0, seconds_per_byte = 0.0;
  double back = 0.0;       // from a blocking one
  double tail = 0.0;       // still under way when the host is back
  double both_ways = 0.0;  // rate left while another goes the other way; 0: as large ones
};

struct DeviceCosts {
  CopyCosts to_device, to_host;                               // pinned
  double both_ways_to_device = 1.0, both_ways_to_host = 1.0;  // rate while the other runs
  double kernel_issue = 0.0, kernel_queued = 0.0, synchronise = 0.0;
  double graph_issue = 0.0, graph_start = 0.0, kernel_in_graph = 0.0;
  double region_queued = 0.0, region_blocking = 0.0;
  bool one_copy_engine = false;
  bool by_size = false;   // copies cost what the device file has for their size
  bool in_order = false;  // one hardware queue per engine: before compute capability 3.5
};

DeviceCosts device_costs(const Gpu& gpu, Ceiling ceiling, Bound bound);
// Of one copy by a curve of rates. What is below its first point takes as long as that.
double seconds_of(const BandwidthByBytes& by_size, double bytes);
// Of one copy: with what its size changes.
CopyCosts pinned_costs(const Gpu& gpu, const DeviceCosts& costs, bool to_device, double bytes,
                       Bound bound);
// Memory for an array of an OpenACC data clause, got and given back; `beside_small`: a small array
// is on the device. Nothing where the device file does not tell.
double data_clause_seconds(const Gpu& gpu, double bytes, bool beside_small, Bound bound);
// One copy, of so many bytes that the program copies from and to pageable memory in all: what
// exceeds the caches of the host comes from its memory, as it does for one copy of that size.
struct PageableCopy {
  bool to_device = true, again = false;  // again: of memory that a copy from the device has written
  double bytes = 0.0, of_all = 0.0;
};
// Throws UnknownInput where the device file does not state pageable copies.
CopyCosts pageable_costs(const Gpu& gpu, const PageableCopy& copy, Bound bound);
// Throws UnknownInput where the device file does not state it.
double stream_creation(const Gpu& gpu, Bound bound);

}  // namespace gpumodel
