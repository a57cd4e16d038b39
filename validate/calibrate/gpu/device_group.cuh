// The first devices of a machine, for what they do together: for a system file.
#pragma once

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {

// Each with zeroed memory and a stream. What is called for a device leaves it the current one.
class DeviceGroup {
 public:
  DeviceGroup(int devices, std::size_t bytes_each);
  ~DeviceGroup();
  DeviceGroup(const DeviceGroup&) = delete;
  DeviceGroup& operator=(const DeviceGroup&) = delete;

  int size() const { return static_cast<int>(members_.size()); }
  char* memory(int device) const { return of(device).memory; }
  cudaStream_t stream(int device) const { return of(device).stream; }

  // Throws LeftOut where two of them do not.
  void reach_each_other() const;
  void use(int device) const { check(cudaSetDevice(device)); }
  // Between devices of the group, in the stream of the sender or another one of it.
  void send(int from, int to, std::size_t bytes) const { send(from, to, bytes, stream(from)); }
  void send(int from, int to, std::size_t bytes, cudaStream_t on) const;
  void synchronise() const;

  // By the host's clock, from an idle group until everything that `work` queues has ended.
  double seconds(const std::function<void()>& work) const;
  // By events in the stream of the first device, around what `work` queues behind other work of all
  // streams: neither the host's part nor the start shows in what each further piece takes.
  double device_seconds(const std::function<void()>& work) const;
  // What the host needs for `work` while all streams are busy, so that neither it nor the devices
  // wait for each other. `before` is queued first, and not timed.
  double host_seconds(
      const std::function<void()>& work, const std::function<void()>& before = [] {}) const;

 private:
  struct Member {
    char* memory = nullptr;
    cudaStream_t stream = nullptr;
  };
  const Member& of(int device) const { return members_[static_cast<std::size_t>(device)]; }

  void keep_all_busy() const;

  std::vector<Member> members_;
  std::size_t piece_ = 0;  // bytes that go from one device to another at most
  cudaEvent_t ends_[2] = {};
};

}  // namespace gpumodel::calibrate
