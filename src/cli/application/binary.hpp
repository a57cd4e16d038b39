// An application that was built elsewhere, linked with `-cudart shared`: it runs on the same
// runtime, its kernels are descriptors.
#pragma once

#include <string>

#include "src/cli/application/build.hpp"

namespace gpumodel {

// Whether the file is a program of this machine's kind.
bool names_binary(const std::string& name);

// The kernels of a folder's descriptors, by the signature in the first line of each:
//   # saxpy(const float *x, float *y, float a, int n), app.cu:3.
// Throws InputError: no runtime is needed, the folder has no descriptors, a signature with a type
// whose size is not known.
BuiltApplication load_binary(const std::string& program, const std::string& folder);

}  // namespace gpumodel
