// A suite: which kernels to measure, at which parameters, on which backends.
#pragma once

#include <string>
#include <vector>

#include "models/validation/record.hpp"

namespace gpumodel {

struct SuiteParameter {
  std::string name;
  std::vector<Number> values;
};

// Every kernel with every combination of the values, on every backend in every cache state.
struct SuiteEntry {
  std::vector<std::string> kernels;
  std::vector<SuiteParameter> parameters;  // the others keep their defaults
  std::vector<BackendKind> backends;
  std::vector<CacheStart> caches;
  int line = 0;  // of the file
};

struct Suite {
  std::string name, summary;
  std::vector<SuiteEntry> entries;
};

// One set of values per combination; the last parameter changes fastest.
std::vector<std::vector<ParameterValue>> combinations(const SuiteEntry& entry);

}  // namespace gpumodel
