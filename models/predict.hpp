// The models, by name, and the one function that runs them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "models/kernel.hpp"
#include "models/prediction.hpp"

namespace gpumodel {

// What a prediction is asked for. All referenced values must outlive the Prediction.
struct Question {
  const Kernel* kernel = nullptr;
  std::span<const Number> values;  // as filled by evaluate_parameters()
  const Gpu* gpu = nullptr;        // after derive_missing()
  const Cpu* host = nullptr;       // may be null: no comparison with the host
  int streams = 0;                 // 0: no overlap asked for
};

struct Model {
  std::string_view name;
  std::string_view composition;  // how the terms combine
  std::string_view summary;
  void (*evaluate)(const Question&, Prediction&);
};

std::span<const Model> models();
const Model* find_model(std::string_view name);
// All names, for help and messages.
std::string model_names(std::string_view separator);
// The best one there is.
const Model& default_model();

// Fills `prediction`, reusing its storage. Throws FormulaError (a count has no usable value) and
// UnknownInput (the device does not state a number the model needs).
void predict(const Model& model, const Question& question, Prediction& prediction);

}  // namespace gpumodel
