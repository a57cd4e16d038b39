// Measured programs with what was predicted for them: a verdict on each, sums over sets, and for
// sweeps over chunk counts what following the prediction costs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/validation/judge.hpp"
#include "models/validation/program_record.hpp"

namespace gpumodel {

// On the timeline, with the kernel model asked for.
struct ProgramPrediction {
  std::optional<double> time_s;
  double low_s = 0.0, high_s = 0.0;
  // max(kernels, copies) + min(kernels, copies) / chunks, where the program has chunks.
  std::optional<double> textbook_s;
  std::string reason;  // why there is no time
};

struct JudgedProgram {
  ProgramPoint point;
  std::size_t run = 0;  // the record it stands in
  ProgramPrediction prediction;
  std::vector<std::string> doubts;  // about the measurement, in words
  PointVerdict verdict = PointVerdict::not_predicted;

  // (predicted - measured) / measured; nothing without both.
  std::optional<double> relative_error() const;
  std::optional<double> textbook_error() const;
};

JudgedProgram judge(ProgramPoint point, ProgramPrediction prediction, double tolerance);

// The same points with the textbook's time as the predicted one.
enum class ProgramTime { timeline, textbook };
std::vector<PredictedAndMeasured> pairs_of(std::span<const JudgedProgram> points,
                                           ProgramTime which = ProgramTime::timeline);

// All points of one set.
struct ProgramSetRow {
  std::string set;
  std::size_t points = 0;  // measured or not
  ErrorStatistics errors, textbook;
  std::optional<std::size_t> worst;  // index of the point with the largest error
};
// In the order of the first point of each.
std::vector<ProgramSetRow> rows_by_set(std::span<const JudgedProgram> points);

// Points that differ in their chunk count only, three or more of them with time and prediction.
struct ChunkSweep {
  std::size_t first = 0;  // index of one of its points
  std::size_t points = 0;
  std::int64_t best_measured = 1, best_predicted = 1;  // chunk counts
  double best_s = 0.0;                                 // measured at the best one measured
  double chosen_s = 0.0;                               // measured at the one predicted to be best

  // What following the prediction costs.
  double loss() const { return chosen_s / best_s - 1.0; }
};
std::vector<ChunkSweep> chunk_sweeps(std::span<const JudgedProgram> points);

}  // namespace gpumodel
