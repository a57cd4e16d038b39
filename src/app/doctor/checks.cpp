#include "src/app/doctor/checks.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "src/app/common/how_to_build.hpp"

namespace gpumodel {
namespace {

struct ProgramRow {
  std::string_view id, title;
  const char* name;
  const char* how;
};
constexpr auto program_rows = std::to_array<ProgramRow>({
    {"cuda_runner", "CUDA runner", "gpumodel-run-cuda", build_for_cuda},
    {"openacc_runner", "OpenACC runner", "gpumodel-run-openacc", build_for_openacc},
    {"host_runner", "host runner", "gpumodel-run-host", build_for_host},
    {"program_runner", "program runner", "gpumodel-run-program", build_for_cuda},
    {"gpu_calibration", "GPU calibration", "gpumodel-calibrate-cuda", build_for_cuda},
    {"openacc_calibration", "OpenACC costs", "gpumodel-calibrate-openacc", build_for_openacc},
    {"host_calibration", "host calibration", "gpumodel-calibrate-host", build_for_host},
    {"describer", "sources", "gpumodel-describe", build_for_sources},
});

DoctorCheck check_program(const MachineFacts& facts, const ProgramRow& row) {
  if (facts.has_program(row.name)) return {row.id, row.title, CheckState::ok, row.name, {}};
  return {row.id, row.title, CheckState::missing, std::string("no ") + row.name, {row.how}};
}

// The first of the parts that is missing.
std::optional<DoctorCheck> first_missing(const DoctorAnswer& answer,
                                         std::initializer_list<std::string_view> ids) {
  for (const std::string_view id : ids) {
    if (answer.check(id).state == CheckState::missing) return answer.check(id);
  }
  return std::nullopt;
}

}  // namespace

std::string Ability::why_not() const {
  return lacks ? std::string(lacks->title) + ": " + lacks->found : "";
}

const Ability& DoctorAnswer::ability(std::string_view id) const {
  return *std::ranges::find(abilities, id, &Ability::id);
}

const DoctorCheck& DoctorAnswer::check(std::string_view id) const {
  return *std::ranges::find(checks, id, &DoctorCheck::id);
}

DoctorAnswer judged(MachineFacts facts) {
  DoctorAnswer answer{std::move(facts), {}, {}};
  const MachineFacts& f = answer.facts;
  answer.checks = {check_driver(f), check_gpus(f), check_device_files(f), check_nvml(f),
                   check_nvcc(f)};
  for (const ProgramRow& row : program_rows) answer.checks.push_back(check_program(f, row));
  answer.checks.insert(answer.checks.end(), {check_peers(f), check_nccl(f), check_cupti(f),
                                             check_counters(f), check_openacc(f), check_openmp(f)});
  const auto missing = [&](std::initializer_list<std::string_view> ids) {
    return first_missing(answer, ids);
  };
  answer.abilities = {
      {"predict", "predict and compare with records", {}},
      {"measure_host", "measure on the host", missing({"host_runner"})},
      {"measure_cuda", "measure with CUDA", missing({"driver", "gpu", "cuda_runner"})},
      {"measure_openacc", "measure with OpenACC", missing({"driver", "gpu", "openacc_runner"})},
      {"counters", "read counters", missing({"driver", "gpu", "cuda_runner", "cupti", "counters"})},
      {"measure_programs", "measure programs", missing({"driver", "gpu", "program_runner"})},
      {"calibrate_gpu", "calibrate the GPU", missing({"driver", "gpu", "gpu_calibration"})},
      {"calibrate_host", "calibrate the host", missing({"host_calibration"})},
      {"describe", "describe sources", missing({"describer"})},
  };
  return answer;
}

}  // namespace gpumodel
