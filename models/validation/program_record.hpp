// A record of whole programs, measured on one machine, as values. Files hold the same as JSON (see
// src/io/record/read_program_record.hpp and docs/validation.md).
//
// A time is that of one run of the program, from its first step to the end of its last one. As the
// record of kernels it knows nothing of predictions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/timeline/program/program.hpp"
#include "models/validation/record.hpp"

namespace gpumodel {

constexpr std::string_view to_string(IssueOrder order) {
  return order == IssueOrder::depth_first ? "depth" : "breadth";
}

// One program at given parameters, on so many GPUs. What is not stated is as the program says.
struct ProgramPoint {
  std::string set;  // of the suite it was measured with: "transfers-pinned"
  std::string program;
  std::vector<ParameterValue> parameters;  // all of the program's, defaults included
  std::optional<std::int64_t> chunks, streams;
  std::optional<IssueOrder> order;
  std::int64_t gpus = 1;

  PointStatus status = PointStatus::measured;
  std::string reason;  // why there is no time
  // Where status is `measured`.
  std::optional<Timing> time;
  std::string answer;  // how it was checked, in words
  std::optional<RecordedClocks> clocks;
  std::vector<std::string> throttle;  // reasons why clocks were lower; empty: none seen
  std::optional<double> temperature_c, power_w;
  std::optional<std::int64_t> other_processes;

  bool is_measured() const { return status == PointStatus::measured; }
};

struct ProgramEnvironment {
  BackendKind backend = BackendKind::cuda;
  std::vector<RecordedDevice> devices;  // one or more
  RecordedHost host;
  std::string compiler;
  std::string gpumodel;  // version
  std::string date;
};

struct ProgramRecord {
  ProgramEnvironment environment;
  std::vector<ProgramPoint> points;
};

// "N=1024 iters=10, 8 chunks, 3 streams, breadth first"; what is not stated is left out.
std::string settings_text(const ProgramPoint& point);
// The same for points of the same program, parameters, counts and GPUs.
std::string identity(const ProgramPoint& point);

// Whether points of both may stand in one record; see difference() of kernels' records.
std::string difference(const ProgramEnvironment& a, const ProgramEnvironment& b);

}  // namespace gpumodel
