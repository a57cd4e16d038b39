#include "src/app/program/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/core/constants.hpp"
#include "models/kernel/openacc/lower.hpp"
#include "models/kernel/workload.hpp"
#include "models/time/terms/textbook_overlap.hpp"
#include "models/timeline/program/derived_system.hpp"
#include "models/timeline/program/loop_values.hpp"
#include "src/app/common/crossing_warnings.hpp"
#include "src/app/common/memory_text.hpp"
#include "src/app/common/usable_time.hpp"
#include "src/app/program/program_faults.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// What nobody stated and the answer rests on.
std::vector<Diagnostic> assumptions(const ProgramAnswer& answer) {
  std::vector<Diagnostic> all;
  const auto add = [&](std::string_view id, std::string message) {
    all.push_back({.severity = Severity::note, .id = id, .message = std::move(message)});
  };
  if (answer.default_host) {
    add("host-default", fmt::format("loops on the host: {} (default; --host names another)",
                                    std::get<Cpu>(answer.host->device).id));
  }
  if (!answer.derived_systems.empty()) {
    const Gpu& gpu = answer.gpu();
    const bool linked = !answer.machine.system->links.empty();
    add("system-derived",
        linked ? fmt::format("links: {}, {}, of {} (default; --system names others)",
                             format_quantity(gpu.peer_bandwidth.si, BytesPerSecond::dim),
                             format_time(Seconds{gpu.peer_latency.si}), gpu.id)
               : fmt::format("links: none, {} declares them unknown", gpu.id));
  }
  return all;
}

// One answer may take several timelines; what is said of all of them is said once.
void add_note(ProgramAnswer& answer, Diagnostic note) {
  if (std::ranges::find(answer.notes, note.message, &Diagnostic::message) == answer.notes.end()) {
    answer.notes.push_back(std::move(note));
  }
}

class Forecaster {
 public:
  Forecaster(ProgramAnswer& answer, KernelCosts& costs) : answer_(answer), costs_(costs) {}

  void check() {
    if (!fits()) refuse();
  }
  // Everything else that can be wrong is thrown.
  bool fits() {
    const ProgramCheck found =
        check_program(answer_.program, answer_.values, answer_.machine, costs_, answer_.options);
    warn_of_unchecked(found.races);
    for (const ProgramFault& race : found.told) {
      add_note(answer_, {.severity = Severity::warning,
                         .id = race.id,
                         .message = race.message,
                         .file = answer_.text.shown,
                         .line = race.line});
    }
    const std::vector<MemoryUse>& uses = found.memory;
    double fullest = -1.0;
    for (std::size_t i = 0; i < uses.size(); ++i) {
      DeviceMemory memory(Bytes{uses[i].bytes}, *answer_.machine.gpus[i]);
      if (answer_.of_kernel) {  // with the arrays that are not copied
        memory.needed = device_bytes(answer_.program.kernels.front(), answer_.values);
      }
      const double share = memory.capacity ? memory.needed / *memory.capacity : 0.0;
      if (share <= fullest) continue;
      fullest = share;
      fullest_ = i;
      largest_ = uses[i].largest;
      answer_.memory = memory;
    }
    return answer_.memory.fits();
  }
  Timeline timeline(const ExpandOptions& options) {
    return expand(answer_.program, answer_.values, answer_.machine, costs_, options);
  }
  double time(ExpandOptions options, Bound bound = Bound::expected) {
    options.bound = bound;
    return usable(makespan(simulate(timeline(options).schedule)));
  }

  Script script() {
    return script_of(answer_.program, answer_.values, answer_.machine, costs_, answer_.options);
  }

  // Tasks that all take longer by one factor have the same timeline, only longer. Where they differ
  // their order may change, so that what is faster by itself is no faster together.
  void fill(bool with_remedies) {
    answer_.forecast = forecast(timeline(answer_.options), with_remedies);
    const double expected = usable(answer_.forecast.time_s);
    const bool exact = answer_.model->ceiling == Ceiling::peak;
    const double least = exact ? 1.0 : constants::least_spread.high;
    answer_.low_s = std::min(expected / least, time(answer_.options, Bound::fastest));
    answer_.high_s = std::max(expected * least, time(answer_.options, Bound::slowest));
    for (Diagnostic& note : assumptions(answer_)) add_note(answer_, std::move(note));
  }

 private:
  double usable(double seconds) const {
    require_usable(seconds, answer_.text);
    return seconds;
  }
  void warn_of_unchecked(const RaceCheck& races) {
    if (races.looked_at == races.accesses) return;
    Diagnostic unchecked{.severity = Severity::warning,
                         .id = "races-unchecked",
                         .message = "races were looked for among the first " +
                                    std::to_string(races.looked_at) + " of " +
                                    std::to_string(races.accesses) + " accesses",
                         .file = answer_.text.shown};
    unchecked.hints = {"all of them need more work: --work-limit 10 allows ten times as much"};
    add_note(answer_, std::move(unchecked));
  }
  [[noreturn]] void refuse() const {
    const Gpu& gpu = *answer_.machine.gpus[fullest_];
    if (answer_.of_kernel) {
      throw InputError{{memory_exceeded(answer_.memory, gpu, answer_.program.kernels.front(),
                                        answer_.values, answer_.text)}};
    }
    const std::string on =
        answer_.machine.gpus.size() > 1 ? " on device " + std::to_string(fullest_) : "";
    const Buffer& largest = answer_.program.buffers[largest_];
    throw ProgramFaults{{{"memory-exceeded",
                          "the buffers" + on + " take " + memory_text(answer_.memory, gpu),
                          largest.source.line,
                          largest.column,
                          {"'" + largest.name + "' is the largest of them"}}}};
  }

  ProgramAnswer& answer_;
  KernelCosts& costs_;
  std::size_t fullest_ = 0, largest_ = 0;  // the device that is filled most, its largest buffer
};

void add_scaling(ProgramAnswer& answer, KernelCosts& costs) {
  const std::size_t most = answer.machine.gpus.size();
  for (std::size_t devices = 1; devices <= most; ++devices) {
    settle_devices(answer, devices);
    Forecaster forecaster(answer, costs);
    const bool fits = forecaster.fits();
    const double time = forecaster.time(answer.options);
    const double first = answer.scaling.empty() ? time : answer.scaling.front().time_s;
    const double each = answer.program.weak_scaling ? 1.0 : static_cast<double>(devices);
    const double speedup =
        answer.program.weak_scaling ? first / time * static_cast<double>(devices) : first / time;
    answer.scaling.push_back({static_cast<int>(devices), time, speedup, first / time / each, fits});
  }
  settle_devices(answer, most);
}

// As the textbook counts: kernels and copies, each without what overlapping adds to them.
void add_textbook(ProgramAnswer& answer, const Forecast& serial, std::int64_t streams) {
  if (serial.kernel_s <= 0.0 || serial.copy_s <= 0.0) return;
  answer.textbook_s = textbook_overlap(Seconds{serial.kernel_s}, Seconds{serial.copy_s},
                                       static_cast<double>(streams))
                          .si;
}

// Elements that the first section of chunks splits, where that is known beforehand.
std::int64_t most_chunks(const ProgramAnswer& answer) {
  constexpr std::int64_t usual = 1024;
  const ProgramStep* chunks = find_chunks(answer.program.steps);
  if (!chunks->elements) return usual;
  try {
    const auto whole = std::int64_t{1} << 62;
    return std::min(usual, LoopValues(answer.values).whole(*chunks->elements, 1, whole));
  } catch (const FormulaError&) {
    return usual;  // it depends on a loop around
  }
}

// A number of streams that does not follow from the number of chunks.
bool streams_are_free(const Program& program) {
  return program.stream_count && program.streams.empty() &&
         program.stream_count->expression.names().empty();
}

ExpandOptions with_counts(ExpandOptions options, std::int64_t chunks, std::int64_t streams) {
  options.chunks = chunks;
  if (streams > 0) options.streams = streams;
  return options;
}

// The chunks of a kernel by itself are those of its blocks and its arrays.
void add_crossings(ProgramAnswer& answer) {
  const std::vector<std::optional<Number>> values(answer.values.begin(), answer.values.end());
  const Kernel& kernel = answer.program.kernels.front();
  const bool by_schedule = kernel.openacc && (kernel.openacc->only_way || answer.options.openacc);
  for (Diagnostic& warning : crossing_warnings(
           by_schedule ? with_openacc(kernel, device_facts(answer.gpu()), values) : kernel, values,
           answer.text))
    add_note(answer, std::move(warning));
}

}  // namespace

void settle_devices(ProgramAnswer& answer, std::size_t count) {
  const Gpu& own = std::get<Gpu>(answer.devices.begin()->second.device);
  answer.machine = {};
  if (answer.system) {
    const System& system = answer.system->system;
    answer.machine.system = &system;
    for (std::size_t i = 0; i < count; ++i) {
      answer.machine.gpus.push_back(&std::get<Gpu>(answer.devices.at(system.devices[i]).device));
    }
    return;
  }
  if (answer.assumes_links && count > 1) {
    auto& made = answer.derived_systems;
    if (!made.contains(count)) made.emplace(count, derived_system(own, count));
    answer.machine.system = &made.at(count);
  }
  answer.machine.gpus.assign(count, &own);
}

void forecast_program(ProgramAnswer& answer, const ForecastExtras& extras) {
  with_faults_of(answer, [&] {
    KernelCosts costs = kernel_costs(answer);
    costs.keep_predictions();
    Forecaster forecaster(answer, costs);
    forecaster.check();
    forecaster.fill(extras.remedies);
    answer.calls = costs.take_predictions();
    answer.explain = extras.explain;
    if (extras.scaling) add_scaling(answer, costs);
    if (const ProgramStep* chunks = find_chunks(answer.program.steps)) {
      const std::int64_t count = answer.options.chunks.value_or(
          LoopValues(answer.values).whole(*chunks->count, 1, std::int64_t{1} << 30));
      add_textbook(answer, answer.forecast, count);
    }
  });
}

Timeline program_timeline(const ProgramAnswer& answer, KernelCosts& costs) {
  return with_faults_of(answer, [&] {
    return expand(answer.program, answer.values, answer.machine, costs, answer.options);
  });
}

bool has_race(const ProgramAnswer& answer) {
  try {
    KernelCosts costs = kernel_costs(answer);
    check_program(answer.program, answer.values, answer.machine, costs, answer.options);
  } catch (const ProgramFaults& faults) {
    return std::ranges::any_of(faults.found, [](auto& f) { return f.id == "data-race"; });
  }
  return false;
}

KernelCosts kernel_costs(const ProgramAnswer& answer) {
  return {*answer.model, answer.host ? &std::get<Cpu>(answer.host->device) : nullptr,
          answer.options.work, answer.predicted};
}

void time_program(ProgramAnswer& answer, KernelCosts& costs) {
  answer.textbook_s.reset();
  with_faults_of(answer, [&] {
    Forecaster forecaster(answer, costs);
    forecaster.fill(false);
    const ProgramStep* chunks = find_chunks(answer.program.steps);
    if (chunks == nullptr || answer.machine.gpus.size() > 1) return;
    const std::int64_t count = answer.options.chunks.value_or(
        LoopValues(answer.values).whole(*chunks->count, 1, std::int64_t{1} << 30));
    const std::int64_t streams = streams_are_free(answer.program) ? 1 : 0;
    const Timeline serial = forecaster.timeline(with_counts(answer.options, 1, streams));
    add_textbook(answer, forecast(serial, false), count);
  });
}

void search_overlap(ProgramAnswer& answer) {
  with_faults_of(answer, [&] {
    KernelCosts costs = kernel_costs(answer);
    costs.keep_predictions();
    Forecaster forecaster(answer, costs);
    if (find_chunks(answer.program.steps) == nullptr) {
      forecaster.check();
      forecaster.fill(false);
      answer.calls = costs.take_predictions();
      return;
    }
    const ExpandOptions asked = answer.options;
    const SearchLimits limits{most_chunks(answer), streams_are_free(answer.program), asked.chunks,
                              asked.streams};
    const auto time = [&](std::int64_t chunks, std::int64_t streams) -> std::optional<double> {
      try {
        return forecaster.time(with_counts(asked, chunks, streams));
      } catch (const FormulaError&) {
        return std::nullopt;  // a size that does not divide
      } catch (const ProgramFaults&) {
        return std::nullopt;
      }
    };
    answer.search = search_chunks(limits, time);
    if (answer.search->curve.empty()) answer.search.reset();
    if (answer.search) {
      const ChunkTime& best = answer.search->best;
      answer.options = with_counts(asked, best.chunks, best.streams);
    }
    forecaster.check();
    forecaster.fill(false);
    answer.calls = costs.take_predictions();
    if (!answer.search) return;
    if (answer.of_kernel && answer.search->best.chunks > 1) add_crossings(answer);
    const Forecast serial = forecast(
        forecaster.timeline(with_counts(asked, 1, limits.streams_are_free ? 1 : 0)), false);
    add_textbook(answer, serial, answer.search->best.chunks);
  });
}

Script program_script(ProgramAnswer& answer) {
  return with_faults_of(answer, [&] {
    KernelCosts costs = kernel_costs(answer);
    return Forecaster(answer, costs).script();
  });
}

std::vector<std::string> kernel_paths(const ProgramAnswer& answer) {
  if (answer.of_kernel) return {answer.text.path};
  std::vector<std::string> files;
  for (const TextFile& kernel : answer.kernels) files.push_back(kernel.path);
  return files;
}

}  // namespace gpumodel
