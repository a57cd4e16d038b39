// `gpumodel kernels generate`: kernels that nobody wrote.
#pragma once

#include "src/cli/library/library.hpp"

namespace gpumodel {

struct GenerateOptions {
  std::size_t random = 0;  // how many; 0: the one that is named, or the families
  std::string seed, device, folder;

  void declare(CLI::App& app);
  bool given() const { return random > 0 || !seed.empty() || !device.empty() || !folder.empty(); }
};

// A whole number, also as 0x....; throws UsageError.
std::uint64_t seed_of(const std::string& text);

int generate_kernels(const LibraryOptions& library, const GenerateOptions& options,
                     Console& console);

}  // namespace gpumodel
