// Reports of Nsight Compute as comma-separated values, in both forms: one line per metric
// (`ncu --csv --metrics ...`) and one line per launch with a second header line of units
// (`--page raw`).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

struct ProfiledLaunch {
  std::string id;                  // of the report: the number of the launch
  std::string signature;           // as printed
  std::string function;            // its name alone
  std::string compute_capability;  // "9.0"; empty where the report does not say
  std::optional<std::array<std::int64_t, 3>> grid, block;
  // By the profiler's name, in the units of CUPTI: bytes, ns, Hz, per second, percent, counts. What
  // the profiler could not read is left out. Names without "__" (those of its pages) are left out
  // too: they are not unique.
  std::map<std::string, double> metrics;
  int line = 0;
};

struct NcuReport {
  std::string shown, sha256;
  std::vector<ProfiledLaunch> launches;  // in the order of the report
};

// Throws InputError: unreadable file, no report, cut off, values that are no numbers, no metrics.
// Whether the profiler held the clocks at their base (its default) no report says, so times of a
// report are not those of a free run.
NcuReport read_ncu_report(const std::string& path);
NcuReport parse_ncu_report(const std::string& bytes, const std::string& shown);

}  // namespace gpumodel
