// An application in OpenACC in place of a program file. GCC compiles it for the processor, where it
// runs with its regions, which are timed as described from the source.
#pragma once

#include <string>
#include <vector>

#include "src/app/program/ask.hpp"
#include "src/cli/application/application.hpp"
#include "src/cli/common/console.hpp"

namespace gpumodel {

// Whether one of them has a compute construct, and is no CUDA.
bool is_openacc_application(const std::vector<std::string>& sources);

// As record_application().
RecordedApplication record_openacc(const ApplicationAsk& what, const ProgramAsk& ask,
                                   Console& console);

}  // namespace gpumodel
