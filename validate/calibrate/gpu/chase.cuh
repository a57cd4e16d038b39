// Pointer chases: a random cycle of pointers through memory, a line apart, followed by one thread.
#pragma once

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {

constexpr int line_bytes = 128;

// A random cycle over all lines of the first `bytes` of the buffer. Every line holds the address of
// the next in its first 8 bytes.
void link_lines(const Buffer& buffer, double bytes);

enum class Way {
  l1,      // loads that L1 may keep
  l2,      // loads that go to L2
  atomic,  // returning additions of zero
};

struct Chase {
  Way way = Way::l1;
  double bytes = 0.0;  // linked before
  int steps = 0;
  int sm_block = 0;     // the block of a full grid that chases: chooses the SM
  int warm_passes = 0;  // the chasing SM reads all lines that often before
};

// Cycles of a chase. Starts somewhere else in the cycle for each `start`.
double chase_cycles(const Session& s, const Buffer& buffer, const Chase& chase, unsigned start);

// Cycles per step.
Sample chase_latency(const Session& s, const Buffer& buffer, Chase chase);

}  // namespace gpumodel::calibrate
