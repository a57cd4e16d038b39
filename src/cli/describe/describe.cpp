// gpumodel describe: descriptors of the kernels of a source file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/cli/describe/against.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/cli/output/file.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

class Describe : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("FILE", ask_.file, "Source with kernels or loops, such as app.cu or loop.c")
        ->required();
    app.add_option("--kernel", ask_.kernels, "This kernel, such as 'stencil<2>' (default all)")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("--output", folder_, "Write NAME.yaml for each into this folder")
        ->type_name("DIR");
    app.add_option("--launch", ask_.launch,
                   "'grid=[ceil_div(n, 256)] block=[256] shared=4K'; of loops also a schedule")
        ->type_name("SHAPE");
    app.add_option("--compile", ask_.compile, "For the compiler: '-I include -DBIG'")
        ->type_name("FLAGS");
    app.add_option("--compile-commands", ask_.compile_commands,
                   "Further ones as a build has them (default compile_commands.json beside FILE)")
        ->type_name("FILE");
    app.add_option("--beside", ask_.beside, "Another source, for functions that FILE calls of it")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("-D,--define", ask_.definitions, "Default of a parameter, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--values", ask_.values, "What stands in an array, as in kernel files")
        ->type_name("NAME=VALUES")
        ->allow_extra_args(false);
    app.add_option("--against", cubin_,
                   "Compare with what a compiler made of it: app.cubin, of nvcc -cubin")
        ->type_name("FILE");
    app.add_flag("--list", list_, "Only name the kernels, with their parameters");
    app.add_flag("--force", force_, "Replace files in --output");
  }

  int run(Console& console) override {
    if (!names_source(ask_.file)) {
      refuse_call("usage", "'" + ask_.file + "' is no source file",
                  {"sources end in .cu, .cuh, .c, .cc, .cpp or .cxx"});
    }
    if (list_) {
      console.out << list_source(ask_);
      return exit_code::done;
    }
    const SourceAnswer answer = describe_source(ask_);
    for (const Diagnostic& d : answer.said) render_diagnostic(console.err, d, console.err_color);
    const bool asked =
        std::ranges::any_of(answer.said, [](const Diagnostic& d) { return d.id == "value-asked"; });
    if (cubin_.empty()) {
      write(console, answer.descriptors);
    } else if (!asked) {  // without the sizes there is nothing to count
      compare(console, answer.descriptors);
    }
    bool refused = false, open = false;
    for (const Diagnostic& d : answer.said) {
      refused |= d.severity == Severity::error;
      open |= d.id == "value-asked";
    }
    return refused ? exit_code::bad_input : open ? exit_code::inconclusive : exit_code::done;
  }

 private:
  void compare(Console& console, const std::vector<std::string>& descriptors) const {
    if (descriptors.size() != 1) {
      refuse_call(
          "usage",
          "--against compares one kernel, and there are " + std::to_string(descriptors.size()),
          {"--kernel NAME chooses one"});
    }
    const std::string name =
        ask_.kernels.empty() ? described_name(descriptors.front()) : ask_.kernels.front();
    show_against(console, ask_.file, name, descriptors.front(), cubin_);
  }

  void write(Console& console, const std::vector<std::string>& descriptors) const {
    if (folder_.empty()) {
      for (const std::string& text : descriptors) {
        console.out << (&text == descriptors.data() ? "" : "---\n") << text;
      }
      return;
    }
    std::vector<std::pair<std::string, std::string>> texts;
    for (const std::string& text : descriptors)
      texts.emplace_back(described_name(text) + ".yaml", text);
    for (const std::string& path : write_files(folder_, texts, force_)) console.out << path << '\n';
  }

  SourceAsk ask_;
  std::string folder_, cubin_;
  bool list_ = false, force_ = false;
};

}  // namespace

std::unique_ptr<Command> make_describe() {
  return std::make_unique<Describe>();
}

}  // namespace gpumodel
