// Which loads a compiler leaves behind which stores: those that might read what was stored.
//
// nvcc moves a load up over a store, or over that of an earlier copy of an unrolled body, where
//  - one of the two is to global and the other to shared memory;
//  - they are of different global arrays, and either promises to be the only way to its elements
//    (`__restrict__`), or the load takes the read-only path;
//  - they are of one array, and their distance is a number in the code. One that follows from an
//    argument of the kernel (a row apart) holds the load back. So do indices that are not known.
// Shared arrays are one array to the assembler. Read off machine code of nvcc 13 for sm_90:
// validate/experiments/aliasing.py. GCC's offloaded code moves no load over any store.
#pragma once

#include <vector>

#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

class HeldBack {
 public:
  explicit HeldBack(const PreparedProgram& program);

  // Whether no load passes any store.
  bool all() const;
  // Whether the load with this number waits for its turn behind the store (or atomic).
  bool operator()(std::size_t load, std::size_t store) const;

 private:
  // Where accesses lie, with numbers in place of what a compiler does not know. `moved[i]`: one
  // round of the i-th unrolled loop later; nothing where the access is not in that loop.
  struct Probe {
    std::vector<std::optional<std::uint64_t>> here;
    std::vector<std::vector<std::optional<std::uint64_t>>> moved;
  };

  bool apart_by_a_number(std::size_t load, std::size_t store) const;

  const PreparedProgram& program_;
  std::vector<Probe> probes_;
};

}  // namespace gpumodel
