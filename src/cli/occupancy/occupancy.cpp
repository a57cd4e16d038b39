// gpumodel occupancy: blocks and warps per SM, every limiter, the next step.
#include <CLI/CLI.hpp>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/cli/occupancy/options.hpp"
#include "src/cli/output/output.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/occupancy/curve.hpp"
#include "src/view/occupancy/json.hpp"
#include "src/view/occupancy/page.hpp"

namespace gpumodel {
namespace {

class OccupancyCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    options_.declare(app);
    app.add_flag("--explain", explain_, "The arithmetic line by line");
    output_.declare(app);
    output_.declare_svg(app, "Write the curve of a sweep as SVG");
  }

  int run(Console& console) override {
    output_.check();
    OccupancyAnswer answer = occupancies(options_.ask());
    const std::vector<Diagnostic> notes = options_.notes();
    answer.warnings.insert(answer.warnings.end(), notes.begin(), notes.end());
    if (!output_.svg.empty() && answer.swept.empty()) {
      throw UsageError{{.id = "usage",
                        .message = "--svg draws the sweep of one quantity",
                        .hints = {"for example --threads 32..1024:32"}}};
    }
    for (const Diagnostic& warning : answer.warnings) {
      render_diagnostic(console.err, warning, console.err_color);
    }
    if (output_.verbose) tell(console, std::to_string(answer.points.size()) + " launches");
    write_results(
        console, output_, occupancy_page(answer, explain_),
        [&](std::ostream& out) { out << to_text(occupancy_json(answer)); },
        [&](std::ostream& out) { occupancy_picture(answer).write(out); });
    return exit_code::done;
  }

 private:
  OccupancyOptions options_;
  OutputOptions output_;
  bool explain_ = false;
};

}  // namespace

std::unique_ptr<Command> make_occupancy() {
  return std::make_unique<OccupancyCommand>();
}

}  // namespace gpumodel
