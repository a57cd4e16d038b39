// `coalesce` as a JSON document; schema: schemas/coalesce.json.
#pragma once

#include "src/app/coalesce/answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json coalesce_json(const CoalesceAnswer& answer);

}  // namespace gpumodel
