#include "src/describe/front/compile.hpp"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/Support/TargetSelect.h>

#include "src/describe/front/invocation.hpp"

namespace gpumodel::describe {
namespace {

class Action : public clang::EmitLLVMOnlyAction {
 public:
  Action(llvm::LLVMContext& context, Sources& sources, std::vector<std::string>& missing,
         bool skip_host)
      : EmitLLVMOnlyAction(&context), sources_(sources), missing_(missing), skip_(skip_host) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(kernel_collector(sources_, skip_));
    both.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    collect_missing_includes(compiler, missing_);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

 private:
  Sources& sources_;
  std::vector<std::string>& missing_;
  bool skip_;
};

std::vector<std::string> arguments_of(const CompileRequest& request) {
  std::vector<std::string> all = {"clang++",
                                  "-x",
                                  "cuda",
                                  "--cuda-device-only",
                                  "--cuda-gpu-arch=sm_90",
                                  "-nocudainc",
                                  "-nocudalib",
                                  "-Wno-unknown-cuda-version",
                                  "-O1",
                                  "-w",
                                  "-g",
                                  "-resource-dir",
                                  GPUMODEL_CLANG_RESOURCES,
                                  "-isystem",
                                  std::string(prelude_folder),
                                  "-include",
                                  std::string(prelude_folder) + "/cuda_runtime.h"};
  bool standard = false;
  for (const std::string& option : request.options) {
    standard = standard || option.rfind("-std=", 0) == 0 || option.rfind("--std=", 0) == 0;
    all.push_back(option);
  }
  if (!standard) all.push_back("-std=c++17");
  all.push_back(request.file);
  return all;
}

// A use of each instance that is wanted, after the end of the file.
std::string uses_of(const std::vector<std::string>& instances) {
  std::string text;
  for (std::size_t i = 0; i < instances.size(); ++i)
    text += "\nauto* gpumodel_instance_" + std::to_string(i) + " = &" + instances[i] + ";";
  return text + "\n";
}

bool run(const CompileRequest& request, bool skip_host, Compiled& result, Messages& messages) {
  Invocation invocation{arguments_of(request), request.file, {}, skip_host};
  if (!request.instances.empty()) {
    const auto buffer = files_with_prelude()->getBufferForFile(request.file);
    if (buffer) invocation.text = (*buffer)->getBuffer().str() + uses_of(request.instances);
  }
  result.context = std::make_unique<llvm::LLVMContext>();
  Sources sources;
  std::vector<std::string> missing;
  Action action(*result.context, sources, missing, skip_host);
  const bool good = invoke(invocation, action, messages);
  result.module = action.takeModule();
  result.kernels = std::move(sources.kernels);
  result.templates = std::move(sources.templates);
  result.diagnostics = missing_includes(request.file, missing);
  return good && result.module != nullptr;
}

}  // namespace

void initialize_target() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

Compiled compile(const CompileRequest& request) {
  initialize_target();
  Compiled result;
  Messages first;
  if (run(request, false, result, first)) return result;
  // What only the host sees may be missing: device code alone may still be whole.
  Messages second;
  if (run(request, true, result, second)) {
    Diagnostic first_error = first.all.empty() ? Diagnostic{} : first.all.front();
    first_error.severity = Severity::warning;
    first_error.id = "host-code";
    first_error.message = "host code was left out: " + first_error.message;
    first_error.hints = {"instances of templates and launches in it are not seen"};
    result.diagnostics.push_back(std::move(first_error));
    return result;
  }
  throw Failure{second.all.empty() ? first.all : second.all, 3};
}

}  // namespace gpumodel::describe
