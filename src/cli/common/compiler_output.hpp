// What the compiler says its kernels use: a build log or a compiled image.
#pragma once

#include <string>
#include <vector>

#include "models/occupancy/kernel_resources.hpp"
#include "src/app/occupancy/answer.hpp"

namespace gpumodel {

struct CompilerOutput {
  InputFile file;
  std::vector<KernelResources> kernels;
};

// Both throw InputError: the file cannot be read, or it holds nothing of the kind.
CompilerOutput read_compiler_log(const std::string& file);
CompilerOutput read_compiled_image(const std::string& file);

}  // namespace gpumodel
