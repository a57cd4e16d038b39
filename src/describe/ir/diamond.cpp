#include "src/describe/ir/diamond.hpp"

namespace gpumodel::describe {
namespace {

// Which way of the branch an edge between blocks lies on; nothing if it is on both.
std::optional<bool> way_of(const llvm::BranchInst& branch, const llvm::BasicBlock& from,
                           const llvm::BasicBlock& to, const llvm::DominatorTree& dominators) {
  for (const bool way : {true, false}) {
    const llvm::BasicBlockEdge edge(branch.getParent(), branch.getSuccessor(way ? 0 : 1));
    if (&from == branch.getParent() ? &to == edge.getEnd() : dominators.dominates(edge, &from))
      return way;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diamond> diamond_of(const llvm::PHINode& phi, const llvm::DominatorTree& dominators) {
  const auto* node = dominators.getNode(phi.getParent());
  if (node == nullptr || node->getIDom() == nullptr) return std::nullopt;
  const auto* branch =
      llvm::dyn_cast<llvm::BranchInst>(node->getIDom()->getBlock()->getTerminator());
  if (branch == nullptr || !branch->isConditional() ||
      branch->getSuccessor(0) == branch->getSuccessor(1))
    return std::nullopt;
  Diamond diamond{.branch = branch, .asks = branch->getCondition()};
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* from = phi.getIncomingBlock(i);
    if (dominators.dominates(phi.getParent(), from)) return std::nullopt;  // round a loop
    const auto way = way_of(*branch, *from, *phi.getParent(), dominators);
    if (!way) return std::nullopt;
    const llvm::Value*& value = *way ? diamond.if_true : diamond.if_false;
    if (value != nullptr && value != phi.getIncomingValue(i)) return std::nullopt;
    value = phi.getIncomingValue(i);
  }
  if (diamond.if_true == nullptr || diamond.if_false == nullptr) return std::nullopt;
  return diamond;
}

std::optional<bool> known_at(const llvm::Value& condition, const llvm::Use& use,
                             const llvm::DominatorTree& dominators) {
  for (const llvm::User* user : condition.users()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
    if (branch == nullptr || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    for (const bool way : {true, false})
      if (dominators.dominates(
              llvm::BasicBlockEdge(branch->getParent(), branch->getSuccessor(way ? 0 : 1)), use))
        return way;
  }
  return std::nullopt;
}

}  // namespace gpumodel::describe
