#include "src/cli/validate/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>

#include "src/app/common/model_choice.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {

namespace fs = std::filesystem;

namespace {

std::optional<double> number_of(const std::string& text) {
  double value = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// "10%", "10 %" or "0.1".
double fraction(const std::string& text) {
  std::string digits = text;
  const bool percent = digits.ends_with('%');
  if (percent) digits.pop_back();
  while (digits.ends_with(' ')) digits.pop_back();
  const std::optional<double> read = number_of(digits);
  const double value = read.value_or(0.0) / (percent ? 100.0 : 1.0);
  if (!read || value < 0.0) {
    refuse_call("amount-wrong", "--tolerance " + text + " is no tolerance",
                {"expected for example 10% or 0.1"});
  }
  return value;
}

template <class Value>
Value word(const char* option, const std::string& text, std::span<const Value> values) {
  std::vector<std::string> known;
  for (const Value value : values) {
    if (to_string(value) == text) return value;
    known.emplace_back(to_string(value));
  }
  if (std::is_same_v<Value, CacheStart>) known.emplace_back("both");
  std::vector<std::string> hints = did_you_mean(text, known);
  std::string all = "known:";
  for (const std::string& each : known) all += " " + each;
  hints.push_back(std::move(all));
  refuse_call("usage", std::string(option) + " does not know '" + text + "'", std::move(hints));
}

std::vector<CacheStart> caches_of(const std::string& text) {
  static constexpr auto both = std::to_array<CacheStart>({CacheStart::cold, CacheStart::warm});
  if (text.empty()) return {};
  if (text == "both") return {both.begin(), both.end()};
  return {word<CacheStart>("--cache", text, both)};
}

void refuse_contradictions(const ValidateOptions& o) {
  const auto both = [](const char* a, const char* b, std::string hint) {
    refuse_call("usage", std::string(a) + " and " + b + " do not go together", {std::move(hint)});
  };
  if (!o.replay.empty() && !o.record.empty()) {
    both("--replay", "--record", "a record that is replayed exists already");
  }
  if (!o.replay.empty() && o.counters) {
    both("--replay", "--counters", "a record holds the counters that were read with it");
  }
  if (!o.replay.empty() && !o.definitions.empty()) {
    both("--replay", "-D",
         "a record holds its own parameters; name a kernel to see only its points");
  }
  if (o.kernels.empty() && !o.definitions.empty()) {
    refuse_call("usage", o.programs ? "-D needs a program" : "-D needs a kernel",
                {"the suite has its own parameters"});
  }
  const bool random = o.random > 0;
  if (!random && !o.seed.empty()) refuse_call("usage", "--seed needs --random", {"--random 500"});
  if (random && !o.kernels.empty()) {
    both("--random", "kernels", "one of them: gpumodel kernels generate NAME");
  }
  if (random && !o.replay.empty()) both("--random", "--replay", "a record holds its kernels");
  if (random && !o.suite.empty()) both("--random", "--suite", "a seed is all it needs");
  if (random && !o.cache.empty()) both("--random", "--cache", "each kernel has a state of its own");
  if ((random || o.written) && (o.programs || (!o.backend.empty() && o.backend != "cuda"))) {
    both(random ? "--random" : "--written", o.programs ? "--programs" : "--backend",
         "gpumodel writes kernels as CUDA");
  }
  if (o.written && o.kernels.empty() && o.suite.empty()) {
    refuse_call("usage", "--written needs a kernel or a suite",
                {"gpumodel validate my.yaml --written",
                 "gpumodel validate --suite my-suite.yaml --written"});
  }
  if (!o.programs && o.replay.empty() && !o.kernels.empty() && !o.suite.empty()) {
    both("--suite", "kernels", "kernels that are named run at their default parameters");
  }
  if (o.write_bars && o.bars.empty()) {
    refuse_call("usage", "--write-bars needs --bars", {"for example --bars=bars.yaml"});
  }
  if (o.replay.empty() && !o.bars.empty()) {
    refuse_call("usage", "--bars needs --replay", {"bars are kept for records"});
  }
}

// What is about kernels only, and what is about programs only.
void refuse_other_kind(const ValidateOptions& o) {
  const auto refuse = [](bool given, const char* option, const char* with) {
    if (given) refuse_call("usage", std::string(option) + with, {"see docs/validation.md"});
  };
  if (o.programs) {
    const char* why = " is about kernels: it does not go with --programs";
    refuse(o.backend == "host", "--backend host", why);
    refuse(!o.cache.empty(), "--cache", why);
    refuse(!o.from_ncu.empty(), "--from-ncu", why);
    refuse(o.counters, "--counters", why);
    refuse(o.why, "--why", why);
    refuse(o.require_level > 0, "--require-level", why);
    refuse(!o.output.svg.empty(), "--svg", why);
    refuse(!o.output.html.empty(), "--html", why);
  } else {
    refuse(!o.system.empty(), "--system", " needs --programs");
    refuse(!o.gpus.empty(), "--gpus", " needs --programs");
  }
}

}  // namespace

void ValidateOptions::declare(CLI::App& app) {
  const auto text = [&](const char* name, std::string& value, const char* help, const char* type) {
    return app.add_option(name, value, help)->type_name(type);
  };
  // `take` keeps the value and says whether it is in range.
  const auto number = [&](const char* name, const char* help, const char* type,
                          const std::string& expected, std::function<bool(double)> take) {
    app.add_option_function<std::string>(
           name,
           [=](const std::string& given) {
             const std::optional<double> value = number_of(given);
             if (value && take(*value)) return;
             refuse_call("amount-wrong", std::string(name) + " cannot be '" + given + "'",
                         {"expected " + expected});
           },
           help)
        ->type_name(type);
  };
  app.add_option("KERNEL", kernels, "Kernels of the library or files (default: the whole suite)");
  app.add_flag("--programs", programs,
               "Whole programs instead of kernels: names of programs, or of sets of their suite");
  app.add_option("-D,--define", definitions, "Set a parameter of the kernels, such as n=1Mi")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--written", written,
               "Measure CUDA that gpumodel writes, also of kernels that the library has code for");
  app.add_option("--random", random, "Measure so many generated kernels (docs/generated.md)")
      ->type_name("N");
  text("--seed", seed, "What --random makes them of (default 1)", "S");
  text("--backend", backend, "cuda, openacc or host (default: cuda; replay: all)", "BACKEND");
  text("--cache", cache, "L2 when a launch begins: cold, warm or both (default both)", "STATE");
  text("--device", device, "Device file of the GPU (default: the one that matches)", "DEVICE");
  text("--host", host, "Device file of the CPU (default: the one that matches)", "DEVICE");
  text("--system", system, "Devices and links of programs (default: the one that matches)",
       "SYSTEM");
  text("--gpus", gpus, "Only programs on so many GPUs (default: as many as there are)", "N");
  text("--model", model, "Model to judge; all are compared", "MODEL");
  text("--record", record, "Keep what is measured in this file; goes on if interrupted", "FILE");
  text("--replay", replay, "Compare a record, or all in a folder, with the models; no GPU", "PATH");
  text("--from-ncu", from_ncu, "Take counters from a report of Nsight Compute", "CSV");
  app.add_flag("--counters", counters, "Read hardware counters (always for named kernels)");
  app.add_flag("--why", why, "Replace predicted inputs by counted ones: which one is wrong?");
  number("--require-level", "Fail below it: 1 time, 2 counters, 3 measured ceilings", "LEVEL",
         "a level from 0 to 3", [this](double value) {
           require_level = static_cast<int>(value);
           return value == require_level && value >= 0.0 && value <= 3.0;
         });
  text("--tolerance", tolerance, "Allowed error of a time (default 10%)", "PERCENT");
  number("--seconds", "Wall time for each timer of a point (default 0.5)", "S",
         "seconds from 0.001 to 60", [this](double value) {
           seconds = value;
           return value >= 0.001 && value <= 60.0;
         });
  number("--limit", "Stop a point after this wall time (default 120)", "S",
         "seconds from 0.1 to 3600", [this](double value) {
           limit_seconds = value;
           return value >= 0.1 && value <= 3600.0;
         });
  text("--suite", suite, "Points to measure, and sets of them (default: the library's suite)",
       "FILE");
  app.add_flag("--list", list, "Print the points that would be measured, and stop");
  app.add_flag("--bars{bars.yaml}", bars,
               "Fail where a model is worse than recorded (default: bars.yaml beside the records, "
               "program-bars.yaml of programs)")
      ->type_name("FILE");
  app.add_flag("--write-bars", write_bars, "Write the errors of now into that file");
  output.declare(app);
  output.declare_svg(app, "Write predicted against measured as a picture");
  output.declare_html(app, "Write the picture and the report as one page; works offline");
}

void ValidateOptions::check_outputs() const {
  std::vector<OutputFile> files = output.files();
  if (!record.empty()) files.push_back(record_file());
  if (write_bars && !bars.empty()) files.push_back(bars_file());
  check_all(files);
}

OutputFile ValidateOptions::bars_file() const {
  if (bars != default_bars) return {"--bars", bars, output.force};
  const char* usual = programs ? default_program_bars : default_bars;
  std::error_code ignored;
  const fs::path records = replay;
  const fs::path folder = fs::is_directory(records, ignored) ? records : records.parent_path();
  return {"--bars", (folder / usual).string(), output.force};
}

ValidateCall understood(const ValidateOptions& options) {
  refuse_contradictions(options);
  refuse_other_kind(options);
  ValidateCall call;
  call.model = &chosen_model(options.model);
  if (options.why && call.model != &default_model()) {
    refuse_call("usage", "--why is about the model '" + std::string(default_model().name) + "'",
                {"only its inputs can be counted"});
  }
  if (!options.backend.empty()) {
    call.backend = word<BackendKind>("--backend", options.backend, all_backends);
  }
  call.caches = caches_of(options.cache);
  call.tolerance = fraction(options.tolerance);
  return call;
}

}  // namespace gpumodel
