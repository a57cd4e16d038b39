#include "models/analysis/path/address_depth.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

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
  int depth_of(const Expression& expression) const {
    int depth = 0;
    for (const Expression::Name& name : expression.names()) {
      const auto slot = static_cast<std::size_t>(name.slot);
      if (slot >= first_variable_) depth = std::max(depth, variables_[slot - first_variable_]);
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
  void visit(const Let& let) { set(let.slot, depth_of(let.value.expression)); }
  void visit(const Loop& loop) {
    set(loop.slot, std::max(depth_of(loop.first.expression), depth_of(loop.end.expression)));
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
      depth = std::max(depth, depth_of(index.expression));
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
