#include "src/cli/output/output.hpp"

#include <CLI/CLI.hpp>
#include <ostream>

#include "src/diagnostics/refuse_call.hpp"
#include "src/diagnostics/visible_text.hpp"

namespace gpumodel {

void OutputOptions::declare(CLI::App& app) {
  const char* group = "Output";
  app.add_option("--json", json, "Write the result as JSON; - for standard output")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--csv", csv, "Write the tables as CSV, raw values in SI units")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--md", markdown, "Write the report as Markdown")->type_name("FILE")->group(group);
  app.add_flag("--force", force, "Replace output files, never an input; links stay")->group(group);
  app.add_flag("-q,--quiet", quiet, "Print no report")->group(group);
  app.add_flag("-v,--verbose", verbose, "Say what was read and written, and what does not apply")
      ->group(group);
}

void OutputOptions::declare_svg(CLI::App& app, const char* help) {
  app.add_option("--svg", svg, help)->type_name("FILE")->group("Output");
}

void OutputOptions::declare_html(CLI::App& app, const char* help) {
  app.add_option("--html", html, help)->type_name("FILE")->group("Output");
}

void OutputOptions::declare_trace(CLI::App& app) {
  app.add_option("--trace", trace, "Write the timeline as a Chrome trace, for ui.perfetto.dev")
      ->type_name("FILE")
      ->group("Output");
}

void OutputOptions::declare_script(CLI::App& app) {
  app.add_option("--script", script, "Write the steps for gpumodel-run-program, which runs them")
      ->type_name("FILE")
      ->group("Output");
}

void OutputOptions::declare_cuda(CLI::App& app) {
  app.add_option("--cuda", cuda, "Write the kernel as a CUDA program that checks and times itself")
      ->type_name("FILE")
      ->group("Output");
}

std::vector<std::pair<const char*, std::string>> OutputOptions::asked() const {
  std::vector<std::pair<const char*, std::string>> all = {
      {"--json", json}, {"--csv", csv},     {"--md", markdown},   {"--svg", svg},
      {"--html", html}, {"--trace", trace}, {"--script", script}, {"--cuda", cuda}};
  std::erase_if(all, [](const auto& one) { return one.second.empty(); });
  return all;
}

std::vector<OutputFile> OutputOptions::files() const {
  std::vector<OutputFile> all;
  for (const auto& [option, file] : asked()) {
    if (file != "-") all.emplace_back(option, file, force);
  }
  return all;
}

void OutputOptions::check() const {
  const char* first = nullptr;
  for (const auto& [option, file] : asked()) {
    if (file != "-") continue;
    if (first != nullptr) {
      refuse_call("output-file",
                  std::string(first) + " and " + option + " both ask for standard output",
                  {"give one of them another file"});
    }
    first = option;
  }
  check_all(files());
}

void tell(Console& console, const std::string& text) {
  console.err << "note: " << visible(text) << '\n';
}

void write_results(Console& console, const OutputOptions& options, const Page& page,
                   const Writer& json, const Writer& svg, const Writer& html, const Writer& trace,
                   const Writer& script, const Writer& cuda) {
  options.check();  // all of them before any is written
  bool stdout_taken = options.quiet;
  const auto write = [&](const char* option, const std::string& file, const Writer& writer) {
    if (file == "-") {
      writer(console.out);
      stdout_taken = true;
    } else if (!file.empty()) {
      OutputFile(option, file, options.force).write(writer);
      if (options.verbose) tell(console, "wrote " + file);
    }
  };
  write("--csv", options.csv, [&](std::ostream& out) { render_csv(out, page); });
  write("--md", options.markdown, [&](std::ostream& out) { render_markdown(out, page); });
  if (svg) write("--svg", options.svg, svg);
  if (html) write("--html", options.html, html);
  if (trace) write("--trace", options.trace, trace);
  if (script) write("--script", options.script, script);
  if (cuda) write("--cuda", options.cuda, cuda);
  write("--json", options.json, json);  // last: where another cannot be written it says so
  if (stdout_taken) return;
  render_text(console.out, options.verbose ? page : first_screen(page), console.out_color);
}

}  // namespace gpumodel
