#include <fmt/format.h>

#include <ostream>

#include "src/view/gate/page.hpp"
#include "src/view/gate/words.hpp"

namespace gpumodel {
namespace {

std::string escaped(const std::string& text, bool property) {
  std::string all;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    all += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return all;
}

}  // namespace

void write_annotations(std::ostream& out, const GateAnswer& answer, bool strict) {
  for (const GateCheck& check : answer.checks) {
    if (!is_failure(check, strict) && check.certain) continue;
    out << fmt::format("::{} file={},line={},title={}::{}\n",
                       is_failure(check, strict) ? "error" : "notice", escaped(check.file, true),
                       check.line,
                       escaped(check.asked.name + ": " + verdict_text(check, true), true),
                       escaped(check_sentence(check), false));
  }
  if (answer.model_changed()) {
    out << "::notice title=model changed::the baseline's kernels were predicted anew\n";
  }
}

}  // namespace gpumodel
