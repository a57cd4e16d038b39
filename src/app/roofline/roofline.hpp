// Where kernels stand under the roofs of devices: what each level of memory moves, each pipe
// computes and the schedulers issue, at most and in fact (Williams, Waterman, Patterson, CACM
// 52(4), 2009; a roof for each level of memory after Ilic, Pratas, Sousa, CAL 13(1), 2014).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/validation/record.hpp"
#include "src/app/predict/predict.hpp"

namespace gpumodel {

enum class RoofLevel { dram, l2, l1, fp64, fp32, fp16, tensor, integer, issue };
inline constexpr std::array all_roof_levels = {
    RoofLevel::dram, RoofLevel::l2,     RoofLevel::l1,      RoofLevel::fp64, RoofLevel::fp32,
    RoofLevel::fp16, RoofLevel::tensor, RoofLevel::integer, RoofLevel::issue};
constexpr std::string_view to_string(RoofLevel level) {
  constexpr std::array<std::string_view, all_roof_levels.size()> names = {
      "dram", "l2", "l1", "fp64", "fp32", "fp16", "tensor", "integer", "issue"};
  return names[static_cast<std::size_t>(level)];
}
constexpr bool is_memory(RoofLevel level) {
  return level <= RoofLevel::l1;
}
constexpr bool is_floating(RoofLevel level) {
  return level >= RoofLevel::fp64 && level <= RoofLevel::tensor;
}

// What one part of a device does at most.
struct Roof {
  RoofLevel level{};
  bool sustained = false;  // as measured or derived; otherwise what the datasheet promises
  double value = 0.0;      // B/s, FLOP/s, operations or warp instructions per second
  Dim unit{};
  Source origin{};  // of the number that it hangs on
};

struct RooflineDevice {
  std::shared_ptr<const DeviceFile> file;
  bool is_default = false;
  std::vector<Roof> roofs;

  const Gpu& gpu() const { return std::get<Gpu>(file->device); }
  const Roof* find(RoofLevel level, bool sustained) const;
  // The larger of the two; null: neither is known.
  const Roof* highest(RoofLevel level) const;
  // What can be reached: the sustained one where it is known, else the peak.
  const Roof* reachable(RoofLevel level) const;
};

// What a launch asks of a part.
struct RoofUse {
  RoofLevel level{};
  double work = 0.0;              // bytes, FLOP, operations, warp instructions
  double rate = 0.0;              // work over time
  std::optional<double> share{};  // of the roof that can be reached
  bool above_roof = false;        // above the highest, its uncertainty included
};

// A kernel on a device, predicted or measured.
struct RooflineStand {
  std::size_t kernel = 0, device = 0;
  std::optional<BackendKind> measured{};  // none: predicted
  std::string record{};                   // that holds the measurement
  Estimate<Seconds> time{};               // of a measurement its quartiles
  std::vector<RoofUse> uses{};            // of parts that it uses

  double flop() const;  // of all types
  double flop_per_s() const { return flop() / time.value.si; }
  const RoofUse* find(RoofLevel level) const;
  // FLOP per byte at a level of memory; nothing where it moves none there.
  std::optional<double> intensity(RoofLevel level) const;
  // The part that it uses most; null: none whose roof is known.
  const RoofUse* nearest() const;
  bool above_roof() const;
};

struct RooflineRecord {
  std::string name;  // of the file
  Record record;
};

struct RooflineAsk {
  std::vector<std::shared_ptr<const KernelFile>> kernels;
  std::vector<std::vector<std::optional<Number>>> overrides;  // of the parameters of each
  std::vector<std::shared_ptr<const DeviceFile>> devices;     // GPUs
  bool default_device = false;
  LaunchWay way = LaunchWay::any;
  std::optional<CompiledKernel> compiled{};
  const Model* model = &default_model();
  CacheStart cache = CacheStart::cold;
  std::vector<RooflineRecord> records{};
  double work = usual_work;
};

struct RooflineAnswer {
  CacheStart cache = CacheStart::cold;
  std::vector<RooflineDevice> devices{};
  std::vector<PredictAnswer> predictions;  // kernel by kernel, device by device
  std::vector<RooflineStand> stands;       // predictions first
  std::vector<Diagnostic> faults;          // stands above a roof
  std::vector<Diagnostic> warnings;

  const PredictAnswer& prediction(const RooflineStand& stand) const {
    return predictions[stand.kernel * devices.size() + stand.device];
  }
  const std::string& kernel_name(const RooflineStand& stand) const {
    return prediction(stand).kernel().id;
  }
};

// Throws InputError as predict() does.
RooflineAnswer roofline(RooflineAsk ask);

}  // namespace gpumodel
