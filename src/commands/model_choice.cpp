#include "src/commands/model_choice.hpp"

#include "src/commands/refuse_call.hpp"
#include "src/input/nearest.hpp"

namespace gpumodel {

const Model& chosen_model(const std::string& name) {
  if (name.empty()) return default_model();
  if (const Model* model = find_model(name)) return *model;
  std::vector<std::string> known;
  for (const Model& model : models()) known.emplace_back(model.name);
  std::vector<std::string> hints = did_you_mean(name, known);
  hints.push_back("known: " + model_names(" "));
  refuse_call("model-unknown", "no model '" + name + "'", std::move(hints));
}

InputError to_input_error(const UnknownInput& unknown, const Model& model, const TextFile& device) {
  Diagnostic fault{.id = "input-unknown",
                   .message = "the model '" + std::string(model.name) + "' needs '" + unknown.key +
                              "', which the device does not state",
                   .file = device.shown};
  fault.hints = {"state it in the device file, or choose another model"};
  return {{std::move(fault)}};
}

}  // namespace gpumodel
