#include "src/describe/regions/compile.hpp"

#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <set>

#include "src/describe/front/beside.hpp"
#include "src/describe/front/invocation.hpp"
#include "src/describe/regions/host_source.hpp"
#include "src/describe/regions/nest_reader.hpp"

namespace gpumodel::describe {
namespace {

// Variables that are changed after they are made.
class Changed : public clang::RecursiveASTVisitor<Changed> {
 public:
  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    return !operation->isAssignmentOp() || note(operation->getLHS());
  }
  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    const bool changes =
        operation->isIncrementDecrementOp() || operation->getOpcode() == clang::UO_AddrOf;
    return !changes || note(operation->getSubExpr());
  }
  bool VisitCallExpr(clang::CallExpr* call) {  // what is not read may be passed by reference
    for (const clang::Expr* argument : call->arguments())
      if (llvm::isa<clang::DeclRefExpr>(argument->IgnoreParens())) note(argument);
    return true;
  }
  std::set<const clang::ValueDecl*> variables;

 private:
  bool note(const clang::Expr* target) {
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenCasts()))
      variables.insert(use->getDecl());
    return true;
  }
};

// Functions of regions, with their parameters, in the order that clang gives them.
class RegionCollector : public clang::ASTConsumer,
                        public clang::RecursiveASTVisitor<RegionCollector> {
 public:
  RegionCollector(const HostSource& source, std::vector<KernelSource>& kernels)
      : regions_(source.regions), unknown_(source.unknown), kernels_(kernels) {}

  void Initialize(clang::ASTContext& context) override { context_ = &context; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* each : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(each);
      if (function != nullptr && function->hasBody() && may_have_regions(*function))
        function->addAttr(clang::UsedAttr::CreateImplicit(*context_));  // even if nobody calls it
    }
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    changed_.TraverseDecl(context.getTranslationUnitDecl());
    TraverseDecl(context.getTranslationUnitDecl());
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->hasBody()) function_ = function;
    return true;
  }
  bool VisitOMPTargetDirective(clang::OMPTargetDirective* target) {
    if (function_ == nullptr || function_->isDependentContext()) return true;
    const unsigned number =
        context_->getSourceManager().getPresumedLoc(target->getBeginLoc()).getLine();
    const auto region = std::ranges::find(regions_, number, &Region::number);
    if (region == regions_.end()) return true;
    KernelSource kernel;
    kernel.region = *region;
    const bool several = std::ranges::count(regions_, region->function, &Region::function) > 1;
    kernel.region->function = readable_name(*function_, *context_);
    kernel.name = kernel.region->function;
    if (several) kernel.name += ":" + std::to_string(region->place.line);
    kernel.mangled = clang::ASTNameGenerator(*context_).getName(function_) + "_l" +
                     std::to_string(number) + "_debug__";
    kernel.place = region->place;
    for (const auto& capture : target->getInnermostCapturedStmt()->captures())
      kernel.parameters.push_back(parameter(capture));
    add_sizes(*target->getInnermostCapturedStmt(), kernel);
    kernels_.push_back(std::move(kernel));
    return true;
  }

 private:
  bool may_have_regions(const clang::FunctionDecl& function) const {
    const clang::SourceManager& sources = context_->getSourceManager();
    const clang::SourceLocation at = sources.getExpansionLoc(function.getLocation());
    return sources.isInMainFile(at) ||
           std::ranges::find(regions_, sources.getPresumedLoc(at).getFilename(),
                             [](const Region& r) { return r.place.file; }) != regions_.end();
  }

  ParameterSource parameter(const clang::CapturedStmt::Capture& capture) const {
    if (capture.capturesThis()) {
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
      if (method == nullptr) return {.name = "this", .type = "this", .pointer = true};
      ParameterSource object = parameter_of("this", method->getThisType(), *context_);
      object.type = "this";
      return object;
    }
    if (capture.capturesVariableArrayType()) return {};
    const clang::VarDecl& variable = *capture.getCapturedVar();
    const clang::QualType type = variable.getType().getNonReferenceType();
    const bool behind = capture.capturesVariable() || type->isPointerType();
    if (!behind) {
      ParameterSource number = parameter_of(variable.getNameAsString(), type, *context_);
      const bool stays = type.isConstQualified() || (!changed_.variables.contains(&variable) &&
                                                     !unknown_.contains(number.name));
      if (const auto value = stays ? initial_value(variable, *context_) : std::nullopt) {
        number.value = text(*value, Dialect::parameters);
        if (number.value == number.name) number.value.clear();
        if (value->terms().size() == 1 && !value->constant() && !value->mentions(number.name))
          number.product = value;
        const Place at = describe::place_of(variable.getLocation(), context_->getSourceManager());
        number.why = "as in " + at.file.substr(at.file.find_last_of('/') + 1) + ":" +
                     std::to_string(at.line);
      }
      return number;
    }
    clang::QualType element = type->isPointerType() ? type->getPointeeType() : type;
    std::vector<std::int64_t> declared;
    if (type->isPointerType()) declared.push_back(0);  // as many rows as it points to
    bool constant = true;
    while (const clang::ArrayType* list = context_->getAsArrayType(element)) {
      const auto* fixed = llvm::dyn_cast<clang::ConstantArrayType>(list);
      constant = constant && fixed != nullptr;
      if (constant) declared.push_back(static_cast<std::int64_t>(fixed->getSize().getZExtValue()));
      element = list->getElementType();
    }
    ParameterSource array =
        parameter_of(variable.getNameAsString(), context_->getPointerType(element), *context_);
    if (constant && declared != std::vector<std::int64_t>{0}) array.declared = std::move(declared);
    return array;
  }

  // Extents of arrays with sizes that are variables: clang passes each as a number of its own.
  void add_sizes(const clang::CapturedStmt& captured, KernelSource& kernel) const {
    std::size_t at = 0;
    auto field = captured.getCapturedRecordDecl()->field_begin();
    for (const auto& capture : captured.captures()) {
      if (capture.capturesVariableArrayType()) {
        const clang::Expr* size = field->getCapturedVLAType()->getSizeExpr();
        const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(size->IgnoreParenCasts());
        kernel.parameters[at].name =
            use != nullptr ? use->getDecl()->getNameAsString() : "extent_" + std::to_string(at);
      }
      ++at, ++field;
    }
  }

  const std::vector<Region>& regions_;
  const std::set<std::string>& unknown_;  // may be changed where nobody has read it
  std::vector<KernelSource>& kernels_;
  clang::ASTContext* context_ = nullptr;
  Changed changed_;
  const clang::FunctionDecl* function_ = nullptr;
};

class RegionAction : public clang::EmitLLVMOnlyAction {
 public:
  RegionAction(llvm::LLVMContext& context, const HostSource& source,
               std::vector<KernelSource>& kernels, std::vector<std::string>& missing)
      : EmitLLVMOnlyAction(&context), source_(source), kernels_(kernels), missing_(missing) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(std::make_unique<RegionCollector>(source_, kernels_));
    both.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    collect_missing_includes(compiler, missing_);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

 private:
  const HostSource& source_;
  std::vector<KernelSource>& kernels_;
  std::vector<std::string>& missing_;
};

// A product of complex numbers asks the library only where both of its parts are no numbers.
void take_products_as_numbers(llvm::Module& module) {
  for (const char* name : {"__mulsc3", "__muldc3"}) {
    llvm::Function* library = module.getFunction(name);
    if (library == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(library->users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      llvm::BasicBlock* asks = call != nullptr ? call->getParent() : nullptr;
      llvm::BasicBlock* before = asks != nullptr ? asks->getSinglePredecessor() : nullptr;
      auto* branch =
          before != nullptr ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
      if (branch == nullptr || !branch->isConditional()) continue;
      llvm::BasicBlock* behind = branch->getSuccessor(branch->getSuccessor(0) == asks ? 1 : 0);
      if (behind == asks) continue;
      asks->removePredecessor(before);
      llvm::BranchInst::Create(behind, branch);
      branch->eraseFromParent();
      llvm::DeleteDeadBlock(asks);
    }
  }
}

using Functions = std::set<const llvm::Function*>;

// Gives each kernel the name of its function; returns these.
Functions name_regions(llvm::Module& module, std::vector<KernelSource>& kernels) {
  Functions kept;
  for (KernelSource& kernel : kernels) {
    for (llvm::Function& function : module) {
      if (function.isDeclaration() || kept.contains(&function) ||
          !std::string_view(function.getName()).ends_with("_" + kernel.mangled))
        continue;
      kernel.mangled = function.getName().str();
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
      kept.insert(&function);
      break;
    }
  }
  return kept;
}

// Leaves what these need.
void keep(const Functions& kept, llvm::Module& module) {
  for (const char* list :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable* used = module.getNamedGlobal(list)) used->eraseFromParent();
  for (llvm::Function& function : module) {
    for (const char* attribute : {"target-cpu", "target-features", "tune-cpu"})
      function.removeFnAttr(attribute);
    if (function.isDeclaration() || kept.contains(&function)) continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
  }
  llvm::ModuleAnalysisManager analyses;
  llvm::PassBuilder().registerModuleAnalyses(analyses);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses);
}

Invocation invocation_of(const CompileRequest& request, std::map<std::string, std::string> texts) {
  return {host_arguments(request, {"-fopenmp", "-U_OPENMP", "-fignore-exceptions"}), request.file,
          std::move(texts)};
}

// The functions of regions, and what they call, are what is left, as code of a GPU.
void keep_regions(const CompileRequest& request, llvm::Module& module,
                  std::vector<KernelSource>& kernels) {
  const Functions regions = name_regions(module, kernels);
  keep(regions, module);
  const bool taken = take_functions(module, request.beside, [&](const std::string& file) {
    return invocation_of({file, request.options, {}}, {});
  });
  if (taken) keep(regions, module);
  take_products_as_numbers(module);
  module.setTargetTriple("nvptx64-nvidia-cuda");
  module.setDataLayout("e-i64:64-i128:128-v16:16-v32:32-n16:32:64");
}

}  // namespace

Compiled compile_regions(const CompileRequest& request) {
  initialize_target();
  HostSource source = read_host_source(request);
  Compiled result;
  result.context = std::make_unique<llvm::LLVMContext>();
  std::vector<std::string> missing;
  Messages messages;
  RegionAction action(*result.context, source, result.kernels, missing);
  const bool good = invoke(invocation_of(request, source.marked), action, messages);
  result.module = action.takeModule();
  if (!good || result.module == nullptr) throw Failure{messages.all(), 3};
  result.diagnostics = missing_includes(request.file, missing);
  std::ranges::move(source.said, std::back_inserter(result.diagnostics));
  result.refused = std::move(source.refused);
  keep_regions(request, *result.module, result.kernels);
  std::ranges::stable_sort(result.kernels, {}, [](const KernelSource& k) { return k.place.line; });
  return result;
}

}  // namespace gpumodel::describe
