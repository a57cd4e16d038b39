// --replay: records from files.
#pragma once

#include "models/validation/program_record.hpp"
#include "src/app/validate/judge.hpp"

namespace gpumodel {

// A record of programs, or what was measured just now.
struct ProgramInput {
  ProgramRecord record;
  std::optional<InputFile> file;  // none: measured now
};

// A record, or all *.json of a folder and those below it, by name. Records of the other kind are
// left out of a folder. Throws InputError.
std::vector<ValidateInput> replayed(const std::string& path);
std::vector<ProgramInput> replayed_programs(const std::string& path);

}  // namespace gpumodel
