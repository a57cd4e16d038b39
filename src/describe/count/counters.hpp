// Counters in the code of a kernel that is described, for the runtime that executes it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "src/describe/count/sites.hpp"

namespace gpumodel::describe {

// What they call: of a site whether it holds, how many rounds there were, and which number it has.
inline constexpr const char* counts_share = "gpumodel.count.share";
inline constexpr const char* counts_rounds = "gpumodel.count.rounds";
inline constexpr const char* counts_number = "gpumodel.count.number";

// Those of `wanted` names, which become numbers in their order: the names that can be counted.
std::vector<std::string> insert_counters(llvm::Function& kernel,
                                         const std::vector<CountSite>& sites,
                                         const std::set<std::string>& wanted);

}  // namespace gpumodel::describe
