#include "src/view/doctor/page.hpp"

namespace gpumodel {
namespace {

Json tool_json(const std::optional<ToolFacts>& tool) {
  if (!tool) return nullptr;
  return {{"path", tool->path},
          {"version", tool->version.empty() ? Json(nullptr) : Json(tool->version)}};
}

Json gpu_json(const GpuFacts& gpu) {
  const RecordedDevice& device = gpu.device;
  Json fields = Json::array();
  for (const FieldMatch& match : gpu.matches) {
    fields.push_back({{"field", match.field},
                      {"stated", match.stated},
                      {"found", match.found},
                      {"matches", match.matches}});
  }
  const bool described = !gpu.device_file.empty();
  return {{"name", device.name},
          {"compute_capability", device.compute_capability},
          {"sms", device.sms},
          {"memory_bytes", or_null(device.memory_bytes)},
          {"l2_bytes", or_null(device.l2_bytes)},
          {"driver", or_null(device.driver)},
          {"ecc", or_null(device.ecc)},
          {"mig", or_null(device.mig)},
          {"power_limit_w", or_null(device.power_limit_w)},
          {"other_processes", or_null(gpu.other_processes)},
          {"device_file", described ? Json(gpu.device_file) : Json(nullptr)},
          {"fields", std::move(fields)}};
}

Json cuda_version_json(int version) {
  if (version == 0) return nullptr;
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Json checks_json(const DoctorAnswer& answer) {
  Json all = Json::array();
  for (const DoctorCheck& check : answer.checks) {
    all.push_back({{"id", check.id},
                   {"state", to_string(check.state)},
                   {"found", check.found},
                   {"hints", check.hints}});
  }
  return all;
}

Json abilities_json(const DoctorAnswer& answer) {
  Json all = Json::array();
  for (const Ability& ability : answer.abilities) {
    all.push_back({{"id", ability.id},
                   {"can", ability.can()},
                   {"why_not", ability.can() ? Json(nullptr) : Json(ability.why_not())}});
  }
  return all;
}

}  // namespace

Json doctor_json(const DoctorAnswer& answer, const std::vector<Diagnostic>& diagnostics,
                 int exit_code) {
  const MachineFacts& facts = answer.facts;
  Json document = json_document("doctor", Json::object());
  document["abilities"] = abilities_json(answer);
  document["checks"] = checks_json(answer);
  document["gpus"] = Json::array();
  for (const GpuFacts& gpu : facts.gpus) document["gpus"].push_back(gpu_json(gpu));
  document["driver_runs_cuda"] = cuda_version_json(facts.cuda_version);
  document["nvcc"] = tool_json(facts.nvcc);
  Json targets = Json::array();
  for (const ComputeCapability& target : facts.nvcc_targets) targets.push_back(to_string(target));
  document["nvcc_targets"] = std::move(targets);
  document["gxx"] = tool_json(facts.gxx);
  document["nvcxx"] = tool_json(facts.nvcxx);
  document["cupti"] = tool_json(facts.cupti);
  document["programs"] = Json::array();
  for (const ProgramFacts& program : facts.programs)
    document["programs"].push_back({{"name", program.name}, {"path", or_null(program.path)}});
  finish_document(document, diagnostics, exit_code);
  return document;
}

}  // namespace gpumodel
