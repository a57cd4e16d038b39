// A loop nest of host code that is described as a kernel: a compute region of OpenACC, or loops as
// they are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

struct RegionLoop {
  Place place;                      // of its `for`
  bool stated = false;              // by a directive
  std::vector<std::string> levels;  // "gang", "worker", "vector", "seq" or "auto"
  std::int64_t tile = 0;            // rounds of it in a tile; 0: it has none
};

// What lanes of a vector join behind a loop that they share: "fp64", "add", 8 B.
struct LaneSum {
  std::string name, pipe, operation;
  std::int64_t bytes = 0;
};

// A loop with a directive beside other statements of the loop around it.
struct LaneLoop {
  Place place;
  std::vector<std::string> levels;
  std::vector<LaneSum> sums;
};

// Of a `kernels` construct, what decides on whether GCC shares it out.
struct KernelsConstruct {
  bool one_nest = true, directives = false;  // of its loops
  std::vector<std::string> apart{};          // arrays that are objects of their own
};

struct Region {
  bool openacc = false;
  std::optional<KernelsConstruct> kernels;
  std::string function;              // that it stands in
  Place place;                       // of its directive, else of its first loop
  unsigned number = 0;               // of its mark
  std::vector<RegionLoop> loops;     // none: what it does is done once
  std::vector<LaneLoop> lane_loops;  // in the innermost of these
  std::size_t collapse = 1;
  std::string num_gangs, num_workers, vector_length;  // empty: the compiler's choice
  std::vector<std::string> to_device, to_host;
  std::string copied_at;                        // where the data clauses stand
  std::map<std::string, std::string> elements;  // of arrays, as data clauses say
  std::vector<std::string> reductions;
  std::vector<std::string> own;     // variables of which each round has its own: private
  std::vector<std::string> shared;  // numbers that data clauses bring back
  std::vector<std::string> assumptions;
};

}  // namespace gpumodel::describe
