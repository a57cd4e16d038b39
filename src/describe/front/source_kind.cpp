#include "src/describe/front/source_kind.hpp"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

namespace gpumodel::describe {

bool is_host_source(const std::string& file) {
  const std::string ending = file.substr(std::min(file.rfind('.'), file.size()));
  if (ending == ".cu" || ending == ".cuh") return false;
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) return false;
  llvm::StringRef rest = (*buffer)->getBuffer();
  while (rest.contains("__global__")) {  // a kernel, unless it stands in a comment
    const std::size_t kernel = rest.find("__global__");
    const std::size_t line = rest.find("//"), block = rest.find("/*");
    const std::size_t comment = std::min(line, block);
    if (comment > kernel) return false;
    const std::size_t end = rest.find(line < block ? "\n" : "*/", comment + 2);
    rest = rest.drop_front(std::min(end, rest.size()));
  }
  return true;
}

}  // namespace gpumodel::describe
