// gpumodel overlap: what asynchronous copies gain, the best chunk count, the timeline.
#include <CLI/CLI.hpp>

#include "src/app/common/model_choice.hpp"
#include "src/app/program/timeline.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/work_progress.hpp"
#include "src/cli/output/output.hpp"
#include "src/cli/program/options.hpp"
#include "src/cli/program/warnings.hpp"
#include "src/view/program/json.hpp"
#include "src/view/program/page.hpp"
#include "src/view/program/script_json.hpp"
#include "src/view/program/timeline_svg.hpp"
#include "src/view/program/trace_json.hpp"

namespace gpumodel {
namespace {

class Overlap : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("PROGRAM", name_, "Program, or kernel with transfers: a name or a file")
        ->required();
    app.add_option("--device", options_.device, "GPU: a name or a file (default v100)")
        ->type_name("DEVICE");
    app.add_option("--host", options_.host, "CPU for the program's work on the host")
        ->type_name("DEVICE");
    app.add_option("--streams", options_.streams, "This many streams instead of the best number")
        ->type_name("N");
    options_.declare_overlap(app);
    app.add_option("-D,--define", options_.definitions, "Set a parameter, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--model", options_.model,
                   model_names(" or ") + " (default " + std::string(default_model().name) + ")")
        ->type_name("MODEL");
    options_.declare_machine(app);
    options_.set.declare(app);
    output_.declare(app);
    output_.declare_svg(app, "Draw the timeline");
    output_.declare_trace(app);
    output_.declare_script(app);
  }

  int run(Console& console) override {
    output_.check();
    options_.work = console.work;
    const ProgramAsk ask = options_.ask(name_);
    ProgramAnswer answer = begin_answer(ask);
    refuse_idle_choices(ask, answer.program);
    output_.check();  // now that the inputs are read
    settle(ask, answer);
    {
      const WorkProgress shown(console, name_);
      search_overlap(answer);
    }
    report_warnings(console, answer);
    write_results(
        console, output_, overlap_page(answer),
        [&](std::ostream& out) { out << to_text(overlap_json(answer)); },
        [&](std::ostream& out) { timeline_picture(answer).write(out); }, {},
        [&](std::ostream& out) { trace_json(out, answer.forecast); },
        [&](std::ostream& out) {
          out << to_line(to_json(program_script(answer), kernel_paths(answer))) << '\n';
        });
    return exit_code::done;
  }

 private:
  std::string name_;
  ProgramOptions options_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_overlap() {
  return std::make_unique<Overlap>();
}

}  // namespace gpumodel
