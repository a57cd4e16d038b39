#include "validate/runner/measure_case.hpp"

#include "validate/runner/check_answer.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

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
