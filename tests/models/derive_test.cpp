// What a device file leaves out is derived; what it states, or declares unknown, is left alone.
#include "models/hardware/derive.hpp"

#include <gtest/gtest.h>

#include "models/core/element_type.hpp"
#include "models/hardware/device_fields.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

Gpu sparse(ComputeCapability capability = {7, 0}) {
  Gpu gpu;
  gpu.compute_capability = capability;
  toy::set(gpu.sms, Count{80});
  toy::set(gpu.clock, Hertz{1.4e9});
  toy::set(gpu.dram_capacity, Bytes{16e9});
  toy::set(gpu.dram_bandwidth, BytesPerSecond{840e9}, 1.5);
  toy::set(gpu.h2d_bandwidth, BytesPerSecond{16e9});
  toy::set(gpu.d2h_bandwidth, BytesPerSecond{16e9});
  return gpu;
}

TEST(Derive, PeaksFromUnitsAndClock) {
  Gpu gpu = sparse();
  toy::set(gpu.clock, Hertz{1.4e9}, 1.1);
  derive_missing(gpu);
  EXPECT_EQ(gpu.fp64_lanes.si, 32);
  EXPECT_DOUBLE_EQ(gpu.peak_fp64.si, 80 * 32 * 2 * 1.4e9);
  EXPECT_DOUBLE_EQ(gpu.peak_fp32.si, 2 * gpu.peak_fp64.si);
  EXPECT_EQ(gpu.peak_fp64.source.from, Provenance::derived);
  EXPECT_DOUBLE_EQ(gpu.peak_fp64.source.factor, 1.1) << "as uncertain as the clock";
  EXPECT_NE(gpu.peak_fp64.source.note.find("sms x lanes.fp64"), std::string::npos);
}

TEST(Derive, StatedLanesAndPeaksWin) {
  Gpu gpu = sparse();
  toy::set(gpu.fp64_lanes, Count{2});
  toy::set(gpu.peak_fp32, FlopPerSecond{1e12});
  derive_missing(gpu);
  EXPECT_DOUBLE_EQ(gpu.peak_fp64.si, 80 * 2 * 2 * 1.4e9);
  EXPECT_EQ(gpu.peak_fp32.si, 1e12);
  EXPECT_EQ(gpu.peak_fp32.source.from, Provenance::assumed);
}

TEST(Derive, DeclaredUnknownStaysUnknown) {
  for (const DeviceField<Gpu>& field : gpu_fields()) {
    Gpu gpu = sparse();
    SourcedValue& value = field.of(gpu);
    value = {};
    value.source.line = 7;  // written down, as unknown
    derive_missing(gpu);
    EXPECT_FALSE(value.is_known()) << field.key;
    EXPECT_EQ(value.source.key, field.key);
  }
}

TEST(Derive, WhatIsMadeFromAnUnknownIsUnknown) {
  Gpu gpu = sparse();
  gpu.dram_bandwidth = {};
  gpu.dram_bandwidth.source.line = 3;
  derive_missing(gpu);
  EXPECT_FALSE(gpu.dram_copy_bandwidth.is_known());
  EXPECT_TRUE(gpu.launch_latency.is_known()) << "needs no other number";
}

TEST(Derive, DefaultsCarryTheirFactorAndThatOfTheirBase) {
  Gpu gpu = sparse();
  derive_missing(gpu);
  EXPECT_EQ(gpu.dram_copy_bandwidth.source.from, Provenance::derived);
  EXPECT_GT(gpu.dram_copy_bandwidth.source.factor, 1.5);
  EXPECT_LT(gpu.dram_copy_bandwidth.si, gpu.dram_bandwidth.si);
  EXPECT_FALSE(gpu.dram_copy_bandwidth.source.note.empty());
}

// Whatever the models need is there for every generation, so that a file of the required numbers
// alone gives a prediction.
TEST(Derive, EveryGenerationCanBePredicted) {
  for (const ComputeCapability capability : {ComputeCapability{3, 0},
                                             {3, 5},
                                             {3, 7},
                                             {5, 0},
                                             {5, 2},
                                             {6, 0},
                                             {6, 1},
                                             {7, 0},
                                             {7, 2},
                                             {7, 5},
                                             {8, 0},
                                             {8, 6},
                                             {8, 7},
                                             {8, 9},
                                             {9, 0},
                                             {10, 0},
                                             {10, 3},
                                             {12, 0},
                                             {12, 1}}) {
    toy::Case one{.gpu = sparse(capability),
                  .kernel = toy::kernel(
                      {.fp64 = 1e9, .fp32 = 1e9, .loaded = 1e9, .to_device = 1e6, .to_host = 1e6})};
    derive_missing(one.gpu);
    for (const char* model : {"textbook", "roofline", "machine"}) {
      one.model = model;
      try {
        EXPECT_GT(one.time(), 0.0);
      } catch (const UnknownInput& unknown) {
        ADD_FAILURE() << to_string(capability) << " " << model << " lacks " << unknown.key;
      }
    }
  }
}

TEST(Derive, ACurveHasItsUsualValueEverywhereUnlessItIsStated) {
  Gpu gpu = sparse();
  derive_missing(gpu);
  const SecondsByBytes& usual = gpu.machine.launch.openacc_data;
  EXPECT_EQ(usual.source.from, Provenance::derived);
  EXPECT_EQ(usual.at(Bytes{8.0}).si, usual.at(Bytes{1e9}).si);
  Gpu stated = sparse();
  stated.machine.launch.openacc_data.points = {{1024.0, 5e-6}};
  derive_missing(stated);
  EXPECT_EQ(stated.machine.launch.openacc_data.at(Bytes{8.0}).si, 5e-6);
}

TEST(Derive, OneCoreHasItsShareOfThePeak) {
  Cpu cpu;
  toy::set(cpu.cores, Count{8});
  toy::set(cpu.peak_fp64, FlopPerSecond{400e9});
  derive_missing(cpu);
  EXPECT_DOUBLE_EQ(cpu.core_fp64.si, 50e9);
  EXPECT_EQ(cpu.core_fp64.source.from, Provenance::derived);
}

TEST(Derive, RulesAreWellFormed) {
  const auto check = [](std::span<const DefaultRule> rules, auto fields, auto curves) {
    for (const DefaultRule& rule : rules) {
      const auto dim_of = [&](std::string_view key) -> std::optional<Dim> {
        for (const auto& field : fields) {
          if (field.key == key) return field.dim;
        }
        for (const auto& curve : curves) {
          if (curve.key == key && rule.of.empty()) return curve.y;
        }
        return std::nullopt;
      };
      ASSERT_TRUE(dim_of(rule.key)) << rule.key;
      EXPECT_TRUE(rule.of.empty() || dim_of(rule.of) == dim_of(rule.key)) << rule.key;
      EXPECT_EQ(rule.dim, rule.of.empty() ? *dim_of(rule.key) : Count::dim) << rule.key;
      EXPECT_LE(rule.first, rule.last) << rule.key;
      EXPECT_GT(rule.value, 0.0) << rule.key;
      EXPECT_GE(rule.factor, 1.0) << rule.key;
      EXPECT_LE(rule.factor, 4.0) << rule.key;
      EXPECT_FALSE(rule.source.empty()) << rule.key;
    }
  };
  check(gpu_default_rules(), gpu_fields(), gpu_curves());
  check(cpu_default_rules(), cpu_fields(), cpu_curves());
}

// Else the order of the table would decide.
TEST(Derive, NoTwoRulesHoldForOneCapability) {
  const auto rules = gpu_default_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool both = rules[j].key == rules[i].key && rules[j].first <= rules[i].last &&
                        rules[i].first <= rules[j].last;
      EXPECT_FALSE(both) << rules[i].key << " of " << to_string(rules[i].first) << " to "
                         << to_string(rules[i].last);
    }
  }
}

TEST(ElementType, NamesAndSizes) {
  const std::pair<const char*, double> sizes[] = {
      {"f16", 2}, {"bf16", 2},  {"f32", 4},    {"f64", 8},    {"i8", 1},   {"i16", 2},   {"i32", 4},
      {"i64", 8}, {"f32x2", 8}, {"f32x3", 12}, {"f32x4", 16}, {"i8x4", 4}, {"bf16x2", 4}};
  for (const auto& [name, size] : sizes) {
    const auto type = parse_element_type(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(type->size().si, size) << name;
    EXPECT_EQ(to_string(*type), name);
  }
  for (const char* name :
       {"", "f", "f8", "F32", "float", "f32x", "f32x1", "f32x5", "f32x44", "x4", "f32 ", "u32"}) {
    EXPECT_FALSE(parse_element_type(name)) << name;
  }
}

}  // namespace
}  // namespace gpumodel
