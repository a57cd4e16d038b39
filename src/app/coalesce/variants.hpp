// What a kernel would do with its arrays laid out differently. Nothing is derived from rules of
// thumb: a copy of the kernel is changed and analysed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/analysis/kernel_analysis.hpp"
#include "src/app/coalesce/kernel_answer.hpp"

namespace gpumodel {

// An array of structures in global memory.
bool is_structures(const Array& array);

// The kernel with one array per member instead of each global array of structures; nothing where
// there is none, or where an access takes a structure as a whole.
std::optional<Kernel> with_own_arrays(const Kernel& kernel);

// For each shared array of several dimensions with bank conflicts: the smallest padding with the
// fewest wavefronts, by running `block` with every padding from 0 to 32 elements, and what it gives
// over the launch. Arrays that some access takes as one row are left out: their indices count on
// the padding they have.
std::vector<KernelPadding> find_paddings(const Kernel& kernel, std::span<const Number> values,
                                         const KernelAnalysis& analysis, const BlockIndex& block);

}  // namespace gpumodel
