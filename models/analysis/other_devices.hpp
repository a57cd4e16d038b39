// One kernel at the same parameters on several devices: what its threads do is found once.
#pragma once

#include <span>
#include <vector>

#include "models/analysis/kernel_analysis.hpp"
#include "models/kernel/compiler/code_estimate.hpp"

namespace gpumodel {

// analyse(), with what another device needs besides: the code by site.
KernelAnalysis analyse_for_devices(const Kernel& kernel, std::span<const Number> values,
                                   const Gpu& gpu, double work, std::vector<CodeCounts>& code);

// Whether addresses become traffic on this device as they did on the one that was analysed.
bool has_same_traffic(const Gpu& gpu, const KernelAnalysis& analysis);

// Makes the analysis that of another device, which has_same_traffic().
void analyse_on_other_device(const Gpu& gpu, const std::vector<CodeCounts>& code,
                             KernelAnalysis& analysis);

}  // namespace gpumodel
