#include "models/validation/predict_point.hpp"

#include <algorithm>
#include <cmath>

#include "models/kernel/thread/block_runner.hpp"
#include "models/time/asked_kernel.hpp"

namespace gpumodel {
namespace {

LaunchWay way_of(BackendKind backend) {
  return backend == BackendKind::openacc ? LaunchWay::openacc : LaunchWay::launch;
}

std::string_view fault_text(const ScheduleMissing& missing) {
  return missing.asked == LaunchWay::openacc ? "the kernel's file states no 'openacc:'"
                                             : "the kernel's file states an OpenACC schedule only";
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
      : identity_(identity(point)), backend_(point.backend) {
    const auto overrides = parameter_values(kernel, point, reason_);
    if (!reason_.empty()) return;
    // Of the code that ran, whatever the file states.
    KernelResources compiled;
    compiled.registers = static_cast<int>(compiled_registers(point).value_or(0));
    try {
      settle({.kernel = &kernel,
              .overrides = overrides,
              .gpu = gpu,
              .host = backend_ == BackendKind::host ? host : nullptr,
              .way = way_of(backend_),
              .compiled = compiled.registers > 0 ? &compiled : nullptr,
              .openacc_runtime = backend_ == BackendKind::openacc},
             asked_);
    } catch (const ScheduleMissing& missing) {
      reason_ = fault_text(missing);
    }
  }

  bool is_of(const Point& point) const { return identity_ == identity(point); }

  PointPrediction predict(const Point& point, bool why) {
    PointPrediction result;
    result.reason = reason_;
    if (!reason_.empty()) return result;
    Question& question = asked_.question;
    question.cache = point.cache;
    for (const Model& model : models()) ask(model, question, result);
    if (prediction_.analysis && question.gpu != nullptr) {
      for (const StreamTraffic& stream : prediction_.analysis->traffic.streams) {
        if (!stream.is_scattered()) continue;
        result.scattered_over = std::max(result.scattered_over, stream.range_bytes);
      }
      result.checks = counter_checks(
          {asked_.kernel(), *prediction_.analysis, *question.gpu, point, asked_.stated_registers});
    }
    if (why && backend_ != BackendKind::host && result.answer_of(default_model()) != nullptr) {
      result.why = waterfall(question, prediction_, point, result.checks);
    }
    return result;
  }

 private:
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
    const Term& whole = prediction_.terms[prediction_.kernel];
    const Estimate<Seconds>& time = whole.time;
    if (!usable(time.value.si)) {
      result.reason = "the model '" + std::string(model.name) + "' gives no time";
      return;
    }
    result.answers.push_back({&model, time.value.si, time.low.si, time.high.si,
                              prediction_.bound().name, whole.known_within});
  }

  std::string identity_;
  BackendKind backend_;
  AskedKernel asked_;
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
