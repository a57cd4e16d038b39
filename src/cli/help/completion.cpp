// gpumodel completion: scripts for bash, zsh and fish, made from the commands' own options.
#include <ostream>

#include "models/time/predict.hpp"
#include "src/cli/common/application.hpp"
#include "src/cli/common/commands.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

struct OptionWords {
  std::vector<std::string> names;  // "--device", "-q"
  std::string description;
  std::string value;  // type of its value; empty for flags
};

std::vector<OptionWords> option_words(const CLI::App& app) {
  std::vector<OptionWords> all;
  for (const CLI::Option* option : app.get_options()) {
    OptionWords words;
    for (const std::string& name : option->get_lnames()) words.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) words.names.push_back("-" + name);
    if (words.names.empty()) continue;
    words.description = option->get_description();
    if (option->get_items_expected_max() > 0) words.value = option->get_type_name();
    all.push_back(std::move(words));
  }
  return all;
}

// The shell command that lists the names a value of this type can take; empty: files. It must hold
// no single quotes, so that it can stand inside them.
std::string name_source(const std::string& type) {
  if (type == "DEVICE") return "gpumodel devices --csv - 2>/dev/null | tail -n +2 | cut -d, -f1";
  if (type == "MODEL") return "echo " + model_names(" ");
  return {};
}

constexpr const char* kernel_source =
    "gpumodel kernels --csv - 2>/dev/null | tail -n +2 | cut -d, -f1";

std::string positional_source(std::string_view command) {
  if (command == "predict") return kernel_source;
  if (command == "devices") return "echo list show diff; " + name_source("DEVICE");
  if (command == "kernels") return std::string("echo list show; ") + kernel_source;
  if (command == "explain") return "gpumodel explain | cut -d\" \" -f1";
  if (command == "learn") {
    return "echo list show hint check solution sheet key form skeleton; "
           "gpumodel learn list --csv - 2>/dev/null | tail -n +2 | cut -d, -f2";
  }
  if (command == "schema") return "gpumodel schema";
  if (command == "completion") return "echo bash zsh fish";
  if (command == "man") return "echo $commands";
  return {};
}

std::string command_names() {
  std::string names;
  for (const CommandRow& row : command_table()) {
    names += (names.empty() ? "" : " ") + std::string(row.name);
  }
  return names;
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

void bash(std::ostream& out) {
  out << "# bash completion for gpumodel\n_gpumodel() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} names=\n"
         "  local commands='"
      << command_names()
      << "'\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$cur\"))\n"
         "    return\n  fi\n"
         "  case \"${COMP_WORDS[1]} $prev\" in\n";
  for (const CommandRow& row : command_table()) {
    const Application application = make_application(row);
    for (const OptionWords& option : option_words(*application.app)) {
      if (option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) {
        patterns.push_back("\"" + std::string(row.name) + " " + name + "\"");
      }
      const std::string source = name_source(option.value);
      out << "    " << joined(patterns, "|") << ")\n";
      if (source.empty()) {
        out << "      COMPREPLY=($(compgen -f -- \"$cur\"))\n      return ;;\n";
      } else {
        out << "      COMPREPLY=($(compgen -W \"$(" << source << ")\" -f -- \"$cur\"))\n"
            << "      return ;;\n";
      }
    }
  }
  out << "  esac\n  case \"${COMP_WORDS[1]}\" in\n";
  for (const CommandRow& row : command_table()) {
    const Application application = make_application(row);
    std::vector<std::string> names;
    for (const OptionWords& option : option_words(*application.app)) {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
    out << "    " << row.name << ")\n      if [[ $cur == -* ]]; then names='" << joined(names, " ")
        << "'; else names=$(" << positional_source(row.name)
        << (positional_source(row.name).empty() ? ":" : "") << "); fi ;;\n";
  }
  out << "  esac\n  COMPREPLY=($(compgen -W \"$names\" -f -- \"$cur\"))\n}\n"
         "complete -F _gpumodel gpumodel\n";
}

// Single quotes end a quoted word of the shells; brackets end a description of zsh.
std::string plain(std::string text) {
  for (char& c : text) {
    if (c == '\'' || c == '[' || c == ']' || c == ':') c = ' ';
  }
  return text;
}

void zsh(std::ostream& out) {
  out << "#compdef gpumodel\n_gpumodel() {\n  local commands='" << command_names()
      << "'\n"
         "  commands=(${=commands})\n"
         "  if (( CURRENT == 2 )); then\n    local -a known=(\n";
  for (const CommandRow& row : command_table()) {
    out << "      '" << row.name << ':' << plain(std::string(row.summary)) << "'\n";
  }
  out << "    )\n    _describe command known\n    return\n  fi\n  case $words[2] in\n";
  for (const CommandRow& row : command_table()) {
    const Application application = make_application(row);
    out << "    " << row.name << ")\n      _arguments -s '1: :' \\\n";
    for (const OptionWords& option : option_words(*application.app)) {
      for (const std::string& name : option.names) {
        const std::string source = name_source(option.value);
        out << "        '" << name << '[' << plain(option.description) << ']';
        if (!option.value.empty()) {
          out << ':' << option.value << ':';
          if (source.empty())
            out << "_files";
          else
            out << "{compadd -- $(" << source << ")}";
        }
        out << "' \\\n";
      }
    }
    const std::string source = positional_source(row.name);
    out << "        '*: :{ " << (source.empty() ? ":" : "compadd -- $(" + source + ")")
        << "; _files }' ;;\n";
  }
  out << "  esac\n}\n_gpumodel \"$@\"\n";
}

void fish(std::ostream& out) {
  out << "# fish completion for gpumodel\nset -l commands " << command_names() << '\n';
  for (const CommandRow& row : command_table()) {
    out << "complete -c gpumodel -n \"not __fish_seen_subcommand_from $commands\" -f -a "
        << row.name << " -d '" << plain(std::string(row.summary)) << "'\n";
  }
  for (const CommandRow& row : command_table()) {
    const Application application = make_application(row);
    const std::string seen = "-n \"__fish_seen_subcommand_from " + std::string(row.name) + "\"";
    for (const OptionWords& option : option_words(*application.app)) {
      out << "complete -c gpumodel " << seen;
      for (const std::string& name : option.names) {
        if (name.starts_with("--"))
          out << " -l " << name.substr(2);
        else
          out << " -s " << name.substr(1);
      }
      const std::string source = name_source(option.value);
      if (!option.value.empty()) out << " -r";
      if (!source.empty()) out << " -a \"(" << source << ")\"";
      out << " -d '" << plain(option.description) << "'\n";
    }
    if (const std::string source = positional_source(row.name); !source.empty()) {
      out << "complete -c gpumodel " << seen << " -a \"(" << source << ")\"\n";
    }
  }
}

class CompletionCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("SHELL", shell_, "bash, zsh or fish")->required();
  }

  int run(Console& console) override {
    if (shell_ == "bash")
      bash(console.out);
    else if (shell_ == "zsh")
      zsh(console.out);
    else if (shell_ == "fish")
      fish(console.out);
    else {
      throw UsageError{{.id = "usage",
                        .message = "no completion for '" + shell_ + "'",
                        .hints = {"known: bash zsh fish"}}};
    }
    return exit_code::done;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion() {
  return std::make_unique<CompletionCommand>();
}

}  // namespace gpumodel
