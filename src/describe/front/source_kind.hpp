// What a file is, as far as its name and text say before clang reads it.
#pragma once

#include <string>

namespace gpumodel::describe {

// Whether the file is host code: C or C++ without a kernel of CUDA.
bool is_host_source(const std::string& file);

}  // namespace gpumodel::describe
