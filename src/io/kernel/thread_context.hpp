// What the readers of a thread program share.
#pragma once

#include <vector>

#include "models/kernel/kernel.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// Beyond these it is a generated file gone wrong.
inline constexpr std::size_t max_accesses = 1024;
inline constexpr std::size_t max_statements = 2000;
inline constexpr std::size_t max_statement_depth = 16;
inline constexpr std::size_t max_variables = 1024;

struct ThreadContext {
  const std::vector<Array>& arrays;
  FormulaReader& formulas;
  Problems& problems;
  ThreadProgram& program;

  // Defines a variable and gives its slot; a name that is taken is a fault.
  std::size_t define(const Node& name) const;

  // An expression whose `/` and `%` are those of C.
  Formula index_formula(const Node& node, std::string_view key) const {
    return formulas.read(node, key, NameScope::thread, Arithmetic::index);
  }
  // One that may be a fraction.
  Formula exact_formula(const Node& node, std::string_view key) const {
    return formulas.read(node, key, NameScope::thread);
  }
  Source source(const Node& at, std::string_view key, std::string note) const {
    return {Provenance::derived,   "thread." + std::string(key),
            problems.file().shown, at.line,
            std::move(note),       1.0};
  }
};

}  // namespace gpumodel
