// The sum of an array over devices by NCCL, for a system file; by the number of devices.
#include "validate/calibrate/timing.cuh"
#include "validate/device/nccl.hpp"

namespace gpumodel::calibrate {
namespace {

constexpr std::size_t large = 256U << 20;

// Devices 0 to n - 1, each with a buffer and a stream.
class Group {
 public:
  explicit Group(int devices) {
    std::string why_not;
    nccl_ = Nccl::open(devices, why_not);
    if (!nccl_) throw LeftOut("an all-reduce is NCCL's: " + why_not);
    for (int d = 0; d < devices; ++d) {
      void* memory = nullptr;
      cudaStream_t stream = nullptr;
      check(cudaSetDevice(d));
      check(cudaMalloc(&memory, large));
      check(cudaMemset(memory, 0, large));
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      check(cudaDeviceSynchronize());
      memory_.push_back(memory);
      streams_.push_back(stream);
    }
    check(cudaSetDevice(0));
    for (cudaEvent_t& event : events_) check(cudaEventCreate(&event));
  }
  ~Group() {
    for (std::size_t d = 0; d < memory_.size(); ++d) {
      cudaSetDevice(static_cast<int>(d));
      cudaFree(memory_[d]);
      cudaStreamDestroy(static_cast<cudaStream_t>(streams_[d]));
    }
    cudaSetDevice(0);
    for (cudaEvent_t& event : events_) cudaEventDestroy(event);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  // So many sums one after the other, between two events of the first device.
  double seconds(int calls, double bytes) const {
    record(0);
    for (int i = 0; i < calls; ++i) {
      if (!nccl_->all_reduce(memory_, static_cast<std::size_t>(bytes) / sizeof(float), streams_)) {
        throw MeasurementError("NCCL's all-reduce failed");
      }
    }
    record(1);
    for (std::size_t d = 0; d < streams_.size(); ++d) {
      check(cudaSetDevice(static_cast<int>(d)));
      check(cudaStreamSynchronize(static_cast<cudaStream_t>(streams_[d])));
    }
    float milliseconds = 0.0F;
    check(cudaEventElapsedTime(&milliseconds, events_[0], events_[1]));
    return 1e-3 * milliseconds;
  }

 private:
  void record(int event) const {
    check(cudaSetDevice(0));
    check(cudaEventRecord(events_[event], static_cast<cudaStream_t>(streams_.front())));
  }

  std::unique_ptr<Nccl> nccl_;
  std::vector<void*> memory_, streams_;
  cudaEvent_t events_[2] = {};
};

void measure(Session& s) {
  std::vector<double> devices;
  std::vector<Sample> latency, bandwidth;
  for (int n = 2; n <= s.device().devices; ++n) {
    const Group group(n);
    devices.push_back(n);
    latency.push_back(slope(s.repeats(), 16, 128, [&](double calls) {
      return group.seconds(static_cast<int>(calls), 8);
    }));
    bandwidth.push_back(inverse(
        slope(s.repeats(), large / 4, large, [&](double bytes) { return group.seconds(1, bytes); }),
        1.0));
  }
  s.curve("allreduce.latency", devices, latency, "NCCL, 8 bytes, each further sum of the streams");
  s.curve("allreduce.bandwidth", devices, bandwidth,
          "NCCL, bytes of the array over time, 64 to 256 MiB, events");
}

const Registered all_reduce({"all-reduce",
                             6.0,
                             {{"allreduce.latency", "s", "1"}, {"allreduce.bandwidth", "B/s", "1"}},
                             measure,
                             2});

}  // namespace
}  // namespace gpumodel::calibrate
