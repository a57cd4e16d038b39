#include "models/validation/predict_point.hpp"

#include <algorithm>
#include <cmath>

#include "models/kernel/openacc/lower.hpp"
#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/workload.hpp"

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

std::optional<std::int64_t> compiled_registers(const Point& point) {
  return point.launch ? point.launch->registers_per_thread : std::nullopt;
}

// The same for points that differ in nothing but how they start.
std::string identity(const Point& point) {
  return point.kernel + " " + std::string(to_string(point.backend)) + " " + parameter_text(point) +
         " " + std::to_string(compiled_registers(point).value_or(0));
}

}  // namespace

bool share_analysis(const Point& a, const Point& b) {
  return identity(a) == identity(b);
}

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

// A kernel with its parameters on a device. Its analysis is made once.
class PointPredictor::Case {
 public:
  // Throws FormulaError and ThreadFault, as predict() does.
  Case(const Kernel& kernel, const Point& point, const Gpu* gpu, const Cpu* host)
      : identity_(identity(point)),
        kernel_(kernel),
        backend_(point.backend),
        gpu_(gpu),
        host_(host) {
    reason_ = schedule_fault(kernel_, point);
    if (!reason_.empty()) return;
    const auto overrides = parameter_values(kernel_, point, reason_);
    if (!reason_.empty()) return;
    if (backend_ == BackendKind::openacc) {
      kernel_ = with_openacc(kernel_, device_facts(*gpu_), overrides);
    }
    evaluate_parameters(kernel_, overrides, values_);
    put_registers(point);
  }

  bool is_of(const Point& point) const { return identity_ == identity(point); }

  PointPrediction predict(const Point& point, bool why) {
    PointPrediction result;
    result.reason = reason_;
    if (!reason_.empty()) return result;
    const bool on_host = backend_ == BackendKind::host;
    Question question{&kernel_, values_, gpu_, on_host ? host_ : nullptr};
    question.cache = point.cache;
    question.openacc = backend_ == BackendKind::openacc;
    for (const Model& model : models()) ask(model, question, result);
    if (prediction_.analysis && gpu_ != nullptr) {
      result.checks =
          counter_checks({kernel_, *prediction_.analysis, *gpu_, point, stated_registers_});
    }
    if (why && !on_host && result.answer_of(default_model()) != nullptr) {
      result.why = waterfall(question, prediction_, point, result.checks);
    }
    return result;
  }

 private:
  // The compiler's, where the record has them: of the code that ran, whatever the file states.
  void put_registers(const Point& point) {
    const std::optional<std::int64_t> compiled = compiled_registers(point);
    if (!kernel_.launch || !compiled) return;
    stated_registers_ = launch_shape(kernel_, values_).registers_per_thread;
    kernel_.launch->registers_per_thread = constant_formula(*compiled);
  }

  void ask(const Model& model, const Question& question, PointPrediction& result) {
    try {
      if (backend_ == BackendKind::host) {
        predict_on_host(model, question, prediction_);
      } else if (analysed_) {
        predict_again(model, question, prediction_);
      } else {
        analysed_ = true;
        gpumodel::predict(model, question, prediction_);
      }
    } catch (const UnknownInput& unknown) {
      result.reason = "the device's file does not state '" + unknown.key + "'";
      return;
    }
    const Estimate<Seconds> time = prediction_.terms[prediction_.kernel].time;
    if (!usable(time.value.si)) {
      result.reason = "the model '" + std::string(model.name) + "' gives no time";
      return;
    }
    result.answers.push_back(
        {&model, time.value.si, time.low.si, time.high.si, prediction_.bound().name});
  }

  std::string identity_;
  Kernel kernel_;
  BackendKind backend_;
  const Gpu* gpu_;
  const Cpu* host_;
  std::vector<Number> values_;
  std::optional<std::int64_t> stated_registers_;
  std::string reason_;  // why there is no prediction at all
  Prediction prediction_;
  bool analysed_ = false;
};

PointPredictor::PointPredictor(const Gpu* gpu, const Cpu* host, bool why)
    : gpu_(gpu), host_(host), why_(why) {}
PointPredictor::~PointPredictor() = default;
PointPredictor::PointPredictor(PointPredictor&&) noexcept = default;
PointPredictor& PointPredictor::operator=(PointPredictor&&) noexcept = default;

PointPrediction PointPredictor::predict(const Kernel& kernel, const Point& point) {
  PointPrediction failed;
  try {
    if (!last_ || !last_->is_of(point)) {
      last_.reset();
      last_ = std::make_unique<Case>(kernel, point, gpu_, host_);
    }
    return last_->predict(point, why_);
  } catch (const FormulaError& error) {
    failed.reason = error.error.message;
  } catch (const ThreadFault& fault) {
    failed.reason = fault.error.message;
  }
  last_.reset();
  return failed;
}

PointPrediction predict_point(const Kernel& kernel, const Point& point, const Gpu* gpu,
                              const Cpu* host) {
  return PointPredictor(gpu, host).predict(kernel, point);
}

}  // namespace gpumodel
