#include "src/app/validate/judge.hpp"

#include <algorithm>
#include <map>
#include <memory>

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
    if (answer_.runs.back().environment.generated) add_families();
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
    if (changed_ > 0) {
      answer_.sets.push_back({.name = std::string(changed_by_compiler),
                              .summary = "other accesses, flop or instructions than described",
                              .members = {}});
    }
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
      const KernelFile* file = asked.point.descriptor.empty()
                                   ? kernels_.find(asked.point.kernel, reason)
                                   : described(asked.point, reason);
      if (file != nullptr) asked.kernel = &file->kernel;
    }
    asked_.push_back(std::move(asked));
  }

  // The kernel that stands in the record itself.
  const KernelFile* described(const Point& point, std::string& why_not) {
    auto& file = described_[point.descriptor];
    try {
      if (!file) {
        file = std::make_unique<KernelFile>(
            read_kernel(make_text_file(point.descriptor, point.kernel + ".yaml")));
      }
    } catch (const InputError& error) {
      why_not = error.found.front().message;
    }
    return file.get();
  }

  // Generated kernels are summed up by family: the name up to the seed.
  void add_families() {
    std::erase_if(answer_.sets, [](const PointSet& set) { return set.counts; });  // of a suite
    for (const Asked& asked : asked_) {
      if (!answer_.runs[asked.run].environment.generated) continue;
      const std::string& kernel = asked.point.kernel;
      const std::string family = kernel.substr(0, kernel.find_last_not_of("0123456789"));
      auto found = std::ranges::find(answer_.sets, family, &PointSet::name);
      if (found == answer_.sets.end()) {
        answer_.sets.push_back({.name = family, .summary = {}, .members = {SetMembers{}}});
        found = answer_.sets.end() - 1;
      }
      found->members.front().kernels.push_back(kernel);
    }
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
    JudgedPoint& judged = answer_.points.back();
    judged.run = asked.run;
    assign_sets(judged, answer_.sets);
    if (!judged.point.descriptor.empty() && is_changed_by_compiler(judged.prediction.checks)) {
      judged.sets.emplace_back(changed_by_compiler);
      ++changed_;
    }
  }

  KernelShelf& kernels_;
  const JudgeAsk& ask_;
  ValidateAnswer answer_;
  std::vector<Asked> asked_;
  std::map<std::string, std::unique_ptr<KernelFile>> described_;  // by their text
  std::size_t changed_ = 0;
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
