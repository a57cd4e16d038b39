// Programs for people and machines: the library's list, and one descriptor at its defaults.
#pragma once

#include <vector>

#include "src/io/program/read_program.hpp"
#include "src/view/common/json.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page program_list_page(const std::vector<ProgramFile>& programs);
// `faults` are of the files that could not be read.
Json program_list_json(const std::vector<ProgramFile>& programs,
                       const std::vector<Diagnostic>& faults);

Page program_file_page(const ProgramFile& program);
Json program_file_json(const ProgramFile& program);

}  // namespace gpumodel
