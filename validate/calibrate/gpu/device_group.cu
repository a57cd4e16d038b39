#include "validate/calibrate/gpu/device_group.cuh"

#include <chrono>

namespace gpumodel::calibrate {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long long queueing_cycles = 4'000'000;  // about 2 ms: longer than queueing takes

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

DeviceGroup::DeviceGroup(int devices, std::size_t bytes_each)
    : members_(static_cast<std::size_t>(devices)), piece_(bytes_each / 2 / members_.size()) {
  for (int d = 0; d < devices; ++d) {
    Member& made = members_[static_cast<std::size_t>(d)];
    use(d);
    check(cudaMalloc(&made.memory, bytes_each));
    check(cudaMemset(made.memory, 0, bytes_each));
    check(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking));
  }
  synchronise();
  use(0);
  for (cudaEvent_t& event : ends_) check(cudaEventCreate(&event));
}

DeviceGroup::~DeviceGroup() {
  for (int d = 0; d < size(); ++d) {
    cudaSetDevice(d);
    cudaFree(memory(d));
    cudaStreamDestroy(stream(d));
  }
  cudaSetDevice(0);
  for (const cudaEvent_t event : ends_) cudaEventDestroy(event);
}

void DeviceGroup::reach_each_other() const {
  for (int from = 0; from < size(); ++from) {
    use(from);
    for (int to = 0; to < size(); ++to) {
      if (from == to) continue;
      int reach = 0;
      check(cudaDeviceCanAccessPeer(&reach, from, to));
      if (reach == 0) {
        throw LeftOut("devices " + std::to_string(from) + " and " + std::to_string(to) +
                      " do not reach each other's memory");
      }
      const cudaError_t reached = cudaDeviceEnablePeerAccess(to, 0);
      if (reached == cudaErrorPeerAccessAlreadyEnabled) {
        cudaGetLastError();
      } else {
        check(reached);
      }
    }
  }
  use(0);
}

// What a device sends lies in the first half of its memory, what it gets in the second one; a piece
// for each other device.
void DeviceGroup::send(int from, int to, std::size_t bytes, cudaStream_t on) const {
  const auto piece = [this](int number) { return static_cast<std::size_t>(number) * piece_; };
  check(cudaMemcpyPeerAsync(memory(to) + piece(size() + from), to, memory(from) + piece(to), from,
                            bytes, on));
}

void DeviceGroup::synchronise() const {
  for (int d = 0; d < size(); ++d) {
    use(d);
    check(cudaDeviceSynchronize());
  }
}

double DeviceGroup::seconds(const std::function<void()>& work) const {
  synchronise();
  const Clock::time_point start = Clock::now();
  work();
  synchronise();
  return since(start);
}

void DeviceGroup::keep_all_busy() const {
  for (int d = 0; d < size(); ++d) {
    use(d);
    keep_busy(queueing_cycles, stream(d));
  }
  check(cudaGetLastError());
}

double DeviceGroup::device_seconds(const std::function<void()>& work) const {
  synchronise();
  keep_all_busy();
  const auto record = [this](int end) {
    use(0);
    check(cudaEventRecord(ends_[end], stream(0)));
  };
  record(0);
  work();
  record(1);
  synchronise();
  return seconds_between(ends_[0], ends_[1]);
}

double DeviceGroup::host_seconds(const std::function<void()>& work,
                                 const std::function<void()>& before) const {
  synchronise();
  keep_all_busy();
  before();
  const Clock::time_point start = Clock::now();
  work();
  const double seconds = since(start);
  synchronise();
  return seconds;
}

}  // namespace gpumodel::calibrate
