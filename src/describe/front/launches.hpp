// Launches that the host code shows: `kernel<<<grid, block>>>(...)`, cudaLaunchKernel, and
// functions that pass a kernel on to one of them; in terms of the kernel's own parameters where the
// arguments are variables.
#pragma once

#include <clang/AST/ExprCXX.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

struct LaunchSource {
  std::vector<std::string> grid, block;
  std::string shared;  // empty: none
  Place place;
  const clang::FunctionDecl* kernel = nullptr;
  // Of each argument that is a pointer: how many elements after the beginning of its memory it
  // points, where that is seen.
  std::vector<std::optional<Formula>> places{};
};

// What variables of the host are set to.
struct Assignments {
  std::map<const clang::ValueDecl*, std::vector<const clang::Expr*>> values;
  std::set<const clang::ValueDecl*> changed;  // in other ways: counted, or by who has their address
  void note(const clang::BinaryOperator& operation);
  void note(const clang::UnaryOperator& operation);
  void note(const clang::CallExpr& call);
};

// Nothing where an extent is not a formula of variables and numbers, or the call launches nothing.
std::optional<LaunchSource> launch_of(const clang::CallExpr& call, const Assignments& assignments,
                                      const clang::ASTContext& context);

// What a variable starts with, as a formula of others.
std::optional<Formula> initial_value(const clang::VarDecl& variable,
                                     const clang::ASTContext& context);

}  // namespace gpumodel::describe
