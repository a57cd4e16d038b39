#include "src/view/validate/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <tuple>

#include "src/io/text/format.hpp"
#include "src/view/common/html.hpp"
#include "src/view/html/report.hpp"
#include "src/view/picture/plot.hpp"
#include "src/view/validate/marks.hpp"
#include "src/view/validate/page.hpp"

namespace gpumodel {
namespace {

// Whole decades that hold every time, measured and predicted.
Axis decades(const std::vector<JudgedPoint>& points, const char* label) {
  double least = 1e300, most = 0.0;
  for (const JudgedPoint& judged : points) {
    if (!judged.answer || !judged.point.time) continue;
    least = std::min({least, judged.answer->time_s, judged.point.time->median_s});
    most = std::max({most, judged.answer->time_s, judged.point.time->median_s});
  }
  if (most == 0.0) std::tie(least, most) = std::pair(1e-6, 1e-3);
  return Axis::around(label, least, most, true, Seconds::dim);
}

// Of more points the page would be too large to send if each said all.
constexpr std::size_t most_hovers = 600;

std::string hover_text(const JudgedPoint& judged, bool in_full) {
  const Point& point = judged.point;
  if (!in_full) {
    return fmt::format("{}\n{}", point.kernel, format_error(*judged.relative_error()));
  }
  std::string text =
      fmt::format("{} {}, {} L2\n{}\npredicted {}, measured {}: {}\nbound by {}", point.kernel,
                  to_string(point.backend), to_string(point.cache), parameter_text(point),
                  format_time({judged.answer->time_s}), format_time({point.time->median_s}),
                  format_error(*judged.relative_error()), judged.answer->bound);
  for (const std::string& doubt : judged.doubts) text += "\n" + doubt;
  if (!judged.counts) text += "\ndoes not count: " + judged.sets.front();
  return text;
}

// Where predicted is `ratio` times measured, clipped to the picture.
std::vector<PlotPoint> line_at(const Axis& axis, double ratio) {
  const double from = std::max(axis.from, axis.from / ratio);
  const double to = std::min(axis.to, axis.to / ratio);
  return {{from, from * ratio}, {to, to * ratio}};
}

}  // namespace

Picture validate_picture(const ValidateAnswer& answer) {
  constexpr double size = 560;
  std::set<std::string> devices;
  for (const ValidateRun& run : answer.runs) {
    if (run.device) devices.insert(run.gpu() != nullptr ? run.gpu()->name : run.cpu()->name);
  }
  std::string settings = fmt::format("model {}", answer.model->name);
  for (const std::string& device : devices) settings += "; " + device;
  Picture picture(850, validate_headline(answer), settings);
  const PlotArea area{.left = 80, .top = picture.bottom() + 12, .width = size, .height = size};
  const Axis axis = decades(answer.points, "measured");
  Plot plot(picture, area, axis, decades(answer.points, "predicted"));
  const Look band{5};
  for (const double error : {0.25, 0.10}) {
    plot.band(line_at(axis, 1.0 - error), line_at(axis, 1.0 + error), band);
  }
  plot.line(line_at(axis, 1.0), {0});
  const Marks marks(answer.points);
  for (const JudgedPoint& judged : answer.points) {
    if (!judged.answer || !judged.point.time) continue;
    plot.mark({judged.point.time->median_s, judged.answer->time_s}, marks.look(judged),
              hover_text(judged, answer.points.size() <= most_hovers),
              "data-kernel=\"" + html_escaped(judged.point.kernel) + '"', marks.path(judged));
  }
  std::vector<LegendEntry> legend = marks.legend();
  using Kind = LegendEntry::Kind;
  legend.insert(legend.end(), {{Kind::line, {0}, "predicted = measured"},
                               {Kind::band, band, "within 10 and 25 %"}});
  picture.legend(area.left + size + 20, area.top + 6, legend);
  return picture;
}

void validate_html(std::ostream& out, const ValidateAnswer& answer, const Page& page) {
  HtmlReport html(first_paragraph(page));
  html.section("Predicted against measured").add(validate_picture(answer));
  html.add(Block(Paragraph{"Dots of one kernel stand out together under the pointer."}));
  html.section("Numbers").add_rest(page);
  std::vector<InputFile> files;
  for (const ValidateRun& run : answer.runs) {
    if (run.record) files.push_back(*run.record);
    if (run.device)
      files.push_back({run.device_id(), run.device->text.shown, run.device->text.sha256, {}});
  }
  html.section("Where the numbers come from").add_files(files);
  html.write(out);
}

}  // namespace gpumodel
