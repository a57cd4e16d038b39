// A term with its equation, its operands and its parts, for machines.
#pragma once

#include "models/core/term.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

struct TermOf {
  const TermTree& tree;
  TermId id;
};

const Object<TermOf>& term_object();

// A number of an equation, itself worked out or not.
struct OperandOf {
  const Workings& workings;
  NodeId id;
  bool in_equation;  // false: it only moves the ends of the interval
};

const Object<OperandOf>& operand_object();
// Of what is worked out.
std::vector<OperandOf> operands_of(const Workings& workings, NodeId id);

}  // namespace gpumodel
