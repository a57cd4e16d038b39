// What it costs to start a kernel that has nothing to do.
#include <chrono>

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

__global__ void nothing() {}

// Nothing either, but each thread looks at a parameter, as those of every kernel with work do.
__global__ void look(int never, int* at) {
  if (never != 0) *at = never;
}

constexpr int graph_nodes = 500;

// A chain of empty kernels as one graph.
class Graph {
 public:
  Graph() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < graph_nodes; ++i) nothing<<<1, 32, 0, stream>>>();
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&instance_, graph, 0));
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
  }
  ~Graph() { cudaGraphExecDestroy(instance_); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void launch() const { check(cudaGraphLaunch(instance_, nullptr)); }

 private:
  cudaGraphExec_t instance_ = nullptr;
};

// Keeps the stream busy while the host queues what is timed.
__global__ void busy(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

double queued_seconds() {
  busy<<<1, 1>>>(60000);
  return event_seconds([] { nothing<<<1, 32>>>(); });
}

void look_on_every_sm(const Session& s) {
  look<<<s.device().sms, 128>>>(0, nullptr);
}

double queued_full_seconds(const Session& s) {
  busy<<<1, 1>>>(60000);
  return event_seconds([&] { look_on_every_sm(s); });
}

// The flush takes longer than the host needs to queue what is timed.
double queued_cold_seconds(const Session& s, const CacheFlush& flush) {
  flush();
  return event_seconds([&] { look_on_every_sm(s); });
}

double host_round_trip() {
  const auto start = std::chrono::steady_clock::now();
  nothing<<<1, 32>>>();
  check(cudaDeviceSynchronize());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void behind_other_work(Session& s, int repeats) {
  s.value("launch.queued", repeated(repeats, queued_seconds),
          "an empty kernel between two events that wait behind other work");
  s.value("launch.queued_full", repeated(repeats, [&] { return queued_full_seconds(s); }),
          "the same with a block of 128 threads on every SM, each of which reads a parameter");
  const CacheFlush flush(s.device());
  s.value("launch.queued_cold", repeated(repeats, [&] { return queued_cold_seconds(s, flush); }),
          "launch.queued_full behind a kernel that replaces what the L2 holds");
}

void measure(Session& s) {
  const int repeats = s.quick() ? 21 : 101;
  s.value("launch.latency",
          repeated(repeats, [] { return event_seconds([] { nothing<<<1, 32>>>(); }); }),
          "an empty kernel between two events");
  behind_other_work(s, repeats);
  s.value("launch.back_to_back",
          slope(s.repeats(), 200, 1000,
                [](double n) {
                  return event_seconds([n] {
                    for (int i = 0; i < static_cast<int>(n); ++i) nothing<<<1, 32>>>();
                  });
                }),
          "each further empty kernel of a stream, 200 to 1000 of them");
  const Graph graph;
  s.value("launch.graph",
          scaled(slope(s.repeats(), 1, 4,
                       [&](double n) {
                         return event_seconds([&] {
                           for (int i = 0; i < static_cast<int>(n); ++i) graph.launch();
                         });
                       }),
                 1.0 / graph_nodes),
          "each kernel of a graph of 500 empty ones in a row");
  s.value("launch.host_round_trip", repeated(repeats, host_round_trip),
          "launch of an empty kernel and synchronisation, seen from the host");
}

const Registered launch({"launch",
                         1.0,
                         {{"launch.latency", "s"},
                          {"launch.queued", "s"},
                          {"launch.queued_full", "s"},
                          {"launch.queued_cold", "s"},
                          {"launch.back_to_back", "s"},
                          {"launch.graph", "s"},
                          {"launch.host_round_trip", "s"}},
                         measure});

}  // namespace
}  // namespace gpumodel::calibrate
