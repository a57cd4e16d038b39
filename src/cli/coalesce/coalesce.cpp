// gpumodel coalesce: which sectors, lines and banks the accesses of a warp, or of a kernel, touch.
#include <CLI/CLI.hpp>
#include <ostream>

#include "src/app/coalesce/kernel.hpp"
#include "src/cli/coalesce/kernel_options.hpp"
#include "src/cli/coalesce/options.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/output/output.hpp"
#include "src/view/coalesce/json.hpp"
#include "src/view/coalesce/kernel_page.hpp"
#include "src/view/coalesce/page.hpp"
#include "src/view/coalesce/picture.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

class CoalesceCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    options_.declare(app);
    output_.declare(app);
    output_.declare_svg(app, "Write the picture of lanes and sectors as SVG");
    output_.declare_html(app, "Write picture and report as one HTML page");
  }

  int run(Console& console) override {
    output_.check();
    options_.work = console.work;
    if (asks_for_kernel(options_)) return run_kernel(console);
    const CoalesceAnswer answer = look_at_accesses(options_.ask());
    for (const Diagnostic& warning : answer.warnings) {
      render_diagnostic(console.err, warning, console.err_color);
    }
    const Page page = coalesce_page(answer);
    write_results(
        console, output_, page, [&](std::ostream& out) { out << to_text(coalesce_json(answer)); },
        [&](std::ostream& out) { coalesce_picture(answer).write(out); },
        [&](std::ostream& out) { coalesce_html(out, answer, page); });
    return exit_code::done;
  }

 private:
  int run_kernel(Console& console) {
    const CoalesceKernelAsk ask = kernel_ask(options_);
    const TextFile& file = ask.kernel->text;
    const CoalesceKernelAnswer answer =
        with_source_places(file.shown, file, [&] { return look_at_accesses(ask); });
    if (!answer.drawn && !(output_.svg.empty() && output_.html.empty())) refuse_picture(answer);
    const Page page = coalesce_kernel_page(answer);
    write_results(
        console, output_, page,
        [&](std::ostream& out) { out << to_text(coalesce_kernel_json(answer)); },
        [&](std::ostream& out) { coalesce_picture(picture_of(answer)).write(out); },
        [&](std::ostream& out) { coalesce_html(out, picture_of(answer), page); });
    return exit_code::done;
  }

  [[noreturn]] static void refuse_picture(const CoalesceKernelAnswer& answer) {
    throw InputError{{{.id = "access-idle",
                       .message = "no access of " + answer.kernel().id +
                                  " can be drawn: no warp that was looked at executes one",
                       .hints = {"--at-block, --warp and --access choose another"}}}};
  }

  CoalesceOptions options_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_coalesce() {
  return std::make_unique<CoalesceCommand>();
}

}  // namespace gpumodel
