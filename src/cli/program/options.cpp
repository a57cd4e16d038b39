#include "src/cli/program/options.hpp"

#include <CLI/CLI.hpp>

#include "models/timeline/program/loop_values.hpp"
#include "src/app/program/timeline.hpp"
#include "src/cli/common/argument_faults.hpp"
#include "src/cli/library/model_choice.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/amount.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/problems.hpp"
#include "src/io/text/quantity.hpp"

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
  const auto meant = [&](Library library) {  // by a name that was mistyped, or not written out
    std::vector<std::string> names;
    for (const Listed& listed : list(library)) names.push_back(listed.name);
    return std::pair(!nearest_name(name, names).empty(), !did_you_mean(name, names).empty());
  };
  const auto [near, suggested] = meant(Library::programs);
  return near || (suggested && !meant(Library::kernels).second);
}

void ProgramOptions::declare_machine(CLI::App& app) {
  app.add_option("--system", system, "Devices and links: a name from the library or a file")
      ->type_name("SYSTEM");
  app.add_option("--gpus", gpus, "How many devices the program uses")->type_name("N");
  app.add_option("--backend", backend,
                 "What kernels of a program are: cuda, or regions of openacc by GCC (default cuda)")
      ->type_name("BACKEND");
}

void ProgramOptions::declare_scaling(CLI::App& app) {
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
  answer.assumes_links = assumes_machine;
  if (!gpus.empty()) one_amount("--gpus", gpus, most_devices);
  if (!device.empty() && !system.empty()) {
    refuse_call("usage", "--device and --system are two ways to name the devices", {"give one"});
  }
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
  answer.default_host = cpu.empty() && assumes_machine && has_host_loops(answer.program.steps);
  if (answer.default_host) cpu = default_host;
  if (!cpu.empty()) attempt([&] { answer.host = load_cpu(cpu); });
  if (!faults.empty()) throw InputError{std::move(faults)};
  if (!host_link.empty()) {
    for (auto& [key, file] : answer.devices) set_host_link(host_link, std::get<Gpu>(file.device));
  }
  return answer;
}

void ProgramOptions::refuse_idle_choices(const ProgramAnswer& answer) const {
  const Program& program = answer.program;
  const auto refuse = [&](bool idle, const char* option, const char* why, const char* hint) {
    if (idle) {
      refuse_call("usage", std::string(option) + " does not apply: '" + program.id + "' " + why,
                  {hint});
    }
  };
  const bool several = uses_several_devices(program);
  refuse(!several && !gpus.empty() && one_amount("--gpus", gpus, most_devices) > 1, "--gpus",
         "uses one device",
         "steps with 'device:' or 'each:' use several: gpumodel predict jacobi-multi");
  refuse(!several && scaling, "--scaling", "uses one device",
         "steps with 'device:' or 'each:' use several: gpumodel predict jacobi-multi");
  const bool chunks_are_there = find_chunks(program.steps) != nullptr;
  refuse(!chunks_are_there && !chunks.empty(), "--chunks", "has no chunks",
         "steps below 'chunks:' are cut into as many: docs/programs.md");
  refuse(!chunks_are_there && !order.empty(), "--order", "has no chunks",
         "it is the order of the steps below 'chunks:': docs/programs.md");
  refuse(!program.streams.empty() && !streams.empty(), "--streams", "names its streams",
         "a file with 'streams: N' can be asked with another number");
  refuse(program.streams.empty() && !program.stream_count && !streams.empty(), "--streams",
         "uses the default stream only",
         "a file with 'streams: N' can be asked with another number");
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
    const auto devices = static_cast<std::size_t>(count);
    const std::size_t there = answer.system ? answer.system->system.devices.size() : devices;
    if (devices > there) refuse_devices(answer, devices, there);
    settle_devices(answer, devices);
  } catch (const FormulaError& error) {
    throw to_input_error(error, answer.text);
  }
}

void ProgramOptions::refuse_devices(const ProgramAnswer& answer, std::size_t count,
                                    std::size_t there) const {
  const std::string message = "the program uses " + std::to_string(count) + " devices";
  const std::string hint = "system '" + answer.system->system.id + "' has " + std::to_string(there);
  if (!gpus.empty()) {
    ArgumentFaults faults;
    faults.add("device-missing", {"--gpus", gpus}, {message, hint, 0, gpus.size()});
    faults.throw_if_any();
  }
  Problems problems(answer.text);
  Node at;
  at.line = answer.program.devices->source.line;
  at.column = answer.program.devices->column;
  at.text = answer.program.devices->expression.text();
  problems.add("device-missing", at, message, {hint});
  problems.throw_if_any();
}

}  // namespace gpumodel
