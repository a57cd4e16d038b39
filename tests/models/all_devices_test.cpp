// The machine model on every GPU file of the library, with every kernel of the library: an answer,
// or a launch that the device cannot run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "models/kernel/openacc/lower.hpp"
#include "models/occupancy/occupancy.hpp"
#include "models/time/predict.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {

// How a test is called by its parameter.
void PrintTo(const DeviceFile& file, std::ostream* out) {
  *out << std::get<Gpu>(file.device).id;
}

namespace {

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> read;
    for (const Listed& listed : list(Shelf::kernels)) {
      read.push_back(read_kernel(read_text_file(listed.file.path, listed.file.shown)).kernel);
    }
    return read;
  }();
  return all;
}

std::vector<DeviceFile> gpus() {
  std::vector<DeviceFile> read;
  for (const Listed& listed : list(Shelf::devices)) {
    DeviceFile file = read_device(read_text_file(listed.file.path, listed.file.shown));
    if (std::holds_alternative<Gpu>(file.device)) read.push_back(std::move(file));
  }
  return read;
}

bool can_run(const LaunchShape& shape, const Gpu& gpu) {
  const SmLimits* limits = find_limits(gpu.compute_capability);
  LaunchResources launch;
  launch.threads = static_cast<int>(shape.threads_per_block());
  launch.registers_per_thread = static_cast<int>(shape.registers_per_thread.value_or(32));
  launch.dynamic_shared_memory = shape.shared_memory.value_or(0);
  return std::holds_alternative<Occupancy>(occupancy_of(*limits, launch));
}

// Each operand says where it comes from, through all levels.
void expect_sound(const Workings& w, NodeId id) {
  const Workings::Operands all = w.operands(id);
  for (const std::vector<NodeId>* list : {&all.in_text, &all.of_ends}) {
    for (const NodeId one : *list) {
      const Operand& operand = w.operand(one);
      EXPECT_TRUE(std::isfinite(w.value(one))) << w.symbol(one);
      EXPECT_FALSE(w.symbol(one).empty());
      EXPECT_TRUE(w.low(one) <= w.value(one) && w.value(one) <= w.high(one)) << w.symbol(one);
      const bool from_source = operand.source() != nullptr && !operand.source()->key.empty();
      EXPECT_TRUE(from_source || operand.constant() != nullptr || !operand.what().empty() ||
                  operand.from == From::worked)
          << w.symbol(one);
      if (operand.from == From::worked) expect_sound(w, w.behind(one));
    }
  }
}

void expect_sound(const Prediction& p, TermId id) {
  const Term& term = p.terms[id];
  EXPECT_TRUE(std::isfinite(term.time.high.si)) << term.name;
  EXPECT_GE(term.time.low.si, 0.0) << term.name;
  EXPECT_LE(term.time.low.si, term.time.value.si * (1 + 1e-12)) << term.name;
  EXPECT_LE(term.time.value.si, term.time.high.si * (1 + 1e-12)) << term.name;
  for (const TermId part : p.terms.parts(id)) expect_sound(p, part);
  if (term.combine == Combine::leaf) expect_sound(p.terms.workings(), term.worked);
}

void expect_an_answer(const Kernel& kernel, const Gpu& gpu, bool openacc) {
  SCOPED_TRACE(kernel.id + " on " + gpu.id + (openacc ? " as OpenACC" : ""));
  const std::vector<std::optional<Number>> defaults(kernel.parameters.size());
  const Kernel lowered = openacc ? with_openacc(kernel, device_facts(gpu), defaults) : kernel;
  std::vector<Number> values;
  evaluate_parameters(lowered, defaults, values);
  Question question{&lowered, values, &gpu};
  question.openacc = openacc;
  Prediction p;
  try {
    predict(*find_model("machine"), question, p);
    if (p.work.launch && !can_run(*p.work.launch, gpu)) return;
    expect_sound(p, p.kernel);
    EXPECT_GT(p.time(p.kernel).si, 0.0);
    question.cache = CacheStart::warm;
    predict_again(*find_model("machine"), question, p);
    expect_sound(p, p.kernel);
  } catch (const UnknownInput& unknown) {
    ADD_FAILURE() << "needs " << unknown.key;
  }
}

class AllDevices : public testing::TestWithParam<DeviceFile> {};

TEST_P(AllDevices, EveryKernelHasATime) {
  for (const Kernel& kernel : kernels()) {
    const Gpu& gpu = std::get<Gpu>(GetParam().device);
    const bool only_openacc = kernel.openacc && kernel.openacc->only_way;
    if (!only_openacc) expect_an_answer(kernel, gpu, false);
    if (only_openacc) expect_an_answer(kernel, gpu, true);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, AllDevices, testing::ValuesIn(gpus()), [](const auto& file) {
  std::string name = std::get<Gpu>(file.param.device).id;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace gpumodel
