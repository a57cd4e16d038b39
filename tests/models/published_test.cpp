// Exercise 6, "GPU Performance Modeling" (Introduction to High-Performance Computing, winter 2019),
// part 1: every number of the sheet, from its system setup, to twelve digits.
#include <gtest/gtest.h>

#include "models/time/predict.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {
namespace {

TextFile library_file(const std::string& path) {
  return read_text_file(GPUMODEL_LIBRARY "/" + path, path);
}

class Exercise6 : public testing::Test {
 protected:
  Exercise6() {
    evaluate_parameters(kernel.kernel, {}, values);
    const Question question{&kernel.kernel, values, &gpu, &cpu, 4};
    predict(*find_model("textbook"), question, p);
  }
  static void expect(double actual, double published) {
    EXPECT_NEAR(actual, published, 1e-12 * published);
  }
  double time(TermId id) const { return p.time(id).si; }

  KernelFile kernel = read_kernel(library_file("kernels/exercise6/exercise6.yaml"));
  DeviceFile gpu_file = read_device(library_file("devices/exercise6-gpu.yaml"));
  DeviceFile cpu_file = read_device(library_file("devices/exercise6-cpu.yaml"));
  const Gpu& gpu = std::get<Gpu>(gpu_file.device);
  const Cpu& cpu = std::get<Cpu>(cpu_file.device);
  std::vector<Number> values;
  Prediction p;
};

TEST_F(Exercise6, SystemSetup) {
  expect(gpu.sms.si, 80);
  expect(gpu.fp64_lanes.si, 32);
  expect(gpu.clock.si, 1.4e9);
  expect(gpu.peak_fp64.si, 7168e9);
  expect(gpu.dram_bandwidth.si / 8, 105e9);  // words per second
  expect(gpu.dram_capacity.si, 16e9);
  expect(gpu.h2d_bandwidth.si / 8, 2e9);
  expect(gpu.h2d_latency.si, 2e-6);
  expect(gpu.d2h_latency.si, 3e-6);
  expect(cpu.cores.si, 48);
  expect(cpu.memory_bandwidth.si / 8, 21.25e9);
}

TEST_F(Exercise6, KernelExecutionTime) {
  EXPECT_EQ(values[0].integer(), 100000);
  expect(p.work.total_flop().si, 200000);
  expect(p.work.moved().si / 8, 300000);
  expect(time(p.compute), 200000 / 7168e9);  // 27.90 ns
  expect(time(p.memory), 300000 / 105e9);    // 2.857 us
  expect(time(p.kernel), 300000 / 105e9);
  EXPECT_EQ(p.bound().name, "memory");
}

TEST_F(Exercise6, DataTransferTime) {
  expect(time(p.h2d), 102e-6);
  expect(time(p.d2h), 53e-6);
  expect(time(p.transfers), 155e-6);
}

TEST_F(Exercise6, GpuRuntime) {
  expect(time(p.offload), 155e-6 + 300000 / 105e9);  // 157.857 us
  ASSERT_TRUE(p.host);
  expect(time(p.host->term), 300000 / 21.25e9);  // 14.118 us
  EXPECT_FALSE(p.host->offload_pays);
}

TEST_F(Exercise6, TuningImpact) {
  ASSERT_TRUE(p.textbook_overlap);
  const double overlapped = 155e-6 + 300000 / 105e9 / 4;  // 155.714 us; the sheet prints 155.72
  expect(time(p.textbook_overlap->term), overlapped);
  expect(p.textbook_overlap->speedup, (155e-6 + 300000 / 105e9) / overlapped);
  EXPECT_NEAR(p.textbook_overlap->speedup, 1.0138, 5e-5);
}

// Every operand of every term says where it comes from.
void expect_origins(const Prediction& p, TermId id) {
  const Workings& w = p.terms.workings();
  if (p.terms[id].combine == Combine::leaf) {
    for (const NodeId one : w.operands(p.terms[id].worked).in_text) {
      const Operand& operand = w.operand(one);
      const bool from_source = operand.source() != nullptr && !operand.source()->key.empty() &&
                               operand.source()->from != Provenance::unknown;
      EXPECT_TRUE(from_source || !operand.what().empty()) << p.terms[id].name << w.symbol(one);
    }
  }
  for (const TermId part : p.terms.parts(id)) expect_origins(p, part);
}

TEST_F(Exercise6, EveryOperandNamesItsOrigin) {
  for (const TermId id : {p.kernel, p.transfers, p.textbook_overlap->term, p.host->term}) {
    expect_origins(p, id);
  }
}

}  // namespace
}  // namespace gpumodel
