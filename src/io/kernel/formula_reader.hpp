// Expressions of a kernel file, with every name bound to a slot (see block_names in kernel.hpp and
// thread_names in thread_program.hpp).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "src/io/kernel/variables.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// In the expressions of what an array holds: the number of the element.
inline constexpr std::string_view contents_index = "index";

// Which names an expression may use, besides the parameters.
enum class NameScope {
  parameters,
  parameters_and_block,
  contents,  // of an array: `index`, in the slot after block.x/y/z
  thread,    // coordinates and variables
};

class FormulaReader {
 public:
  explicit FormulaReader(Problems& problems) : problems_(problems) {}

  // Parameters in the order of their slots; all before the first expression is read.
  void add_parameter(const std::string& name);
  bool has_parameter(std::string_view name) const { return slots_.contains(name); }

  // Those of scope `thread`.
  Variables& variables() { return variables_; }
  // A new one; gives its slot.
  std::size_t define_variable(const Node& name);

  // One expression. Faults of syntax and unknown names are reported; the result then has no value.
  Formula read(const Node& node, std::string_view key, NameScope scope,
               Arithmetic arithmetic = Arithmetic::exact);
  // One to `most` expressions, as expression_list.hpp reads them.
  std::vector<Formula> read_list(const Node& node, std::string_view key, std::size_t most,
                                 NameScope scope);
  // The names of an expression that begins `offset` bytes into the text of `node`.
  void bind(Expression& expression, const Node& node, std::size_t offset, NameScope scope);

 private:
  std::optional<std::size_t> slot_of(std::string_view name, NameScope scope) const;
  void report_unknown(const Expression::Name& name, const Node& node, std::size_t offset,
                      NameScope scope);
  std::vector<std::string> known_names(NameScope scope) const;
  std::vector<std::string> unknown_name_hints(std::string_view name, NameScope scope) const;

  Problems& problems_;
  std::vector<std::string> names_;
  std::map<std::string, std::int32_t, std::less<>> slots_;
  Variables variables_;
};

// A coordinate of a thread by any of its spellings: its slot after those of the parameters.
std::optional<std::size_t> coordinate_slot(std::string_view name);

}  // namespace gpumodel
