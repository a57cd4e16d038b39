#include "src/cli/application/openacc_build.hpp"

#include <charconv>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string_view>

#include "src/cli/application/build.hpp"
#include "src/cli/common/console.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/process.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {
namespace {

constexpr double seconds_of_gcc = 120.0;

int leading_number(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// "jacobi.c:12:9: error: expected ';'", the first of its kind, as it stands in the file.
[[noreturn]] void refuse_gcc(const std::string& file, const ProcessResult& result) {
  static const std::regex fault(R"(^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$)");
  Diagnostic d{.id = "source-error", .message = "GCC: " + result.last_words(), .file = file};
  std::istringstream lines(result.err);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, fault)) continue;
    d.file = found[1];
    d.line = leading_number(found[2].str());
    d.column = leading_number(found[3].str());
    d.message = found[4];
    d.source_line = read_text_file(d.file, d.file).line(d.line);
    break;
  }
  throw InputError{{std::move(d)}};
}

std::string tool_of_gcc(const char* name, const char* what_for) {
  if (const auto path = find_on_path(name)) return *path;
  throw MachineError{{.id = "runner-missing",
                      .message = std::string(name) + " is missing, " + what_for,
                      .hints = {"it comes with GCC: apt-get install g++"}},
                     exit_code::no_device};
}

}  // namespace

void compile_openacc(const OpenaccSource& source, const std::string& object) {
  std::vector<std::string> command = {tool_of_gcc("g++", "which compiles OpenACC"),
                                      "-g",
                                      "-O2",
                                      "-fPIE",
                                      "-fopenacc",
                                      "-foffload=disable"};
  const bool c = source.shown.ends_with(".c");
  command.insert(command.end(), {"-x", c ? "c" : "c++"});
  if (!c) command.emplace_back("-Drestrict=__restrict__");  // as nvc++ takes it
  const std::string beside = std::filesystem::path(source.shown).parent_path().string();
  command.insert(command.end(), {"-iquote", beside.empty() ? "." : beside});
  command.insert(command.end(), source.options.begin(), source.options.end());
  command.insert(command.end(), {"-c", source.text, "-o", object});
  const ProcessResult result = run_process(command, seconds_of_gcc);
  if (result.exit_code != 0) refuse_gcc(source.shown, result);
}

void link_openacc(const std::vector<std::string>& objects, const std::vector<std::string>& link,
                  const std::string& program) {
  std::vector<std::string> command = {tool_of_gcc("g++", "which links the program"), "-pie",
                                      "-foffload=disable", "-o", program};
  command.insert(command.end(), objects.begin(), objects.end());
  command.push_back(runtime_beside_describer("libgpumodel-record-openacc.a"));
  command.insert(command.end(), link.begin(), link.end());
  command.insert(command.end(), {"-lm", "-lgomp"});  // the latter for what OpenMP has beside
  const ProcessResult result = run_process(command, seconds_of_gcc);
  if (result.exit_code != 0) refuse_link(result);
}

SourcePlace place_in_program(const std::string& program, std::uint64_t address) {
  std::ostringstream text;
  text << std::hex << address;
  const ProcessResult result = run_process(
      {tool_of_gcc("addr2line", "which finds lines of programs"), "-e", program, text.str()},
      seconds_of_gcc);
  const std::size_t colon = result.out.rfind(':');
  if (colon == std::string::npos) return {};
  return {result.out.substr(0, colon),
          leading_number(std::string_view(result.out).substr(colon + 1))};
}

}  // namespace gpumodel
