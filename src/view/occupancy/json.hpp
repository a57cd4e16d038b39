// `occupancy` for machines; the schema is `gpumodel schema occupancy`.
#pragma once

#include "src/app/occupancy/answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json occupancy_json(const OccupancyAnswer& answer);

// The fields of one launch, as they also stand in the document of `predict`: null values where the
// occupancy is a range (its ends are then in `range`).
Json occupancy_fields(const OccupancyPoint& point);

}  // namespace gpumodel
