// gpumodel advise: what would help a kernel, and by how much.
#include <CLI/CLI.hpp>
#include <memory>

#include "src/app/advise/advise.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/cli/common/cache_choice.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/work_progress.hpp"
#include "src/cli/library/set.hpp"
#include "src/cli/output/output.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/advise/json.hpp"
#include "src/view/advise/page.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

class Advise : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("KERNEL", kernel_, "Kernel: a name from the library or a file")->required();
    app.add_option("--device", device_, "GPU: a name from the library or a file (default v100)")
        ->type_name("DEVICE");
    app.add_option("-D,--define", definitions_, "Set a parameter of the kernel, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--model", model_,
                   model_names(" or ") + " (default " + std::string(default_model().name) + ")")
        ->type_name("MODEL");
    app.add_option("--cache", cache_,
                   "What L2 holds before the launch: cold, warm, used or copied (default cold)")
        ->type_name("STATE");
    set_.declare(app);
    app.add_option("--fuse", fuse_with_, "A kernel that runs right after it: both in one?")
        ->type_name("KERNEL")
        ->allow_extra_args(false);
    app.add_option("--apply", apply_,
                   "Write the kernel file that this edit makes, instead of the answer")
        ->type_name("EDIT");
    app.add_option("--output", file_, "Where --apply writes it (default: standard output)")
        ->type_name("FILE");
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    if (apply_.empty() && !file_.empty()) {
      refuse_call("usage", "--output is of --apply", {"--json, --md and --csv write the answer"});
    }
    const AdviseAnswer answer = made(console);
    if (!apply_.empty()) return apply(console, answer);
    for (const Diagnostic& each : answer.now.warnings) {
      render_diagnostic(console.err, each, console.err_color);
    }
    write_results(console, output_, advise_page(answer, output_.verbose),
                  [&](std::ostream& out) { out << to_text(advise_json(answer)); });
    return exit_code::done;
  }

 private:
  AdviseAnswer made(Console& console) const {
    PredictAsk ask;
    const DeviceChoice device = choose_device(device_);
    ask.default_device = device.is_default;
    ask.kernel = std::make_shared<const KernelFile>(load_kernel(kernel_));
    ask.device = std::make_shared<const DeviceFile>(set_.device(load_gpu(device.name)));
    ask.overrides = parse_parameters(definitions_, ask.kernel->kernel);
    ask.model = &chosen_model(model_);
    ask.work = console.work;
    ask.cache = chosen_cache(cache_);
    set_.refuse_without(false, false);
    output_.check();  // now that the inputs are read
    const WorkProgress shown(console, kernel_);
    std::vector<std::shared_ptr<const KernelFile>> others;
    for (const std::string& name : fuse_with_) {
      others.push_back(std::make_shared<const KernelFile>(load_kernel(name)));
    }
    return advise(ask, others);
  }

  int apply(Console& console, const AdviseAnswer& answer) const {
    std::vector<std::string> known;
    for (const auto* group : {&answer.helps, &answer.others}) {
      for (const Advice& each : *group) {
        if (each.edit.text.empty()) continue;
        if (each.edit.name == apply_) return write(console, each.edit.text);
        known.push_back(each.edit.name);
      }
    }
    std::string all;
    for (const std::string& each : known) all += (all.empty() ? "" : " ") + each;
    refuse_call("usage", "no edit '" + apply_ + "' of " + kernel_ + " makes another kernel file",
                {all.empty() ? "it has none" : "known: " + all});
  }

  int write(Console& console, const std::string& text) const {
    if (file_.empty() || file_ == "-") {
      console.out << text;
      return exit_code::done;
    }
    const OutputFile file("--output", file_, output_.force);
    file.check();
    file.write([&](std::ostream& out) { out << text; });
    return exit_code::done;
  }

  std::string kernel_, device_, model_, cache_, apply_, file_;
  std::vector<std::string> definitions_, fuse_with_;
  SetOption set_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_advise() {
  return std::make_unique<Advise>();
}

}  // namespace gpumodel
