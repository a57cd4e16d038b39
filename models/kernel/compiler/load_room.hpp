// How many loads go ahead: the registers that the rest of a thread leaves them.
//
// nvcc fills 32 registers, with which an SM is full of threads, or what the kernel is known to
// take. Machine code of nvcc 13 for sm_90: validate/experiments/held.py, copies.py, moved_out.py.
#pragma once

#include <map>
#include <optional>

#include "models/kernel/compiler/rules.hpp"

namespace gpumodel {

struct Loop;
struct PreparedLoop;

class LoadRoom {
 public:
  explicit LoadRoom(PreparedProgram& program) : program_(program) {}

  // Moves loads out of loops and finds what loops carry. Once the copies of loops are decided.
  void carry();
  // Registers of 4 B that straight code leaves for loaded values.
  double free_registers() const;
  // Registers that a loop loses to what it carries; nothing where that is not known.
  std::optional<double> lost_to(const PreparedLoop& loop) const;
  // LoopCode's registers, room and copies together, where so many registers are lost. Once the code
  // of what is inside, and whether copies stand apart, are decided.
  void decide(PreparedLoop& loop, double lost) const;

 private:
  double room_for(const PreparedLoop& loop, double lost) const;
  std::int64_t together(const PreparedLoop& loop) const;

  PreparedProgram& program_;
  std::map<const Loop*, double> lost_;
};

}  // namespace gpumodel
