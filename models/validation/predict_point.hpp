// What the models say of a point of a record.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/time/predict.hpp"
#include "models/validation/counter_checks.hpp"
#include "models/validation/error_statistics.hpp"
#include "models/validation/record.hpp"
#include "models/validation/waterfall.hpp"

namespace gpumodel {

struct ModelAnswer {
  const Model* model = nullptr;
  double time_s = 0.0, low_s = 0.0, high_s = 0.0;
  std::string_view bound;                  // the limiting leaf
  const Constant* known_within = nullptr;  // that the interval is at least as wide as; null: none
};

struct PointPrediction {
  std::vector<ModelAnswer> answers;  // of the models that have one, in their order
  std::vector<CounterCheck> checks;
  double scattered_over = 0.0;   // bytes that stores to random places are in, at most
  std::optional<Waterfall> why;  // where it was asked for and the point has counters
  std::string reason;  // why a model, or all of them, have no answer; empty where all have

  const ModelAnswer* answer_of(const Model& model) const;
};

// Whether one analysis serves two points of one device: they differ in the start of L2 at most.
bool share_analysis(const Point& a, const Point& b);

// Points on one device. Those that follow each other and share an analysis, as cold and warm ones
// do in a record, are analysed once.
class PointPredictor {
 public:
  // The GPU, or for the host backend the CPU, must be given and outlive the predictor. `why`: also
  // what each counted input does to the error of the machine model.
  PointPredictor(const Gpu* gpu, const Cpu* host, bool why = false);
  ~PointPredictor();
  PointPredictor(PointPredictor&&) noexcept;
  PointPredictor& operator=(PointPredictor&&) noexcept;

  // Whatever hinders a prediction (no such parameter, a size that no launch can have, a number the
  // device does not state) is its reason. A kernel's id must mean the same kernel each time, and
  // the kernel outlive the predictor.
  PointPrediction predict(const Kernel& kernel, const Point& point);

 private:
  class Case;

  const Gpu* gpu_;
  const Cpu* host_;
  bool why_;
  std::unique_ptr<Case> last_;
};

// One point by itself.
PointPrediction predict_point(const Kernel& kernel, const Point& point, const Gpu* gpu,
                              const Cpu* host);

// The values of a point's parameters by index; the first in words that the kernel does not have, or
// that the point lacks, as `fault`.
std::vector<std::optional<Number>> parameter_values(const Kernel& kernel, const Point& point,
                                                    std::string& fault);

}  // namespace gpumodel
