#include "src/cli/validate/programs_machine.hpp"

#include <algorithm>

#include "src/app/common/describing_file.hpp"
#include "src/app/program/timeline.hpp"
#include "src/app/validate/files.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/view/common/json.hpp"
#include "src/view/program/script_json.hpp"

namespace gpumodel {
namespace {

InputFile file_of(const std::string& id, const TextFile& text) {
  return {id, text.shown, text.sha256, text.path};
}

// Of the systems of the library with these devices only, the smallest that has as many.
std::optional<SystemFile> describing_system(const std::string& device, std::size_t count) {
  std::optional<SystemFile> best;
  for (const Listed& listed : list(Shelf::systems)) {
    try {
      SystemFile file = load_system(listed.name);
      const std::vector<std::string>& devices = file.system.devices;
      const auto same = std::ranges::count(devices, device);
      if (static_cast<std::size_t>(same) != devices.size() || devices.size() < count) continue;
      if (!best || devices.size() < best->system.devices.size()) best = std::move(file);
    } catch (const InputError&) {  // `check` tells what is wrong with it
    }
  }
  return best;
}

}  // namespace

ProgramMachine::ProgramMachine(const ValidateOptions& options, const Model& model,
                               const ProgramNames& names, ProgramRun& run)
    : names_(names) {
  options_.model = model.name;
  options_.assumes_machine = false;  // what was measured had a host and links of its own
  openacc_ = run.environment.backend == BackendKind::openacc;
  find_files(options, run);
  if (run.device) find_system(run);
  if (!options_.system.empty()) options_.device.clear();  // it names its devices
}

void ProgramMachine::find_files(const ValidateOptions& options, ProgramRun& run) {
  const RecordedDevice& first = run.environment.devices.front();
  try {
    const DeviceFile device = device_file_for(first, options.device);
    const Gpu& gpu = std::get<Gpu>(device.device);
    run.device = file_of(gpu.id, device.text);
    run.matches = match_device(gpu, first);
    options_.device = options.device.empty() ? gpu.id : options.device;
  } catch (const InputError& error) {
    if (!options.device.empty()) throw;
    missing_ = error.found.front().message;
  }
  std::optional<DeviceFile> host;
  if (!options.host.empty()) {
    host = load_cpu(options.host);
  } else {
    host = describing_file(run.environment.host);
  }
  if (host) {
    const std::string& id = std::get<Cpu>(host->device).id;
    run.host = file_of(id, host->text);
    options_.host = options.host.empty() ? id : options.host;
  }
  if (!options.system.empty()) {
    const SystemFile system = load_system(options.system);
    run.system = file_of(system.system.id, system.text);
    options_.system = options.system;
  }
}

void ProgramMachine::find_system(ProgramRun& run) {
  const std::size_t count = run.environment.devices.size();
  if (run.system || count == 1) return;
  if (const auto found = describing_system(run.device->name, count)) {
    run.system = file_of(found->system.id, found->text);
    options_.system = found->system.id;
  }
}

ProgramAnswer& ProgramMachine::settled(const ProgramPoint& point) {
  auto known = programs_.find(point.program);
  if (known == programs_.end()) {
    const auto name = names_.find(point.program);
    const Located file =
        locate(Shelf::programs, name == names_.end() ? point.program : name->second);
    known = programs_.emplace(point.program, begin_answer(options_.ask(file.path))).first;
  }
  ProgramAsk ask;
  ask.gpus = point.gpus;
  for (const ParameterValue& value : point.parameters) {
    ask.definitions.push_back(value.name + "=" + to_string(value.value));
  }
  ProgramAnswer& answer = known->second;
  answer.options = {point.chunks, point.streams, point.order, Bound::expected, openacc_};
  settle(ask, answer);
  return answer;
}

const ProgramPrediction& ProgramMachine::predict(const ProgramPoint& point) {
  std::string name = identity(point);
  const auto known = predicted_.find(name);
  if (known != predicted_.end()) return known->second;
  return predicted_.emplace(std::move(name), predicted(point)).first->second;
}

ProgramPrediction ProgramMachine::predicted(const ProgramPoint& point) {
  ProgramPrediction prediction;
  prediction.reason = missing_;
  if (!missing_.empty()) return prediction;
  try {
    ProgramAnswer& answer = settled(point);
    time_program(answer, costs_.try_emplace(point.program, kernel_costs(answer)).first->second);
    prediction = {answer.forecast.time_s, answer.low_s, answer.high_s, answer.textbook_s, {}};
  } catch (const InputError& error) {
    prediction.reason = error.found.front().message;
  }
  return prediction;
}

std::string ProgramMachine::script(const ProgramPoint& point) {
  ProgramAnswer& answer = settled(point);
  return to_line(to_json(program_script(answer), kernel_paths(answer))) + '\n';
}

}  // namespace gpumodel
