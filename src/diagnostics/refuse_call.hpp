// A call that makes no sense, or not as it stands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

[[noreturn]] inline void refuse_call(std::string_view id, std::string message,
                                     std::vector<std::string> hints) {
  throw UsageError{{.id = id, .message = std::move(message), .hints = std::move(hints)}};
}

}  // namespace gpumodel
