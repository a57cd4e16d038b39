// The answer: one tree of terms for the kernel, and what surrounds it.
//
// A Prediction refers to the Gpu, Cpu and Kernel it was made from and must not outlive them.
#pragma once

#include <algorithm>
#include <optional>

#include "models/analysis/kernel_analysis.hpp"
#include "models/core/term.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {

// How many times as fast: 1 where neither takes any time, at most 1e300 where one does not.
inline double speedup(Seconds before, Seconds after) {
  constexpr double most = 1e300;
  if (after.si <= 0.0) return before.si <= 0.0 ? 1.0 : most;
  return std::clamp(before / after, 1.0 / most, most);
}

struct HostComparison {
  TermId term = TermId::none;  // the loop on the host CPU, nothing moved
  double speedup = 0.0;        // host time over offload time
  bool offload_pays = false;
};

// What the exercise sheet's rule says of copies and kernel in streams.
struct TextbookOverlap {
  TermId term = TermId::none;
  double speedup = 1.0;  // over the synchronous offload
};

struct Prediction {
  Workload work;
  std::optional<KernelAnalysis> analysis;  // of kernels at the depth of accesses
  bool unjudged = false;                   // has parts that no measured kernel has
  TermTree terms;
  TermId kernel = TermId::none;   // the kernel alone
  TermId compute = TermId::none;  // its arithmetic; none where there is none
  TermId memory = TermId::none;  // its traffic: to device memory, with `machine` through all caches
  TermId h2d = TermId::none;
  TermId d2h = TermId::none;
  TermId transfers = TermId::none;  // h2d + d2h
  TermId offload = TermId::none;    // transfers + kernel, nothing overlapped
  std::optional<HostComparison> host;
  std::optional<TextbookOverlap> textbook_overlap;

  Seconds time(TermId id) const { return id == TermId::none ? Seconds{} : terms[id].time.value; }
  // The leaf that limits the kernel.
  const Term& bound() const { return terms[terms.limiter(kernel)]; }
  // Flop per byte of device-memory traffic; nothing where no bytes move.
  std::optional<double> arithmetic_intensity() const {
    if (work.moved().si == 0.0) return std::nullopt;
    return (work.total_flop() / work.moved()).si;
  }
};

}  // namespace gpumodel
