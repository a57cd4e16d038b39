#include "src/cli/check/evaluation.hpp"

#include <algorithm>
#include <array>

#include "models/time/asked_kernel.hpp"
#include "src/cli/common/impossible_launch.hpp"
#include "src/cli/common/usable_time.hpp"
#include "src/cli/library/load.hpp"
#include "src/cli/library/model_choice.hpp"
#include "src/cli/program/timeline.hpp"
#include "src/io/text/check_values.hpp"
#include "src/view/common/memory_text.hpp"

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

// What `predict` refuses with a host: arrays that the device cannot take.
void require_memory(const Kernel& kernel, std::span<const Number> values, const Gpu& gpu,
                    const TextFile& text) {
  const DeviceMemory memory(device_bytes(kernel, values), gpu);
  if (!memory.fits()) throw InputError{{memory_exceeded(memory, gpu, kernel, values, text)}};
}

void evaluate_kernel(const KernelFile& file, LaunchWay way, const DeviceFile& device,
                     const CheckMachine& machine, double work, std::vector<Diagnostic>& notes) {
  AskedKernel asked;
  const Gpu& gpu = std::get<Gpu>(device.device);
  try {
    settle({.kernel = &file.kernel, .gpu = &gpu, .way = way, .work = work}, asked);
    const std::vector<Diagnostic> undecided =
        refuse_outside(asked.kernel(), asked.values, file.text);
    notes.insert(notes.end(), undecided.begin(), undecided.end());
    Prediction prediction;
    predict(default_model(), asked.question, prediction);
    require_usable(prediction.terms[prediction.kernel].time, file.text);
    if (!machine.host.empty()) require_memory(asked.kernel(), asked.values, gpu, file.text);
    occupancy_of(prediction.work.launch, gpu);
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  } catch (const ThreadFault& fault) {
    throw to_input_error(fault, file.text);
  } catch (const UnknownInput& unknown) {
    const std::array files = {&device};
    throw missing_number(unknown, default_model(), files);
  }
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
    const KernelFile kernel = read_kernel(read_text_file(file, file));
    const DeviceFile device = load_gpu(choose_device(machine.device).name);
    const std::vector<LaunchWay> ways = ways_of(kernel.kernel);
    for (const LaunchWay way : ways) {
      std::vector<Diagnostic> notes;
      const double work = machine.work / static_cast<double>(ways.size());
      add(faults_of([&] { evaluate_kernel(kernel, way, device, machine, work, notes); }));
      add(notes);
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
    forecast_program(answer, options);
  });
}

}  // namespace gpumodel
