// The document of `validate`.
#pragma once

#include "src/view/common/json.hpp"
#include "src/view/validate/answer.hpp"

namespace gpumodel {

Json validate_json(const ValidateAnswer& answer);

}  // namespace gpumodel
