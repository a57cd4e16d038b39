// What every run of clang here shares: where its files are, and its messages.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <string_view>
#include <vector>

#include "src/describe/diagnostic.hpp"

namespace gpumodel::describe {

inline constexpr std::string_view prelude_folder = "/gpumodel-prelude";

// The machine's files, and headers in place of CUDA's.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system();

// Keeps clang's messages with their places.
class Messages : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;
  std::vector<Diagnostic> all;
};

}  // namespace gpumodel::describe
