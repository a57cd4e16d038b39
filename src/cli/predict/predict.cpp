// gpumodel predict: how long, what limits it, what moving the data costs, does offloading pay.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "src/app/common/model_choice.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/timeline.hpp"
#include "src/app/report/report.hpp"
#include "src/cli/application/application.hpp"
#include "src/cli/application/binary.hpp"
#include "src/cli/common/argument_check.hpp"
#include "src/cli/common/cache_choice.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/compiled_kernel.hpp"
#include "src/cli/common/work_progress.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/cli/library/set.hpp"
#include "src/cli/output/output.hpp"
#include "src/cli/program/options.hpp"
#include "src/cli/program/schedule.hpp"
#include "src/cli/program/warnings.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/amount.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/predict/html.hpp"
#include "src/view/predict/json.hpp"
#include "src/view/predict/notes.hpp"
#include "src/view/predict/page.hpp"
#include "src/view/program/html.hpp"
#include "src/view/program/json.hpp"
#include "src/view/program/page.hpp"

namespace gpumodel {
namespace {

constexpr int most_streams = 1024;

int chosen_streams(const std::string& text) {
  if (text.empty()) return 0;
  const std::vector<std::int64_t> streams = parse_amounts("--streams", text, AmountKind::count);
  if (streams.size() == 1 && streams.front() >= 1 && streams.front() <= most_streams) {
    return static_cast<int>(streams.front());
  }
  throw InputError{{{.id = "amount-wrong",
                     .message = "--streams " + text + " is no number of streams",
                     .hints = {"expected a whole number from 1 to 1024"}}}};
}

class Predict : public Command {
 public:
  void declare(CLI::App& app) override {
    app_ = &app;
    app.add_option("KERNEL", kernel_,
                   "Kernel or program: a name from the library, a file, or a "
                   "source such as app.cu")
        ->required();
    app.add_option("--device", device_, "GPU: a name from the library or a file (default v100)")
        ->type_name("DEVICE");
    app.add_option("--host", host_, "CPU to compare with: does offloading pay?")
        ->type_name("DEVICE");
    app.add_option("--streams", streams_text_, "Overlap copies and kernel in this many streams")
        ->type_name("N");
    app.add_option("-D,--define", definitions_, "Set a parameter of the kernel, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--model", model_,
                   model_names(" or ") + " (default " + std::string(default_model().name) + ")")
        ->type_name("MODEL");
    app.add_option("--cache", cache_,
                   "What L2 holds before the launch: cold, nothing; warm, what the same launch "
                   "left; used, what others wrote; copied, from the host (default cold)")
        ->type_name("STATE");
    app.add_flag("--explain", explain_,
                 "Every equation with its numbers, their origins and what they weigh");
    application_.declare(app);
    source_.declare(app);
    schedule_.declare(app);
    program_.declare_machine(app);
    program_.declare_scaling(app);
    compiled_.declare(app);
    set_.declare(app);
    output_.declare(app);
    output_.declare_html(app, "Write answer and pictures as one page; works offline");
  }

  // Of an application; "predict -- -odd-name" names a file.
  bool takes(const std::vector<std::string>& before,
             const std::vector<std::string>& words) override {
    const auto is_application = [](const std::string& word) {
      return names_source(word) || names_binary(word);
    };
    if (!std::ranges::any_of(before, is_application)) return false;
    application_.arguments = words;
    return application_.given = true;
  }

  int run(Console& console) override {
    output_.check();
    if (is_application()) return run_application(console);
    if (!application_.sources.empty()) refuse_word(*app_, application_.sources.front());
    application_.refuse_without_application(kernel_);
    if (!names_source(kernel_)) {
      source_.refuse_without_source(kernel_);
      if (names_program(kernel_)) return run_program(console);
    }
    if (program_.asks_for_machine()) {
      refuse_call("usage", "--system, --gpus, --scaling and --backend are for programs",
                  {"'" + kernel_ + "' is a kernel"});
    }
    SourceCases cases;
    PredictAsk ask = load(cases);
    output_.check();  // now that the inputs are read
    ask.way = schedule_.chosen();
    ask.work = console.work;
    const PredictAnswer answer = answer_to_all(ask, cases, console);
    report_kernel(console, answer);
    const Page page = predict_page(answer);
    write_results(
        console, output_, page, [&](std::ostream& out) { out << to_text(predict_json(answer)); },
        {}, [&](std::ostream& out) { predict_html(out, answer, report_on(answer), page); });
    return answer.open ? exit_code::inconclusive : exit_code::done;
  }

 private:
  int run_program(Console& console) {
    refuse_options_of_kernels(
        "a program", "give it with a kernel of the program: gpumodel programs show " + kernel_);
    name_machine(console);
    program_.definitions = definitions_;
    return show_program(program_.ask(kernel_), {}, console);
  }

  void refuse_options_of_kernels(const std::string& is, const std::string& hint) const {
    const auto refuse = [&](bool given, const char* option) {
      if (!given) return;
      refuse_call("usage",
                  std::string(option) + " is about a kernel, and '" + kernel_ + "' is " + is,
                  {hint});
    };
    refuse(!schedule_.text.empty(), "--schedule");
    refuse(!cache_.empty(), "--cache");
    refuse(compiled_.is_given(), "what a compiler made (--from-ptxas, --cubin)");
  }

  void name_machine(const Console& console) {
    program_.device = device_;
    program_.host = host_;
    program_.model = model_;
    program_.streams = streams_text_;
    program_.work = console.work;
    program_.set = set_;
  }

  int show_program(const ProgramAsk& ask, const std::vector<Diagnostic>& notes, Console& console) {
    ProgramAnswer answer = begin_answer(ask);
    refuse_idle_choices(ask, answer.program);
    output_.check();  // now that the inputs are read
    settle(ask, answer);
    answer.notes = notes;
    {
      const WorkProgress shown(console, kernel_);
      forecast_program(answer, {.explain = explain_, .scaling = program_.scaling});
    }
    report_warnings(console, answer);
    const Page page = program_page(answer);
    write_results(
        console, output_, page, [&](std::ostream& out) { out << to_text(program_json(answer)); },
        {}, [&](std::ostream& out) { program_html(out, answer, page); });
    return exit_code::done;
  }

  bool is_application() const {
    if (names_binary(kernel_)) return true;
    if (!names_source(kernel_) || !source_.kernel.empty() || !source_.launch.empty()) return false;
    const auto& more = application_.sources;
    return application_.given || std::ranges::any_of(more, names_source) ||
           names_application(kernel_);
  }

  // A program that was built needs descriptors, and nothing that builds it.
  void refuse_choices_of_builds(bool binary) const {
    if (binary && application_.descriptors.empty()) {
      refuse_call("usage", "'" + kernel_ + "' is a program: its kernels need descriptors",
                  {"--descriptors DIR: gpumodel describe app.cu --output DIR writes them"});
    }
    if (!binary && !application_.descriptors.empty()) {
      refuse_call("usage", "--descriptors is for a program that was built",
                  {"'" + kernel_ + "' is its source"});
    }
    const auto refuse = [&](bool given, const char* option) {
      if (binary && given) {
        refuse_call("usage", std::string(option) + " is about a source",
                    {"'" + kernel_ + "' is a program"});
      }
    };
    refuse(application_.executes, "--execute");
    refuse(!application_.link.empty(), "--link");
    refuse(!source_.compile.empty(), "--compile");
    refuse(!source_.values.empty(), "--values");
  }

  int run_application(Console& console) {
    const bool binary = names_binary(kernel_);
    refuse_choices_of_builds(binary);
    for (const std::string& each : application_.sources) {
      if (names_source(each) && !binary) continue;
      refuse_call("usage", "'" + each + "' is no source file",
                  {"what the application is called with follows '--'"});
    }
    refuse_options_of_kernels("an application", "--kernel NAME asks for one of its kernels");
    name_machine(console);
    ProgramAsk ask = program_.ask([](ProgramAsk&) {});
    ApplicationAsk what{application_, source_.compile, definitions_, source_.values};
    what.options.sources.insert(what.options.sources.begin(), kernel_);
    what.print_to_err = output_.json == "-" || output_.csv == "-" || output_.markdown == "-";
    what.force = output_.force;
    const RecordedApplication recorded = record_application(what, ask, console);
    ask.program = recorded.program;
    if (recorded.openacc && program_.backend.empty()) ask.options.openacc = true;
    ask.options.as_it_ran = true;
    if (!uses_several_devices(ask.program->program)) ask.gpus.reset();
    for (Diagnostic why : recorded.left_out) {
      why.severity = Severity::warning;
      render_diagnostic(console.err, why, console.err_color);
    }
    const int code = show_program(ask, recorded.notes, console);
    return recorded.is_whole() ? code : exit_code::inconclusive;
  }

  // All input files are read before any fault is reported, so that one run shows them all.
  PredictAsk load(SourceCases& cases) const {
    PredictAsk ask;
    ask.streams = chosen_streams(streams_text_);
    ask.model = &chosen_model(model_);
    ask.cache = chosen_cache(cache_);
    ask.explain = explain_;
    ask.next = true;
    const DeviceChoice device = choose_device(device_);
    ask.default_device = device.is_default;
    set_.refuse_without(!host_.empty(), false);
    AllFaults faults;
    const auto attempt = [&]<class File>(std::shared_ptr<const File>& file, auto read) {
      faults.attempt([&] { file = std::make_shared<const File>(read()); });
    };
    attempt(ask.kernel, [&] {
      if (!names_source(kernel_)) return load_kernel(kernel_);
      cases = load_source_cases(kernel_, source_, definitions_);
      return cases.cases.front();
    });
    attempt(ask.device, [&] { return set_.device(load_gpu(device.name)); });
    if (!host_.empty()) attempt(ask.host, [&] { return set_.host(load_cpu(host_)); });
    faults.throw_if_any();
    ask.compiled = compiled_.find(ask.gpu().compute_capability);
    return ask;
  }

  // Of a source that leaves something open: of the slowest case, with the time of all.
  PredictAnswer answer_to_all(const PredictAsk& ask, SourceCases& cases, Console& console) const {
    std::optional<PredictAnswer> slowest;
    OpenTime open{.questions = cases.questions};
    const auto answer = [&](std::shared_ptr<const KernelFile> kernel) {
      PredictAsk of_case = ask;
      of_case.kernel = std::move(kernel);
      of_case.overrides = parse_parameters(definitions_, of_case.kernel->kernel);
      PredictAnswer made = answer_to(std::move(of_case), console);
      const Estimate<Seconds> time = made.prediction.terms[made.prediction.kernel].time;
      if (!slowest || time.low < open.least) open.least = time.low;
      if (slowest && time.high < open.most) return;
      open.most = time.high;
      slowest = std::move(made);
    };
    if (open.questions.empty()) {
      answer(ask.kernel);
    } else {
      for (KernelFile& each : cases.cases)
        answer(std::make_shared<const KernelFile>(std::move(each)));
      slowest->open = std::move(open);
    }
    return std::move(*slowest);
  }

  PredictAnswer answer_to(PredictAsk ask, Console& console) const {
    const WorkProgress shown(console, kernel_);
    const std::shared_ptr<const KernelFile> kernel = ask.kernel;
    return with_source_places(kernel_, kernel->text, [&] { return predict(std::move(ask)); });
  }

  void report_kernel(Console& console, const PredictAnswer& answer) const {
    const PredictAsk& ask = answer.ask;
    const auto show = [&](const std::vector<Diagnostic>& all) {
      for (const Diagnostic& d : all) render_diagnostic(console.err, d, console.err_color);
    };
    if (output_.verbose) {
      tell(console, "kernel " + ask.kernel->text.path);
      tell(console, "device " + ask.device->text.path);
      if (ask.host) tell(console, "host " + ask.host->text.path);
      show(predict_notes(answer));
    }
    show(approximation_notes(answer));
    show(answer.warnings);
    show(ask.device->warnings);
    if (ask.host) show(ask.host->warnings);
  }

  const CLI::App* app_ = nullptr;
  std::string kernel_, device_, host_, model_, cache_, streams_text_;
  std::vector<std::string> definitions_;
  bool explain_ = false;
  SetOption set_;
  ApplicationOptions application_;
  SourceOptions source_;
  ScheduleOption schedule_;
  ProgramOptions program_;
  CompiledKernelOption compiled_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_predict() {
  return std::make_unique<Predict>();
}

}  // namespace gpumodel
