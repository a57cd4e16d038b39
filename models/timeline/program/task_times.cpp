#include "models/timeline/program/task_times.hpp"

#include <algorithm>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

constexpr const Constant& of_links = constants::spread_of_device;

}  // namespace

template <class Make>
Worked<Seconds> TaskTimes::once(What what, const void* of, std::array<double, 3> sizes, Make make) {
  const std::tuple key{what, of, sizes};
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : known_.emplace(key, make()).first->second;
}

CopyCosts TaskTimes::copy(const Gpu& gpu, MemoryKind memory, const PageableCopy& copy) {
  const std::tuple key{&gpu, memory, copy};
  if (const auto found = known_copies_.find(key); found != known_copies_.end()) {
    return found->second;
  }
  CopyCosts costs(w_);
  if (memory == MemoryKind::pageable) {
    costs = pageable_costs(w_, gpu, copy);
  } else if (memory == MemoryKind::managed) {
    const PageMigration& pages = program_.migration;
    costs = page_costs(w_, gpu, ceiling_, copy.to_device, copy.bytes);
    costs.latency =
        w_.count("n",
                 Count{std::max(constants::least_of_page.value, copy.bytes / pages.page_bytes)},
                 "pages") *
        w_.within(w_.count("t_fault", Seconds{pages.fault_seconds}, "migration of the program"),
                  constants::spread_of_pages);
  } else {
    costs = pinned_costs(w_, gpu, ceiling_, copy.to_device, copy.bytes);
  }
  return known_copies_.emplace(key, costs).first->second;
}

Worked<Seconds> TaskTimes::staged_piece(double bytes) {
  return once(What::piece, nullptr, {bytes}, [&] {
    const BytesPerSecond rate{program_.staging->copy_rate};
    return w_.count("V", Bytes{bytes}, "bytes of the piece") /
           w_.count("b", rate, "staging of the program");
  });
}

Worked<Seconds> TaskTimes::stream_creation(const Gpu& gpu) {
  return once(What::stream, &gpu, {}, [&] {
    return program_.creation_of_device
               ? gpumodel::stream_creation(w_, gpu)
               : w_.count("t_stream", Seconds{program_.stream_creation}, "streams of the program");
  });
}

Worked<Seconds> TaskTimes::clause_memory(const Gpu& gpu, const ClauseMemory& memory) {
  return once(What::memory, &gpu, {memory.bytes, memory.beside_small ? 1.0 : 0.0},
              [&] { return data_clause_costs(w_, gpu, memory.bytes, memory.beside_small); });
}

Worked<Seconds> TaskTimes::blocking_region(const DeviceCosts& costs, Worked<Seconds> memory) {
  return once(What::region, &costs, {memory.value().si}, [&] {
    const Worked<Seconds> host =
        w_.named("t_launch", costs.kernel_issue) + w_.named("t_wait", costs.synchronise);
    const Worked<Seconds> rest = max(w_.zero<Seconds>(), costs.region_blocking - host);
    return memory.value().si > 0.0 ? rest + memory : rest;
  });
}

Worked<Seconds> TaskTimes::body(const KernelCost& cost) {
  const std::array sizes{static_cast<double>(cost.call), cost.body.value.si, cost.body.high.si};
  return once(What::body, nullptr, sizes,
              [&] { return w_.term("t_body", cost.body, "body of the kernel"); });
}

// Its data come in part from memory, the rest from caches.
Worked<Seconds> TaskTimes::loop(const HostCost& cost) {
  const double share = cost.share_from_memory;
  const std::array sizes{cost.from_memory.time.value.si, cost.from_caches.time.value.si, share};
  return once(What::loop, cost.spread, sizes, [&] {
    const auto one = [&](Symbol symbol, const HostCost::Loop& loop) {
      const Worked<Seconds> time = w_.term(symbol, loop.time, "loop of the host");
      return cost.spread != nullptr ? w_.within(time, *cost.spread) : time;
    };
    if (share >= 1.0) return one("t_memory", cost.from_memory);
    if (share <= 0.0) return one("t_caches", cost.from_caches);
    const auto part = w_.count("s", Count{share}, "of the data, just stored by a device");
    return part * one("t_memory", cost.from_memory) +
           (w_.literal(1.0) - part) * one("t_caches", cost.from_caches);
  });
}

Worked<Seconds> TaskTimes::host(Seconds stated, const Source& source) {
  return once(What::number, &source, {}, [&] { return w_.formula("t_host", stated, source); });
}

Worked<Seconds> TaskTimes::number(Symbol symbol, const Sourced<Seconds>& time,
                                  const Constant& spread) {
  return once(What::number, &time.source, {}, [&] { return stated(w_, symbol, time, spread); });
}

Worked<Seconds> TaskTimes::over_link(const PeerLink& wires, double bytes) {
  return once(What::link, &wires, {bytes},
              [&] { return at_rate(w_, bytes, wires.bandwidth, of_links); });
}

Worked<Seconds> TaskTimes::all_reduce(const AllReduce& sum, double bytes) {
  return once(What::sum, &sum, {bytes}, [&] {
    if (sum.by_size.is_known()) {
      return uncertain(seconds_of(w_, "t_sum", sum.by_size, bytes), sum.by_size.source, of_links);
    }
    return stated(w_, "a", sum.latency, of_links) + at_rate(w_, bytes, sum.bandwidth, of_links);
  });
}

Worked<Seconds> TaskTimes::all_reduce_issue(const AllReduce& sum) {
  return once(What::number, &sum.issue.source, {}, [&] {
    const Count devices{static_cast<double>(sum.devices)};
    return stated(w_, "t_issue", sum.issue, constants::spread_of_host) /
           w_.count("n", devices, "devices");
  });
}

}  // namespace gpumodel
