#include "validate/programs/measure_program.hpp"

#include <cmath>

#include "validate/programs/program_runner.cuh"
#include "validate/runner/backend.hpp"
#include "validate/runner/cuda_facts.cuh"
#include "validate/runner/device_watch.hpp"
#include "validate/runner/host_facts.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

// Sums may be added up in another order.
constexpr double tolerance = 1e-5;

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (!(std::abs(a[i] - b[i]) <= tolerance * std::max(std::abs(a[i]), std::abs(b[i])))) {
      return false;
    }
  }
  return true;
}

// What the steps leave when nothing overlaps is what the program must leave.
bool answers_right(ProgramRunner& runner) {
  runner.restart();
  runner.run_in_order();
  const std::vector<double> expected = runner.answer();
  runner.restart();
  runner.run();
  return same(expected, runner.answer());
}

}  // namespace

std::vector<std::string> programs_with_code() {
  return {};
}

Json program_environment() {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    throw NoDevice(result == cudaSuccess ? "no CUDA device" : cudaGetErrorString(result));
  }
  Json devices = Json::array();
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    must(cudaGetDeviceProperties(&properties, device), "asking for the device");
    DeviceWatch watch;
    watch.open(pci_bus_id(device));
    devices.push_back(device_json(properties, watch.identity()));
  }
  return {{"backend", "cuda"},
          {"devices", std::move(devices)},
          {"host", host_facts()},
          {"compiler", GPUMODEL_RUNNER_COMPILER},
          {"gpumodel", GPUMODEL_VERSION},
          {"date", today()}};
}

Json measure_program(const ProgramRequest& request) {
  ProgramCase program = make_program_case(read_script(request.script));
  ProgramRunner runner(program);
  if (!answers_right(runner)) {
    return {{"status", "wrong-answer"},
            {"reason", "the program leaves other data than its steps one after the other"}};
  }
  DeviceWatch watch;
  watch.open(pci_bus_id(0));
  watch.start();
  const Samples samples = sample([&] { return runner.run(); }, request.limits);
  Json point{{"status", "measured"},
             {"time", to_json(samples)},
             {"answer", "the same data as its steps one after the other"}};
  point.update(watch.stop());
  return point;
}

}  // namespace gpumodel
