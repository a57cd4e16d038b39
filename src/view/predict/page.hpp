// `predict` for people: the answer, what limits it, the terms, the offload; asked to explain,
// also every equation with its numbers put in and the origin of each number.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page predict_page(const PredictAnswer& answer);

}  // namespace gpumodel
