// The document of `validate --programs`.
#pragma once

#include "src/app/validate/programs_answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json validate_programs_json(const ProgramsAnswer& answer);

}  // namespace gpumodel
