// What of a file does not compile. Host code that fails is left out, device code that fails too:
// kernels that need it are refused with clang's own message, the others are described.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include <map>
#include <string>
#include <vector>

#include "src/describe/diagnostic.hpp"

namespace gpumodel::describe {

struct SourceError {
  Diagnostic diagnostic;
  clang::SourceLocation at;  // where it is expanded; invalid outside of a file
};

class SourceErrors {
 public:
  void add(Diagnostic diagnostic, clang::SourceLocation at);
  const std::vector<SourceError>& all() const { return all_; }

  // The first within a function, or in what it is declared with; null: none.
  const Diagnostic* within(const clang::FunctionDecl& function) const;
  // Device functions with an error, or that need something with one, lose their bodies before code
  // is made of them.
  void drop_bodies(clang::Decl& declaration);
  const Diagnostic* of(const clang::FunctionDecl& function) const;
  // Messages by the names of functions in the code, once all are known.
  std::map<std::string, std::string> by_name(clang::ASTContext& context) const;

 private:
  std::vector<SourceError> all_;
  std::map<const clang::FunctionDecl*, const Diagnostic*> dropped_;
};

}  // namespace gpumodel::describe
