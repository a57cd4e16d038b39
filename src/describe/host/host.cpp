#include "src/describe/host/host.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm-c/Target.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>
#include <set>

#include "src/describe/front/dialect.hpp"
#include "src/describe/front/invocation.hpp"
#include "src/describe/front/kernels.hpp"
#include "src/describe/front/source_kind.hpp"

namespace gpumodel::describe {
namespace {

constexpr std::int64_t most_of_an_array = 64, bytes_of_pointer = 8;

// The whole numbers and pointers that a structure holds, by the names that a kernel's file has for
// them.
std::vector<LaunchParameter> members_of(const clang::ParmVarDecl& declared,
                                        const clang::ASTContext& context) {
  const ParameterSource source =
      parameter_of(declared.getNameAsString(), declared.getType(), context);
  std::vector<LaunchParameter> all;
  std::set<std::int64_t> pointers;
  for (const ParameterSource& each : source.pointers) {
    all.push_back({.name = each.name,
                   .bytes = bytes_of_pointer,
                   .kind = "pointer",
                   .element_bytes = each.element_bytes,
                   .whole = each.whole,
                   .written = !each.read_only,
                   .offset = each.offset});
    pointers.insert(each.offset);
  }
  for (const Member& member : source.members) {
    if (!member.type.starts_with('i') || pointers.contains(member.offset)) continue;
    for (std::int64_t i = 0; i < std::min(member.count, most_of_an_array); ++i)
      all.push_back({.name = source.name + "_" + member.name_of(i),
                     .bytes = member.bytes,
                     .kind = member.is_signed ? "integer" : "unsigned",
                     .offset = member.offset + i * member.bytes});
  }
  return all;
}

LaunchParameter launch_parameter(const clang::ParmVarDecl& declared,
                                 const clang::ASTContext& context) {
  LaunchParameter parameter{.name = declared.getNameAsString(), .kind = "other"};
  const clang::QualType type = declared.getType();
  parameter.bytes = context.getTypeSizeInChars(type).getQuantity();
  if (type->isPointerType()) {
    const clang::QualType pointee = type->getPointeeType();
    parameter.kind = "pointer";
    parameter.written = !pointee.isConstQualified();
    if (!pointee->isIncompleteType() && !pointee->isFunctionType())
      parameter.element_bytes = context.getTypeSizeInChars(pointee).getQuantity();
    parameter.whole = parameter_of(parameter.name, type, context).whole;
  } else if (const auto* named = type->getAs<clang::TypedefType>();
             named != nullptr && named->getDecl()->getName().ends_with("Object_t")) {
    parameter.kind = "pointer";  // an object of a texture is where its memory begins
    parameter.written = named->getDecl()->getName() == "cudaSurfaceObject_t";
  } else if (type->isIntegralOrEnumerationType()) {
    parameter.kind = type->isUnsignedIntegerOrEnumerationType() ? "unsigned" : "integer";
  } else if (type->isRecordType()) {
    parameter.members = members_of(declared, context);
  }
  return parameter;
}

// Parameters through which a function only reads: wherever one is named, what it points to, or a
// part of that, is loaded. Handed on, or added to, it may be written through.
class OnlyRead : public clang::RecursiveASTVisitor<OnlyRead> {
 public:
  explicit OnlyRead(const clang::FunctionDecl& function) { TraverseStmt(function.getBody()); }
  bool holds(const clang::ParmVarDecl* parameter) const {
    const auto named = named_.find(parameter), loaded = loaded_.find(parameter);
    return named == named_.end() || (loaded != loaded_.end() && named->second == loaded->second);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* named) {
    ++named_[named->getDecl()];
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() != clang::CK_LValueToRValue) return true;
    if (const clang::ValueDecl* base = pointer_of(cast->getSubExpr())) ++loaded_[base];
    return true;
  }

 private:
  // p, of p[i], (*p).x[3] and their like.
  static const clang::ValueDecl* pointer_of(const clang::Expr* place) {
    bool follows = false;
    for (;;) {
      place = place->IgnoreParens();
      if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
        place = element->getBase()->IgnoreParens();
      } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(place)) {
        place = member->getBase()->IgnoreParens();
        if (!member->isArrow()) continue;
      } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(place);
                 unary != nullptr && unary->getOpcode() == clang::UO_Deref) {
        place = unary->getSubExpr()->IgnoreParens();
      } else {
        break;
      }
      const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(place);
      if (cast == nullptr) return nullptr;
      place = cast->getSubExpr();
      if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) continue;
      if (cast->getCastKind() != clang::CK_LValueToRValue) return nullptr;
      follows = true;
      break;
    }
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(place->IgnoreParens());
    return follows && named != nullptr ? named->getDecl() : nullptr;
  }

  std::map<const clang::ValueDecl*, int> named_, loaded_;
};

// The shared memory that a function and what it calls declare.
class SharedMemory : public clang::RecursiveASTVisitor<SharedMemory> {
 public:
  explicit SharedMemory(const clang::ASTContext& context) : context_(context) {}
  std::int64_t of(clang::FunctionDecl* function) {
    enter(function);
    return bytes_;
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitVarDecl(clang::VarDecl* variable) {
    const bool counts = variable->hasAttr<clang::CUDASharedAttr>() &&
                        !variable->hasExternalStorage() && seen_.insert(variable).second;
    if (!counts || variable->getType()->isDependentType()) return true;
    const std::int64_t align = context_.getDeclAlign(variable).getQuantity();
    bytes_ = (bytes_ + align - 1) / align * align +
             context_.getTypeSizeInChars(variable->getType()).getQuantity();
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    if (clang::FunctionDecl* called = call->getDirectCallee()) enter(called);
    return true;
  }

 private:
  void enter(clang::FunctionDecl* function) {
    const clang::FunctionDecl* defined = nullptr;
    if (function->hasBody(defined) && seen_.insert(defined).second)
      TraverseStmt(defined->getBody());
  }
  const clang::ASTContext& context_;
  std::set<const void*> seen_;
  std::int64_t bytes_ = 0;
};

std::int64_t launch_bound(const clang::FunctionDecl& function) {
  const auto* bounds = function.getAttr<clang::CUDALaunchBoundsAttr>();
  if (bounds == nullptr || bounds->getMaxThreads()->isValueDependent()) return 0;
  const auto value = bounds->getMaxThreads()->getIntegerConstantExpr(function.getASTContext());
  return value ? value->getExtValue() : 0;
}

class KernelList : public clang::ASTConsumer, public clang::RecursiveASTVisitor<KernelList> {
 public:
  explicit KernelList(std::vector<LaunchableKernel>& all) : all_(all) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    mangling_.reset(context.createMangleContext());
    TraverseDecl(context.getTranslationUnitDecl());
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->isDependentContext() ||
        !function->isThisDeclarationADefinition())
      return true;
    const clang::ASTContext& context = function->getASTContext();
    LaunchableKernel kernel;
    llvm::raw_string_ostream mangled(kernel.mangled);
    if (mangling_->shouldMangleDeclName(function)) {
      mangling_->mangleName(clang::GlobalDecl(function, clang::KernelReferenceKind::Kernel),
                            mangled);
    } else {  // extern "C"
      mangled << function->getName();
    }
    mangled.flush();
    if (!seen_.insert(kernel.mangled).second) return true;
    kernel.name = readable_name(*function, context);  // what the description calls it
    const clang::PresumedLoc at =
        context.getSourceManager().getPresumedLoc(function->getLocation());
    if (at.isValid()) kernel.place = {at.getFilename(), at.getLine(), at.getColumn()};
    const OnlyRead only_read(*function);
    for (const clang::ParmVarDecl* each : function->parameters()) {
      LaunchParameter parameter = launch_parameter(*each, context);
      parameter.written = parameter.written && !only_read.holds(each);
      kernel.parameters.push_back(std::move(parameter));
    }
    kernel.shared = SharedMemory(context).of(function);
    kernel.max_threads = launch_bound(*function);
    all_.push_back(std::move(kernel));
    return true;
  }

 private:
  std::vector<LaunchableKernel>& all_;
  std::unique_ptr<clang::MangleContext> mangling_;
  std::set<std::string> seen_;
};

class HostAction : public clang::EmitObjAction {
 public:
  HostAction(llvm::LLVMContext& context, std::vector<LaunchableKernel>& kernels, bool leaves_out)
      : EmitObjAction(&context), kernels_(kernels), leaves_out_(leaves_out) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    if (leaves_out_) collect_missing_includes(compiler, missing_);
    return EmitObjAction::BeginSourceFileAction(compiler);
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(std::make_unique<KernelList>(kernels_));
    both.push_back(EmitObjAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }

 private:
  std::vector<LaunchableKernel>& kernels_;
  bool leaves_out_;  // includes that are not there
  std::vector<std::string> missing_;
};

void start_targets() {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMInitializeNativeAsmParser();
}

}  // namespace

std::vector<LaunchableKernel> compile_host(const HostRequest& request) {
  start_targets();
  const auto choose = [&](clang::CompilerInvocation& invocation) {
    // A launch is then cudaConfigureCall, cudaSetupArgument with the bytes of each argument, and
    // cudaLaunch; and a device's binary, here empty, lets kernels and variables be registered.
    invocation.getTargetOpts().SDKVersion = {};
    invocation.getCodeGenOpts().CudaGpuBinaryFileName = "/dev/null";
    invocation.getFrontendOpts().OutputFile = request.object;
    invocation.getDiagnosticOpts().ErrorLimit = 20;
  };
  const bool of_c = request.file.ends_with(".c");
  // Without CUDA's names; a file that needs them is one of CUDA, whatever it is called.
  if (of_c) {
    Messages messages;
    llvm::LLVMContext context;
    std::vector<LaunchableKernel> kernels;
    HostAction action(context, kernels, false);
    try {
      if (invoke({c_arguments(request.options, request.file), request.file, {}, choose}, action,
                 messages))
        return kernels;
    } catch (const Failure&) {  // said below
    }
  }
  // Many a source includes a library's header and uses nothing of it. Where it does, what is
  // missing is the header, not the names in it.
  const std::string text = as_clang_takes_it(request.file);
  for (const bool leaves_out : {true, false}) {
    Messages messages;
    llvm::LLVMContext context;
    std::vector<LaunchableKernel> kernels;
    HostAction action(context, kernels, leaves_out);
    try {
      std::vector<std::string> side = {"--cuda-host-only", "-O2"};
      if (of_c) side.emplace_back("-D__GPUMODEL_FILE_OF_C");
      if (invoke({cuda_arguments(side, request.options, request.file),
                  request.file,
                  {{request.file, text}},
                  choose},
                 action, messages))
        return kernels;
    } catch (const Failure&) {
      if (!leaves_out) throw;
      continue;
    }
    if (!leaves_out) throw Failure{messages.all(), 3};
  }
  return {};
}

}  // namespace gpumodel::describe
