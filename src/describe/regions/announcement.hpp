// What an application says before it comes to a region: where that stands, and what the variables
// are that its descriptor may ask for. The recording runtime takes it (src/record/openacc).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <string>
#include <vector>

#include "src/describe/regions/directive.hpp"

namespace gpumodel::describe {

struct Announcement {
  unsigned offset = 0, line = 0;    // of the directive
  std::string names{};              // "n g_n_value *u:f8"
  std::string values{};             // ", (long long)(n)", ... of each
  std::vector<unsigned> regions{};  // their lines; several where it has several nests
};

// Of a compute construct: whole numbers and pointers to numbers that can be seen there, and members
// of structures that it uses.
Announcement announcement_of(const clang::ASTContext& context, const clang::FunctionDecl& function,
                             const Directive& directive, const clang::Stmt& statement);

}  // namespace gpumodel::describe
