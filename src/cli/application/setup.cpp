#include "src/cli/application/setup.hpp"

#include <fstream>

#include "src/app/application/device_facts.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/amount.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t longest_run = 86400;
constexpr std::int64_t most_memory = std::int64_t{1} << 44;

std::int64_t amount(const char* option, const std::string& text, AmountKind kind,
                    std::int64_t most) {
  const std::vector<std::int64_t> read = parse_amounts(option, text, kind);
  if (read.size() == 1 && read.front() >= 1 && read.front() <= most) return read.front();
  throw InputError{{{.id = "amount-wrong",
                     .message = std::string(option) + " " + text + " is no usable number",
                     .hints = {"expected a number from 1 to " + std::to_string(most)}}}};
}

std::size_t devices_of(const ProgramAsk& ask) {
  if (ask.gpus) return static_cast<std::size_t>(*ask.gpus);
  return ask.system ? ask.system->system.devices.size() : 1;
}

void write_kernel(std::ostream& file, const LaunchableKernel& kernel) {
  file << "kernel " << kernel.mangled << '=';
  for (const auto& parameter : kernel.parameters) file << ' ' << parameter.bytes;
  file << "\ncontents " << kernel.mangled << '=';
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (!kernel.parameters[i].whole.empty()) file << ' ' << i << "@0";
    for (const auto& member : kernel.parameters[i].members) {
      if (!member.whole.empty()) file << ' ' << i << '@' << member.offset;
    }
  }
  file << "\nshared " << kernel.mangled << '=' << kernel.shared << "\nthreads " << kernel.mangled
       << '=' << kernel.max_threads << "\nread_only " << kernel.mangled << '=';
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const auto& parameter = kernel.parameters[i];
    const bool pointer = parameter.kind == LaunchableKernel::Parameter::Kind::pointer;
    if (pointer && !parameter.written) file << ' ' << i;
  }
  file << '\n';
}

}  // namespace

RunLimits limits_of(const ApplicationOptions& options) {
  RunLimits limits{.sandboxed = options.sandboxed};
  if (!options.seconds.empty()) {
    limits.seconds = static_cast<double>(
        amount("--time-limit", options.seconds, AmountKind::count, longest_run));
  }
  if (!options.memory.empty()) {
    limits.bytes = static_cast<double>(
        amount("--memory-limit", options.memory, AmountKind::bytes, most_memory));
  }
  return limits;
}

const Gpu& gpu_of(const ProgramAsk& ask, std::size_t number) {
  if (!ask.system) return std::get<Gpu>(ask.devices.begin()->second.device);
  return std::get<Gpu>(ask.devices.at(ask.system->system.devices[number]).device);
}

double l2_bytes(const ProgramAsk& ask) {
  const Gpu& gpu = gpu_of(ask, 0);
  return gpu.l2_capacity.is_known() ? gpu.l2_capacity.si : 0.0;
}

std::vector<std::string> command_line(const std::string& program,
                                      const ApplicationOptions& options) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  return words;
}

void write_setup(const RunSetup& setup, const ProgramAsk& ask,
                 const std::vector<LaunchableKernel>& kernels) {
  std::ofstream file(setup.path);
  file << "devices=" << devices_of(ask) << "\nwarp=" << (setup.warp ? 1 : 0)
       << "\nexecute=" << (setup.executes ? 1 : 0)
       << "\nseconds=" << static_cast<std::int64_t>(setup.seconds) << "\ndata=" << setup.data
       << '\n';
  for (std::size_t i = 0; i < devices_of(ask); ++i) {
    const std::string device = "device " + std::to_string(i) + " ";
    file << device << "name=" << gpu_of(ask, i).name << '\n';
    for (const auto& [name, value] : device_facts_for_host(gpu_of(ask, i))) {
      file << device << name << '=' << value << '\n';
    }
  }
  for (const LaunchableKernel& kernel : kernels) write_kernel(file, kernel);
  for (const CountedLaunches& each : setup.counted) {
    file << "launches " << each.mangled;
    for (const std::int64_t extent : each.block) file << ' ' << extent;
    file << '=' << each.launches << '\n';
  }
  file.close();
  if (!file) refuse_call("output-file", setup.path + " cannot be written", {"is the disk full?"});
}

}  // namespace gpumodel
