#include "src/app/predict/next_steps.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "models/time/same_work.hpp"
#include "src/app/common/kernel_faults.hpp"
#include "src/app/predict/fewer_bytes.hpp"
#include "src/app/predict/predict.hpp"
#include "src/io/text/check_values.hpp"

namespace gpumodel {
namespace {

constexpr double least_gain = 1.03;
constexpr std::size_t most_steps = 3;
constexpr double least_move = 0.005;  // of the time
constexpr int most_moves = 8;         // halvings and doublings of the block, one after the other
// Of the work that an answer may take: launches that take more are not looked at again, and no more
// launches are where those so far took that much.
constexpr double cheap = 0.02, most_work_spent = 0.05;

class Improvements {
 public:
  explicit Improvements(const PredictAnswer& answer)
      : answer_(answer), now_(answer.prediction.time(answer.prediction.kernel)) {}

  std::vector<NextStep> find() {
    if (answer_.prediction.analysis && work_of(answer_.prediction) <= cheap) {
      other_launches();
    }
    if (found_.empty()) {
      if (auto step = only_fewer_bytes(answer_, least_gain)) found_.push_back(std::move(*step));
    }
    data_in_l2();
    std::ranges::stable_sort(found_, std::greater{}, &NextStep::speedup);
    if (found_.size() > most_steps) found_.resize(most_steps);
    return std::move(found_);
  }

 private:
  using Overrides = std::vector<std::optional<Number>>;

  static double work_of(const Prediction& p) { return p.analysis->traffic.work_done; }

  void add(std::string what, std::string how, const Prediction& made, Overrides overrides = {}) {
    const Estimate<Seconds>& time = made.terms[made.kernel].time;
    const double gain = speedup(now_, time.value);
    if (gain < least_gain) return;
    found_.push_back({std::move(what), std::move(how), time, gain, std::move(overrides)});
  }

  struct Launch {
    Overrides overrides;
    AskedKernel asked;
    Prediction prediction;  // refers to what was asked
  };

  // Blocks of some kernels decide how much there is to do.
  bool does_the_same(const Launch& made) const {
    const WorkDone before = work_done(answer_.kernel(), answer_.prediction);
    return before.moved > 0.0 && same_work(before, work_done(made.asked.kernel(), made.prediction));
  }

  // Nothing where the kernel is not written for such blocks.
  std::unique_ptr<Launch> launch_with(Overrides overrides) const {
    try {
      return must_launch_with(std::move(overrides));
    } catch (const FormulaError&) {
      return nullptr;
    } catch (const ThreadFault&) {
      return nullptr;
    } catch (const InputError&) {
      return nullptr;
    }
  }

  std::unique_ptr<Launch> must_launch_with(Overrides overrides) const {
    const PredictAsk& ask = answer_.ask;
    auto made = std::make_unique<Launch>(Launch{std::move(overrides), {}, {}});
    settle({.kernel = &ask.kernel->kernel,
            .overrides = made->overrides,
            .gpu = &ask.gpu(),
            .way = ask.way,
            .compiled = ask.compiled ? &ask.compiled->resources : nullptr,
            .cache = ask.cache,
            .work = ask.work},
           made->asked);
    refuse_outside(made->asked.kernel(), made->asked.values, ask.kernel->text);
    predict(*ask.model, made->asked.question, made->prediction);
    return made;
  }

  // From one block to the best of its neighbours, as long as one is better.
  void other_launches() {
    Overrides overrides = answer_.ask.overrides;
    overrides.resize(answer_.kernel().parameters.size());
    std::unique_ptr<Launch> best;
    double spent = 0.0;
    for (int move = 0; move < most_moves && spent < most_work_spent; ++move) {
      const Question question = plain((best ? best->asked : answer_.asked).question);
      const Prediction& now = best ? best->prediction : answer_.prediction;
      std::vector<LaunchChange> changes =
          launch_changes(*answer_.ask.model, question, now, best ? best->overrides : overrides);
      spent += work_of(now) * static_cast<double>(changes.size());
      std::ranges::stable_sort(changes, {}, &LaunchChange::change);
      std::unique_ptr<Launch> better;
      for (const LaunchChange& one : changes) {
        if (one.change > -least_move) break;
        const auto parameter = find_parameter(answer_.kernel(), one.what);
        if (!parameter) {
          if (move == 0) fewer_registers(one);
          continue;
        }
        if (better) continue;
        Overrides changed = best ? best->overrides : overrides;
        changed[*parameter] = Number::integer(one.to);
        std::unique_ptr<Launch> made = launch_with(std::move(changed));
        if (!made) continue;
        spent += work_of(made->prediction);
        const bool is_better =
            made->prediction.time(made->prediction.kernel) < now.time(now.kernel);
        if (is_better && does_the_same(*made)) better = std::move(made);
      }
      if (!better) break;
      best = std::move(better);
    }
    if (best) add_launch(best->overrides, best->prediction);
  }

  void add_launch(const Overrides& overrides, const Prediction& best) {
    std::string what, how;
    for (std::size_t i = 0; i < overrides.size(); ++i) {
      const Number& before = answer_.values()[i];
      if (!overrides[i] || to_string(*overrides[i]) == to_string(before)) continue;
      const std::string& name = answer_.kernel().parameters[i].name;
      const std::string value = to_string(*overrides[i]);
      what += (what.empty() ? "" : ", ") + name + " = " + value;
      how += (how.empty() ? "-D " : " -D ") + name + "=" + value;
    }
    if (!what.empty()) add(what, how, best, overrides);
  }

  void fewer_registers(const LaunchChange& one) {
    const Estimate<Seconds>& time = answer_.prediction.terms[answer_.prediction.kernel].time;
    const double factor = 1.0 + one.change;
    if (factor <= 0.0 || 1.0 / factor < least_gain) return;
    found_.push_back({std::to_string(one.to) + " registers per thread",
                      "if nothing spills",
                      {factor * time.value, factor * time.low, factor * time.high},
                      1.0 / factor,
                      {}});
  }

  void data_in_l2() {
    const Prediction& p = answer_.prediction;
    if (!answer_.knows_cache() || answer_.ask.cache == CacheStart::warm) return;
    const CacheVolumes &cold = p.analysis->cold, warm = p.analysis->volumes(CacheStart::warm);
    if (warm.dram_read_bytes + warm.dram_write_bytes >=
        cold.dram_read_bytes + cold.dram_write_bytes) {
      return;
    }
    Question question = plain(answer_.asked.question);
    question.cache = CacheStart::warm;
    Prediction made;
    made.work = p.work;
    made.analysis = p.analysis;
    predict_again(*answer_.ask.model, question, made);
    add("its data still in L2", "--cache warm", made);
  }

  static Question plain(Question question) {
    question.host = nullptr;
    question.streams = 0;
    return question;
  }

  const PredictAnswer& answer_;
  Seconds now_;
  std::vector<NextStep> found_;
};

}  // namespace

std::vector<NextStep> next_steps(const PredictAnswer& answer) {
  return Improvements(answer).find();
}

}  // namespace gpumodel
