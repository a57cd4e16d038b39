// gpumodel schema: the JSON Schema (draft-07) of each document, for validators and editors.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/fields/file_schemas.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/schemas.hpp"

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
    for (const FileSchema& schema : file_schemas()) {
      if (schema.name == name_) return print(console, schema.text());
    }
    for (const Schema& schema : schemas()) {
      if (schema.name == name_) return print(console, schema.text);
    }
    std::vector<std::string> known;
    for (const FileSchema& schema : file_schemas()) known.emplace_back(schema.name);
    for (const Schema& schema : schemas()) known.emplace_back(schema.name);
    std::ranges::sort(known);
    if (name_.empty()) {
      for (const std::string& name : known) console.out << name << '\n';
      return exit_code::done;
    }
    Diagnostic fault{.id = "usage", .message = "no schema is called '" + name_ + "'"};
    fault.hints = did_you_mean(name_, known);
    fault.hints.emplace_back("list them: gpumodel schema");
    throw UsageError{std::move(fault)};
  }

 private:
  static int print(Console& console, std::string_view text) {
    console.out << text;
    return exit_code::done;
  }

  std::string name_;
};

}  // namespace

std::unique_ptr<Command> make_schema() {
  return std::make_unique<SchemaCommand>();
}

}  // namespace gpumodel
