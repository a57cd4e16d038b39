// The document of `validate --programs`.
#pragma once

#include "src/report/json.hpp"
#include "src/report/validate_programs_answer.hpp"

namespace gpumodel {

Json validate_programs_json(const ProgramsAnswer& answer);

}  // namespace gpumodel
