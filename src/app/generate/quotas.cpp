#include "src/app/generate/quotas.hpp"

#include <map>
#include <mutex>

#include "models/kernel/workload.hpp"
#include "models/validation/predict_point.hpp"
#include "src/app/common/parallel.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_tries = 60;  // of a family, for each kernel of the set

ChosenKernel predicted(GeneratedKernel kernel, const Gpu& gpu) {
  ChosenKernel chosen;
  chosen.kernel = std::move(kernel);
  chosen.file = file_of(chosen.kernel);
  Point point;
  point.kernel = chosen.file.kernel.id;
  point.cache = chosen.kernel.cache;
  std::vector<Number> values;
  evaluate_parameters(chosen.file.kernel, {}, values);
  for (std::size_t i = 0; i < chosen.file.kernel.parameters.size(); ++i) {
    point.parameters.push_back({chosen.file.kernel.parameters[i].name, values[i]});
  }
  const PointPrediction prediction = predict_point(chosen.file.kernel, point, &gpu, nullptr);
  const ModelAnswer* answer = prediction.answer_of(default_model());
  if (answer == nullptr) {
    throw InputError{{{.id = "not-predicted",
                       .message = point.kernel + " is not predicted: " + prediction.reason}}};
  }
  chosen.predicted_s = answer->time_s;
  chosen.limiter = answer->bound;
  chosen.bytes = device_bytes(chosen.file.kernel, values).si;
  return chosen;
}

class Chooser {
 public:
  explicit Chooser(const SetAsk& ask) : ask_(ask) {}

  std::vector<ChosenKernel> run() {
    const std::size_t kinds = families().size();
    std::size_t tries = 0;
    for (std::size_t round = 0; set_.size() < ask_.count; ++round) {
      std::vector<std::optional<ChosenKernel>> candidates(kinds);
      in_parallel(kinds, [&](std::size_t f) { candidates[f] = candidate(f, round); });
      const std::size_t before = set_.size();
      for (std::size_t f = 0; f < kinds && set_.size() < ask_.count; ++f) {
        if (fits(*candidates[f], f)) take(std::move(*candidates[f]), f);
      }
      ask_.chosen_so_far(set_.size());
      tries = set_.size() > before ? 0 : tries + 1;
      if (tries == most_tries) refuse();
    }
    return std::move(set_);
  }

 private:
  ChosenKernel candidate(std::size_t family, std::size_t round) const {
    const std::uint64_t seed = scramble(scramble(ask_.seed, family), round) >> 33;
    return predicted(generated({&families()[family], seed}), *ask_.gpu);
  }

  bool has_room(double share, std::size_t already) const {
    return static_cast<double>(already) < share * static_cast<double>(ask_.count);
  }

  // A family has at most its part, one more for what does not divide.
  bool fits(const ChosenKernel& one, std::size_t family) const {
    const auto limiter = limiters_.find(one.limiter);
    const Quotas& q = ask_.quotas;
    return has_room(1.0 / static_cast<double>(families().size()), of_family(family)) &&
           one.predicted_s <= longest_kernel_s &&
           (one.predicted_s >= 10e-6 || has_room(q.under_10us, under_10us_)) &&
           (one.predicted_s >= 100e-6 || has_room(q.under_100us, under_100us_)) &&
           (one.bytes <= 1e9 || has_room(q.over_1_gb, over_1_gb_)) &&
           (limiter == limiters_.end() || has_room(q.one_limiter, limiter->second));
  }

  std::size_t of_family(std::size_t family) const {
    const auto found = by_family_.find(family);
    return found == by_family_.end() ? 0 : found->second;
  }

  void take(ChosenKernel one, std::size_t family) {
    ++by_family_[family];
    ++limiters_[one.limiter];
    under_10us_ += one.predicted_s < 10e-6;
    under_100us_ += one.predicted_s < 100e-6;
    over_1_gb_ += one.bytes > 1e9;
    set_.push_back(std::move(one));
  }

  [[noreturn]] void refuse() const {
    throw InputError{
        {{.id = "generated-quotas",
          .message = fmt::format("quotas leave {} of {} kernels", set_.size(), ask_.count),
          .hints = {"ask for more kernels: shares of small sets are coarse"}}}};
  }

  const SetAsk& ask_;
  std::vector<ChosenKernel> set_;
  std::map<std::size_t, std::size_t> by_family_;
  std::map<std::string, std::size_t> limiters_;
  std::size_t under_10us_ = 0, under_100us_ = 0, over_1_gb_ = 0;
};

}  // namespace

KernelFile file_of(const GeneratedKernel& kernel) {
  return read_kernel(make_text_file(kernel.descriptor, kernel.name.text() + ".yaml"));
}

std::vector<ChosenKernel> choose_set(const SetAsk& ask) {
  return Chooser(ask).run();
}

}  // namespace gpumodel
