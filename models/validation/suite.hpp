// A suite: which kernels to measure, at which parameters, on which backends; or which programs.
#pragma once

#include <string>
#include <vector>

#include "models/validation/point_sets.hpp"
#include "models/validation/program_record.hpp"

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
  std::vector<PointSet> sets;
};

// One set of values per combination; the last parameter changes fastest.
std::vector<std::vector<ParameterValue>> combinations(
    const std::vector<SuiteParameter>& parameters);

// Every program with every combination of values, counts, orders and numbers of GPUs. An empty list
// leaves it to the program.
struct ProgramSuiteEntry {
  std::string set;
  std::vector<std::string> programs;
  std::vector<SuiteParameter> parameters;
  std::vector<std::int64_t> chunks, streams, gpus;
  std::vector<IssueOrder> orders;
  std::vector<BackendKind> backends;  // empty: all that have code for it
  int line = 0;
};

struct ProgramSuite {
  std::string name, summary;
  std::vector<ProgramSuiteEntry> entries;
};

// The points of an entry, for each of its programs; their parameters are those of the suite only.
// Chunk counts change fastest.
std::vector<ProgramPoint> points_of(const ProgramSuiteEntry& entry);

}  // namespace gpumodel
