// gpumodel roofline: where kernels stand under every roof of devices.
#include "src/app/roofline/roofline.hpp"

#include <CLI/CLI.hpp>
#include <ostream>

#include "src/app/common/shared_definitions.hpp"
#include "src/cli/common/cache_choice.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/replay.hpp"
#include "src/cli/common/work_progress.hpp"
#include "src/cli/library/set.hpp"
#include "src/cli/output/output.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/roofline/json.hpp"
#include "src/view/roofline/page.hpp"
#include "src/view/roofline/picture.hpp"

namespace gpumodel {
namespace {

class Roofline : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("KERNEL", kernels_, "Kernels: names from the library, or files")->required();
    app.add_option("--device", devices_, "GPUs: names or files, with commas between, or all")
        ->type_name("DEVICES");
    app.add_option("-D,--define", definitions_,
                   "Set a parameter of every kernel that has it, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--cache", cache_,
                   "What L2 holds before the launch: cold, warm, used or copied (default cold)")
        ->type_name("STATE");
    set_.declare(app);
    app.add_option("--records", records_,
                   "Beside the predictions, what was measured: a record, or a folder of them")
        ->type_name("FILE");
    output_.declare(app);
    output_.declare_svg(app, "Draw roofs and kernels");
    output_.declare_html(app, "Write picture and tables as one page; works offline");
  }

  int run(Console& console) override {
    output_.check();
    RooflineAsk ask;
    ask.work = console.work;
    ask.cache = chosen_cache(cache_);
    ask.default_device = choose_device(devices_).is_default;
    load(ask);
    output_.check();  // now that the inputs are read
    const RooflineAnswer answer = answered(std::move(ask), console);
    for (const auto* all : {&answer.faults, &answer.warnings}) {
      for (const Diagnostic& d : *all) render_diagnostic(console.err, d, console.err_color);
    }
    const int code = answer.faults.empty() ? exit_code::done : exit_code::check_failed;
    const Page page = roofline_page(answer);
    write_results(
        console, output_, page,
        [&](std::ostream& out) { out << to_text(roofline_json(answer, code)); },
        [&](std::ostream& out) { roofline_picture(answer).write(out); },
        [&](std::ostream& out) { roofline_html(out, answer, page); });
    return code;
  }

 private:
  // All input files are read before any fault is reported.
  void load(RooflineAsk& ask) const {
    AllFaults faults;
    for (const std::string& name : kernels_) {
      faults.attempt(
          [&] { ask.kernels.push_back(std::make_shared<const KernelFile>(load_kernel(name))); });
    }
    faults.attempt([&] {
      for (DeviceFile& file : load_gpus(devices_)) {
        ask.devices.push_back(std::make_shared<const DeviceFile>(set_.device(std::move(file))));
      }
    });
    if (!records_.empty()) {
      faults.attempt([&] {
        for (ValidateInput& input : replayed(records_)) {
          ask.records.push_back({input.file->name, std::move(input.record)});
        }
      });
    }
    faults.throw_if_any();
    set_.refuse_without(false, false);
    define(ask);
  }

  void define(RooflineAsk& ask) const {
    std::vector<const std::vector<Parameter>*> parameters;
    for (const auto& file : ask.kernels) parameters.push_back(&file->kernel.parameters);
    const auto own = shared_definitions(definitions_, parameters);
    for (std::size_t i = 0; i < own.size(); ++i) {
      ask.overrides.push_back(parse_parameters(own[i], ask.kernels[i]->kernel));
    }
  }

  RooflineAnswer answered(RooflineAsk ask, Console& console) const {
    const WorkProgress shown(console, kernels_.front());
    return roofline(std::move(ask));
  }

  std::vector<std::string> kernels_, definitions_;
  std::string devices_, cache_, records_;
  SetOption set_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_roofline() {
  return std::make_unique<Roofline>();
}

}  // namespace gpumodel
