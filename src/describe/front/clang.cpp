#include "src/describe/front/clang.hpp"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>

namespace gpumodel::describe {

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
  // Once for all instances of a template.
  const bool again = std::any_of(all.begin(), all.end(), [&](const Diagnostic& known) {
    return known.message == diagnostic.message && known.place.file == diagnostic.place.file &&
           known.place.line == diagnostic.place.line;
  });
  if (!again) all.push_back(std::move(diagnostic));
}

}  // namespace gpumodel::describe
