// The document of `validate --programs`.
#pragma once

#include "src/view/common/json.hpp"
#include "src/view/validate/programs_answer.hpp"

namespace gpumodel {

Json validate_programs_json(const ProgramsAnswer& answer);

}  // namespace gpumodel
