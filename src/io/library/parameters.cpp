#include "src/io/library/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

// Shows the argument itself as the line at fault.
Diagnostic fault_in(const std::string& definition, std::string_view id, std::string message,
                    std::size_t column, std::size_t length, std::vector<std::string> hints) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = "-D"};
  fault.column = static_cast<int>(column) + 1;
  fault.length = static_cast<int>(std::max<std::size_t>(1, length));
  fault.source_line = definition;
  fault.hints = std::move(hints);
  return fault;
}

}  // namespace

std::vector<std::optional<Number>> parse_parameters(const std::vector<std::string>& definitions,
                                                    const Kernel& kernel) {
  ParameterNames known{"the kernel", "parameters of " + kernel.id, {}};
  for (const Parameter& parameter : kernel.parameters) known.names.push_back(parameter.name);
  return parse_parameters(definitions, known);
}

std::vector<std::optional<Number>> parse_parameters(const std::vector<std::string>& definitions,
                                                    const ParameterNames& known) {
  std::vector<std::optional<Number>> values(known.names.size());
  std::vector<Diagnostic> faults;
  for (const std::string& definition : definitions) {
    const std::size_t equals = definition.find('=');
    const std::string name = definition.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == definition.size()) {
      faults.push_back(fault_in(definition, "parameter-wrong", "-D needs name=value", 0,
                                definition.size(), {"for example -D n=1Mi"}));
      continue;
    }
    const auto found = std::ranges::find(known.names, name);
    if (found == known.names.end()) {
      std::vector<std::string> hints = did_you_mean(name, known.names);
      std::string list = known.list_title + ":";
      for (const std::string& each : known.names) list += " " + each;
      hints.push_back(known.names.empty() ? known.list_title + ": none" : list);
      faults.push_back(fault_in(definition, "parameter-unknown",
                                known.owner + " has no parameter '" + name + "'", 0, name.size(),
                                std::move(hints)));
      continue;
    }
    std::optional<Number>& value = values[static_cast<std::size_t>(found - known.names.begin())];
    if (value) {
      faults.push_back(fault_in(definition, "parameter-wrong",
                                "parameter '" + name + "' is given twice", 0, name.size(), {}));
      continue;
    }
    try {
      const Expression expression = Expression::parse(definition.substr(equals + 1));
      if (!expression.names().empty()) {
        const Expression::Name& used = expression.names().front();
        throw ExpressionError{
            "a value on the command line cannot use names", {}, used.column, used.text.size()};
      }
      value = expression.evaluate({});
      if (!value->is_integer() && !(std::abs(value->real()) < 0x1p63)) {
        throw ExpressionError{
            "the value does not fit 64 bits", {}, 0, definition.size() - equals - 1};
      }
    } catch (const ExpressionError& error) {
      std::vector<std::string> hints;
      if (!error.hint.empty()) hints.push_back(error.hint);
      faults.push_back(fault_in(definition, "parameter-wrong", error.message,
                                equals + 1 + error.column, error.length, std::move(hints)));
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
  return values;
}

}  // namespace gpumodel
