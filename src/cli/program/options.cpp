#include "src/cli/program/options.hpp"

#include <CLI/CLI.hpp>

#include "src/app/common/model_choice.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/amount.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

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
HostLink host_link_of(const std::string& text) {
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
  return {rate, text};
}

void read_program_or_kernel(const std::string& name, ProgramAsk& ask) {
  if (names_program(name)) {
    ask.program = std::make_shared<const ProgramFile>(load_program(name));
  } else {
    ask.kernel = std::make_shared<const KernelFile>(load_kernel(name));
  }
}

void assume_numbers(const SetOption& set, ProgramAsk& ask) {
  if (set.texts.empty()) return;
  set.refuse_without(ask.host != nullptr, ask.system != nullptr);
  for (auto& [name, file] : ask.devices) file = set.device(std::move(file));
  if (ask.host) ask.host = std::make_shared<const DeviceFile>(set.host(*ask.host));
}

}  // namespace

bool names_program(const std::string& name) {
  if (has(Shelf::kernels, name)) {  // also any file that exists: its first keys decide
    const Located file = locate(Shelf::kernels, name);
    try {
      return is_program(read_text_file(file.path, file.shown));
    } catch (const InputError&) {
      return false;  // whoever reads it says why
    }
  }
  if (has(Shelf::programs, name)) return true;
  const auto meant = [&](Shelf shelf) {  // by a name that was mistyped, or not written out
    std::vector<std::string> names;
    for (const Listed& listed : list(shelf)) names.push_back(listed.name);
    return std::pair(!nearest_name(name, names).empty(), !did_you_mean(name, names).empty());
  };
  const auto [near, suggested] = meant(Shelf::programs);
  return near || (suggested && !meant(Shelf::kernels).second);
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

ProgramAsk ProgramOptions::ask(const std::string& name) const {
  return ask([&](ProgramAsk& made) { read_program_or_kernel(name, made); });
}

ProgramAsk ProgramOptions::ask(const std::function<void(ProgramAsk&)>& read_program) const {
  ProgramAsk ask;
  ask.model = &chosen_model(model);
  ask.options = choices(*this);
  ask.assumes_links = assumes_machine;
  ask.definitions = definitions;
  ask.scaling = scaling;
  if (!gpus.empty()) ask.gpus = one_amount("--gpus", gpus, most_devices);
  if (!device.empty() && !system.empty()) {
    refuse_call("usage", "--device and --system are two ways to name the devices", {"give one"});
  }
  AllFaults faults;
  faults.attempt([&] { read_program(ask); });
  if (!system.empty()) {
    faults.attempt(
        [&] { ask.system = std::make_shared<const SystemFile>(set.system(load_system(system))); });
  }
  if (!ask.system) {
    const DeviceChoice choice = choose_device(device);
    ask.default_device = choice.is_default;
    faults.attempt([&] { ask.devices.emplace(choice.name, load_gpu(choice.name)); });
  }
  if (!host.empty()) {
    faults.attempt([&] { ask.host = std::make_shared<const DeviceFile>(load_cpu(host)); });
  }
  faults.attempt([&] { add_files_of_machine(ask, searched_shelves()); });
  faults.attempt([&] { assume_numbers(set, ask); });
  faults.throw_if_any();
  if (!host_link.empty()) ask.host_link = host_link_of(host_link);
  return ask;
}

}  // namespace gpumodel
