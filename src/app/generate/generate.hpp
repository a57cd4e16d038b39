// A kernel that nobody wrote, by its name: family, seed, and how far it is shrunk.
//
//   stencil-2d-4821       what seed 4821 makes of the family stencil-2d
//   stencil-2d-4821-s3    the same, its amounts halved three times
#pragma once

#include <cstdint>
#include <string>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "src/app/generate/families.hpp"

namespace gpumodel {

// Changes with what a name stands for. 1: all pointers __restrict__, but in update-in-loop.
// 2: without batched and butterfly. 3: chains of integer sums and masks, which nvcc folded. 4:
// without neighbours and pooling. 5: without columns and tables.
inline constexpr int generator_version = 18;
inline constexpr int most_shrunk = 24;

struct GeneratedName {
  const Family* family = nullptr;
  std::uint64_t seed = 0;
  int shrunk = 0;

  std::string text() const;
};

struct GeneratedKernel {
  GeneratedName name;
  CacheStart cache = CacheStart::cold;  // how it is measured
  std::string descriptor;               // the text of a kernel file
};

// Throws InputError: no such family, no seed.
GeneratedName parse_generated_name(const std::string& text);
GeneratedKernel generated(const GeneratedName& name);

}  // namespace gpumodel
