// Options of `coalesce` about a kernel, and those that a kernel's file answers itself.
#pragma once

#include "src/cli/coalesce/options.hpp"
#include "src/view/coalesce/kernel_answer.hpp"

namespace gpumodel {

// Throws UsageError for the first one given, with the key of the file that says the same.
void refuse_options_of_expressions(const CoalesceOptions& options, const KernelFile& kernel);

// Of --access, in the order of the program; by default what wastes most, if anything is executed.
// All below throw UsageError for what does not exist.
std::optional<std::size_t> asked_access(const CoalesceOptions& options,
                                        const CoalesceKernelAnswer& answer);
// Of --at-block.
BlockIndex asked_block(const CoalesceOptions& options, const LaunchShape& shape);
// The one of --warp; by default all of a block.
std::vector<std::size_t> asked_warps(const CoalesceOptions& options, const LaunchShape& shape);

}  // namespace gpumodel
