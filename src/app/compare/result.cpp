#include "src/app/compare/result.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

std::vector<std::pair<std::string, double>> named_values(const std::vector<Parameter>& parameters,
                                                         const std::vector<Number>& values) {
  std::vector<std::pair<std::string, double>> all;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    all.emplace_back(parameters[i].name, values[i].real());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

StoredResult result_of(const PredictAnswer& answer) {
  const Prediction& made = answer.prediction;
  return {.key = {.what = answer.kernel().id,
                  .metric = "time",
                  .device = answer.ask.gpu().id,
                  .model = std::string(answer.ask.model->name),
                  .cache = std::string(to_string(answer.ask.cache)),
                  .backend = {},
                  .system = {},
                  .parameters = named_values(answer.kernel().parameters, answer.values())},
          .time = made.terms[made.kernel].time,
          .bound = std::string(made.bound().name),
          .what_sha256 = answer.ask.kernel->text.sha256,
          .device_sha256 = answer.ask.device->text.sha256,
          .terms = timed_term(made.terms, made.kernel)};
}

StoredResult result_of(const ProgramAnswer& answer) {
  std::string devices, shas;
  for (const auto& [name, file] : answer.devices) {
    devices += (devices.empty() ? "" : " ") + std::get<Gpu>(file.device).id;
    shas += file.text.sha256;
  }
  return {.key = {.what = answer.program.id,
                  .metric = "time",
                  .device = devices,
                  .model = std::string(answer.model->name),
                  .cache = {},
                  .backend = {},
                  .system = {},
                  .parameters = named_values(answer.program.parameters, answer.values)},
          .time = {Seconds{answer.forecast.time_s}, Seconds{answer.low_s}, Seconds{answer.high_s}},
          .bound = {},
          .what_sha256 = answer.text.sha256,
          .device_sha256 = shas};
}

}  // namespace gpumodel
