// Times of a program's kernels, from any kernel model; each distinct call is predicted, or refused,
// once.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/time/asked_kernel.hpp"
#include "models/timeline/program/program.hpp"

namespace gpumodel {

struct KernelCost {
  Estimate<Seconds> body;    // on the device, without its launch
  double part = 1.0;         // of the body that this call is
  std::int32_t call = -1;    // index of its prediction, where these are kept
  double last_blocks = 0.0;  // share of the body in which it has room for others
  double share = 1.0;        // of the device's block slots
  double drag = 0.0;         // s/B: see Task::drag
  double use = 0.0;          // see Task::use
  bool region = false;       // launched by the run-time library of an OpenACC compiler
};

// A loop on the host whose data come in part from memory, the rest from where the steps before
// left it.
struct HostCost {
  struct Loop {
    Estimate<Seconds> time{};
    std::int32_t call = -1;  // see KernelCost
  };
  Loop from_memory, from_caches;
  double share_from_memory = 0.0;
  const Constant* spread = nullptr;  // of both
  Estimate<Seconds> time() const;
};

// A call of a kernel with the terms of its time: on a device, or as a loop of the host.
struct KernelPrediction {
  AskedKernel asked;
  Prediction prediction;
  TermId body = TermId::none;         // on a device: without its launch
  std::shared_ptr<const Cpu> host{};  // as the loop uses it
};

// A kernel has no time: a size or an access that its descriptor does not allow.
struct KernelFault {
  std::string message;
  Source source{};  // where in its file, with the text there as `note`
  int column = 0;
};

// A program calls its kernels in more different ways than the work that is allowed can look at.
struct TooManyCalls {};

class KernelCosts {
 public:
  using Overrides = std::vector<std::optional<Number>>;

  // `host` may be null. All must outlive this. `work`: see work_limit.hpp. `predicted`: of the only
  // call on a device there is; null: each is predicted.
  KernelCosts(const Model& model, const Cpu* host, double work = usual_work,
              const Prediction* predicted = nullptr)
      : model_(model), host_(host), predicted_(predicted), work_(work), left_(of_all_calls) {}

  // As a region of OpenACC it runs by the schedule of its file, where that states one. Throws
  // KernelFault, TooManyCalls, and UnknownInput as predict() does.
  KernelCost on_device(const Kernel& kernel, const Overrides& overrides, const Gpu& gpu,
                       CacheStart cache, bool region = false);
  // As a loop on all cores, or on one. `from_memory` is the share of its data that a device has
  // just stored past the caches; the rest is where the steps before left it. Throws also
  // UnknownInput{"host"} where there is no host.
  HostCost on_host(const Kernel& kernel, const Overrides& overrides, bool one_thread,
                   double from_memory);

  // Of the work that one prediction may take.
  static constexpr double of_all_calls = 4.0;

  const Model& model() const { return model_; }
  // From now on every distinct call is kept.
  void keep_predictions() { keeps_ = true; }
  std::vector<KernelPrediction> take_predictions() { return std::move(kept_); }

 private:
  template <class Value, class Make>
  Value once(std::map<std::string, Value>& known, const std::string& key, Make make);
  KernelCost predict_call(const KernelAsk& ask, KernelPrediction& call);
  KernelCost cost(const Prediction& prediction, TermId body, const Gpu& gpu, bool region) const;
  // Runs `ask` on what one call may take of the work that is left.
  template <class Ask>
  void within_work(Question& question, Prediction& prediction, Ask ask);
  HostCost::Loop host_time(const Kernel& kernel, const Overrides& overrides, bool one_thread,
                           CacheStart cache);
  std::int32_t keep(KernelPrediction call);

  const Model& model_;
  const Cpu* host_;
  const Prediction* predicted_;
  double work_;
  double left_;
  std::map<std::string, KernelCost> known_;
  std::map<std::string, HostCost::Loop> known_on_host_;
  std::map<std::string, std::exception_ptr> refused_;
  bool keeps_ = false;
  std::vector<KernelPrediction> kept_;
};

}  // namespace gpumodel
