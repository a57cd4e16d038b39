#include "src/describe/front/kernels.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <set>

namespace gpumodel::describe {
namespace {

constexpr std::int64_t most_pointers = 64;  // of an array in a structure
constexpr int deepest = 3;                  // pointers behind pointers: lists lead to themselves

// As the format spells it; empty where it has no such type.
std::string scalar_type(clang::QualType type, const clang::ASTContext& context) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  const std::string bits = std::to_string(context.getTypeSize(type));
  if (type->isPointerType()) return "i64";
  if (builtin == nullptr) {
    const auto* record = type->getAsRecordDecl();
    if (record != nullptr && record->getName() == "__half") return "f16";
    if (record != nullptr && record->getName() == "__nv_bfloat16") return "bf16";
    return type->isEnumeralType() ? "i" + bits : "";
  }
  if (builtin->isFloatingPoint()) return "f" + bits;
  return builtin->isInteger() ? "i" + bits : "";
}

void describe_pointee(clang::QualType type, const clang::ASTContext& context,
                      ParameterSource& parameter, int depth);

// Of a member; of what a lambda captures, that of the variable.
std::string name_of(const clang::FieldDecl& field) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field.getParent());
  if (record == nullptr || !record->isLambda()) return field.getNameAsString();
  unsigned number = 0;
  for (const clang::LambdaCapture& capture : record->captures())
    if (number++ == field.getFieldIndex() && capture.capturesVariable())
      return capture.getCapturedVar()->getNameAsString();
  return "captured_" + std::to_string(field.getFieldIndex());
}

// The numbers of a structure, those of inner ones by their path; false where one is no number.
// Pointers are kept apart too.
bool flatten(clang::QualType type, const clang::ASTContext& context, std::int64_t offset,
             const std::string& path, std::vector<Member>& members,
             std::vector<ParameterSource>& pointers, int depth) {
  const auto* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion() || !record->isCompleteDefinition()) return false;
  bool numbers = true;
  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
      cxx != nullptr && (cxx->getNumBases() > 0 || cxx->isDynamicClass()))
    return false;
  const auto& layout = context.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isBitField()) return false;
    const std::int64_t at =
        offset + static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
    const std::string name = path + name_of(*field);
    clang::QualType of = field->getType();
    std::int64_t count = 1;
    if (const auto* array = context.getAsConstantArrayType(of)) {
      count = static_cast<std::int64_t>(array->getSize().getZExtValue());
      of = array->getElementType();
    }
    const std::string scalar = scalar_type(of, context);
    if (of->isPointerType()) {
      for (std::int64_t i = 0; i < std::min<std::int64_t>(count, most_pointers); ++i) {
        ParameterSource pointer;
        pointer.name = count == 1 ? name : name + "_" + std::to_string(i);
        pointer.offset = at + i * 8;
        describe_pointee(of, context, pointer, depth + 1);
        pointers.push_back(std::move(pointer));
      }
    }
    if (!scalar.empty()) {
      const auto bytes = static_cast<std::int64_t>(context.getTypeSizeInChars(of).getQuantity());
      members.push_back({name, scalar, at, count, bytes, of->isSignedIntegerOrEnumerationType()});
    } else if (count != 1 || !flatten(of, context, at, name + "_", members, pointers, depth)) {
      numbers = false;
    }
  }
  return numbers && !members.empty();
}

void describe_pointee(clang::QualType type, const clang::ASTContext& context,
                      ParameterSource& parameter, int depth) {
  const clang::QualType pointee = type->getPointeeType().getCanonicalType().getUnqualifiedType();
  parameter.pointer = true;
  parameter.read_only = type->getPointeeType().isConstQualified();
  if (pointee->isIncompleteType() || pointee->isFunctionType()) return;
  parameter.element_bytes = context.getTypeSizeInChars(pointee).getQuantity();
  parameter.alignment = context.getTypeAlignInChars(pointee).getQuantity();
  if (pointee->isIntegerType()) {
    parameter.whole = pointee->isUnsignedIntegerType() ? "u" : "i";
    parameter.whole += std::to_string(parameter.element_bytes);
  }
  parameter.element = scalar_type(pointee, context);
  if (depth >= deepest) return;
  if (pointee->isPointerType()) {
    ParameterSource& row = parameter.pointers.emplace_back();
    describe_pointee(pointee, context, row, depth + 1);
  } else if (parameter.element.empty() &&
             !flatten(pointee, context, 0, "", parameter.members, parameter.pointers, depth)) {
    parameter.members.clear();
  }
}

// Which of the lambdas of its function it is, from 1 on.
int number_of(const clang::CXXRecordDecl& lambda, const clang::FunctionDecl& in) {
  int number = 0;
  for (const clang::Decl* each : in.decls()) {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(each);
    if (record == nullptr || !record->isLambda()) continue;
    ++number;
    if (record->getCanonicalDecl() == lambda.getCanonicalDecl()) break;
  }
  return number;
}

// "(lambda at app.cu:12:3)" is "lambda of Solver<double>::step", the next "lambda 2 of" it: that
// does not move with the lines.
void name_lambda(const clang::CXXRecordDecl& lambda, const clang::PrintingPolicy& policy,
                 std::string& name) {
  const std::size_t begin = name.find("(lambda at "), end = name.find(')', begin);
  if (begin == std::string::npos || end == std::string::npos) return;
  std::string place = "lambda";
  if (const auto* in =
          llvm::dyn_cast_or_null<clang::FunctionDecl>(lambda.getParentFunctionOrMethod())) {
    llvm::raw_string_ostream out(place);
    if (const int number = number_of(lambda, *in); number > 1) out << ' ' << number;
    out << " of ";
    in->getNameForDiagnostic(out, policy, true);
  }
  name.replace(begin, end + 1 - begin, place);
}

class Collector : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Collector> {
 public:
  Collector(Sources& sources, SourceErrors& errors) : sources_(sources), errors_(errors) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    context_ = &context;
    errors_.drop_bodies(*context.getTranslationUnitDecl());
    sources_.broken = errors_.by_name(context);
    TraverseDecl(context.getTranslationUnitDecl());
    for (const clang::CallExpr* call : calls_)
      if (const auto launch = launch_of(*call, assignments_, context))
        launches_.try_emplace(clang::ASTNameGenerator(context).getName(launch->kernel), *launch);
    for (auto& [kernel, launch] : launches_)
      for (KernelSource& each : sources_.kernels)
        if (each.mangled == kernel) each.launch = launch;
    for (const auto& [name, used] : templates_)
      if (!used) sources_.templates.push_back(name);
  }
  // Before code is made of it.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) errors_.drop_bodies(*declaration);
    return true;
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>()) return true;
    if (function->isDependentContext()) {
      templates_.try_emplace(readable(function), false);
      return true;
    }
    if (!function->isThisDeclarationADefinition() && errors_.of(*function) == nullptr) return true;
    if (const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern())
      templates_[readable(pattern)] = true;
    add(*function);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    if (call->isValueDependent() || call->isTypeDependent()) return true;
    calls_.push_back(call);
    assignments_.note(*call);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    assignments_.note(*operation);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    assignments_.note(*operation);
    return true;
  }

 private:
  std::string readable(const clang::FunctionDecl* function) const {
    return readable_name(*function, *context_);
  }

  void add(clang::FunctionDecl& function) {
    KernelSource kernel;
    kernel.name = readable(&function);
    kernel.mangled = clang::ASTNameGenerator(*context_).getName(&function);
    if (!seen_.insert(kernel.mangled).second) return;
    const clang::PresumedLoc at =
        context_->getSourceManager().getPresumedLoc(function.getLocation());
    if (at.isValid()) kernel.place = {at.getFilename(), at.getLine(), at.getColumn()};
    if (const Diagnostic* error = errors_.of(function)) kernel.error = *error;
    for (const clang::ParmVarDecl* each : function.parameters()) {
      if (kernel.error) break;  // its types may be broken
      kernel.parameters.push_back(
          parameter_of(each->getNameAsString(), each->getType(), *context_));
    }
    if (const auto* bounds = function.getAttr<clang::CUDALaunchBoundsAttr>()) {
      if (const auto most = bounds->getMaxThreads()->getIntegerConstantExpr(*context_))
        kernel.most_threads = static_cast<int>(most->getExtValue());
    }
    sources_.kernels.push_back(std::move(kernel));
  }

  Sources& sources_;
  SourceErrors& errors_;
  clang::ASTContext* context_ = nullptr;
  std::set<std::string> seen_;
  std::vector<const clang::CallExpr*> calls_;
  Assignments assignments_;
  std::map<std::string, LaunchSource> launches_;  // by mangled names
  std::map<std::string, bool> templates_;         // whether it has an instance
};

}  // namespace

std::string readable_name(const clang::FunctionDecl& function, const clang::ASTContext& context) {
  std::string name;
  llvm::raw_string_ostream out(name);
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  function.getNameForDiagnostic(out, policy, true);
  out.flush();
  const auto* arguments = function.getTemplateSpecializationArgs();
  if (arguments == nullptr) return name;
  for (const clang::TemplateArgument& argument : arguments->asArray()) {
    const auto* type = argument.getKind() == clang::TemplateArgument::Type
                           ? argument.getAsType()->getAsCXXRecordDecl()
                           : nullptr;
    if (type != nullptr && type->isLambda()) name_lambda(*type, policy, name);
  }
  return name;
}

ParameterSource parameter_of(std::string name, clang::QualType type,
                             const clang::ASTContext& context) {
  ParameterSource parameter;
  parameter.name = std::move(name);
  parameter.type = type.getAsString(context.getPrintingPolicy());
  if (type->isPointerType()) {
    describe_pointee(type, context, parameter, 0);
    return parameter;
  }
  const auto* record = type->getAsCXXRecordDecl();
  const bool captured = record != nullptr && record->isLambda();
  if (!flatten(type, context, 0, "", parameter.members, parameter.pointers, 0))
    parameter.members.clear();
  for (ParameterSource& pointer : parameter.pointers)
    if (!captured && !parameter.name.empty()) pointer.name = parameter.name + "_" + pointer.name;
  return parameter;
}

bool ParameterSource::is_vector() const {
  return members.size() > 1 && alignment == element_bytes && element_bytes <= 16 &&
         std::ranges::all_of(members, [&](const Member& m) {
           return m.count == 1 && m.type == members.front().type;
         });
}

std::string KernelSource::signature() const {
  std::string result = name + "(";
  for (const ParameterSource& parameter : parameters) {
    if (parameter.type.empty()) continue;
    if (result.back() != '(') result += ", ";
    result += parameter.type;
    if (!parameter.name.empty()) result += (result.back() == '*' ? "" : " ") + parameter.name;
  }
  return result + ")";
}

std::unique_ptr<clang::ASTConsumer> kernel_collector(Sources& sources, SourceErrors& errors) {
  return std::make_unique<Collector>(sources, errors);
}

}  // namespace gpumodel::describe
