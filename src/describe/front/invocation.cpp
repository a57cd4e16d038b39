#include "src/describe/front/invocation.hpp"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>

#include <array>

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

// Often nothing of them is used in device code.
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

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_with_prelude() {
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

void Messages::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                const clang::Diagnostic& info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level < clang::DiagnosticsEngine::Error) return;  // the compiler's taste is not ours
  Diagnostic diagnostic{.id = "source-error"};
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  diagnostic.message = text.str().str();
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::SourceManager& sources = info.getSourceManager();
    const clang::PresumedLoc at = sources.getPresumedLoc(info.getLocation());
    diagnostic.place = {at.getFilename(), at.getLine(), at.getColumn()};
    const clang::SourceLocation spelled = sources.getExpansionLoc(info.getLocation());
    const char* begin =
        sources.getCharacterData(spelled) - (sources.getExpansionColumnNumber(spelled) - 1);
    diagnostic.source_line =
        llvm::StringRef(begin).take_until([](char c) { return c == '\n'; }).str();
  }
  all.push_back(std::move(diagnostic));
}

void collect_missing_includes(clang::CompilerInstance& compiler,
                              std::vector<std::string>& missing) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Includes>(missing));
}

std::vector<Diagnostic> missing_includes(const std::string& file,
                                         const std::vector<std::string>& missing) {
  std::vector<Diagnostic> all;
  for (const std::string& name : missing)
    all.push_back({Severity::warning,
                   "include-missing",
                   "'" + name + "' was not found, and left out",
                   {file, 0, 0},
                   {},
                   {"--compile '-I FOLDER' names its folder"}});
  return all;
}

bool invoke(const Invocation& invocation, clang::FrontendAction& action, Messages& messages) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = files_with_prelude();
  std::vector<const char*> pointers;
  for (const std::string& argument : invocation.arguments) pointers.push_back(argument.c_str());

  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::CreateInvocationOptions how;
  how.Diags = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options, &messages, false);
  how.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> made =
      clang::createInvocation(pointers, std::move(how));
  if (!made) return false;

  auto& code = made->getCodeGenOpts();
  code.DisableLLVMPasses = true;
  code.OptimizationLevel = 1;
  code.UnrollLoops = true;  // else every loop would say that it must not be unrolled
#if LLVM_VERSION_MAJOR >= 17
  code.setDebugInfo(llvm::codegenoptions::LimitedDebugInfo);
#else
  code.setDebugInfo(clang::codegenoptions::LimitedDebugInfo);
#endif
  auto& front = made->getFrontendOpts();
  front.DisableFree = false;
  front.SkipFunctionBodies = invocation.skip_bodies;
  made->getDiagnosticOpts().ErrorLimit = 20;
  made->getDiagnosticOpts().ShowCarets = false;  // nor a count of warnings

  clang::CompilerInstance compiler;
  compiler.setInvocation(made);
  compiler.createDiagnostics(&messages, false);
  compiler.createFileManager(files);
  if (!invocation.text.empty())
    made->getPreprocessorOpts().addRemappedFile(
        invocation.file,
        llvm::MemoryBuffer::getMemBufferCopy(invocation.text, invocation.file).release());
  return compiler.ExecuteAction(action) && messages.all.empty();
}

}  // namespace gpumodel::describe
