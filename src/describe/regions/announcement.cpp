#include "src/describe/regions/announcement.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>

#include "src/describe/regions/sums.hpp"

namespace gpumodel::describe {
namespace {

// Variables that are declared on the way to `target`; false where that is not in it.
bool declared_before(const clang::Stmt& in, const clang::Stmt& target,
                     std::vector<const clang::VarDecl*>& seen) {
  if (&in == &target) return true;
  const std::size_t before = seen.size();
  for (const clang::Stmt* each : in.children()) {
    if (each == nullptr) continue;
    if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(each)) {
      for (const clang::Decl* one : declared->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) seen.push_back(variable);
    } else if (declared_before(*each, target, seen)) {
      return true;
    }
  }
  seen.resize(before);
  return false;
}

// "g->n" of a variable's member, and how a descriptor calls it: "g_n", "g.n".
struct Path {
  const clang::ValueDecl* variable = nullptr;
  std::string code, name, dotted;
};

std::optional<Path> path_of(const clang::Expr& expression) {
  const clang::Expr* bare = expression.IgnoreParenImpCasts();
  if (const auto* variable = llvm::dyn_cast<clang::DeclRefExpr>(bare)) {
    const std::string name = variable->getDecl()->getNameAsString();
    return Path{variable->getDecl(), name, name, name};
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(bare);
  if (member == nullptr) return std::nullopt;
  std::optional<Path> path = path_of(*member->getBase());
  if (!path) return std::nullopt;
  const std::string name = member->getMemberDecl()->getNameAsString();
  path->code += (member->isArrow() ? "->" : ".") + name;
  path->name += "_" + name;
  path->dotted += "." + name;
  return path;
}

class Announcer {
 public:
  Announcer(const clang::ASTContext& context, Announcement& into)
      : context_(context), into_(into) {}

  // Which instance of a template it is, as GCC spells it: "void f(T*) [with T = float]".
  void add_instance() { add("@", "(__UINTPTR_TYPE__)__PRETTY_FUNCTION__"); }
  // A whole number by each of these names, or a pointer to numbers by the first.
  void add(const std::string& code, clang::QualType type, const std::vector<std::string>& names) {
    type = type.getNonReferenceType();
    if (type->isDependentType() || type.isVolatileQualified()) return;
    if (type->isIntegralOrEnumerationType()) {
      for (const std::string& name : names) add(name, code);
      return;
    }
    clang::QualType element = type->isPointerType()
                                  ? type->getPointeeType()
                                  : (type->isArrayType() ? type : clang::QualType());
    if (element.isNull()) return;
    element = context_.getBaseElementType(element);
    if (!element->isArithmeticType()) return;
    const auto bytes = context_.getTypeSizeInChars(element).getQuantity();
    const char* kind = element->isFloatingType()                       ? "f"
                       : element->isUnsignedIntegerOrEnumerationType() ? "u"
                                                                       : "i";
    add("*" + names.front() + ":" + kind + std::to_string(bytes),
        "(__UINTPTR_TYPE__)(const volatile void*)(" + code + ")");
  }

 private:
  void add(const std::string& name, const std::string& code) {
    into_.names += (into_.names.empty() ? "" : " ") + name;
    into_.values += ", (long long)(" + code + ")";
  }

  const clang::ASTContext& context_;
  Announcement& into_;
};

}  // namespace

Announcement announcement_of(const clang::ASTContext& context, const clang::FunctionDecl& function,
                             const Directive& directive, const clang::Stmt& statement) {
  std::vector<const clang::VarDecl*> seen(function.param_begin(), function.param_end());
  declared_before(*function.getBody(), statement, seen);
  std::map<std::string, const clang::VarDecl*> visible;  // the innermost of each name
  for (const clang::VarDecl* each : seen)
    if (!each->getNameAsString().empty()) visible[each->getNameAsString()] = each;
  std::map<std::string, std::pair<Path, clang::QualType>> members;
  each_expression(statement, [&](const clang::Stmt& each) {
    const auto* expression = llvm::dyn_cast<clang::Expr>(&each);
    if (expression == nullptr) return;
    const std::optional<Path> path = path_of(*expression);
    const auto* variable = path ? llvm::dyn_cast_or_null<clang::VarDecl>(path->variable) : nullptr;
    if (variable == nullptr) return;
    const auto found = visible.find(variable->getNameAsString());
    const bool is_seen = found != visible.end() && found->second == variable;
    if (!is_seen && (!variable->hasGlobalStorage() || variable->isStaticLocal())) return;
    if (path->code == path->name) {
      visible[path->name] = variable;
    } else {
      members.try_emplace(path->code, *path, expression->getType());
    }
  });
  Announcement made{.offset = directive.offset, .line = directive.place.line};
  Announcer announcer(context, made);
  if (function.isTemplated()) announcer.add_instance();
  for (const auto& [name, variable] : visible) announcer.add(name, variable->getType(), {name});
  for (const auto& [code, member] : members) {
    const auto& [path, type] = member;
    const bool number = type->isIntegralOrEnumerationType();
    announcer.add(code, type,
                  number ? std::vector{path.name + "_value", path.dotted} : std::vector{path.name});
  }
  return made;
}

}  // namespace gpumodel::describe
