#include <algorithm>
#include <chrono>
#include <cstring>

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void read_all(const uint4* data, long long count, unsigned* never) {
  unsigned sum = 0;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    const uint4 v = __ldcg(data + i);
    sum |= v.x | v.y | v.z | v.w;
  }
  if (sum != 0) *never = sum;  // the buffer is zero
}

class Event {
 public:
  Event() { check(cudaEventCreate(&event_)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_{};
};

}  // namespace

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  throw MeasurementError(std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

Buffer::Buffer(std::size_t bytes) : bytes_(bytes) {
  check(cudaMalloc(&memory_, bytes));
  check(cudaMemset(memory_, 0, bytes));
}
Buffer::~Buffer() {
  cudaFree(memory_);
}

PinnedMemory::PinnedMemory(std::size_t bytes) {
  check(cudaMallocHost(&memory_, bytes));
  std::memset(memory_, 1, bytes);
}
PinnedMemory::~PinnedMemory() {
  cudaFreeHost(memory_);
}

double seconds_between(cudaEvent_t first, cudaEvent_t second) {
  float milliseconds = 0.0F;
  check(cudaEventElapsedTime(&milliseconds, first, second));
  return 1e-3 * milliseconds;
}

double event_seconds(const std::function<void()>& work) {
  static const Event before, after;
  check(cudaEventRecord(before.get()));
  work();
  check(cudaEventRecord(after.get()));
  check(cudaGetLastError());
  check(cudaEventSynchronize(after.get()));
  return seconds_between(before.get(), after.get());
}

void keep_busy(long long cycles, cudaStream_t stream) {
  spin<<<1, 1, 0, stream>>>(cycles);
}

void warm_up() {
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(60)) {
    spin<<<1024, 256>>>(20000);
    check(cudaDeviceSynchronize());
  }
}

CacheFlush::CacheFlush(const DeviceFacts& device)
    : buffer_(affordable(2.5 * std::max(device.l2_bytes, 4.0 * MiB))) {}

void CacheFlush::operator()() const {
  read_all<<<1024, 512>>>(buffer_.as<uint4>(),
                          static_cast<long long>(buffer_.bytes() / sizeof(uint4)),
                          buffer_.as<unsigned>());
}

std::size_t affordable(double bytes) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  const auto half = static_cast<std::size_t>(0.45 * static_cast<double>(free));
  return std::min(static_cast<std::size_t>(bytes), half / 256 * 256);
}

}  // namespace gpumodel::calibrate
