#include "src/cli/library/library.hpp"

#include "src/io/text/nearest.hpp"

namespace gpumodel {

void LibraryOptions::declare(CLI::App& app, const std::string& actions) {
  app.add_option("ACTION", action, actions + " (default list)");
  app.add_option("NAME", names, "Names from the library, or files");
  output.declare(app);
}

void LibraryOptions::expect_names(std::size_t count) const {
  if (names.size() == count) return;
  throw UsageError{{.id = "usage",
                    .message = "'" + action + "' takes " + std::to_string(count) +
                               (count == 1 ? " name" : " names") + ", found " +
                               std::to_string(names.size())}};
}

void LibraryOptions::unknown_action(const std::vector<std::string>& known) const {
  Diagnostic fault{.id = "usage", .message = "unknown action '" + action + "'"};
  fault.hints = did_you_mean(action, known);
  std::string list = "known:";
  for (const std::string& each : known) list += " " + each;
  fault.hints.push_back(list);
  throw UsageError{std::move(fault)};
}

}  // namespace gpumodel
