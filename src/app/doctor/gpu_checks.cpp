// The driver, its GPUs, and what the library knows of them.
#include <algorithm>

#include "src/app/doctor/checks.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t longest_found = 50;  // beside its title on 80 columns

std::string clipped(const std::string& text) {
  return text.size() <= longest_found ? text : text.substr(0, longest_found - 3) + "...";
}

std::string cuda_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// What the loader says of a missing library is longer than it helps.
std::string loader_text(const std::string& why_not, const std::string& library) {
  const bool none = why_not.find("cannot open shared object") != std::string::npos;
  return none ? "no " + library : clipped(why_not);
}

std::string differences(const GpuFacts& gpu) {
  std::string text;
  for (const FieldMatch& match : gpu.matches) {
    if (match.matches) continue;
    text += (text.empty() ? "" : ", ") + match.field + " " + match.stated + " (the GPU has " +
            match.found + ")";
  }
  return text;
}

}  // namespace

DoctorCheck check_driver(const MachineFacts& facts) {
  DoctorCheck check{"driver", "CUDA driver", CheckState::missing, "", {}};
  if (facts.cuda_version == 0) {
    check.found = loader_text(facts.driver_why_not, "libcuda.so.1");
    check.hints = {"install the NVIDIA driver; start a container with its GPUs (--gpus all)"};
  } else if (facts.gpus.empty() && !facts.driver_why_not.empty()) {
    check.found = clipped(facts.driver_why_not);
    check.hints = {
        "see whether nvidia-smi works; after an update of the driver, restart the "
        "machine; a container needs its GPUs (--gpus all)"};
  } else {
    const auto& version = facts.gpus.empty() ? std::nullopt : facts.gpus.front().device.driver;
    check.state = CheckState::ok;
    check.found = (version ? *version + ", " : "") + "runs CUDA " + cuda_text(facts.cuda_version);
  }
  return check;
}

DoctorCheck check_gpus(const MachineFacts& facts) {
  DoctorCheck check{"gpu", "GPU", CheckState::ok, counted(facts.gpus.size(), "GPU"), {}};
  if (facts.gpus.empty()) return {"gpu", "GPU", CheckState::missing, "none", {}};
  for (const GpuFacts& gpu : facts.gpus) {
    if (gpu.device.mig.value_or(false)) {
      check.hints.push_back("MIG is on (" + gpu.device.name +
                            "): a part of a GPU is measured, which no device file describes");
    }
    if (gpu.other_processes.value_or(0) > 0) {
      check.hints.push_back("other processes compute on it (" + gpu.device.name +
                            "): times measured now would be theirs as well");
    }
  }
  if (!check.hints.empty()) check.state = CheckState::warning;
  return check;
}

DoctorCheck check_device_files(const MachineFacts& facts) {
  DoctorCheck check{"device_file", "device file", CheckState::ok, "", {}};
  if (facts.gpus.empty())
    return {"device_file", "device file", CheckState::unknown, "no GPU to compare with", {}};
  for (const GpuFacts& gpu : facts.gpus) {
    if (gpu.device_file.empty()) {
      check.state = CheckState::missing;
      check.found = "none describes " + gpu.device.name;
      check.hints = {"measure one: gpumodel calibrate --output device.yaml"};
      break;
    }
    const auto same = std::ranges::count(gpu.matches, true, &FieldMatch::matches);
    check.found = gpu.device_file + " agrees in " + std::to_string(same) + " of " +
                  counted(gpu.matches.size(), "field");
    if (const std::string text = differences(gpu); !text.empty()) {
      check.state = CheckState::warning;
      check.hints = {"the file says " + text,
                     "another board of the same name? gpumodel calibrate --output device.yaml"};
      break;
    }
  }
  check.found = clipped(check.found);
  return check;
}

DoctorCheck check_nvml(const MachineFacts& facts) {
  if (facts.has_nvml) return {"nvml", "NVML", CheckState::ok, "clocks and throttling are seen", {}};
  return {"nvml",
          "NVML",
          CheckState::missing,
          loader_text(facts.nvml_why_not, "libnvidia-ml.so.1"),
          {"it comes with the driver, in some distributions as a package of its own "
           "(libnvidia-ml1); without it clocks and throttling stay unknown"}};
}

// Programs on several GPUs copy between them directly.
DoctorCheck check_peers(const MachineFacts& facts) {
  const int gpus = static_cast<int>(facts.gpus.size());
  if (gpus < 2) {
    return {
        "peers",
        "peer access",
        CheckState::unknown,
        "needs two GPUs, there " + (gpus == 1 ? std::string("is one") : std::string("are none")),
        {}};
  }
  const int pairs = gpus * (gpus - 1);
  DoctorCheck check{"peers", "peer access", CheckState::ok, "", {}};
  check.found = std::to_string(facts.peer_pairs) + " of " + std::to_string(pairs) +
                " directions between " + counted(facts.gpus.size(), "GPU");
  if (facts.peer_pairs < pairs) {
    check.state = CheckState::warning;
    check.hints = {
        "nvidia-smi topo -p2p r says which GPUs do not reach each other: copies between "
        "them go through the host"};
  }
  return check;
}

DoctorCheck check_nccl(const MachineFacts& facts) {
  if (facts.nccl) return {"nccl", "NCCL", CheckState::ok, *facts.nccl, {}};
  DoctorCheck check{
      "nccl", "NCCL", CheckState::missing, loader_text(facts.nccl_why_not, "libnccl.so.2"), {}};
  // One GPU has nobody to reduce with.
  if (facts.gpus.size() < 2) check.state = CheckState::unknown;
  if (facts.gpus.size() >= 2) {
    check.hints = {
        "an all-reduce is measured with it: install NCCL (package libnccl2), or add its "
        "folder to LD_LIBRARY_PATH"};
  }
  return check;
}

DoctorCheck check_cupti(const MachineFacts& facts) {
  DoctorCheck check{"cupti", "CUPTI", CheckState::missing, "", {}};
  if (!facts.cupti) {
    check.found = loader_text(facts.cupti_why_not, "libcupti.so");
    check.hints = {
        "it comes with the CUDA toolkit (package cuda-cupti): set CUDA_HOME to the "
        "toolkit's folder"};
  } else if (!facts.has_range_profiler) {
    check.found = "that of CUDA " + facts.cupti->version + " is too old";
    check.hints = {"counters need CUPTI of CUDA 12.6 or later"};
  } else {
    check.state = CheckState::ok;
    check.found = "of CUDA " + facts.cupti->version;
  }
  return check;
}

DoctorCheck check_counters(const MachineFacts& facts) {
  const auto answer = [](CheckState state, std::string found) {
    return DoctorCheck{"counters", "counters", state, std::move(found), {}};
  };
  if (!facts.admin_only) {
    const bool driver = facts.cuda_version > 0;
    return answer(CheckState::unknown, driver ? "the driver does not say" : "no driver to ask");
  }
  if (!*facts.admin_only) return answer(CheckState::ok, "permitted to everybody");
  if (facts.is_administrator) return answer(CheckState::ok, "permitted to administrators, as here");
  DoctorCheck denied = answer(CheckState::missing, "permitted to administrators only");
  denied.hints = {
      "the machine's owner: options nvidia NVreg_RestrictProfilingToAdminUsers=0 in "
      "/etc/modprobe.d, then restart",
      "or run as root, in a container with --cap-add=SYS_ADMIN",
      "or take them from a report made elsewhere: gpumodel validate --replay FILE --from-ncu CSV"};
  return denied;
}

}  // namespace gpumodel
