// The program gpumodel-run-written: checks and times kernels of a library that was compiled from
// what gpumodel has written. `gpumodel validate` starts one process for some of them.
//
//   gpumodel-run-written --library x.so --case 0:cold --case 1:cold,warm
//
// Prints a JSON object per case as soon as it is measured: {"case": 0, "points": [...]}. A fault on
// the device ends the process; what it has printed before stands.
// Exit codes: 0 done, 2 usage, 3 no such library or case, 4 no device, 70 a fault on the device.
#include <iostream>

#include "validate/device/cuda_driver.hpp"
#include "validate/runner/host_facts.hpp"
#include "validate/runner/runner_main.hpp"
#include "validate/runner/time_point.hpp"
#include "validate/runner/written_launch.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

struct WrittenArguments {
  std::string library, compiler;
  std::vector<std::string> cases;
  MeasureOptions options;
  bool environment = false;
};

void declare_written(CLI::App& app, WrittenArguments& arguments) {
  app.add_option("--library", arguments.library, "What was compiled")->type_name("FILE");
  app.add_option("--case", arguments.cases, "Number and L2: 3:cold, or 3:cold,warm")
      ->type_name("CASE")
      ->allow_extra_args(false);
  app.add_option("--seconds", arguments.options.limits.seconds, "Wall time for each timer")
      ->check(CLI::Range(0.001, 60.0));
  app.add_flag("--counters", arguments.options.counters, "Read hardware counters as well");
  app.add_flag("--one-timer", arguments.options.one_timer, "Events of the device alone");
  app.add_flag("--environment", arguments.environment, "Print the device and stop");
  app.add_option("--compiler", arguments.compiler, "What --environment says compiled it");
}

CudaGpu first_gpu() {
  const CudaDriver driver = ask_cuda_driver();
  if (!driver.why_not.empty()) throw NoDevice(driver.why_not);
  if (driver.gpus.empty()) throw NoDevice("no CUDA device");
  return driver.gpus.front();
}

Json environment_of(const CudaGpu& gpu, const DeviceWatch& watch, const std::string& compiler) {
  Json device = {
      {"name", gpu.name},
      {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
      {"sms", gpu.sms},
      {"memory_bytes", gpu.memory_bytes},
      {"l2_bytes", gpu.l2_bytes}};
  device.update(watch.identity());
  return {{"backend", "cuda"},
          {"device", device},
          {"host", host_facts()},
          {"compiler", compiler},
          {"gpumodel", GPUMODEL_VERSION},
          {"date", today()}};
}

struct AskedCase {
  int number = 0;
  std::vector<CacheState> caches;
};

AskedCase asked_case(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) throw CaseError("'" + text + "' is no case: 3:cold");
  AskedCase asked;
  asked.number = std::stoi(text.substr(0, colon));
  const std::string caches = text.substr(colon + 1);
  if (caches.find("cold") != std::string::npos) asked.caches.push_back(CacheState::cold);
  if (caches.find("warm") != std::string::npos) asked.caches.push_back(CacheState::warm);
  return asked;
}

Json points_of(const MeasuredLibrary& library, const AskedCase& asked, DeviceWatch& watch,
               const MeasureOptions& options) {
  if (asked.number < 0 || asked.number >= library.count) {
    throw CaseError("the library has no case " + std::to_string(asked.number));
  }
  const MeasuredCase& what = *library.cases[asked.number];
  WrittenLaunch launch(library, what, watch);
  const MeasuredAnswer answer = launch.check();
  Json points = Json::array();
  for (const CacheState cache : asked.caches) {
    Json point = {{"kernel", what.kernel},
                  {"backend", "cuda"},
                  {"parameters", Json::object()},
                  {"launch", launch.launch_facts()},
                  {"cache", to_string(cache)},
                  {"status", "wrong-answer"},
                  {"check",
                   {{"arrays",
                     {{{"name", "all"},
                       {"checked", answer.checked},
                       {"of", answer.checked},
                       {"worst_error", answer.worst}}}}}}};
    if (answer.right != 0) {
      time_point(launch, cache, options, point);
    } else {
      point["reason"] = answer.fault;
    }
    points.push_back(std::move(point));
  }
  return points;
}

int run_written(const WrittenArguments& arguments) {
  const CudaGpu gpu = first_gpu();
  DeviceWatch watch;
  watch.open(gpu.pci_bus_id);
  if (arguments.environment) {
    print_result(environment_of(gpu, watch, arguments.compiler));
    return 0;
  }
  if (arguments.library.empty()) {
    std::cerr << "error: --library or --environment is needed\n";
    return 2;
  }
  const MeasuredLibrary& library = load_measured(arguments.library);
  for (const std::string& text : arguments.cases) {
    const AskedCase asked = asked_case(text);
    print_result(
        {{"case", asked.number}, {"points", points_of(library, asked, watch, arguments.options)}});
    std::cout.flush();
  }
  return 0;
}

}  // namespace
}  // namespace gpumodel

int main(int argc, char** argv) {
  gpumodel::WrittenArguments arguments;
  return gpumodel::runner_main(
      argc, argv, "Checks and times kernels that gpumodel has written",
      [&](CLI::App& app) { gpumodel::declare_written(app, arguments); },
      [&] { return gpumodel::run_written(arguments); });
}
