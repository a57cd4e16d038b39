// The command line of a calibration program.
//
//   PROGRAM --list              {"measurements":[{"name":...,"seconds":...,"keys":[...]}]}
//   PROGRAM --environment       the machine, as the runners tell it
//   PROGRAM --only NAME         a measurement, or the one that gives the key NAME: a line per value
//   PROGRAM --all               every measurement, each in a process of its own
//   --quick                     fewer samples
//
// Exit codes: 0 measured, 1 a measurement of --all failed, 2 wrong arguments, 3 it cannot be
// measured here, 4 no device, 5 this machine has not what it is about, 70 a fault.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

#include "validate/calibrate/measurement.hpp"

namespace gpumodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

enum Exit {
  measured = 0,
  some_failed = 1,
  usage = 2,
  not_here = 3,
  no_device = 4,
  left_out = 5,
  fault = 70
};

constexpr unsigned wall_limit_s = 60;  // of one measurement

struct Arguments {
  std::string action;
  std::vector<std::string> only;
  bool quick = false;
};

bool parse(int argc, char** argv, Arguments& arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--quick") {
      arguments.quick = true;
    } else if (word == "--only" && i + 1 < argc) {
      arguments.action = word;
      arguments.only.emplace_back(argv[++i]);
    } else if (word == "--list" || word == "--environment" || word == "--all") {
      arguments.action = word;
    } else {
      return false;
    }
  }
  return !arguments.action.empty();
}

bool gives(const Measurement& measurement, std::string_view name) {
  return measurement.name == name ||
         std::ranges::any_of(measurement.keys, [&](const Key& key) { return key.name == name; });
}

std::vector<const Measurement*> chosen(const Arguments& arguments) {
  std::vector<const Measurement*> all;
  for (const Measurement& measurement : measurements()) {
    if (arguments.action == "--all" ||
        std::ranges::any_of(arguments.only,
                            [&](const std::string& name) { return gives(measurement, name); })) {
      all.push_back(&measurement);
    }
  }
  return all;
}

Json listed(const Measurement& measurement) {
  Json keys = Json::array();
  for (const Key& key : measurement.keys) {
    keys.push_back({{"name", key.name}, {"unit", key.unit}});
    if (!key.unit_x.empty()) keys.back()["unit_x"] = key.unit_x;
  }
  Json one = {{"name", measurement.name}, {"seconds", measurement.seconds}};
  if (measurement.devices > 1) one["devices"] = measurement.devices;
  if (measurement.processes > 1) one["processes"] = measurement.processes;
  one["keys"] = std::move(keys);
  return one;
}

int list() {
  Json all = Json::array();
  for (const Measurement& measurement : measurements()) all.push_back(listed(measurement));
  std::cout << Json{{"measurements", std::move(all)}}.dump() << '\n';
  return Exit::measured;
}

int run_here(const Program& program, const Measurement& measurement, bool quick) {
  try {
    const DeviceFacts facts = program.open_device();
    if (facts.devices < measurement.devices) {
      throw LeftOut("it needs " + std::to_string(measurement.devices) + " devices, there " +
                    (facts.devices == 1 ? "is 1" : "are " + std::to_string(facts.devices)));
    }
    Session session(measurement, facts, quick);
    measurement.run(session);
    return session.refused_any() ? Exit::not_here : Exit::measured;
  } catch (const NoDevice& error) {
    std::cerr << program.name << ": " << error.what() << '\n';
    return Exit::no_device;
  } catch (const LeftOut& error) {
    std::cerr << measurement.name << ": left out: " << error.what() << '\n';
    return Exit::left_out;
  } catch (const MeasurementError& error) {
    std::cerr << program.name << ": " << measurement.name << ": " << error.what() << '\n';
    return Exit::not_here;
  } catch (const std::exception& error) {
    std::cerr << program.name << ": " << measurement.name << ": " << error.what() << '\n';
    return Exit::fault;
  }
}

// In a process of its own: after a fault of the device nothing else can run in the same one.
int run_apart(const Program& program, const Measurement& measurement, bool quick) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(wall_limit_s);
    _exit(run_here(program, measurement, quick));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return Exit::fault;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  std::cerr << program.name << ": " << measurement.name << ": ended by signal " << WTERMSIG(status)
            << (WTERMSIG(status) == SIGALRM ? ", it took too long\n" : "\n");
  return Exit::fault;
}

int run_chosen(const Program& program, const Arguments& arguments) {
  const std::vector<const Measurement*> all = chosen(arguments);
  if (all.empty()) {
    std::cerr << program.name << ": no such measurement; --list names them\n";
    return Exit::usage;
  }
  if (all.size() == 1) return run_here(program, *all.front(), arguments.quick);
  int result = Exit::measured;
  for (const Measurement* measurement : all) {
    const int code = run_apart(program, *measurement, arguments.quick);
    if (code == Exit::no_device) return code;
    if (code != Exit::measured && code != Exit::left_out) result = Exit::some_failed;
  }
  return result;
}

}  // namespace

int calibration_main(const Program& program, int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::cerr << "usage: " << program.name
              << " --list | --environment | --all | --only NAME... [--quick]\n";
    return Exit::usage;
  }
  if (arguments.action == "--list") return list();
  if (arguments.action != "--environment") return run_chosen(program, arguments);
  try {
    std::cout << program.environment() << '\n';
    return Exit::measured;
  } catch (const NoDevice& error) {
    std::cerr << program.name << ": " << error.what() << '\n';
    return Exit::no_device;
  }
}

}  // namespace gpumodel::calibrate
