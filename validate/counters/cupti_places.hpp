// Where the CUPTI library of a CUDA major version may lie. Toolkits keep it in different folders,
// and few of them tell the loader.
#pragma once

#include <string>
#include <vector>

namespace gpumodel {

// What to hand to dlopen(), best first.
std::vector<std::string> cupti_places(int cuda_major);

}  // namespace gpumodel
