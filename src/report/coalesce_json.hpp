// `coalesce` as a JSON document; schema: schemas/coalesce.json.
#pragma once

#include "src/report/coalesce_answer.hpp"
#include "src/report/json.hpp"

namespace gpumodel {

Json coalesce_json(const CoalesceAnswer& answer);

}  // namespace gpumodel
