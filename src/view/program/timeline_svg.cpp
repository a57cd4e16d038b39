#include "src/view/program/timeline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "src/io/text/format.hpp"
#include "src/view/picture/plot.hpp"
#include "src/view/program/page.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

constexpr double left = 110, width = 800, row_height = 28, bar_height = 22;
constexpr double thinnest = 1.0;  // pixels; what is thinner may be drawn together with its kind
constexpr std::size_t most_stream_rows = 32;

// Neighbours on a row are told apart first: copies in, kernels, copies out, the host.
Look look_of(ActivityKind kind) {
  static constexpr std::array<std::size_t, activity_kinds> looks = {6, 14, 11, 4, 12, 13, 0,
                                                                    1, 9,  2,  3, 5,  7};
  return {looks[static_cast<std::size_t>(kind)]};
}

// Streams hold what devices do; the host's part in it is in the host's row.
bool is_in_stream(ActivityKind kind) {
  return is_copy(kind) || kind == ActivityKind::kernel || kind == ActivityKind::last_blocks;
}

struct TimelineRow {
  std::string name;
  std::vector<TaskId> tasks;  // by their start
};

struct TimelineBar {
  TaskId first = 0;
  std::size_t tasks = 1;
  double start = 0.0, end = 0.0;  // s
};

std::vector<TimelineRow> rows_of(const Forecast& f, std::size_t& left_out) {
  std::map<EngineId, TimelineRow> engines;
  std::map<std::pair<std::int32_t, std::int32_t>, TimelineRow> streams;
  for (const EngineUse& use : f.engines) {
    engines[use.engine].name = engine_name(f.timeline, use.engine);
  }
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    if (f.times[i].end <= f.times[i].start) continue;
    const auto task = static_cast<TaskId>(i);
    const Activity& activity = f.timeline.activities[i];
    const auto engine = engines.find(drawn_on(f.timeline, task));
    if (engine != engines.end()) engine->second.tasks.push_back(task);
    if (activity.stream == nothing || !is_in_stream(activity.kind)) continue;
    TimelineRow& row = streams[{activity.device, activity.stream}];
    if (row.tasks.empty()) {
      row.name = f.timeline.devices > 1 ? std::to_string(activity.device) + " " : std::string();
      row.name += "stream " + std::to_string(activity.stream);
    }
    row.tasks.push_back(task);
  }
  std::vector<TimelineRow> rows;
  for (auto& [id, row] : engines) rows.push_back(std::move(row));
  left_out = streams.size() > most_stream_rows ? streams.size() - most_stream_rows : 0;
  std::size_t drawn = 0;
  for (auto& [id, row] : streams) {
    if (streams.size() > 1 && drawn++ < most_stream_rows) rows.push_back(std::move(row));
  }
  for (TimelineRow& row : rows) {
    std::ranges::stable_sort(
        row.tasks, {}, [&](TaskId task) { return f.times[static_cast<std::size_t>(task)].start; });
  }
  return rows;
}

std::vector<TimelineBar> bars_of(const Forecast& f, const TimelineRow& row, double scale) {
  std::vector<TimelineBar> bars;
  const auto kind = [&](TaskId task) {
    return f.timeline.activities[static_cast<std::size_t>(task)].kind;
  };
  std::map<ActivityKind, std::size_t> last;  // bar of each kind
  for (const TaskId task : row.tasks) {
    const TaskTime& time = f.times[static_cast<std::size_t>(task)];
    const auto before = last.find(kind(task));
    if (before != last.end() && (time.end - time.start) * scale < thinnest) {
      TimelineBar& bar = bars[before->second];
      const bool is_thin = bar.tasks > 1 || (bar.end - bar.start) * scale < thinnest;
      if (is_thin && (time.start - bar.end) * scale < thinnest / 2) {
        bar.end = std::max(bar.end, time.end);
        ++bar.tasks;
        continue;
      }
    }
    last[kind(task)] = bars.size();
    bars.push_back({task, 1, time.start, time.end});
  }
  return bars;
}

std::string hover(const Forecast& f, const TimelineBar& bar) {
  const Activity& activity = f.timeline.activities[static_cast<std::size_t>(bar.first)];
  std::string text = bar.tasks == 1 ? activity_name(f.timeline, activity.kind, activity.step)
                                    : counted(bar.tasks, "task") + ", first " +
                                          activity_name(f.timeline, activity.kind, activity.step);
  if (activity.chunk != nothing) text += fmt::format(", chunk {}", activity.chunk);
  if (activity.stream != nothing) text += fmt::format(", stream {}", activity.stream);
  return text + fmt::format(": {}, from {}", format_time(Seconds{bar.end - bar.start}),
                            format_time(Seconds{bar.start}));
}

// Bars stand in a part of their own, with their place as numbers: a page can stretch it.
void draw_row(Picture& picture, const Forecast& f, const TimelineRow& row, double y, double scale) {
  for (const TimelineBar& bar : bars_of(f, row, scale)) {
    const Activity& activity = f.timeline.activities[static_cast<std::size_t>(bar.first)];
    const double x = bar.start * scale, wide = (bar.end - bar.start) * scale;
    const Look look = look_of(activity.kind);
    const bool thin = wide < 3 || bar.tasks > 1;
    picture.box(x, y, std::max(0.6, wide), bar_height, thin ? "thin " + look.fill() : look.area(),
                hover(f, bar), fmt::format("data-x=\"{:.3f}\" data-w=\"{:.3f}\"", x, wide));
    const std::string label = activity_name(f.timeline, activity.kind, activity.step);
    const double needs = 7.0 * static_cast<double>(label.size()) + 8;
    if (thin || wide < 20) continue;
    picture.text(x + 4, y + 15, label, Anchor::start, "text",
                 fmt::format("data-x=\"{:.3f}\" data-w=\"{:.3f}\" data-needs=\"{:.0f}\"{}", x, wide,
                             needs, needs > wide ? " visibility=\"hidden\"" : ""));
  }
}

std::string timeline_settings(const ProgramAnswer& a) {
  std::string text =
      fmt::format("model {}; {}", a.model->name, counted(a.forecast.times.size(), "task"));
  for (std::size_t i = 0; i < a.program.parameters.size(); ++i) {
    text += fmt::format("; {} = {}", a.program.parameters[i].name, to_string(a.values[i]));
  }
  return text;
}

}  // namespace

Picture timeline_picture(const ProgramAnswer& answer) {
  const Forecast& f = answer.forecast;
  Picture picture(left + width + 40, program_headline(answer), timeline_settings(answer));
  std::size_t left_out = 0;
  const std::vector<TimelineRow> rows = rows_of(f, left_out);
  const double top = picture.bottom() + 14;
  const double height = row_height * static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  const double whole = f.time_s > 0.0 ? f.time_s : 1.0, scale = width / whole;
  for (double tick : Axis{"time", 0.0, whole}.ticks()) {
    const double x = left + tick * scale;
    const std::string place = fmt::format("data-x=\"{:.3f}\"", tick * scale);
    picture.path(fmt::format("M{:.1f} {:.1f}V{:.1f}", x, top - 6, top + height), "grid tick", {},
                 place);
    picture.text(x, top + height + 16, tick > 0.0 ? format_quantity(tick, Seconds::dim) : "0",
                 Anchor::middle, "text tick", place);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    picture.text(left - 8, top + row_height * static_cast<double>(i) + 15, rows[i].name,
                 Anchor::end);
  }
  picture.begin_part(left, top, width, height, "bars");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    draw_row(picture, f, rows[i], row_height * static_cast<double>(i), scale);
  }
  picture.end_part();
  std::map<std::string_view, LegendEntry> kinds;
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    if (f.times[i].end <= f.times[i].start) continue;
    const Activity& activity = f.timeline.activities[i];
    kinds.try_emplace(to_string(activity.kind),
                      LegendEntry{LegendEntry::Kind::box, look_of(activity.kind),
                                  std::string(kinds_name(activity.kind))});
  }
  std::vector<LegendEntry> legend;
  for (auto& [kind, entry] : kinds) legend.push_back(std::move(entry));
  if (left_out > 0) {
    legend.push_back({LegendEntry::Kind::heading, {}, fmt::format("{} more streams", left_out)});
  }
  picture.legend_line(left, top + height + 40, legend);
  return picture;
}

}  // namespace gpumodel
