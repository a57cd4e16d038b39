#include <gpumodel/error.hpp>

#include <sstream>

#include "src/api/guard.hpp"
#include "src/app/common/caught_faults.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
inline namespace v1 {
namespace {

Weight weight_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Weight::error;
    case Severity::warning:
      return Weight::warning;
    case Severity::note:
      break;
  }
  return Weight::note;
}

std::string text_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& one : findings) text += one.text;
  return text;
}

Error::Kind kind_of(CaughtFaults::In in) {
  if (in == CaughtFaults::In::call) return Error::Kind::call;
  return in == CaughtFaults::In::input ? Error::Kind::input : Error::Kind::internal;
}

}  // namespace

Error::Error(Kind kind, std::vector<Finding> findings)
    : std::runtime_error(text_of(findings)),
      kind_(kind),
      findings_(std::make_shared<const std::vector<Finding>>(std::move(findings))) {}
Error::Error(const Error&) noexcept = default;
Error& Error::operator=(const Error&) noexcept = default;
Error::~Error() = default;

std::vector<Finding> findings_of(std::span<const Diagnostic> diagnostics) {
  std::vector<Finding> all;
  for (const Diagnostic& d : diagnostics) {
    std::ostringstream text;
    render_diagnostic(text, d, false);
    all.push_back({weight_of(d.severity), std::string(d.id), d.message, d.file, d.line, d.column,
                   d.hints, std::move(text).str()});
  }
  return all;
}

void throw_error() {
  const CaughtFaults caught = caught_faults();
  throw Error(kind_of(caught.in), findings_of(caught.found));
}

}  // namespace v1
}  // namespace gpumodel
