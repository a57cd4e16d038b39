// The result of `validate --programs`: measured programs with verdicts, and what they were made
// from. All views render it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/validation/device_match.hpp"
#include "models/validation/program_bars.hpp"
#include "src/app/common/input_file.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// One record, or what was measured just now.
struct ProgramRun {
  ProgramEnvironment environment;
  std::optional<InputFile> record;  // none: measured now
  // What predicted it: empty without.
  std::optional<InputFile> device, system, host;
  std::vector<FieldMatch> matches;  // device file against the first device
};

struct ProgramsAnswer {
  const Model* model = nullptr;
  double tolerance = 0.1;
  std::vector<ProgramRun> runs;
  std::vector<JudgedProgram> points;
  std::vector<ProgramSetRow> sets;
  std::vector<ChunkSweep> sweeps;
  std::vector<BarResult> bars;  // of --bars
  bool every_case = false;      // are all cases shown to people?
  std::vector<Diagnostic> notes;
  int exit_code = 0;
};

}  // namespace gpumodel
