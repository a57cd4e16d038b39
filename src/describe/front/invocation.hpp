// clang as a library: one file through one action.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "src/describe/front/source_errors.hpp"

namespace gpumodel::describe {

constexpr std::string_view prelude_folder = "/gpumodel-prelude";

// The files of the machine, and the headers of the program in the folder above.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_with_prelude();

// Keeps clang's messages with their places.
class Messages : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;
  std::vector<Diagnostic> all() const;  // once for all instances of a template
  SourceErrors errors;
  bool tolerant =
      false;  // an error does not stop the others: what has none is compiled all the same
  bool fatal = false;
};

// Includes that are not there are left out; the action calls it before it begins.
void collect_missing_includes(clang::CompilerInstance& compiler, std::vector<std::string>& missing);
// Warnings that name them.
std::vector<Diagnostic> missing_includes(const std::string& file,
                                         const std::vector<std::string>& missing);

struct Invocation {
  std::vector<std::string> arguments;  // as of clang++, the file last
  std::string file;
  std::map<std::string, std::string> texts;  // in place of what files hold; empty: as it is
  // What its command line does not say; without: an unoptimised module that keeps every loop.
  std::function<void(clang::CompilerInvocation&)> choose{};
};
// Of CUDA as nvcc takes it: for the device or the host, then the user's.
std::vector<std::string> cuda_arguments(const std::vector<std::string>& side,
                                        const std::vector<std::string>& options,
                                        const std::string& file);
// Of C, which is compiled as such where it has nothing of CUDA.
std::vector<std::string> c_arguments(const std::vector<std::string>& options,
                                     const std::string& file);
// Whether the file compiles. Clang goes on behind errors, which it does not everywhere survive:
// then throws Failure with what it said before.
bool invoke(const Invocation& invocation, clang::FrontendAction& action, Messages& messages);

}  // namespace gpumodel::describe
