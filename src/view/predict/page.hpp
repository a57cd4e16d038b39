// `predict` for people: the answer, what limits it, the terms, the offload; with `explain` also
// every equation with its numbers put in and the origin of each number.
#pragma once

#include "src/view/common/page.hpp"
#include "src/view/predict/answer.hpp"

namespace gpumodel {

Page predict_page(const PredictAnswer& answer, bool explain);

}  // namespace gpumodel
