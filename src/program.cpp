#include "program.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/work_limit.hpp"
#include "src/app/common/caught_faults.hpp"
#include "src/cli/common/application.hpp"
#include "src/cli/help/help.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/diagnostics/visible_text.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/json_file.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void fail(std::string message, std::vector<std::string> hints) {
  throw UsageError{{.id = "usage", .message = std::move(message), .hints = std::move(hints)}};
}

enum class ColorChoice { automatic, always, never };

// Takes an option of all commands out of the arguments, wherever it stands; its last value, or
// nothing.
std::optional<std::string> take_option(std::vector<std::string>& arguments,
                                       const std::string& option, const std::string& expected) {
  std::optional<std::string> value;
  for (auto at = arguments.begin(); at != arguments.end() && *at != "--";) {
    if (at->starts_with(option + "=")) {
      value = at->substr(option.size() + 1);
    } else if (*at == option) {
      at = arguments.erase(at);
      if (at == arguments.end()) fail(option + " needs a value", {expected});
      value = *at;
    } else {
      ++at;
      continue;
    }
    at = arguments.erase(at);
  }
  return value;
}

ColorChoice take_color(std::vector<std::string>& arguments) {
  const std::string known = "known: auto always never";
  const std::string value = take_option(arguments, "--color", known).value_or("auto");
  if (value == "auto") return ColorChoice::automatic;
  if (value == "always") return ColorChoice::always;
  if (value == "never") return ColorChoice::never;
  fail("--color does not know '" + value + "'", {known});
}

double take_work(std::vector<std::string>& arguments) {
  const std::string known = "expected a number from 1 to 1e6: 10 allows ten times the usual work";
  const auto text = take_option(arguments, "--work-limit", known);
  if (!text) return usual_work;
  double work = 0.0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), work);
  const bool whole = read.ec == std::errc{} && read.ptr == text->data() + text->size();
  if (whole && work >= usual_work && work <= most_work) return work;
  fail("--work-limit cannot be '" + *text + "'", {known});
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool use_color(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  if (is_set("NO_COLOR")) return false;
  if (is_set("CLICOLOR_FORCE")) return true;
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) != "dumb" && isatty(descriptor) != 0;
}

const CommandRow& find_command(const std::string& name) {
  std::vector<std::string> known;
  for (const CommandRow& row : command_table()) {
    if (row.name == name) return row;
    known.emplace_back(row.name);
  }
  std::vector<std::string> hints = did_you_mean(name, known);
  hints.emplace_back("see gpumodel --help");
  fail("unknown command '" + name + "'", std::move(hints));
}

int run(std::vector<std::string> arguments, Console& console) {
  const ColorChoice color = take_color(arguments);
  console.work = take_work(arguments);
  console.out_color = use_color(color, STDOUT_FILENO);
  console.err_color = use_color(color, STDERR_FILENO);
  if (arguments.empty()) {
    console.err << program_help();
    return exit_code::usage;
  }
  const std::string name = arguments.front();
  if (name == "help" && arguments.size() > 1 && !arguments[1].starts_with('-')) {
    if (arguments.size() > 2) {
      fail("help takes one command, found also '" + arguments[2] + "'", {"see gpumodel --help"});
    }
    console.out << command_help(make_application(find_command(arguments[1])));
    return exit_code::done;
  }
  if (name == "--help" || name == "-h" || name == "help") {
    console.out << program_help();
    return exit_code::done;
  }
  if (name == "--version") {
    console.out << "gpumodel " GPUMODEL_VERSION "\n";
    return exit_code::done;
  }
  arguments.erase(arguments.begin());
  Application application = make_application(find_command(name));
  return run_application(application, arguments, console);
}

int exit_code_of(CaughtFaults::In in) {
  if (in == CaughtFaults::In::call) return exit_code::usage;
  return in == CaughtFaults::In::input ? exit_code::bad_input : exit_code::internal;
}

int refuse(Console& console, const CaughtFaults& caught) {
  if (caught.in == CaughtFaults::In::itself) {
    console.err << visible(caught.found.front().message) << "\nplease report this\n";
  } else {
    for (const Diagnostic& found : caught.found) {
      render_diagnostic(console.err, found, console.err_color);
    }
  }
  return exit_code_of(caught.in);
}

int guarded(const std::vector<std::string>& arguments, Console& console) {
  try {
    return run(arguments, console);
  } catch (const MachineError& error) {
    render_diagnostic(console.err, error.what, console.err_color);
    return error.exit_code;
  } catch (const JsonFault& fault) {
    return refuse(console, {CaughtFaults::In::input,
                            {{.id = "record-field", .message = fault.path + " " + fault.message}}});
  } catch (...) {
    return refuse(console, caught_faults());
  }
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, Console& console) {
  const int code = guarded(arguments, console);
  for (const Diagnostic& note : shadowed_names()) {
    render_diagnostic(console.err, note, console.err_color);
  }
  console.out.flush();
  if (console.out) return code;
  console.err << "error: the result could not be written to standard output\n";
  return code == 0 ? exit_code::usage : code;
}

}  // namespace gpumodel
