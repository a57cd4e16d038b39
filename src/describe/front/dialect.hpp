// What nvcc and its host compiler take and clang does not, written as clang takes it. Lines and
// columns of everything else stay.
#pragma once

#include <string>

namespace gpumodel::describe {

// The text of a file, so written; empty: it is taken as it is.
std::string as_clang_takes_it(const std::string& file);

}  // namespace gpumodel::describe
