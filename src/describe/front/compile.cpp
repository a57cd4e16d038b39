#include "src/describe/front/compile.hpp"

#include <clang/Basic/Version.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>

#include "src/describe/front/beside.hpp"
#include "src/describe/front/dialect.hpp"
#include "src/describe/front/invocation.hpp"
#include "src/describe/front/libraries.hpp"

namespace gpumodel::describe {
namespace {

class Action : public clang::EmitLLVMOnlyAction {
 public:
  Action(llvm::LLVMContext& context, Sources& sources, SourceErrors& errors,
         std::vector<std::string>& missing, LibraryCalls& calls)
      : EmitLLVMOnlyAction(&context),
        sources_(sources),
        errors_(errors),
        missing_(missing),
        calls_(calls) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(kernel_collector(sources_, errors_));
    both.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    collect_missing_includes(compiler, missing_);
    calls_.watch(compiler.getPreprocessor());
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }
  void EndSourceFileAction() override {
    calls_.settle();
    EmitLLVMOnlyAction::EndSourceFileAction();
  }

 private:
  Sources& sources_;
  SourceErrors& errors_;
  std::vector<std::string>& missing_;
  LibraryCalls& calls_;
};

// A use of each instance that is wanted, after the end of the file.
std::string uses_of(const std::vector<std::string>& instances) {
  std::string text;
  for (std::size_t i = 0; i < instances.size(); ++i)
    text += "\nauto* gpumodel_instance_" + std::to_string(i) + " = &" + instances[i] + ";";
  return text + "\n";
}

// The file, as clang understands it, with the instances that are wanted; empty: as it is.
std::string text_of(const CompileRequest& request) {
  std::string text = as_clang_takes_it(request.file);
  if (request.instances.empty()) return text;
  if (const auto file = files_with_prelude()->getBufferForFile(request.file); file && text.empty())
    text = (*file)->getBuffer().str();
  return text + uses_of(request.instances);
}

Invocation invocation_of(const CompileRequest& request) {
  return {cuda_arguments({"--cuda-device-only", "--cuda-gpu-arch=sm_90", "-O1", "-g"},
                         request.options, request.file),
          request.file,
          {{request.file, text_of(request)}}};
}

void report(const CompileRequest& request, const Messages& messages,
            const std::vector<std::string>& missing, const LibraryCalls& calls, Compiled& result) {
  result.diagnostics = missing_includes(request.file, missing);
  for (const LibraryCall& call : calls.found()) {
    Diagnostic said{Severity::warning,
                    "library-call",
                    call.text + ": a library call, not predicted",
                    call.place,
                    {},
                    {"a program file gives it a time beside the kernels"}};
    const auto needs_it = std::ranges::find_if(result.kernels, [&](const KernelSource& kernel) {
      return kernel.error && kernel.error->place.line == call.place.line &&
             kernel.error->place.file == call.place.file;
    });
    if (needs_it == result.kernels.end()) {
      result.diagnostics.push_back(std::move(said));
      continue;
    }
    said.severity = Severity::error;
    said.message.insert(0, needs_it->name + ": ");
    said.hints = {"--compile '-I FOLDER' names the folder of the library's headers"};
    said.place = needs_it->error->place;
    needs_it->error = std::move(said);
  }
  // What stands in a kernel is told where the kernel is refused.
  for (const SourceError& error : messages.errors.all()) {
    if (std::ranges::any_of(result.kernels, [&](const KernelSource& kernel) {
          return kernel.error && kernel.error->place == error.diagnostic.place;
        }))
      continue;
    Diagnostic left_out = error.diagnostic;
    left_out.severity = Severity::warning;
    left_out.id = "host-code";
    left_out.message = "left out, for it does not compile: " + left_out.message;
    left_out.hints = {"kernels, launches and instances of templates in it are not seen"};
    result.diagnostics.push_back(std::move(left_out));
    break;
  }
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
  Messages messages;
  messages.tolerant = true;
  Compiled result;
  result.context = std::make_unique<llvm::LLVMContext>();
  Sources sources;
  std::vector<std::string> missing;
  LibraryCalls calls;
  Action action(*result.context, sources, messages.errors, missing, calls);
  invoke(invocation_of(request), action, messages);
  result.module = action.takeModule();
  result.kernels = std::move(sources.kernels);
  result.templates = std::move(sources.templates);
  const bool nothing = result.kernels.empty() && result.templates.empty();
  if (messages.fatal || result.module == nullptr || (nothing && !messages.errors.all().empty()))
    throw Failure{messages.all(), 3};
  for (const auto& [name, message] : sources.broken)
    if (llvm::Function* function = result.module->getFunction(name))
      function->addFnAttr(does_not_compile, message);
  report(request, messages, missing, calls, result);
  take_functions(*result.module, request.beside, [&](const std::string& file) {
    return invocation_of({file, request.options, {}});
  });
  return result;
}

}  // namespace gpumodel::describe
