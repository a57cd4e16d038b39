#include "src/commands/validate_judge.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

class Judge {
 public:
  Judge(std::vector<PointSet> sets, KernelShelf& kernels, const ValidateOptions& options,
        const ValidateCall& call)
      : kernels_(kernels), options_(options) {
    answer_.sets = std::move(sets);
    answer_.model = call.model;
    answer_.tolerance = call.tolerance;
    answer_.why = options.why;
  }

  void add(ValidateInput input, const PointFilter& filter) {
    std::erase_if(input.record.points, [&](const Point& p) { return !filter.keeps(p); });
    ValidateRun run{std::move(input.record.environment), std::move(input.file), {}, {}};
    find_device(run);
    const ValidateRun& last = answer_.runs.emplace_back(std::move(run));
    PointPredictor predictor(last.gpu(), last.cpu(), options_.why);
    for (Point& point : input.record.points) add_point(std::move(point), predictor);
  }

  ValidateAnswer take() { return std::move(answer_); }

 private:
  // A machine that the library does not know is measured all the same, and not predicted.
  void find_device(ValidateRun& run) {
    no_device_file_.clear();
    const Environment& environment = run.environment;
    const bool host = environment.backend == BackendKind::host;
    try {
      if (host) {
        run.device = device_file_for(environment.host, options_.host);
        run.matches = match_device(*run.cpu(), environment.host);
      } else if (environment.device) {
        run.device = device_file_for(*environment.device, options_.device);
        run.matches = match_device(*run.gpu(), *environment.device);
      }
    } catch (InputError& error) {
      if (!(host ? options_.host : options_.device).empty()) throw;
      no_device_file_ = error.found.front().message;
      error.found.front().severity = Severity::warning;
      answer_.notes.push_back(std::move(error.found.front()));
    }
  }

  void add_point(Point point, PointPredictor& predictor) {
    const ValidateRun& run = answer_.runs.back();
    PointPrediction prediction;
    if (point.backend == BackendKind::host ? run.cpu() == nullptr : run.gpu() == nullptr) {
      prediction.reason = no_device_file_.empty() ? "the record names no device" : no_device_file_;
    }
    if (prediction.reason.empty() && point.is_measured()) {
      const KernelFile* file = kernels_.find(point.kernel, prediction.reason);
      if (file != nullptr) prediction = predictor.predict(file->kernel, point);
    }
    answer_.points.push_back(judge(std::move(point), std::move(prediction), *answer_.model,
                                   run.gpu(), answer_.tolerance));
    answer_.points.back().run = answer_.runs.size() - 1;
    assign_sets(answer_.points.back(), answer_.sets);
  }

  KernelShelf& kernels_;
  const ValidateOptions& options_;
  ValidateAnswer answer_;
  std::string no_device_file_;  // why there is none for the last run
};

}  // namespace

bool PointFilter::keeps(const Point& point) const {
  const auto among = [](const auto& all, const auto& value) {
    return all.empty() || std::ranges::find(all, value) != all.end();
  };
  return among(kernels, point.kernel) && among(caches, point.cache) &&
         (!backend || *backend == point.backend);
}

ValidateAnswer judged_answer(std::vector<ValidateInput> inputs, const PointFilter& filter,
                             std::vector<PointSet> sets, KernelShelf& kernels,
                             const ValidateOptions& options, const ValidateCall& call) {
  Judge judge(std::move(sets), kernels, options, call);
  for (ValidateInput& input : inputs) judge.add(std::move(input), filter);
  return judge.take();
}

}  // namespace gpumodel
