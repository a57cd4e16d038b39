// The sum of an array over devices by NCCL, for a system file; by size and number of devices.
#include "validate/calibrate/gpu/device_group.cuh"
#include "validate/device/nccl.hpp"

namespace gpumodel::calibrate {
namespace {

constexpr std::size_t most = 256U << 20;

class Sums {
 public:
  explicit Sums(int devices) : group_(devices, most) {
    std::string why_not;
    nccl_ = Nccl::open(devices, why_not);
    if (!nccl_) throw LeftOut("an all-reduce is NCCL's: " + why_not);
    for (int d = 0; d < devices; ++d) {
      memory_.push_back(group_.memory(d));
      streams_.push_back(group_.stream(d));
    }
  }

  // So many sums one after the other.
  double seconds(double calls, std::size_t bytes) const {
    return group_.device_seconds([&] { queue(calls, bytes); });
  }
  double host_seconds(double calls) const {
    return group_.host_seconds([&] { queue(calls, sizeof(float)); });
  }

 private:
  void queue(double calls, std::size_t bytes) const {
    for (int i = 0; i < static_cast<int>(calls); ++i) {
      if (!nccl_->all_reduce(memory_, bytes / sizeof(float), streams_)) {
        throw MeasurementError("NCCL's all-reduce failed");
      }
    }
  }

  DeviceGroup group_;
  std::unique_ptr<Nccl> nccl_;
  std::vector<void*> memory_, streams_;
};

void measure(Session& s) {
  std::vector<double> devices;
  std::vector<Sample> issue;
  for (int n = 2; n <= s.device().devices; ++n) {
    const Sums sums(n);
    s.curve_by_size(
        "allreduce.by_size", most,
        [&](std::size_t bytes) {
          const bool large = bytes > most / 64;
          return slope(s.repeats(), large ? 2 : 8, large ? 6 : 40,
                       [&](double calls) { return sums.seconds(calls, bytes); });
        },
        "NCCL, bytes of the array over the time of each further sum of the streams", n);
    devices.push_back(n);
    // Few: NCCL makes the host wait where more are queued, the earlier the more devices.
    issue.push_back(
        slope(3 * s.repeats(), 1, 5, [&](double calls) { return sums.host_seconds(calls); }));
  }
  s.curve("allreduce.issue", devices, issue, "what the host needs to queue a sum, NCCL");
}

const Registered all_reduce({"all-reduce",
                             18.0,
                             {{"allreduce.by_size", "B/s", "B"}, {"allreduce.issue", "s", "1"}},
                             measure,
                             2,
                             3});

}  // namespace
}  // namespace gpumodel::calibrate
