#include "models/time/predict.hpp"

#include <algorithm>
#include <array>

#include "models/time/machine/judged_parts.hpp"
#include "models/time/machine/machine_model.hpp"
#include "models/time/on_devices.hpp"
#include "models/time/terms/compute.hpp"
#include "models/time/terms/host.hpp"
#include "models/time/terms/launch.hpp"
#include "models/time/terms/memory.hpp"
#include "models/time/terms/textbook_overlap.hpp"
#include "models/time/terms/transfer.hpp"

namespace gpumodel {
namespace {

// With sustained ceilings the pipes work side by side, so the busiest one counts.
template <class Machine>
TermId arithmetic(const Question& ask, const Machine& machine, Ceiling ceiling, Prediction& p) {
  if (ceiling == Ceiling::peak) {
    return whole_compute_term(p.terms, *ask.kernel, p.work, machine);
  }
  const auto pipe = [&](Pipe which) {
    return compute_term(p.terms, which, *ask.kernel, p.work, flop_rate(machine, which, ceiling));
  };
  return p.terms.combine("compute", Combine::max,
                         {pipe(Pipe::fp64), pipe(Pipe::fp32), pipe(Pipe::fp16)});
}

TermId host_term(const Question& ask, Ceiling ceiling, Prediction& p) {
  const Cpu& cpu = *ask.host;
  const TermId compute = arithmetic(ask, cpu, ceiling, p);
  const TermId memory =
      ceiling == Ceiling::peak
          ? memory_term(p.terms, "memory", bytes_moved(p.terms.workings(), *ask.kernel, p.work),
                        cpu.memory_bandwidth)
          : host_memory_term(p.terms, *ask.kernel, p.work, cpu, ask.cache == CacheStart::warm);
  const TermId start = ceiling == Ceiling::peak ? TermId::none : parallel_loop_term(p.terms, cpu);
  if (start == TermId::none) return p.terms.combine("host", Combine::max, {compute, memory});
  const TermId loop = p.terms.combine("loop", Combine::max, {compute, memory});
  return p.terms.combine("host", Combine::sum, {start, loop});
}

void host(const Question& ask, Ceiling ceiling, Prediction& p) {
  if (ask.host == nullptr) return;
  const TermId time = host_term(ask, ceiling, p);
  const double faster = speedup(p.time(time), p.time(p.offload));
  p.host = HostComparison{time, faster, faster > 1.0};
}

// Transfers, the offload as a whole, the sheet's overlap and the host: the same for every model.
void surroundings(const Question& ask, Ceiling ceiling, Prediction& p) {
  const auto copies = [&](bool to_device) {
    return transfer_term(p.terms, *ask.kernel, ask.values, p.work, *ask.gpu, to_device, ceiling);
  };
  p.h2d = copies(true);
  p.d2h = copies(false);
  p.transfers = p.terms.combine("transfers", Combine::sum, {p.h2d, p.d2h});
  p.offload = p.terms.combine("offload", Combine::sum, {p.transfers, p.kernel});
  if (ask.streams > 0) {
    const TermId term = textbook_overlap_term(p.terms, p.kernel, p.transfers, ask.streams);
    p.textbook_overlap = TextbookOverlap{term, speedup(p.time(p.offload), p.time(term))};
  }
  host(ask, ceiling, p);
}

// The exercise sheet's model: max(compute, memory) with the datasheet's peaks, and nothing else.
void textbook(const Question& ask, Prediction& p) {
  p.compute = arithmetic(ask, *ask.gpu, Ceiling::peak, p);
  p.memory = memory_term(p.terms, "memory", bytes_moved(p.terms.workings(), *ask.kernel, p.work),
                         ask.gpu->dram_bandwidth);
  p.kernel = p.terms.combine("kernel", Combine::max, {p.compute, p.memory});
  surroundings(ask, Ceiling::peak, p);
}

// What reaches device memory: where accesses are known, what L1 and L2 leave of them.
Worked<Bytes> behind_l2(const Question& ask, Prediction& p) {
  Workings& w = p.terms.workings();
  if (!p.analysis) return bytes_moved(w, *ask.kernel, p.work);
  const CacheVolumes volumes = p.analysis->volumes(ask.cache);
  return w.count("V_r", Bytes{volumes.dram_read_bytes}, "accesses") +
         w.count("V_w", Bytes{volumes.dram_write_bytes}, "accesses");
}

// Sustained ceilings, and the launch that every kernel pays.
void roofline(const Question& ask, Prediction& p) {
  const TermId launch = launch_term(p.terms, *ask.gpu);
  p.compute = arithmetic(ask, *ask.gpu, Ceiling::sustained, p);
  p.memory = memory_term(p.terms, "dram", behind_l2(ask, p), ask.gpu->dram_copy_bandwidth);
  p.kernel =
      p.terms.combine("kernel", Combine::sum,
                      {launch, p.terms.combine("body", Combine::max, {p.compute, p.memory})});
  surroundings(ask, Ceiling::sustained, p);
}

// Every part of the machine, and how they share the time.
void machine(const Question& ask, Prediction& p) {
  p.kernel = machine_kernel(p.terms, machine_demand(ask, p), *ask.gpu);
  p.compute = p.terms.find(p.kernel, "execution");
  p.memory = p.terms.find(p.kernel, "memory");
  if (p.memory == TermId::none) p.memory = p.terms.find(p.kernel, "dram");
  surroundings(ask, Ceiling::sustained, p);
}

constexpr std::array<Model, 3> model_table = {{
    {"textbook", "max(compute, memory)",
     "the exercise sheet's equations with datasheet peaks; no launch cost", textbook,
     Ceiling::peak},
    {"roofline", "launch + max(compute, dram)", "sustained ceilings and the cost of a launch",
     roofline, Ceiling::sustained},
    {"machine", "launch + norm(queue(latency, memory), execution, l1)",
     "every part of the GPU, and how blocks and warps share it", machine, Ceiling::sustained},
}};

}  // namespace

std::span<const Model> models() {
  return model_table;
}

const Model* find_model(std::string_view name) {
  for (const Model& model : model_table) {
    if (model.name == name) return &model;
  }
  return nullptr;
}

std::string model_names(std::string_view separator) {
  std::string names;
  for (const Model& model : model_table) {
    if (!names.empty()) names += separator;
    names += model.name;
  }
  return names;
}

const Model& default_model() {
  return model_table.back();
}

namespace {

void forget_terms(Prediction& prediction) {
  prediction.terms.clear();
  prediction.host.reset();
  prediction.textbook_overlap.reset();
}

// `prepared`: what other devices need of the kernel too, where there are any; `paired`: some of
// their banks give two words.
void find_work(const Question& question, Prediction& prediction,
               std::optional<PreparedKernel>* prepared = nullptr, bool paired = false) {
  prediction.analysis.reset();
  if (question.kernel->thread) {
    if (prepared == nullptr) {
      prediction.analysis = analyse(*question.kernel, question.values, question.gpu, question.work);
    } else {
      if (!*prepared) prepared->emplace(*question.kernel, question.values, question.work);
      prediction.analysis = analyse(**prepared, *question.gpu, paired);
    }
    prediction.work = workload_of(*question.kernel, question.values, *prediction.analysis);
  } else {
    prediction.work = evaluate(*question.kernel, question.values);
  }
  prediction.unjudged = has_unjudged_parts(*question.kernel);
}

}  // namespace

MachineDemand machine_demand(const Question& ask, const Prediction& p) {
  MachineDemand demand = p.analysis ? machine_demand(*ask.kernel, *p.analysis, ask.cache, *ask.gpu)
                                    : machine_demand(p.work, ask.cache, *ask.gpu);
  demand.openacc = ask.openacc;
  demand.unjudged = p.unjudged;
  return demand;
}

void predict(const Model& model, const Question& question, Prediction& prediction) {
  find_work(question, prediction);
  predict_again(model, question, prediction);
}

const Prediction& PredictionsOnDevices::predict(const Model& model, const Question& question) {
  const Gpu& gpu = *question.gpu;
  if (!question.kernel->thread) {
    Made& made = made_.empty() ? made_.emplace_back() : made_.front();
    if (!made.current) find_work(question, made.prediction);
    made.current = true;
    predict_again(model, question, made.prediction);
    return made.prediction;
  }
  Made& made = made_for(gpu);
  if (made.current) {
    analyse_on_other_device(gpu, *kernel_, *made.prediction.analysis);
    add_traffic(*question.kernel, *made.prediction.analysis, made.prediction.work);
  } else {
    several_ = several_ || kernel_.has_value();
    find_work(question, made.prediction, &kernel_, several_);
    made.current = true;
  }
  predict_again(model, question, made.prediction);
  return made.prediction;
}

// Current if its traffic serves.
PredictionsOnDevices::Made& PredictionsOnDevices::made_for(const Gpu& gpu) {
  const auto current = [&](auto serves) {
    return std::ranges::find_if(made_, [&](const Made& made) {
      return made.current && serves(gpu, *made.prediction.analysis);
    });
  };
  if (const auto same = current(has_same_traffic); same != made_.end()) return *same;
  const auto found = current(has_traffic_without_lookups);
  const Made* const more = found != made_.end() ? &*found : nullptr;
  const auto free = std::ranges::find(made_, false, &Made::current);
  Made& made = free != made_.end() ? *free : made_.emplace_back();  // others stay where they are
  if (more != nullptr) {
    made.prediction.analysis = more->prediction.analysis;
    made.prediction.work = more->prediction.work;
    made.prediction.unjudged = more->prediction.unjudged;
    made.current = true;
  }
  return made;
}

void PredictionsOnDevices::forget() {
  kernel_.reset();
  for (Made& made : made_) made.current = false;
}

void predict_again(const Model& model, const Question& question, Prediction& prediction) {
  forget_terms(prediction);
  model.evaluate(question, prediction);
}

void predict_on_host(const Model& model, const Question& question, Prediction& prediction) {
  find_work(question, prediction);
  forget_terms(prediction);
  prediction.kernel = host_term(question, model.ceiling, prediction);
}

}  // namespace gpumodel
