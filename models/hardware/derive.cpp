#include "models/hardware/derive.hpp"

#include <cmath>
#include <cstdio>

#include "models/core/peak.hpp"
#include "models/hardware/derive_operations.hpp"
#include "models/hardware/device_fields.hpp"
#include "models/hardware/sm_rates.hpp"

namespace gpumodel {
namespace {

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void derive_lanes(Gpu& gpu) {
  const SmRates* rates = find_rates(gpu.compute_capability);
  if (rates == nullptr) return;
  const auto fill = [&](SourcedValue& lanes, const std::optional<double>& rate) {
    if (!is_missing(lanes) || !rate) return;
    derive(lanes, *rate, 1.0,
           "throughput table of compute capability " + to_string(gpu.compute_capability));
  };
  fill(gpu.fp64_lanes, rates->fp64);
  fill(gpu.fp32_lanes, rates->fp32);
  fill(gpu.fp16_lanes, rates->fp16);
}

void mark_derived(Source& source, double factor, std::string note) {
  source.from = Provenance::derived;
  source.factor = factor;
  source.note = std::move(note);
}

// P_peak = SMs x lanes x 2 flop x clock; a fused multiply-add is two flop.
void derive_peak(const Gpu& gpu, const Sourced<Count>& lanes, std::string_view lanes_name,
                 Sourced<FlopPerSecond>& peak) {
  if (!is_missing(peak) || !gpu.sms.is_known() || !lanes.is_known() || !gpu.clock.is_known()) {
    return;
  }
  derive(peak, peak_flop_rate(gpu.sms.si, lanes.si, gpu.clock.si),
         gpu.sms.source.factor * lanes.source.factor * gpu.clock.source.factor,
         "sms x " + std::string(lanes_name) + " x 2 flop x clock.sm = " + short_number(gpu.sms.si) +
             " x " + short_number(lanes.si) + " x 2 x " + short_number(gpu.clock.si / 1e9) +
             " GHz");
}

// P_peak = cores x FMA units x SIMD lanes x 2 flop x clock.
void derive_peak(const Cpu& cpu, double lanes_per_double, std::string_view lanes_text,
                 Sourced<FlopPerSecond>& peak) {
  const bool known = cpu.cores.is_known() && cpu.fma_units.is_known() && cpu.clock.is_known() &&
                     cpu.fp64_simd_lanes.is_known();
  if (!is_missing(peak) || !known) return;
  const double lanes = cpu.fp64_simd_lanes.si * lanes_per_double;
  derive(peak, peak_flop_rate(cpu.cores.si * cpu.fma_units.si, lanes, cpu.clock.si),
         cpu.cores.source.factor * cpu.clock.source.factor * cpu.fma_units.source.factor *
             cpu.fp64_simd_lanes.source.factor,
         "cores x fma_units x " + std::string(lanes_text) + " x 2 flop x clock = " +
             short_number(cpu.cores.si) + " x " + short_number(cpu.fma_units.si) + " x " +
             short_number(lanes) + " x 2 x " + short_number(cpu.clock.si / 1e9) + " GHz");
}

// One core alone: the peak is stated at the base clock, at which all of them run. Alone its clock
// rises (Xeon 8160 3.7 of 2.1 GHz), and compiled loops rarely fill both of its units.
void derive_core(const Cpu& cpu, const Sourced<FlopPerSecond>& peak, std::string_view peak_name,
                 Sourced<FlopPerSecond>& core) {
  constexpr double clock_and_units = 1.8;
  if (!is_missing(core) || !peak.is_known() || !cpu.cores.is_known()) return;
  derive(core, peak.si / cpu.cores.si, peak.source.factor * clock_and_units,
         std::string(peak_name) + " / cores; at the base clock");
}

template <class D>
SourcedCurve* find_curve(D& device, std::string_view key) {
  for (const CurveField<D>& curve : curves_of<D>()) {
    if (curve.key == key) return &curve.of(device);
  }
  return nullptr;
}

template <class D>
SourcedValue* find_value(D& device, std::span<const DeviceField<D>> fields, std::string_view key) {
  for (const DeviceField<D>& field : fields) {
    if (field.key == key) return &field.of(device);
  }
  return nullptr;
}

template <class D>
void apply_rule(D& device, std::span<const DeviceField<D>> fields, const DefaultRule& rule) {
  const std::string usual = "usual value: " + std::string(rule.source);
  if (SourcedCurve* curve = find_curve(device, rule.key)) {
    if (curve->is_known() || curve->source.line != 0) return;
    curve->points = {{1.0, rule.value}};
    mark_derived(curve->source, rule.factor, usual);
    return;
  }
  SourcedValue* value = find_value(device, fields, rule.key);
  if (value == nullptr || !is_missing(*value)) return;
  if (rule.of.empty()) return derive(*value, rule.value, rule.factor, usual);
  const SourcedValue* base = find_value(device, fields, rule.of);
  if (base == nullptr || !base->is_known()) return;
  derive(*value, rule.value * base->si, rule.factor * base->source.factor,
         short_number(rule.value) + " x " + std::string(rule.of) + ": " + std::string(rule.source));
}

// Every value carries its key from here on, so that a refusal can name it.
template <class D>
void name_values(D& device) {
  for (const auto& field : fields_of<D>()) field.of(device).source.key = field.key;
  for (const auto& curve : curves_of<D>()) curve.of(device).source.key = curve.key;
}

}  // namespace

bool is_missing(const SourcedValue& value) {
  return !value.is_known() && value.source.line == 0;
}

void derive(SourcedValue& value, double si, double factor, std::string note) {
  value.si = si;
  mark_derived(value.source, factor, std::move(note));
}

void derive_missing(Gpu& gpu) {
  name_values(gpu);
  derive_lanes(gpu);
  derive_peak(gpu, gpu.fp64_lanes, "lanes.fp64", gpu.peak_fp64);
  derive_peak(gpu, gpu.fp32_lanes, "lanes.fp32", gpu.peak_fp32);
  derive_peak(gpu, gpu.fp16_lanes, "lanes.fp16", gpu.peak_fp16);
  derive_operations(gpu);
  for (const DefaultRule& rule : gpu_default_rules()) {
    if (rule.first <= gpu.compute_capability && gpu.compute_capability <= rule.last) {
      apply_rule(gpu, gpu_fields(), rule);
    }
  }
}

void derive_missing(Cpu& cpu) {
  name_values(cpu);
  derive_peak(cpu, 1.0, "simd_lanes.fp64", cpu.peak_fp64);
  derive_peak(cpu, 2.0, "2 x simd_lanes.fp64", cpu.peak_fp32);
  derive_core(cpu, cpu.peak_fp64, "peak.fp64", cpu.core_fp64);
  derive_core(cpu, cpu.peak_fp32, "peak.fp32", cpu.core_fp32);
  for (const DefaultRule& rule : cpu_default_rules()) apply_rule(cpu, cpu_fields(), rule);
}

}  // namespace gpumodel
