// What a machine can do, from what it has, and what to install for the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/doctor/facts.hpp"

namespace gpumodel {

enum class CheckState { ok, warning, missing, unknown };
constexpr std::string_view to_string(CheckState state) {
  return state == CheckState::ok        ? "ok"
         : state == CheckState::warning ? "warning"
         : state == CheckState::missing ? "missing"
                                        : "unknown";
}

struct DoctorCheck {
  std::string_view id, title;
  CheckState state = CheckState::ok;
  std::string found;
  std::vector<std::string> hints;  // what to do about it
};

struct Ability {
  std::string_view id, title;
  std::optional<DoctorCheck> lacks;  // the first part it needs that is missing
  bool can() const { return !lacks; }
  std::string why_not() const;  // empty where it can
};

struct DoctorAnswer {
  MachineFacts facts;
  std::vector<DoctorCheck> checks;
  std::vector<Ability> abilities;

  const Ability& ability(std::string_view id) const;
  const DoctorCheck& check(std::string_view id) const;
};

DoctorAnswer judged(MachineFacts facts);

// The parts of it. Each says about one thing what was found.
DoctorCheck check_driver(const MachineFacts& facts);
DoctorCheck check_gpus(const MachineFacts& facts);
DoctorCheck check_device_files(const MachineFacts& facts);
DoctorCheck check_nvml(const MachineFacts& facts);
DoctorCheck check_nvcc(const MachineFacts& facts);
DoctorCheck check_peers(const MachineFacts& facts);
DoctorCheck check_nccl(const MachineFacts& facts);
DoctorCheck check_cupti(const MachineFacts& facts);
DoctorCheck check_counters(const MachineFacts& facts);
DoctorCheck check_openacc(const MachineFacts& facts);
DoctorCheck check_openmp(const MachineFacts& facts);

}  // namespace gpumodel
