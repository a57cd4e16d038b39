#include "src/describe/front/launches.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <map>

namespace gpumodel::describe {
namespace {

constexpr int deepest_variable = 8;

const clang::Expr* bare(const clang::Expr* expression) {
  for (;;) {
    const clang::Expr* inner = expression->IgnoreParenCasts();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = made->getSubExpr();
    else if (const auto* whole = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = whole->getSubExpr();
    else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    if (inner == expression) return inner;
    expression = inner;
  }
}

const clang::Expr* initial(const clang::Expr* expression) {
  const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto* variable = use != nullptr ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
  return variable != nullptr && variable->hasInit() ? variable->getInit() : nullptr;
}

class Reader {
 public:
  explicit Reader(const clang::ASTContext& context) : context_(context) {}
  Reader(const clang::CUDAKernelCallExpr& call, const clang::ASTContext& context)
      : context_(context) {
    const auto* kernel = llvm::dyn_cast_or_null<clang::FunctionDecl>(call.getCalleeDecl());
    for (unsigned i = 0; kernel != nullptr && i < call.getNumArgs() && i < kernel->getNumParams();
         ++i) {
      if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(bare(call.getArg(i))))
        names_.try_emplace(use->getDecl(), kernel->getParamDecl(i)->getNameAsString());
    }
  }

  std::optional<Formula> number(const clang::Expr* written, int depth = 0) const {
    if (written->isValueDependent()) return std::nullopt;
    clang::Expr::EvalResult known;
    if (written->getType()->isIntegralOrEnumerationType() &&
        written->EvaluateAsInt(known, context_))
      return Formula(known.Val.getInt().getExtValue());
    const clang::Expr* expression = bare(written);
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      const auto found = names_.find(use->getDecl());
      if (found != names_.end()) return parameter(found->second);
      const clang::Expr* init = initial(expression);
      if (init != nullptr && depth < deepest_variable)
        if (const auto value = number(init, depth + 1)) return value;
      if (!use->getDecl()->getType()->isIntegralOrEnumerationType()) return std::nullopt;
      return parameter(use->getDecl()->getNameAsString());  // asked for by its name
    }
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (operation == nullptr) return std::nullopt;
    const auto a = number(operation->getLHS(), depth + 1),
               b = number(operation->getRHS(), depth + 1);
    if (!a || !b) return std::nullopt;
    switch (operation->getOpcode()) {
      case clang::BO_Add:
        return *a + *b;
      case clang::BO_Sub:
        return *a - *b;
      case clang::BO_Mul:
        return *a * *b;
      case clang::BO_Div:
        return quotient(*a, *b);
      case clang::BO_Rem:
        return remainder(*a, *b);
      default:
        return std::nullopt;
    }
  }

  // A dim3, or a number that becomes one.
  std::optional<std::vector<std::string>> extents(const clang::Expr* written, int depth = 0) const {
    const clang::Expr* expression = bare(written);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) {
      if (made->getNumArgs() == 1 && made->getArg(0)->getType()->isRecordType())
        return extents(made->getArg(0), depth);
      std::vector<std::string> all;
      for (const clang::Expr* argument : made->arguments()) {
        if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) break;
        const auto extent = number(argument);
        if (!extent) return std::nullopt;
        all.push_back(text(*extent, Dialect::parameters));
      }
      if (all.empty()) all.push_back("1");
      return all;
    }
    if (written->getType()->isRecordType()) {
      const clang::Expr* init = initial(expression);
      return init != nullptr && depth < deepest_variable ? extents(init, depth + 1) : std::nullopt;
    }
    const auto extent = number(written);
    if (!extent) return std::nullopt;
    return std::vector<std::string>{text(*extent, Dialect::parameters)};
  }

 private:
  const clang::ASTContext& context_;
  std::map<const clang::ValueDecl*, std::string> names_;
};

}  // namespace

std::optional<Formula> initial_value(const clang::VarDecl& variable,
                                     const clang::ASTContext& context) {
  if (!variable.hasInit() || !variable.getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  return Reader(context).number(variable.getInit());
}

std::optional<LaunchSource> launch_of(const clang::CUDAKernelCallExpr& call,
                                      const clang::ASTContext& context) {
  const clang::CallExpr* shape = call.getConfig();
  if (shape == nullptr || shape->getNumArgs() < 2 || call.isTypeDependent()) return std::nullopt;
  const Reader reader(call, context);
  const auto grid = reader.extents(shape->getArg(0)), block = reader.extents(shape->getArg(1));
  if (!grid || !block) return std::nullopt;
  LaunchSource launch{*grid, *block, {}, {}};
  if (shape->getNumArgs() > 2 && !llvm::isa<clang::CXXDefaultArgExpr>(shape->getArg(2))) {
    const auto bytes = reader.number(shape->getArg(2));
    if (bytes && bytes->constant() != 0) launch.shared = text(*bytes, Dialect::parameters);
  }
  const clang::PresumedLoc at = context.getSourceManager().getPresumedLoc(call.getBeginLoc());
  if (at.isValid()) launch.place = {at.getFilename(), at.getLine(), at.getColumn()};
  return launch;
}

}  // namespace gpumodel::describe
