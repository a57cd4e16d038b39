// Launches that the host code shows: `kernel<<<grid, block>>>(...)`, in terms of the kernel's own
// parameters where the arguments are variables.
#pragma once

#include <clang/AST/ExprCXX.h>

#include <optional>
#include <string>
#include <vector>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

struct LaunchSource {
  std::vector<std::string> grid, block;
  std::string shared;  // empty: none
  Place place;
};

// Nothing where an extent is not a formula of variables and numbers.
std::optional<LaunchSource> launch_of(const clang::CUDAKernelCallExpr& call,
                                      const clang::ASTContext& context);

// What a variable starts with, as a formula of others.
std::optional<Formula> initial_value(const clang::VarDecl& variable,
                                     const clang::ASTContext& context);

}  // namespace gpumodel::describe
