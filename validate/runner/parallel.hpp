// A loop shared out to all processors of the host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace gpumodel {

// Calls body(first, end) for consecutive ranges that make up 0..count, at the same time. The first
// exception of a body is thrown again here.
template <class Body>
void in_parallel(std::int64_t count, Body body) {
  const std::int64_t most = std::max(1U, std::thread::hardware_concurrency());
  const std::int64_t parts = std::clamp<std::int64_t>(count / 1024, 1, most);
  std::vector<std::exception_ptr> faults(static_cast<std::size_t>(parts));
  std::vector<std::jthread> threads;
  for (std::int64_t part = 0; part < parts; ++part) {
    threads.emplace_back([&, part] {
      try {
        body(count * part / parts, count * (part + 1) / parts);
      } catch (...) {
        faults[static_cast<std::size_t>(part)] = std::current_exception();
      }
    });
  }
  threads.clear();
  for (const std::exception_ptr& fault : faults) {
    if (fault) std::rethrow_exception(fault);
  }
}

}  // namespace gpumodel
