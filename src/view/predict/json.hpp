// `predict` for machines; the schema is `gpumodel schema predict`.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json predict_json(const PredictAnswer& answer);

}  // namespace gpumodel
