// The models, by name, and the one function that runs them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "models/core/work_limit.hpp"
#include "models/kernel/kernel.hpp"
#include "models/time/machine/demand.hpp"
#include "models/time/prediction.hpp"
#include "models/time/terms/compute.hpp"

namespace gpumodel {

// What a prediction is asked for. All referenced values must outlive the Prediction.
struct Question {
  const Kernel* kernel = nullptr;
  std::span<const Number> values;       // as filled by evaluate_parameters()
  const Gpu* gpu = nullptr;             // after derive_missing()
  const Cpu* host = nullptr;            // may be null: no comparison with the host
  int streams = 0;                      // of the sheet's rule of overlap; 0: not asked
  CacheStart cache = CacheStart::cold;  // what L2 holds when the kernel starts
  bool openacc = false;                 // the launch is that of an OpenACC compiler's runtime
  double work = usual_work;             // see work_limit.hpp
};

struct Model {
  std::string_view name;
  std::string_view composition;  // how the terms combine
  std::string_view summary;
  void (*evaluate)(const Question&, Prediction&);
  Ceiling ceiling;
};

std::span<const Model> models();
const Model* find_model(std::string_view name);
// All names, for help and messages.
std::string model_names(std::string_view separator);
// The best one there is.
const Model& default_model();

// What the machine model puts into its equations, of a prediction that was made for this question.
// Throws UnknownInput.
MachineDemand machine_demand(const Question& question, const Prediction& prediction);

// Fills `prediction`, reusing its storage. Throws FormulaError (a count has no usable value) and
// UnknownInput (the device does not state a number the model needs).
void predict(const Model& model, const Question& question, Prediction& prediction);

// The same for a prediction of this kernel, its values and its device that was made before: only
// the model and how the kernel starts may differ. The access analysis, most of the work, is kept.
void predict_again(const Model& model, const Question& question, Prediction& prediction);

// The kernel as a loop on the host: `prediction.kernel` is that term. Needs no GPU.
void predict_on_host(const Model& model, const Question& question, Prediction& prediction);

}  // namespace gpumodel
