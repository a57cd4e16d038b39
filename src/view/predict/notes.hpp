// What a prediction does not tell, and why; what its analysis took a shortcut for.
#pragma once

#include <vector>

#include "src/app/predict/predict.hpp"

namespace gpumodel {

std::vector<Diagnostic> predict_notes(const PredictAnswer& answer);

}  // namespace gpumodel
