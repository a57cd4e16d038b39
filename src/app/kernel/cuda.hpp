// A kernel written out as CUDA, at given parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {

struct WrittenCuda {
  std::string text;
  std::vector<Diagnostic> departures;  // what the text leaves out or adds, as notes
};

// `overrides` by parameter index. Throws InputError: what no program text can say, or a value.
WrittenCuda written_as_cuda(const KernelFile& file,
                            const std::vector<std::optional<Number>>& overrides);

}  // namespace gpumodel
