#include "src/describe/front/launches.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include "src/describe/formula/parse.hpp"

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
    else if (const auto* of = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(inner))
      inner = of->getReplacement();
    if (inner == expression) return inner;
    expression = inner;
  }
}

const clang::ValueDecl* variable_of(const clang::Expr* expression) {
  expression = bare(expression);
  while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (llvm::isa<clang::CXXThisExpr>(bare(member->getBase()))) return member->getMemberDecl();
    expression = bare(member->getBase());
  }
  const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  return use != nullptr ? use->getDecl() : nullptr;
}

std::string name_of(const clang::CallExpr& call) {
  const clang::FunctionDecl* function = call.getDirectCallee();
  return function != nullptr && function->getIdentifier() != nullptr ? function->getName().str()
                                                                     : "";
}

// What a call that launches says, before it is known what its words mean.
struct Shape {
  const clang::Expr *kernel = nullptr, *grid = nullptr, *block = nullptr, *shared = nullptr;
  std::vector<const clang::Expr*> arguments;
  explicit operator bool() const { return kernel != nullptr; }
};

// void* all[] = {&a, &b}
void append_pointed(const clang::Expr* list, std::vector<const clang::Expr*>& arguments) {
  const clang::ValueDecl* variable = variable_of(list);
  const auto* array = llvm::dyn_cast_or_null<clang::VarDecl>(variable);
  const auto* values = array != nullptr && array->hasInit()
                           ? llvm::dyn_cast<clang::InitListExpr>(bare(array->getInit()))
                           : nullptr;
  if (values == nullptr) return;
  for (const clang::Expr* each : values->inits()) {
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(bare(each));
    arguments.push_back(address != nullptr && address->getOpcode() == clang::UO_AddrOf
                            ? address->getSubExpr()
                            : each);
  }
}

Shape shape_of(const clang::CallExpr& call) {
  Shape shape;
  if (const auto* launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call)) {
    const clang::CallExpr* config = launch->getConfig();
    if (config == nullptr || config->getNumArgs() < 2) return shape;
    shape = {call.getCallee(), config->getArg(0), config->getArg(1), nullptr, {}};
    if (config->getNumArgs() > 2) shape.shared = config->getArg(2);
    shape.arguments.assign(call.arg_begin(), call.arg_end());
    return shape;
  }
  const std::string name = name_of(call);
  if ((name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel") &&
      call.getNumArgs() >= 4) {
    shape = {call.getArg(0), call.getArg(1), call.getArg(2), nullptr, {}};
    if (call.getNumArgs() > 4) shape.shared = call.getArg(4);
    append_pointed(call.getArg(3), shape.arguments);
  }
  return shape;
}

class FindLaunch : public clang::RecursiveASTVisitor<FindLaunch> {
 public:
  bool VisitCallExpr(clang::CallExpr* call) {
    if (const Shape shape = shape_of(*call)) found = shape;
    return !found;
  }
  Shape found;
};

class Reader {
 public:
  Reader(const Assignments& assignments, const clang::ASTContext& context)
      : assignments_(assignments), context_(context) {}

  // Parameters of a function stand for what it is called with.
  void bind(const clang::FunctionDecl& function, const clang::CallExpr& call) {
    for (unsigned i = 0; i < function.getNumParams() && i < call.getNumArgs(); ++i)
      bound_[function.getParamDecl(i)] = call.getArg(i);
  }

  const clang::FunctionDecl* kernel(const clang::Expr* expression, int depth = 0) const {
    expression = bare(expression);
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expression))
      expression = bare(address->getSubExpr());
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    if (use == nullptr || depth > deepest_variable) return nullptr;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(use->getDecl()))
      return function->hasAttr<clang::CUDAGlobalAttr>() ? function : nullptr;
    const clang::Expr* value = value_of(use->getDecl());
    return value != nullptr ? kernel(value, depth + 1) : nullptr;
  }

  void name_arguments(const clang::FunctionDecl& kernel,
                      const std::vector<const clang::Expr*>& list) {
    for (unsigned i = 0; i < list.size() && i < kernel.getNumParams(); ++i) {
      const clang::ValueDecl* variable = variable_of(list[i]);
      for (int depth = 0; variable != nullptr && depth < deepest_variable; ++depth) {
        names_.try_emplace(variable, kernel.getParamDecl(i)->getNameAsString());
        const auto bound = bound_.find(variable);
        variable = bound == bound_.end() ? nullptr : variable_of(bound->second);
      }
    }
  }

  std::optional<Formula> number(const clang::Expr* written, int depth = 0) const {
    if (written->isValueDependent() || depth > 4 * deepest_variable) return std::nullopt;
    clang::Expr::EvalResult known;
    if (written->getType()->isIntegralOrEnumerationType() &&
        written->EvaluateAsInt(known, context_))
      return known.Val.getInt().isRepresentableByInt64()
                 ? std::optional(Formula(known.Val.getInt().getExtValue()))
                 : std::nullopt;
    const clang::Expr* expression = bare(written);
    if (const auto* literal = llvm::dyn_cast<clang::FloatingLiteral>(expression)) {
      const double value = literal->getValueAsApproximateDouble();
      const auto whole = static_cast<std::int64_t>(value);
      return static_cast<double>(whole) == value ? std::optional(Formula(whole)) : std::nullopt;
    }
    if (const auto of = component(*expression, depth)) return of;
    if (const clang::ValueDecl* variable = variable_of(expression)) {
      const auto found = names_.find(variable);
      if (found != names_.end()) return parameter(found->second);
      const clang::Expr* value = value_of(variable);
      if (value != nullptr)
        if (const auto result = number(value, depth + 1)) return result;
      if (!expression->getType()->isIntegralOrEnumerationType()) return std::nullopt;
      if (llvm::isa<clang::MemberExpr>(expression) && !llvm::isa<clang::FieldDecl>(variable))
        return std::nullopt;                          // a member of a structure that is a variable
      return parameter(variable->getNameAsString());  // asked for by its name
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression))
      return result_of(*call, depth);
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
        if (!operation->getType()->isIntegralOrEnumerationType()) return std::nullopt;
        return quotient(*a, *b);
      case clang::BO_Rem:
        return remainder(*a, *b);
      case clang::BO_Shr:
        if (const auto by = b->constant(); by && *by >= 0 && *by < 62)
          return quotient(*a, Formula(std::int64_t{1} << *by));
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

  // How many elements after what it was allocated as a pointer points: 3 of `in + 3` and `&in[3]`.
  // Variables whose address is taken are what cudaMalloc gave them.
  std::optional<Formula> place(const clang::Expr* written, int depth = 0) const {
    if (depth > deepest_variable || written->isValueDependent()) return std::nullopt;
    const clang::Expr* expression = bare(written);
    const auto moved = [&](const clang::Expr* from, const clang::Expr* by,
                           int sign) -> std::optional<Formula> {
      if (!from->getType()->isPointerType()) return std::nullopt;
      if (!same_elements(from->getType(), written->getType())) return std::nullopt;
      const auto before = place(from, depth + 1), elements = number(by);
      if (!before || !elements) return std::nullopt;
      return *before + Formula(sign) * *elements;
    };
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      if (sum->getOpcode() == clang::BO_Sub) return moved(sum->getLHS(), sum->getRHS(), -1);
      if (sum->getOpcode() != clang::BO_Add) return std::nullopt;
      const bool pointer_first = sum->getLHS()->getType()->isPointerType();
      return pointer_first ? moved(sum->getLHS(), sum->getRHS(), 1)
                           : moved(sum->getRHS(), sum->getLHS(), 1);
    }
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      const auto* element =
          address->getOpcode() == clang::UO_AddrOf
              ? llvm::dyn_cast<clang::ArraySubscriptExpr>(bare(address->getSubExpr()))
              : nullptr;
      if (element == nullptr) return std::nullopt;
      return moved(bare(element->getBase()), element->getIdx(), 1);
    }
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    const auto* variable =
        use != nullptr ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (variable == nullptr) return std::nullopt;
    if (const clang::Expr* value = value_of(variable);
        value != nullptr && value->getType()->isPointerType() &&
        same_elements(value->getType(), written->getType()))
      return place(value, depth + 1);
    const bool given =
        assignments_.changed.contains(variable) && !assignments_.values.contains(variable);
    return given ? std::optional(Formula(0)) : std::nullopt;
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
    if (expression->getType()->isRecordType()) {
      const clang::ValueDecl* variable = variable_of(expression);
      const clang::Expr* value = variable != nullptr ? value_of(variable) : nullptr;
      return value != nullptr && depth < deepest_variable ? extents(value, depth + 1)
                                                          : std::nullopt;
    }
    const auto extent = number(written);
    if (!extent) return std::nullopt;
    return std::vector<std::string>{text(*extent, Dialect::parameters)};
  }

 private:
  static bool same_elements(clang::QualType a, clang::QualType b) {
    return a->getPointeeType().getUnqualifiedType().getCanonicalType() ==
           b->getPointeeType().getUnqualifiedType().getCanonicalType();
  }

  // block.y of a dim3 that has one value.
  std::optional<Formula> component(const clang::Expr& expression, int depth) const {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(&expression);
    if (member == nullptr || !member->getBase()->getType()->isRecordType()) return std::nullopt;
    const std::size_t axis = std::string_view("xyz").find(member->getMemberDecl()->getName());
    const auto* made = member->getBase()->getType()->getAsCXXRecordDecl();
    if (axis == std::string_view::npos || made == nullptr || made->getName() != "dim3")
      return std::nullopt;
    const auto all = extents(member->getBase(), depth + 1);
    if (!all) return std::nullopt;
    return axis < all->size() ? parse_formula((*all)[axis]) : std::optional(Formula(1));
  }

  // The one value that a variable ever has; null where there are several.
  const clang::Expr* value_of(const clang::ValueDecl* variable) const {
    const auto bound = bound_.find(variable);
    if (bound != bound_.end()) return bound->second;
    if (assignments_.changed.contains(variable)) return nullptr;
    const auto* of = llvm::dyn_cast<clang::VarDecl>(variable);
    const clang::Expr* value =
        of != nullptr && !llvm::isa<clang::ParmVarDecl>(of) ? of->getInit() : nullptr;
    // dim3 grid; is 1, until something is assigned.
    if (const auto* made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(value);
        made != nullptr &&
        (made->getNumArgs() == 0 || llvm::isa<clang::CXXDefaultArgExpr>(made->getArg(0))))
      value = nullptr;
    const auto assigned = assignments_.values.find(variable);
    if (assigned == assignments_.values.end())
      return of != nullptr && value == nullptr ? of->getInit() : value;
    return value == nullptr && assigned->second.size() == 1 ? assigned->second.front() : nullptr;
  }

  // min, max, ceil of a fraction, and functions that are one formula.
  std::optional<Formula> result_of(const clang::CallExpr& call, int depth) const {
    const std::string name = name_of(call);
    const auto argument = [&](unsigned i) { return number(call.getArg(i), depth + 1); };
    if (call.getNumArgs() == 2 && (name == "min" || name == "max")) {
      const auto a = argument(0), b = argument(1);
      if (!a || !b) return std::nullopt;
      return name == "min" ? minimum(*a, *b) : maximum(*a, *b);
    }
    if (call.getNumArgs() == 1 && (name == "ceil" || name == "ceilf")) {
      const auto* fraction = llvm::dyn_cast<clang::BinaryOperator>(bare(call.getArg(0)));
      if (fraction == nullptr || fraction->getOpcode() != clang::BO_Div) return std::nullopt;
      const auto a = number(fraction->getLHS(), depth + 1),
                 b = number(fraction->getRHS(), depth + 1);
      if (!a || !b) return std::nullopt;
      return quotient(*a + *b - Formula(1), *b);
    }
    const clang::FunctionDecl* function = call.getDirectCallee();
    if (function == nullptr || !function->hasBody(function)) return std::nullopt;
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(function->getBody());
    const auto* only = body != nullptr && body->size() == 1
                           ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front())
                           : nullptr;
    if (only == nullptr || only->getRetValue() == nullptr) return std::nullopt;
    Reader inner = *this;
    inner.bind(*function, call);
    return inner.number(only->getRetValue(), depth + 4);
  }

  const Assignments& assignments_;
  const clang::ASTContext& context_;
  std::map<const clang::ValueDecl*, std::string> names_;
  std::map<const clang::ValueDecl*, const clang::Expr*> bound_;
};

}  // namespace

std::optional<Formula> initial_value(const clang::VarDecl& variable,
                                     const clang::ASTContext& context) {
  if (!variable.hasInit() || !variable.getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  return Reader({}, context).number(variable.getInit());
}

void Assignments::note(const clang::BinaryOperator& operation) {
  if (!operation.isAssignmentOp()) return;
  const clang::ValueDecl* variable = variable_of(operation.getLHS());
  if (variable == nullptr) return;
  const clang::Expr* target = bare(operation.getLHS());
  const bool whole =
      operation.getOpcode() == clang::BO_Assign &&
      (llvm::isa<clang::DeclRefExpr>(target) || llvm::isa<clang::FieldDecl>(variable));
  if (whole)
    values[variable].push_back(operation.getRHS());
  else
    changed.insert(variable);
}

// Objects are assigned by operators, and changed by who takes a reference. Functions of CUDA do
// not.
void Assignments::note(const clang::CallExpr& call) {
  const auto* made = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
  if (made != nullptr && made->getOperator() == clang::OO_Equal && made->getNumArgs() == 2) {
    const clang::ValueDecl* variable = variable_of(made->getArg(0));
    if (variable != nullptr) values[variable].push_back(made->getArg(1));
    return;
  }
  const clang::FunctionDecl* function = call.getDirectCallee();
  if (function == nullptr || made != nullptr || name_of(call).starts_with("cuda")) return;
  for (unsigned i = 0; i < call.getNumArgs() && i < function->getNumParams(); ++i) {
    const clang::QualType type = function->getParamDecl(i)->getType();
    if (!type->isLValueReferenceType() || type->getPointeeType().isConstQualified()) continue;
    if (const clang::ValueDecl* variable = variable_of(call.getArg(i))) changed.insert(variable);
  }
}

void Assignments::note(const clang::UnaryOperator& operation) {
  if (!operation.isIncrementDecrementOp() && operation.getOpcode() != clang::UO_AddrOf) return;
  if (const clang::ValueDecl* variable = variable_of(operation.getSubExpr()))
    changed.insert(variable);
}

std::optional<LaunchSource> launch_of(const clang::CallExpr& call, const Assignments& assignments,
                                      const clang::ASTContext& context) {
  Reader reader(assignments, context);
  Shape shape = shape_of(call);
  if (!shape) {
    const clang::FunctionDecl* function = call.getDirectCallee();
    const bool passes_kernel = std::any_of(
        call.arg_begin(), call.arg_end(),
        [&](const clang::Expr* argument) { return reader.kernel(argument) != nullptr; });
    if (!passes_kernel || function == nullptr || !function->hasBody(function)) return std::nullopt;
    FindLaunch search;
    search.TraverseStmt(function->getBody());
    if (!search.found) return std::nullopt;
    shape = search.found;
    reader.bind(*function, call);
  }
  LaunchSource launch;
  launch.kernel = reader.kernel(shape.kernel);
  if (launch.kernel == nullptr || launch.kernel->isDependentContext()) return std::nullopt;
  reader.name_arguments(*launch.kernel, shape.arguments);
  const auto grid = reader.extents(shape.grid), block = reader.extents(shape.block);
  if (!grid || !block) return std::nullopt;
  launch.grid = *grid, launch.block = *block;
  if (shape.shared != nullptr && !llvm::isa<clang::CXXDefaultArgExpr>(shape.shared)) {
    const auto bytes = reader.number(shape.shared);
    if (bytes && bytes->constant() != 0) launch.shared = text(*bytes, Dialect::parameters);
  }
  for (const clang::Expr* argument : shape.arguments)
    launch.places.push_back(argument->getType()->isPointerType() ? reader.place(argument)
                                                                 : std::nullopt);
  const clang::PresumedLoc at = context.getSourceManager().getPresumedLoc(call.getBeginLoc());
  if (at.isValid()) launch.place = {at.getFilename(), at.getLine(), at.getColumn()};
  return launch;
}

}  // namespace gpumodel::describe
