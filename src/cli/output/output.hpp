// The output options that every command shares, and the writing of results.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/cli/common/console.hpp"
#include "src/cli/output/file.hpp"
#include "src/view/common/page.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct OutputOptions {
  // Files; "-" is standard output; empty: not asked for.
  std::string json, csv, markdown, svg, html, trace, script, cuda;
  bool force = false;
  bool quiet = false;
  bool verbose = false;

  void declare(CLI::App& app);
  // For commands that draw.
  void declare_svg(CLI::App& app, const char* help);
  void declare_html(CLI::App& app, const char* help);
  // For commands with a timeline.
  void declare_trace(CLI::App& app);
  // For commands that put a program on a timeline.
  void declare_script(CLI::App& app);
  // For kernels.
  void declare_cuda(CLI::App& app);
  // Without those that go to standard output.
  std::vector<OutputFile> files() const;
  // Throws UsageError: a file cannot be written (see OutputFile::check), or is asked for twice.
  void check() const;

 private:
  // Option and file.
  std::vector<std::pair<const char*, std::string>> asked() const;
};

// Writes the page as text to standard output (unless a format took it, or --quiet), and every
// format asked for to its file. Files appear whole or not at all.
void write_results(Console& console, const OutputOptions& options, const Page& page,
                   const Writer& json, const Writer& svg = {}, const Writer& html = {},
                   const Writer& trace = {}, const Writer& script = {}, const Writer& cuda = {});

}  // namespace gpumodel
