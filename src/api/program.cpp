#include <gpumodel/program.hpp>

#include <sstream>

#include "src/api/data.hpp"
#include "src/api/guard.hpp"
#include "src/api/pages.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/view/program/json.hpp"
#include "src/view/program/page.hpp"
#include "src/view/program/timeline_words.hpp"
#include "src/view/program/trace_json.hpp"

namespace gpumodel {
inline namespace v1 {

struct ProgramReport::Data {
  ProgramAnswer answer;
  bool overlap = false;  // it was searched for
};

namespace {

std::optional<std::int64_t> within(const char* what, const std::optional<std::int64_t>& value,
                                   std::int64_t most) {
  if (!value || (*value >= 1 && *value <= most)) return value;
  refuse_call("amount-wrong", std::to_string(*value) + " is no number of " + what,
              {"expected 1 to " + std::to_string(most)});
}

ProgramAsk ask_with(const ProgramOptions& options) {
  ProgramAsk ask;
  ask.definitions = definitions_of(options.parameters);
  ask.model = &chosen_model(options.model);
  if (options.host) ask.host = options.host->data().file;
  ask.gpus = within("devices", options.gpus, most_devices);
  ask.options.streams = within("streams", options.streams, 1 << 16);
  ask.options.chunks = within("chunks", options.chunks, 1 << 20);
  if (options.issue) {
    ask.options.order =
        *options.issue == Issue::depth ? IssueOrder::depth_first : IssueOrder::breadth_first;
  }
  ask.options.openacc = options.openacc;
  ask.options.work = work_of(options.work);
  ask.scaling = options.scaling;
  return ask;
}

void put_on(const Library::Gpu& gpu, const SharedShelves& shelves, ProgramAsk& ask) {
  ask.devices.emplace(gpu.name(), *gpu.data().file);
  add_files_of_machine(ask, *shelves);
}
void put_on(const Library::System& system, const SharedShelves&, ProgramAsk& ask) {
  ask.system = system.data().file;
  add_files_of_machine(ask, *system.data().shelves);
}

// The answer refers to parts of itself: it is made where it stays.
template <class Fill>
ProgramReport report_of(const ProgramAsk& ask, bool overlap, Fill fill) {
  auto data =
      std::make_shared<ProgramReport::Data>(ProgramReport::Data{begin_answer(ask), overlap});
  refuse_idle_choices(ask, data->answer.program);
  settle(ask, data->answer);
  fill(data->answer);
  return ProgramReport(std::move(data));
}

template <class On>
ProgramReport predicted(const Library::Program& program, const On& on,
                        const ProgramOptions& options) {
  return guarded([&] {
    ProgramAsk ask = ask_with(options);
    ask.program = program.data().file;
    put_on(on, program.data().shelves, ask);
    return report_of(ask, false, [&](ProgramAnswer& answer) {
      forecast_program(answer, {.explain = options.explain, .scaling = options.scaling});
    });
  });
}

template <class On>
ProgramReport overlapped(ProgramAsk ask, const SharedShelves& shelves, const On& on) {
  put_on(on, shelves, ask);
  return report_of(ask, true, [](ProgramAnswer& answer) { search_overlap(answer); });
}

template <class On>
ProgramReport overlapped(const Library::Program& program, const On& on,
                         const ProgramOptions& options) {
  return guarded([&] {
    ProgramAsk ask = ask_with(options);
    ask.program = program.data().file;
    return overlapped(std::move(ask), program.data().shelves, on);
  });
}

}  // namespace

double ProgramReport::time() const {
  return data().answer.forecast.time_s;
}
Interval ProgramReport::interval() const {
  return {data().answer.low_s, data().answer.high_s};
}
double ProgramReport::serial_time() const {
  return data().answer.serial_s();
}
std::vector<PathShare> ProgramReport::path() const {
  const Forecast& forecast = data().answer.forecast;
  std::vector<PathShare> all;
  for (const PathPart& part : forecast.parts) {
    all.push_back({std::string(to_string(part.kind)), forecast.timeline.labels[part.step],
                   part.seconds, static_cast<std::int64_t>(part.tasks)});
  }
  return all;
}
std::optional<std::int64_t> ProgramReport::chunks() const {
  const auto& search = data().answer.search;
  return search ? std::optional<std::int64_t>(search->best.chunks) : std::nullopt;
}
std::vector<Finding> ProgramReport::notes() const {
  return guarded([&] { return findings_of(data().answer.warnings()); });
}
std::string ProgramReport::json() const {
  return guarded([&] {
    return to_text(data().overlap ? overlap_json(data().answer) : program_json(data().answer));
  });
}
std::string ProgramReport::text() const {
  return guarded([&] {
    return text_of(data().overlap ? overlap_page(data().answer) : program_page(data().answer));
  });
}
std::string ProgramReport::trace() const {
  return guarded([&] {
    std::ostringstream out;
    trace_json(out, data().answer.forecast);
    return std::move(out).str();
  });
}

ProgramReport predict(const Library::Program& program, const Library::Gpu& gpu,
                      const ProgramOptions& options) {
  return predicted(program, gpu, options);
}
ProgramReport predict(const Library::Program& program, const Library::System& system,
                      const ProgramOptions& options) {
  return predicted(program, system, options);
}
ProgramReport overlap(const Library::Program& program, const Library::Gpu& gpu,
                      const ProgramOptions& options) {
  return overlapped(program, gpu, options);
}
ProgramReport overlap(const Library::Program& program, const Library::System& system,
                      const ProgramOptions& options) {
  return overlapped(program, system, options);
}
ProgramReport overlap(const Library::Kernel& kernel, const Library::Gpu& gpu,
                      const ProgramOptions& options) {
  return guarded([&] {
    ProgramAsk ask = ask_with(options);
    ask.kernel = kernel.data().file;
    return overlapped(std::move(ask), kernel.data().shelves, gpu);
  });
}

}  // namespace v1
}  // namespace gpumodel
