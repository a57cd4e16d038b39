#include "models/validation/predict_point.hpp"

#include <algorithm>
#include <cmath>

#include "models/openacc/lower.hpp"
#include "models/thread/block_runner.hpp"

namespace gpumodel {
namespace {

std::string schedule_fault(const Kernel& kernel, const Point& point) {
  const bool openacc = point.backend == BackendKind::openacc;
  if (openacc && !kernel.openacc) return "the kernel's file states no 'openacc:'";
  if (!openacc && kernel.openacc && kernel.openacc->only_way) {
    return "the kernel's file states an OpenACC schedule only";
  }
  return {};
}

bool usable(double seconds) {
  return std::isfinite(seconds) && seconds > 0.0;
}

class PointPredictor {
 public:
  PointPredictor(const Kernel& kernel, const Point& point, const Gpu* gpu, const Cpu* host)
      : kernel_(kernel), point_(point), gpu_(gpu), host_(host) {}

  PointPrediction predict() {
    result_.reason = schedule_fault(kernel_, point_);
    if (!result_.reason.empty()) return std::move(result_);
    const auto overrides = parameter_values(kernel_, point_, result_.reason);
    if (!result_.reason.empty()) return std::move(result_);
    if (point_.backend == BackendKind::openacc) {
      kernel_ = with_openacc(kernel_, device_facts(*gpu_), overrides);
    }
    std::vector<Number> values;
    evaluate_parameters(kernel_, overrides, values);
    const bool on_host = point_.backend == BackendKind::host;
    Question question{&kernel_, values, gpu_, on_host ? host_ : nullptr};
    question.cache = point_.cache;
    for (const Model& model : models()) ask(model, question);
    if (prediction_.analysis && gpu_ != nullptr) {
      result_.checks = counter_checks({kernel_, *prediction_.analysis, *gpu_, point_});
    }
    return std::move(result_);
  }
  const Kernel& kernel() const { return kernel_; }

 private:
  void ask(const Model& model, const Question& question) {
    try {
      if (point_.backend == BackendKind::host) {
        predict_on_host(model, question, prediction_);
      } else if (analysed_) {
        predict_again(model, question, prediction_);
      } else {
        analysed_ = true;
        gpumodel::predict(model, question, prediction_);
      }
    } catch (const UnknownInput& unknown) {
      result_.reason = "the device's file does not state '" + unknown.key + "'";
      return;
    }
    const Estimate<Seconds> time = prediction_.terms[prediction_.kernel].time;
    if (!usable(time.value.si)) {
      result_.reason = "the model '" + std::string(model.name) + "' gives no time";
      return;
    }
    result_.answers.push_back(
        {&model, time.value.si, time.low.si, time.high.si, prediction_.bound().name});
  }

  Kernel kernel_;
  const Point& point_;
  const Gpu* gpu_;
  const Cpu* host_;
  Prediction prediction_;
  bool analysed_ = false;
  PointPrediction result_;
};

}  // namespace

const ModelAnswer* PointPrediction::answer_of(const Model& model) const {
  const auto found = std::ranges::find(answers, &model, &ModelAnswer::model);
  return found == answers.end() ? nullptr : &*found;
}

std::vector<std::optional<Number>> parameter_values(const Kernel& kernel, const Point& point,
                                                    std::string& fault) {
  std::vector<std::optional<Number>> values(kernel.parameters.size());
  for (const ParameterValue& parameter : point.parameters) {
    const std::optional<std::size_t> index = find_parameter(kernel, parameter.name);
    if (!index) {
      fault = "the kernel has no parameter '" + parameter.name + "' any more";
      return {};
    }
    values[*index] = parameter.value;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) fault = "the record lacks the parameter '" + kernel.parameters[i].name + "'";
  }
  return values;
}

PointPrediction predict_point(const Kernel& kernel, const Point& point, const Gpu* gpu,
                              const Cpu* host) {
  PointPrediction failed;
  try {
    return PointPredictor(kernel, point, gpu, host).predict();
  } catch (const FormulaError& error) {
    failed.reason = error.error.message;
  } catch (const ThreadFault& fault) {
    failed.reason = fault.error.message;
  }
  return failed;
}

}  // namespace gpumodel
