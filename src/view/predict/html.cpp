#include "src/view/predict/html.hpp"

#include <fmt/format.h>

#include "src/view/coalesce/picture.hpp"
#include "src/view/common/term_explanation.hpp"
#include "src/view/document/document.hpp"
#include "src/view/html/report.hpp"
#include "src/view/occupancy/curve.hpp"
#include "src/view/predict/terms_picture.hpp"
#include "src/view/roofline/page.hpp"
#include "src/view/roofline/picture.hpp"

namespace gpumodel {
namespace {

std::string terms_settings(const PredictAnswer& a) {
  std::string text = fmt::format("{}; model {}; L2 {}", a.ask.gpu().name, a.ask.model->name,
                                 to_string(a.ask.cache));
  const auto& parameters = a.kernel().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += fmt::format("; {} = {}", parameters[i].name, to_string(a.values()[i]));
  }
  return text;
}

std::vector<InputFile> files_of(const PredictAnswer& a) {
  std::vector<InputFile> files = {input(a.kernel().id, a.ask.kernel->text),
                                  input(a.ask.gpu().id, *a.ask.device)};
  if (a.ask.host) files.push_back(input(a.ask.cpu()->id, *a.ask.host));
  if (a.ask.compiled) files.push_back(a.ask.compiled->file);
  return files;
}

}  // namespace

void predict_html(std::ostream& out, const PredictAnswer& a, const PredictReport& report,
                  const Page& page) {
  const Prediction& p = a.prediction;
  HtmlReport html(first_paragraph(page));
  html.section("Terms").add(terms_picture(
      p.terms, p.kernel, "What the time of " + a.kernel().id + " is made of", terms_settings(a)));
  html.section("Roofline").add(roofline_picture(report.roofline));
  html.add_tables(roofline_page(report.roofline));
  if (report.curve) {
    html.section("Occupancy").add(occupancy_picture(*report.curve, report.threads));
  }
  if (report.lanes && report.lanes->drawn) {
    html.section("Accesses").add(coalesce_picture(picture_of(*report.lanes)));
  }
  html.section("Numbers").add_rest(page);
  Preformatted origins;
  append_explanation(p.terms, p.kernel, "", origins.lines);
  html.section("Where the numbers come from").add_files(files_of(a)).add(Block(std::move(origins)));
  html.write(out);
}

}  // namespace gpumodel
