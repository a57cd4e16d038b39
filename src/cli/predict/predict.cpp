// gpumodel predict: how long, what limits it, what moving the data costs, does offloading pay.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "models/time/predict.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/compiled_kernel.hpp"
#include "src/cli/common/impossible_launch.hpp"
#include "src/cli/common/missing_number.hpp"
#include "src/cli/common/refuse_call.hpp"
#include "src/cli/common/usable_time.hpp"
#include "src/cli/common/work_progress.hpp"
#include "src/cli/library/load.hpp"
#include "src/cli/library/model_choice.hpp"
#include "src/cli/output/output.hpp"
#include "src/cli/program/crossing_warnings.hpp"
#include "src/cli/program/schedule.hpp"
#include "src/cli/program/timeline.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/amount.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/common/memory_text.hpp"
#include "src/view/predict/json.hpp"
#include "src/view/predict/page.hpp"
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

Diagnostic not_applicable(std::string message) {
  return {.severity = Severity::note, .id = "not-applicable", .message = std::move(message)};
}

class Predict : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("KERNEL", kernel_, "Kernel or program: a name from the library or a file")
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
    app.add_flag("--explain", explain_,
                 "Every equation with its numbers, their origins and what they weigh");
    schedule_.declare(app);
    program_.declare_machine(app);
    program_.declare_scaling(app);
    compiled_.declare(app);
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    if (names_program(kernel_)) return run_program(console);
    if (program_.asks_for_machine()) {
      refuse_call("usage", "--system, --gpus, --scaling and --backend are for programs",
                  {"'" + kernel_ + "' is a kernel"});
    }
    streams_ = chosen_streams(streams_text_);
    PredictAnswer answer = load(chosen_model(model_));
    output_.check();  // now that the inputs are read
    {
      const WorkProgress shown(console, kernel_);
      evaluate(answer, console.work);
    }
    report_kernel(console, answer);
    write_results(console, output_, predict_page(answer, explain_),
                  [&](std::ostream& out) { out << to_text(predict_json(answer)); });
    return exit_code::done;
  }

 private:
  int run_program(Console& console) {
    const auto refuse = [&](bool given, const char* option) {
      if (!given) return;
      refuse_call("usage",
                  std::string(option) + " is about a kernel, and '" + kernel_ + "' is a program",
                  {"give it with a kernel of the program: gpumodel programs show " + kernel_});
    };
    refuse(!schedule_.text.empty(), "--schedule");
    refuse(compiled_.is_given(), "what a compiler made (--from-ptxas, --cubin)");
    program_.explain = explain_;
    program_.device = device_;
    program_.host = host_;
    program_.model = model_;
    program_.streams = streams_text_;
    program_.definitions = definitions_;
    program_.work = console.work;
    ProgramAnswer answer = program_.load(kernel_);
    program_.refuse_idle_choices(answer);
    output_.check();  // now that the inputs are read
    program_.settle(answer);
    {
      const WorkProgress shown(console, kernel_);
      forecast_program(answer, program_);
    }
    report_warnings(console, answer);
    write_results(console, output_, program_page(answer),
                  [&](std::ostream& out) { out << to_text(program_json(answer)); });
    return exit_code::done;
  }

  // All input files are read before any fault is reported, so that one run shows them all.
  PredictAnswer load(const Model& model) const {
    PredictAnswer answer;
    answer.model = &model;
    answer.streams = streams_;
    const DeviceChoice device = choose_device(device_);
    answer.default_device = device.is_default;
    std::vector<Diagnostic> faults;
    const auto attempt = [&](auto read) {
      try {
        read();
      } catch (InputError& error) {
        faults.insert(faults.end(), error.found.begin(), error.found.end());
      }
    };
    attempt([&] { answer.kernel = load_kernel(kernel_); });
    attempt([&] { answer.device = load_gpu(device.name); });
    if (!host_.empty()) attempt([&] { answer.host = load_cpu(host_); });
    if (!faults.empty()) throw InputError{std::move(faults)};
    answer.compiled = compiled_.find(answer.gpu().compute_capability);
    return answer;
  }

  void evaluate(PredictAnswer& answer, double work) const {
    const Kernel& stated = answer.kernel.kernel;
    const std::vector<std::optional<Number>> overrides = parse_parameters(definitions_, stated);
    try {
      settle({.kernel = &stated,
              .overrides = overrides,
              .gpu = &answer.gpu(),
              .host = answer.cpu(),
              .way = schedule_.chosen(),
              .compiled = answer.compiled ? &answer.compiled->resources : nullptr,
              .streams = streams_,
              .work = work},
             answer.asked);
      const Question& question = answer.asked.question;
      const Kernel& kernel = answer.asked.kernel();
      if (answer.compiled && !kernel.launch) refuse_compiled(kernel);
      refuse_outside(kernel, question.values, answer.kernel.text);
      predict(*answer.model, question, answer.prediction);
      const Prediction& made = answer.prediction;
      require_usable(made.terms[made.kernel].time, answer.kernel.text);
      answer.size_parameter = size_parameter(kernel);
      answer.memory = DeviceMemory(device_bytes(kernel, question.values), answer.gpu());
      if (!answer.memory.fits()) expect_no_offload(answer, overrides);
      if (answer.host) compare_with_host(answer, question, overrides);
      if (explain_) explain(answer, question, overrides);
      if (streams_ > 1) {
        std::ranges::move(crossing_warnings(kernel, overrides, answer.kernel.text),
                          std::back_inserter(answer.warnings));
      }
    } catch (const ScheduleMissing& missing) {
      throw to_input_error(missing, stated);
    } catch (const FormulaError& error) {
      throw to_input_error(error, answer.kernel.text);
    } catch (const ThreadFault& fault) {
      throw to_input_error(fault, answer.kernel.text);
    } catch (const UnknownInput& unknown) {
      std::vector<const DeviceFile*> files = {&answer.device};
      if (answer.host) files.push_back(&*answer.host);
      throw missing_number(unknown, *answer.model, files);
    }
    answer.occupancy = occupancy_of(answer.prediction.work.launch, answer.gpu());
    answer.notes = notes(answer);
  }

  [[noreturn]] static void refuse_compiled(const Kernel& kernel) {
    refuse_call("usage", "the kernel '" + kernel.id + "' states no launch",
                {"registers and shared memory of a compiler belong to one"});
  }

  static void compare_with_host(PredictAnswer& answer, const Question& question,
                                std::span<const std::optional<Number>> overrides) {
    answer.offloading = offloading(*answer.model, question, answer.prediction);
    if (!answer.size_parameter) return;
    answer.break_even = find_break_even(*answer.model, question, answer.prediction,
                                        *answer.size_parameter, overrides);
  }

  // A kernel by itself may be asked about whatever there is, its copies may not.
  void expect_no_offload(PredictAnswer& answer,
                         std::span<const std::optional<Number>> overrides) const {
    const Kernel& kernel = answer.asked.kernel();
    Diagnostic fault = memory_exceeded(answer.memory, answer.gpu(), kernel, answer.asked.values,
                                       answer.kernel.text);
    if (answer.size_parameter) {
      const auto most =
          largest_that_fits(kernel, *answer.size_parameter, overrides, *answer.memory.capacity);
      const std::string& name = kernel.parameters[*answer.size_parameter].name;
      if (most) fault.hints = {"the largest " + name + " that fits: " + std::to_string(*most)};
    }
    if (answer.host || streams_ > 0) throw InputError{{std::move(fault)}};
    fault.severity = Severity::warning;
    answer.warnings.push_back(std::move(fault));
  }

  static void explain(PredictAnswer& answer, const Question& question,
                      std::span<const std::optional<Number>> overrides) {
    answer.sensitivities = sensitivities(*answer.model, question, answer.prediction);
    answer.launch_changes = launch_changes(*answer.model, question, answer.prediction, overrides);
  }

  std::vector<Diagnostic> notes(const PredictAnswer& answer) const {
    std::vector<Diagnostic> all;
    if (host_.empty()) all.push_back(not_applicable("host: no --host was given"));
    if (streams_ == 0) all.push_back(not_applicable("overlap: no --streams was given"));
    if (!explain_) all.push_back(not_applicable("sensitivities, launch_changes: no --explain"));
    if (!answer.compiled) {
      all.push_back(not_applicable("compiled: neither --from-ptxas nor --cubin was given"));
    }
    if (!answer.occupancy) {
      all.push_back(
          not_applicable("occupancy: the kernel states no launch, or the compute "
                         "capability of the device is not known"));
    }
    if (!answer.prediction.analysis) {
      all.push_back(not_applicable(
          "accesses, warp_instructions, traffic.l1_bytes, traffic.l2_bytes: the "
          "descriptor counts words, it does not say which addresses threads access"));
      return all;
    }
    for (const std::string& reason : answer.prediction.analysis->approximations) {
      all.push_back({.severity = Severity::note, .id = "analysis-approximate", .message = reason});
    }
    return all;
  }

  void report_kernel(Console& console, const PredictAnswer& answer) const {
    if (output_.verbose) {
      tell(console, "kernel " + answer.kernel.text.path);
      tell(console, "device " + answer.device.text.path);
      if (answer.host) tell(console, "host " + answer.host->text.path);
      for (const Diagnostic& d : answer.notes) {
        render_diagnostic(console.err, d, console.err_color);
      }
    }
    for (const auto* warnings : {&answer.warnings, &answer.device.warnings}) {
      for (const Diagnostic& d : *warnings) render_diagnostic(console.err, d, console.err_color);
    }
    if (!answer.host) return;
    for (const Diagnostic& d : answer.host->warnings) {
      render_diagnostic(console.err, d, console.err_color);
    }
  }

  std::string kernel_, device_, host_, model_, streams_text_;
  std::vector<std::string> definitions_;
  int streams_ = 0;
  bool explain_ = false;
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
