// What nvcc makes of mathematical functions.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <string_view>

#include "src/describe/ir/intrinsics.hpp"

namespace gpumodel::describe {

// Nothing where the function has no such name.
std::optional<CallMeaning> mathematics_of(std::string_view name, const llvm::CallBase& call);

}  // namespace gpumodel::describe
