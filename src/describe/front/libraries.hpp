// Calls of libraries whose kernels are not in the file: named, with their arguments, as what is not
// predicted.
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <string>
#include <vector>

#include "src/describe/diagnostic.hpp"

namespace gpumodel::describe {

struct LibraryCall {
  std::string text;  // "cublasSgemm(handle, CUBLAS_OP_N, ...)"
  Place place;
};

// Sees the tokens of the file as they are after preprocessing, so that code that does not compile
// without the library's headers is seen too.
class LibraryCalls {
 public:
  void watch(clang::Preprocessor& preprocessor);
  // At the end of the file, while clang still knows its lines.
  void settle();
  const std::vector<LibraryCall>& found() const { return found_; }

 private:
  struct Token {
    std::string text;
    clang::SourceLocation at;
    bool space_before;
  };
  std::size_t end_of(std::size_t open) const;  // of the parenthesis or angle bracket there
  std::string text(std::size_t first, std::size_t last) const;

  const clang::SourceManager* sources_ = nullptr;
  std::vector<Token> tokens_;
  std::vector<LibraryCall> found_;
};

}  // namespace gpumodel::describe
