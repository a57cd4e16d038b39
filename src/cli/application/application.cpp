#include "src/cli/application/application.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <regex>

#include "models/occupancy/occupancy.hpp"
#include "src/app/application/clock.hpp"
#include "src/app/application/program_text.hpp"
#include "src/app/program/timeline.hpp"
#include "src/cli/application/binary.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/application/ending.hpp"
#include "src/cli/application/kernels.hpp"
#include "src/cli/application/openacc.hpp"
#include "src/cli/application/program_files.hpp"
#include "src/cli/application/scout.hpp"
#include "src/cli/application/setup.hpp"
#include "src/cli/output/file.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/binary_file.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_records = 2'000'000;

class Recorder {
 public:
  Recorder(const ApplicationAsk& what, const ProgramAsk& ask, Console& console)
      : what_(what),
        ask_(ask),
        console_(console),
        built_(built(what, folder_)),
        recording_(built_.kernels, l2_bytes(ask), what.options.executes),
        counting_(what, ask, built_, folder_,
                  [this](const ApplicationRecord& record) { return answer_about(record); }),
        kernels_(recording_, built_, what.compile, what.definitions, what.values, folder_,
                 counting_,
                 [this] {
                   return scout(what_, ask_, built_, folder_,
                                [this](const ApplicationRecord& r) { return answer_about(r); });
                 }),
        clock_(
            recording_, ask,
            [this](const std::string& name) -> const KernelFile& { return kernels_.file(name); },
            counted()) {}

  RecordedApplication run() {
    const std::string setup = folder_.file("setup");
    write_setup({.path = setup,
                 .data = folder_.file("data"),
                 .warp = what_.options.warp,
                 .executes = what_.options.executes},
                ask_, built_.kernels);
    console_.out.flush();
    console_.err.flush();
    end_ = run_recorded(command_line(built_.program, what_.options), setup, built_.runtime,
                        limits_of(what_.options),
                        what_.print_to_err ? Printed::to_err : Printed::usual,
                        [&](const std::string& line) { return take(line); });
    refuse_end();
    RecordedApplication made;
    made.cut_short = end_.stopped() || end_.signal != 0;
    made.exit_code = end_.exit_code;
    if (const auto& read = recording_.first_read()) {
      made.unverified = "not executed: " + read->writer +
                        (read->why_not.empty() ? "" : " (" + read->why_not + ")");
    }
    if (!what_.predicts) return made;
    kernels_.describe_all();
    made.left_out = all_reasons(kernels_.left_out());
    made.program = program();
    made.notes = notes();
    warn_of_refused();
    write_program_files({what_.options.folder, folder_, what_.force}, *made.program, kernels_.all(),
                        kernels_.data());
    return made;
  }

 private:
  ProgramText::Counted counted() const {
    return [this](const std::string& name, std::size_t launch) {
      return kernels_.counted_at(name, launch);
    };
  }
  static BuiltApplication built(const ApplicationAsk& what, const TemporaryFolder& folder) {
    if (what.built != nullptr) return *what.built;
    if (names_binary(what.options.sources.front())) {
      return load_binary(what.options.sources.front(), what.options.descriptors);
    }
    return build_application(what.options.sources, what.compile, what.options.link,
                             what.options.executes, folder);
  }

  std::optional<std::string> take(const std::string& line) {
    if (++records_ > most_records) {
      Diagnostic many{
          .id = "application-failed",
          .message = "the application made more than " + std::to_string(most_records) + " calls",
          .hints = {"let it do less: fewer iterations say the same"}};
      if (!what_.options.executes)
        many.hints.emplace_back("where it goes on until kernels have written something: --execute");
      throw InputError{{std::move(many)}};
    }
    const ApplicationRecord record = read_recorded_line(line);
    last_ = record.place.line > 0 ? record.place : last_;
    recording_.add(record);
    clock_.follow(record);
    if (record.what == ApplicationRecord::What::clock) return answer(clock_.now());
    if (record.what == ApplicationRecord::What::elapsed) {
      return answer(clock_.elapsed(record.from, record.to));
    }
    return answer_about(record);
  }
  std::optional<std::string> answer_about(const ApplicationRecord& record) {
    if (record.what == ApplicationRecord::What::registers) {
      return answer(kernels_.registers(record.name, record.number));
    }
    if (record.what == ApplicationRecord::What::occupancy) return answer(blocks_per_sm(record));
    return std::nullopt;
  }
  // By the registers that are estimated for the kernel.
  int blocks_per_sm(const ApplicationRecord& record) {
    const SmLimits* limits = find_limits(gpu_of(ask_, 0).compute_capability);
    if (limits == nullptr) return 0;
    LaunchResources launch;
    launch.threads = static_cast<int>(record.number);
    launch.registers_per_thread = kernels_.registers(record.name, record.number);
    launch.static_shared_memory = kernels_.launchable(record.name).shared;
    launch.dynamic_shared_memory = record.shared;
    if (record.carveout)
      launch.carveout = carveout_from_percent(*limits, static_cast<int>(*record.carveout));
    launch.shared_memory_opt_in = record.alone;
    const OccupancyResult result = occupancy_of(*limits, launch);
    const auto* made = std::get_if<Occupancy>(&result);
    return made == nullptr ? 0 : made->blocks_per_sm;
  }
  static std::string answer(double seconds) {
    char text[40];
    std::snprintf(text, sizeof text, "%.12g\n", seconds);
    return text;
  }

  bool crashed() const { return end_.signal != 0 && !end_.stopped(); }
  std::string behind_last() const {
    return last_.line > 0 ? ", after its call at " + to_string(last_) : "";
  }

  // An application that does not come to its end by itself.
  void refuse_end() const {
    const std::string behind = behind_last();
    refuse_stopped(end_, limits_of(what_.options), behind);
    // Where it launched kernels, what it did until then is predicted.
    const auto& counts = recording_.counts();
    if (crashed() && (!what_.predicts || counts.launches == 0)) {
      std::vector<std::string> hints;
      if (const auto& read = recording_.first_read()) {
        hints.push_back("at " + to_string(read->place) + " it read what " + read->writer +
                        " should have written: kernels do not run, with --execute they do");
      }
      throw InputError{
          {{.id = "application-failed",
            .message = "the application crashed (" + name_of_signal(end_.signal) + ")" + behind,
            .hints = std::move(hints)}}};
    }
    const bool others = !recording_.untimed().empty() || !recording_.library_calls().empty();
    if (counts.launches > 0 || counts.copies > 0 || others) return;
    std::vector<std::string> hints = {"its arguments follow '--': gpumodel predict app.cu -- 100"};
    for (const auto& refused : recording_.refused()) {
      hints.push_back(to_string(refused.place) + ": refused " + refused.what);
    }
    throw InputError{{{.id = "application-failed",
                       .message = end_.timed_out ? "the application did nothing on a device in " +
                                                       seconds_text(limits_of(what_.options))
                                                 : "the application did nothing on a device; it "
                                                   "ended with exit code " +
                                                       std::to_string(end_.exit_code),
                       .hints = std::move(hints)}}};
  }

  std::shared_ptr<const ProgramFile> program() {
    for (const bool accesses : {true, false}) {
      ProgramText how{.id = program_id(), .summary = summary_of(what_.options)};
      how.kernel = [&](const std::string& name) -> const Kernel& {
        return kernels_.file(name).kernel;
      };
      how.counted = counted();
      how.accesses = accesses;
      how.host = what_.host_time;
      auto made = std::make_shared<const ProgramFile>(
          read_program(make_text_file(program_text(recording_, how), program_id() + ".yaml"),
                       [&](const std::string& name) { return kernels_.file(name); }));
      if (!accesses || recording_.streams() == 0) return made;
      if (!kernels_share_parts(made)) return made;
      split_ = true;
    }
    return nullptr;
  }

  // Streams that work on parts of one allocation look as if they disturbed each other: what a
  // kernel uses of it is not known.
  bool kernels_share_parts(const std::shared_ptr<const ProgramFile>& program) {
    ProgramAsk ask = ask_;
    ask.program = program;
    ProgramAnswer answer = begin_answer(ask);
    settle(ask, answer);
    return has_race(answer);
  }

  // Its file stands beside those of its kernels.
  std::string program_id() const {
    std::string id = fs::path(what_.options.sources.front()).stem().string();
    const auto& called = recording_.called();
    if (std::ranges::find(called, id, &CalledKernel::name) != called.end()) id += "-program";
    return id;
  }
  std::vector<Diagnostic> notes() const {
    const auto& counts = recording_.counts();
    std::vector<Diagnostic> all;
    const std::string ending = ending_text(end_, limits_of(what_.options), behind_last());
    all.push_back(
        run_note("application: " + ending + "; " + launches_text(counts.launches) + ", copies " +
                 format_quantity(static_cast<double>(counts.to_device), Bytes::dim) + " in, " +
                 format_quantity(static_cast<double>(counts.to_host), Bytes::dim) + " out"));
    if (what_.options.executes) {
      all.push_back(run_note("executed on the processor, where the host reads their results: " +
                             launches_text(counts.executed) + " of " +
                             std::to_string(counts.launches)));
    }
    for (const std::string& counted : kernels_.counted()) {
      all.push_back(
          run_note("counted on the processor, in another run of the application: " + counted));
    }
    const auto& read = recording_.first_read();
    if (read && (counts.unverified > 0 || what_.options.executes)) {
      all.push_back(
          run_note("unverified from " + to_string(read->place) + " on, where the host reads what " +
                   read->writer + " should have written" +
                   (read->why_not.empty() ? "" : " (not executed: " + read->why_not + ")") + ": " +
                   launches_text(counts.unverified) + " of " + std::to_string(counts.launches)));
    }
    if (read && counts.unverified == 0 && !what_.options.executes) {
      all.push_back(run_note(
          "no launch follows " + to_string(read->place) + ", where the host reads what " +
          read->writer + " should have written: whether one would, had it run, --execute tells"));
    }
    for (const auto& [kernel, count] : recording_.untimed()) {
      all.push_back(run_note("not timed, for no descriptor is of it: " + kernel + ", " +
                             launches_text(count)));
    }
    for (const auto& [name, why] : kernels_.left_out())
      all.push_back(left_out_note(name, launches_of(name)));
    for (const auto& [call, count] : recording_.library_calls()) {
      all.push_back(run_note(call + ": a library call, not predicted" +
                             (count == 1 ? "" : ", " + std::to_string(count) + " times")));
    }
    if (split_) {
      all.push_back(
          run_note("streams work on parts of one allocation: what kernels read and write is "
                   "left out"));
    }
    return all;
  }

  std::size_t launches_of(const std::string& name) const {
    std::size_t count = 0;
    recording_.each_launch([&](const RecordedStep& step) {
      if (recording_.called()[step.called].name == name) ++count;
    });
    return count;
  }

  void warn_of_refused() const {
    for (const auto& refused : recording_.refused()) {
      render_diagnostic(console_.err,
                        {.severity = Severity::warning,
                         .id = "launch-refused",
                         .message = "the device refuses " + refused.what,
                         .file = refused.place.file,
                         .line = refused.place.line},
                        console_.err_color);
    }
  }

  const ApplicationAsk& what_;
  const ProgramAsk& ask_;
  Console& console_;
  TemporaryFolder folder_;
  BuiltApplication built_;
  RecordedRun recording_;
  Counting counting_;
  ApplicationKernels kernels_;
  Clock clock_;
  RunEnd end_;
  SourcePlace last_;
  std::size_t records_ = 0;
  bool split_ = false;
};

}  // namespace

std::string summary_of(const ApplicationOptions& options) {
  std::string text = fs::path(options.sources.front()).filename().string();
  for (const std::string& each : options.arguments) text += " " + each;
  std::erase_if(
      text, [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; });
  return text + ", as it ran";
}

void ApplicationOptions::declare(CLI::App& app) {
  app.add_option("SOURCES", sources, "More files of an application; its arguments follow '--'");
  const auto add = [&](const char* option, std::string& value, const char* type, const char* help) {
    app.add_option(option, value, help)->type_name(type)->group("Of an application");
  };
  add("--output", folder, "DIR", "Write the program and its kernels as files into this folder");
  add("--descriptors", descriptors, "DIR",
      "Of a program linked with -cudart shared: kernel files, with signatures");
  add("--link", link, "FLAGS", "For the linker: '-lz'");
  add("--time-limit", seconds, "SECONDS", "The application is stopped after (default 60)");
  add("--memory-limit", memory, "SIZE", "It may keep as much, device memory too (default 8Gi)");
  app.add_flag("--warp", warp, "Clocks of the host, too, tell it the predicted time")
      ->group("Of an application");
  app.add_flag("--execute", executes,
               "Where it reads what kernels write, they run, on the processor")
      ->group("Of an application");
}

void ApplicationOptions::refuse_without_application(const std::string& name) const {
  const auto refuse = [&](bool is_given, const char* option) {
    if (!is_given) return;
    refuse_call("usage", std::string(option) + " is about an application",
                {"'" + name + "' is none: a source with a main, without --kernel"});
  };
  refuse(!descriptors.empty(), "--descriptors");
  refuse(!folder.empty(), "--output");
  refuse(!link.empty(), "--link");
  refuse(!seconds.empty(), "--time-limit");
  refuse(!memory.empty(), "--memory-limit");
  refuse(warp, "--warp");
  refuse(executes, "--execute");
  refuse(given, "what follows '--'");
}

bool names_application(const std::string& source) {
  std::ifstream file(source);
  const std::regex main_function(R"(\bmain\s*\()");
  for (std::string line; std::getline(file, line);) {
    const std::string code = line.substr(0, line.find("//"));
    if (code.find("main") != std::string::npos && std::regex_search(code, main_function)) {
      return true;
    }
  }
  return false;
}

RecordedApplication record_application(const ApplicationAsk& what, const ProgramAsk& ask,
                                       Console& console) {
  if (is_openacc_application(what.options.sources)) return record_openacc(what, ask, console);
  return Recorder(what, ask, console).run();
}

}  // namespace gpumodel
