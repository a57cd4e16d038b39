#include "validate/programs/read_script.hpp"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::json;

template <class T>
struct Word {
  const char* word;
  T value;
};

template <class T, std::size_t n>
T value_of(const Json& json, const std::array<Word<T>, n>& words) {
  const auto text = json.get<std::string>();
  for (const Word<T>& each : words) {
    if (text == each.word) return each.value;
  }
  throw CaseError("the script says '" + text + "', which is not known");
}

constexpr std::array<Word<MemoryKind>, 4> memories = {{{"pinned", MemoryKind::pinned},
                                                       {"pageable", MemoryKind::pageable},
                                                       {"staged", MemoryKind::staged},
                                                       {"managed", MemoryKind::managed}}};
using Kind = ScriptStep::Kind;
constexpr std::array<Word<Kind>, 10> kinds = {{{"to_device", Kind::to_device},
                                               {"to_host", Kind::to_host},
                                               {"exchange", Kind::exchange},
                                               {"all_reduce", Kind::all_reduce},
                                               {"kernel", Kind::kernel},
                                               {"host_kernel", Kind::host_kernel},
                                               {"host_time", Kind::host_time},
                                               {"synchronise", Kind::synchronise},
                                               {"begin_graph", Kind::begin_graph},
                                               {"end_graph", Kind::end_graph}}};

Number number(const Json& json) {
  return json.is_number_integer() ? Number::integer(json.get<std::int64_t>())
                                  : Number::real(json.get<double>());
}

std::vector<ScriptStep::Parameter> read_parameters(const Json& json) {
  std::vector<ScriptStep::Parameter> parameters;
  const Json values = json.value("parameters", Json::object());
  for (const auto& [name, value] : values.items()) parameters.push_back({name, number(value)});
  return parameters;
}

ScriptStep read_step(const Json& json) {
  ScriptStep step;
  step.kind = value_of(json.at("do"), kinds);
  step.device = json.at("device").get<std::int32_t>();
  step.stream = json.value("stream", ScriptStep::default_stream);
  step.blocking = json.value("blocking", false);
  step.after = json.value("after", std::vector<std::size_t>{});
  for (const Json& part : json.value("parts", Json::array())) {
    step.parts.push_back({part.at("buffer").get<std::size_t>(),
                          part.at("first_byte").get<std::int64_t>(),
                          part.at("bytes").get<std::int64_t>()});
  }
  for (const Json& peer : json.value("peers", Json::array())) {
    step.peers.push_back({peer.at(0).get<std::int32_t>(), peer.at(1).get<std::int32_t>()});
  }
  step.kernel = json.value("kernel", std::size_t{0});
  step.parameters = read_parameters(json);
  step.one_thread = json.value("one_thread", false);
  step.seconds = json.value("seconds", 0.0);
  step.everything = json.value("everything", false);
  return step;
}

ScriptFile from_json(const Json& json) {
  if (json.value("schema", "") != "gpumodel-script" || json.value("schema_version", 0) != 1) {
    throw CaseError("this is no script of version 1");
  }
  ScriptFile file;
  Script& script = file.script;
  script.program = json.at("program").get<std::string>();
  script.parameters = read_parameters(json);
  script.chunks = json.value("chunks", std::int64_t{0});
  script.devices = json.at("devices").get<std::int32_t>();
  script.streams = json.at("streams").get<std::int32_t>();
  script.creates_streams = json.value("creates_streams", false);
  script.per_thread_default_stream = json.value("per_thread_default_stream", false);
  script.host_thread_per_device = json.value("host_thread_per_device", false);
  for (const Json& buffer : json.at("buffers")) {
    script.buffers.push_back(
        {buffer.at("name").get<std::string>(), buffer.at("bytes").get<std::int64_t>(),
         value_of(buffer.at("memory"), memories), buffer.at("resident").get<bool>()});
  }
  for (const Json& kernel : json.at("kernels")) {
    script.kernels.push_back(kernel.at("name").get<std::string>());
    file.kernel_files.push_back(kernel.at("file").get<std::string>());
  }
  for (const Json& step : json.at("steps")) script.steps.push_back(read_step(step));
  return file;
}

// Nothing is outside of what the script itself states.
void check(const Script& script) {
  const auto refuse = [](const std::string& what) { throw CaseError("the script's " + what); };
  for (std::size_t i = 0; i < script.steps.size(); ++i) {
    const ScriptStep& step = script.steps[i];
    const bool called = step.kind == Kind::kernel || step.kind == Kind::host_kernel;
    if (called && step.kernel >= script.kernels.size()) refuse("kernel is not there");
    if (step.device < 0 || step.device >= script.devices) refuse("device is not there");
    if (step.stream < ScriptStep::default_stream || step.stream >= script.streams) {
      refuse("stream is not there");
    }
    for (const std::size_t before : step.after) {
      if (before >= i) refuse("steps wait for later ones");
    }
    for (const auto& [from, to] : step.peers) {
      if (std::min(from, to) < 0 || std::max(from, to) >= script.devices) {
        refuse("device is not there");
      }
    }
    for (const ScriptStep::Part& part : step.parts) {
      if (part.buffer >= script.buffers.size()) refuse("buffer is not there");
      const std::int64_t bytes = script.buffers[part.buffer].bytes;
      if (part.first_byte < 0 || part.bytes < 0 || part.first_byte > bytes - part.bytes) {
        refuse("part of buffer '" + script.buffers[part.buffer].name + "' is outside of it");
      }
    }
  }
}

}  // namespace

ScriptFile read_script(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw CaseError("cannot read '" + path + "'");
  try {
    ScriptFile file = from_json(Json::parse(in));
    check(file.script);
    return file;
  } catch (const Json::exception& error) {
    throw CaseError("'" + path + "' is no script: " + error.what());
  }
}

}  // namespace gpumodel
