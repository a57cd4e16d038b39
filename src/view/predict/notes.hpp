// What a prediction does not tell, and why; what its analysis took a shortcut for.
#pragma once

#include <vector>

#include "src/app/predict/predict.hpp"

namespace gpumodel {

std::vector<Diagnostic> predict_notes(const PredictAnswer& answer);
// All that is to be said beside the answer: warnings of it and of the files, then those notes.
std::vector<Diagnostic> predict_diagnostics(const PredictAnswer& answer);

}  // namespace gpumodel
