// Copies between two devices of one host, and what the host needs for them; for a system file.
#include "validate/calibrate/gpu/device_group.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr std::size_t large = 256U << 20;
constexpr std::size_t small = 8;
constexpr double few = 16, many = 128;

std::size_t whole(double bytes) {
  return static_cast<std::size_t>(bytes);
}

// Devices 0 and 1 with events: two of each that tell the time, one that others wait for.
class Pair {
 public:
  Pair() : group_(2, 4 * large) {
    group_.reach_each_other();
    for (int d = 0; d < 2; ++d) {
      group_.use(d);
      for (cudaEvent_t& event : times_[d]) check(cudaEventCreate(&event));
      check(cudaEventCreateWithFlags(&done_[d], cudaEventDisableTiming));
    }
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  double seconds(double bytes) const {
    mark(0, 0);
    group_.send(0, 1, whole(bytes));
    mark(0, 1);
    return elapsed(0);
  }
  // The longer of both ways at once.
  double both_seconds(double bytes) const {
    for (int d = 0; d < 2; ++d) mark(d, 0);
    for (int d = 0; d < 2; ++d) send(d, bytes);
    for (int d = 0; d < 2; ++d) mark(d, 1);
    return std::max(elapsed(0), elapsed(1));
  }
  // One way and back, each waiting for the other: what small copies cost that follow each other.
  double ping_pong(double n) const {
    return group_.device_seconds([&] {
      for (int i = 0; i < static_cast<int>(n); ++i) {
        const int from = i & 1;
        send(from, small);
        record(from);
        wait(1 - from);
      }
    });
  }
  double queued(double n) const {
    return group_.device_seconds([&] {
      for (int i = 0; i < static_cast<int>(n); ++i) send(0, small);
    });
  }

  // Of the host, the devices in turn: what it queues on one after the other.
  double sending(double n) const {
    return host_seconds(n, [&](int device) { send(device, small); });
  }
  double recording(double n) const {
    return host_seconds(n, [&](int device) { record(device); });
  }
  double waiting(double n) const {
    return host_seconds(
        n, [&](int device) { wait(device); },
        [&] {
          for (int d = 0; d < 2; ++d) record(d);
        });
  }
  // Of devices that have nothing to do.
  double synchronising(double n) const {
    return group_.seconds([&] {
      for (int i = 0; i < static_cast<int>(n); ++i) {
        group_.use(i & 1);
        check(cudaDeviceSynchronize());
      }
    });
  }
  double latency_of_host() const {
    return group_.seconds([&] { send(0, small); });
  }

 private:
  void send(int from, double bytes) const {
    group_.use(from);
    group_.send(from, 1 - from, whole(bytes));
  }
  void record(int device) const {
    group_.use(device);
    check(cudaEventRecord(done_[device], group_.stream(device)));
  }
  void wait(int device) const {
    group_.use(device);
    check(cudaStreamWaitEvent(group_.stream(device), done_[1 - device]));
  }
  void mark(int device, int end) const {
    group_.use(device);
    check(cudaEventRecord(times_[device][end], group_.stream(device)));
  }
  double host_seconds(
      double n, const std::function<void(int)>& work,
      const std::function<void()>& before = [] {}) const {
    return group_.host_seconds(
        [&] {
          for (int i = 0; i < static_cast<int>(n); ++i) work(i & 1);
        },
        before);
  }
  double elapsed(int device) const {
    group_.use(device);
    check(cudaEventSynchronize(times_[device][1]));
    return seconds_between(times_[device][0], times_[device][1]);
  }

  DeviceGroup group_;
  cudaEvent_t times_[2][2] = {};
  cudaEvent_t done_[2] = {};
};

void measure(Session& s) {
  const Pair pair;
  const int repeats = s.quick() ? 21 : 51;
  const auto each = [&](double (Pair::*time)(double) const) {
    return slope(3 * s.repeats(), few, many, [&](double n) { return (pair.*time)(n); });
  };
  const auto rate = [&](double (Pair::*time)(double) const) {
    return inverse(
        slope(s.repeats(), large / 4, large, [&](double bytes) { return (pair.*time)(bytes); }),
        1.0);
  };
  s.value("peer.bandwidth", rate(&Pair::seconds),
          "one way between two devices, 64 to 256 MiB, events");
  s.value("peer.bandwidth_both", rate(&Pair::both_seconds),
          "each way, both at once, 64 to 256 MiB, events");
  s.value("peer.latency", repeated(repeats, [&] { return pair.seconds(small); }),
          "8 bytes from device to device, between two events");
  s.value("peer.queued", each(&Pair::queued), "each further copy of 8 bytes of a stream");
  s.value("peer.hop", each(&Pair::ping_pong),
          "8 bytes to and fro, each copy waiting for the one before");
  s.value("peer.issue", each(&Pair::sending),
          "what the host needs to queue a copy of 8 bytes, on two devices in turn");
  s.value("peer.record", each(&Pair::recording),
          "what the host needs to record an event, on two devices in turn");
  s.value("peer.wait", each(&Pair::waiting),
          "what the host needs to let a stream wait for an event of the other device, in turn");
  s.value("peer.synchronise", each(&Pair::synchronising),
          "what the host needs to see that a device has nothing to do, two in turn");
  s.value("peer.host_latency", repeated(repeats, [&] { return pair.latency_of_host(); }),
          "8 bytes and a wait for both devices, seen from the host");
}

const Registered peers({"peer",
                        10.0,
                        {{"peer.bandwidth", "B/s"},
                         {"peer.bandwidth_both", "B/s"},
                         {"peer.latency", "s"},
                         {"peer.queued", "s"},
                         {"peer.hop", "s"},
                         {"peer.issue", "s"},
                         {"peer.record", "s"},
                         {"peer.wait", "s"},
                         {"peer.synchronise", "s"},
                         {"peer.host_latency", "s"}},
                        measure,
                        2,
                        5});

}  // namespace
}  // namespace gpumodel::calibrate
