// A model by name.
#pragma once

#include <string>

#include "models/time/predict.hpp"

namespace gpumodel {

// The default model where `name` is empty. Throws UsageError for one there is not.
const Model& chosen_model(const std::string& name);

}  // namespace gpumodel
