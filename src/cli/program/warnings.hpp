// What is to be said beside the answer about a program.
#pragma once

#include "src/app/program/answer.hpp"
#include "src/cli/common/console.hpp"

namespace gpumodel {

// Warnings of the answer, to where diagnostics go.
void report_warnings(Console& console, const ProgramAnswer& answer);

}  // namespace gpumodel
