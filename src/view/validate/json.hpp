// The document of `validate`.
#pragma once

#include "src/app/validate/answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json validate_json(const ValidateAnswer& answer);

}  // namespace gpumodel
