// gpumodel man: manual pages in man(7) markup, made from the commands' own options.
#include <ostream>

#include "src/cli/common/application.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/help/help.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

// Hyphens and leading dots mean something to troff.
std::string troff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

void heading(std::ostream& out, std::string_view name, std::string_view summary) {
  out << ".TH \"" << name << "\" 1 \"\" \"gpumodel " GPUMODEL_VERSION "\" \"gpumodel manual\"\n"
      << ".SH NAME\n"
      << troff(name) << " \\- " << troff(summary) << '\n';
}

void option_entry(std::ostream& out, const CLI::Option& option) {
  out << ".TP\n.B " << troff(option_heading(option)) << '\n'
      << troff(option.get_description()) << '\n';
}

void examples(std::ostream& out, std::string_view text) {
  if (text.empty()) return;
  out << ".SH EXAMPLES\n.nf\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.starts_with("  ")) line.remove_prefix(2);
    out << troff(line) << '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out << ".fi\n";
}

void exit_status(std::ostream& out) {
  out << ".SH EXIT STATUS\n"
         "0 done; 1 a check failed; 2 usage; 3 bad input file or value; 4 no usable GPU or\n"
         "toolkit part; 5 counters required and not permitted; 6 inconclusive; 70 internal "
         "error.\n";
}

void command_page(std::ostream& out, const CommandRow& row) {
  const Application application = make_application(row);
  const std::string name = "gpumodel-" + std::string(row.name);
  heading(out, name, row.summary);
  std::string positionals;
  for (const CLI::Option* option : application.app->get_options()) {
    if (option->get_positional()) positionals += " " + option_heading(*option);
  }
  out << ".SH SYNOPSIS\n.B gpumodel " << row.name << "\n[options]" << troff(positionals) << '\n';
  out << ".SH OPTIONS\n";
  for (const CLI::Option* option : application.app->get_options()) option_entry(out, *option);
  examples(out, row.examples);
  exit_status(out);
  out << ".SH SEE ALSO\n.BR gpumodel (1)\n";
}

void program_page(std::ostream& out) {
  heading(out, "gpumodel", "how long a kernel takes on a GPU, and why");
  out << ".SH SYNOPSIS\n.B gpumodel\nCOMMAND [arguments]\n.SH COMMANDS\n";
  for (const CommandRow& row : command_table()) {
    out << ".TP\n.B " << row.name << '\n' << troff(row.summary) << '\n';
  }
  out << ".SH ENVIRONMENT\n"
         ".TP\n.B GPUMODEL_DEVICE\nThe device where none is named; v100 if unset.\n"
         ".TP\n.B GPUMODEL_DEVICE_PATH, GPUMODEL_KERNEL_PATH\n"
         "Folders to search for devices and kernels, separated by colons.\n"
         ".TP\n.B NO_COLOR\nTurns colour off.\n";
  exit_status(out);
  out << ".SH SEE ALSO\n";
  for (const CommandRow& row : command_table()) out << ".BR gpumodel\\-" << row.name << " (1),\n";
}

class Man : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("COMMAND", command_, "The command to describe; none: the program");
  }

  int run(Console& console) override {
    if (command_.empty()) {
      program_page(console.out);
      return exit_code::done;
    }
    std::vector<std::string> known;
    for (const CommandRow& row : command_table()) {
      known.emplace_back(row.name);
      if (row.name != command_) continue;
      command_page(console.out, row);
      return exit_code::done;
    }
    throw UsageError{{.id = "usage",
                      .message = "no command is called '" + command_ + "'",
                      .hints = did_you_mean(command_, known)}};
  }

 private:
  std::string command_;
};

}  // namespace

std::unique_ptr<Command> make_man() {
  return std::make_unique<Man>();
}

}  // namespace gpumodel
