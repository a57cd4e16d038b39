// Sums over rounds, which a compiler finds by itself where no directive names them.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace gpumodel::describe {

// A statement and all that is in it, in the order of the source.
void each_expression(const clang::Stmt& statement, const auto& visit) {
  visit(statement);
  for (const clang::Stmt* each : statement.children())
    if (each != nullptr) each_expression(*each, visit);
}

// Variables that are read before they are assigned in it, and assigned; those that decide on
// indices are none.
std::vector<const clang::ValueDecl*> sums_of(const clang::Stmt& statement);

}  // namespace gpumodel::describe
