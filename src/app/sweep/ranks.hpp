// The processes that share a sweep where a program of MPI started it: each predicts every n-th
// group of points, and the first one takes all of them in their order, so that what it writes is
// what one process alone writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gpumodel {

struct SweepRanks {
  std::uint64_t rank = 0, size = 1;
  // Called by all before the first group: the combination that rank 0 begins at.
  std::function<std::uint64_t(std::uint64_t from)> begin{};
  std::function<void(std::string_view)> send{};  // to rank 0, which has taken it on return
  std::function<std::string(std::uint64_t from)> receive{};  // by rank 0: the next of a rank
  std::function<void()> end{};                               // called by all behind the last group
};

// Of this process: one alone, unless its main() says otherwise.
SweepRanks& sweep_ranks();

}  // namespace gpumodel
