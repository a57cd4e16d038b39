// What a prediction says about a host: its time, and when offloading pays.
#pragma once

#include <string>
#include <string_view>

#include "src/app/predict/predict.hpp"

namespace gpumodel {

// What the host's time rests on: "ceiling" (datasheet peaks), "calibrated" (a measured rate),
// "derived" or "assumed".
std::string_view host_basis(const PredictAnswer& answer);

// Several lines; `answer.offloading` must be there.
std::string offload_sentences(const PredictAnswer& answer);

}  // namespace gpumodel
