#include "src/view/doctor/json.hpp"

#include "src/view/common/error_json.hpp"

namespace gpumodel {
namespace {

const Object<ToolFacts>& tool_object() {
  static const Object<ToolFacts> table(
      "tool", "null: not found",
      {
          {"path", "", &ToolFacts::path},
          {"version", "of CUPTI: that of its CUDA; null: not told",
           [](auto& tool) { return only_if(!tool.version.empty(), tool.version); }},
      });
  return table;
}

const Object<GpuFacts>& gpu_object() {
  static const auto of_device = [](auto RecordedDevice::*fact) {
    return [fact](const GpuFacts& gpu) { return gpu.device.*fact; };
  };
  static const Object<GpuFacts> table(
      "gpu", "What the CUDA driver and NVML tell; null: they do not.",
      {
          {"name", "", of_device(&RecordedDevice::name)},
          {"compute_capability",
           "",
           of_device(&RecordedDevice::compute_capability),
           {.pattern = version_pattern}},
          {"sms", "", of_device(&RecordedDevice::sms)},
          {"memory_bytes", "", of_device(&RecordedDevice::memory_bytes)},
          {"l2_bytes", "", of_device(&RecordedDevice::l2_bytes)},
          {"driver", "", of_device(&RecordedDevice::driver)},
          {"ecc", "", of_device(&RecordedDevice::ecc)},
          {"mig", "", of_device(&RecordedDevice::mig)},
          {"power_limit_w", "", of_device(&RecordedDevice::power_limit_w)},
          {"other_processes", "that compute on it", &GpuFacts::other_processes},
          {"device_file", "of the library that describes it; null: none",
           [](auto& gpu) { return only_if(!gpu.device_file.empty(), gpu.device_file); }},
          {"fields", "of the device file that can be checked", match_object, &GpuFacts::matches},
      });
  return table;
}

const Object<DoctorCheck>& check_object() {
  static const Object<DoctorCheck> table(
      "check", "One part of the machine.",
      {
          {"id", "", &DoctorCheck::id, {.pattern = "^[a-z]+(_[a-z]+)*$"}},
          {"state", "", &DoctorCheck::state},
          {"found", "in words", &DoctorCheck::found},
          {"hints", "what to do about it", &DoctorCheck::hints},
      });
  return table;
}

const Object<Ability>& ability_object() {
  static const Object<Ability> table(
      "ability", "",
      {
          {"id",
           "",
           &Ability::id,
           {.words = "predict|measure_host|measure_cuda|measure_openacc|counters|measure_programs|"
                     "calibrate_gpu|calibrate_host|describe"}},
          {"can", "", &Ability::can},
          {"why_not", "the first part that is missing; null: it can",
           [](auto& ability) { return only_if(!ability.can(), ability.why_not()); }},
      });
  return table;
}

const Object<ProgramFacts>& measuring_program() {
  static const Object<ProgramFacts> table("program", "",
                                          {
                                              {"name", "", &ProgramFacts::name},
                                              {"path", "null: not installed", &ProgramFacts::path},
                                          });
  return table;
}

std::optional<std::string> runs_cuda(const DoctorAnswer& answer) {
  const int version = answer.facts.cuda_version;
  return only_if(version != 0,
                 std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10));
}

}  // namespace

const Document<DoctorAnswer>& doctor_document() {
  static const auto fact = [](auto MachineFacts::*member) {
    return [member](const DoctorAnswer& answer) -> auto& { return answer.facts.*member; };
  };
  static const Document<DoctorAnswer> document(
      {.name = "doctor",
       .description = "What this machine can do, and what is missing for the rest.",
       .exit_codes = {0, 4, 5}},  // 4, 5: what --require names is missing
      {
          {"inputs", "", no_inputs<DoctorAnswer>, std::identity{}},
          {"abilities", "what this machine can do", ability_object, &DoctorAnswer::abilities},
          {"checks", "", check_object, &DoctorAnswer::checks},
          {"gpus", "that the CUDA driver offers", gpu_object, fact(&MachineFacts::gpus)},
          {"driver_runs_cuda",
           "the newest CUDA that the driver runs; null: no driver",
           runs_cuda,
           {.pattern = version_pattern}},
          {"nvcc", "", tool_object, fact(&MachineFacts::nvcc)},
          {"nvcc_targets", "compute capabilities that nvcc compiles for, rising",
           fact(&MachineFacts::nvcc_targets)},
          {"gxx", "", tool_object, fact(&MachineFacts::gxx)},
          {"nvcxx", "", tool_object, fact(&MachineFacts::nvcxx)},
          {"cupti", "", tool_object, fact(&MachineFacts::cupti)},
          {"programs", "that measure", measuring_program, fact(&MachineFacts::programs)},
      });
  return document;
}

}  // namespace gpumodel
