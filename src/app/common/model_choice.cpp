#include "src/app/common/model_choice.hpp"

#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/nearest.hpp"

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

}  // namespace gpumodel
