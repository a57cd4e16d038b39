// What a device file becomes of results, the machine's own answers and an earlier file.
#include "src/app/calibrate/device.hpp"

#include <gtest/gtest.h>

#include "src/app/calibrate/system.hpp"
#include "src/app/calibrate/value.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/device/read_calibration.hpp"

namespace gpumodel {
namespace {

CalibrationMachine machine() {
  CalibrationMachine m;
  m.name = "Toy";
  m.system = "driver 1.2";
  m.date = "2026-01-02";
  m.compute_capability = "9.0";
  m.sms = 10;
  m.copy_engines = 2;
  m.memory_bytes = 16e9;
  m.l2_bytes = 4e6;
  m.sm_clock_hz = 1e9;
  m.memory_clock_hz = 1e9;
  m.memory_bus_bits = 1024;
  m.pcie_generation = 5.0;
  m.pcie_width = 16.0;
  return m;
}

Gpu calibrated(const std::vector<CalibrationResult>& results, const Device* base = nullptr) {
  return std::get<Gpu>(calibrated_device(machine(), results, base, "toy"));
}

CalibrationResult clock_under_load(double hz) {
  return {.key = "clock.under_fp32", .unit = "Hz", .value = hz, .spread = 0.001, .note = "load"};
}

TEST(CalibratedDevice, HoldsWhatTheDriverTells) {
  const Gpu gpu = calibrated({});
  EXPECT_EQ(gpu.id, "toy");
  EXPECT_EQ(gpu.sms.si, 10);
  EXPECT_EQ(gpu.sms.source.from, Provenance::datasheet);
  EXPECT_NE(gpu.sms.source.note.find("device query"), std::string::npos);
  EXPECT_EQ(gpu.dram_bandwidth.si, 1024 / 8 * 2e9);
  EXPECT_EQ(gpu.h2d_bandwidth.si, 16 * 3.938e9);
}

TEST(CalibratedDevice, MarksWhatWasMeasured) {
  const Gpu gpu = calibrated({{.key = "dram.copy_bandwidth",
                               .unit = "B/s",
                               .value = 123456789e3,
                               .spread = 0.02,
                               .note = "copies"},
                              {.key = "l2.in_flight_curve_4b",
                               .unit = "B/s",
                               .unit_x = "B",
                               .points = {{1024, 2e12}, {4096, 1e12}},
                               .spread = 0.0}});
  EXPECT_EQ(gpu.dram_copy_bandwidth.si, 123460000e3) << "five digits";
  EXPECT_EQ(gpu.dram_copy_bandwidth.source.from, Provenance::measured);
  EXPECT_DOUBLE_EQ(gpu.dram_copy_bandwidth.source.factor, 1.038);
  EXPECT_EQ(gpu.dram_copy_bandwidth.source.note, "copies; driver 1.2, 2026-01-02");
  EXPECT_EQ(gpu.machine.memory.l2_in_flight.points.size(), 2u);
  EXPECT_DOUBLE_EQ(gpu.machine.memory.l2_in_flight.source.factor, 1.01) << "no less than 1 %";
}

// Of the 248 KiB of a 9.0 without shared memory.
TEST(CalibratedDevice, StatesTheEdgesOfL1AsShares) {
  const Gpu gpu = calibrated({{.key = "l1.kept", .unit = "B", .value = 124 * 1024.0}});
  EXPECT_DOUBLE_EQ(gpu.machine.cache.l1.kept.si, 0.5);
  EXPECT_THROW(calibrated({{.key = "l1.kept", .unit = "1", .value = 0.9}}), InputError);
}

TEST(CalibratedDevice, KeepsWhatTheBaseStatesAndNothingDerived) {
  Gpu base;
  base.dram_bandwidth.si = 300e9;
  base.dram_bandwidth.source = {.from = Provenance::datasheet, .line = 5, .note = "brief"};
  base.dram_latency.si = 500;
  base.dram_latency.source.from = Provenance::derived;
  base.memory_type = "HBM9";
  const Device device = base;
  const Gpu gpu = calibrated({}, &device);
  EXPECT_EQ(gpu.dram_bandwidth.si, 300e9);
  EXPECT_EQ(gpu.memory_type, "HBM9");
  EXPECT_FALSE(gpu.dram_latency.is_known());
}

TEST(CalibratedDevice, TakesTheClockUnderLoadWhereItDiffers) {
  EXPECT_EQ(calibrated({clock_under_load(0.995e9)}).clock.si, 1e9);
  Gpu base;
  base.peak_fp32.si = 1e12;
  base.peak_fp32.source = {.from = Provenance::datasheet, .line = 5};
  const Device device = base;
  const Gpu slower = calibrated({clock_under_load(0.9e9)}, &device);
  EXPECT_EQ(slower.clock.si, 0.9e9);
  EXPECT_EQ(slower.clock.source.from, Provenance::measured);
  EXPECT_FALSE(slower.peak_fp32.is_known()) << "the peak belongs to another clock";
}

TEST(CalibratedDevice, RefusesWhatNoFileHolds) {
  EXPECT_THROW(calibrated({{.key = "dram.nonsense", .unit = "B/s", .value = 1}}), InputError);
  EXPECT_THROW(calibrated({{.key = "dram.copy_bandwidth", .unit = "s", .value = 1}}), InputError);
  EXPECT_THROW(calibrated({{.key = "l2.in_flight_curve_4b",
                            .unit = "B/s",
                            .unit_x = "s",
                            .points = {{1, 1}, {2, 2}}}}),
               InputError);
  EXPECT_THROW(
      calibrated(
          {{.key = "l2.in_flight_curve_4b", .unit = "B/s", .unit_x = "B", .points = {{1, 1}}}}),
      InputError);
  EXPECT_THROW(calibrated({{.key = "peer.hop", .unit = "s", .value = 1e-6}}), InputError);
}

TEST(CalibratedSystem, RefusesWhatNoFileHolds) {
  const auto of = [](const CalibrationResult& result) {
    return calibrated_system(machine(), {result}, nullptr, "toy", "pair");
  };
  EXPECT_NO_THROW(of({.key = "peer.hop", .unit = "s", .value = 1e-6}));
  EXPECT_THROW(of({.key = "peer.hop", .unit = "B/s", .value = 1e-6}), InputError);
  EXPECT_THROW(of({.key = "peer.nonsense", .unit = "s", .value = 1e-6}), InputError);
  EXPECT_THROW(of({.key = "allreduce.issue", .unit = "s", .value = 1e-6}), InputError);
  EXPECT_THROW(of({.key = "allreduce.by_size", .unit = "s", .value = 1e-6}), InputError);
  EXPECT_THROW(of({.key = "port.host_to_devices", .unit = "B/s", .value = 1e-6}), InputError);
  EXPECT_THROW(of({.key = "allreduce.sum", .unit = "s", .value = 1e-6}), InputError);
}

TEST(UncertaintyFactor, GrowsWithTheSpread) {
  EXPECT_DOUBLE_EQ(uncertainty_factor(0.0, "dram.latency"), 1.01);
  EXPECT_DOUBLE_EQ(uncertainty_factor(0.0, "launch.queued"), 1.03);
  EXPECT_DOUBLE_EQ(uncertainty_factor(0.1, "launch.queued"), 1.19);
  EXPECT_EQ(uncertainty_factor(1e9, "dram.latency"), 100.0);
}

TEST(ReadCalibration, RefusesResultsThatCannotBe) {
  const auto read = [](const char* line) { return read_calibration_results(line, "program"); };
  EXPECT_EQ(read(R"({"name":"a.b","unit":"s","value":1e-6,"spread":0.01})").size(), 1u);
  EXPECT_EQ(read("\n\n").size(), 0u);
  for (const char* wrong :
       {"nonsense", "{}", R"({"name":"a","unit":"s"})", R"({"name":"a","unit":"s","value":-1})",
        R"({"name":"a","unit":"s","value":null})", R"({"name":"a","unit":"s","unit_x":"B"})",
        R"({"name":"a","unit":"s","unit_x":"B","curve":[]})",
        R"({"name":"a","unit":"s","unit_x":"B","curve":[[2,2],[1,2]]})",
        R"({"name":"a","unit":"s","unit_x":"B","curve":[[1,2],[2]]})",
        R"({"name":"a","unit":"s","unit_x":"B","curve":[[1,2],["x",2]]})"}) {
    EXPECT_THROW(read(wrong), InputError) << wrong;
  }
}

}  // namespace
}  // namespace gpumodel
