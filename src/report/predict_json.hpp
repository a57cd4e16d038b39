// `predict` for machines; the schema is `gpumodel schema predict`.
#pragma once

#include "src/report/json.hpp"
#include "src/report/predict_answer.hpp"

namespace gpumodel {

Json predict_json(const PredictAnswer& answer);

}  // namespace gpumodel
