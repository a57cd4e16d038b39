#include "src/app/common/usable_time.hpp"

#include <cmath>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void refuse_time(std::string message, std::string hint, const TextFile& text) {
  Diagnostic fault{.id = "time-unusable", .message = std::move(message), .file = text.shown};
  fault.hints = {std::move(hint)};
  throw InputError{{std::move(fault)}};
}

void require_finite(double seconds, const TextFile& text) {
  if (std::isfinite(seconds) && seconds >= 0.0) return;
  refuse_time("takes longer than can be computed", "are its sizes and counts what they should be?",
              text);
}

}  // namespace

void require_usable(const Estimate<Seconds>& kernel, const TextFile& text) {
  for (const Seconds end : {kernel.value, kernel.low, kernel.high}) require_finite(end.si, text);
}

void require_usable(double program_s, const TextFile& text) {
  require_finite(program_s, text);
  if (program_s > 0.0) return;
  refuse_time("does nothing that takes time at these parameters",
              "is a size, or a number of repetitions, 0?", text);
}

}  // namespace gpumodel
