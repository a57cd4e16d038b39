#include "src/app/program/ask.hpp"

#include "models/timeline/program/loop_values.hpp"
#include "src/app/common/argument_faults.hpp"
#include "src/app/program/timeline.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

void set_host_link(const HostLink& link, Gpu& gpu) {
  const auto set = [&](Sourced<BytesPerSecond>& value) {
    value.si = link.rate;
    value.source = {Provenance::assumed, value.source.key, "--host-link", 0, link.text, 1.0};
  };
  set(gpu.h2d_bandwidth);
  set(gpu.d2h_bandwidth);
  set(gpu.h2d_sustained);
  set(gpu.d2h_sustained);
  gpu.machine.link.h2d_bidirectional.source.from = Provenance::unknown;
  gpu.machine.link.d2h_bidirectional.source.from = Provenance::unknown;
}

// There are fewer devices than the program uses.
void refuse_devices(const ProgramAsk& ask, const ProgramAnswer& answer, std::size_t count,
                    std::size_t there) {
  const std::string message = "the program uses " + std::to_string(count) + " devices";
  const std::string hint = "system '" + answer.system->system.id + "' has " + std::to_string(there);
  if (ask.gpus) {
    const std::string gpus = std::to_string(*ask.gpus);
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

}  // namespace

void add_files_of_machine(ProgramAsk& ask, const Shelves& library) {
  AllFaults faults;
  std::string host;
  if (ask.system) {
    for (const std::string& name : ask.system->system.devices) {
      if (ask.devices.contains(name)) continue;
      faults.attempt([&] { ask.devices.emplace(name, load_gpu(name, library)); });
    }
    host = ask.system->system.host;
  }
  if (!ask.host) {
    const bool needed =
        ask.assumes_links && ask.program && has_host_loops(ask.program->program.steps);
    ask.default_host = host.empty() && needed;
    if (ask.default_host) host = default_host;
    if (!host.empty()) {
      faults.attempt(
          [&] { ask.host = std::make_shared<const DeviceFile>(load_cpu(host, library)); });
    }
  }
  faults.throw_if_any();
}

ProgramAnswer begin_answer(const ProgramAsk& ask) {
  ProgramAnswer answer;
  if (ask.program) {
    answer.program = ask.program->program;
    answer.text = ask.program->text;
    answer.kernels = ask.program->kernels;
  } else {
    answer.program = one_step_program(ask.kernel->kernel);
    answer.text = ask.kernel->text;
    answer.of_kernel = true;
  }
  answer.devices = ask.devices;
  if (ask.system) answer.system = *ask.system;
  if (ask.host) answer.host = *ask.host;
  answer.default_device = ask.default_device;
  answer.default_host = ask.default_host;
  answer.assumes_links = ask.assumes_links;
  answer.model = ask.model;
  answer.options = ask.options;
  if (ask.host_link) {
    for (auto& [name, file] : answer.devices) {
      set_host_link(*ask.host_link, std::get<Gpu>(file.device));
    }
  }
  return answer;
}

void refuse_idle_choices(const ProgramAsk& ask, const Program& program) {
  const auto refuse = [&](bool idle, const char* option, const char* why, const char* hint) {
    if (idle) {
      refuse_call("usage", std::string(option) + " does not apply: '" + program.id + "' " + why,
                  {hint});
    }
  };
  const bool several = uses_several_devices(program);
  refuse(!several && ask.gpus.value_or(1) > 1, "--gpus", "uses one device",
         "steps with 'device:' or 'each:' use several: gpumodel predict jacobi-multi");
  refuse(!several && ask.scaling, "--scaling", "uses one device",
         "steps with 'device:' or 'each:' use several: gpumodel predict jacobi-multi");
  const bool chunks_are_there = find_chunks(program.steps) != nullptr;
  refuse(!chunks_are_there && ask.options.chunks, "--chunks", "has no chunks",
         "steps below 'chunks:' are cut into as many: docs/programs.md");
  refuse(!chunks_are_there && ask.options.order, "--order", "has no chunks",
         "it is the order of the steps below 'chunks:': docs/programs.md");
  refuse(!program.streams.empty() && ask.options.streams, "--streams", "names its streams",
         "a file with 'streams: N' can be asked with another number");
  refuse(program.streams.empty() && !program.stream_count && ask.options.streams, "--streams",
         "uses the default stream only",
         "a file with 'streams: N' can be asked with another number");
}

void settle(const ProgramAsk& ask, ProgramAnswer& answer) {
  ParameterNames known{
      answer.of_kernel ? "the kernel" : "the program", "parameters of " + answer.program.id, {}};
  for (const Parameter& each : answer.program.parameters) known.names.push_back(each.name);
  const auto overrides = parse_parameters(ask.definitions, known);
  try {
    answer.values = evaluate_program_parameters(answer.program, overrides);
    std::int64_t count = 1;
    if (answer.program.devices) {
      count = LoopValues(answer.values).whole(*answer.program.devices, 1, most_devices);
    }
    const auto devices = static_cast<std::size_t>(ask.gpus.value_or(count));
    const std::size_t there = answer.system ? answer.system->system.devices.size() : devices;
    if (devices > there) refuse_devices(ask, answer, devices, there);
    settle_devices(answer, devices);
  } catch (const FormulaError& error) {
    throw to_input_error(error, answer.text);
  }
}

}  // namespace gpumodel
