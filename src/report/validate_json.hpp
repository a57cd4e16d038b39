// The document of `validate`.
#pragma once

#include "src/report/json.hpp"
#include "src/report/validate_answer.hpp"

namespace gpumodel {

Json validate_json(const ValidateAnswer& answer);

}  // namespace gpumodel
