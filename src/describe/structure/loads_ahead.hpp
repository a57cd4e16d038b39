// Words that copies of an unrolled loop load before they use them.
#pragma once

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// Of the loop that loads most, from global memory; those of its first copy left out: they are among
// the words that are alive at once anyway.
int words_loaded_ahead(const Program& program);

}  // namespace gpumodel::describe
