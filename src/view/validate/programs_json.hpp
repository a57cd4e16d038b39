// The document of `validate --programs`.
#pragma once

#include "src/app/validate/programs_answer.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<ProgramsAnswer>& validate_programs_document();
Json validate_programs_json(const ProgramsAnswer& answer);

}  // namespace gpumodel
