// --model: a model by name.
#pragma once

#include <span>
#include <string>

#include "models/time/predict.hpp"
#include "src/cli/common/missing_number.hpp"

namespace gpumodel {

// The default model where `name` is empty. Throws UsageError for one there is not.
const Model& chosen_model(const std::string& name);

// A number that the model needs and none of these files states.
InputError missing_number(const UnknownInput& unknown, const Model& model,
                          std::span<const DeviceFile* const> files);

}  // namespace gpumodel
