#include "src/app/check/check.hpp"

#include <algorithm>

#include "src/app/common/memory_text.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/diagnostics/exit_code.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/parameters.hpp"

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
  if (machine.host && !answer.memory.fits()) {
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

std::shared_ptr<const DeviceFile> device_of(const CheckMachine& machine) {
  if (machine.device) return machine.device;
  return std::make_shared<const DeviceFile>(load_gpu(machine.usual_device, *machine.library));
}

std::vector<Diagnostic> faults_of_kernel(const TextFile& text, const CheckMachine& machine) {
  std::vector<Diagnostic> all;
  const auto add = [&](const std::vector<Diagnostic>& found) {
    for (Diagnostic fault : found) {
      if (fault.file.empty()) fault.file = text.shown;
      const auto is_same = [&](const Diagnostic& known) { return same(known, fault); };
      if (std::ranges::none_of(all, is_same)) all.push_back(fault);
    }
  };
  add(faults_of([&] {
    const auto kernel = std::make_shared<const KernelFile>(read_kernel(text));
    const auto device = device_of(machine);
    const std::vector<LaunchWay> ways = ways_of(kernel->kernel);
    const auto overrides = parse_parameters(machine.definitions, kernel->kernel);
    const double work = machine.work / static_cast<double>(ways.size());
    for (const LaunchWay way : ways) {
      add(faults_of([&] {
        add(faults_of_answer(predict({.kernel = kernel,
                                      .overrides = overrides,
                                      .way = way,
                                      .device = device,
                                      .work = work,
                                      .library = machine.library}),
                             machine));
      }));
    }
  }));
  return all;
}

std::vector<Diagnostic> faults_of_program(const TextFile& text, const CheckMachine& machine) {
  return faults_of([&] {
    if (machine.device && machine.system) {
      refuse_call("usage", "--device and --system are two ways to name the devices", {"give one"});
    }
    ProgramAsk ask;
    ask.program = std::make_shared<const ProgramFile>(read_program(text, *machine.library));
    ask.system = machine.system;
    ask.host = machine.host;
    ask.definitions = machine.definitions;
    ask.options.work = machine.work;
    if (!ask.system) ask.devices.emplace(std::string(), *device_of(machine));
    add_files_of_machine(ask, *machine.library);
    ProgramAnswer answer = begin_answer(ask);
    settle(ask, answer);
    forecast_program(answer);
  });
}

}  // namespace

LintResult check(const std::string& shown, const std::function<TextFile()>& read,
                 const CheckMachine& machine) {
  LintResult result;
  result.file = shown;
  try {
    const TextFile text = read();
    result = lint(text, *machine.library);
    if (result.count(Severity::error) > 0) return result;
    // What can be read is evaluated.
    std::vector<Diagnostic> found;
    if (result.kind == "kernel") found = faults_of_kernel(text, machine);
    if (result.kind == "program") found = faults_of_program(text, machine);
    result.found.insert(result.found.end(), found.begin(), found.end());
  } catch (InputError& error) {
    result.found = std::move(error.found);
  }
  return result;
}

int exit_code_of(const std::vector<LintResult>& results) {
  const bool faulty = std::ranges::any_of(
      results, [](const LintResult& result) { return result.count(Severity::error) > 0; });
  return faulty ? exit_code::bad_input : exit_code::done;
}

}  // namespace gpumodel
