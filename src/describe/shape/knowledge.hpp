// What is known about the threads of a launch: where their coordinates end, and what the names of a
// program stand for.
#pragma once

#include <map>

#include "src/describe/formula/proof.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

class Knowledge {
 public:
  explicit Knowledge(const Program& program);

  // Lets replaced by what they are, extents of the launch by what states them.
  Formula plain(const Formula& formula) const;
  // What holds at an access, for proofs about this formula.
  Facts facts(const Access& access, const Formula& formula) const;

 private:
  std::map<std::string, Formula> lets_;
  std::map<std::string, Formula> extents_;  // block.x, grid.x, ...
  Facts coordinates_;
  Facts of_lanes_;  // the number of a thread by its warp and lane
};

}  // namespace gpumodel::describe
