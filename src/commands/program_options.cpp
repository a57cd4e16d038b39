#include "src/commands/program_options.hpp"

#include <CLI/CLI.hpp>

#include "models/program/loop_values.hpp"
#include "src/commands/load.hpp"
#include "src/commands/model_choice.hpp"
#include "src/commands/refuse_call.hpp"
#include "src/input/amount.hpp"
#include "src/input/locate.hpp"
#include "src/input/nearest.hpp"
#include "src/input/parameters.hpp"
#include "src/input/quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_devices = 64;

std::int64_t one_amount(const char* option, const std::string& text, std::int64_t most) {
  const std::vector<std::int64_t> amounts = parse_amounts(option, text, AmountKind::count);
  if (amounts.size() == 1 && amounts.front() >= 1 && amounts.front() <= most) {
    return amounts.front();
  }
  throw InputError{{{.id = "amount-wrong",
                     .message = std::string(option) + " " + text + " is no usable number",
                     .hints = {"expected a whole number from 1 to " + std::to_string(most)}}}};
}

IssueOrder order_named(const std::string& text) {
  if (text == "depth") return IssueOrder::depth_first;
  if (text == "breadth") return IssueOrder::breadth_first;
  refuse_call("usage", "--order cannot be '" + text + "'", {"known: depth breadth"});
}

bool is_openacc(const std::string& text) {
  if (text.empty() || text == "cuda") return false;
  if (text == "openacc") return true;
  refuse_call("usage", "--backend of a program cannot be '" + text + "'", {"known: cuda openacc"});
}

ExpandOptions choices(const ProgramOptions& options) {
  ExpandOptions chosen;
  if (!options.chunks.empty()) chosen.chunks = one_amount("--chunks", options.chunks, 1 << 20);
  if (!options.streams.empty()) chosen.streams = one_amount("--streams", options.streams, 1 << 16);
  if (!options.order.empty()) chosen.order = order_named(options.order);
  chosen.openacc = is_openacc(options.backend);
  chosen.work = options.work;
  return chosen;
}

// --host-link: the same rate both ways, for every model.
void set_host_link(const std::string& text, Gpu& gpu) {
  double rate = 0.0;
  try {
    const ParsedQuantity read = parse_quantity(text);
    if (read.dim == BytesPerSecond::dim) rate = read.si;
  } catch (const ExpressionError&) {
    rate = 0.0;  // refused below
  }
  if (!(rate > 0.0 && rate < 1e15)) {
    refuse_call("usage", "--host-link " + text + " is no rate", {"for example 12GB/s"});
  }
  const auto set = [&](Sourced<BytesPerSecond>& value) {
    value.si = rate;
    value.source = {Provenance::assumed, value.source.key, "--host-link", 0, text, 1.0};
  };
  set(gpu.h2d_bandwidth);
  set(gpu.d2h_bandwidth);
  set(gpu.h2d_sustained);
  set(gpu.d2h_sustained);
  gpu.machine.link.h2d_bidirectional.source.from = Provenance::unknown;
  gpu.machine.link.d2h_bidirectional.source.from = Provenance::unknown;
}

void read_program_or_kernel(const std::string& name, ProgramAnswer& answer) {
  if (names_program(name)) {
    const Located file = locate(Library::programs, name);
    ProgramFile read = read_program(read_text_file(file.path, file.shown));
    answer.program = std::move(read.program);
    answer.text = std::move(read.text);
    answer.kernels = std::move(read.kernels);
    return;
  }
  KernelFile kernel = load_kernel(name);
  answer.program = one_step_program(kernel.kernel);
  answer.text = std::move(kernel.text);
  answer.of_kernel = true;
}

}  // namespace

bool names_program(const std::string& name) {
  if (has(Library::kernels, name)) {  // also any file that exists: its first keys decide
    const Located file = locate(Library::kernels, name);
    try {
      return is_program(read_text_file(file.path, file.shown));
    } catch (const InputError&) {
      return false;  // whoever reads it says why
    }
  }
  if (has(Library::programs, name)) return true;
  std::vector<std::string> programs;  // a name that was mistyped
  for (const Listed& listed : list(Library::programs)) programs.push_back(listed.name);
  return !nearest_name(name, programs).empty();
}

void ProgramOptions::declare_machine(CLI::App& app) {
  app.add_option("--system", system, "Devices and links: a name from the library or a file")
      ->type_name("SYSTEM");
  app.add_option("--gpus", gpus, "How many devices the program uses")->type_name("N");
  app.add_option("--backend", backend,
                 "What kernels of a program are: cuda, or regions of openacc by GCC (default cuda)")
      ->type_name("BACKEND");
  app.add_flag("--scaling", scaling, "The time on 1, 2, ... devices");
}

void ProgramOptions::declare_overlap(CLI::App& app) {
  app.add_option("--chunks", chunks, "This chunk count instead of the best one")->type_name("N");
  app.add_option("--order", order,
                 "Issue all of a chunk first (depth), or each step for all "
                 "chunks (breadth)")
      ->type_name("ORDER");
  app.add_option("--host-link", host_link, "Rate of the host link both ways, such as 12GB/s")
      ->type_name("RATE");
}

ProgramAnswer ProgramOptions::load(const std::string& name) const {
  ProgramAnswer answer;
  answer.model = &chosen_model(model);
  answer.options = choices(*this);
  if (!gpus.empty()) one_amount("--gpus", gpus, most_devices);
  std::vector<Diagnostic> faults;
  const auto attempt = [&](auto read) {
    try {
      read();
    } catch (InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  };
  attempt([&] { read_program_or_kernel(name, answer); });
  if (!system.empty()) {
    attempt([&] {
      const Located file = locate(Library::systems, system);
      answer.system = read_system(read_text_file(file.path, file.shown));
    });
  }
  const DeviceChoice choice = choose_device(device);
  if (!answer.system) answer.default_device = choice.is_default;
  std::vector<std::string> names = {choice.name};
  if (answer.system) names = answer.system->system.devices;
  for (const std::string& each : names) {
    if (answer.devices.contains(each)) continue;
    attempt([&] { answer.devices.emplace(each, load_gpu(each)); });
  }
  std::string cpu = host;
  if (cpu.empty() && answer.system) cpu = answer.system->system.host;
  if (!cpu.empty()) attempt([&] { answer.host = load_cpu(cpu); });
  if (!faults.empty()) throw InputError{std::move(faults)};
  if (!host_link.empty()) {
    for (auto& [key, file] : answer.devices) set_host_link(host_link, std::get<Gpu>(file.device));
  }
  return answer;
}

void ProgramOptions::settle(ProgramAnswer& answer) const {
  ParameterNames known{
      answer.of_kernel ? "the kernel" : "the program", "parameters of " + answer.program.id, {}};
  for (const Parameter& each : answer.program.parameters) known.names.push_back(each.name);
  const auto overrides = parse_parameters(definitions, known);
  try {
    answer.values = evaluate_program_parameters(answer.program, overrides);
    std::int64_t count = 1;
    if (answer.program.devices) {
      count = LoopValues(answer.values).whole(*answer.program.devices, 1, most_devices);
    }
    if (!gpus.empty()) count = one_amount("--gpus", gpus, most_devices);
    settle_devices(answer, static_cast<std::size_t>(count));
  } catch (const FormulaError& error) {
    throw to_input_error(error, answer.text);
  }
}

void ProgramOptions::settle_devices(ProgramAnswer& answer, std::size_t count) const {
  answer.machine = {};
  if (answer.system) answer.machine.system = &answer.system->system;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::string>* names =
        answer.system ? &answer.system->system.devices : nullptr;
    if (names != nullptr && i >= names->size()) {
      Diagnostic fault{.id = "device-missing",
                       .message = "the program uses " + std::to_string(count) + " devices",
                       .file = answer.text.shown};
      fault.hints = {"system '" + answer.system->system.id + "' has " +
                     std::to_string(names->size())};
      throw InputError{{std::move(fault)}};
    }
    const auto& file =
        names != nullptr ? answer.devices.at((*names)[i]) : answer.devices.begin()->second;
    answer.machine.gpus.push_back(&std::get<Gpu>(file.device));
  }
}

}  // namespace gpumodel
