#include "src/view/program/gantt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/io/text/format.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t bar_cells = 54;
constexpr std::size_t most_streams = 8;

struct Bar {
  TaskTime time;
  char sign = '#';
};

// A row of bars, in the order of their starts. In each cell stands what takes most of it: a bar, or
// what the next bar waits for.
class Row {
 public:
  void add(const Bar& bar) {
    if (bar.time.end > bar.time.start) bars_.push_back(bar);
  }

  std::string draw(double whole) {
    std::ranges::sort(bars_, {}, [](const Bar& bar) { return bar.time.start; });
    std::string line;
    std::size_t next = 0;
    for (std::size_t cell = 0; cell < bar_cells; ++cell) {
      const double from = whole * static_cast<double>(cell) / static_cast<double>(bar_cells);
      const double to = whole * static_cast<double>(cell + 1) / static_cast<double>(bar_cells);
      line += sign(from, to, next);
    }
    return line;
  }

 private:
  char sign(double from, double to, std::size_t& next) {
    std::map<char, double> spent;
    double at = from;
    while (next < bars_.size() && bars_[next].time.start < to) {
      const TaskTime& time = bars_[next].time;
      wait(std::max(at, from), time.start, time, spent);
      spent[bars_[next].sign] += std::max(0.0, std::min(time.end, to) - std::max(time.start, at));
      at = std::max(at, std::min(time.end, to));
      if (time.end >= to) break;
      ++next;
    }
    if (next < bars_.size()) {
      wait(at, std::min(to, bars_[next].time.start), bars_[next].time, spent);
    } else if (at < to) {
      spent[' '] += to - at;
    }
    const auto most = std::ranges::max_element(spent, {}, [](const auto& s) { return s.second; });
    return most == spent.end() ? ' ' : most->first;
  }

  // Between two bars: until it is ready the next one waits for data or the host, then for an
  // engine.
  static void wait(double from, double to, const TaskTime& next, std::map<char, double>& spent) {
    if (to <= from) return;
    const double ready = std::clamp(next.ready, from, to);
    if (ready > from) spent[next.wait == Wait::issue ? ':' : '.'] += ready - from;
    if (to > ready) spent['-'] += to - ready;
  }

  std::vector<Bar> bars_;
};

char sign_of(EngineKind kind) {
  switch (kind) {
    case EngineKind::to_device:
      return '>';
    case EngineKind::to_host:
      return '<';
    case EngineKind::peer:
    case EngineKind::collective:
      return '=';
    default:
      return '#';
  }
}

std::string line_of(const std::string& name, const std::string& row, const std::string& end) {
  return fmt::format("  {:<9} |{}| {}", name, row, end);
}

}  // namespace

std::vector<std::string> gantt(const Forecast& f) {
  const Schedule& schedule = f.timeline.schedule;
  std::map<EngineId, Row> engines;
  std::map<std::pair<int, int>, Row> streams;
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    const EngineId engine = drawn_on(f.timeline, static_cast<TaskId>(i));
    const EngineKind kind = schedule.engine(engine).kind;
    engines[engine].add({f.times[i], sign_of(kind)});
    const Activity& activity = f.timeline.activities[i];
    const std::pair<int, int> key{activity.device, activity.stream};
    const bool copies_or_computes = kind != EngineKind::host && kind != EngineKind::front;
    if (!copies_or_computes || activity.stream == nothing) continue;
    if (streams.size() < most_streams || streams.contains(key)) {
      streams[key].add({f.times[i], sign_of(kind)});
    }
  }
  std::vector<std::string> lines;
  for (const EngineUse& use : f.engines) {
    lines.push_back(line_of(engine_name(f.timeline, use.engine), engines[use.engine].draw(f.time_s),
                            format_time(Seconds{use.busy_s})));
  }
  if (streams.size() > 1) lines.emplace_back();
  for (auto& [key, row] : streams) {
    if (streams.size() <= 1) break;
    const std::string device = f.timeline.devices > 1 ? std::to_string(key.first) + " " : "";
    lines.push_back(line_of(fmt::format("{}str {}", device, key.second), row.draw(f.time_s), ""));
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  lines.emplace_back("  > to device  # kernel, host  < to host  = to a device");
  lines.emplace_back("  . waits for data  : waits for the host  - waits for the engine");
  return lines;
}

}  // namespace gpumodel
