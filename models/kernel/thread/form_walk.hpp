// Walks a thread program over affine forms: how addresses and conditions depend on the block, or on
// the variable of one loop.
#pragma once

#include <optional>
#include <vector>

#include "models/kernel/thread/block_form.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

struct ProgramForms {
  std::vector<BlockForm> address;   // by access, in bytes; meaningless for those never reached
  std::vector<Crossing> crossings;  // conditions and loop ends that depend on the axes
};

// The axes are the three indices of the block.
ProgramForms block_forms(const PreparedProgram& program);

// The only axis (the first) is the number of the round in `loop`, which runs from 0 to `rounds` -
// 1; only accesses and conditions inside that loop are looked at. Forms of outer variables are
// taken as constants of unknown value.
ProgramForms loop_forms(const PreparedProgram& program, const PreparedLoop& loop,
                        std::int64_t rounds);

}  // namespace gpumodel
