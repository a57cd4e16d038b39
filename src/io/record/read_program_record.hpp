// Records of whole programs: JSON of schema "gpumodel-program-records", version 1; see
// docs/validation.md.
#pragma once

#include <string>
#include <string_view>

#include "models/validation/program_record.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

inline constexpr std::string_view program_record_schema = "gpumodel-program-records";
inline constexpr int program_record_version = 1;
// The file a run appends to until it is complete: a line with the environment, then one per point.
inline constexpr std::string_view partial_program_schema = "gpumodel-program-records-partial";

struct ProgramRecordFile {
  ProgramRecord record;
  TextFile text;
};

// All throw InputError: no JSON, another schema or version, a member that is missing or wrong.
ProgramRecordFile read_program_record(const std::string& path, const std::string& shown);
// An unfinished record. A last line that was cut short is left out: its point is measured again.
ProgramRecord read_partial_program_record(const std::string& path, const std::string& shown);

// What a runner answers to --list: the programs it has code for.
std::vector<std::string> read_listed_programs(std::string_view text, const std::string& shown);

// What the runner prints: its environment, or {"environment": ..., "point": ...} of a program that
// it knows as a list of operations only; what was asked for is filled in from `asked`.
ProgramEnvironment read_program_environment(std::string_view text, const std::string& shown);
ProgramPoint read_measured_program(std::string_view text, const std::string& shown,
                                   ProgramPoint asked);

}  // namespace gpumodel
