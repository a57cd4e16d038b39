#include "models/timeline/program/kernel_costs.hpp"

#include <algorithm>

#include "models/analysis/blocks_per_sm.hpp"
#include "models/core/constants.hpp"
#include "models/kernel/thread/index_bounds.hpp"
#include "models/kernel/workload.hpp"
#include "models/timeline/schedule.hpp"

namespace gpumodel {
namespace {

// Of one prediction's work: what a call takes besides its analysis (about 0.2 ms), and what it gets
// when little is left.
constexpr double of_any_call = 0.0005, least_of_call = 0.005;

// The launch is paid on the timeline: by the host, and by the device where nothing hides it.
TermId without_launch(Prediction& p) {
  Workings& w = p.terms.workings();
  Worked<Seconds> body = w.term("t_kernel", p.terms[p.kernel].time, "kernel");
  for (const TermId part : p.terms.parts(p.kernel)) {
    if (p.terms[part].name != "launch") continue;
    body = max(w.zero<Seconds>(), body - w.term("t_launch", p.terms[part].time, "launch"));
  }
  return p.terms.leaf("body", body);
}

void require_inside(const Kernel& kernel, std::span<const Number> values) {
  const IndexBounds bounds = index_bounds(kernel, values);
  if (!bounds.outside.empty()) throw ThreadFault{bounds.outside.front()};
}

// Block slots that the grid fills; 1 where the launch or its resources are not known.
double share_of_device(const Prediction& p, const Gpu& gpu) {
  const std::optional<LaunchShape>& launch = p.work.launch;
  if (!launch || !launch->registers_per_thread) return 1.0;
  const std::optional<int> blocks = blocks_per_sm(*launch, gpu.compute_capability, 0);
  if (!blocks) return 1.0;
  const double slots = gpu.sms.known().si * *blocks;
  return std::clamp(launch->blocks() / slots, 1e-6, 1.0);
}

// What SMs without blocks could do besides is left to others.
double use_of(const Prediction& p, Seconds body) {
  const TermId busiest = p.terms.largest_leaf(p.kernel, Leaf::unit);
  if (busiest == TermId::none || body.si <= 0.0) return 0.0;
  const Term& unit = p.terms[busiest];
  return std::min(1.0, unit.time.value.si / unit.uneven / body.si);
}

// Of a grid that fills the device: the share of its time in which no block waits for a place.
double share_of_last_blocks(const Prediction& p, Seconds body) {
  const TermId busiest = p.terms.largest_leaf(p.kernel, Leaf::unit);
  if (busiest == TermId::none || body.si <= 0.0) return 0.0;
  const Term& unit = p.terms[busiest];
  double seconds = unit.time.value.si * (1.0 - 1.0 / unit.uneven);
  for (const TermId part : p.terms.parts(p.kernel)) {
    if (p.terms[part].name == "tail") seconds += p.terms[part].time.value.si;
  }
  return std::min(1.0, seconds / body.si);
}

// First order: a kernel that is bound by memory loses the bandwidth that copies take.
double drag_of(const Prediction& p, const Gpu& gpu, Seconds body) {
  const TermId dram = p.terms.find(p.kernel, "dram");
  const double memory = p.time(dram).si;
  if (memory <= 0.0 || body.si <= 0.0 || memory < p.time(p.compute).si) return 0.0;
  return std::min(1.0, memory / body.si) / gpu.dram_copy_bandwidth.known().si;
}

bool is_measured(const Cpu& host) {
  return host.memory_sustained.source.from == Provenance::measured;
}

template <class Ask>
auto with_faults_of(const Kernel& kernel, Ask ask) {
  const auto name = "kernel '" + kernel.id + "': ";
  try {
    return ask();
  } catch (const FormulaError& error) {
    throw KernelFault{name + error.error.message, error.formula->source,
                      error.formula->column + static_cast<int>(error.error.column)};
  } catch (const ThreadFault& fault) {
    const bool of_access = fault.access != nullptr;
    const int column = of_access ? fault.access->column : fault.formula->column;
    throw KernelFault{name + fault.error.message,
                      of_access ? fault.access->source : fault.formula->source,
                      column + static_cast<int>(fault.error.column)};
  }
}

std::string key_of(const Kernel& kernel, const KernelCosts::Overrides& overrides,
                   const std::string& device, CacheStart cache, bool other_way) {
  std::string key = kernel.id + "|" + device + "|" + std::string(to_string(cache));
  if (other_way) key += "|o";
  for (const auto& value : overrides) key += "|" + (value ? to_string(*value) : std::string());
  return key;
}

}  // namespace

template <class Value, class Make>
Value KernelCosts::once(std::map<std::string, Value>& known, const std::string& key, Make make) {
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (const auto found = refused_.find(key); found != refused_.end()) {
    std::rethrow_exception(found->second);
  }
  try {
    return known.emplace(key, make()).first->second;
  } catch (...) {
    refused_.emplace(key, std::current_exception());
    throw;
  }
}

KernelCost KernelCosts::on_device(const Kernel& kernel, const Overrides& overrides, const Gpu& gpu,
                                  CacheStart cache, bool region) {
  return once(known_, key_of(kernel, overrides, gpu.id, cache, region), [&] {
    if (predicted_ != nullptr) {
      Prediction known = *predicted_;
      const TermId body = without_launch(known);
      return cost(known, body, gpu, region);
    }
    const bool by_schedule = region && kernel.openacc;
    const KernelAsk ask{.kernel = &kernel,
                        .overrides = overrides,
                        .gpu = &gpu,
                        .way = by_schedule ? LaunchWay::openacc : LaunchWay::any,
                        .openacc_runtime = region,
                        .cache = cache};
    KernelPrediction call;  // faults refer to it
    KernelCost made = with_faults_of(kernel, [&] { return predict_call(ask, call); });
    made.call = keep(std::move(call));
    return made;
  });
}

// Its terms; what the analysis counted stands in them.
std::int32_t KernelCosts::keep(KernelPrediction call) {
  if (!keeps_) return nothing;
  call.prediction.analysis.reset();
  kept_.push_back(std::move(call));
  return static_cast<std::int32_t>(kept_.size()) - 1;
}

// A call has half of what is left, so that no number of heavy ones takes more than all, and few
// have less than a prediction by itself.
template <class Ask>
void KernelCosts::within_work(Question& question, Prediction& prediction, Ask ask) {
  if (left_ <= 0.0) throw TooManyCalls{};
  question.work = work_ * std::clamp(left_ / 2.0, least_of_call, 1.0);
  ask(model_, question, prediction);
  left_ -= of_any_call / work_;
  if (prediction.analysis) left_ -= prediction.analysis->traffic.work_done / work_;
}

KernelCost KernelCosts::predict_call(const KernelAsk& ask, KernelPrediction& call) {
  settle(ask, call.asked);
  require_inside(call.asked.kernel(), call.asked.values);
  within_work(call.asked.question, call.prediction, predict);
  call.body = without_launch(call.prediction);
  return cost(call.prediction, call.body, *ask.gpu, call.asked.question.openacc);
}

KernelCost KernelCosts::cost(const Prediction& prediction, TermId body, const Gpu& gpu,
                             bool region) const {
  const Estimate<Seconds> time = prediction.terms[body].time;
  KernelCost cost{.body = time, .share = share_of_device(prediction, gpu), .region = region};
  if (model_.ceiling == Ceiling::peak) return cost;
  cost.drag = drag_of(prediction, gpu, time.value);
  cost.use = use_of(prediction, time.value);
  if (cost.share == 1.0) cost.last_blocks = share_of_last_blocks(prediction, time.value);
  return cost;
}

Estimate<Seconds> HostCost::time() const {
  const auto of = [&](const Loop& loop, double share) {
    const double wider = spread != nullptr ? spread->high : 1.0;
    return widened(loop.time, wider) * exact(Count{share});
  };
  return of(from_memory, share_from_memory) + of(from_caches, 1.0 - share_from_memory);
}

HostCost KernelCosts::on_host(const Kernel& kernel, const Overrides& overrides, bool one_thread,
                              double from_memory) {
  if (host_ == nullptr) throw UnknownInput{"host"};
  const auto loop = [&](CacheStart cache) {
    return host_time(kernel, overrides, one_thread, cache);
  };
  HostCost cost;
  cost.share_from_memory = std::clamp(from_memory, 0.0, 1.0);
  if (is_measured(*host_)) cost.spread = &constants::spread_of_loops;
  if (from_memory > 0.0) cost.from_memory = loop(CacheStart::cold);
  if (from_memory < 1.0) cost.from_caches = loop(CacheStart::warm);
  return cost;
}

HostCost::Loop KernelCosts::host_time(const Kernel& kernel, const Overrides& overrides,
                                      bool one_thread, CacheStart cache) {
  const auto make = [&] {
    const auto host = std::make_shared<Cpu>(*host_);
    if (one_thread) {
      host->cores.si = 1.0;
      host->memory_sustained = host->memory_bandwidth = host->core_bandwidth;
      host->memory_read = host->memory_write = {};
      host->copy_by_footprint = host->core_by_footprint;
      host->sustained_fp64 = host->peak_fp64 = host->core_fp64;
      host->sustained_fp32 = host->peak_fp32 = host->core_fp32;
    }
    KernelPrediction call;
    call.host = host;
    settle({.kernel = &kernel,
            .overrides = overrides,
            .host = host.get(),
            .way = LaunchWay::none,
            .cache = cache},
           call.asked);
    require_inside(kernel, call.asked.values);
    within_work(call.asked.question, call.prediction, predict_on_host);
    const Estimate<Seconds> time = call.prediction.terms[call.prediction.kernel].time;
    return HostCost::Loop{time, keep(std::move(call))};
  };
  return once(known_on_host_, key_of(kernel, overrides, "host " + host_->id, cache, one_thread),
              [&] { return with_faults_of(kernel, make); });
}

}  // namespace gpumodel
