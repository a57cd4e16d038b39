// `predict` for machines; the schema is `gpumodel schema predict`.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<PredictAnswer>& predict_document();
Json predict_json(const PredictAnswer& answer);

}  // namespace gpumodel
