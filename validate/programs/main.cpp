// gpumodel-run-program: runs the steps of a program on the GPUs of this machine and times them.
// gpumodel-run-program-openacc: runs the same program as somebody wrote it in OpenACC.
// `gpumodel overlap PROGRAM --script FILE` writes the steps.
//
//   gpumodel-run-program --script FILE
//
// Prints one JSON object: the environment and the point of a record.
// Exit codes: 0 measured, 1 a wrong answer, 2 usage, 3 the program cannot be run, 4 no device, 70 a
// fault on the device.
#include <iostream>

#include "validate/programs/measure_program.hpp"
#include "validate/runner/runner_main.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  ProgramRequest request;
  bool environment = false;
  bool list = false;
};

void declare(CLI::App& app, Arguments& arguments) {
  ProgramRequest& request = arguments.request;
  app.add_option("--script", request.script, "Steps of a program")->type_name("FILE");
  app.add_option("--seconds", request.limits.seconds, "Wall time for the repeats")
      ->check(CLI::Range(0.001, 600.0));
  app.add_flag("--environment", arguments.environment, "Print the devices and stop");
  if (programs_with_code().empty()) return;
  app.add_flag("--list", arguments.list, "Print the programs it has code for and stop");
  app.add_flag("--host-device", request.host_device,
               "Run on the host and check the answer; nothing is timed");
}

int run(const Arguments& arguments) {
  if (arguments.list) {
    print_result({{"programs", programs_with_code()}});
    return 0;
  }
  if (arguments.environment) {
    print_result(program_environment());
    return 0;
  }
  const ProgramRequest& request = arguments.request;
  if (request.script.empty()) {
    std::cerr << "error: --script or --environment is needed\n";
    return 2;
  }
  const Json point = measure_program(request);
  const Json environment = request.host_device ? Json(nullptr) : program_environment();
  print_result({{"environment", environment}, {"point", point}});
  if (point["status"] != "wrong-answer") return 0;
  std::cerr << "error: " << point["reason"].get<std::string>() << '\n';
  return 1;
}

}  // namespace
}  // namespace gpumodel

int main(int argc, char** argv) {
  gpumodel::Arguments arguments;
  return gpumodel::runner_main(
      argc, argv, "Runs and times a program of gpumodel's library",
      [&](CLI::App& app) { gpumodel::declare(app, arguments); },
      [&] { return gpumodel::run(arguments); });
}
