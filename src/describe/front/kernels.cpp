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

// As the format spells it; empty where it has no such type.
std::string scalar_type(clang::QualType type, const clang::ASTContext& context) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  const std::string bits = std::to_string(context.getTypeSize(type));
  if (type->isPointerType()) return "i64";
  if (builtin == nullptr) return type->isEnumeralType() ? "i" + bits : "";
  if (builtin->isFloatingPoint()) return "f" + bits;
  return builtin->isInteger() ? "i" + bits : "";
}

// The numbers of a structure, those of inner ones by their path; false where one is no number.
bool flatten(clang::QualType type, const clang::ASTContext& context, std::int64_t offset,
             const std::string& path, std::vector<Member>& members) {
  const auto* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion() || !record->isCompleteDefinition()) return false;
  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
      cxx != nullptr && (cxx->getNumBases() > 0 || cxx->isDynamicClass()))
    return false;
  const auto& layout = context.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isBitField()) return false;
    const std::int64_t at =
        offset + static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
    const std::string name = path + field->getNameAsString();
    clang::QualType of = field->getType();
    std::int64_t count = 1;
    if (const auto* array = context.getAsConstantArrayType(of)) {
      count = static_cast<std::int64_t>(array->getSize().getZExtValue());
      of = array->getElementType();
    }
    const std::string scalar = scalar_type(of, context);
    if (!scalar.empty()) {
      const auto bytes = static_cast<std::int64_t>(context.getTypeSizeInChars(of).getQuantity());
      members.push_back({name, scalar, at, count, bytes});
    } else if (count != 1 || !flatten(of, context, at, name + "_", members)) {
      return false;
    }
  }
  return !members.empty();
}

void describe_pointee(clang::QualType type, const clang::ASTContext& context,
                      ParameterSource& parameter) {
  const clang::QualType pointee = type->getPointeeType().getCanonicalType().getUnqualifiedType();
  parameter.pointer = true;
  if (pointee->isIncompleteType() || pointee->isFunctionType()) return;
  parameter.element_bytes = context.getTypeSizeInChars(pointee).getQuantity();
  parameter.alignment = context.getTypeAlignInChars(pointee).getQuantity();
  parameter.element = scalar_type(pointee, context);
  if (parameter.element.empty() && !flatten(pointee, context, 0, "", parameter.members))
    parameter.members.clear();
}

class Collector : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Collector> {
 public:
  Collector(Sources& sources, bool skip_host) : sources_(sources), skip_host_(skip_host) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    context_ = &context;
    TraverseDecl(context.getTranslationUnitDecl());
    for (auto& [kernel, launch] : launches_)
      for (KernelSource& each : sources_.kernels)
        if (each.mangled == kernel) each.launch = launch;
    for (const auto& [name, used] : templates_)
      if (!used) sources_.templates.push_back(name);
  }
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    if (!skip_host_) return false;
    const clang::Decl* plain = declaration;
    if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      plain = made->getTemplatedDecl();
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(plain);
    return !(plain->hasAttr<clang::CUDAGlobalAttr>() || plain->hasAttr<clang::CUDADeviceAttr>() ||
             (function != nullptr && function->isConstexpr()));
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>()) return true;
    if (function->isDependentContext()) {
      templates_.try_emplace(readable(function), false);
      return true;
    }
    if (!function->isThisDeclarationADefinition()) return true;
    if (const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern())
      templates_[readable(pattern)] = true;
    add(*function);
    return true;
  }
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* call) {
    if (call->isValueDependent() || call->isTypeDependent()) return true;
    const auto* kernel = llvm::dyn_cast_or_null<clang::FunctionDecl>(call->getCalleeDecl());
    if (kernel == nullptr || kernel->isDependentContext()) return true;
    if (const auto launch = launch_of(*call, *context_))
      launches_.try_emplace(clang::ASTNameGenerator(*context_).getName(kernel), *launch);
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
    for (const clang::ParmVarDecl* each : function.parameters())
      kernel.parameters.push_back(
          parameter_of(each->getNameAsString(), each->getType(), *context_));
    if (const auto* bounds = function.getAttr<clang::CUDALaunchBoundsAttr>()) {
      if (const auto most = bounds->getMaxThreads()->getIntegerConstantExpr(*context_))
        kernel.most_threads = static_cast<int>(most->getExtValue());
    }
    sources_.kernels.push_back(std::move(kernel));
  }

  Sources& sources_;
  bool skip_host_;
  clang::ASTContext* context_ = nullptr;
  std::set<std::string> seen_;
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
  return name;
}

ParameterSource parameter_of(std::string name, clang::QualType type,
                             const clang::ASTContext& context) {
  ParameterSource parameter;
  parameter.name = std::move(name);
  parameter.type = type.getAsString(context.getPrintingPolicy());
  if (type->isPointerType()) {
    describe_pointee(type, context, parameter);
  } else if (!flatten(type, context, 0, "", parameter.members)) {
    parameter.members.clear();
  }
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

std::unique_ptr<clang::ASTConsumer> kernel_collector(Sources& sources, bool skip_host) {
  return std::make_unique<Collector>(sources, skip_host);
}

}  // namespace gpumodel::describe
