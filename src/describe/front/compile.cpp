#include "src/describe/front/compile.hpp"

#include <clang/Basic/Version.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/TargetSelect.h>

#include <array>

#include "src/describe/front/clang.hpp"
#include "src/describe/front/prelude.hpp"

namespace gpumodel::describe {
namespace {

// Headers of CUDA that add nothing to cuda_runtime.h here.
constexpr auto other_headers = std::to_array<std::string_view>(
    {"cuda.h", "cuda_runtime_api.h", "device_launch_parameters.h", "device_functions.h",
     "math_functions.h", "cuda_profiler_api.h", "vector_types.h", "vector_functions.h",
     "driver_types.h", "builtin_types.h", "crt/host_defines.h", "host_defines.h",
     "device_atomic_functions.h", "sm_20_atomic_functions.h", "sm_60_atomic_functions.h",
     "math_constants.h"});

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system() {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](std::string_view name, std::string_view text) {
    memory->addFile(std::string(prelude_folder) + "/" + std::string(name), 0,
                    llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(text.data(), text.size())));
  };
  for (const PreludeHeader& header : prelude_headers())
    add(std::string(header.stem) + ".h", header.text);
  for (std::string_view name : other_headers) add(name, "#include <cuda_runtime.h>\n");
  auto all =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  all->pushOverlay(memory);
  return all;
}

namespace {

// Includes that are not there are left out: often nothing of them is used in device code.
class Includes : public clang::PPCallbacks {
 public:
  explicit Includes(std::vector<std::string>& missing) : missing_(missing) {}
  bool FileNotFound(llvm::StringRef name) override {
    missing_.push_back(name.str());
    return true;
  }

 private:
  std::vector<std::string>& missing_;
};

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
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Includes>(missing_));
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
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = file_system();
  const std::vector<std::string> arguments = arguments_of(request);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());

  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::CreateInvocationOptions how;
  how.Diags = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options, &messages, false);
  how.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(pointers, std::move(how));
  if (!invocation) return false;

  auto& code = invocation->getCodeGenOpts();
  code.DisableLLVMPasses = true;
  code.OptimizationLevel = 1;
  code.UnrollLoops = true;  // else every loop would say that it must not be unrolled
#if LLVM_VERSION_MAJOR >= 17
  code.setDebugInfo(llvm::codegenoptions::LimitedDebugInfo);
#else
  code.setDebugInfo(clang::codegenoptions::LimitedDebugInfo);
#endif
  auto& front = invocation->getFrontendOpts();
  front.DisableFree = false;
  front.SkipFunctionBodies = skip_host;
  invocation->getDiagnosticOpts().ErrorLimit = 20;
  invocation->getDiagnosticOpts().ShowCarets = false;  // nor a count of warnings

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&messages, false);
  compiler.createFileManager(files);
  if (!request.instances.empty()) {
    const auto buffer = files->getBufferForFile(request.file);
    if (buffer) {
      auto extended = llvm::MemoryBuffer::getMemBufferCopy(
          (*buffer)->getBuffer().str() + uses_of(request.instances), request.file);
      invocation->getPreprocessorOpts().addRemappedFile(request.file, extended.release());
    }
  }

  result.context = std::make_unique<llvm::LLVMContext>();
  Sources sources;
  std::vector<std::string> missing;
  Action action(*result.context, sources, missing, skip_host);
  const bool good = compiler.ExecuteAction(action) && messages.all.empty();
  result.module = action.takeModule();
  result.kernels = std::move(sources.kernels);
  result.templates = std::move(sources.templates);
  result.diagnostics.clear();
  for (const std::string& name : missing)
    result.diagnostics.push_back({Severity::warning,
                                  "include-missing",
                                  "'" + name + "' was not found, and left out",
                                  {request.file, 0, 0},
                                  {},
                                  {"--compile '-I FOLDER' names its folder"}});
  return good && result.module != nullptr;
}

}  // namespace

Compiled compile(const CompileRequest& request) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
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
