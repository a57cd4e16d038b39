// How many loads, one after the other, an access waits for before its address is known: 0 for a
// usual index, 1 for x[col[k]], 2 where col was found through another array.
#pragma once

#include <vector>

#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// By access of the program.
std::vector<int> address_depths(const PreparedProgram& program);

}  // namespace gpumodel
