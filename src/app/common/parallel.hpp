// Work shared out to all processors.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace gpumodel {

// Calls work(i) for each i below `count`, at the same time on at most `threads` threads: the calls
// may share nothing that one of them changes. All have ended on return; of their exceptions that of
// the smallest i is thrown, as if they had been made in order.
template <class Work>
void in_parallel(std::size_t count, Work work,
                 std::size_t threads = std::thread::hardware_concurrency()) {
  std::vector<std::exception_ptr> faults(count);
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        faults[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;  // besides this one
    while (others.size() + 1 < std::min(threads, count)) others.emplace_back(take);
    take();
  }
  for (const std::exception_ptr& fault : faults) {
    if (fault) std::rethrow_exception(fault);
  }
}

}  // namespace gpumodel
