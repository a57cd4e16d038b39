#include "src/view/program/html.hpp"

#include <fmt/format.h>

#include "src/view/common/term_explanation.hpp"
#include "src/view/document/document.hpp"
#include "src/view/html/report.hpp"
#include "src/view/predict/terms_picture.hpp"
#include "src/view/program/timeline_svg.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_calls = 12;  // a page of an application with hundreds stays readable

std::vector<InputFile> files_of(const ProgramAnswer& a) {
  std::vector<InputFile> files = {input(a.program.id, a.text)};
  for (const TextFile& kernel : a.kernels) files.push_back(input("kernel", kernel));
  for (const auto& [name, device] : a.devices) files.push_back(input(name, device.text));
  if (a.system) files.push_back(input("system", a.system->text));
  if (a.host) files.push_back(input("host", a.host->text));
  return files;
}

}  // namespace

void program_html(std::ostream& out, const ProgramAnswer& a, const Page& page) {
  HtmlReport html(first_paragraph(page));
  html.section("Timeline").add_timeline(timeline_picture(a));
  html.section("Numbers").add_rest(page);
  if (!a.calls.empty()) html.section("Kernels");
  for (std::size_t i = 0; i < std::min(a.calls.size(), most_calls); ++i) {
    const KernelPrediction& call = a.calls[i];
    const std::string where = call.host ? call.host->name : a.gpu().name;
    const Prediction& p = call.prediction;
    html.add(terms_picture(p.terms, call.body == TermId::none ? p.kernel : call.body,
                           call.asked.kernel().id, where));
  }
  if (a.calls.size() > most_calls) {
    html.add(Block(Paragraph{fmt::format("and {} more calls", a.calls.size() - most_calls)}));
  }
  html.section("Where the numbers come from").add_files(files_of(a));
  html.write(out);
}

}  // namespace gpumodel
