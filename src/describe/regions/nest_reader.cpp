#include "src/describe/regions/nest_reader.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "src/describe/formula/parse.hpp"
#include "src/describe/regions/sums.hpp"

namespace gpumodel::describe {
namespace {

[[noreturn]] void refuse_at(Place place, const std::string& what, std::vector<std::string> hints) {
  Diagnostic diagnostic{.id = "not-described", .message = what};
  diagnostic.place = std::move(place);
  diagnostic.hints = std::move(hints);
  throw Failure{{std::move(diagnostic)}, 3};
}

[[noreturn]] void refuse_directive(const Directive& directive, const std::string& what,
                                   std::vector<std::string> hints) {
  refuse_at(directive.place, what, std::move(hints));
}

// `i2 = 2 * j2 - 1;`: a number of the thread, wherever in the nest it is computed.
bool names_a_number(const clang::Stmt& statement) {
  const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(&statement);
  if (assigned == nullptr || assigned->getOpcode() != clang::BO_Assign) return false;
  const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(assigned->getLHS()->IgnoreParenCasts());
  const auto* variable =
      target != nullptr ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
  return variable != nullptr && variable->hasLocalStorage() && variable->getType()->isScalarType();
}

// The loop that is all a body does; `declares`: variables may stand before it.
const clang::ForStmt* only_loop_in(const clang::Stmt& body, bool& declares) {
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&body)) return loop;
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&body);
  if (block == nullptr) return nullptr;
  const clang::ForStmt* only = nullptr;
  for (const clang::Stmt* each : block->body()) {
    if (llvm::isa<clang::NullStmt>(each)) continue;
    if ((llvm::isa<clang::DeclStmt>(each) || names_a_number(*each)) && only == nullptr) {
      declares = true;
      continue;
    }
    if (const auto* inner = llvm::dyn_cast<clang::CompoundStmt>(each);
        inner != nullptr && only == nullptr) {
      only = only_loop_in(*inner, declares);
      if (only == nullptr) return nullptr;
      continue;
    }
    if (only != nullptr || !llvm::isa<clang::ForStmt>(each)) return nullptr;
    only = llvm::cast<clang::ForStmt>(each);
  }
  return only;
}

std::string expression(const Directive& directive, const Clause& clause) {
  std::string argument = clause.argument;
  if (const std::size_t colon = argument.find(':'); colon != std::string::npos)
    argument = argument.substr(colon + 1);  // num: 4
  const auto formula = parse_formula(argument);
  if (!formula)
    refuse_directive(directive, clause.name + "(" + clause.argument + ") is no formula",
                     {"expected whole numbers and variables"});
  return text(*formula, Dialect::parameters);
}

// tile(32, 4): one number for each loop.
std::vector<std::int64_t> tile_of(const Directive& directive) {
  std::vector<std::int64_t> sizes;
  const Clause* tile = directive.find("tile");
  if (tile == nullptr) return sizes;
  for (const std::string& each : variables_of(tile->argument)) {
    const auto formula = parse_formula(each);
    const auto number = formula ? formula->constant() : std::nullopt;
    if (!number || *number < 1)
      refuse_directive(directive, "tile(" + tile->argument + "): how large a tile is is not known",
                       {"expected whole numbers, as in tile(32, 4)"});
    sizes.push_back(*number);
  }
  return sizes;
}

std::vector<std::string> levels_of(const Directive& directive) {
  std::vector<std::string> levels;
  for (const char* level : {"gang", "worker", "vector", "seq"})
    if (directive.find(level) != nullptr) levels.emplace_back(level);
  if (levels.empty()) levels.emplace_back("auto");
  return levels;
}

bool one_of_these(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool has_level(const Region& region, std::string_view level) {
  return std::ranges::any_of(
      region.loops, [&](const RegionLoop& loop) { return one_of_these(loop.levels, level); });
}

// Whether a loop further in can be shared out to lanes: GCC leaves one without a level to the
// thread where the nest has them all.
bool lanes_are_free(const Directive& inner, const Region& region) {
  constexpr std::size_t levels_there_are = 3;
  std::size_t taken = 0;
  for (const RegionLoop& loop : region.loops)
    taken += loop.levels.empty() || loop.levels.front() == "seq" ? 0 : loop.levels.size();
  const bool states = inner.find("vector") != nullptr || inner.find("worker") != nullptr ||
                      inner.find("gang") != nullptr;
  return states || (!has_level(region, "vector") && taken < levels_there_are);
}

const clang::ValueDecl* variable_in(const clang::Stmt& user, const std::string& name) {
  const clang::ValueDecl* found = nullptr;
  each_expression(user, [&](const clang::Stmt& e) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&e);
    if (use != nullptr && use->getDecl()->getNameAsString() == name) found = use->getDecl();
  });
  return found;
}

// The body of the function where a call is all that a statement is.
const clang::Stmt* body_of_call(const clang::Stmt& statement) {
  const clang::Stmt* only = &statement;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(only))
    if (block->size() == 1) only = block->body_front();
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(only))
    only = expression->IgnoreImplicit();
  const auto* call = llvm::dyn_cast<clang::CallExpr>(only);
  const clang::FunctionDecl* function = call != nullptr ? call->getDirectCallee() : nullptr;
  return function != nullptr ? function->getBody() : nullptr;
}

// The outermost of them.
std::vector<const clang::ForStmt*> loops_in(const clang::Stmt& statement) {
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement)) return {loop};
  std::vector<const clang::ForStmt*> all;
  for (const clang::Stmt* each : statement.children())
    if (each != nullptr)
      for (const clang::ForStmt* loop : loops_in(*each)) all.push_back(loop);
  return all;
}

bool runs_once(const clang::Stmt& statement) {
  bool once = true;
  each_expression(statement, [&](const clang::Stmt& e) {
    once = once && !llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CallExpr>(e);
  });
  return once;
}

constexpr auto both_ways = std::to_array<std::string_view>({"copy", "pcopy", "present_or_copy"});
constexpr auto in_clauses =
    std::to_array<std::string_view>({"copyin", "pcopyin", "present_or_copyin"});
constexpr auto out_clauses =
    std::to_array<std::string_view>({"copyout", "pcopyout", "present_or_copyout"});

}  // namespace

Place place_of(clang::SourceLocation location, const clang::SourceManager& sources) {
  const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(location));
  if (!at.isValid()) return {};
  return {at.getFilename(), at.getLine(), at.getColumn()};
}

void add_copies(const Directive& directive, Region& region) {
  for (const Clause& clause : directive.clauses) {
    for (const Section& section : sections_of(clause.argument))
      region.elements.try_emplace(section.array, section.count);
    const bool both = one_of_these(both_ways, clause.name);
    for (const std::string& array : variables_of(clause.argument)) {
      const auto add = [&](std::vector<std::string>& list) {
        if (std::ranges::find(list, array) == list.end()) list.push_back(array);
      };
      if (both || one_of_these(in_clauses, clause.name)) add(region.to_device);
      if (both || one_of_these(out_clauses, clause.name)) add(region.to_host);
    }
  }
  if ((!region.to_device.empty() || !region.to_host.empty()) && region.copied_at.empty()) {
    const std::string& file = directive.place.file;
    region.copied_at =
        file.substr(file.find_last_of('/') + 1) + ":" + std::to_string(directive.place.line);
  }
}

const Directive* NestReader::directive_of(const clang::Stmt* statement) const {
  const auto found = attached_.find(statement);
  return found == attached_.end() ? nullptr : found->second;
}

RegionLoop NestReader::loop_of(const clang::ForStmt& loop) const {
  return {place_of(loop.getForLoc(), context_.getSourceManager()), false, {}};
}

void NestReader::take_called(const clang::CallExpr& call, Region& region, int calls) const {
  constexpr int deepest = 8;  // one that calls itself is refused where its code is read
  const clang::FunctionDecl* function = call.getDirectCallee();
  if (function == nullptr || calls == deepest) return;
  if (function->hasBody()) return take_lane_loops(*function->getBody(), region, calls + 1);
  if (routines_.contains(function->getCanonicalDecl()))
    refuse_at(place_of(call.getBeginLoc(), context_.getSourceManager()),
              "a call of " + function->getNameAsString() +
                  ", whose loops are shared out to lanes, in another file",
              {"a header that defines it as static inline, or routine seq"});
}

// Loops with a directive further in that are not part of the nest.
void NestReader::take_lane_loops(const clang::Stmt& body, Region& region, int calls) const {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&body)) take_called(*call, region, calls);
  for (const clang::Stmt* each : body.children()) {
    if (each == nullptr) continue;
    const Directive* directive = directive_of(each);
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(each);
    const bool of_loop = directive != nullptr && directive->construct == "loop" && loop != nullptr;
    const bool by_thread =
        of_loop && (directive->find("seq") != nullptr || !lanes_are_free(*directive, region) ||
                    (calls > 0 && levels_of(*directive).front() == "auto"));
    if (!of_loop || by_thread) {
      take_lane_loops(*each, region, calls);
      continue;
    }
    LaneLoop taken = lane_loop(*directive, *loop);
    take_sizes(*directive, region);
    Region inside = region;
    inside.lane_loops.clear();
    take_lane_loops(*loop->getBody(), inside, calls);
    using Levels = std::vector<std::string>;
    const bool by_lanes = taken.levels == Levels{"vector"} && !has_level(region, "vector");
    const bool by_all = taken.levels == Levels{"worker", "vector"} &&
                        !has_level(region, "vector") && !has_level(region, "worker");
    const bool chosen = taken.levels == Levels{"auto"};
    const bool alike = chosen || std::ranges::all_of(region.lane_loops, [&](const LaneLoop& other) {
                         return other.levels == taken.levels || other.levels == Levels{"auto"};
                       });
    if (!(by_lanes || by_all || chosen) || !alike || !inside.lane_loops.empty() ||
        directive->find("collapse") != nullptr)
      refuse_directive(*directive, "statements stand between this loop and the one around it",
                       {"beside them a loop can be shared out to lanes: vector, or worker vector",
                        "make a region of its own of each part, or the inner loop seq"});
    region.lane_loops.push_back(std::move(taken));
  }
}

LaneLoop NestReader::lane_loop(const Directive& directive, const clang::ForStmt& loop) const {
  LaneLoop result{loop_of(loop).place, levels_of(directive), {}};
  for (const Clause& clause : directive.clauses) {
    if (clause.name != "reduction") continue;
    for (const std::string& variable : variables_of(clause.argument)) {
      LaneSum sum{.name = variable, .pipe = "int", .operation = "add", .bytes = 4};
      if (const auto* declared = variable_in(*loop.getBody(), variable)) {
        const clang::QualType type = declared->getType().getNonReferenceType();
        sum.bytes = context_.getTypeSizeInChars(type).getQuantity();
        if (type->isRealFloatingType()) sum.pipe = sum.bytes == 8 ? "fp64" : "fp32";
      }
      const char how = clause.argument.front();
      if (how == '*') sum.operation = "mul";
      if (how == 'm') sum.operation = "compare";  // max, min
      result.sums.push_back(std::move(sum));
    }
  }
  return result;
}

// Whether how many rounds the loop has depends on what the loop around it computes or reads.
bool NestReader::bounded_by_row(const clang::ForStmt& loop, const clang::Stmt& around) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  const auto inside = [&](clang::SourceLocation at) {
    return !sources.isBeforeInTranslationUnit(at, around.getBeginLoc()) &&
           sources.isBeforeInTranslationUnit(at, loop.getBeginLoc());
  };
  bool bounded = false;
  for (const clang::Stmt* part :
       {loop.getInit(), static_cast<const clang::Stmt*>(loop.getCond())}) {
    if (part == nullptr) continue;
    each_expression(*part, [&](const clang::Stmt& e) {
      const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&e);
      bounded = bounded || llvm::isa<clang::ArraySubscriptExpr>(e) ||
                (use != nullptr && inside(use->getDecl()->getLocation()));
    });
  }
  return bounded;
}

void NestReader::take_sizes(const Directive& directive, Region& region) const {
  for (const Clause& clause : directive.clauses) {
    const std::string& name = clause.name;
    if (name == "gang" && clause.argument.find("static") != std::string::npos)
      refuse_directive(directive, "gang(static): how a compiler deals rounds cannot be stated",
                       {"leave it out"});
    const bool number = !clause.argument.empty();
    if (name == "num_gangs" || (name == "gang" && number))
      region.num_gangs = expression(directive, clause);
    if (name == "num_workers" || (name == "worker" && number))
      region.num_workers = expression(directive, clause);
    if (name == "vector_length" || (name == "vector" && number))
      region.vector_length = expression(directive, clause);
    if (name == "private" && clause.argument.find('[') == std::string::npos)
      for (const std::string& variable : variables_of(clause.argument))
        region.own.push_back(variable);
  }
}

void NestReader::take_clauses(const Directive& directive, Region& region) const {
  take_sizes(directive, region);
  for (const Clause& clause : directive.clauses)
    if (clause.name == "reduction")
      for (const std::string& variable : variables_of(clause.argument))
        region.reductions.push_back(variable);
}

void NestReader::take_nest(const Directive& construct, const clang::ForStmt& first,
                           Region& region) const {
  const clang::ForStmt* loop = &first;
  std::size_t covered = 0;  // loops that belong to a collapse or a tile
  std::vector<std::int64_t> tile;
  while (loop != nullptr) {
    RegionLoop entry = loop_of(*loop);
    const Directive* own = directive_of(loop);
    if (own != nullptr && own->construct != "loop" && !own->loop) own = nullptr;
    if (own == nullptr && loop == &first && construct.loop) own = &construct;
    if (covered > 0) {
      entry.stated = true;
      if (!tile.empty()) entry.tile = tile[tile.size() - covered];
      --covered;
    } else if (own != nullptr) {
      entry.stated = true;
      entry.levels = levels_of(*own);
      if (own != &construct) take_clauses(*own, region);
      if (const Clause* collapse = own->find("collapse")) {
        const auto count = parse_formula(collapse->argument);
        if (loop != &first || !count || count->constant().value_or(0) < 1)
          refuse_directive(*own, "collapse(" + collapse->argument + ") of these loops",
                           {"the format fuses loops from the outside in, by a number"});
        region.collapse = static_cast<std::size_t>(*count->constant());
        covered = region.collapse - 1;
      }
      tile = tile_of(*own);
      if (!tile.empty()) {
        if (loop != &first || region.collapse > 1)
          refuse_directive(*own, "tile of loops further in, or of loops that are fused",
                           {"the format shares tiles out from the outside in"});
        entry.tile = tile.front();
        region.collapse = tile.size();
        covered = tile.size() - 1;
      }
    } else {
      entry.levels = {construct.construct == "kernels" ? "auto" : "seq"};
    }
    if (construct.construct == "serial" && !entry.levels.empty()) entry.levels = {"seq"};
    region.loops.push_back(std::move(entry));
    bool declares = false;
    const clang::ForStmt* inner = only_loop_in(*loop->getBody(), declares);
    const Directive* inner_own = inner != nullptr ? directive_of(inner) : nullptr;
    const bool of_row = inner_own != nullptr && covered == 0 &&
                        lanes_are_free(*inner_own, region) &&
                        bounded_by_row(*inner, *loop->getBody());
    if (inner == nullptr || (declares && inner_own == nullptr && covered == 0) || of_row) {
      if (construct.construct != "serial") take_lane_loops(*loop->getBody(), region);
      break;
    }
    loop = inner;
  }
  if (covered > 0)
    refuse_directive(construct,
                     std::string(tile.empty() ? "collapse" : "tile") +
                         ": fewer loops than it says stand directly in each other",
                     {"they are " + std::to_string(region.loops.size())});
}

FoundRegion NestReader::begin(const Directive& directive, const clang::Stmt& marked) const {
  FoundRegion found{{}, &marked};
  found.region.openacc = true;
  found.region.place = directive.place;
  take_clauses(directive, found.region);
  add_copies(directive, found.region);
  if (directive.construct == "serial") found.region.num_gangs = "1";
  return found;
}

FoundRegion NestReader::once(const Directive& directive, const clang::Stmt& statement) const {
  FoundRegion found = begin(directive, statement);
  if (found.region.num_gangs.empty()) found.region.num_gangs = "1";
  keep_outer(statement, found.region);
  return found;
}

const clang::ForStmt* NestReader::loop_of_call(const Directive& directive,
                                               const clang::Stmt& call) const {
  const auto loops = loops_in(*body_of_call(call));
  if (loops.size() > 1)
    refuse_directive(
        directive,
        "a " + directive.construct + " construct around a function with several loop nests",
        {"give each of them a construct of its own"});
  return loops.empty() ? nullptr : loops.front();
}

std::vector<FoundRegion> NestReader::calls_in(const Directive& directive,
                                              const clang::Stmt& statement) const {
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&statement);
  std::vector<FoundRegion> found;
  if (block == nullptr || directive.construct != "kernels") return found;
  for (const clang::Stmt* each : block->body()) {
    if (body_of_call(*each) == nullptr) return {};
    const clang::ForStmt* loop = loop_of_call(directive, *each);
    if (loop == nullptr) return {};
    found.push_back(called(directive, *each, *loop));
    found.back().region.place = place_of(each->getBeginLoc(), context_.getSourceManager());
  }
  return found;
}

FoundRegion NestReader::called(const Directive& directive, const clang::Stmt& call,
                               const clang::ForStmt& loop) const {
  FoundRegion found = begin(directive, call);
  take_nest(directive, loop, found.region);
  // Variables of the function, which are its own.
  found.region.reductions.clear();
  found.region.own.clear();
  return found;
}

std::vector<FoundRegion> NestReader::regions(const Directive& directive,
                                             const clang::Stmt& statement) const {
  std::vector<const clang::ForStmt*> loops;
  const clang::Stmt* whole = &statement;
  bool other = false;
  if (body_of_call(statement) != nullptr) {
    if (const auto* loop = loop_of_call(directive, statement))
      return {called(directive, statement, *loop)};
  }
  if (auto calls = calls_in(directive, statement); !calls.empty()) return calls;
  if (const auto* alone = llvm::dyn_cast<clang::ForStmt>(whole)) {
    loops.push_back(alone);
  } else if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(whole)) {
    for (const clang::Stmt* each : block->body()) {
      if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(each))
        loops.push_back(loop);
      else
        other = other || !llvm::isa<clang::DeclStmt, clang::NullStmt>(each);
    }
  }
  const bool kernels = directive.construct == "kernels";
  if (loops.empty() && runs_once(statement)) return {once(directive, statement)};
  if (loops.empty())
    refuse_directive(directive, "a " + directive.construct + " construct without a loop",
                     {"a region is described by its loop nest"});
  const bool each_shared_out = llvm::all_of(loops, [&](const clang::ForStmt* loop) {
    return directive_of(loop) != nullptr && directive_of(loop)->construct == "loop";
  });
  if (!kernels && (other || (loops.size() > 1 && !each_shared_out)))
    refuse_directive(directive,
                     "a " + directive.construct + " construct with more than one loop nest",
                     {"make a region of its own of each nest: #pragma acc parallel loop",
                      "or of all of them one `kernels` construct"});
  std::vector<FoundRegion> found;
  for (const clang::ForStmt* loop : loops) {
    const clang::Stmt* marked = kernels || loops.size() > 1 ? loop : whole;
    FoundRegion begun = begin(directive, *marked);
    Region& region = begun.region;
    if (loops.size() > 1) region.place = place_of(loop->getForLoc(), context_.getSourceManager());
    take_nest(directive, *loop, region);
    if (kernels) region.kernels = kernels_of(directive, *loop, region, loops.size());
    if (kernels) take_sums(*loop, region);
    take_counters(*marked, region);
    keep_outer(*marked, region);
    if (!region.reductions.empty())
      region.assumptions.push_back(
          "reductions cost what a round adds; that lanes and gangs join their sums is left out");
    if (!kernels && loops.size() > 1)
      region.assumptions.push_back("nests of one construct are kernels of their own");
    found.push_back(std::move(begun));
  }
  return found;
}

KernelsConstruct NestReader::kernels_of(const Directive& directive, const clang::Stmt& nest,
                                        const Region& region, std::size_t nests) const {
  KernelsConstruct kernels{.one_nest = nests == 1};
  kernels.directives = directive.loop || !region.lane_loops.empty() ||
                       std::ranges::any_of(region.loops, &RegionLoop::stated);
  // Arrays, and pointers of the function that nobody hands it: taken to be what it allocates.
  each_expression(nest, [&](const clang::Stmt& e) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&e);
    const auto* variable =
        use != nullptr ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (variable == nullptr || llvm::isa<clang::ParmVarDecl>(variable)) return;
    const bool allocated = variable->getType()->isPointerType() && variable->hasLocalStorage();
    if (allocated || variable->getType()->isArrayType())
      kernels.apart.push_back(variable->getNameAsString());
  });
  return kernels;
}

void NestReader::take_sums(const clang::Stmt& statement, Region& region) const {
  for (const clang::ValueDecl* variable : sums_of(statement)) {
    const std::string name = variable->getNameAsString();
    const bool outside = context_.getSourceManager().isBeforeInTranslationUnit(
        variable->getLocation(), statement.getBeginLoc());
    const bool of_lanes = std::ranges::any_of(region.lane_loops, [&](const LaneLoop& loop) {
      return std::ranges::any_of(loop.sums, [&](const LaneSum& sum) { return sum.name == name; });
    });
    if (outside && !of_lanes && !one_of_these(region.own, name) &&
        !one_of_these(region.reductions, name))
      region.reductions.push_back(name);
  }
}

// Counters that are made outside of their loops, each thread's own all the same.
void NestReader::take_counters(const clang::Stmt& statement, Region& region) const {
  each_expression(statement, [&](const clang::Stmt& e) {
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(&e);
    const auto* set = loop != nullptr && loop->getInit() != nullptr
                          ? llvm::dyn_cast<clang::BinaryOperator>(loop->getInit())
                          : nullptr;
    if (set == nullptr || set->getOpcode() != clang::BO_Assign) return;
    const auto* counter = llvm::dyn_cast<clang::DeclRefExpr>(set->getLHS()->IgnoreParenCasts());
    if (counter != nullptr) region.own.push_back(counter->getDecl()->getNameAsString());
  });
}

// Of private variables those that are made outside of the statement: others are its own anyway.
void NestReader::keep_outer(const clang::Stmt& statement, Region& region) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  std::set<std::string> seen(region.reductions.begin(), region.reductions.end());
  std::erase_if(region.own, [&](const std::string& name) {
    const clang::ValueDecl* declared = variable_in(statement, name);
    return declared == nullptr || !seen.insert(name).second ||
           !sources.isBeforeInTranslationUnit(declared->getLocation(), statement.getBeginLoc());
  });
}

void NestReader::take_shared(FoundRegion& found) const {
  Region& region = found.region;
  std::set<std::string> names(region.to_host.begin(), region.to_host.end());
  each_expression(*found.statement, [&](const clang::Stmt& e) {
    const Directive* directive = directive_of(&e);
    if (directive == nullptr || directive->construct != "atomic" || directive->find("read")) return;
    const clang::Expr* target = nullptr;
    if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(&e))
      target = assigned->getLHS();
    if (const auto* counted = llvm::dyn_cast<clang::UnaryOperator>(&e))
      target = counted->getSubExpr();
    const auto* use = target != nullptr
                          ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenCasts())
                          : nullptr;
    if (use != nullptr && use->getDecl()->getLocation() < found.statement->getBeginLoc())
      names.insert(use->getDecl()->getNameAsString());
  });
  for (const std::string& name : names) {
    const clang::ValueDecl* variable = variable_in(*found.statement, name);
    if (variable != nullptr && variable->getType().getNonReferenceType()->isArithmeticType() &&
        !one_of_these(region.reductions, name) && !one_of_these(region.own, name))
      region.shared.push_back(name);
  }
}

FoundRegion NestReader::plain(const clang::ForStmt& first) const {
  Region region;
  region.place = place_of(first.getForLoc(), context_.getSourceManager());
  for (const clang::ForStmt* loop = &first; loop != nullptr;) {
    RegionLoop entry = loop_of(*loop);
    entry.levels = {"auto"};
    region.loops.push_back(std::move(entry));
    bool declares = false;
    loop = only_loop_in(*loop->getBody(), declares);
  }
  take_sums(first, region);
  take_counters(first, region);
  keep_outer(first, region);
  return {std::move(region), &first};
}

}  // namespace gpumodel::describe
