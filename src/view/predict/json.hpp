// `predict` for machines; the schema is `gpumodel schema predict`.
#pragma once

#include "src/view/common/json.hpp"
#include "src/view/predict/answer.hpp"

namespace gpumodel {

Json predict_json(const PredictAnswer& answer);

}  // namespace gpumodel
