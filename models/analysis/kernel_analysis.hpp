// A kernel at the depth of accesses, at given parameters, on a device: everything that follows from
// its thread program without a model of time.
#pragma once

#include <optional>
#include <span>

#include "models/analysis/path/warp_path.hpp"
#include "models/analysis/traffic/cache_volumes.hpp"
#include "models/analysis/traffic/instruction_mix.hpp"
#include "models/core/work_limit.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {

struct KernelAnalysis {
  LaunchShape shape;
  LaunchTraffic traffic;
  std::optional<TouchedByBlocks> touched;  // made of the traffic
  InstructionMix mix;
  CacheFacts facts;
  CacheVolumes cold;             // where L2 holds nothing at the start
  std::optional<WarpPath> path;  // where the device is known
  std::vector<WarpPath> kinds;   // of blocks, as those of `traffic`; where the device is known
  double work = usual_work;      // that was allowed
  // What is not known of the device or not exact, in words; those of `traffic` included.
  std::vector<Approximation> approximations;

  CacheVolumes volumes(CacheStart start) const;
};

// Without a device: the rules of the newest capability, and no caches beyond a block's.
// Throws FormulaError and ThreadFault.
KernelAnalysis analyse(const Kernel& kernel, std::span<const Number> values, const Gpu* gpu,
                       double work = usual_work);
// The same without a device by the rules of a capability.
KernelAnalysis analyse(const Kernel& kernel, std::span<const Number> values,
                       ComputeCapability capability, double work = usual_work);

// The same again for a device of the same kind (capability, SMs) with other numbers: what depends
// on them is found anew, the traffic, most of the work, is kept.
void analyse_device_again(const Gpu& gpu, KernelAnalysis& analysis);

// The same as volumes, for models that know no caches: each piece of memory moves once.
Workload workload_of(const Kernel& kernel, std::span<const Number> values,
                     const KernelAnalysis& analysis);
// The part of it that hangs on the device, in place of that of another one.
void add_traffic(const Kernel& kernel, const KernelAnalysis& analysis, Workload& work);

// The part of an SM's unified memory that is L1 when `blocks` of them are resident, bytes, where
// the launch prefers a carve-out of so many % or none. Before 7.0 L1 is apart; its sizes (16 to 48
// KiB) are background knowledge.
double l1_bytes(ComputeCapability cc, double blocks, double shared_bytes_per_block,
                std::optional<std::int64_t> preferred = {});

}  // namespace gpumodel
