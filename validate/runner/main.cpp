// The programs gpumodel-run-cuda, -openacc and -host: run one case of a kernel, check its answer
// and time it. `gpumodel validate` starts one process per case, so that a fault loses one case.
//
//   gpumodel-run-cuda --kernel kernels/saxpy/saxpy.yaml -D N=2^20 --cache cold,warm
//
// Prints one JSON object: the environment, and a point per cache state.
// Exit codes: 0 measured, 1 a wrong answer, 2 usage, 3 the case cannot be run, 4 no device, 70 a
// fault on the device.
#include <iostream>

#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/parameters.hpp"
#include "validate/runner/backend.hpp"
#include "validate/runner/make_case.hpp"
#include "validate/runner/measure_case.hpp"
#include "validate/runner/runner_main.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string kernel;
  std::vector<std::string> definitions;
  std::vector<std::string> caches = {"cold", "warm"};
  MeasureOptions options;
  bool list = false;
  bool environment = false;
};

void declare(CLI::App& app, Arguments& arguments) {
  app.add_option("--kernel", arguments.kernel, "Kernel descriptor")->type_name("FILE");
  app.add_option("-D,--define", arguments.definitions, "Set a parameter of the kernel")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--cache", arguments.caches, "cold, warm or both: cold,warm")
      ->delimiter(',')
      ->check(CLI::IsMember({"cold", "warm"}));
  app.add_option("--seconds", arguments.options.limits.seconds, "Wall time for each timer")
      ->check(CLI::Range(0.001, 60.0));
  app.add_flag("--verify-only", arguments.options.verify_only, "Check the answer, measure nothing");
  app.add_flag("--counters", arguments.options.counters, "Read hardware counters as well");
  app.add_flag("--list", arguments.list, "Print the kernels this program holds");
  app.add_flag("--environment", arguments.environment, "Print the device and stop");
}

// Throws CaseError where the runner knows no way to judge the kernel.
ReferenceFunction reference_of(const std::string& kernel) {
  const ReferenceFunction reference = find_reference(kernel);
  if (reference == nullptr) throw CaseError("'" + kernel + "' has no reference to judge it");
  return reference;
}

int run_case(Backend& backend, const Arguments& arguments) {
  const KernelFile file = read_kernel(read_text_file(arguments.kernel, arguments.kernel));
  const auto overrides = parse_parameters(arguments.definitions, file.kernel);
  std::vector<Number> values;
  try {
    evaluate_parameters(file.kernel, overrides, values);
    KernelCase c = make_case(file.kernel, values);
    Reference reference(c);
    reference_of(c.kernel)(reference);
    const Json environment = backend.environment();
    const Json points = measure_case(backend, c, reference, arguments.options);
    print_result({{"environment", environment}, {"points", points}});
    for (const Json& point : points) {
      if (point["status"] == "wrong-answer") {
        std::cerr << "error: " << point["reason"].get<std::string>() << '\n';
        return 1;
      }
    }
    return 0;
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  }
}

int run(Arguments& arguments) {
  const std::unique_ptr<Backend> backend = make_backend();
  if (arguments.list) {
    print_result({{"backend", backend->name()}, {"kernels", backend->kernels()}});
    return 0;
  }
  if (arguments.environment) {
    backend->require_device();
    print_result(backend->environment());
    return 0;
  }
  if (arguments.kernel.empty()) {
    std::cerr << "error: --kernel, --list or --environment is needed\n";
    return 2;
  }
  arguments.options.caches.clear();
  for (const std::string& cache : arguments.caches) {
    arguments.options.caches.push_back(cache == "cold" ? CacheState::cold : CacheState::warm);
  }
  return run_case(*backend, arguments);
}

}  // namespace
}  // namespace gpumodel

int main(int argc, char** argv) {
  gpumodel::Arguments arguments;
  return gpumodel::runner_main(
      argc, argv, "Runs and times one kernel of gpumodel's library",
      [&](CLI::App& app) { gpumodel::declare(app, arguments); },
      [&] { return gpumodel::run(arguments); });
}
