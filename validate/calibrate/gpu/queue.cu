// What work costs that waits in a stream: kernels and copies one after the other, the two in turn,
// small graphs; and what it costs the host to queue them, and to create a stream.
//
// The device is kept busy while the host queues what is timed, so that the host's share does not
// show on the device, and the device's does not show on the host.
#include <chrono>

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

__global__ void nothing() {}

constexpr long long queueing_cycles = 4'000'000;  // about 2 ms: longer than queueing takes
constexpr std::size_t small = 8;                  // bytes of a copy that is all latency

class Queue {
 public:
  Queue() : host_(2 * small), device_(2 * small) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    for (cudaEvent_t& event : ends_) check(cudaEventCreate(&event));
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  cudaStream_t stream() const { return stream_; }
  void kernel() const { nothing<<<1, 32, 0, stream_>>>(); }
  void in() const {
    check(cudaMemcpyAsync(device_.as<char>(), host_.get(), small, cudaMemcpyHostToDevice, stream_));
  }
  void out() const {
    check(cudaMemcpyAsync(static_cast<char*>(host_.get()) + small, device_.as<char>() + small,
                          small, cudaMemcpyDeviceToHost, stream_));
  }
  // Seconds on the device for what `work` queues.
  double on_device(const std::function<void()>& work) const {
    keep_busy(queueing_cycles, stream_);
    check(cudaEventRecord(ends_[0], stream_));
    work();
    check(cudaEventRecord(ends_[1], stream_));
    check(cudaEventSynchronize(ends_[1]));
    return seconds_between(ends_[0], ends_[1]);
  }
  // Seconds of the host to queue it.
  double on_host(const std::function<void()>& work) const {
    keep_busy(queueing_cycles, stream_);
    const auto start = std::chrono::steady_clock::now();
    work();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    check(cudaStreamSynchronize(stream_));
    return seconds;
  }

 private:
  PinnedMemory host_;
  Buffer device_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t ends_[2] = {};
};

constexpr int few = 16, many = 256;  // well below what a stream takes without holding the host

void times(double n, const std::function<void()>& work) {
  for (int i = 0; i < static_cast<int>(n); ++i) work();
}

Sample each_on_device(const Session& s, const Queue& queue, const std::function<void()>& work) {
  return slope(s.repeats(), few, many,
               [&](double n) { return queue.on_device([&] { times(n, work); }); });
}

Sample each_on_host(const Session& s, const Queue& queue, const std::function<void()>& work) {
  return slope(s.repeats(), few, many,
               [&](double n) { return queue.on_host([&] { times(n, work); }); });
}

void copies_and_kernels(Session& s) {
  const Queue queue;
  s.value("launch.queued_each", each_on_device(s, queue, [&] { queue.kernel(); }),
          "each further empty kernel of a stream that has more of them");
  s.value("launch.issue", each_on_host(s, queue, [&] { queue.kernel(); }),
          "what the host needs to queue an empty kernel");
  s.value("link.h2d_queued", each_on_device(s, queue, [&] { queue.in(); }),
          "each further copy of 8 bytes of a stream, pinned");
  s.value("link.h2d_issue", each_on_host(s, queue, [&] { queue.in(); }),
          "what the host needs to queue a copy of 8 bytes, pinned");
  s.value("link.d2h_queued", each_on_device(s, queue, [&] { queue.out(); }),
          "each further copy of 8 bytes of a stream, pinned");
  s.value("link.d2h_issue", each_on_host(s, queue, [&] { queue.out(); }),
          "what the host needs to queue a copy of 8 bytes, pinned");
  s.value("link.d2h_pair",
          each_on_device(s, queue,
                         [&] {
                           queue.kernel();
                           queue.out();
                         }),
          "an empty kernel and a copy of 8 bytes to the host in turn, in a stream");
}

// Copies of one size that wait in a stream, and as many the other way in another stream.
class Copies {
 public:
  explicit Copies(std::size_t most) : host_(2 * most), device_(2 * most), most_(most) {
    for (cudaStream_t& stream : streams_) {
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    for (cudaEvent_t& event : ends_) check(cudaEventCreate(&event));
  }
  ~Copies() {
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  void in(std::size_t bytes, int stream) const {
    check(cudaMemcpyAsync(device_.as<char>(), host_.get(), bytes, cudaMemcpyHostToDevice,
                          streams_[stream]));
  }
  void out(std::size_t bytes, int stream) const {
    check(cudaMemcpyAsync(static_cast<char*>(host_.get()) + most_, device_.as<char>() + most_,
                          bytes, cudaMemcpyDeviceToHost, streams_[stream]));
  }
  void kernel() const { nothing<<<1, 32, 0, streams_[0]>>>(); }

  // Seconds on the device, in the first stream, of each further `work`.
  Sample each(const Session& s, std::size_t bytes, const std::function<void()>& work) const {
    const bool large = bytes > most_ / 64;
    return slope(s.repeats(), large ? 4 : 16, large ? 16 : 128, [&](double n) {
      for (const cudaStream_t stream : {streams_[1], streams_[0]}) {
        keep_busy(queueing_cycles, stream);
      }
      check(cudaEventRecord(ends_[0], streams_[0]));
      times(n, work);
      check(cudaEventRecord(ends_[1], streams_[0]));
      check(cudaDeviceSynchronize());
      return seconds_between(ends_[0], ends_[1]);
    });
  }

 private:
  PinnedMemory host_;
  Buffer device_;
  std::size_t most_;
  cudaStream_t streams_[2] = {};
  cudaEvent_t ends_[2] = {};
};

void copies_by_size(Session& s) {
  constexpr std::size_t most = 64U << 20;
  const Copies copies(most);
  struct {
    const char* key;
    const char* note;
    std::function<void(std::size_t)> work;
  } const curves[] = {
      {"link.h2d_queued_by_size", "each further copy of a stream, pinned",
       [&](std::size_t bytes) { copies.in(bytes, 0); }},
      {"link.d2h_queued_by_size", "each further copy of a stream, pinned",
       [&](std::size_t bytes) { copies.out(bytes, 0); }},
      {"link.h2d_both_by_size", "each further copy of a stream, pinned, others the other way",
       [&](std::size_t bytes) {
         copies.out(bytes, 1);
         copies.in(bytes, 0);
       }},
      {"link.d2h_both_by_size", "each further copy of a stream, pinned, others the other way",
       [&](std::size_t bytes) {
         copies.in(bytes, 1);
         copies.out(bytes, 0);
       }},
      {"link.h2d_pair_by_size", "a copy to the device and an empty kernel in turn, in a stream",
       [&](std::size_t bytes) {
         copies.in(bytes, 0);
         copies.kernel();
       }},
      {"link.turn_by_size", "a copy to the device and one to the host in turn, in a stream",
       [&](std::size_t bytes) {
         copies.in(bytes, 0);
         copies.out(bytes, 0);
       }}};
  for (const auto& curve : curves) {
    s.curve_by_size(
        curve.key, most,
        [&](std::size_t bytes) { return copies.each(s, bytes, [&] { curve.work(bytes); }); },
        curve.note);
  }
}

void streams(Session& s) {
  constexpr int count = 64;
  s.value("launch.stream_creation",
          repeated(
              s.repeats(),
              [] {
                cudaStream_t made[count];
                const auto start = std::chrono::steady_clock::now();
                for (cudaStream_t& stream : made) check(cudaStreamCreate(&stream));
                const double seconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
                for (const cudaStream_t stream : made) check(cudaStreamDestroy(stream));
                return seconds / count;
              }),
          "what the host needs to create a stream, 64 of them");
}

void graphs(Session& s) {
  const Queue queue;
  constexpr int nodes = 2;
  check(cudaStreamBeginCapture(queue.stream(), cudaStreamCaptureModeGlobal));
  for (int i = 0; i < nodes; ++i) queue.kernel();
  cudaGraph_t captured = nullptr;
  check(cudaStreamEndCapture(queue.stream(), &captured));
  cudaGraphExec_t graph = nullptr;
  check(cudaGraphInstantiate(&graph, captured, 0));
  const auto launch = [&] { check(cudaGraphLaunch(graph, queue.stream())); };
  s.value("launch.graph_pair", each_on_device(s, queue, launch),
          "each further graph of two empty kernels of a stream");
  s.value("launch.graph_issue", each_on_host(s, queue, launch),
          "what the host needs to queue a graph of two empty kernels");
  cudaGraphExecDestroy(graph);
  cudaGraphDestroy(captured);
}

const Registered queue_copies({"queue",
                               5.0,
                               {{"launch.queued_each", "s"},
                                {"launch.issue", "s"},
                                {"link.h2d_queued", "s"},
                                {"link.h2d_issue", "s"},
                                {"link.d2h_queued", "s"},
                                {"link.d2h_issue", "s"},
                                {"link.d2h_pair", "s"}},
                               copies_and_kernels,
                               1,
                               5});
const Registered queue_sizes({"queue-sizes",
                              20.0,
                              {{"link.h2d_queued_by_size", "B/s", "B"},
                               {"link.d2h_queued_by_size", "B/s", "B"},
                               {"link.h2d_both_by_size", "B/s", "B"},
                               {"link.d2h_both_by_size", "B/s", "B"},
                               {"link.h2d_pair_by_size", "B/s", "B"},
                               {"link.turn_by_size", "B/s", "B"}},
                              copies_by_size,
                              1,
                              5});
const Registered queue_streams(
    {"queue-streams", 5.0, {{"launch.stream_creation", "s"}}, streams, 1, 5});
const Registered queue_graphs(
    {"queue-graphs", 5.0, {{"launch.graph_pair", "s"}, {"launch.graph_issue", "s"}}, graphs, 1, 5});

}  // namespace
}  // namespace gpumodel::calibrate
