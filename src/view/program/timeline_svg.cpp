#include "src/view/program/timeline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <vector>

#include "src/io/text/format.hpp"
#include "src/view/common/html.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

constexpr double left = 90, top = 50, width = 800, row_height = 30, bar_height = 22;
constexpr std::size_t most_bars = 20000;

// Colours that differ in lightness too, by kind of activity.
std::string_view colour_of(ActivityKind kind) {
  static constexpr std::array<std::string_view, activity_kinds> colours = {
      "#999999", "#666666", "#8a8a5c", "#b39ddb", "#d4a6c8", "#cccccc", "#4e79a7",
      "#f28e2b", "#f7c08a", "#59a14f", "#af7aa1", "#9c755f", "#eeeeee"};
  return colours[static_cast<std::size_t>(kind)];
}

std::vector<std::size_t> drawn_tasks(const Forecast& f) {
  std::vector<std::size_t> tasks;
  const auto length = [&](std::size_t i) { return f.times[i].end - f.times[i].start; };
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    if (length(i) > 0.0) tasks.push_back(i);
  }
  if (tasks.size() > most_bars) {
    std::ranges::nth_element(tasks, tasks.begin() + most_bars, std::greater(), length);
    tasks.resize(most_bars);
    std::ranges::sort(tasks);
  }
  return tasks;
}

std::string hover(const Forecast& f, std::size_t task) {
  const Activity& activity = f.timeline.activities[task];
  const TaskTime& time = f.times[task];
  std::string text = activity_name(f.timeline, activity.kind, activity.step);
  if (activity.chunk != nothing) text += fmt::format(", chunk {}", activity.chunk);
  if (activity.stream != nothing) text += fmt::format(", stream {}", activity.stream);
  return text + fmt::format(": {}, from {}", format_time(Seconds{time.end - time.start}),
                            format_time(Seconds{time.start}));
}

void draw_axis(std::ostream& out, double whole, double bottom) {
  for (int i = 0; i <= 4; ++i) {
    const double x = left + width * i / 4;
    out << fmt::format(
        "<path d=\"M{0:.1f} {1}V{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">{4}</text>\n",
        x, top - 6, bottom, bottom + 16, format_time(Seconds{whole * i / 4}));
  }
}

}  // namespace

void timeline_svg(std::ostream& out, const Forecast& f, const std::string& title) {
  std::map<EngineId, double> rows;
  for (const EngineUse& use : f.engines) {
    rows[use.engine] = top + row_height * static_cast<double>(rows.size());
  }
  const double bottom = top + row_height * static_cast<double>(rows.size());
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"black\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{3}\" y=\"24\" font-size=\"14\">{2}</text>\n",
      left + width + 40, bottom + 30, html_escaped(title), left);
  draw_axis(out, f.time_s, bottom);
  for (const auto& [engine, y] : rows) {
    out << fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 8,
                       y + 15, html_escaped(engine_name(f.timeline, engine)));
  }
  const double scale = f.time_s > 0.0 ? width / f.time_s : 0.0;
  for (const std::size_t i : drawn_tasks(f)) {
    const TaskTime& time = f.times[i];
    const auto row = rows.find(drawn_on(f.timeline, static_cast<TaskId>(i)));
    if (row == rows.end()) continue;
    out << fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" fill=\"{}\" "
        "stroke=\"white\" stroke-width=\"0.4\"><title>{}</title></rect>\n",
        left + time.start * scale, row->second, std::max(0.3, (time.end - time.start) * scale),
        bar_height, colour_of(f.timeline.activities[i].kind), html_escaped(hover(f, i)));
  }
  out << "</svg>\n";
}

}  // namespace gpumodel
