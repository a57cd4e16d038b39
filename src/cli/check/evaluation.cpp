#include "src/cli/check/evaluation.hpp"

#include <algorithm>
#include <memory>

#include "src/app/common/memory_text.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/timeline.hpp"
#include "src/cli/program/options.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel {
namespace {

template <class Act>
std::vector<Diagnostic> faults_of(Act act) {
  try {
    act();
  } catch (InputError& error) {
    return std::move(error.found);
  }
  return {};
}

// With a host the arrays are copied, and the device must be able to hold them.
std::vector<Diagnostic> faults_of_answer(const PredictAnswer& answer, const CheckMachine& machine) {
  std::vector<Diagnostic> all;
  if (!machine.host.empty() && !answer.memory.fits()) {
    all.push_back(memory_exceeded(answer.memory, answer.ask.gpu(), answer.kernel(), answer.values(),
                                  answer.ask.kernel->text));
  }
  all.insert(all.end(), answer.undecided.begin(), answer.undecided.end());
  return all;
}

std::vector<LaunchWay> ways_of(const Kernel& kernel) {
  if (!kernel.openacc || kernel.openacc->only_way) return {LaunchWay::any};
  return {LaunchWay::launch, LaunchWay::openacc};
}

bool same(const Diagnostic& a, const Diagnostic& b) {
  return a.id == b.id && a.line == b.line && a.column == b.column && a.message == b.message;
}

}  // namespace

std::vector<Diagnostic> faults_of_kernel(const std::string& file, const CheckMachine& machine) {
  std::vector<Diagnostic> all;
  const auto add = [&](const std::vector<Diagnostic>& found) {
    for (Diagnostic fault : found) {
      if (fault.file.empty()) fault.file = file;
      const auto is_same = [&](const Diagnostic& known) { return same(known, fault); };
      if (std::ranges::none_of(all, is_same)) all.push_back(fault);
    }
  };
  add(faults_of([&] {
    const auto kernel = std::make_shared<const KernelFile>(read_kernel(read_text_file(file, file)));
    const auto device =
        std::make_shared<const DeviceFile>(load_gpu(choose_device(machine.device).name));
    const std::vector<LaunchWay> ways = ways_of(kernel->kernel);
    const double work = machine.work / static_cast<double>(ways.size());
    for (const LaunchWay way : ways) {
      add(faults_of([&] {
        add(faults_of_answer(
            predict({.kernel = kernel, .way = way, .device = device, .work = work}), machine));
      }));
    }
  }));
  return all;
}

std::vector<Diagnostic> faults_of_program(const std::string& file, const CheckMachine& machine) {
  return faults_of([&] {
    ProgramOptions options;
    options.device = machine.device;
    options.system = machine.system;
    options.host = machine.host;
    options.work = machine.work;
    ProgramAnswer answer = options.load(file);
    options.settle(answer);
    forecast_program(answer);
  });
}

}  // namespace gpumodel
