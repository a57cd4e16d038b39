// gpumodel-run-program: runs the steps of a program on the GPUs of this machine and times them.
// gpumodel-run-program-openacc: runs the same program as somebody wrote it in OpenACC.
// `gpumodel overlap PROGRAM --script FILE` writes the steps.
//
//   gpumodel-run-program --script FILE
//
// Prints one JSON object: the environment and the point of a record.
// Exit codes: 0 measured, 1 a wrong answer, 2 usage, 3 the program cannot be run, 4 no device, 70 a
// fault on the device.
#include <CLI/CLI.hpp>
#include <iostream>

#include "src/diagnostics/diagnostic.hpp"
#include "validate/programs/measure_program.hpp"
#include "validate/runner/backend.hpp"

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

void print(const Json& document) {
  std::cout << document.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

int run(const Arguments& arguments) {
  if (arguments.list) {
    print({{"programs", programs_with_code()}});
    return 0;
  }
  if (arguments.environment) {
    print(program_environment());
    return 0;
  }
  const ProgramRequest& request = arguments.request;
  if (request.script.empty()) {
    std::cerr << "error: --script or --environment is needed\n";
    return 2;
  }
  const Json point = measure_program(request);
  const Json environment = request.host_device ? Json(nullptr) : program_environment();
  print({{"environment", environment}, {"point", point}});
  if (point["status"] != "wrong-answer") return 0;
  std::cerr << "error: " << point["reason"].get<std::string>() << '\n';
  return 1;
}

int fail(int code, std::string_view what) {
  std::cerr << "error: " << what << '\n';
  return code;
}

int guarded(int argc, char** argv) {
  try {
    CLI::App app{"Runs and times a program of gpumodel's library"};
    Arguments arguments;
    declare(app, arguments);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
    return run(arguments);
  } catch (const InputError& error) {
    for (const Diagnostic& found : error.found) {
      std::cerr << "error: " << found.file << ':' << found.line << ": " << found.message << '\n';
    }
    return 3;
  } catch (const CaseError& error) {
    return fail(3, error.what());
  } catch (const NoDevice& error) {
    return fail(4, error.what());
  } catch (const std::exception& error) {
    return fail(70, error.what());
  } catch (...) {
    return fail(70, "internal error");
  }
}

}  // namespace
}  // namespace gpumodel

int main(int argc, char** argv) {
  return gpumodel::guarded(argc, argv);
}
