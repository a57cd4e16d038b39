#include "src/app/compare/compare.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "src/app/common/caught_faults.hpp"
#include "src/app/common/measured_points.hpp"
#include "src/app/common/parallel.hpp"
#include "src/app/common/shared_definitions.hpp"
#include "src/app/predict/on_devices.hpp"
#include "src/app/program/against_host.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

constexpr double seconds_per_hour = 3600.0;

const KernelFile* kernel_of(const KernelOrProgram& what) {
  const auto* kernel = std::get_if<std::shared_ptr<const KernelFile>>(&what);
  return kernel != nullptr ? kernel->get() : nullptr;
}

const ProgramFile& program_of(const KernelOrProgram& what) {
  return *std::get<std::shared_ptr<const ProgramFile>>(what);
}

std::string name_of(const KernelOrProgram& what) {
  const KernelFile* kernel = kernel_of(what);
  return kernel != nullptr ? kernel->kernel.id : program_of(what).program.id;
}

const std::vector<Parameter>& parameters_of(const KernelOrProgram& what) {
  const KernelFile* kernel = kernel_of(what);
  return kernel != nullptr ? kernel->kernel.parameters : program_of(what).program.parameters;
}

void check_prices(const CompareAsk& ask) {
  std::vector<std::string> known;
  for (const auto& device : ask.devices) known.push_back(std::get<Gpu>(device->device).id);
  for (const auto& [name, price] : ask.prices_per_hour) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::vector<std::string> hints = did_you_mean(name, known);
    hints.emplace_back("a price is for a device that is compared: --device " + name);
    refuse_call("usage", "--price is for '" + name + "', which is not compared", std::move(hints));
  }
}

std::optional<ReachedRates> rates_of(const PredictAnswer& answer) {
  const Achieved& made = answer.achieved;
  if (!made.dram && !made.flop) return std::nullopt;
  const SourcedValue* peak = nearest_peak(made, answer.prediction, answer.ask.gpu());
  return ReachedRates{.dram_bytes_per_s = made.dram.value_or(BytesPerSecond{}).si,
                      .flop_per_s = made.flop.value_or(FlopPerSecond{}).si,
                      .of_peak = made.of_peak,
                      .peak = peak == nullptr ? std::string{} : peak->source.key};
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Of points on the device of the row; `is_it`: whether a point measured the row.
void add_power(const auto& records, auto is_it, CompareRow& row) {
  std::vector<double> watts;
  for (const auto& record : records) {
    if (record.device != row.device) continue;
    for (const auto& point : record.points) {
      if (point.power_w && is_it(point)) watts.push_back(*point.power_w);
    }
  }
  if (!watts.empty()) row.power_w = median_of(std::move(watts));
}

void fill_kernel(const CompareAsk& ask, const std::shared_ptr<const KernelFile>& kernel,
                 const std::vector<std::string>& definitions, AnswersOnDevices& others,
                 CompareRow& row) {
  PredictAsk one;
  one.kernel = kernel;
  one.overrides = parse_parameters(definitions, kernel->kernel);
  one.device = row.device_file;
  one.host = ask.host;
  one.model = row.model;
  one.cache = ask.cache;
  one.work = ask.work;
  const PredictAnswer& answer = predict(std::move(one), others);
  const Prediction& made = answer.prediction;
  row.time = made.terms[made.kernel].time;
  row.bound = made.bound().name;
  row.terms = timed_term(made.terms, made.kernel);
  row.rates = rates_of(answer);
  row.memory = answer.memory;
  row.warnings = answer.warnings;
  const bool openacc = answer.kernel().openacc && answer.kernel().openacc->only_way;
  const auto is_it = [&](const Point& point) {
    return point.backend == (openacc ? BackendKind::openacc : BackendKind::cuda) &&
           measures(point, answer);
  };
  add_power(ask.records, is_it, row);
  if (!answer.offloading) return;
  row.with_copies = made.terms[made.offload].time;
  row.on_host = made.terms[made.host->term].time;
  row.pays_from = answer.offloading->pays_from;
}

void fill_against_host(const ProgramAnswer& answer, CompareRow& row) {
  std::string why = why_not_against_host(answer);
  try {
    if (why.empty()) {
      const ProgramAgainstHost found = against_host(answer);
      row.with_copies = row.time;
      row.on_host = found.on_host;
      row.pays_from = found.pays_from;
      row.loop_here = found.device;
      row.loop_on_host = found.host;
      return;
    }
  } catch (const InputError& lacking) {  // its time on the device stands all the same
    why = lacking.found.front().message;
  }
  row.warnings.push_back({.severity = Severity::note,
                          .id = "not-applicable",
                          .message = "no time of " + row.what + " on the host: " + why});
}

void fill_program(const CompareAsk& ask, const std::shared_ptr<const ProgramFile>& program,
                  const std::vector<std::string>& definitions, CompareRow& row) {
  ProgramAsk one;
  one.program = program;
  one.devices.emplace(row.device, *row.device_file);
  one.host = ask.host;
  one.definitions = definitions;
  one.options.work = ask.work;
  one.model = row.model;
  add_files_of_machine(one, searched_shelves());
  ProgramAnswer answer = begin_answer(one);
  settle(one, answer);
  forecast_program(answer);
  row.time = {Seconds{answer.forecast.time_s}, Seconds{answer.low_s}, Seconds{answer.high_s}};
  row.memory = answer.memory;
  row.warnings = answer.notes;
  if (!answer.forecast.parts.empty()) {
    row.longest = answer.forecast.parts.front();
    row.longest_name = answer.forecast.timeline.labels[row.longest->step];
  }
  const auto as_it_is = [&](const ProgramPoint& point) {
    return point.is_measured() && point.program == answer.program.id && point.gpus == 1 &&
           !point.chunks && !point.streams && !point.order &&
           are_values(point.parameters, answer.program.parameters, answer.values);
  };
  add_power(ask.program_records, as_it_is, row);
  if (ask.host) fill_against_host(answer, row);
}

void fill_rest(const CompareAsk& ask, CompareRow& row) {
  const Gpu& gpu = std::get<Gpu>(row.device_file->device);
  if (gpu.tdp.is_known()) row.energy_j = gpu.tdp.si * row.time->value.si;
  if (row.power_w) row.measured_energy_j = *row.power_w * row.time->value.si;
  const auto price = ask.prices_per_hour.find(row.device);
  if (price != ask.prices_per_hour.end()) {
    row.cost = price->second * row.time->value.si / seconds_per_hour;
  }
}

void fill(const CompareAsk& ask, const KernelOrProgram& what,
          const std::vector<std::string>& definitions, AnswersOnDevices& others, CompareRow& row) {
  try {
    if (const auto* kernel = std::get_if<std::shared_ptr<const KernelFile>>(&what)) {
      fill_kernel(ask, *kernel, definitions, others, row);
    } else {
      fill_program(ask, std::get<std::shared_ptr<const ProgramFile>>(what), definitions, row);
    }
    fill_rest(ask, row);
  } catch (...) {
    others.forget();
    CaughtFaults caught = caught_faults();
    if (caught.in == CaughtFaults::In::itself) throw;
    row = {.what = row.what,
           .device = row.device,
           .device_file = row.device_file,
           .model = row.model,
           .why_none = std::move(caught.found)};
  }
}

void relate_to_best(std::vector<CompareRow>& rows) {
  std::map<std::string, double> best;
  for (const CompareRow& row : rows) {
    if (!row.time || row.time->value.si <= 0.0) continue;
    const auto [at, added] = best.try_emplace(row.what, row.time->value.si);
    at->second = std::min(at->second, row.time->value.si);
  }
  for (CompareRow& row : rows) {
    const auto at = best.find(row.what);
    if (row.time && at != best.end()) row.to_best = row.time->value.si / at->second;
  }
}

}  // namespace

CompareAnswer compare(CompareAsk asked_for) {
  CompareAnswer answer{std::move(asked_for), {}};
  const CompareAsk& ask = answer.ask;
  std::vector<const std::vector<Parameter>*> parameters;
  for (const KernelOrProgram& what : ask.what) parameters.push_back(&parameters_of(what));
  const auto definitions = shared_definitions(ask.definitions, parameters);
  check_prices(ask);
  for (std::size_t i = 0; i < ask.what.size(); ++i) {
    for (const auto& device : ask.devices) {
      for (const Model* model : ask.models) {
        answer.rows.push_back({.what = name_of(ask.what[i]),
                               .device = std::get<Gpu>(device->device).id,
                               .device_file = device,
                               .model = model});
      }
    }
  }
  // Rows of a kernel one after the other, those of a program side by side.
  const std::size_t each = ask.devices.size() * ask.models.size();
  std::vector<std::pair<std::size_t, std::size_t>> parts;  // the first row, and how many
  for (std::size_t i = 0; i < ask.what.size(); ++i) {
    const std::size_t together = kernel_of(ask.what[i]) != nullptr ? each : 1;
    for (std::size_t k = 0; k < each; k += together) parts.emplace_back(i * each + k, together);
  }
  in_parallel(parts.size(), [&](std::size_t part) {
    const auto [first, count] = parts[part];
    AnswersOnDevices others;
    for (CompareRow& row : std::span(answer.rows).subspan(first, count)) {
      fill(ask, ask.what[first / each], definitions[first / each], others, row);
    }
  });
  relate_to_best(answer.rows);
  return answer;
}

}  // namespace gpumodel
