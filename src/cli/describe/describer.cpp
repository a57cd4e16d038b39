#include "src/cli/describe/describer.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "src/app/common/how_to_build.hpp"
#include "src/cli/common/console.hpp"
#include "src/cli/describe/compiled_sources.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/measuring_program.hpp"
#include "src/diagnostics/catalogue.hpp"
#include "src/io/text/json_file.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {
namespace {

constexpr double seconds_for_a_source = 120.0;

// The file, and how it is compiled.
std::vector<std::string> source_of(const SourceAsk& ask) {
  std::vector<std::string> all = {ask.file};
  if (!ask.compile.empty()) all.insert(all.end(), {"--compile", ask.compile});
  if (!ask.compile_commands.empty())
    all.insert(all.end(), {"--compile-commands", ask.compile_commands});
  for (const std::string& each : ask.beside) all.insert(all.end(), {"--beside", each});
  return all;
}

std::vector<std::string> arguments_of(const SourceAsk& ask) {
  std::vector<std::string> all = source_of(ask);
  all.emplace_back("--json");
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) all.insert(all.end(), {option, value});
  };
  for (const std::string& each : ask.kernels) add("--kernel", each);
  add("--launch", ask.launch);
  for (const std::string& each : ask.definitions) add("-D", each);
  for (const std::string& each : ask.values) add("--values", each);
  for (const std::string& each : ask.known) add("--known", each);
  for (const std::string& each : ask.changing) add("--changing", each);
  if (ask.within) all.emplace_back("--within");
  for (const std::string& each : ask.counted) add("--counted", each);
  add("--name", ask.name);
  return all;
}

// The line that is meant, where it can be read: what is wrong may stand in a header.
void show_source(Diagnostic& d) {
  if (d.file.empty() || d.line == 0) return;
  try {
    d.source_line = read_text_file(d.file, d.file).line(d.line);
  } catch (const InputError&) {
    d.column = 0;
  }
}

Diagnostic read_diagnostic(const std::string& line) {
  const nlohmann::ordered_json json = parse_json(line, "gpumodel-describe");
  JsonObject said(json, "");
  const std::string severity = said.text("severity"), id = said.text("id");
  const DiagnosticPage* page = find_diagnostic_page(id);
  Diagnostic d{.severity = severity == "error"     ? Severity::error
                           : severity == "warning" ? Severity::warning
                                                   : Severity::note,
               .id = page != nullptr ? page->id : "not-described",
               .message = said.text("message"),
               .file = said.optional_text("file").value_or("")};
  d.line = static_cast<int>(said.optional_integer("line").value_or(0));
  d.column = static_cast<int>(said.optional_integer("column").value_or(0));
  for (const auto& hint : said.array("hints")) d.hints.push_back(hint.get<std::string>());
  show_source(d);
  return d;
}

std::array<std::string, 2> read_bounds(const std::string& line) {
  const nlohmann::ordered_json json = parse_json(line, "gpumodel-describe");
  if (!json.contains("bounds")) return {};
  JsonObject said(json, "");
  const auto bounds = said.array("bounds");
  if (bounds.size() != 2) return {};
  return {bounds[0].get<std::string>(), bounds[1].get<std::string>()};
}

void read_said(const std::string& text, SourceAnswer& answer) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('{')) continue;
    answer.said.push_back(read_diagnostic(line));
    answer.bounds.push_back(read_bounds(line));
  }
}

std::vector<Diagnostic> read_diagnostics(const std::string& text) {
  SourceAnswer answer;
  read_said(text, answer);
  return std::move(answer.said);
}

std::vector<std::string> split_documents(const std::string& text) {
  constexpr std::string_view between = "\n---\n";
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find(between, begin);
    if (end == std::string::npos) {
      all.push_back(text.substr(begin));
      break;
    }
    all.push_back(text.substr(begin, end + 1 - begin));
    begin = end + between.size();
  }
  return all;
}

// What it printed, where it answers or refuses as agreed. It keeps a source that is asked about,
// not one that is only compiled.
ProcessResult run_describer(const SourceAsk& ask, bool keeps, std::vector<std::string> more = {}) {
  const MeasuringProgram program("gpumodel-describe", build_for_sources,
                                 "a descriptor can be written by hand: docs/kernel-format.md");
  std::vector<std::string> arguments = arguments_of(ask);
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto alone = [&] {
    arguments.insert(arguments.begin(), program.path());
    return run_process(arguments, seconds_for_a_source);
  };
  ProcessResult result =
      keeps ? ask_about_source(program.path(), source_of(ask), arguments, seconds_for_a_source)
            : alone();
  const bool by_itself = result.why_not.empty() && !result.timed_out && !result.overflowed &&
                         !result.interrupted && result.signal == 0;
  const int agreed[] = {exit_code::done, exit_code::usage, exit_code::bad_input,
                        exit_code::inconclusive};
  if (by_itself && std::ranges::find(agreed, result.exit_code) != std::end(agreed)) return result;
  program.fail(ask.file + ": " + how_it_ended(result, seconds_for_a_source));
}

[[noreturn]] void refuse_source(std::vector<Diagnostic> said) {
  std::erase_if(said, [](const Diagnostic& d) { return d.severity == Severity::note; });
  throw InputError{std::move(said)};
}

}  // namespace

SourceAsk about_one_of(const std::vector<std::string>& files, const std::string& file,
                       const std::string& compile) {
  SourceAsk ask{.file = file, .beside = files, .compile = compile};
  std::erase(ask.beside, file);
  return ask;
}

SourceAnswer describe_source(const SourceAsk& ask, const std::string& counting) {
  std::vector<std::string> more;
  if (!counting.empty()) more = {"--counting", counting};
  const ProcessResult result = run_describer(ask, true, more);
  SourceAnswer answer{split_documents(result.out), {}};
  read_said(result.err, answer);
  const bool refused = result.exit_code == exit_code::usage ||
                       (result.exit_code == exit_code::bad_input && answer.descriptors.empty());
  if (refused) refuse_source(std::move(answer.said));
  return answer;
}

void refuse_open(SourceAnswer& answer) {
  std::vector<Diagnostic> open;
  for (Diagnostic& said : answer.said) {
    if (said.id != "value-asked" && said.severity != Severity::error) continue;
    said.severity = Severity::error;
    open.push_back(std::move(said));
  }
  if (!open.empty()) throw InputError{std::move(open)};
}

std::vector<LaunchableKernel> compile_source_for_host(const SourceAsk& source,
                                                      const std::string& object,
                                                      const std::string& bodies) {
  std::vector<std::string> how = {"--host-object", object};
  if (!bodies.empty()) how.insert(how.end(), {"--bodies", bodies});
  const ProcessResult result = run_describer(source, false, how);
  if (result.exit_code != exit_code::done) refuse_source(read_diagnostics(result.err));
  std::vector<LaunchableKernel> all;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) all.push_back(read_launchable(line));
  return all;
}

AnnouncedSource announce_regions(const std::string& file, const std::string& compile,
                                 std::size_t number, const std::string& to) {
  const ProcessResult result =
      run_describer({.file = file, .compile = compile}, false,
                    {"--announced", to, "--number", std::to_string(number)});
  if (result.exit_code != exit_code::done) refuse_source(read_diagnostics(result.err));
  AnnouncedSource source;
  std::istringstream lines(result.out);
  constexpr std::string_view option = "option ";
  for (std::string line, what; std::getline(lines, line);) {
    if (line.starts_with(option)) {
      source.options.push_back(line.substr(option.size()));
      continue;
    }
    int construct = 0, region = 0;
    if (std::istringstream(line) >> what >> construct >> region)
      source.regions.emplace(construct, region);
  }
  return source;
}

std::string list_source(const SourceAsk& ask) {
  const ProcessResult result = run_describer(ask, false, {"--list"});
  if (result.exit_code != exit_code::done) refuse_source(read_diagnostics(result.err));
  return result.out;
}

std::string described_name(const std::string& descriptor) {
  constexpr std::string_view key = "\nkernel: ";
  const std::size_t at = ("\n" + descriptor).find(key);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + key.size() - 1;
  std::string name = descriptor.substr(begin, descriptor.find('\n', begin) - begin);
  std::erase(name, '\'');
  return name;
}

std::string described_signature(const std::string& descriptor) {
  const std::string line = descriptor.substr(0, descriptor.find('\n'));
  const std::size_t place = line.rfind(", ");
  return place == std::string::npos || !line.starts_with("# ") ? described_name(descriptor)
                                                               : line.substr(2, place - 2);
}

int described_region(const std::string& descriptor) {
  constexpr std::string_view key = "\nopenacc:";
  const std::size_t at = descriptor.find(key);
  if (at == std::string::npos) return 0;
  const std::string line = descriptor.substr(at + 1, descriptor.find('\n', at + 1) - at - 1);
  const std::size_t colon = line.rfind(':') + 1;
  int number = 0;
  std::from_chars(line.data() + colon, line.data() + line.size(), number);
  return number;
}

}  // namespace gpumodel
