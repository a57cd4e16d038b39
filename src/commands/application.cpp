#include "src/commands/application.hpp"

#include <algorithm>
#include <cctype>

#include "src/diagnostics/diagnostic.hpp"
#include "src/input/nearest.hpp"

namespace gpumodel {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// CLI11 reports a missing argument before an option it does not know; the user's typing slip is
// the better message, so it is looked for first.
void reject_unknown_options(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = option_names(app);
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    const bool is_long = argument.starts_with("--");
    const bool is_short = !is_long && argument.size() > 1 && argument[0] == '-' &&
                          std::isalpha(static_cast<unsigned char>(argument[1])) != 0;
    if (!is_long && !is_short) continue;
    const std::string name =
        is_short ? argument.substr(0, 2) : argument.substr(0, argument.find('='));
    if (std::ranges::find(known, name) != known.end()) continue;
    Diagnostic fault{.id = "usage", .message = "unknown option '" + name + "'"};
    if (is_long) fault.hints = did_you_mean(name, known);
    fault.hints.push_back("see gpumodel " + app.get_name() + " --help");
    throw UsageError{std::move(fault)};
  }
}

// "--json ''" would otherwise read as "not asked for".
void reject_empty_values(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (!argument.empty() && !(argument.starts_with("--") && argument.ends_with("="))) continue;
    throw UsageError{{.id = "usage",
                      .message = "an argument is empty",
                      .hints = {"is a variable of the shell unset?"}}};
  }
}

[[noreturn]] void usage_error(const CLI::App& app, const CLI::ParseError& error) {
  Diagnostic fault{.id = "usage", .message = error.what()};
  fault.hints = {"see gpumodel " + app.get_name() + " --help"};
  throw UsageError{std::move(fault)};
}

}  // namespace

Application make_application(const CommandRow& row) {
  Application application{&row, row.make(), nullptr};
  application.app = std::make_unique<CLI::App>(std::string(row.summary), std::string(row.name));
  application.command->declare(*application.app);
  application.app->get_formatter()->column_width(30);
  if (!row.examples.empty()) application.app->footer("Examples:\n" + std::string(row.examples));
  return application;
}

std::string program_help() {
  std::string text =
      "gpumodel: how long a kernel takes on a GPU, what limits it, whether moving the\n"
      "data is worth it, and what would help.\n\n"
      "Usage: gpumodel COMMAND [ARGUMENTS]\n\nCommands:\n";
  for (const CommandRow& row : command_table()) {
    text += "  " + std::string(row.name) + std::string(14 - row.name.size(), ' ') +
            std::string(row.summary) + '\n';
  }
  return text +
         "\nEverywhere: --help, --color auto|always|never (NO_COLOR is honoured), --version,\n"
         "  --work-limit N: up to N times the usual work before an analysis looks at\n"
         "  samples only, or a program is refused\n\n"
         "Start with:\n"
         "  gpumodel predict saxpy --device v100\n"
         "  gpumodel predict --help\n";
}

int run_application(Application& application, const std::vector<std::string>& arguments,
                    Console& console) {
  CLI::App& app = *application.app;
  if (std::ranges::find_if(arguments, [](const std::string& a) {
        return a == "--help" || a == "-h";
      }) != arguments.end()) {
    console.out << app.help("gpumodel");
    return exit_code::done;
  }
  reject_empty_values(arguments);
  reject_unknown_options(app, arguments);
  try {
    // CLI11 takes the arguments last first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    usage_error(app, error);
  }
  return application.command->run(console);
}

}  // namespace gpumodel
