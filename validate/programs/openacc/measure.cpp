// Programs written in OpenACC, from a script's parameters to the point of a record. Times are those
// of the host's clock.
#include <openacc.h>

#include <algorithm>
#include <chrono>

#include "validate/device/cuda_driver.hpp"
#include "validate/programs/measure_program.hpp"
#include "validate/programs/openacc/program.hpp"
#include "validate/programs/read_script.hpp"
#include "validate/runner/backend.hpp"
#include "validate/runner/device_watch.hpp"
#include "validate/runner/host_facts.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

// Opening a device again takes as long as many runs.
constexpr double seconds_with_new_queues = 10.0;

int gpus() {
#ifdef GPUMODEL_OPENACC_HOST_ONLY
  return 0;
#else
  return acc_get_num_devices(acc_device_nvidia);
#endif
}

Json device_json(const CudaGpu& gpu) {
  DeviceWatch watch;
  watch.open(gpu.pci_bus_id);
  Json result = {
      {"name", gpu.name},
      {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
      {"sms", gpu.sms},
      {"memory_bytes", gpu.memory_bytes},
      {"l2_bytes", gpu.l2_bytes}};
  result.update(watch.identity());
  return result;
}

RegisteredProgram program_of(const Script& script) {
  const std::vector<RegisteredProgram> all = openacc_programs();
  const auto found = std::ranges::find(all, script.program, &RegisteredProgram::id);
  if (found == all.end()) {
    throw CaseError("'" + script.program + "' has no OpenACC version; --list has those that do");
  }
  return *found;
}

void require(const RegisteredProgram& program, const Script& script, bool on_host) {
  if (on_host) {
    acc_set_device_type(acc_device_host);
    if (program.needs == ProgramNeeds::nothing) return;
    throw CaseError("'" + program.id + "' needs a device: it does not run on the host");
  }
  const int there = gpus();
  if (there == 0) {
    throw NoDevice("OpenACC found no device and runs on the host, whose times are not a GPU's");
  }
  const int needed = std::max(script.devices, program.needs == ProgramNeeds::two_devices ? 2 : 1);
  if (there < needed) {
    throw CaseError("the program needs " + std::to_string(needed) + " devices, there " +
                    (there == 1 ? "is 1" : "are " + std::to_string(there)));
  }
  acc_init(acc_device_nvidia);
  acc_set_device_num(0, acc_device_nvidia);
}

double timed(const RegisteredProgram& program, OpenAccProgram& p) {
  if (p.makes_queues()) p.renew_queues(program.run);
  const Clock::time_point start = Clock::now();
  program.run(p);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Json timed_point(const RegisteredProgram& program, OpenAccProgram& p, SamplingLimits limits) {
  if (p.makes_queues()) limits.seconds = std::max(limits.seconds, seconds_with_new_queues);
  DeviceWatch watch;
  watch.open(ask_cuda_driver().gpus.at(0).pci_bus_id);
  watch.start();
  const Samples samples = sample([&] { return timed(program, p); }, limits);
  Json point{{"status", "measured"},
             {"time", to_json(samples)},
             {"answer", "a sample of what plain loops on the host leave"}};
  point.update(watch.stop());
  return point;
}

}  // namespace

std::vector<std::string> programs_with_code() {
  std::vector<std::string> ids;
  for (const RegisteredProgram& each : openacc_programs()) ids.push_back(each.id);
  return ids;
}

Json program_environment() {
  if (gpus() == 0) {
    throw NoDevice("OpenACC found no device and runs on the host, whose times are not a GPU's");
  }
  const CudaDriver driver = ask_cuda_driver();
  if (!driver.why_not.empty()) throw NoDevice(driver.why_not);
  Json devices = Json::array();
  for (const CudaGpu& gpu : driver.gpus) devices.push_back(device_json(gpu));
  return {{"backend", "openacc"},         {"devices", std::move(devices)},
          {"host", host_facts()},         {"compiler", GPUMODEL_RUNNER_COMPILER},
          {"gpumodel", GPUMODEL_VERSION}, {"date", today()}};
}

Json measure_program(const ProgramRequest& request) {
  const Script script = read_script(request.script).script;
  const RegisteredProgram program = program_of(script);
  require(program, script, request.host_device);
  OpenAccProgram p(script, request.host_device);
  program.run(p);
  p.fetch_resident();
  try {
    program.check(p);
  } catch (const WrongAnswer& wrong) {
    return {{"status", "wrong-answer"}, {"reason", wrong.what()}};
  }
  if (request.host_device) return {{"status", "verified"}};
  return timed_point(program, p, request.limits);
}

}  // namespace gpumodel
