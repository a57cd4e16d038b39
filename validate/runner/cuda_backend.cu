// CUDA as a backend: events around one launch that is queued behind other work, so that the host's
// share of a launch does not show; the host's clock around launch and synchronisation; graphs.
#include <chrono>
#include <optional>

#include "validate/cases/cuda_kernel.cuh"
#include "validate/runner/backend.hpp"
#include "validate/runner/count_launch.hpp"
#include "validate/runner/cuda_facts.cuh"
#include "validate/runner/cuda_memory.cuh"
#include "validate/runner/device_watch.hpp"
#include "validate/runner/host_facts.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

// Reads a buffer: what L2 held before is written back and replaced by clean lines.
__global__ void read_all(const float4* at, std::int64_t count, float* never) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float sum = 0.0F;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const float4 v = at[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum != 0.0F) *never = sum;
}

// Keeps the stream busy while the host queues what is to be measured.
__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

class Event {
 public:
  Event() { must(cudaEventCreate(&event_), "creating an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(cudaStream_t stream) { must(cudaEventRecord(event_, stream), "recording an event"); }
  double since(const Event& start) {
    float milliseconds = 0.0F;
    must(cudaEventSynchronize(event_), "the launch");
    must(cudaEventElapsedTime(&milliseconds, start.event_, event_), "reading an event");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

class CudaBackend : public Backend {
 public:
  std::string name() const override { return "cuda"; }
  std::vector<std::string> kernels() const override { return cuda_kernels(); }
  std::string timer() const override { return "events"; }

  Json environment() override {
    open();
    return {{"backend", name()},
            {"device", device_json(properties_, watch_.identity())},
            {"host", host_facts()},
            {"compiler", GPUMODEL_RUNNER_COMPILER},
            {"gpumodel", GPUMODEL_VERSION},
            {"date", today()}};
  }

  std::size_t free_bytes() override {
    open();
    std::size_t free = 0;
    std::size_t total = 0;
    must(cudaMemGetInfo(&free, &total), "asking for free memory");
    return free;
  }

  void place(CaseArray& array) override {
    open();
    memory_.emplace_back(array.bytes());
    array.at = memory_.back().get();
    restart(array);
  }
  void restart(const CaseArray& array) override { fill_on_device(array, stream_); }
  std::vector<double> read(const CaseArray& array, std::span<const std::int64_t> indices) override {
    return read_on_device(array, indices, stream_);
  }

  void select(const KernelCase& c) override {
    function_ = find_cuda_kernel(c.kernel);
    if (function_ == nullptr) throw CaseError("'" + c.kernel + "' has no CUDA version");
    launch_.emplace(c, stream_);
    flush_bytes_ = 2 * static_cast<std::size_t>(properties_.l2CacheSize);
    flush_ = DeviceMemory(flush_bytes_ + sizeof(float4));
    must(cudaMemsetAsync(flush_.get(), 0, flush_bytes_, stream_), "clearing the flush buffer");
    must(cudaStreamSynchronize(stream_), "filling the arrays");
  }

  void launch() override {
    queue();
    launch_->constants_are_prepared();
    must(cudaStreamSynchronize(stream_), "the launch");
  }

  double once(CacheState state) override {
    prepare(state);
    start_->record(stream_);
    queue();
    end_->record(stream_);
    return end_->since(*start_);
  }

  std::optional<double> once_from_host(CacheState state) override {
    using Clock = std::chrono::steady_clock;
    prepare(state);
    must(cudaStreamSynchronize(stream_), "before the launch");
    const Clock::time_point start = Clock::now();
    queue();
    must(cudaStreamSynchronize(stream_), "the launch");
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  std::optional<double> in_graph(int launches) override {
    if (graph_launches_ != launches) capture(launches);
    prepare(CacheState::warm);
    start_->record(stream_);
    must(cudaGraphLaunch(graph_, stream_), "launching a graph");
    end_->record(stream_);
    return end_->since(*start_) / launches;
  }

  Json launch_facts() override { return launch_json(*launch_); }
  void watch() override { watch_.start(); }
  Json watched() override {
    Json result = watch_.stop();
    result["occupancy"] = occupancy_json(*launch_);
    return result;
  }
  Json count(CacheState state, std::string& why_not) override {
    return count_launch(
        [&] {
          if (state == CacheState::warm) clean_and_warm();
          prepare(state);
        },
        [&] { queue(); }, why_not);
  }

 private:
  void open() {
    if (stream_ != nullptr) return;
    int count = 0;
    const cudaError_t result = cudaGetDeviceCount(&count);
    if (result != cudaSuccess || count == 0) {
      throw NoDevice(result == cudaSuccess ? "no CUDA device" : cudaGetErrorString(result));
    }
    must(cudaGetDeviceProperties(&properties_, 0), "asking for the device");
    const cudaError_t opened = cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
    if (opened != cudaSuccess) throw NoDevice(cudaGetErrorString(opened));
    watch_.open(pci_bus_id(0));
    start_.emplace();
    end_.emplace();
  }

  void queue() {
    function_(*launch_);
    const cudaError_t result = cudaGetLastError();
    if (result == cudaErrorNoKernelImageForDevice) {
      throw NoDevice("this program is not compiled for compute capability " +
                     std::to_string(properties_.major) + "." + std::to_string(properties_.minor));
    }
    must(result, "launching");
  }

  void prepare(CacheState state) {
    if (state == CacheState::cold) {
      read_all<<<1056, 256, 0, stream_>>>(static_cast<const float4*>(flush_.get()),
                                          static_cast<std::int64_t>(flush_bytes_ / sizeof(float4)),
                                          static_cast<float*>(flush_.get()) + flush_bytes_ / 4);
    } else {
      spin<<<1, 1, 0, stream_>>>(spin_cycles);
    }
    must(cudaGetLastError(), "before the launch");
  }

  // Between passes the profiler leaves dirty lines in L2 and takes room from what the launch
  // before had left there.
  void clean_and_warm() {
    prepare(CacheState::cold);
    for (int i = 0; i < warming_launches; ++i) queue();
  }

  void capture(int launches) {
    cudaGraph_t captured = nullptr;
    must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "capturing");
    for (int i = 0; i < launches; ++i) queue();
    must(cudaStreamEndCapture(stream_, &captured), "capturing");
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
    must(cudaGraphInstantiate(&graph_, captured, 0), "making a graph");
    cudaGraphDestroy(captured);
    graph_launches_ = launches;
  }

  static constexpr int warming_launches = 3;
  static constexpr long long spin_cycles = 60000;  // about 30 us, a few times what queueing takes

  cudaDeviceProp properties_{};
  cudaStream_t stream_ = nullptr;
  DeviceWatch watch_;
  std::vector<DeviceMemory> memory_;
  DeviceMemory flush_;
  std::size_t flush_bytes_ = 0;
  CudaFunction function_ = nullptr;
  std::optional<CudaLaunch> launch_;
  std::optional<Event> start_, end_;
  cudaGraphExec_t graph_ = nullptr;
  int graph_launches_ = 0;
};

}  // namespace

std::unique_ptr<Backend> make_backend() {
  return std::make_unique<CudaBackend>();
}

}  // namespace gpumodel
