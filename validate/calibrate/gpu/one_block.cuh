// Work inside one block on one SM, timed with the SM's own clock.
#pragma once

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {

// Cycles from the first warp's start to the last warp's end of work(), called by all threads.
template <class F>
__device__ void time_block(long long* cycles, F&& work) {
  __syncthreads();
  const long long begin = clock64();
  work();
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

// Cycles per repeat of launch(repeats, cycles), which starts one block that times itself.
template <class Launch>
Sample block_cycles(const Session& s, int few, int many, Launch&& launch) {
  Answers<long long> cycles(1);
  return slope(s.repeats(), few, many, [&](double n) {
    launch(static_cast<int>(n), cycles.device());
    check(cudaGetLastError());
    return static_cast<double>(cycles.read()[0]);
  });
}

}  // namespace gpumodel::calibrate
