// Timing on the GPU: memory, events, cold caches.
#pragma once

#include <cuda_runtime.h>

#include <functional>

#include "validate/calibrate/measurement.hpp"

namespace gpumodel::calibrate {

// Throws MeasurementError.
void check(cudaError_t status);

// Device memory, zeroed.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_;
};

// Memory of the host that devices copy by themselves, with something in it.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes);
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

// A few numbers that kernels write and the host reads.
template <class T>
class Answers {
 public:
  explicit Answers(std::size_t count) : memory_(count * sizeof(T)), host_(count) {}
  T* device() const { return memory_.as<T>(); }
  // Waits for the kernels before.
  const std::vector<T>& read() {
    check(cudaMemcpy(host_.data(), device(), memory_.bytes(), cudaMemcpyDeviceToHost));
    return host_;
  }

 private:
  Buffer memory_;
  std::vector<T> host_;
};

// Seconds between two events that have both come.
double seconds_between(cudaEvent_t first, cudaEvent_t second);

// Seconds on the device from before to after what `work` enqueues in the default stream.
double event_seconds(const std::function<void()>& work);

// Keeps a stream busy for so many cycles while the host queues what is timed.
void keep_busy(long long cycles, cudaStream_t stream = nullptr);

// Keeps the device busy until its clocks have risen; called once per process.
void warm_up();

// Allows a kernel that much dynamic shared memory.
template <class Kernel>
void allow_shared(Kernel* kernel, int bytes) {
  check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                             cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

// Blocks of a kernel that an SM holds at a time.
template <class Kernel>
int resident_blocks(Kernel* kernel, int threads, int shared_bytes) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reinterpret_cast<const void*>(kernel), threads,
      static_cast<std::size_t>(shared_bytes)));
  return blocks;
}

// Replaces what the L2 holds by clean lines of a buffer nobody else uses.
class CacheFlush {
 public:
  explicit CacheFlush(const DeviceFacts& device);
  void operator()() const;  // enqueues it

 private:
  Buffer buffer_;
};

constexpr double KiB = 1024.0, MiB = 1024.0 * KiB, GiB = 1024.0 * MiB;

// Half of the free memory at most, for buffers that want to be large.
std::size_t affordable(double bytes);

}  // namespace gpumodel::calibrate
