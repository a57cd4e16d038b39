// Which programs are to be measured: those of the suite, some of them, or one that was named.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/validation/program_record.hpp"
#include "src/cli/validate/options.hpp"

namespace gpumodel {

// What a program's file is found by, where that is not its id: programs that were named by files.
using ProgramNames = std::map<std::string, std::string>;

// With all parameters and the number of GPUs each needs. Throws InputError: programs, parameters or
// a suite that are wrong.
// Sets of OpenACC have names of their own: a record may stand beside that of CUDA.
std::vector<ProgramPoint> planned_programs(const ValidateOptions& options, BackendKind backend,
                                           ProgramNames& names);

// The ids of the programs that were named; names of sets stay. Throws InputError.
std::vector<std::string> ids_of(const std::vector<std::string>& asked, ProgramNames& names);

// Whether one of the names asked for means this point: its program or its set. No names: all.
bool is_asked_for(const ProgramPoint& point, const std::vector<std::string>& names);

}  // namespace gpumodel
