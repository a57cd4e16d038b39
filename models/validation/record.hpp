// A record: what was measured on one machine, as values. Files hold the same as JSON (see
// src/io/record/read_record.hpp and docs/validation.md).
//
// Times are those of one launch. A record knows nothing of predictions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "models/core/expression/number.hpp"

namespace gpumodel {

enum class BackendKind { cuda, openacc, host };
inline constexpr std::array<BackendKind, 3> all_backends = {BackendKind::cuda, BackendKind::openacc,
                                                            BackendKind::host};
constexpr std::string_view to_string(BackendKind backend) {
  return backend == BackendKind::cuda      ? "cuda"
         : backend == BackendKind::openacc ? "openacc"
                                           : "host";
}

enum class PointStatus { measured, wrong_answer, failed, skipped };
constexpr std::string_view to_string(PointStatus status) {
  switch (status) {
    case PointStatus::measured:
      return "measured";
    case PointStatus::wrong_answer:
      return "wrong-answer";
    case PointStatus::failed:
      return "failed";
    case PointStatus::skipped:
      return "skipped";
  }
  return "failed";
}

// Samples of one timer; none is left out, outliers are counted.
struct Timing {
  std::int64_t n = 0;
  double min_s = 0.0, p25_s = 0.0, median_s = 0.0, p75_s = 0.0, max_s = 0.0;
  std::int64_t outliers = 0;
  bool settled = false;  // the median does not move any more

  // Half the distance of the quartiles, over the median.
  double spread() const { return (p75_s - p25_s) / 2.0 / median_s; }
};

struct RecordedLaunch {
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::int64_t shared_bytes = 0;  // per block, static and dynamic together
  std::optional<std::int64_t> registers_per_thread, local_bytes, static_shared_bytes;
};

// How the answer compared with the host reference.
struct CheckedArray {
  std::string name;
  std::int64_t checked = 0, of = 0;   // scalars
  std::optional<double> worst_error;  // relative
};

struct RecordedClocks {
  std::optional<double> sm_before_hz, sm_after_hz, memory_hz;
  std::optional<std::array<double, 3>> sm_during_hz;  // least, median, most
};

struct ParameterValue {
  std::string name;
  Number value;
};

// One kernel at given parameters, in one cache state, on one backend.
struct Point {
  std::string kernel;
  BackendKind backend = BackendKind::cuda;
  std::vector<ParameterValue> parameters;  // all of the kernel's, defaults included
  std::optional<RecordedLaunch> launch;    // none on a host
  CacheStart cache = CacheStart::cold;
  PointStatus status = PointStatus::measured;
  std::string reason;  // why there is no time

  // Where status is `measured`.
  std::string timer;  // "events" or "host"
  std::optional<Timing> time;
  std::optional<Timing> host_time;   // launch and synchronisation, seen from the host
  std::optional<Timing> graph_time;  // per launch of a graph of many
  std::vector<CheckedArray> check;
  std::optional<RecordedClocks> clocks;
  std::vector<std::string> throttle;  // reasons why clocks were lower; empty: none seen
  std::optional<double> temperature_c, power_w;
  std::optional<std::int64_t> other_processes;  // on the device
  std::optional<std::int64_t> blocks_per_sm;    // the driver's answer
  std::optional<std::map<std::string, double>> counters;
  std::string counters_note;  // why there are none
  std::string descriptor;     // the kernel's file, where no library holds it

  bool is_measured() const { return status == PointStatus::measured; }
};

struct RecordedDevice {
  std::string name;
  std::string compute_capability;  // "9.0"
  std::int64_t sms = 0;
  std::optional<double> memory_bytes, l2_bytes;
  std::optional<std::string> driver, cuda_driver;
  std::optional<bool> ecc, mig;
  std::optional<double> power_limit_w, max_sm_clock_hz, max_memory_clock_hz;
  std::optional<std::int64_t> pcie_generation, pcie_width;
};

struct RecordedHost {
  std::string cpu;
  std::int64_t cores = 0;
  std::string system;
};

// Kernels that nobody wrote: which, and by which version of their generator.
struct GeneratedSet {
  std::int64_t version = 0, count = 0;
  std::string seed;
};

struct Environment {
  BackendKind backend = BackendKind::cuda;
  std::optional<RecordedDevice> device;  // none for the host backend
  RecordedHost host;
  std::optional<std::int64_t> threads;      // of the host backend
  std::string compiler;                     // with its flags
  std::string gpumodel;                     // version
  std::string date;                         // 2026-11-21
  std::optional<GeneratedSet> generated{};  // none: kernels of a library, or somebody's own
};

struct Record {
  Environment environment;
  std::vector<Point> points;
};

// The value of a parameter; nothing where the point has none of this name.
std::optional<Number> find_parameter(const Point& point, std::string_view name);

// "n=8192 bx=32": the parameters, in the order of the kernel.
std::string parameter_text(const std::vector<ParameterValue>& parameters);
std::string parameter_text(const Point& point);

// Whether points of both may stand in one record: the same device, driver, host and compiler.
// The first difference in words; empty where there is none. The date may differ.
std::string difference(const Environment& a, const Environment& b);

}  // namespace gpumodel
