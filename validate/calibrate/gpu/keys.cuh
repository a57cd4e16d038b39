// Uniform keys for atomics: a number from its arguments alone (SplitMix64).
#pragma once

namespace gpumodel::calibrate {

__device__ inline unsigned uniform_key(unsigned long long seed, unsigned long long index) {
  unsigned long long x = seed + 0x9E3779B97F4A7C15ULL * (index + 1);
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return static_cast<unsigned>(x >> 32U);
}

}  // namespace gpumodel::calibrate
