#include "src/app/calibrate/device.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/analysis/kernel_analysis.hpp"
#include "models/hardware/derive.hpp"
#include "models/hardware/device_fields.hpp"
#include "src/app/calibrate/loops.hpp"
#include "src/app/calibrate/value.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

template <class D>
void apply(const CalibrationResult& result, const CalibrationMachine& machine, D& device) {
  for (const DeviceField<D>& field : fields_of<D>()) {
    if (field.key != result.key) continue;
    expect_units(result, "", unit_name(field.dim));
    SourcedValue& value = field.of(device);
    value.si = rounded_result(result.value);
    value.source = measured_source(result, machine);
    return;
  }
  for (const CurveField<D>& field : curves_of<D>()) {
    if (field.key != result.key) continue;
    expect_units(result, unit_name(field.x), unit_name(field.y));
    if (result.points.size() < 2) refuse_result(result, "a curve of one point");
    SourcedCurve& curve = field.of(device);
    curve.points.clear();
    for (const CurvePoint& point : result.points) {
      curve.points.push_back({point.x, rounded_result(point.y)});
    }
    curve.source = measured_source(result, machine);
    return;
  }
  refuse_result(result, "which no device file has");
}

// What was derived from the rest of the base is derived anew when the file is read.
template <class D>
D stated_part(const D* base) {
  D device = base != nullptr ? *base : D{};
  for (const DeviceField<D>& field : fields_of<D>()) {
    SourcedValue& value = field.of(device);
    if (value.source.from == Provenance::derived && value.source.line == 0) value = {};
  }
  return device;
}

void state(SourcedValue& value, double si, const std::string& note) {
  value.si = si;
  value.source = {};
  value.source.from = Provenance::datasheet;
  value.source.note = note;
}

// Bytes per second of a PCIe link, per direction, after line coding.
std::optional<double> pcie_bandwidth(const CalibrationMachine& machine) {
  constexpr std::array<double, 6> per_lane = {0.25e9, 0.5e9, 0.985e9, 1.969e9, 3.938e9, 7.563e9};
  if (!machine.pcie_generation || !machine.pcie_width) return std::nullopt;
  const auto generation = static_cast<std::size_t>(*machine.pcie_generation);
  if (generation < 1 || generation > per_lane.size()) return std::nullopt;
  return *machine.pcie_width * per_lane[generation - 1];
}

void add_link(const CalibrationMachine& machine, Gpu& gpu) {
  const std::optional<double> bandwidth = pcie_bandwidth(machine);
  for (Sourced<BytesPerSecond>* link : {&gpu.h2d_bandwidth, &gpu.d2h_bandwidth}) {
    if (link->is_known() || !bandwidth || *bandwidth <= 0.0) continue;
    state(*link, rounded_result(*bandwidth),
          fmt::format("device query: PCIe {:g}.0 x{:g} after line coding", *machine.pcie_generation,
                      *machine.pcie_width));
  }
}

void add_memory(const CalibrationMachine& machine, const std::string& query, Gpu& gpu) {
  state(gpu.dram_capacity, machine.memory_bytes, query);
  state(gpu.l2_capacity, machine.l2_bytes, query);
  if (machine.memory_bus_bits <= 0.0 || machine.memory_clock_hz <= 0.0) return;
  const double bus_bytes = machine.memory_bus_bits / 8.0;
  const double rate = 2.0 * machine.memory_clock_hz;  // both edges
  state(gpu.dram_bus_width, bus_bytes, query);
  state(gpu.dram_data_rate, rate, query + ": twice the memory clock");
  if (!gpu.dram_bandwidth.is_known()) {
    state(gpu.dram_bandwidth, rounded_result(bus_bytes * rate), query + ": bus width x data rate");
  }
}

// The clock that the device keeps under load, where that is not the one it states.
void settle_clock(Gpu& gpu) {
  const Sourced<Hertz>& loaded = gpu.machine.clock.under_fp32;
  if (!loaded.is_known() || std::abs(loaded.si / gpu.clock.si - 1.0) <= 0.01) return;
  gpu.clock = loaded;
  // Peaks are stated at the clock: those of another one are derived anew.
  gpu.peak_fp64 = {};
  gpu.peak_fp32 = {};
  gpu.peak_fp16 = {};
}

// The edges of L1 are measured in bytes and stated as shares of what the models take its capacity
// for, where nothing else is in the SM's memory.
CalibrationResult share_of_l1(CalibrationResult bytes, ComputeCapability capability) {
  expect_units(bytes, "", unit_name(Bytes::dim));
  bytes.unit = unit_name(Count::dim);
  const double capacity = l1_bytes(capability, 1, 0);
  if (capacity <= 0.0) refuse_result(bytes, "of an L1 whose capacity is not known");
  bytes.value /= capacity;
  return bytes;
}

// What loops tell of a device depends on its other numbers.
void apply_loops(const std::vector<CalibrationResult>& results, const CalibrationMachine& machine,
                 Gpu& gpu) {
  for (const CalibrationResult& result : results) {
    if (!is_of_loops(result)) continue;
    Gpu whole = gpu;
    derive_missing(whole);
    apply(number_of_loops(result, whole), machine, gpu);
  }
}

Gpu gpu_of(const CalibrationMachine& machine, const std::vector<CalibrationResult>& results,
           const Gpu* base) {
  Gpu gpu = stated_part(base);
  gpu.name = machine.name;
  const std::string query = "device query, " + machine.system + ", " + machine.date;
  if (const auto capability = parse_compute_capability(machine.compute_capability)) {
    gpu.compute_capability = *capability;
  }
  state(gpu.sms, machine.sms, query);
  state(gpu.clock, machine.sm_clock_hz, query);
  add_memory(machine, query, gpu);
  if (machine.copy_engines > 0.0) state(gpu.copy_engines, machine.copy_engines, query);
  add_link(machine, gpu);
  for (const CalibrationResult& result : results) {
    const bool of_l1 = result.key == "l1.kept" || result.key == "l1.lost";
    if (is_of_loops(result)) continue;
    apply(of_l1 ? share_of_l1(result, gpu.compute_capability) : result, machine, gpu);
  }
  settle_clock(gpu);
  apply_loops(results, machine, gpu);
  return gpu;
}

Cpu cpu_of(const CalibrationMachine& machine, const std::vector<CalibrationResult>& results,
           const Cpu* base) {
  Cpu cpu = stated_part(base);
  cpu.name = machine.name;
  const std::string query = "the operating system, " + machine.date;
  state(cpu.sockets, machine.sockets, query);
  state(cpu.cores, machine.cores, query);
  if (machine.clock_hz && !cpu.clock.is_known()) state(cpu.clock, *machine.clock_hz, query);
  if (machine.llc_bytes && !cpu.llc_capacity.is_known()) {
    state(cpu.llc_capacity, *machine.llc_bytes, query);
  }
  if (!cpu.memory_bandwidth.is_known()) {
    cpu.memory_bandwidth.source.note = "the peak of the memory modules cannot be measured";
  }
  for (const CalibrationResult& result : results) apply(result, machine, cpu);
  return cpu;
}

template <class D>
Device finished(D device, const CalibrationMachine& machine, const std::string& id) {
  device.id = id;
  if (device.summary.empty()) {
    device.summary = "measured by gpumodel calibrate, " + machine.date;
  }
  return device;
}

}  // namespace

Device calibrated_device(const CalibrationMachine& machine,
                         const std::vector<CalibrationResult>& results, const Device* base,
                         const std::string& id) {
  if (machine.is_gpu) {
    return finished(gpu_of(machine, results, base ? std::get_if<Gpu>(base) : nullptr), machine, id);
  }
  return finished(cpu_of(machine, results, base ? std::get_if<Cpu>(base) : nullptr), machine, id);
}

}  // namespace gpumodel
