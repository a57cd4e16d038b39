// `occupancy` for machines; the schema is `gpumodel schema occupancy`.
#pragma once

#include "src/app/occupancy/answer.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<OccupancyAnswer>& occupancy_document();
Json occupancy_json(const OccupancyAnswer& answer);

// One launch, as it also stands in the document of `predict`: null values where the occupancy is a
// range (its ends are then in `range`).
const Object<OccupancyPoint>& occupancy_object();

}  // namespace gpumodel
