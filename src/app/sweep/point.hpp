// One combination of a sweep on each of its devices.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/time/on_devices.hpp"
#include "models/time/same_work.hpp"
#include "models/time/sensitivity.hpp"
#include "src/app/sweep/plan.hpp"

namespace gpumodel {

struct SweepPoint {
  std::uint64_t combination = 0;
  std::size_t device = 0;
  std::vector<Number> values;             // of the axes
  std::optional<Estimate<Seconds>> time;  // nothing: `reason` says why
  std::string_view bound{};               // the limiting term; where copies overlap, an engine
  bool fits = true;                       // the device holds the arrays
  WorkDone work{};
  std::string reason{};
};

// What engines of a timeline are called as limits.
inline constexpr std::string_view copies_in = "h2d", copies_out = "d2h", kernels_run = "kernel";

// For one thread; what it answers is what predict() answers, whatever was asked before.
class SweepPredictor {
 public:
  explicit SweepPredictor(const SweepPlan& plan) : plan_(plan) {}

  // What one point's time hangs on, of the kernel alone.
  Sensitivities sensitivities_of(const SweepPoint& point);
  // Adds the points of a combination, one for each device.
  void add(std::uint64_t combination, std::vector<SweepPoint>& points);

 private:
  void predict_all(std::span<SweepPoint> points);
  void settle_on(std::size_t device, std::span<const Number> values);
  void choose_kernel(std::span<const Number> values);
  void predict_one(SweepPoint& point);
  void overlap(SweepPoint& point, const Prediction& prediction);
  void refuse_launch(const std::optional<LaunchShape>& launch, const Gpu& gpu) const;

  const SweepPlan& plan_;
  std::shared_ptr<const KernelFile> kernel_;  // with the launch of the combination
  std::vector<Number> changed_launch_;        // that it was made for
  std::optional<AskedKernel> asked_;
  std::optional<LaunchShape> stated_launch_;
  Bytes bytes_{};
  PredictionsOnDevices predictions_;
};

}  // namespace gpumodel
