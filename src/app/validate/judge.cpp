#include "src/app/validate/judge.hpp"

#include <algorithm>

#include "src/app/common/parallel.hpp"

namespace gpumodel {
namespace {

class Judge {
 public:
  Judge(JudgeAsk& ask, KernelShelf& kernels) : kernels_(kernels), ask_(ask) {
    answer_.sets = std::move(ask.sets);
    answer_.model = ask.model;
    answer_.tolerance = ask.tolerance;
    answer_.why = ask.why;
  }

  void add(ValidateInput input) {
    std::erase_if(input.record.points, [&](const Point& p) { return !ask_.filter.keeps(p); });
    ValidateRun run{std::move(input.record.environment), std::move(input.file), {}, {}};
    find_device(run);
    answer_.runs.push_back(std::move(run));
    for (Point& point : input.record.points) add_point(std::move(point));
  }

  // Points with one analysis are predicted together, different ones at the same time.
  ValidateAnswer take() {
    std::vector<std::span<Asked>> cases;
    for (auto first = asked_.begin(); first != asked_.end();) {
      const auto end = std::find_if_not(first, asked_.end(), [&](const Asked& other) {
        return other.run == first->run && share_analysis(other.point, first->point);
      });
      cases.emplace_back(first, end);
      first = end;
    }
    in_parallel(cases.size(), [&](std::size_t i) { predict(cases[i]); });
    for (Asked& asked : asked_) add_judged(std::move(asked));
    return std::move(answer_);
  }

 private:
  struct Asked {
    Point point;
    std::size_t run = 0;
    const Kernel* kernel = nullptr;  // null: there is no prediction, or none is wanted
    PointPrediction prediction{};
  };

  // A machine that the library does not know is measured all the same, and not predicted.
  void find_device(ValidateRun& run) {
    no_device_file_.clear();
    const Environment& environment = run.environment;
    const bool host = environment.backend == BackendKind::host;
    try {
      if (host) {
        run.device = device_file_for(environment.host, ask_.host);
        run.matches = match_device(*run.cpu(), environment.host);
      } else if (environment.device) {
        run.device = device_file_for(*environment.device, ask_.device);
        run.matches = match_device(*run.gpu(), *environment.device);
      }
    } catch (InputError& error) {
      if (!(host ? ask_.host : ask_.device).empty()) throw;
      no_device_file_ = error.found.front().message;
      error.found.front().severity = Severity::warning;
      answer_.notes.push_back(std::move(error.found.front()));
    }
  }

  void add_point(Point point) {
    const ValidateRun& run = answer_.runs.back();
    Asked asked{std::move(point), answer_.runs.size() - 1};
    std::string& reason = asked.prediction.reason;
    if (asked.point.backend == BackendKind::host ? run.cpu() == nullptr : run.gpu() == nullptr) {
      reason = no_device_file_.empty() ? "the record names no device" : no_device_file_;
    }
    if (reason.empty() && asked.point.is_measured()) {
      const KernelFile* file = kernels_.find(asked.point.kernel, reason);
      if (file != nullptr) asked.kernel = &file->kernel;
    }
    asked_.push_back(std::move(asked));
  }

  void predict(std::span<Asked> points) const {
    const ValidateRun& run = answer_.runs[points.front().run];
    PointPredictor predictor(run.gpu(), run.cpu(), answer_.why);
    for (Asked& asked : points) {
      if (asked.kernel != nullptr) asked.prediction = predictor.predict(*asked.kernel, asked.point);
    }
  }

  void add_judged(Asked asked) {
    answer_.points.push_back(judge(std::move(asked.point), std::move(asked.prediction),
                                   *answer_.model, answer_.runs[asked.run].gpu(),
                                   answer_.tolerance));
    answer_.points.back().run = asked.run;
    assign_sets(answer_.points.back(), answer_.sets);
  }

  KernelShelf& kernels_;
  const JudgeAsk& ask_;
  ValidateAnswer answer_;
  std::vector<Asked> asked_;
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

ValidateAnswer judge_points(JudgeAsk ask, KernelShelf& kernels) {
  Judge judge(ask, kernels);
  for (ValidateInput& input : ask.inputs) judge.add(std::move(input));
  return judge.take();
}

}  // namespace gpumodel
