#include "src/app/sweep/point.hpp"

#include <climits>

#include "models/hardware/device_memory.hpp"
#include "src/app/common/kernel_faults.hpp"
#include "src/app/common/missing_number.hpp"
#include "src/app/common/usable_time.hpp"
#include "src/app/occupancy/impossible_launch.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/text/check_values.hpp"

namespace gpumodel {
namespace {

using Kind = SweepAxis::Kind;

// Copies or kernels: what the critical path is longest in.
std::string_view limiting_engine(const Forecast& forecast) {
  for (const PathPart& part : forecast.parts) {
    if (part.kind == ActivityKind::to_device) return copies_in;
    if (part.kind == ActivityKind::to_host) return copies_out;
    if (part.kind == ActivityKind::kernel) break;
  }
  return kernels_run;
}

}  // namespace

void SweepPredictor::add(std::uint64_t combination, std::vector<SweepPoint>& points) {
  const std::size_t before = points.size();
  const std::size_t devices = plan_.ask().devices.size();
  points.resize(before + devices);
  for (std::size_t device = 0; device < devices; ++device) {
    SweepPoint& point = points[before + device];
    point.combination = combination;
    point.device = device;
    plan_.values_of(combination, point.values);
  }
  predict_all(std::span(points).subspan(before));
}

void SweepPredictor::choose_kernel(std::span<const Number> values) {
  std::vector<Number> launch;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Kind kind = plan_.axes()[i].kind;
    if (kind == Kind::threads || kind == Kind::registers) launch.push_back(values[i]);
  }
  const auto same = [](Number a, Number b) { return compare(a, b) == 0; };
  if (kernel_ && std::ranges::equal(launch, changed_launch_, same)) return;
  kernel_ = plan_.kernel_for(values);
  changed_launch_ = std::move(launch);
}

Sensitivities SweepPredictor::sensitivities_of(const SweepPoint& point) {
  choose_kernel(point.values);
  asked_.reset();
  settle_on(point.device, point.values);
  asked_->question.gpu = &plan_.gpu(point.device);
  const Model& model = *plan_.ask().model;
  return sensitivities(model, asked_->question, predictions_.predict(model, asked_->question));
}

void SweepPredictor::predict_all(std::span<SweepPoint> points) {
  const std::vector<Number>& values = points.front().values;
  choose_kernel(values);
  asked_.reset();
  for (SweepPoint& point : points) {
    try {
      with_kernel_faults(*kernel_, [&] {
        if (!asked_ || asked_->question.openacc) settle_on(point.device, values);
        predict_one(point);
      });
    } catch (const UnknownInput& unknown) {
      const std::vector<const DeviceFile*> files = {plan_.ask().devices[point.device].get()};
      point.reason = missing_number(unknown, *plan_.ask().model, files).found.front().message;
    } catch (const InputError& error) {
      point.reason = error.found.front().message;
    }
    if (!point.reason.empty()) point.time.reset();
    // What a combination lacks, it lacks on every device.
    if (!asked_) {
      for (SweepPoint& other : points) other.reason = point.reason;
      return;
    }
  }
}

// Devices differ in the launch of OpenACC's loops alone; else this is done once.
void SweepPredictor::settle_on(std::size_t device, std::span<const Number> values) {
  const SweepAsk& ask = plan_.ask();
  predictions_.forget();
  asked_.reset();
  AskedKernel made;
  settle({.kernel = &kernel_->kernel,
          .overrides = plan_.overrides(values),
          .gpu = &plan_.gpu(device),
          .way = ask.way,
          .cache = ask.cache,
          .work = ask.work},
         made);
  refuse_outside(made.kernel(), made.values, kernel_->text);
  bytes_ = device_bytes(made.kernel(), made.values);
  stated_launch_.reset();
  if (made.kernel().launch) stated_launch_ = launch_shape(made.kernel(), made.values);
  asked_ = std::move(made);
  asked_->question.values = asked_->values;
}

void SweepPredictor::predict_one(SweepPoint& point) {
  const Gpu& gpu = plan_.gpu(point.device);
  Question& question = asked_->question;
  question.gpu = &gpu;
  // What cannot run is not worth an analysis, which may yet find shared memory that is not stated.
  refuse_launch(stated_launch_, gpu);
  const Prediction& prediction = predictions_.predict(*plan_.ask().model, question);
  if (prediction.work.launch != stated_launch_) refuse_launch(prediction.work.launch, gpu);
  point.time = prediction.terms[prediction.kernel].time;
  require_usable(*point.time, kernel_->text);
  point.bound = prediction.bound().name;
  point.work = work_done(*question.kernel, prediction);
  point.fits = DeviceMemory(bytes_, gpu).fits();
  if (plan_.overlaps()) overlap(point, prediction);
}

void SweepPredictor::refuse_launch(const std::optional<LaunchShape>& launch, const Gpu& gpu) const {
  const SmLimits* limits = find_limits(gpu.compute_capability);
  if (!launch || limits == nullptr) return;
  PartialLaunch asked;
  asked.threads = static_cast<int>(std::min<std::int64_t>(launch->threads_per_block(), INT_MAX));
  if (launch->registers_per_thread) {
    asked.registers_per_thread = static_cast<int>(*launch->registers_per_thread);
  }
  asked.shared_memory = launch->shared_memory.value_or(0);
  const auto solved = solve(*limits, asked);
  if (const auto* refusals = std::get_if<Refusals>(&solved)) {
    throw InputError{{{.id = "launch-impossible",
                       .message = fault_text(refusals->front()) + " on " + gpu.name}}};
  }
}

// Copies and kernel in streams, as a timeline of so many chunks.
void SweepPredictor::overlap(SweepPoint& point, const Prediction& prediction) {
  const SweepAsk& ask = plan_.ask();
  ProgramAsk program;
  program.kernel = kernel_;
  const DeviceFile& device = *ask.devices[point.device];
  program.devices.emplace(plan_.gpu(point.device).id, device);
  program.model = ask.model;
  program.options.streams = plan_.value_of(Kind::streams, point.values);
  program.options.chunks = plan_.value_of(Kind::chunks, point.values);
  program.options.openacc = asked_->question.openacc;
  program.options.work = ask.work;
  ProgramAnswer answer = begin_answer(program);
  answer.predicted = &prediction;
  answer.values = {asked_->values.begin(),
                   asked_->values.begin() + std::ssize(asked_->kernel().parameters)};
  settle_devices(answer, 1);
  search_overlap(answer);
  const Seconds low{answer.low_s}, high{answer.high_s};
  point.time = {Seconds{answer.forecast.time_s}, low, high};
  point.bound = limiting_engine(answer.forecast);
}

}  // namespace gpumodel
