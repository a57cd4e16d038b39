#include "src/commands/output.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

struct OutputFile {
  const char* option;
  const std::string& file;
};

std::vector<OutputFile> targets(const OutputOptions& options) {
  std::vector<OutputFile> all;
  const auto add = [&](const char* option, const std::string& file) {
    if (!file.empty()) all.push_back({option, file});
  };
  add("--json", options.json);
  add("--csv", options.csv);
  add("--md", options.markdown);
  add("--svg", options.svg);
  add("--html", options.html);
  add("--trace", options.trace);
  add("--script", options.script);
  return all;
}

[[noreturn]] void refuse(std::string_view id, std::string message, std::string hint) {
  throw UsageError{{.id = id, .message = std::move(message), .hints = {std::move(hint)}}};
}

// Where a write would end up: links are followed, so that they stay links.
fs::path final_path(const std::string& file) {
  std::error_code ignored;
  fs::path path = fs::absolute(file, ignored);
  // weakly_canonical stops at a link whose target does not exist yet; a chain is short.
  for (int links = 0; links < 40 && fs::is_symlink(path, ignored); ++links) {
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  const fs::path canonical = fs::weakly_canonical(path, ignored);
  return canonical.empty() ? path : canonical;
}

void check_file(const OutputFile& file, bool force) {
  std::error_code ignored;
  const std::string what = std::string(file.option) + " " + file.file;
  const fs::path path = final_path(file.file);
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status))
    refuse("output-file", what + " is a directory", "name a file in it");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse("output-file", what + " is no regular file", "write to - and redirect it");
  }
  if (fs::exists(status) && !force) {
    refuse("output-exists", what + " exists", "--force replaces it");
  }
  if (access(path.parent_path().c_str(), W_OK) != 0) {
    refuse("output-file", what + " cannot be written: " + std::strerror(errno),
           "the folder must exist and be writable");
  }
}

// Written beside its final place and renamed, so that a failure leaves no half file.
void write_file(const std::string& file, const Writer& write) {
  const fs::path path = final_path(file);
  const std::string partial = path.string() + ".partial-" + std::to_string(getpid());
  {
    std::ofstream out(partial, std::ios::binary);
    write(out);
    out.flush();
    if (!out) {
      std::remove(partial.c_str());
      refuse("output-file", file + " could not be written", "is the disk full?");
    }
  }
  std::error_code failed;
  fs::rename(partial, path, failed);
  if (failed) {
    std::remove(partial.c_str());
    refuse("output-file", file + " could not be written: " + failed.message(), "");
  }
}

}  // namespace

void OutputOptions::declare(CLI::App& app) {
  const char* group = "Output";
  app.add_option("--json", json, "Write the result as JSON; - for standard output")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--csv", csv, "Write the tables as CSV, raw values in SI units")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--md", markdown, "Write the report as Markdown")->type_name("FILE")->group(group);
  app.add_flag("--force", force, "Replace output files that exist")->group(group);
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

void OutputOptions::check() const {
  const std::vector<OutputFile> all = targets(*this);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].file != "-") check_file(all[i], force);
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = all[i].file == "-" || all[j].file == "-"
                            ? all[i].file == all[j].file
                            : final_path(all[i].file) == final_path(all[j].file);
      if (!same) continue;
      const std::string where = all[i].file == "-" ? "standard output" : all[i].file;
      refuse("output-file",
             std::string(all[j].option) + " and " + all[i].option + " both ask for " + where,
             "give one of them another file");
    }
  }
}

void OutputOptions::protect(const std::vector<std::string>& inputs) const {
  for (const OutputFile& file : targets(*this)) {
    for (const std::string& input : inputs) {
      if (file.file == "-" || input.empty() || final_path(file.file) != final_path(input)) continue;
      refuse("output-file", std::string(file.option) + " " + file.file + " is read here",
             "a result never replaces its own input");
    }
  }
}

void write_results(Console& console, const OutputOptions& options, const Page& page,
                   const Writer& json, const Writer& svg, const Writer& html, const Writer& trace,
                   const Writer& script) {
  bool stdout_taken = options.quiet;
  const auto write = [&](const std::string& file, const Writer& writer) {
    if (file == "-") {
      writer(console.out);
      stdout_taken = true;
    } else if (!file.empty()) {
      write_file(file, writer);
      if (options.verbose) console.err << "note: wrote " << file << '\n';
    }
  };
  write(options.json, json);
  write(options.csv, [&](std::ostream& out) { render_csv(out, page); });
  write(options.markdown, [&](std::ostream& out) { render_markdown(out, page); });
  if (svg) write(options.svg, svg);
  if (html) write(options.html, html);
  if (trace) write(options.trace, trace);
  if (script) write(options.script, script);
  if (!stdout_taken) render_text(console.out, page, console.out_color);
}

}  // namespace gpumodel
