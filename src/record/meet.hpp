// What threads of a block do together: each says what it brings, and gets its result once the
// others are there.
#pragma once

#include <cstdint>

namespace gpumodel::record {

struct Meeting {
  // Of a warp: those with the same site and mask meet; `act` fills in what each gets. `lanes` are
  // null where `same` has no bit.
  const void* site = nullptr;  // of the code
  std::uint32_t mask = 0;
  void (*act)(Meeting* const* lanes, std::uint32_t same) = nullptr;
  // Of a block, which threads brought something that is not 0.
  enum Wants { all, any, count } wants = all;
  std::uint64_t value = 0, result = 0;
  std::uint32_t argument = 0, width = 32;
};

// Of the thread that runs. They return once it has its result.
Meeting& meeting();
void meet_warp();
void meet_block();
// Lets the others of the warp come as far.
void step();

}  // namespace gpumodel::record
