#include "src/commands/program_timeline.hpp"

#include <algorithm>

#include "models/program/loop_values.hpp"
#include "models/terms/stream_overlap.hpp"
#include "src/commands/usable_time.hpp"
#include "src/report/script_json.hpp"

namespace gpumodel {
namespace {

// Everything that can be wrong with a program on a machine, placed in its file.
template <class Act>
auto with_faults_of(const ProgramAnswer& answer, Act act) {
  try {
    return act();
  } catch (const ProgramFaults& faults) {
    throw to_input_error(faults, answer.text);
  } catch (const FormulaError& error) {
    throw to_input_error(error, answer.text);
  } catch (const UnknownInput& unknown) {
    const bool host = unknown.key == "host";
    Diagnostic fault{.id = "input-unknown",
                     .message = host ? "the program runs a loop on the host, and no host is named"
                                     : "the program needs '" + unknown.key +
                                           "', which the device does not state",
                     .file = answer.text.shown};
    fault.hints = {host ? "name a CPU: --host xeon-8480plus"
                        : "state it in the device file, or choose another device"};
    throw InputError{{std::move(fault)}};
  }
}

class Forecaster {
 public:
  Forecaster(ProgramAnswer& answer, KernelCosts& costs) : answer_(answer), costs_(costs) {}

  void check() {
    const RaceCheck races =
        check_program(answer_.program, answer_.values, answer_.machine, costs_, answer_.options);
    if (races.looked_at == races.accesses) return;
    Diagnostic unchecked{.severity = Severity::warning,
                         .id = "races-unchecked",
                         .message = "races were looked for among the first " +
                                    std::to_string(races.looked_at) + " of " +
                                    std::to_string(races.accesses) + " accesses",
                         .file = answer_.text.shown};
    unchecked.hints = {"all of them need more work: --work-limit 10 allows ten times as much"};
    answer_.notes.push_back(std::move(unchecked));
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

  void fill(bool with_remedies) {
    answer_.forecast = forecast(timeline(answer_.options), with_remedies);
    const double expected = usable(answer_.forecast.time_s);
    answer_.low_s = std::min(expected, time(answer_.options, Bound::fastest));
    answer_.high_s = std::max(expected, time(answer_.options, Bound::slowest));
  }

 private:
  double usable(double seconds) const {
    require_usable(seconds, answer_.text);
    return seconds;
  }

  ProgramAnswer& answer_;
  KernelCosts& costs_;
};

void add_scaling(ProgramAnswer& answer, const ProgramOptions& options, KernelCosts& costs) {
  const std::size_t most = answer.machine.gpus.size();
  for (std::size_t devices = 1; devices <= most; ++devices) {
    options.settle_devices(answer, devices);
    const double time = Forecaster(answer, costs).time(answer.options);
    const double first = answer.scaling.empty() ? time : answer.scaling.front().time_s;
    const double each = answer.program.weak_scaling ? 1.0 : static_cast<double>(devices);
    const double speedup =
        answer.program.weak_scaling ? first / time * static_cast<double>(devices) : first / time;
    answer.scaling.push_back({static_cast<int>(devices), time, speedup, first / time / each});
  }
  options.settle_devices(answer, most);
}

// As the textbook counts: kernels and copies, each without what overlapping adds to them.
void add_textbook(ProgramAnswer& answer, const Forecast& serial, std::int64_t streams) {
  if (serial.kernel_s <= 0.0 || serial.copy_s <= 0.0) return;
  answer.textbook_s =
      textbook_overlap(Seconds{serial.kernel_s}, Seconds{serial.copy_s}, static_cast<int>(streams))
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

}  // namespace

void forecast_program(ProgramAnswer& answer, const ProgramOptions& options) {
  with_faults_of(answer, [&] {
    KernelCosts costs = kernel_costs(answer);
    Forecaster forecaster(answer, costs);
    forecaster.check();
    forecaster.fill(true);
    if (options.scaling) add_scaling(answer, options, costs);
    if (const ProgramStep* chunks = find_chunks(answer.program.steps)) {
      const std::int64_t count = answer.options.chunks.value_or(
          LoopValues(answer.values).whole(*chunks->count, 1, std::int64_t{1} << 30));
      add_textbook(answer, answer.forecast, count);
    }
  });
}

KernelCosts kernel_costs(const ProgramAnswer& answer) {
  return {*answer.model, answer.host ? &std::get<Cpu>(answer.host->device) : nullptr,
          answer.options.work};
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
    Forecaster forecaster(answer, costs);
    if (find_chunks(answer.program.steps) == nullptr) {
      forecaster.check();
      forecaster.fill(false);
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
    if (!answer.search) return;
    const Forecast serial = forecast(
        forecaster.timeline(with_counts(asked, 1, limits.streams_are_free ? 1 : 0)), false);
    add_textbook(answer, serial, answer.search->best.chunks);
  });
}

nlohmann::ordered_json program_script(ProgramAnswer& answer) {
  return with_faults_of(answer, [&] {
    std::vector<std::string> files;
    for (const TextFile& kernel : answer.kernels) files.push_back(kernel.path);
    if (answer.of_kernel) files = {answer.text.path};
    KernelCosts costs = kernel_costs(answer);
    return to_json(Forecaster(answer, costs).script(), files);
  });
}

}  // namespace gpumodel
