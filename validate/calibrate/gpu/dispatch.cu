// How fast the chip hands out blocks: empty ones, as many on an SM as it holds.
#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

__global__ void nothing() {}

Sample block_interval(const Session& s, int threads) {
  return slope(s.repeats(), 1e5, s.quick() ? 4e5 : 1e6, [threads](double blocks) {
    return event_seconds([=] { nothing<<<static_cast<unsigned>(blocks), threads>>>(); });
  });
}

void measure(Session& s) {
  std::vector<double> threads;
  std::vector<Sample> intervals;
  for (const int t : {32, 64, 128, 256, 512, 640, 768, 896, 1024}) {
    threads.push_back(t);
    intervals.push_back(block_interval(s, t));
    if (t == 128) {
      s.value("dispatch.block_interval", intervals.back(),
              "whole chip, each further empty block of 128 threads");
    }
  }
  s.curve("dispatch.interval_by_threads", threads, intervals,
          "whole chip, each further empty block, by threads per block");
}

const Registered dispatch({"dispatch",
                           1.0,
                           {{"dispatch.block_interval", "s"},
                            {"dispatch.interval_by_threads", "s", "1"}},
                           measure});

}  // namespace
}  // namespace gpumodel::calibrate
