#include "validate/runner/time_point.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

// Kernels up to this length are also timed as a graph of many: the cost of a launch shows.
constexpr double short_kernel = 50e-6;
constexpr double graph_length = 1e-3;
constexpr double part_of_host_timer = 0.4;  // of the time for the main timer

Json or_null(const std::optional<Samples>& samples) {
  return samples ? to_json(*samples) : Json(nullptr);
}

// Seconds from the host's call to the end; nothing where the backend has no second timer.
std::optional<Samples> host_samples(TimedLaunch& backend, CacheState cache, SamplingLimits limits) {
  if (!backend.once_from_host(cache)) return std::nullopt;
  limits.seconds *= part_of_host_timer;
  return sample([&] { return *backend.once_from_host(cache); }, limits);
}

std::optional<Samples> graph_samples(TimedLaunch& backend, double seconds, SamplingLimits limits) {
  if (seconds > short_kernel) return std::nullopt;
  const int launches = static_cast<int>(graph_length / seconds);
  if (!backend.in_graph(launches)) return std::nullopt;
  limits.seconds *= part_of_host_timer;
  return sample([&] { return *backend.in_graph(launches); }, limits);
}

}  // namespace

void time_point(TimedLaunch& backend, CacheState cache, const MeasureOptions& options,
                Json& point) {
  backend.watch();
  const Samples samples = sample([&] { return backend.once(cache); }, options.limits);
  const Json watched = backend.watched();
  point["status"] = "measured";
  point["timer"] = backend.timer();
  point["time"] = to_json(samples);
  point["host_time"] = nullptr;
  point["graph_time"] = nullptr;
  if (!options.one_timer)
    point["host_time"] = or_null(host_samples(backend, cache, options.limits));
  if (!options.one_timer && cache == CacheState::warm) {
    point["graph_time"] = or_null(graph_samples(backend, samples.median(), options.limits));
  }
  point.update(watched);
  std::string note;
  point["counters"] = options.counters ? backend.count(cache, note) : Json(nullptr);
  if (!note.empty()) point["counters_note"] = note;
}

}  // namespace gpumodel
