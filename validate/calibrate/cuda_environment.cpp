#include "validate/calibrate/cuda_environment.hpp"

#include <nlohmann/json.hpp>

#include "validate/device/nvml.hpp"
#include "validate/runner/host_facts.hpp"

namespace gpumodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
void set(Json& into, const char* key, const std::optional<T>& value) {
  into[key] = value ? Json(*value) : Json(nullptr);
}

void add_identity(Json& device, const std::string& pci_bus_id) {
  std::string why_not;
  const auto nvml = Nvml::load(why_not);
  const auto gpu = nvml ? nvml->device(pci_bus_id) : std::nullopt;
  const DeviceIdentity identity = gpu ? gpu->identity() : DeviceIdentity{};
  set(device, "driver", identity.driver);
  set(device, "cuda_driver", identity.cuda_driver);
  set(device, "ecc", identity.ecc);
  set(device, "mig", identity.mig);
  set(device, "power_limit_w", identity.power_limit_w);
  set(device, "max_pcie_generation", identity.max_pcie_generation);
  set(device, "max_pcie_width", identity.max_pcie_width);
}

}  // namespace

std::string environment_json(const GpuFacts& gpu) {
  Json device = {
      {"name", gpu.name},
      {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
      {"sms", gpu.sms},
      {"memory_bytes", gpu.memory_bytes},
      {"l2_bytes", gpu.l2_bytes},
      {"max_sm_clock_hz", gpu.sm_clock_hz},
      {"max_memory_clock_hz", gpu.memory_clock_hz},
      {"memory_bus_bits", gpu.memory_bus_bits},
      {"copy_engines", gpu.copy_engines}};
  add_identity(device, gpu.pci_bus_id);
  const Json environment = {{"backend", "cuda"},
                            {"device", std::move(device)},
                            {"gpus", gpu.all_names},
                            {"host", host_facts()},
                            {"compiler", GPUMODEL_CALIBRATE_COMPILER},
                            {"gpumodel", GPUMODEL_VERSION},
                            {"date", today()}};
  return environment.dump();
}

}  // namespace gpumodel::calibrate
