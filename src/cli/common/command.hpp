// A subcommand: declares its options, then runs. One file each in this folder; the table of all of
// them is table.cpp, and help, man pages and completion are made from what they declare.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/common/console.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  virtual void declare(CLI::App& app) = 0;
  // `words` are those behind "--": true where they are meant for another program, and kept.
  virtual bool takes(const std::vector<std::string>& before,
                     const std::vector<std::string>& words) {
    static_cast<void>(before), static_cast<void>(words);
    return false;
  }
  // The program's exit code. Throws InputError or UsageError.
  virtual int run(Console& console) = 0;
};

struct CommandRow {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  // lines of shell, for --help and the man page
  std::unique_ptr<Command> (*make)();
};

std::span<const CommandRow> command_table();

}  // namespace gpumodel
