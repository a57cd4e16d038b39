#include "src/cli/common/failure.hpp"

#include <algorithm>
#include <ostream>

#include "src/app/common/caught_faults.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/output/file.hpp"
#include "src/view/common/failure_json.hpp"

namespace gpumodel {
namespace {

// What --json names; empty: nothing. A file that is named elsewhere, too, may be an input.
std::string json_file(const std::vector<std::string>& arguments) {
  constexpr std::string_view option = "--json", with_value = "--json=";
  std::string file;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(with_value)) file = arguments[i].substr(with_value.size());
    if (arguments[i] == option && i + 1 < arguments.size()) file = arguments[i + 1];
  }
  const auto names_it = [&](const std::string& each) {
    return each == file || each.ends_with("=" + file);
  };
  return file == "-" || std::ranges::count_if(arguments, names_it) == 1 ? file : std::string();
}

void write_failure(Console& console, const std::vector<std::string>& arguments,
                   const Failure& failure) {
  const std::string file = json_file(arguments);
  const auto write = [&](std::ostream& out) { out << to_text(failure_json(failure)); };
  if (file.empty()) return;
  if (file == "-") return write(console.out);
  try {
    const bool force = std::ranges::find(arguments, "--force") != arguments.end();
    OutputFile("--json", file, force).write(write);
  } catch (const UsageError&) {
    return;  // the first fault is the one to tell
  }
}

}  // namespace

int with_failure_json(Console& console, const std::vector<std::string>& arguments,
                      const std::string& command, const std::function<int()>& act) {
  try {
    return act();
  } catch (const MachineError& error) {
    write_failure(console, arguments, {command, {error.what}, error.exit_code});
    throw;
  } catch (...) {
    const CaughtFaults caught = caught_faults();
    if (caught.in != CaughtFaults::In::itself) {
      const bool of_call = caught.in == CaughtFaults::In::call;
      write_failure(console, arguments,
                    {command, caught.found, of_call ? exit_code::usage : exit_code::bad_input});
    }
    throw;
  }
}

}  // namespace gpumodel
