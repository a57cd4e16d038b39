#include "src/view/program/script_json.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

Json number(Number value) {
  return value.is_integer() ? Json(value.integer()) : Json(value.real());
}

std::string_view word(ScriptStep::Kind kind) {
  using Kind = ScriptStep::Kind;
  switch (kind) {
    case Kind::to_device:
      return "to_device";
    case Kind::to_host:
      return "to_host";
    case Kind::exchange:
      return "exchange";
    case Kind::all_reduce:
      return "all_reduce";
    case Kind::kernel:
      return "kernel";
    case Kind::host_kernel:
      return "host_kernel";
    case Kind::host_time:
      return "host_time";
    case Kind::synchronise:
      return "synchronise";
    case Kind::begin_graph:
      return "begin_graph";
    case Kind::end_graph:
      break;
  }
  return "end_graph";
}

Json parameters_json(const std::vector<ScriptStep::Parameter>& parameters) {
  Json json = Json::object();
  for (const ScriptStep::Parameter& each : parameters) json[each.name] = number(each.value);
  return json;
}

void add_call(const ScriptStep& step, Json& json) {
  using Kind = ScriptStep::Kind;
  if (step.kind != Kind::kernel && step.kind != Kind::host_kernel) return;
  json["kernel"] = step.kernel;
  json["parameters"] = parameters_json(step.parameters);
  if (step.kind == Kind::host_kernel) json["one_thread"] = step.one_thread;
}

Json step_json(const ScriptStep& step) {
  Json json{{"do", word(step.kind)}, {"device", step.device}};
  if (step.stream != ScriptStep::default_stream) json["stream"] = step.stream;
  if (step.blocking) json["blocking"] = true;
  if (!step.after.empty()) json["after"] = step.after;
  for (const ScriptStep::Part& part : step.parts) {
    json["parts"].push_back(
        {{"buffer", part.buffer}, {"first_byte", part.first_byte}, {"bytes", part.bytes}});
  }
  for (const ScriptStep::PeerCopy& peer : step.peers) {
    json["peers"].push_back({peer.from, peer.to});
  }
  add_call(step, json);
  if (step.kind == ScriptStep::Kind::host_time) json["seconds"] = step.seconds;
  if (step.everything) json["everything"] = true;
  return json;
}

}  // namespace

Json to_json(const Script& script, std::span<const std::string> kernel_files) {
  Json json{{"schema", "gpumodel-script"}, {"schema_version", 1},
            {"program", script.program},   {"parameters", parameters_json(script.parameters)},
            {"devices", script.devices},   {"streams", script.streams}};
  if (script.chunks > 0) json["chunks"] = script.chunks;
  if (script.creates_streams) json["creates_streams"] = true;
  if (script.per_thread_default_stream) json["per_thread_default_stream"] = true;
  if (script.host_thread_per_device) json["host_thread_per_device"] = true;
  json["buffers"] = Json::array();
  for (const Script::Array& buffer : script.buffers) {
    json["buffers"].push_back({{"name", buffer.name},
                               {"bytes", buffer.bytes},
                               {"memory", to_string(buffer.memory)},
                               {"resident", buffer.resident}});
  }
  json["kernels"] = Json::array();
  for (std::size_t i = 0; i < script.kernels.size(); ++i) {
    json["kernels"].push_back({{"name", script.kernels[i]}, {"file", kernel_files[i]}});
  }
  json["steps"] = Json::array();
  for (const ScriptStep& step : script.steps) json["steps"].push_back(step_json(step));
  return json;
}

}  // namespace gpumodel
