// Any text is a finite quantity or an ExpressionError that points into it.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/io/text/quantity.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const gpumodel::ParsedQuantity quantity = gpumodel::parse_quantity(text);
    if (!std::isfinite(quantity.si)) std::abort();
    if (gpumodel::describe(quantity.dim).empty()) std::abort();
  } catch (const gpumodel::ExpressionError& error) {
    if (error.message.empty() || error.column > size || error.length < 1) std::abort();
    if (error.column + error.length > size + 1) std::abort();
  }
  return 0;
}
