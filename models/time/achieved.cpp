#include "models/time/achieved.hpp"

#include <algorithm>

#include "models/time/machine/rates.hpp"

namespace gpumodel {
namespace {

struct DramBytes {
  Bytes read, written;
  Bytes all() const { return read + written; }
};

// What the model says reaches device memory: the sheet's model knows no cache.
DramBytes dram_bytes(const Model& model, const Question& question, const Prediction& p) {
  if (!p.analysis || model.ceiling == Ceiling::peak) return {p.work.loaded, p.work.stored};
  const CacheVolumes volumes = p.analysis->volumes(question.cache);
  return {Bytes{volumes.dram_read_bytes}, Bytes{volumes.dram_write_bytes}};
}

// The pipe that its peak keeps busy the longest; nothing without arithmetic.
std::optional<Pipe> busiest_pipe(const Workload& work, const Gpu& gpu) {
  std::optional<Pipe> busiest;
  Seconds longest{};
  for (const Pipe pipe : all_pipes) {
    const Flop flop = work.flop[static_cast<std::size_t>(pipe)];
    const Sourced<FlopPerSecond>& peak = flop_rate(gpu, pipe, Ceiling::peak);
    if (flop.si <= 0.0 || !peak.is_known()) continue;
    if (busiest && flop / peak.known() <= longest) continue;
    busiest = pipe;
    longest = flop / peak.known();
  }
  return busiest;
}

// What the model counts with, at the share of reads that the launch has.
std::optional<BytesPerSecond> rate_of_dram(const Model& model, const DramBytes& bytes,
                                           const Gpu& gpu) {
  if (model.ceiling == Ceiling::peak) {
    return gpu.dram_bandwidth.is_known() ? std::optional(gpu.dram_bandwidth.known()) : std::nullopt;
  }
  Workings workings;
  try {
    return dram_transfer(workings, gpu, bytes.read / bytes.all()).value();
  } catch (const UnknownInput&) {
    return std::nullopt;
  }
}

std::optional<double> larger(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::max(a, b) : a ? a : b;
}

}  // namespace

Achieved achieved(const Model& model, const Question& question, const Prediction& p) {
  const Gpu& gpu = *question.gpu;
  const Seconds time = p.time(p.kernel);
  Achieved made;
  if (time.si <= 0.0) return made;
  const DramBytes bytes = dram_bytes(model, question, p);
  if (bytes.all().si > 0.0) {
    made.dram = bytes.all() / time;
    if (gpu.dram_bandwidth.is_known()) made.dram_of_peak = *made.dram / gpu.dram_bandwidth.known();
    if (const auto roof = rate_of_dram(model, bytes, gpu)) made.of_roof = *made.dram / *roof;
  }
  if (p.work.total_flop().si > 0.0) made.flop = p.work.total_flop() / time;
  if (const std::optional<Pipe> pipe = busiest_pipe(p.work, gpu)) {
    const FlopPerSecond peak = flop_rate(gpu, *pipe, Ceiling::peak).known();
    const FlopPerSecond here = p.work.flop[static_cast<std::size_t>(*pipe)] / time;
    made.flop_of_peak = here / peak;
    if (gpu.dram_bandwidth.is_known()) made.ridge = peak / gpu.dram_bandwidth.known();
    const Sourced<FlopPerSecond>& rate = flop_rate(gpu, *pipe, model.ceiling);
    if (rate.is_known()) made.of_roof = larger(made.of_roof, here / rate.known());
  }
  made.of_peak = larger(made.dram_of_peak, made.flop_of_peak);
  return made;
}

const SourcedValue* nearest_peak(const Achieved& achieved, const Prediction& p, const Gpu& gpu) {
  if (!achieved.of_peak) return nullptr;
  if (achieved.of_peak == achieved.dram_of_peak) return &gpu.dram_bandwidth;
  return &flop_rate(gpu, *busiest_pipe(p.work, gpu), Ceiling::peak);
}

}  // namespace gpumodel
