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

struct Target {
  const char* option;
  const std::string& file;
};

std::vector<Target> targets(const OutputOptions& options) {
  std::vector<Target> all;
  const auto add = [&](const char* option, const std::string& file) {
    if (!file.empty()) all.push_back({option, file});
  };
  add("--json", options.json);
  add("--csv", options.csv);
  add("--md", options.markdown);
  add("--svg", options.svg);
  return all;
}

[[noreturn]] void refuse(std::string_view id, std::string message, std::string hint) {
  throw UsageError{{.id = id, .message = std::move(message), .hints = {std::move(hint)}}};
}

void check_file(const Target& target, bool force) {
  std::error_code ignored;
  const fs::path path = target.file;
  if (fs::is_directory(path, ignored)) {
    refuse("output-file", std::string(target.option) + " " + target.file + " is a directory",
           "name a file in it");
  }
  if (fs::exists(path, ignored) && !force) {
    refuse("output-exists", std::string(target.option) + " " + target.file + " exists",
           "--force replaces it");
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (access(folder.c_str(), W_OK) != 0) {
    refuse("output-file",
           std::string(target.option) + " " + target.file + " cannot be written: " +
               std::strerror(errno),
           "the folder must exist and be writable");
  }
}

// Written beside its final place and renamed, so that a failure leaves no half file.
void write_file(const std::string& file, const Writer& write) {
  const std::string partial = file + ".partial-" + std::to_string(getpid());
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
  fs::rename(partial, file, failed);
  if (failed) {
    std::remove(partial.c_str());
    refuse("output-file", file + " could not be written: " + failed.message(), "");
  }
}

}  // namespace

void OutputOptions::declare(CLI::App& app) {
  const char* group = "Output";
  app.add_option("--json", json, "Write the result as JSON; - for standard output")
      ->type_name("FILE")->group(group);
  app.add_option("--csv", csv, "Write the tables as CSV, raw values in SI units")
      ->type_name("FILE")->group(group);
  app.add_option("--md", markdown, "Write the report as Markdown")
      ->type_name("FILE")->group(group);
  app.add_flag("--force", force, "Replace output files that exist")->group(group);
  app.add_flag("-q,--quiet", quiet, "Print no report")->group(group);
}

void OutputOptions::declare_svg(CLI::App& app, const char* help) {
  app.add_option("--svg", svg, help)->type_name("FILE")->group("Output");
}

void OutputOptions::check() const {
  const Target* to_stdout = nullptr;
  const std::vector<Target> all = targets(*this);
  for (const Target& target : all) {
    if (target.file != "-") {
      check_file(target, force);
    } else if (to_stdout != nullptr) {
      refuse("output-file",
             std::string(to_stdout->option) + " and " + target.option + " both ask for stdout",
             "give one of them a file");
    } else {
      to_stdout = &target;
    }
  }
}

void write_results(Console& console, const OutputOptions& options, const Page& page,
                   const Writer& json, const Writer& svg) {
  bool stdout_taken = options.quiet;
  const auto write = [&](const std::string& file, const Writer& writer) {
    if (file == "-") {
      writer(console.out);
      stdout_taken = true;
    } else if (!file.empty()) {
      write_file(file, writer);
    }
  };
  write(options.json, json);
  write(options.csv, [&](std::ostream& out) { render_csv(out, page); });
  write(options.markdown, [&](std::ostream& out) { render_markdown(out, page); });
  if (svg) write(options.svg, svg);
  if (!stdout_taken) render_text(console.out, page, console.out_color);
}

}  // namespace gpumodel
