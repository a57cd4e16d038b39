// Times of tasks, each worked out once for all that are alike: a program has millions of tasks and
// a few dozen different times.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "models/timeline/program/costs.hpp"
#include "models/timeline/program/kernel_costs.hpp"
#include "models/timeline/program/program.hpp"
#include "models/timeline/program/system.hpp"

namespace gpumodel {

// Memory for an array of an OpenACC clause; `beside_small`: a small one is on the device.
struct ClauseMemory {
  double bytes = 0.0;
  bool beside_small = false;
};

// All that is referred to must outlive this, and stay where it is.
class TaskTimes {
 public:
  TaskTimes(Workings& w, const Program& program, Ceiling ceiling)
      : w_(w), program_(program), ceiling_(ceiling) {}

  CopyCosts copy(const Gpu& gpu, MemoryKind memory, const PageableCopy& copy);
  Worked<Seconds> staged_piece(double bytes);
  Worked<Seconds> stream_creation(const Gpu& gpu);
  Worked<Seconds> clause_memory(const Gpu& gpu, const ClauseMemory& memory);
  // Before the body of a region that the host waits for.
  Worked<Seconds> blocking_region(const DeviceCosts& costs, Worked<Seconds> memory);
  Worked<Seconds> body(const KernelCost& cost);
  Worked<Seconds> loop(const HostCost& cost);
  Worked<Seconds> host(Seconds stated, const Source& source);
  // One number of a device or a system.
  Worked<Seconds> number(Symbol symbol, const Sourced<Seconds>& time, const Constant& spread);
  Worked<Seconds> over_link(const PeerLink& wires, double bytes);
  Worked<Seconds> all_reduce(const AllReduce& stated, double bytes);
  // The part of one device.
  Worked<Seconds> all_reduce_issue(const AllReduce& stated);

 private:
  enum class What : std::uint8_t { piece, stream, memory, region, body, loop, number, link, sum };
  template <class Make>
  Worked<Seconds> once(What what, const void* of, std::array<double, 3> sizes, Make make);

  Workings& w_;
  const Program& program_;
  Ceiling ceiling_;
  std::map<std::tuple<What, const void*, std::array<double, 3>>, Worked<Seconds>> known_;
  std::map<std::tuple<const Gpu*, MemoryKind, PageableCopy>, CopyCosts> known_copies_;
};

}  // namespace gpumodel
