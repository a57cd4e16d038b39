#include "src/describe/ir/nvcc_length.hpp"

#include <llvm/IR/Instructions.h>

#include <array>
#include <string_view>

#include "src/describe/ir/intrinsics.hpp"

namespace gpumodel::describe {
namespace {

constexpr int not_copied = 1000;  // has a loop, or is longer than any round that is copied

// As validate/experiments/unrolling.py finds them.
struct Function {
  std::string_view name;
  int fp32, fp64;
};
constexpr auto functions = std::to_array<Function>({
    {"acos", 29, 81},
    {"asin", 26, 62},
    {"atan", 21, 35},
    {"atan2", 40, 51},
    {"cbrt", 16, 53},
    {"cos", not_copied, 56},
    {"cosh", 18, 40},
    {"cospi", 28, 55},
    {"drcp_rn", 4, 4},
    {"dsqrt_rn", 4, 4},
    {"erf", 25, 55},
    {"erfc", 53, not_copied},
    {"exp", 12, 44},
    {"exp10", 12, 49},
    {"exp2", 1, 48},
    {"expm1", 29, 47},
    {"fmod", not_copied, not_copied},
    {"frcp_rn", 4, 4},
    {"hypot", 24, 34},
    {"log", 29, 66},
    {"log10", 30, 68},
    {"log1p", 33, not_copied},
    {"log2", 31, 68},
    {"pow", not_copied, 74},
    {"powi", not_copied, 74},
    {"sin", not_copied, 55},
    {"sinh", 27, 61},
    {"sinpi", 27, 53},
    {"sqrt", 1, 4},
    {"tan", not_copied, 50},
    {"tanh", 17, 55},
});

int length_of(const llvm::CallBase& call) {
  const CallMeaning meaning = meaning_of(call);
  if (meaning.kind == CallKind::nothing || meaning.kind == CallKind::coordinate ||
      meaning.kind == CallKind::read_only || meaning.kind == CallKind::code)
    return 0;
  for (const Function& each : functions)
    if (meaning.kind == CallKind::operations && meaning.name == each.name)
      return call.getType()->isDoubleTy() ? each.fp64 : each.fp32;
  return 1;
}

}  // namespace

int nvcc_length(const llvm::Loop& loop) {
  int length = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        length += length_of(*call);
      else
        length += instruction.getOpcode() == llvm::Instruction::FDiv ? 4 : 1;
    }
  }
  return length;
}

}  // namespace gpumodel::describe
