#include "models/time/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "models/hardware/device_fields.hpp"

namespace gpumodel {
namespace {

constexpr double step = 1.01;

double width_of(const Estimate<Seconds>& time) {
  return time.low.si > 0.0 ? std::log(time.high.si / time.low.si) : 0.0;
}

class Experiment {
 public:
  Experiment(const Model& model, const Question& question, const Prediction& prediction)
      : model_(model), asked_(*question.gpu), gpu_(*question.gpu), question_(question) {
    prediction_.work = prediction.work;
    prediction_.analysis = prediction.analysis;
    question_.gpu = &gpu_;
    question_.host = nullptr;
    question_.streams = 0;
    if (prediction_.analysis) analyse_device_again(gpu_, *prediction_.analysis);
    predict_again(model_, question_, prediction_);
    base_ = time();
    result_.width = width_of(base_);
  }

  // There is no 1 % of an SM, and copies are no part of the kernel.
  void change(const DeviceField<Gpu>& field) {
    SourcedValue& value = field.of(gpu_);
    if (!value.is_known() || field.key == "sms") return;
    const double before = value.si;
    value.si *= step;
    const Estimate<Seconds> more = again();
    value.si = before;
    note(field.value(asked_).source, value.source, more);
  }
  void change(const CurveField<Gpu>& field) {
    SourcedCurve& curve = field.of(gpu_);
    if (!curve.is_known()) return;
    const std::vector<CurvePoint> before = curve.points;
    for (CurvePoint& point : curve.points) point.y *= step;
    const Estimate<Seconds> more = again();
    curve.points = before;
    note(field.value(asked_).source, curve.source, more);
  }

  Sensitivities take() {
    std::ranges::stable_sort(result_.numbers, std::greater{},
                             [](const Sensitivity& one) { return std::abs(one.change); });
    double known = 0.0;
    for (const Sensitivity& one : result_.numbers) known += one.width_share;
    result_.width_of_terms = result_.width > 0.0 ? std::max(0.0, 1.0 - known) : 0.0;
    return std::move(result_);
  }

 private:
  Estimate<Seconds> time() const { return prediction_.terms[prediction_.kernel].time; }

  Estimate<Seconds> again() {
    if (prediction_.analysis) analyse_device_again(gpu_, *prediction_.analysis);
    predict_again(model_, question_, prediction_);
    return time();
  }

  void note(const Source& asked, Source& changed, const Estimate<Seconds>& more) {
    Sensitivity one{.source = &asked, .change = speedup(more.value, base_.value) - 1.0};
    if (asked.factor > 1.0 && result_.width > 0.0) {
      changed.factor = 1.0;
      one.width_share = std::max(0.0, 1.0 - width_of(again()) / result_.width);
      changed.factor = asked.factor;
    }
    if (std::abs(one.change) < least_change && one.width_share < least_share) return;
    result_.numbers.push_back(one);
  }

  const Model& model_;
  const Gpu& asked_;
  Gpu gpu_;
  Question question_;
  Prediction prediction_;
  Estimate<Seconds> base_;
  Sensitivities result_;
};

}  // namespace

Sensitivities sensitivities(const Model& model, const Question& question,
                            const Prediction& prediction) {
  Experiment experiment(model, question, prediction);
  for (const DeviceField<Gpu>& field : gpu_fields()) experiment.change(field);
  for (const CurveField<Gpu>& curve : gpu_curves()) experiment.change(curve);
  return experiment.take();
}

}  // namespace gpumodel
