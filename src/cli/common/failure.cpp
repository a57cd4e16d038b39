#include "src/cli/common/failure.hpp"

#include <ostream>

#include "src/view/common/failure_json.hpp"

namespace gpumodel {
namespace {

void write_failure(Console& console, const OutputOptions& output, const Failure& failure) {
  if (output.json.empty()) return;
  const auto write = [&](std::ostream& out) { out << to_text(failure_json(failure)); };
  if (output.json == "-") return write(console.out);
  try {
    OutputFile("--json", output.json, output.force).write(write);
  } catch (const UsageError&) {
    return;  // the first fault is the one to tell
  }
}

}  // namespace

int with_failure_json(Console& console, const OutputOptions& output, const std::string& command,
                      const std::function<int()>& act) {
  try {
    return act();
  } catch (const InputError& error) {
    write_failure(console, output, {command, error.found, exit_code::bad_input});
    throw;
  } catch (const UsageError& error) {
    write_failure(console, output, {command, {error.what}, exit_code::usage});
    throw;
  }
}

}  // namespace gpumodel
