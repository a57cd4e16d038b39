// gpumodel tune: the best launch of a kernel, and what comes close.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <thread>

#include "src/app/tune/tune.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/work_progress.hpp"
#include "src/cli/output/output.hpp"
#include "src/cli/sweep/options.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/tune/json.hpp"
#include "src/view/tune/page.hpp"

namespace gpumodel {
namespace {

class Tune : public Command {
 public:
  void declare(CLI::App& app) override {
    options_.declare_launch(app);
    app.add_option("VALUES", values_, "Values to try: bx=32..256:x2 by=1,2,4,8 (default: found)")
        ->type_name("NAME=VALUES");
    app.add_option("--most-points", options_.most_points, "Look at more launches than 100000")
        ->type_name("N");
    app.add_flag("--no-copies", without_copies_, "Do not look at streams and chunks");
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    for (const std::string& each : values_) options_.definitions.push_back(each);
    TuneAsk ask{.sweep = options_.ask(console.work),
                .streams = !without_copies_,
                .threads = std::max(1U, std::thread::hardware_concurrency())};
    if (ask.sweep.devices.size() != 1) {
      refuse_call("usage", "tune is about one device", {"gpumodel sweep goes through several"});
    }
    output_.check();  // now that the inputs are read
    for (const Diagnostic& d : ask.sweep.devices.front()->warnings) {
      render_diagnostic(console.err, d, console.err_color);
    }
    const TuneAnswer answer = [&] {
      const WorkProgress shown(console, options_.kernel);
      return tune(std::move(ask));
    }();
    write_results(console, output_, tune_page(answer),
                  [&](std::ostream& out) { out << to_text(tune_json(answer)); });
    return exit_code::done;
  }

 private:
  SweepOptions options_;
  std::vector<std::string> values_;
  bool without_copies_ = false;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_tune() {
  return std::make_unique<Tune>();
}

}  // namespace gpumodel
