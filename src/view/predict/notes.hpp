// What a prediction does not tell, and why; where its analysis took a shortcut.
#pragma once

#include <vector>

#include "src/app/predict/predict.hpp"

namespace gpumodel {

std::vector<Diagnostic> predict_notes(const PredictAnswer& answer);
// What the time rests on that is a sample, not known or never judged, at the access or loop it is
// due to.
std::vector<Diagnostic> approximation_notes(const PredictAnswer& answer);
// All that is to be said beside the answer: warnings of it and of the files, then those notes.
std::vector<Diagnostic> predict_diagnostics(const PredictAnswer& answer);

}  // namespace gpumodel
