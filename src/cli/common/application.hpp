// Commands as CLI11 applications: the one description of options that parsing, --help, man pages
// and shell completion are all made from.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/common/command.hpp"

namespace gpumodel {

struct Application {
  const CommandRow* row = nullptr;
  std::unique_ptr<Command> command;
  std::unique_ptr<CLI::App> app;
};

// One command with its options declared.
Application make_application(const CommandRow& row);

// Parses and runs; the exit code. `arguments` are those behind the command's name.
int run_application(Application& application, const std::vector<std::string>& arguments,
                    Console& console);

}  // namespace gpumodel
