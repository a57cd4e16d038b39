// Copies between two devices of one host; for a system file.
#include <chrono>

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr std::size_t large = 256U << 20;

// Devices 0 and 1, each with a buffer and a stream; they reach each other's memory.
class Pair {
 public:
  Pair() {
    int reach = 0;
    check(cudaDeviceCanAccessPeer(&reach, 0, 1));
    if (reach == 0) throw LeftOut("devices 0 and 1 do not reach each other's memory");
    for (int d = 0; d < 2; ++d) {
      check(cudaSetDevice(d));
      const cudaError_t reached = cudaDeviceEnablePeerAccess(1 - d, 0);
      if (reached == cudaErrorPeerAccessAlreadyEnabled) {
        cudaGetLastError();
      } else {
        check(reached);
      }
      check(cudaMalloc(&memory_[d], 2 * large));
      check(cudaMemset(memory_[d], 0, 2 * large));
      check(cudaStreamCreateWithFlags(&streams_[d], cudaStreamNonBlocking));
      for (cudaEvent_t& event : events_[d]) check(cudaEventCreate(&event));
      check(cudaDeviceSynchronize());
    }
  }
  ~Pair() { cudaSetDevice(0); }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  void send(int from, double bytes) const {
    const std::size_t offset = from * large;
    check(cudaMemcpyPeerAsync(memory_[1 - from] + offset, 1 - from, memory_[from] + offset, from,
                              static_cast<std::size_t>(bytes), streams_[from]));
  }
  void record(int device, int event) const {
    check(cudaSetDevice(device));
    check(cudaEventRecord(events_[device][event], streams_[device]));
  }
  double elapsed(int device) const {
    check(cudaSetDevice(device));
    check(cudaEventSynchronize(events_[device][1]));
    float milliseconds = 0.0F;
    check(cudaEventElapsedTime(&milliseconds, events_[device][0], events_[device][1]));
    return 1e-3 * milliseconds;
  }
  double seconds(double bytes) const {
    record(0, 0);
    send(0, bytes);
    record(0, 1);
    return elapsed(0);
  }
  // The longer of both ways at once.
  double both_seconds(double bytes) const {
    for (int d = 0; d < 2; ++d) record(d, 0);
    for (int d = 0; d < 2; ++d) {
      check(cudaSetDevice(d));
      send(d, bytes);
    }
    for (int d = 0; d < 2; ++d) record(d, 1);
    return std::max(elapsed(0), elapsed(1));
  }
  // One way and back, each waiting for the other: what small copies cost that follow each other.
  double ping_pong(double n) const {
    record(0, 0);
    for (int i = 0; i < static_cast<int>(n); ++i) {
      const int from = i & 1;
      send(from, 8);
      record(from, 1);
      check(cudaStreamWaitEvent(streams_[1 - from], events_[from][1]));
    }
    record(0, 1);
    return elapsed(0);
  }
  double queued(double n) const {
    record(0, 0);
    for (int i = 0; i < static_cast<int>(n); ++i) send(0, 8);
    record(0, 1);
    return elapsed(0);
  }
  // Of the host, which does not wait.
  double issue_seconds(double n) const {
    check(cudaSetDevice(0));
    check(cudaStreamSynchronize(streams_[0]));
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < static_cast<int>(n); ++i) send(0, 8);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  double host_seconds() const {
    check(cudaSetDevice(0));
    const auto start = std::chrono::steady_clock::now();
    send(0, 8);
    check(cudaStreamSynchronize(streams_[0]));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  char* memory_[2] = {};
  cudaStream_t streams_[2] = {};
  cudaEvent_t events_[2][2] = {};
};

void measure(Session& s) {
  const Pair pair;
  const int repeats = s.quick() ? 21 : 51;
  s.value(
      "peer.bandwidth",
      inverse(slope(s.repeats(), large / 4, large, [&](double n) { return pair.seconds(n); }), 1.0),
      "one way between two devices, 64 to 256 MiB, events");
  s.value(
      "peer.bandwidth_both",
      inverse(slope(s.repeats(), large / 4, large, [&](double n) { return pair.both_seconds(n); }),
              1.0),
      "each way, both at once, 64 to 256 MiB, events");
  s.value("peer.latency", repeated(repeats, [&] { return pair.seconds(8); }),
          "8 bytes from device to device, between two events");
  s.value("peer.queued", slope(s.repeats(), 16, 256, [&](double n) { return pair.queued(n); }),
          "each further copy of 8 bytes of a stream");
  s.value("peer.hop", slope(s.repeats(), 16, 128, [&](double n) { return pair.ping_pong(n); }),
          "8 bytes to and fro, each copy waiting for the one before");
  s.value("peer.issue",
          slope(s.repeats(), 16, 256, [&](double n) { return pair.issue_seconds(n); }),
          "each further copy of 8 bytes, until the host goes on");
  s.value("peer.host_latency", repeated(repeats, [&] { return pair.host_seconds(); }),
          "8 bytes and synchronisation, seen from the host");
}

const Registered peers({"peer",
                        2.0,
                        {{"peer.bandwidth", "B/s"},
                         {"peer.bandwidth_both", "B/s"},
                         {"peer.latency", "s"},
                         {"peer.queued", "s"},
                         {"peer.hop", "s"},
                         {"peer.issue", "s"},
                         {"peer.host_latency", "s"}},
                        measure,
                        2});

}  // namespace
}  // namespace gpumodel::calibrate
