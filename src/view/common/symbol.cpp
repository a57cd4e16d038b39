#include "src/view/common/symbol.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace gpumodel {

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : symbol;
}

}  // namespace gpumodel
