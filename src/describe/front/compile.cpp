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
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <array>

#include "src/describe/front/libraries.hpp"
#include "src/describe/front/prelude.hpp"
#include "src/describe/front/source_errors.hpp"

namespace gpumodel::describe {
namespace {

constexpr std::string_view prelude_folder = "/gpumodel-prelude";
// Headers of CUDA that add nothing to one of ours.
constexpr auto other_headers = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"cuda.h", "cuda_runtime.h"},
     {"cuda_runtime_api.h", "cuda_runtime.h"},
     {"device_launch_parameters.h", "cuda_runtime.h"},
     {"device_functions.h", "cuda_runtime.h"},
     {"math_functions.h", "cuda_runtime.h"},
     {"cuda_profiler_api.h", "cuda_runtime.h"},
     {"vector_types.h", "cuda_runtime.h"},
     {"vector_functions.h", "cuda_runtime.h"},
     {"driver_types.h", "cuda_runtime.h"},
     {"builtin_types.h", "cuda_runtime.h"},
     {"texture_types.h", "cuda_runtime.h"},
     {"texture_fetch_functions.h", "cuda_runtime.h"},
     {"surface_types.h", "cuda_runtime.h"},
     {"crt/host_defines.h", "cuda_runtime.h"},
     {"host_defines.h", "cuda_runtime.h"},
     {"device_atomic_functions.h", "cuda_runtime.h"},
     {"sm_20_atomic_functions.h", "cuda_runtime.h"},
     {"sm_60_atomic_functions.h", "cuda_runtime.h"},
     {"cooperative_groups/reduce.h", "cooperative_groups.h"},
     {"cooperative_groups/scan.h", "cooperative_groups.h"},
     {"cufft.h", "cuComplex.h"},
     {"cufftXt.h", "cuComplex.h"},
     {"curand.h", "curand_kernel.h"}});

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system() {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](std::string_view name, std::string_view text) {
    memory->addFile(std::string(prelude_folder) + "/" + std::string(name), 0,
                    llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(text.data(), text.size())));
  };
  for (const PreludeHeader& header : prelude_headers())
    add(std::string(header.stem) + ".h", header.text);
  static const auto forwards = [] {
    std::vector<std::string> all;
    for (const auto& [name, ours] : other_headers)
      all.push_back("#include <" + std::string(ours) + ">\n");
    return all;
  }();
  for (std::size_t i = 0; i < forwards.size(); ++i) add(other_headers[i].first, forwards[i]);
  auto all =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  all->pushOverlay(memory);
  return all;
}

// Keeps clang's messages with their places. An error does not stop the others: what has none is
// compiled all the same.
class Messages : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error) return;  // the compiler's taste is not ours
    Diagnostic diagnostic{.id = "source-error"};
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    diagnostic.message = text.str().str();
    clang::SourceLocation where;
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::SourceManager& sources = info.getSourceManager();
      const clang::PresumedLoc at = sources.getPresumedLoc(info.getLocation());
      diagnostic.place = {at.getFilename(), at.getLine(), at.getColumn()};
      where = sources.getExpansionLoc(info.getLocation());
      const char* begin =
          sources.getCharacterData(where) - (sources.getExpansionColumnNumber(where) - 1);
      diagnostic.source_line =
          llvm::StringRef(begin).take_until([](char c) { return c == '\n'; }).str();
    }
    // Of headers of the system that do not compile nothing can be trusted.
    const bool of_system = where.isValid() && info.getSourceManager().isInSystemHeader(where) &&
                           !diagnostic.place.file.starts_with(prelude_folder);
    fatal = fatal || of_system || level == clang::DiagnosticsEngine::Fatal || where.isInvalid();
    errors.add(std::move(diagnostic), where);
    if (!fatal) const_cast<clang::DiagnosticsEngine*>(info.getDiags())->Reset(true);
  }
  SourceErrors errors;
  bool fatal = false;
};

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
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Includes>(missing_));
    calls_.watch(compiler.getPreprocessor());
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

 private:
  Sources& sources_;
  SourceErrors& errors_;
  std::vector<std::string>& missing_;
  LibraryCalls& calls_;
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
                                  "-Wno-c++11-narrowing",  // nvcc takes both
                                  "-Wno-register",
                                  "-Xclang",
                                  "-fnative-half-type",
                                  "-Xclang",
                                  "-fnative-half-arguments-and-returns",
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

// `__shared__ alignas(16) float a[4]`, which nvcc takes: clang wants the alignment first.
std::string with_alignment_first(std::string text) {
  for (std::size_t at = 0; (at = text.find("__shared__", at)) != std::string::npos;) {
    std::size_t first = at;
    at += 10;
    const std::size_t next = text.find_first_not_of(" \t", at);
    if (next == std::string::npos || text.compare(next, 8, "alignas(") != 0) continue;
    std::size_t end = next + 7;
    for (int depth = 0; end < text.size(); ++end) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (end >= text.size()) break;
    constexpr std::string_view before = "extern ";
    if (first >= before.size() && text.compare(first - before.size(), before.size(), before) == 0)
      first -= before.size();
    std::rotate(text.begin() + static_cast<std::ptrdiff_t>(first),
                text.begin() + static_cast<std::ptrdiff_t>(next),
                text.begin() + static_cast<std::ptrdiff_t>(end) + 1);
  }
  return text;
}

std::shared_ptr<clang::CompilerInvocation> invocation_of(
    const CompileRequest& request, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
    Messages& messages) {
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
  if (!invocation) return nullptr;

  auto& code = invocation->getCodeGenOpts();
  code.DisableLLVMPasses = true;
  code.OptimizationLevel = 1;
  code.UnrollLoops = true;  // else every loop would say that it must not be unrolled
#if LLVM_VERSION_MAJOR >= 17
  code.setDebugInfo(llvm::codegenoptions::LimitedDebugInfo);
#else
  code.setDebugInfo(clang::codegenoptions::LimitedDebugInfo);
#endif
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ErrorLimit = 0;
  invocation->getDiagnosticOpts().ShowCarets = false;  // nor a count of warnings
  if (const auto buffer = files->getBufferForFile(request.file)) {
    const std::string original = (*buffer)->getBuffer().str();
    std::string text = with_alignment_first(original);
    if (!request.instances.empty()) text += uses_of(request.instances);
    if (text != original)
      invocation->getPreprocessorOpts().addRemappedFile(
          request.file, llvm::MemoryBuffer::getMemBufferCopy(text, request.file).release());
  }
  return invocation;
}

void report(const CompileRequest& request, const Messages& messages,
            const std::vector<std::string>& missing, const LibraryCalls& calls, Compiled& result) {
  for (const std::string& name : missing)
    result.diagnostics.push_back({Severity::warning,
                                  "include-missing",
                                  "'" + name + "' was not found, and left out",
                                  {request.file, 0, 0},
                                  {},
                                  {"--compile '-I FOLDER' names its folder"}});
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

Compiled compile(const CompileRequest& request) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  Messages messages;
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = file_system();
  const auto invocation = invocation_of(request, files, messages);
  Compiled result;
  result.context = std::make_unique<llvm::LLVMContext>();
  Sources sources;
  std::vector<std::string> missing;
  LibraryCalls calls;
  Action action(*result.context, sources, messages.errors, missing, calls);
  clang::CompilerInstance compiler;
  if (invocation) {
    compiler.setInvocation(invocation);
    compiler.createDiagnostics(&messages, false);
    compiler.createFileManager(files);
    compiler.ExecuteAction(action);
    result.module = action.takeModule();
  }
  result.kernels = std::move(sources.kernels);
  result.templates = std::move(sources.templates);
  const bool nothing = result.kernels.empty() && result.templates.empty();
  if (messages.fatal || result.module == nullptr || (nothing && !messages.errors.all().empty())) {
    Failure failure{{}, 3};
    for (const SourceError& error : messages.errors.all())
      failure.diagnostics.push_back(error.diagnostic);
    throw failure;
  }
  for (const auto& [name, message] : sources.broken)
    if (llvm::Function* function = result.module->getFunction(name))
      function->addFnAttr(does_not_compile, message);
  report(request, messages, missing, calls, result);
  return result;
}

}  // namespace gpumodel::describe
