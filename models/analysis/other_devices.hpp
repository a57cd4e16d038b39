// One kernel at the same parameters on several devices: what its threads do is found once.
#pragma once

#include <span>
#include <vector>

#include "models/analysis/kernel_analysis.hpp"
#include "models/kernel/compiler/code_estimate.hpp"

namespace gpumodel {

// What hangs on no device. Refers to the kernel and the values, and must not outlive them.
struct PreparedKernel {
  // Throws FormulaError.
  PreparedKernel(const Kernel& kernel, std::span<const Number> values, double work);

  LaunchShape shape;
  PreparedProgram program;
  std::vector<CodeCounts> code;  // by site; nothing until it is analysed for the first time
};

// As analyse() of the kernel and the values. `paired`: in a way that serves devices whose banks
// give two words, too.
KernelAnalysis analyse(PreparedKernel& kernel, const Gpu& gpu, bool paired = false);

// Whether addresses become traffic on this device as they did on the one that was analysed.
bool has_same_traffic(const Gpu& gpu, const KernelAnalysis& analysis);

// Whether it is that of the device analysed but for the clocks of L1's lookups, which are not
// counted on this one, and for banks that it was analysed for, too.
bool has_traffic_without_lookups(const Gpu& gpu, const KernelAnalysis& analysis);

// Makes the analysis that of another device, of which one of the two holds.
void analyse_on_other_device(const Gpu& gpu, const PreparedKernel& kernel,
                             KernelAnalysis& analysis);

}  // namespace gpumodel
