// --model: a model by name.
#pragma once

#include <string>

#include "models/predict.hpp"
#include "src/input/text_file.hpp"

namespace gpumodel {

// The default model where `name` is empty. Throws UsageError for one there is not.
const Model& chosen_model(const std::string& name);

// A number that the model needs and the device's file does not state.
InputError to_input_error(const UnknownInput& unknown, const Model& model, const TextFile& device);

}  // namespace gpumodel
