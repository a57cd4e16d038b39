#include "validate/runner/measure_case.hpp"

#include "validate/runner/check_answer.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

// Kernels up to this length are also timed as a graph of many: the cost of a launch shows.
constexpr double short_kernel = 50e-6;
constexpr double graph_length = 1e-3;
constexpr double part_of_host_timer = 0.4;  // of the time for the main timer

Json parameters_of(const KernelCase& c) {
  Json all = Json::object();
  for (const CaseParameter& parameter : c.parameters) {
    all[parameter.name] = parameter.whole ? Json(parameter.integer) : Json(parameter.real);
  }
  return all;
}

Json to_json(const Answer& answer) {
  Json arrays = Json::array();
  for (const CheckedArray& array : answer.arrays) {
    arrays.push_back({{"name", array.name},
                      {"checked", array.checked},
                      {"of", array.of},
                      {"worst_error", array.worst_error}});
  }
  return {{"arrays", std::move(arrays)}};
}

Json or_null(const std::optional<Samples>& samples) {
  return samples ? to_json(*samples) : Json(nullptr);
}

// Seconds from the host's call to the end; nothing where the backend has no second timer.
std::optional<Samples> host_samples(Backend& backend, CacheState cache, SamplingLimits limits) {
  if (!backend.once_from_host(cache)) return std::nullopt;
  limits.seconds *= part_of_host_timer;
  return sample([&] { return *backend.once_from_host(cache); }, limits);
}

std::optional<Samples> graph_samples(Backend& backend, double seconds, SamplingLimits limits) {
  if (seconds > short_kernel) return std::nullopt;
  const int launches = static_cast<int>(graph_length / seconds);
  if (!backend.in_graph(launches)) return std::nullopt;
  limits.seconds *= part_of_host_timer;
  return sample([&] { return *backend.in_graph(launches); }, limits);
}

void time_point(Backend& backend, CacheState cache, const MeasureOptions& options, Json& point) {
  backend.watch();
  const Samples samples = sample([&] { return backend.once(cache); }, options.limits);
  const Json watched = backend.watched();
  point["status"] = "measured";
  point["timer"] = backend.timer();
  point["time"] = to_json(samples);
  point["host_time"] = or_null(host_samples(backend, cache, options.limits));
  point["graph_time"] = nullptr;
  if (cache == CacheState::warm) {
    point["graph_time"] = or_null(graph_samples(backend, samples.median(), options.limits));
  }
  point.update(watched);
  std::string note;
  point["counters"] = options.counters ? backend.count(cache, note) : Json(nullptr);
  if (!note.empty()) point["counters_note"] = note;
}

}  // namespace

nlohmann::ordered_json measure_case(Backend& backend, KernelCase& c, const Reference& reference,
                                    const MeasureOptions& options) {
  for (CaseArray& array : c.arrays) backend.place(array);
  backend.select(c);
  backend.launch();
  const Answer answer = check_answer(backend, c, reference);
  Json points = Json::array();
  for (const CacheState cache : options.caches) {
    Json point = {{"kernel", c.kernel},
                  {"backend", backend.name()},
                  {"parameters", parameters_of(c)},
                  {"launch", backend.launch_facts()},
                  {"cache", to_string(cache)},
                  {"status", "verified"},
                  {"check", to_json(answer)}};
    if (!answer.wrong.empty()) {
      point["status"] = "wrong-answer";
      point["reason"] = answer.wrong;
    } else if (!options.verify_only) {
      time_point(backend, cache, options, point);
    }
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace gpumodel
