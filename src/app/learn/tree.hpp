// A line of a solution as a tree, so that a part of it can be taken out, exchanged or turned round.
// Values are numbers with a dimension: what is in bytes can be taken for bits.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/core/expression/expression.hpp"
#include "models/core/units.hpp"

namespace gpumodel {

struct Amount {
  double si = 0.0;
  Dim dim{};
};

using AmountOf = std::function<Amount(const std::string& name)>;

class Tree {
 public:
  struct Node {
    Expression::Op op = Expression::Op::constant;
    double value = 0.0;  // of a constant
    std::string name{};  // of a name
    int left = -1, right = -1;
    double times = 1.0;  // what a slip multiplies it with
  };

  explicit Tree(const Expression& expression);

  int root() const { return root_; }
  std::size_t size() const { return nodes_.size(); }
  const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }

  // Not a number where an operator has no value: 1/0.
  Amount value(const AmountOf& of) const { return value(root_, of); }
  Amount value(int node, const AmountOf& of) const;
  // A name, a number, or what it is made of.
  std::string text(int node) const;

 private:
  std::vector<Node> nodes_;
  int root_ = 0;
};

}  // namespace gpumodel
