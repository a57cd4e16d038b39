// gpumodel calibrate: measures the numbers of a device file on the machine at hand.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "src/commands/calibrate_device.hpp"
#include "src/commands/calibrate_partial.hpp"
#include "src/commands/calibrate_program.hpp"
#include "src/commands/calibrate_progress.hpp"
#include "src/commands/commands.hpp"
#include "src/commands/describing_file.hpp"
#include "src/commands/load.hpp"
#include "src/commands/process.hpp"
#include "src/commands/refuse_call.hpp"
#include "src/input/nearest.hpp"
#include "src/input/read_calibration.hpp"
#include "src/report/calibrate_page.hpp"
#include "src/report/device_yaml.hpp"

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
    app.add_option("-o,--output", output_, "The device file to write; device.yaml if not given")
        ->type_name("FILE");
    app.add_option("--only", only_, "One measurement, or the one that gives this key; repeatable")
        ->type_name("NAME")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--base", base_name_, "Keep what cannot be measured from this device file")
        ->type_name("DEVICE");
    app.add_flag("--host", host_, "Measure the processor at hand instead of the GPU");
    app.add_flag("--quick", quick_, "Fewer samples");
    app.add_flag("--list", list_, "Show what would be measured");
    app.add_flag("--force", force_, "Replace an output file that exists");
    app.add_flag("-q,--quiet", quiet_, "Print no report");
  }

  int run(Console& console) override {
    const CalibrationProgram program(host_);
    const std::vector<CalibrationMeasurement> all = program.list();
    if (list_) {
      render_text(console.out, calibration_list_page(all), console.out_color);
      return exit_code::done;
    }
    const std::vector<CalibrationMeasurement> chosen = choose(all);
    // A few values by themselves are shown; a file of them is written only on demand.
    if (output_.empty() && only_.empty()) output_ = "device.yaml";
    check_output();
    machine_ = read_calibration_machine(program.environment(), program.path());
    find_base(console);
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
      hints.emplace_back("gpumodel calibrate --list names them all");
      refuse_call("usage", "nothing measures '" + name + "'", std::move(hints));
    }
    return chosen;
  }

  void check_output() const {
    if (output_.empty()) return;
    std::error_code ignored;
    if (fs::is_directory(output_, ignored)) {
      refuse_call("output-file", "--output " + output_ + " is a directory", {"name a file in it"});
    }
    if (fs::exists(output_, ignored) && !force_) {
      refuse_call("output-exists", "--output " + output_ + " exists", {"--force replaces it"});
    }
  }

  void find_base(Console& console) {
    if (!base_name_.empty()) {
      base_ = machine_.is_gpu ? load_gpu(base_name_) : load_cpu(base_name_);
    } else if (machine_.is_gpu) {
      RecordedDevice device;
      device.name = machine_.name;
      device.compute_capability = machine_.compute_capability;
      device.sms = static_cast<std::int64_t>(machine_.sms);
      base_ = describing_file(device);
    }
    if (base_ && !quiet_) {
      console.err << "note: what cannot be measured is kept from " << base_->text.shown << '\n';
    }
  }

  int measure(const CalibrationProgram& program, const std::vector<CalibrationMeasurement>& chosen,
              Console& console) {
    const auto start = std::chrono::steady_clock::now();
    std::optional<PartialCalibration> partial;
    if (!output_.empty()) partial.emplace(output_ + ".partial", machine_, quick_);
    const std::size_t earlier = partial ? partial->count() : 0;
    if (earlier > 0) {
      console.err << "note: going on with " << earlier << " measurements of " << partial->path()
                  << '\n';
    }
    if (!measure_all(program, chosen, partial, console)) {
      console.err << "interrupted";
      if (partial) console.err << "; the same command goes on from " << partial->path();
      console.err << '\n';
      return exit_code::interrupted;
    }
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
      if (measured.why_not.empty()) {
        if (partial) partial->add(one.name, measured.output);
      } else {
        const std::string name = one.name + ": ";
        failures_.push_back((measured.why_not.starts_with(name) ? "" : name) + measured.why_not);
      }
      progress.end(one);
    }
    return true;
  }

  int conclude(double seconds, const std::optional<PartialCalibration>& partial,
               Console& console) const {
    const Device* base = base_ ? &base_->device : nullptr;
    CalibrationAnswer answer{machine_, {}, calibrated_device(machine_, results_, base, id()),
                             base,     {}, output_,
                             seconds};
    for (const CalibrationResult& result : results_) answer.keys.push_back(result.key);
    answer.failures = failures_;
    if (!output_.empty()) {
      write_file(answer.device);
      warn_of(console);
      // What failed is tried again by the same command with --force.
      if (failures_.empty()) partial->remove();
    }
    if (!quiet_) render_text(console.out, calibration_page(answer), console.out_color);
    return failures_.empty() ? exit_code::done : exit_code::check_failed;
  }

  std::string id() const {
    if (!output_.empty()) return fs::path(output_).stem().string();
    return machine_.is_gpu ? "gpu" : "host";
  }

  // Written beside its final place and renamed, so that a failure leaves no half file.
  void write_file(const Device& device) const {
    const std::string written = output_ + ".written";
    {
      std::ofstream out(written, std::ios::binary);
      write_device_yaml(out, device,
                        machine_.name + ", measured by gpumodel " GPUMODEL_VERSION " calibrate" +
                            (quick_ ? " --quick" : "") + ", " + machine_.date + ", " +
                            machine_.system);
      out.flush();
      if (!out) refuse_call("output-file", output_ + " cannot be written", {"is the disk full?"});
    }
    std::error_code failed;
    fs::rename(written, output_, failed);
    if (failed) {
      refuse_call("output-file", output_ + " cannot be written: " + failed.message(), {});
    }
  }

  // The file must read back; what looks wrong in it is said at once.
  void warn_of(Console& console) const {
    for (const Diagnostic& found : read_device(read_text_file(output_, output_)).warnings) {
      console.err << "note: " << found.file << ":" << found.line << ": " << found.message << '\n';
    }
  }

  std::string output_, base_name_;
  std::vector<std::string> only_;
  bool host_ = false, quick_ = false, list_ = false, force_ = false, quiet_ = false;
  CalibrationMachine machine_;
  std::optional<DeviceFile> base_;
  std::vector<CalibrationResult> results_;
  std::vector<std::string> failures_;
};

}  // namespace

std::unique_ptr<Command> make_calibrate() {
  return std::make_unique<Calibrate>();
}

}  // namespace gpumodel
