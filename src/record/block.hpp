// Blocks of threads on the host: several cores take them in their order, and run the threads of
// each one after the other. Where these meet, at barriers and in warps, each has a stack of its own
// and lets the others on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

using Body = void (*)(void** arguments);

struct BlockCode {
  Body body = nullptr;
  bool together = false;  // threads meet
  bool in_order = false;  // its results depend on which block comes first: one core
};

struct BlockLaunch {
  dim3 grid{}, block{};
  std::size_t shared = 0;
  const char* kernel = "";
};

// Ends the application where threads wait for each other for ever.
void run_blocks(const BlockCode& code, void** arguments, const BlockLaunch& launch, unsigned cores);
// As many as begin within the time, one at least; where their order does not matter, from all over
// the grid, and a sample of it where it is large: how many that were.
std::uint64_t run_some_blocks(const BlockCode& code, void** arguments, const BlockLaunch& launch,
                              double seconds);

}  // namespace gpumodel::record
