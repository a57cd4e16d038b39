// What a kernel's code leaves open, counted while its blocks run in a copy of the process: nothing
// that they do is seen outside of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gpumodel::record {

struct Counts {
  std::uint64_t blocks = 0;  // that ran
  // Of each site, ';' between: "share 400 100 13 4" (lanes that reached it and for which it held,
  // warps, and those with such a lane), "rounds 1:300 2:100",
  // "warps 2:10" (rounds of whole warps, whose lanes go round much alike), "number 0:7" (values and
  // how often), "range 3 9000" (too many values to say each).
  std::string numbers{};
  std::string why_not{};  // it came to no end
};

// Whether the numbers of two launches say much the same: shares and mean rounds within 10 %.
bool alike(const std::string& numbers, const std::string& others);

// `run` gives the number of blocks.
Counts count_in_copy(std::size_t sites, const std::function<std::uint64_t()>& run);

}  // namespace gpumodel::record
