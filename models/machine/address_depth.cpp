#include "models/machine/address_depth.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace gpumodel {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Whether `text` has `name` as a word of its own.
bool mentions(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

class Walk {
 public:
  explicit Walk(const PreparedProgram& program)
      : program_(*program.kernel->thread),
        first_variable_(program.values.size() + thread_names.size()),
        variables_(program_.variables.size(), 0),
        accesses_(program_.accesses.size(), 0) {
    walk(program_.body);
  }
  std::vector<int> take() { return std::move(accesses_); }

 private:
  int depth_of(std::string_view text) const {
    int depth = 0;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (variables_[i] > depth && mentions(text, program_.variables[i])) depth = variables_[i];
    }
    return depth;
  }
  void set(std::size_t slot, int depth) {
    int& known = variables_[slot - first_variable_];
    known = std::max(known, depth);
  }

  void walk(const Body& body) {
    for (const Statement& statement : body) {
      std::visit([this](const auto& s) { visit(s); }, statement.what);
    }
  }
  void visit(const Let& let) { set(let.slot, depth_of(let.value.expression.text())); }
  void visit(const Loop& loop) {
    const auto bound = [&](const Formula& formula) { return depth_of(formula.expression.text()); };
    set(loop.slot, std::max(bound(loop.first), bound(loop.end)));
    walk(loop.body);
  }
  void visit(const Branch& branch) {
    walk(branch.then);
    walk(branch.otherwise);
  }
  void visit(const AccessStatement& statement) {
    const Access& access = program_.accesses[statement.access];
    int& depth = accesses_[statement.access];
    for (const AccessExpression::Index& index : access.expression.indices) {
      depth = std::max(depth, depth_of(index.expression.text()));
    }
    if (access.value_slot) set(*access.value_slot, depth + 1);
  }
  template <class Other>
  void visit(const Other&) {}

  const ThreadProgram& program_;
  std::size_t first_variable_;
  std::vector<int> variables_, accesses_;
};

}  // namespace

std::vector<int> address_depths(const PreparedProgram& program) {
  return Walk(program).take();
}

}  // namespace gpumodel
