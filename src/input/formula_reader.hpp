// Expressions of a kernel file, with every name bound to a slot (see block_names in kernel.hpp).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/kernel.hpp"
#include "src/input/problems.hpp"

namespace gpumodel {

// Which names an expression may use.
enum class NameScope { parameters, parameters_and_block };

class FormulaReader {
 public:
  explicit FormulaReader(Problems& problems) : problems_(problems) {}

  // Parameters in the order of their slots; all before the first expression is read.
  void add_parameter(const std::string& name);

  // One expression. Faults of syntax and unknown names are reported; the result then has no value.
  Formula read(const Node& node, std::string_view key, NameScope scope);
  // One to `most` expressions, as expression_list.hpp reads them.
  std::vector<Formula> read_list(const Node& node, std::string_view key, std::size_t most,
                                 NameScope scope);

 private:
  void bind(Expression::Name& name, const Node& node, NameScope scope);
  void report_unknown(const Expression::Name& name, const Node& node, NameScope scope);

  Problems& problems_;
  std::vector<std::string> names_;
  std::map<std::string, std::int32_t, std::less<>> slots_;
};

}  // namespace gpumodel
