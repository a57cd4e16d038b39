#include "src/describe/front/source_errors.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <functional>
#include <set>

namespace gpumodel::describe {
namespace {

constexpr std::size_t most_errors = 100;

bool runs_on_device(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDAGlobalAttr>() || function.hasAttr<clang::CUDADeviceAttr>() ||
         function.isConstexpr();
}

// Whether a type has a part that does not compile, or holds itself.
bool is_broken(clang::QualType type, std::set<const clang::RecordDecl*> around = {}) {
  if (type.isNull() || type->isDependentType() || type->containsErrors()) return true;
  while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const clang::RecordDecl* record = type->getAsRecordDecl();
  record = record != nullptr ? record->getDefinition() : nullptr;
  if (record == nullptr) return false;
  if (record->isInvalidDecl() || !around.insert(record).second) return true;
  if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier& base : derived->bases())
      if (is_broken(base.getType(), around)) return true;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isInvalidDecl()) return true;
    const bool held = !field->getType()->isPointerType() && !field->getType()->isReferenceType();
    if (held && is_broken(field->getType(), around)) return true;
  }
  return false;
}

// A body, or a list of parameters, that needs something broken from elsewhere.
class Needs : public clang::RecursiveASTVisitor<Needs> {
 public:
  bool VisitExpr(clang::Expr* expression) {
    broken = broken || expression->containsErrors() || expression->isTypeDependent() ||
             expression->isValueDependent() || is_broken(expression->getType());
    return !broken;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
    broken = broken || use->getDecl()->isInvalidDecl();
    return !broken;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    broken = broken || variable->isInvalidDecl() || is_broken(variable->getType());
    return !broken;
  }
  bool broken = false;
};

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  explicit Visitor(const std::function<void(clang::FunctionDecl&)>& visit) : visit_(visit) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    visit_(*function);
    return true;
  }

 private:
  const std::function<void(clang::FunctionDecl&)>& visit_;
};

}  // namespace

void SourceErrors::add(Diagnostic diagnostic, clang::SourceLocation at) {
  if (all_.empty()) all_.reserve(most_errors);  // addresses stay
  if (all_.size() < most_errors) all_.push_back({std::move(diagnostic), at});
}

const Diagnostic* SourceErrors::within(const clang::FunctionDecl& function) const {
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  const auto begin = sources.getExpansionLoc(function.getSourceRange().getBegin());
  const auto end = sources.getExpansionLoc(function.getSourceRange().getEnd());
  for (const SourceError& error : all_)
    if (error.at.isValid() && begin.isValid() && sources.isPointWithin(error.at, begin, end))
      return &error.diagnostic;
  return nullptr;
}

void SourceErrors::drop_bodies(clang::Decl& declaration) {
  if (all_.empty()) return;
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
      variable != nullptr && (variable->isInvalidDecl() || is_broken(variable->getType()))) {
    variable->dropAttr<clang::CUDADeviceAttr>();  // it stays on the host, where no code is made
    variable->dropAttr<clang::CUDAConstantAttr>();
    variable->dropAttr<clang::CUDASharedAttr>();
  }
  const std::function<void(clang::FunctionDecl&)> visit = [&](clang::FunctionDecl& function) {
    if (function.isDependentContext() || !function.doesThisDeclarationHaveABody()) return;
    if (!runs_on_device(function)) return;
    const Diagnostic* error = within(function);
    if (error == nullptr) {
      Needs needs;
      needs.TraverseDecl(&function);
      if (needs.broken || function.isInvalidDecl()) error = &all_.front().diagnostic;
    }
    if (error != nullptr) {
      dropped_[function.getCanonicalDecl()] = error;
      function.setBody(nullptr);
    }
  };
  Visitor(visit).TraverseDecl(&declaration);
}

const Diagnostic* SourceErrors::of(const clang::FunctionDecl& function) const {
  const auto found = dropped_.find(function.getCanonicalDecl());
  return found == dropped_.end() ? nullptr : found->second;
}

std::map<std::string, std::string> SourceErrors::by_name(clang::ASTContext& context) const {
  std::map<std::string, std::string> names;
  for (const auto& [function, error] : dropped_)
    names[clang::ASTNameGenerator(context).getName(function)] = error->message;
  return names;
}

}  // namespace gpumodel::describe
