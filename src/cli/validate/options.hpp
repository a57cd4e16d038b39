// The options of `gpumodel validate`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/time/predict.hpp"
#include "models/validation/record.hpp"
#include "src/cli/output/output.hpp"

namespace gpumodel {

// What --bars means without a value: the file beside the records, for kernels and for programs.
inline constexpr const char* default_bars = "bars.yaml";
inline constexpr const char* default_program_bars = "program-bars.yaml";

// As typed.
struct ValidateOptions {
  std::vector<std::string> kernels, definitions;
  std::string backend, device, host, model, cache;
  std::string record, replay, bars, from_ncu, suite, tolerance = "10%";
  std::string system, gpus;  // of programs
  std::string seed;          // of generated kernels
  std::size_t random = 0;    // how many of them; 0: kernels of the library, or somebody's own
  bool written = false;      // as CUDA by gpumodel, also where the library has code of its own
  int require_level = 0;
  double seconds = 0.5;
  double limit_seconds = 120.0;
  bool programs = false;  // instead of kernels
  bool counters = false;
  bool why = false;
  bool list = false;
  bool write_bars = false;
  OutputOptions output;

  void declare(CLI::App& app);
  // Throws UsageError where a file that is asked for cannot be written; see OutputFile::check.
  void check_outputs() const;

  OutputFile record_file() const { return {"--record", record, output.force}; }
  // With --bars.
  OutputFile bars_file() const;
};

// What they mean.
struct ValidateCall {
  const Model* model = nullptr;
  std::optional<BackendKind> backend;
  std::vector<CacheStart> caches;  // empty: as the suite says, or both
  double tolerance = 0.1;          // a fraction
};

// Throws UsageError: unknown words, options that contradict each other.
ValidateCall understood(const ValidateOptions& options);

}  // namespace gpumodel
