// gpumodel schema: the JSON Schema (draft-07) of each document, for validators and editors.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/schemas/schemas.hpp"

namespace gpumodel {
namespace {

class SchemaCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("NAME", name_,
                   "Document: a command's JSON, or device, kernel, program-file, system-file or "
                   "record; none: list");
  }

  int run(Console& console) override {
    const std::vector<std::string> known = schema_names();
    if (name_.empty()) {
      for (const std::string& name : known) console.out << name << '\n';
      return exit_code::done;
    }
    if (std::ranges::find(known, name_) != known.end()) {
      console.out << schema_text(name_);
      return exit_code::done;
    }
    Diagnostic fault{.id = "usage", .message = "no schema is called '" + name_ + "'"};
    fault.hints = did_you_mean(name_, known);
    fault.hints.emplace_back("list them: gpumodel schema");
    throw UsageError{std::move(fault)};
  }

 private:
  std::string name_;
};

}  // namespace

std::unique_ptr<Command> make_schema() {
  return std::make_unique<SchemaCommand>();
}

}  // namespace gpumodel
