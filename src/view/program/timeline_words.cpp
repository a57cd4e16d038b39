#include "src/view/program/timeline_words.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

struct KindWords {
  std::string_view key, one, all;
};
constexpr std::array<KindWords, activity_kinds> kind_words = {{
    {"issue", "issue of ", "issuing and launching"},
    {"create_stream", "stream for ", "creating streams"},
    {"allocate", "memory for ", "memory on the device"},
    {"host_work", "host: ", "host work"},
    {"staging", "staging for ", "staging of copies"},
    {"synchronise", "", "synchronisation"},
    {"to_device", "", "copies to the device"},
    {"kernel", "kernel ", "kernels"},
    {"last_blocks", "last blocks of ", "last blocks of kernels"},
    {"to_host", "", "copies to the host"},
    {"peer", "", "copies between devices"},
    {"migration", "pages for ", "page migrations"},
    {"hand_over", "change to ", "changes between engines"},
}};

const KindWords& words_of(ActivityKind kind) {
  return kind_words[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string engine_name(const Timeline& timeline, EngineId id) {
  const Engine& engine = timeline.schedule.engine(id);
  const bool several = timeline.devices > 1;
  const std::string device = several ? std::to_string(engine.device) + " " : std::string();
  switch (engine.kind) {
    case EngineKind::host:
      return id > 0 ? "host " + std::to_string(engine.device) : "host";
    case EngineKind::to_device:
      return device + "H2D";
    case EngineKind::compute:
      return device + "kernel";
    case EngineKind::to_host:
      return device + "D2H";
    case EngineKind::peer:
      return device + "to " + std::to_string(engine.peer);
    case EngineKind::front:
      return device + "front end";
    case EngineKind::collective:
      return "reduce";
  }
  return "engine";
}

EngineId drawn_on(const Timeline& timeline, TaskId task) {
  const Activity& activity = timeline.activities[static_cast<std::size_t>(task)];
  if (activity.kind != ActivityKind::last_blocks) return timeline.schedule.task(task).engine;
  const auto computes = [&](const Engine& engine) {
    return engine.kind == EngineKind::compute && engine.device == activity.device;
  };
  const auto engines = timeline.schedule.engines();
  return static_cast<EngineId>(std::ranges::find_if(engines, computes) - engines.begin());
}

std::string_view to_string(ActivityKind kind) {
  return words_of(kind).key;
}

std::string activity_name(const Timeline& timeline, ActivityKind kind, std::uint32_t step) {
  std::string name = timeline.labels[step];
  const bool copy = kind == ActivityKind::to_device || kind == ActivityKind::to_host;
  if (copy && !name.starts_with("to_")) {  // by a data clause
    return std::string(kind == ActivityKind::to_device ? "copy in, " : "copy out, ") + name;
  }
  if (kind == ActivityKind::synchronise && name != "synchronise") return "wait for " + name;
  return std::string(words_of(kind).one) + name;
}

std::string kind_name(const Timeline& timeline, ActivityKind kind, std::uint32_t step) {
  const bool own = kind == ActivityKind::kernel || kind == ActivityKind::host_work;
  return own ? activity_name(timeline, kind, step) : std::string(words_of(kind).all);
}

std::string_view kinds_name(ActivityKind kind) {
  return words_of(kind).all;
}

std::string_view to_string(Wait wait) {
  static constexpr std::array<std::string_view, 5> names = {"none", "issue", "stream", "data",
                                                            "engine"};
  return names[static_cast<std::size_t>(wait)];
}

}  // namespace gpumodel
