// Random sectors of a footprint: every lane one of its own, whatever the others do.
#pragma once

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {

constexpr int sector_bytes = 32;

// One thread's sequence of sectors. A linear congruential generator, mixed: its low bits, which
// the mask keeps, have short periods by themselves.
class RandomSectors {
 public:
  __device__ RandomSectors(unsigned seed, unsigned mask)
      : state_((blockIdx.x * blockDim.x + threadIdx.x) * 0x9E3779B1U + seed), mask_(mask) {}

  // Bytes from the start of the footprint.
  __device__ unsigned long long next() {
    state_ = state_ * 1664525U + 1013904223U;
    unsigned mixed = state_ ^ (state_ >> 15U);
    mixed *= 0x85EBCA6BU;
    mixed ^= mixed >> 13U;
    return static_cast<unsigned long long>(mixed & mask_) * sector_bytes;
  }

 private:
  unsigned state_, mask_;
};

struct SectorCurve {
  std::vector<double> x;  // footprint, bytes
  std::vector<Sample> y;  // accesses per second of the chip
};

// From `least` to all of the buffer. launch(mask, rounds, seed) starts a kernel that makes
// `per_round` accesses a round, to sectors mask + 1 in number.
template <class Launch>
SectorCurve by_footprint(const Session& s, const Buffer& buffer, double least, double per_round,
                         const Launch& launch) {
  SectorCurve curve;
  unsigned seed = 0;
  for (double bytes = least; bytes <= static_cast<double>(buffer.bytes()); bytes *= 2) {
    const auto mask = static_cast<unsigned>(bytes / sector_bytes) - 1;
    const Sample per_pass = slope(s.repeats(), 8, 32, [&](double rounds) {
      ++seed;
      return event_seconds([&] { launch(mask, static_cast<int>(rounds), seed); });
    });
    curve.x.push_back(bytes);
    curve.y.push_back(inverse(per_pass, per_round));
  }
  return curve;
}

}  // namespace gpumodel::calibrate
