#include "src/app/answers/answers.hpp"

#include <cmath>

#include "src/app/coalesce/ask.hpp"
#include "src/app/common/caught_faults.hpp"
#include "src/app/common/measured_points.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/occupancy/launches.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view host_prefix = "host.";

Number constant_of(const PlacedExpression& formula) {
  return formula.expression.evaluate({});
}
std::optional<std::int64_t> whole(const std::optional<PlacedExpression>& formula) {
  if (!formula) return std::nullopt;
  return std::llround(constant_of(*formula).real());
}
std::vector<std::int64_t> as_list(const std::optional<PlacedExpression>& formula) {
  const auto number = whole(formula);
  return number ? std::vector{*number} : std::vector<std::int64_t>{};
}
std::vector<std::string> definitions(const EngineAsk& ask) {
  std::vector<std::string> all;
  for (const AskSetting& each : ask.with) {
    all.push_back(each.name + "=" + to_string(constant_of(each.value)));
  }
  return all;
}

[[noreturn]] void refuse_record(const EngineAsk& ask, const std::string& says,
                                const std::string& hint) {
  throw InputError{{{.id = "record-none",
                     .message = "'" + ask.records + "' holds " + says + " of '" + ask.what + "'",
                     .hints = {hint}}}};
}

// Of the point that is asked for; points that differ in what nobody asked for are too many.
template <class Points, class IsAsked>
EngineNumber only_time(const Points& points, IsAsked is_asked, const EngineAsk& ask) {
  const typename Points::value_type* found = nullptr;
  for (const auto& point : points) {
    if (!point.time || !is_asked(point)) continue;
    if (found == nullptr) {
      found = &point;
    } else if (parameter_text(found->parameters) != parameter_text(point.parameters)) {
      refuse_record(ask, "several such measurements", "state more parameters with 'with'");
    }
  }
  if (found == nullptr) {
    refuse_record(ask, "no such measurement",
                  "with other parameters, or L2 in another state, it may");
  }
  return {found->time->median_s, found->time->p25_s, found->time->p75_s, Seconds::dim};
}

}  // namespace

void add_caught(const EngineAsk& ask, Problems& in_its_file, std::vector<Diagnostic>& elsewhere) {
  CaughtFaults caught = caught_faults();
  if (caught.in == CaughtFaults::In::itself) throw;
  for (Diagnostic& each : caught.found) {
    if (each.line > 0 && !each.file.starts_with('-')) {
      elsewhere.push_back(std::move(each));
    } else {
      in_its_file.add(each.id, ask.at, "'" + ask.name + "': " + each.message, each.hints);
    }
  }
}

EngineAnswer Answers::to(const EngineAsk& ask) const {
  switch (ask.kind) {
    case AskKind::kernel:
      return kernel(ask);
    case AskKind::program:
      return program(ask);
    case AskKind::occupancy:
      return occupancy(ask);
    case AskKind::accesses:
      return accesses(ask);
    case AskKind::device:
      return device(ask);
    case AskKind::record:
      return record(ask);
  }
  return {};
}

// With the numbers that are set in place of its own: those of the device, or with the prefix those
// of the host.
DeviceFile Answers::load(const std::string& name, const EngineAsk& ask,
                         std::string_view prefix) const {
  AssumedNumbers chosen{.prefix = std::string(prefix)};
  for (const std::string& each : ask.set) {
    if (each.starts_with(host_prefix) == !prefix.empty()) chosen.texts.push_back(each);
  }
  return with_assumed(load_device(name, library_), chosen);
}

DeviceFile Answers::gpu(const EngineAsk& ask) const {
  return require_gpu(load(ask.device, ask, {}));
}

std::shared_ptr<const DeviceFile> Answers::host(const EngineAsk& ask) const {
  if (ask.host.empty()) return nullptr;
  return std::make_shared<const DeviceFile>(require_cpu(load(ask.host, ask, host_prefix)));
}

EngineAnswer Answers::kernel(const EngineAsk& ask) const {
  PredictAsk made;
  made.kernel = std::make_shared<const KernelFile>(load_kernel(ask.what, library_));
  made.overrides = parse_parameters(definitions(ask), made.kernel->kernel);
  made.way = ask.openacc ? LaunchWay::openacc : LaunchWay::any;
  made.device = std::make_shared<const DeviceFile>(gpu(ask));
  made.host = host(ask);
  made.streams = static_cast<int>(whole(ask.streams).value_or(0));
  made.model = &chosen_model(ask.model);
  made.cache = ask.warm ? CacheStart::warm : CacheStart::cold;
  made.work = work_;
  made.library = &library_;
  std::vector<std::string> files{made.kernel->text.sha256, made.device->text.sha256};
  if (made.host) files.push_back(made.host->text.sha256);
  return {fields_of(predict(std::move(made))), std::move(files)};
}

EngineAnswer Answers::program(const EngineAsk& ask) const {
  ProgramAsk made;
  made.program = std::make_shared<const ProgramFile>(load_program(ask.what, library_));
  DeviceFile file = gpu(ask);
  std::vector<std::string> files{made.program->text.sha256, file.text.sha256};
  for (const TextFile& kernel : made.program->kernels) files.push_back(kernel.sha256);
  made.devices.emplace(std::get<Gpu>(file.device).id, std::move(file));
  made.host = host(ask);
  made.definitions = definitions(ask);
  made.gpus = whole(ask.gpus);
  made.options.chunks = whole(ask.chunks);
  made.options.streams = whole(ask.streams);
  made.options.openacc = ask.openacc;
  made.options.work = work_;
  made.model = &chosen_model(ask.model);
  add_files_of_machine(made, library_);
  if (made.host) files.push_back(made.host->text.sha256);
  ProgramAnswer answer = begin_answer(made);
  settle(made, answer);
  forecast_program(answer, {.remedies = false});
  return {fields_of(answer), std::move(files)};
}

EngineAnswer Answers::occupancy(const EngineAsk& ask) const {
  OccupancyAsk made;
  EngineAnswer answer;
  if (const auto capability = parse_compute_capability(ask.what)) {
    made.target = Target{*capability, {}, {}, false, {}};
  } else {
    const DeviceFile file = require_gpu(load(ask.what, ask, {}));
    made.target = target_of(file, false);
    answer.files = {file.text.sha256};
  }
  made.threads = as_list(ask.threads);
  made.shared_memory = {whole(ask.shared).value_or(0)};
  made.registers_per_block = as_list(ask.registers_per_block);
  made.registers_per_thread = as_list(ask.registers_per_thread);
  if (!ask.registers_per_block && !ask.registers_per_thread) made.registers_per_thread = {0};
  made.library = &library_;
  const OccupancyAnswer found = occupancies(std::move(made));
  answer.fields = fields_of(std::get<Occupancy>(found.points.front().result));
  return answer;
}

EngineAnswer Answers::accesses(const EngineAsk& ask) const {
  const DeviceFile file = gpu(ask);
  CoalesceAsk made;
  made.expressions = ask.accesses;
  made.definitions = definitions(ask);
  made.structure = ask.structure;
  made.element = ask.element;
  made.where = ask.where;
  made.shared = ask.in_shared_memory;
  made.target = target_of(file, false);
  return {fields_of(look_at_accesses(made)), {file.text.sha256}};
}

EngineAnswer Answers::device(const EngineAsk& ask) const {
  const DeviceFile file = load(ask.what, ask, {});
  return {fields_of(file), {file.text.sha256}};
}

EngineAnswer Answers::record(const EngineAsk& ask) const {
  const Records::File& in = records_.file(ask.records);
  const std::vector<std::string> values = definitions(ask);
  if (in.kernels) {
    const auto is_asked = [&](const Point& point) {
      return point.kernel == ask.what &&
             point.cache == (ask.warm ? CacheStart::warm : CacheStart::cold) &&
             has_values(point.parameters, values);
    };
    return {{{"time", only_time(in.kernels->record.points, is_asked, ask)}},
            {in.kernels->text.sha256}};
  }
  if (!in.programs) return {{{"time", std::nullopt}}, {}};
  const auto is_asked = [&](const ProgramPoint& point) {
    return point.program == ask.what && point.chunks == whole(ask.chunks) &&
           (!ask.streams || point.streams == whole(ask.streams)) &&
           has_values(point.parameters, values);
  };
  return {{{"time", only_time(in.programs->record.points, is_asked, ask)}},
          {in.programs->text.sha256}};
}

}  // namespace gpumodel
