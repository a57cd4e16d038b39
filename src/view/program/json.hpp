// The documents of `overlap`, and of `predict` on a program.
#pragma once

#include "src/app/program/answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json program_json(const ProgramAnswer& answer);
Json overlap_json(const ProgramAnswer& answer);

}  // namespace gpumodel
