// From a directive and the statement behind it to a region.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>

#include "src/describe/diagnostic.hpp"
#include "src/describe/program/region.hpp"
#include "src/describe/regions/directive.hpp"

namespace gpumodel::describe {

// Directives by the statement that each is about.
using Attached = std::map<const clang::Stmt*, const Directive*>;
// Functions whose loops are shared out: `routine vector`.
using Routines = std::set<const clang::FunctionDecl*>;

// A region, and the statement that becomes a function.
struct FoundRegion {
  Region region;
  const clang::Stmt* statement = nullptr;
};

class NestReader {
 public:
  NestReader(const clang::ASTContext& context, const Attached& attached, const Routines& routines)
      : context_(context), attached_(attached), routines_(routines) {}

  // Regions of a compute construct; throws Failure where the format has nothing for it.
  std::vector<FoundRegion> regions(const Directive& directive, const clang::Stmt& statement) const;
  // Numbers that its data clauses, and those around it, bring back, or that it writes atomically.
  void take_shared(FoundRegion& found) const;
  // Loops as they are.
  FoundRegion plain(const clang::ForStmt& loop) const;

 private:
  FoundRegion begin(const Directive& directive, const clang::Stmt& marked) const;
  // Of a construct that has no loop.
  FoundRegion once(const Directive& directive, const clang::Stmt& statement) const;
  // Of one that is a call of a function: its loop.
  FoundRegion called(const Directive& directive, const clang::Stmt& call,
                     const clang::ForStmt& loop) const;
  // The only one of the function; null where it has none.
  const clang::ForStmt* loop_of_call(const Directive& directive, const clang::Stmt& call) const;
  // Of a kernels construct that calls functions and does nothing else.
  std::vector<FoundRegion> calls_in(const Directive& directive, const clang::Stmt& statement) const;
  const Directive* directive_of(const clang::Stmt* statement) const;
  RegionLoop loop_of(const clang::ForStmt& loop) const;
  void take_nest(const Directive& construct, const clang::ForStmt& first, Region& region) const;
  void take_clauses(const Directive& directive, Region& region) const;
  void take_sizes(const Directive& directive, Region& region) const;
  void take_lane_loops(const clang::Stmt& body, Region& region, int calls = 0) const;
  // Of the function, `calls` deep: only those that say how they are shared out.
  void take_called(const clang::CallExpr& call, Region& region, int calls) const;
  LaneLoop lane_loop(const Directive& directive, const clang::ForStmt& loop) const;
  KernelsConstruct kernels_of(const Directive& directive, const clang::Stmt& nest,
                              const Region& region, std::size_t nests) const;
  void take_sums(const clang::Stmt& statement, Region& region) const;
  void take_counters(const clang::Stmt& statement, Region& region) const;
  void keep_outer(const clang::Stmt& statement, Region& region) const;
  bool bounded_by_row(const clang::ForStmt& loop, const clang::Stmt& around) const;
  const clang::ASTContext& context_;
  const Attached& attached_;
  const Routines& routines_;
};

// Copies that the data clauses of a directive state.
void add_copies(const Directive& directive, Region& region);

Place place_of(clang::SourceLocation location, const clang::SourceManager& sources);

}  // namespace gpumodel::describe
