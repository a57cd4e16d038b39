#include <fmt/format.h>

#include <ostream>

#include "src/view/gate/page.hpp"
#include "src/view/gate/words.hpp"

namespace gpumodel {
namespace {

// Of an attribute or of text. Characters that XML has no way to write are left out.
std::string xml(const std::string& text) {
  std::string all;
  for (const char c : text) {
    switch (c) {
      case '&':
        all += "&amp;";
        break;
      case '<':
        all += "&lt;";
        break;
      case '>':
        all += "&gt;";
        break;
      case '"':
        all += "&quot;";
        break;
      case '\n':
        all += "&#10;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) all += c;
    }
  }
  return all;
}

}  // namespace

void write_junit(std::ostream& out, const GateAnswer& answer, bool strict) {
  std::size_t failures = 0;
  for (const GateCheck& check : answer.checks) failures += is_failure(check, strict) ? 1U : 0U;
  const std::string suite = xml(answer.ask.budgets.name);
  out << R"(<?xml version="1.0" encoding="UTF-8"?>)" << '\n'
      << fmt::format(R"(<testsuites><testsuite name="{}" tests="{}" failures="{}" errors="0">)",
                     suite, answer.checks.size(), failures)
      << '\n';
  for (const GateCheck& check : answer.checks) {
    // Times of test cases are those of running them: none is run.
    out << fmt::format(R"(<testcase classname="{}" name="{}" file="{}" line="{}">)", suite,
                       xml(check.asked.name), xml(check.file), check.line);
    const std::string sentence = xml(check_sentence(check));
    if (is_failure(check, strict)) {
      out << fmt::format(R"(<failure type="{}" message="{}"/>)", xml(verdict_text(check, strict)),
                         sentence);
    } else {
      out << "<system-out>" << sentence << "</system-out>";
    }
    out << "</testcase>\n";
  }
  out << "</testsuite></testsuites>\n";
}

}  // namespace gpumodel
