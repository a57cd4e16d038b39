// Work shared out to several threads whose results are taken in order, as if one had done it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace gpumodel {

// make(worker, i, result) for each i below `count`, on `threads` threads, `worker` being the number
// of the one that calls; take(result) for each on this thread, in their order, until it says false.
// No more results than a few for each thread are held. An exception of either is thrown here, that
// of the smallest i first.
template <class Result, class Make, class Take>
void in_order(std::uint64_t count, std::size_t threads, Make make, Take take) {
  if (threads <= 1 || count <= 1) {
    for (std::uint64_t i = 0; i < count; ++i) {
      Result result;
      make(std::size_t{0}, i, result);
      if (!take(result)) return;
    }
    return;
  }
  struct Slot {
    Result result;
    bool ready = false;
    std::exception_ptr fault;
  };
  constexpr std::size_t held_per_thread = 8;
  std::vector<Slot> ring(threads * held_per_thread);
  std::mutex guard;
  std::condition_variable made, taken;
  std::uint64_t next = 0, done = 0;
  bool stopped = false;
  const auto work = [&](std::size_t worker) {
    std::unique_lock lock(guard);
    for (;;) {
      taken.wait(lock, [&] { return stopped || next >= count || next - done < ring.size(); });
      if (stopped || next >= count) return;
      const std::uint64_t i = next++;
      Slot& slot = ring[i % ring.size()];
      lock.unlock();
      try {
        make(worker, i, slot.result);
      } catch (...) {
        slot.fault = std::current_exception();
      }
      lock.lock();
      slot.ready = true;
      if (i == done) made.notify_one();
    }
  };
  struct Stop {  // before the threads are waited for
    std::mutex& guard;
    std::condition_variable& taken;
    bool& stopped;
    ~Stop() {
      {
        const std::scoped_lock lock(guard);
        stopped = true;
      }
      taken.notify_all();
    }
  };
  std::vector<std::jthread> workers;
  const Stop stop{guard, taken, stopped};
  for (std::size_t worker = 0; worker < threads; ++worker) workers.emplace_back(work, worker);
  for (std::uint64_t i = 0; i < count; ++i) {
    Slot& slot = ring[i % ring.size()];
    {
      std::unique_lock lock(guard);
      made.wait(lock, [&] { return slot.ready; });
    }
    if (slot.fault) std::rethrow_exception(slot.fault);
    if (!take(slot.result)) return;
    {
      const std::scoped_lock lock(guard);
      slot.ready = false;
      done = i + 1;
    }
    taken.notify_one();
  }
}

}  // namespace gpumodel
