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

// The least work there is: a word per thread from one place to another.
__global__ void copy_a_word(const int* from, int* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
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

double queued_seconds() {
  keep_busy(60000);
  return event_seconds([] { nothing<<<1, 32>>>(); });
}

void look_on_every_sm(const Session& s) {
  look<<<s.device().sms, 128>>>(0, nullptr);
}

double queued_full_seconds(const Session& s) {
  keep_busy(60000);
  return event_seconds([&] { look_on_every_sm(s); });
}

// The flush takes longer than the host needs to queue what is timed.
double queued_cold_seconds(const Session& s, const CacheFlush& flush) {
  flush();
  return event_seconds([&] { look_on_every_sm(s); });
}

// A first copy on every SM; what it waits for lies in the L2 or, behind the flush, does not.
class FirstCopy {
 public:
  explicit FirstCopy(const Session& s)
      : sms_(s.device().sms), words_(static_cast<std::size_t>(sms_) * threads * sizeof(int)) {}
  double seconds(const CacheFlush* flush) const {
    if (flush != nullptr) {
      (*flush)();
    } else {
      keep_busy(60000);
    }
    return event_seconds([&] { copy_a_word<<<sms_, threads>>>(from_.as<int>(), to_.as<int>()); });
  }

 private:
  static constexpr int threads = 128;
  int sms_;
  std::size_t words_;
  Buffer from_{words_}, to_{words_};
};

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
  const FirstCopy copy(s);
  s.value("launch.first_copy", repeated(repeats, [&] { return copy.seconds(nullptr); }),
          "launch.queued_full, and each thread copies a word that the L2 holds");
  s.value("launch.first_copy_cold", repeated(repeats, [&] { return copy.seconds(&flush); }),
          "launch.queued_cold, and each thread copies a word");
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
                         5.0,
                         {{"launch.latency", "s"},
                          {"launch.queued", "s"},
                          {"launch.queued_full", "s"},
                          {"launch.queued_cold", "s"},
                          {"launch.first_copy", "s"},
                          {"launch.first_copy_cold", "s"},
                          {"launch.back_to_back", "s"},
                          {"launch.graph", "s"},
                          {"launch.host_round_trip", "s"}},
                         measure,
                         1,
                         5});

}  // namespace
}  // namespace gpumodel::calibrate
