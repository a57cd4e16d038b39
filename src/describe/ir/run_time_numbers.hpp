// Numbers that the description knows and the compiler does not: the size of a warp, of a block, and
// counters that start from them. A descriptor has what they are, for places and rounds follow from
// it; that they cost what a number costs which is found when the kernel runs is said by calls that
// stand where the cost is, for no pass leaves the operation itself behind.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include <functional>

namespace gpumodel::describe {

// Of these calls, a division and instructions of a loop.
inline constexpr const char* code_prefix = "gpumodel.code.";
inline constexpr const char* code_of_division = "gpumodel.code.division";
inline constexpr const char* code_of_round = "gpumodel.code.round";
// The rule of the compiler behind loops that halve or double their counter.
inline constexpr const char* rule_of_loops = "nvcc keeps a loop whose rounds it does not know";

// warpSize, a variable of the prelude, as what reads the register.
void read_warp_size(llvm::Module& module);
bool is_warp_size(const llvm::Value& value);
bool reads_warp_size(llvm::Function& function);
// The number that it is.
void state_warp_size(llvm::Function& function);

// A mark beside each division and remainder by what is no number in the source. Passes find out
// that counters which double are powers of two, which nvcc does not (nvcc 13.0 for sm_90: `rem.u32`
// of what `s *= 2` makes): so before they run.
void mark_divisions(llvm::Function& function);
// What becomes a number now, and was none for the compiler: divisions by what is made of it and of
// numbers alone are counted.
using IsReplaced = std::function<bool(const llvm::Value&)>;
void count_divisions(llvm::Function& function, const IsReplaced& is_replaced);
// Those by the counter of a loop that is written out here, and is a loop for the compiler.
void count_divisions(llvm::Loop& loop, const llvm::DominatorTree& dominators);
// The marks that are left say what the code says.
void drop_marks(llvm::Function& function);
// All of these calls: for who runs the code.
void drop_code(llvm::Module& module);

// Whether something else than the end of the loop, and which lane a shuffle asks, follows from the
// loop's counter.
bool needs_counter(const llvm::Loop& loop);
// A loop that is written out here, and is one for the compiler: each round steps, compares and
// jumps, and makes the addresses that its counter moves.
void count_rounds(llvm::Loop& loop);

}  // namespace gpumodel::describe
