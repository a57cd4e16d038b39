#include "src/app/roofline/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "src/app/common/measured_points.hpp"
#include "src/app/roofline/roofs.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr double rounding = 1.0 + 1e-9;

struct LevelWork {
  RoofLevel level{};
  double amount = 0.0;
};

// What passes L1's data path: sectors of global memory, words of shared memory.
double bytes_at_l1(const Kernel& kernel, const KernelAnalysis& analysis,
                   const CacheVolumes& volumes) {
  double bytes = 32.0 * (volumes.l1_load_sectors + volumes.l2_store_sectors);
  for (std::size_t i = 0; i < kernel.thread->accesses.size(); ++i) {
    const AccessSums& sums = analysis.traffic.accesses[i];
    const bool shared =
        kernel.arrays[kernel.thread->accesses[i].array].space == MemorySpace::shared;
    if (shared) bytes += std::min(sums.requested_bytes, 128.0 * sums.wavefronts);
  }
  return bytes;
}

// Kernels that state counts know of device memory and arithmetic only.
std::vector<LevelWork> work_of(const PredictAnswer& answer, CacheStart cache) {
  const Prediction& p = answer.prediction;
  std::vector<LevelWork> all = {{RoofLevel::fp64, p.work.flop[0].si},
                                {RoofLevel::fp32, p.work.flop[1].si},
                                {RoofLevel::fp16, p.work.flop[2].si}};
  if (!p.analysis) {
    all.push_back({RoofLevel::dram, p.work.moved().si});
    return all;
  }
  const CacheVolumes volumes = p.analysis->volumes(cache);
  const InstructionMix& mix = p.analysis->mix;
  all.insert(all.end(), {{RoofLevel::dram, volumes.dram_read_bytes + volumes.dram_write_bytes},
                         {RoofLevel::l2, volumes.l2_bytes()},
                         {RoofLevel::l1, bytes_at_l1(answer.kernel(), *p.analysis, volumes)},
                         {RoofLevel::tensor, mix.tensor_flop},
                         {RoofLevel::integer, lanes_per_warp * mix.pipes.alu},
                         {RoofLevel::issue, mix.total()}});
  return all;
}

void place(RooflineStand& stand, const PredictAnswer& answer, CacheStart cache,
           const RooflineDevice& device) {
  for (const LevelWork& work : work_of(answer, cache)) {
    if (work.amount <= 0.0) continue;
    RoofUse use{work.level, work.amount, work.amount / stand.time.value.si};
    if (const Roof* roof = device.reachable(work.level)) use.share = use.rate / roof->value;
    const Roof* highest = device.highest(work.level);
    use.above_roof = highest != nullptr &&
                     use.rate > highest->value * std::max(1.0, highest->origin.factor) * rounding;
    stand.uses.push_back(use);
  }
  std::ranges::sort(stand.uses, {}, &RoofUse::level);
}

// What may be behind it; nobody can know.
std::vector<std::string> reasons(const RooflineAnswer& answer, const RooflineStand& stand,
                                 const RoofUse& use) {
  const RooflineDevice& device = answer.devices[stand.device];
  const Gpu& gpu = device.gpu();
  const Bytes needed = answer.prediction(stand).memory.needed;
  if (!stand.measured) {
    return {"a rate of " + device.file->text.shown + " contradicts this roof: gpumodel check " +
            device.file->text.shown};
  }
  if (use.level == RoofLevel::dram && gpu.l2_capacity.is_known() &&
      needed <= gpu.l2_capacity.known()) {
    return {"likely the data fits L2 (" + format_capacity(gpu.l2_capacity.known()) +
            "): the arrays take " + format_capacity(needed) +
            "; take larger ones, or --cache warm"};
  }
  if (is_memory(use.level)) return {"likely fewer bytes were moved than are predicted"};
  return {"likely the clock was higher than that of the roof, or the compiler left work out"};
}

void judge_roofs(RooflineAnswer& answer) {
  for (const RooflineStand& stand : answer.stands) {
    const RooflineDevice& device = answer.devices[stand.device];
    for (const RoofUse& use : stand.uses) {
      if (!use.above_roof) continue;
      const Roof& roof = *device.highest(use.level);
      const TextFile& text = answer.prediction(stand).ask.kernel->text;
      answer.faults.push_back(
          {.id = "above-roof",
           .message = fmt::format(
               "{} on {}, {}: {} is above the {} of the {} {}", answer.kernel_name(stand),
               device.gpu().name, stand.measured ? "measured" : "predicted",
               format_quantity(use.rate, roof.unit), format_quantity(roof.value, roof.unit),
               to_string(use.level), roof.sustained ? "sustained" : "peak"),
           .file = text.shown,
           .hints = reasons(answer, stand, use)});
    }
  }
}

// Of records about these devices: points of the same parameters, and the same start of L2.
void add_measured(RooflineAnswer& answer, const RooflineAsk& ask) {
  const std::size_t predicted = answer.stands.size();
  for (const RooflineRecord& recorded : ask.records) {
    const std::optional<RecordedDevice>& about = recorded.record.environment.device;
    const std::string id = about ? described_device(*about) : std::string();
    if (id.empty()) continue;
    for (const Point& point : recorded.record.points) {
      for (std::size_t i = 0; i < predicted; ++i) {
        RooflineStand stand = answer.stands[i];
        const PredictAnswer& prediction = answer.prediction(stand);
        if (answer.devices[stand.device].gpu().id != id || !measures(point, prediction)) continue;
        stand.measured = point.backend;
        stand.record = recorded.name;
        stand.time = {Seconds{point.time->median_s}, Seconds{point.time->p25_s},
                      Seconds{point.time->p75_s}};
        stand.uses.clear();
        place(stand, prediction, ask.cache, answer.devices[stand.device]);
        answer.stands.push_back(std::move(stand));
      }
    }
  }
}

}  // namespace

const Roof* RooflineDevice::find(RoofLevel level, bool sustained) const {
  const auto at = std::ranges::find_if(
      roofs, [&](const Roof& roof) { return roof.level == level && roof.sustained == sustained; });
  return at == roofs.end() ? nullptr : &*at;
}

const Roof* RooflineDevice::highest(RoofLevel level) const {
  const Roof *peak = find(level, false), *sustained = find(level, true);
  if (peak == nullptr || sustained == nullptr) return peak != nullptr ? peak : sustained;
  return peak->value < sustained->value ? sustained : peak;
}

const Roof* RooflineDevice::reachable(RoofLevel level) const {
  const Roof* sustained = find(level, true);
  return sustained != nullptr ? sustained : find(level, false);
}

double RooflineStand::flop() const {
  double sum = 0.0;
  for (const RoofUse& use : uses) {
    if (is_floating(use.level)) sum += use.work;
  }
  return sum;
}

const RoofUse* RooflineStand::find(RoofLevel level) const {
  const auto at = std::ranges::find(uses, level, &RoofUse::level);
  return at == uses.end() ? nullptr : &*at;
}

std::optional<double> RooflineStand::intensity(RoofLevel level) const {
  const RoofUse* use = find(level);
  return use == nullptr ? std::nullopt : std::optional(flop() / use->work);
}

const RoofUse* RooflineStand::nearest() const {
  const RoofUse* most = nullptr;
  for (const RoofUse& use : uses) {
    if (use.share && (most == nullptr || *use.share > *most->share)) most = &use;
  }
  return most;
}

bool RooflineStand::above_roof() const {
  return std::ranges::any_of(uses, &RoofUse::above_roof);
}

RooflineAnswer roofline(RooflineAsk ask) {
  RooflineAnswer answer;
  answer.cache = ask.cache;
  for (const auto& file : ask.devices) {
    RooflineDevice device{file, ask.default_device, {}};
    device.roofs = roofs_of(device.gpu());
    answer.devices.push_back(std::move(device));
  }
  for (std::size_t kernel = 0; kernel < ask.kernels.size(); ++kernel) {
    for (std::size_t device = 0; device < ask.devices.size(); ++device) {
      PredictAnswer made = predict({.kernel = ask.kernels[kernel],
                                    .overrides = ask.overrides[kernel],
                                    .way = ask.way,
                                    .compiled = ask.compiled,
                                    .device = ask.devices[device],
                                    .default_device = ask.default_device,
                                    .model = ask.model,
                                    .cache = ask.cache,
                                    .work = ask.work});
      RooflineStand stand;
      stand.kernel = kernel;
      stand.device = device;
      stand.time = made.prediction.terms[made.prediction.kernel].time;
      place(stand, made, ask.cache, answer.devices[device]);
      answer.warnings.insert(answer.warnings.end(), made.warnings.begin(), made.warnings.end());
      answer.predictions.push_back(std::move(made));
      answer.stands.push_back(std::move(stand));
    }
  }
  add_measured(answer, ask);
  judge_roofs(answer);
  return answer;
}

}  // namespace gpumodel
