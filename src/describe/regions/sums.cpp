#include "src/describe/regions/sums.hpp"

#include <clang/AST/Expr.h>

#include <algorithm>
#include <map>
#include <set>

namespace gpumodel::describe {
namespace {

class Sums {
 public:
  void visit(const clang::Stmt& statement) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&statement);
        operation != nullptr && operation->isAssignmentOp()) {
      visit(*operation->getRHS());
      assign(*operation->getLHS(), operation->isCompoundAssignmentOp());
      return;
    }
    if (const auto* counted = llvm::dyn_cast<clang::UnaryOperator>(&statement);
        counted != nullptr && counted->isIncrementDecrementOp()) {
      assign(*counted->getSubExpr(), true);
      return;
    }
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&statement))
      each_expression(*element->getIdx(), [&](const clang::Stmt& e) {
        if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&e))
          not_sums_.insert(use->getDecl());
      });
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&statement))
      read_first_.try_emplace(use->getDecl(), true);
    for (const clang::Stmt* each : statement.children())
      if (each != nullptr) visit(*each);
  }

  std::vector<const clang::ValueDecl*> found() const {
    std::vector<const clang::ValueDecl*> all;
    for (const clang::ValueDecl* variable : assigned_)
      if (read_first_.at(variable) && !not_sums_.contains(variable) &&
          variable->getType().getNonReferenceType()->isArithmeticType())
        all.push_back(variable);
    return all;
  }

 private:
  void assign(const clang::Expr& target, bool reads) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(target.IgnoreParenCasts());
    if (use == nullptr) return visit(target);
    read_first_.try_emplace(use->getDecl(), reads);
    if (std::ranges::find(assigned_, use->getDecl()) == assigned_.end())
      assigned_.push_back(use->getDecl());
  }

  std::map<const clang::ValueDecl*, bool> read_first_;
  std::vector<const clang::ValueDecl*> assigned_;  // in their order
  std::set<const clang::ValueDecl*> not_sums_;     // for they decide on indices
};

}  // namespace

std::vector<const clang::ValueDecl*> sums_of(const clang::Stmt& statement) {
  Sums sums;
  sums.visit(statement);
  return sums.found();
}

}  // namespace gpumodel::describe
