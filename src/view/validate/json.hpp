// The document of `validate`.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<ValidateAnswer>& validate_document();
Json validate_json(const ValidateAnswer& answer);

}  // namespace gpumodel
