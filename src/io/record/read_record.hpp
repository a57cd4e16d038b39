// Records of measurements: JSON of schema "gpumodel-records", version 1; see docs/validation.md.
#pragma once

#include <string>
#include <string_view>

#include "models/validation/record.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

inline constexpr std::string_view record_schema = "gpumodel-records";
inline constexpr int record_version = 1;
// The file a run appends to until it is complete: a line with the environment, then one per point.
inline constexpr std::string_view partial_schema = "gpumodel-records-partial";

struct RecordFile {
  Record record;
  TextFile text;
};

// All throw InputError: no JSON, another schema or version, a member that is missing or wrong.
RecordFile read_record(const std::string& path, const std::string& shown);

// What a runner prints: {"environment": ..., "points": [...]}, without schema and version.
Record read_runner_output(std::string_view text, const std::string& shown);
// What gpumodel-run-written prints of a case: {"case": 3, "points": [...]}.
std::vector<Point> read_runner_points(std::string_view text, const std::string& shown);
Environment read_environment(std::string_view text, const std::string& shown);

// An unfinished record. A last line that was cut short is left out: its point is measured again.
Record read_partial_record(const std::string& path, const std::string& shown);

}  // namespace gpumodel
