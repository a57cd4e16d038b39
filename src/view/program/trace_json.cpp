#include "src/view/program/trace_json.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <ostream>
#include <vector>

#include "src/view/common/json.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

constexpr double microseconds = 1e6;

int process_of(const Engine& engine) {
  return engine.kind == EngineKind::host ? 0 : engine.device + 1;
}

Json metadata(const char* what, int process, int thread, const std::string& name) {
  return {
      {"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

class TraceWriter {
 public:
  TraceWriter(std::ostream& out, const Forecast& forecast)
      : out_(out), forecast_(forecast), lanes_(forecast.timeline.schedule.engines().size()) {}

  void write() {
    out_ << "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
    name_processes();
    std::vector<std::size_t> order(forecast_.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return forecast_.times[i].start; });
    for (const std::size_t i : order) {
      if (forecast_.times[i].end > forecast_.times[i].start) event(i);
    }
    out_ << "\n]}\n";
  }

 private:
  const Schedule& schedule() const { return forecast_.timeline.schedule; }

  void add(const Json& event) {
    out_ << (first_ ? "\n" : ",\n") << to_line(event);
    first_ = false;
  }

  void name_processes() {
    add(metadata("process_name", 0, 0, "host"));
    for (int device = 0; device < forecast_.timeline.devices; ++device) {
      add(metadata("process_name", device + 1, 0, "device " + std::to_string(device)));
    }
  }

  // The first thread of the engine that is free; a new one if there is none.
  int thread_of(EngineId engine, const TaskTime& time) {
    std::vector<std::pair<int, double>>& lanes = lanes_[static_cast<std::size_t>(engine)];
    for (auto& [thread, until] : lanes) {
      if (until > time.start) continue;
      until = time.end;
      return thread;
    }
    const int thread = ++threads_;
    const std::string name = engine_name(forecast_.timeline, engine) +
                             (lanes.empty() ? "" : " (" + std::to_string(lanes.size() + 1) + ")");
    add(metadata("thread_name", process_of(schedule().engine(engine)), thread, name));
    lanes.emplace_back(thread, time.end);
    return thread;
  }

  void event(std::size_t i) {
    const TaskTime& time = forecast_.times[i];
    const Activity& activity = forecast_.timeline.activities[i];
    const EngineId engine = schedule().tasks()[i].engine;
    const int thread = thread_of(engine, time);
    Json args = {{"ready_us", time.ready * microseconds}, {"waited_for", to_string(time.wait)}};
    if (activity.stream != nothing) args["stream"] = activity.stream;
    if (activity.chunk != nothing) args["chunk"] = activity.chunk;
    if (activity.bytes > 0.0) args["bytes"] = activity.bytes;
    add({{"ph", "X"},
         {"name", activity_name(forecast_.timeline, activity.kind, activity.step)},
         {"cat", to_string(activity.kind)},
         {"pid", process_of(schedule().engine(engine))},
         {"tid", thread},
         {"ts", time.start * microseconds},
         {"dur", (time.end - time.start) * microseconds},
         {"args", std::move(args)}});
  }

  std::ostream& out_;
  const Forecast& forecast_;
  std::vector<std::vector<std::pair<int, double>>> lanes_;  // by engine: thread, busy until
  int threads_ = 0;
  bool first_ = true;
};

}  // namespace

void trace_json(std::ostream& out, const Forecast& forecast) {
  TraceWriter(out, forecast).write();
}

}  // namespace gpumodel
