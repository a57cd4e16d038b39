// Which accesses are asked for: its texts taken apart, nothing computed yet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/access/access_expression.hpp"
#include "models/access/struct_layout.hpp"
#include "src/app/coalesce/ask.hpp"
#include "src/app/common/argument_faults.hpp"

namespace gpumodel {

// A list of names as given to one option, each with its place in the text.
struct NameList {
  Argument argument;
  std::vector<std::string> names;
  std::vector<std::size_t> columns;

  NameList(std::string option, std::string text);  // separated by commas
  bool holds(const std::string& name) const;
};

struct AskedAccess {
  Argument argument;
  bool store = false;
  AccessExpression access;
};

struct AskedAccesses {
  std::vector<AskedAccess> accesses;
  std::optional<Expression> guard;
  StructLayout layout;  // no members: no structure was given
};

// Throws InputError with every fault of the texts, UsageError where options do not go together.
AskedAccesses read_asked_accesses(const CoalesceAsk& ask);

}  // namespace gpumodel
