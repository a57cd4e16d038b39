// gpumodel calibrate: measures the numbers of a device file on the machine at hand.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ostream>

#include "src/app/calibrate/device.hpp"
#include "src/app/calibrate/system.hpp"
#include "src/app/common/describing_file.hpp"
#include "src/cli/calibrate/partial.hpp"
#include "src/cli/calibrate/program.hpp"
#include "src/cli/calibrate/progress.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/process.hpp"
#include "src/cli/output/file.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/diagnostics/visible_text.hpp"
#include "src/io/device/read_calibration.hpp"
#include "src/io/library/load.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/calibrate/page.hpp"
#include "src/view/device/yaml.hpp"
#include "src/view/system/yaml.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

bool gives(const CalibrationMeasurement& measurement, const std::string& name) {
  return measurement.name == name ||
         std::ranges::find(measurement.keys, name) != measurement.keys.end();
}

class Calibrate : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("-o,--output", output_,
                   "The file to write; device.yaml or system.yaml if not given")
        ->type_name("FILE");
    app.add_option("--only", only_, "One measurement, or the one that gives this key; repeatable")
        ->type_name("NAME")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--base", base_name_,
                   "Keep what cannot be measured from this device or system file")
        ->type_name("NAME");
    app.add_flag("--host", host_, "Measure the processor at hand instead of the GPU");
    app.add_flag("--system", system_,
                 "Measure the links between all GPUs instead, for a system file");
    app.add_flag("--quick", quick_, "Fewer samples");
    app.add_flag("--list", list_, "Show what would be measured");
    app.add_flag("--force", force_, "Replace the output file, never an input; links stay");
    app.add_flag("-q,--quiet", quiet_, "Print no report");
  }

  int run(Console& console) override {
    if (host_ && system_) {
      refuse_call("usage", "--host and --system do not go together",
                  {"a processor has a device file, links have a system file: one run each"});
    }
    const CalibrationProgram program(host_);
    std::vector<CalibrationMeasurement> all = program.list();
    std::erase_if(all, [&](const auto& one) { return (one.devices > 1) != system_; });
    if (list_) {
      render_text(console.out, calibration_list_page(all), console.out_color);
      return exit_code::done;
    }
    const std::vector<CalibrationMeasurement> chosen = choose(all);
    // A few values by themselves are shown; a file of them is written only on demand.
    if (output_.empty() && only_.empty()) output_ = system_ ? "system.yaml" : "device.yaml";
    check_output();
    machine_ = read_calibration_machine(program.environment(), program.path());
    find_base(console);
    check_output();  // now that the inputs are read
    return measure(program, chosen, console);
  }

 private:
  std::vector<CalibrationMeasurement> choose(const std::vector<CalibrationMeasurement>& all) const {
    std::vector<CalibrationMeasurement> chosen;
    for (const CalibrationMeasurement& one : all) {
      if (only_.empty() ||
          std::ranges::any_of(only_, [&](const std::string& name) { return gives(one, name); })) {
        chosen.push_back(one);
      }
    }
    for (const std::string& name : only_) {
      if (std::ranges::any_of(chosen, [&](const auto& one) { return gives(one, name); })) continue;
      std::vector<std::string> known;
      for (const CalibrationMeasurement& one : all) {
        known.push_back(one.name);
        known.insert(known.end(), one.keys.begin(), one.keys.end());
      }
      std::vector<std::string> hints = did_you_mean(name, known);
      hints.emplace_back(std::string("gpumodel calibrate ") + (system_ ? "--system " : "") +
                         "--list names them all");
      refuse_call("usage", "nothing measures '" + name + "'", std::move(hints));
    }
    return chosen;
  }

  void find_base(Console& console) {
    std::string shown;
    if (system_) {
      device_ = find_device();
      if (!base_name_.empty()) base_system_ = load_system(base_name_);
      if (base_system_) shown = base_system_->text.shown;
    } else if (!base_name_.empty()) {
      base_ = machine_.is_gpu ? load_gpu(base_name_) : load_cpu(base_name_);
    } else if (machine_.is_gpu) {
      base_ = describing_file(recorded(), output_);  // which is no base of itself
    }
    if (base_) shown = base_->text.shown;
    if (!shown.empty() && !quiet_) {
      tell(console, "what cannot be measured is kept from " + shown);
    }
  }

  RecordedDevice recorded() const {
    RecordedDevice device;
    device.name = machine_.name;
    device.compute_capability = machine_.compute_capability;
    device.sms = static_cast<std::int64_t>(machine_.sms);
    return device;
  }

  // The device file of every GPU of the system.
  std::string find_device() const {
    if (machine_.gpus.size() < 2) {
      refuse_machine("there is one GPU, a system has two or more",
                     "of one GPU a device file is measured: gpumodel calibrate");
    }
    for (const std::string& name : machine_.gpus) {
      if (name == machine_.name) continue;
      refuse_machine("the GPUs are not alike: " + machine_.name + " and " + name,
                     "choose equal ones: CUDA_VISIBLE_DEVICES=0,1 gpumodel calibrate --system");
    }
    const std::optional<DeviceFile> file = describing_file(recorded());
    if (!file) {
      refuse_machine("no device file describes " + machine_.name,
                     "measure one first: gpumodel calibrate --output FILE");
    }
    return std::get<Gpu>(file->device).id;
  }

  [[noreturn]] static void refuse_machine(std::string message, std::string hint) {
    throw MachineError{
        {.id = "machine-lacks", .message = std::move(message), .hints = {std::move(hint)}},
        exit_code::no_device};
  }

  int measure(const CalibrationProgram& program, const std::vector<CalibrationMeasurement>& chosen,
              Console& console) {
    const auto start = std::chrono::steady_clock::now();
    std::optional<PartialCalibration> partial;
    if (!output_.empty()) partial.emplace(output_, machine_, quick_);
    const std::size_t earlier = partial ? partial->count() : 0;
    if (earlier > 0) {
      tell(console,
           "going on with " + std::to_string(earlier) + " measurements of " + partial->path());
    }
    if (!measure_all(program, chosen, partial, console)) {
      console.err << "interrupted";
      if (partial) console.err << "; the same command goes on from " << visible(partial->path());
      console.err << '\n';
      return exit_code::interrupted;
    }
    results_ = medians(results_);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const bool at_once = !partial || earlier == 0;
    return conclude(at_once ? taken.count() : 0.0, partial, console);
  }

  // False if the user interrupted.
  bool measure_all(const CalibrationProgram& program,
                   const std::vector<CalibrationMeasurement>& chosen,
                   std::optional<PartialCalibration>& partial, Console& console) {
    const Interruption interruption;
    CalibrationProgress progress(console.err, isatty(STDERR_FILENO) != 0 && !quiet_, chosen);
    for (const CalibrationMeasurement& one : chosen) {
      const auto* earlier = partial ? partial->find(one.name) : nullptr;
      if (earlier != nullptr) {
        results_.insert(results_.end(), earlier->begin(), earlier->end());
        progress.skip(one);
        continue;
      }
      progress.begin(one);
      const Measured measured = program.measure(one, quick_);
      if (measured.interrupted || Interruption::asked()) return false;
      results_.insert(results_.end(), measured.results.begin(), measured.results.end());
      note(one, measured);
      if (partial && measured.why_not.empty() && measured.left_out.empty())
        partial->add(one.name, measured.output);
      progress.end(one);
    }
    return true;
  }

  void note(const CalibrationMeasurement& one, const Measured& measured) {
    const std::string name = one.name + ": ";
    const auto add = [&](const std::string& why, std::vector<std::string>& to) {
      if (!why.empty()) to.push_back((why.starts_with(name) ? "" : name) + why);
    };
    add(measured.why_not, failures_);
    add(measured.left_out, left_out_);
  }

  int conclude(double seconds, std::optional<PartialCalibration>& partial, Console& console) const {
    const CalibrationRun run{machine_, failures_, left_out_, output_, seconds};
    const Page page = system_ ? conclude_system(run) : conclude_device(run, console);
    // What failed is tried again by the same command with --force.
    if (partial && failures_.empty()) partial->remove();
    if (!quiet_) render_text(console.out, page, console.out_color);
    return failures_.empty() ? exit_code::done : exit_code::check_failed;
  }

  Page conclude_device(const CalibrationRun& run, Console& console) const {
    const Device* base = base_ ? &base_->device : nullptr;
    CalibrationAnswer answer{run, {}, calibrated_device(machine_, results_, base, id()), base};
    for (const CalibrationResult& result : results_) answer.keys.push_back(result.key);
    if (!output_.empty()) {
      output_file().write(
          [&](std::ostream& out) { write_device_yaml(out, answer.device, comment()); });
      warn_of(console);
    }
    return calibration_page(answer);
  }

  Page conclude_system(const CalibrationRun& run) const {
    const System* base = base_system_ ? &base_system_->system : nullptr;
    const System system = calibrated_system(machine_, results_, base, device_, id());
    if (!output_.empty()) {
      output_file().write([&](std::ostream& out) { write_system_yaml(out, system, comment()); });
      read_system(read_text_file(output_, output_));  // it must read back
    }
    return system_calibration_page(run, results_);
  }

  OutputFile output_file() const { return {"--output", output_, force_}; }
  void check_output() const {
    if (!output_.empty()) output_file().check();
  }

  // The first line of the file: who measured it, when and where.
  std::string comment() const {
    return machine_.name + ", measured by gpumodel " GPUMODEL_VERSION " calibrate" +
           (quick_ ? " --quick" : "") + ", " + machine_.date + ", " + machine_.system;
  }

  std::string id() const {
    if (!output_.empty()) return fs::path(output_).stem().string();
    return system_ ? "system" : machine_.is_gpu ? "gpu" : "host";
  }

  // The file must read back; what looks wrong in it is said at once.
  void warn_of(Console& console) const {
    for (const Diagnostic& found : read_device(read_text_file(output_, output_)).warnings) {
      tell(console, found.file + ":" + std::to_string(found.line) + ": " + found.message);
    }
  }

  std::string output_, base_name_;
  std::vector<std::string> only_;
  bool host_ = false, system_ = false, quick_ = false, list_ = false, force_ = false,
       quiet_ = false;
  CalibrationMachine machine_;
  std::optional<DeviceFile> base_;
  std::optional<SystemFile> base_system_;
  std::string device_;  // of a system: the file of each
  std::vector<CalibrationResult> results_;
  std::vector<std::string> failures_, left_out_;
};

}  // namespace

std::unique_ptr<Command> make_calibrate() {
  return std::make_unique<Calibrate>();
}

}  // namespace gpumodel
