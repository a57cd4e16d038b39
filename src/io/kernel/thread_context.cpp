#include "src/io/kernel/thread_context.hpp"

#include <algorithm>

#include "src/io/text/names.hpp"

namespace gpumodel {
namespace {

// Who has the name already; empty: nobody.
std::string owner_of(const std::string& name, const ThreadContext& context) {
  if (context.formulas.has_parameter(name)) return "a parameter";
  if (std::ranges::find(context.arrays, name, &Array::name) != context.arrays.end()) {
    return "an array";
  }
  if (coordinate_slot(name)) return "a coordinate of the thread";
  const Variables::Variable* variable = context.formulas.variables().find(name);
  if (variable != nullptr) return "the variable of line " + std::to_string(variable->line);
  return {};
}

}  // namespace

std::size_t ThreadContext::define(const Node& name) const {
  check_name(name, problems);
  if (const std::string owner = owner_of(name.text, *this); !owner.empty()) {
    problems.add("name-taken", name, "'" + name.text + "' is the name of " + owner,
                 {"a variable needs a name of its own"});
  }
  program.variables.push_back(name.text);
  if (program.variables.size() == max_variables + 1) {
    problems.add("thread-too-large", name,
                 "more than " + std::to_string(max_variables) + " variables");
  }
  return formulas.define_variable(name);
}

}  // namespace gpumodel
